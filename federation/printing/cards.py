"""Licence cards on paper: one of the size of a bank card, or ten on a sheet to be cut. Knows no tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.template.loader import render_to_string
from django.utils import translation

from federation.printing.addresses import PICTURES
from federation.printing.documents import pdf_of
from federation.printing.drawing import Drawing, qr_drawing
from federation.printing.signs import printable

Row = TypeVar("Row", "Card", "Issuer")
PER_SHEET = 10
# Up to so many letters a name is set in each size, the largest first; a longer one in the smallest.
SIZES = ((22, "l"), (36, "m"), (64, "s"))
SMALLEST = "xs"


@dataclass(frozen=True)
class Card:
    """What one card says. `check_url` is what its QR opens; `photo` names the picture, empty for none."""

    given_name: str
    surnames: str
    number: str
    kind: str
    club: str
    category: str
    season: str
    valid: str
    check_url: str
    code: str
    photo: str = ""

    @property
    def size(self) -> str:
        """How large the name is set, so that a long one stays whole."""
        longest = max(len(self.given_name), len(self.surnames))
        return next((size for most, size in SIZES if longest <= most), SMALLEST)

    @property
    def qr(self) -> Drawing:
        """The code that opens `check_url`."""
        return qr_drawing(self.check_url)

    @property
    def picture(self) -> str:
        """Where the renderer finds the photo."""
        return f"{PICTURES}{self.photo}" if self.photo else ""


@dataclass(frozen=True)
class Issuer:
    """Whose cards they are, and where they are checked."""

    name: str
    short_name: str
    check_at: str


def cards_pdf(
    cards: Sequence[Card], issuer: Issuer, photos: Mapping[str, bytes], *, sheet: bool, language: str
) -> bytes:
    """The cards as a PDF: with `sheet` ten on each A4 with marks to cut by, else one on each small page.

    PrintingError when they cannot be rendered.
    """
    shown = [_printable(card) for card in cards]
    pages = [shown[start : start + PER_SHEET] for start in range(0, len(shown), PER_SHEET)]
    with translation.override(language):
        html = render_to_string(
            "federation/cards/cards.html",
            {"pages": pages, "issuer": _printable(issuer), "sheet": sheet, "language_code": language},
        )
    return pdf_of(html, photos)


def _printable(row: Row) -> Row:
    return replace(row, **printable(vars(row)))
