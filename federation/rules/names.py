"""Names of people: the keys by which they sort and are found, and how they are shown in public."""

import unicodedata
from datetime import date

ADULT_AGE = 18
# Follows the n of an ñ in a sort key, so that it comes after every other n.
ENYE = "\uffff"


def sort_key(surname_1: str, surname_2: str, given_name: str) -> str:
    """Key that sorts as Spanish does: accents ignored, ñ after n, apostrophes and hyphens ignored.

    Stored with the person, because the collations of databases differ.
    """
    return " ".join(_normalised(part) for part in (surname_1, surname_2, given_name) if part)


def _normalised(text: str) -> str:
    marked = text.casefold().replace("ñ", f"n{ENYE}").replace("ñ", f"n{ENYE}")
    plain = "".join(sign for sign in unicodedata.normalize("NFD", marked) if not unicodedata.combining(sign))
    return " ".join("".join(sign for sign in plain if sign.isalnum() or sign in f" {ENYE}").split())


# Letters that are no base with a mark, and what a searcher types for them.
FOLDED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
APOSTROPHES = str.maketrans("", "", "'’‘´`ʼ")
APART = frozenset("-‐‑‒–—/_")


def search_key(*parts: str) -> str:
    """What a name is found by: small letters without marks, ñ as n; «nunez» finds «Núñez».

    Apostrophes, dots and the dot of l·l vanish, hyphens part words. The words of a search are folded
    by the same function. Parts go in the order given name, first surname, second surname.
    """
    # A loose accent would be a space and a mark.
    plain = " ".join(parts).translate(APOSTROPHES)
    folded = unicodedata.normalize("NFKD", plain).casefold().translate(FOLDED)
    signs = [" " if sign.isspace() or sign in APART else sign for sign in folded]
    return " ".join("".join(sign for sign in signs if sign == " " or sign.isalnum()).split())


def age_on(birth_date: date, day: date) -> int:
    """Completed years on `day`."""
    return day.year - birth_date.year - ((day.month, day.day) < (birth_date.month, birth_date.day))


def public_name(
    *,
    given_name: str,
    surname_1: str,
    surname_2: str,
    birth_date: date | None,
    consent_on: date | None,
    day: date,
) -> str:
    """Name for public pages: initials for a minor unless consent was given (product spec, Personal data).

    Without a birth date the person is taken for a minor: what is not known is not published.
    """
    minor = birth_date is None or age_on(birth_date, day) < ADULT_AGE
    if minor and (consent_on is None or consent_on > day):
        return " ".join(f"{part[0].upper()}." for part in (given_name, surname_1, surname_2) if part)
    return " ".join(part for part in (given_name, surname_1, surname_2) if part)
