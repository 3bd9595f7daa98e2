"""The code and the drawing that open a board on a phone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from matches.views.board_cards import BoardCard


@dataclass(frozen=True)
class BoardCode:
    """What a player scans or types to open one board."""

    number: int
    code: str
    spelt: str
    drawing: SafeString


def codes_of(request: HttpRequest, cards: list[BoardCard]) -> list[BoardCode]:
    """The codes of the boards that are still in play, at the address that this page was asked at."""
    return [
        BoardCode(
            number=card.number,
            code=card.code,
            spelt=f"{card.code[:4]} {card.code[4:]}",
            drawing=drawing_of(
                request.build_absolute_uri(reverse("matches:open_board_code", args=[card.code]))
            ),
        )
        for card in cards
        if not card.over
    ]


@lru_cache(maxsize=512)
def drawing_of(address: str) -> SafeString:
    """The QR of an address as inline SVG."""
    svg = segno.make(address, error="m").svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    # Written by the library from an address of our own; it holds no text.
    return mark_safe(svg)  # noqa: S308
