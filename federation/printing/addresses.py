"""Addresses inside a document that is printed. Nothing outside answers to them."""

# A host that cannot exist: the renderer joins addresses with it, and nothing goes out.
BASE_URL = "https://printed.invalid/"
PICTURES = f"{BASE_URL}pictures/"
