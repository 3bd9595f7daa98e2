"""How people are looked for: words without case, accents or ñ, and the last figures of a number. Pure."""

from federation.rules.names import search_key

LONGEST_WORD = 60


def search_words(*parts: str) -> list[str]:
    """The words of a text as they are looked for, each once, in order: *Núñez* gives `nunez`."""
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in search_key(*parts).split()))


def plain_number(text: str) -> str:
    """A number as it is stored: capitals, without spaces, dots or hyphens."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


def backwards(number: str) -> str:
    """A number plain and from its end, so that its last figures are a beginning, which an index finds."""
    return plain_number(number)[::-1]


def looks_like_number(text: str) -> bool:
    """Is a number looked for (of a licence or a document) and not a name? Any figure tells."""
    return any(sign.isdigit() for sign in text)
