"""Short table PINs: a keyed hash with a salt of the person's own (design, invariant 11)."""

import hashlib
import hmac

LENGTH = 4
TRIVIAL = frozenset(
    {"0000", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "9999", "1234", "4321"}
)


def digest(pin: str, *, salt: str, pepper: str) -> str:
    """Keyed digest of a PIN. A slow hash would protect four figures little and sit in the hottest path."""
    return hmac.new(pepper.encode(), f"{salt}:{pin}".encode(), hashlib.sha256).hexdigest()


def problem(pin: str) -> str | None:
    """Why a PIN cannot be chosen (a message code), or None."""
    if len(pin) != LENGTH or not pin.isascii() or not pin.isdigit():
        return "pin_four_figures"
    if pin in TRIVIAL:
        return "pin_too_easy"
    return None
