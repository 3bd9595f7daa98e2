"""Hojas de Anotaciones to be filled in by hand: a front for each partida, the remedies on its back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from federation.printing.documents import pdf_of
from federation.printing.signs import printable
from matches.acta.words import SEAT_LETTERS
from matches.paper.remedies import remedies

# Hands of so many points, on the average, fill a partida that both pairs nearly win.
POINTS_A_ROW = 34
FEWEST_ROWS = 10
ROWS_ON_A_SIDE = 18
# Up to so many letters a name stands in each size, the largest first; what passes the last is cut.
SIZES = ((28, ""), (60, "long"), (110, "longer"))
SEAT_SIZES = ((16, ""), (40, "long"), (110, "longer"))
MOST_LETTERS = 110


class Paper(StrEnum):
    """What is printed on; `TWO` puts two A5 side by side on one A4."""

    A4 = "A4"
    A5 = "A5"
    TWO = "2A5"

    @property
    def on_a_page(self) -> int:
        """How many Hojas lie on one page."""
        return 2 if self is Paper.TWO else 1


@dataclass(frozen=True)
class Name:
    """A text that somebody gave, in the size in which it stays inside its cell."""

    text: str = ""

    @property
    def shown(self) -> str:
        """The text, cut where nothing would hold it."""
        return self.text if len(self.text) <= MOST_LETTERS else f"{self.text[: MOST_LETTERS - 1]}…"

    @property
    def size(self) -> str:
        """The class of its size."""
        return next((size for most, size in SIZES if len(self.text) <= most), SIZES[-1][1])

    @property
    def seat_size(self) -> str:
        """As `size`, in the small square of a seat."""
        return next((size for most, size in SEAT_SIZES if len(self.text) <= most), SEAT_SIZES[-1][1])


@dataclass(frozen=True)
class Player:
    """One of the four; empty on a blank Hoja."""

    name: str = ""
    licence: str = ""


NOBODY = (Player(), Player())


@dataclass(frozen=True)
class Heading:
    """What all Hojas of a document say on top; `second_seats` as `rules.domino.seats.SeatsBy` names it."""

    federation: str
    competition: str
    season: str
    regulation: str
    version: int
    parameters: Mapping[str, Any]
    target: int
    second_seats: str
    round: str = ""
    number: str = ""
    when: str = ""
    venue: str = ""
    home: str = ""
    away: str = ""
    judge: str = ""


@dataclass(frozen=True)
class Hoja:
    """One partida. `seats` are names at N, O, S, E, or nothing while they are to be drawn."""

    board: str = ""
    partida: str = ""
    home: tuple[Player, ...] = NOBODY
    away: tuple[Player, ...] = NOBODY
    seats: tuple[str, ...] = ()
    leader: int | None = None
    scorer: str = ""
    counter: str = ""


def rows_for(target: int) -> int:
    """How many hands a Hoja has room for, by the points that the partida is played to."""
    return max(FEWEST_ROWS, -(-2 * (target - 1) // POINTS_A_ROW))


def sides_of(target: int) -> int:
    """How many fronts one partida takes."""
    return -(-rows_for(target) // ROWS_ON_A_SIDE)


def hojas_pdf(heading: Heading, hojas: Sequence[Hoja], *, paper: Paper, language: str) -> bytes:
    """The Hojas as a PDF, each front before its back, to be printed on both sides.

    The same Hojas give the same bytes. PrintingError when they cannot be rendered.
    """
    clean = _names(printable({**vars(heading), "parameters": {}}))
    with translation.override(language):
        fronts = [front for hoja in hojas for front in _fronts(hoja, heading)]
        html = render_to_string(
            "paper/hojas.html",
            {
                "heading": clean,
                "pages": [
                    fronts[start : start + paper.on_a_page]
                    for start in range(0, len(fronts), paper.on_a_page)
                ],
                "paper": paper.value,
                "letters": SEAT_LETTERS,
                "by_player": heading.parameters["hand_entry"] != "points",
                "judge_counts": bool(heading.judge),
                "minutes": heading.parameters["time_limit_minutes"],
                "drops": range(1, 6),
                "remedies": remedies(
                    heading.parameters, target=heading.target, second_seats=heading.second_seats
                ),
                "language_code": language,
            },
        )
    return pdf_of(html, {})


def _fronts(hoja: Hoja, heading: Heading) -> list[dict[str, Any]]:
    people = {side: [vars(player) for player in getattr(hoja, side)] for side in ("home", "away")}
    said = printable({**vars(hoja), **people, "seats": list(hoja.seats)})
    total, sides = rows_for(heading.target), sides_of(heading.target)
    # As many on each side as on the others: the last one is no remainder of two lines.
    each = -(-total // sides)
    players = [
        {"side": side, "name": Name(player["name"]), "licence": Name(player["licence"])}
        for side in ("home", "away")
        for player in said[side]
    ]
    seats = [
        {"letter": letter, "name": Name(name), "leads": index == hoja.leader}
        for index, (letter, name) in enumerate(zip(SEAT_LETTERS, said["seats"] or [""] * 4, strict=True))
    ]
    return [
        {
            **_names(said),
            "players": players,
            "seats": seats,
            "are_seated": bool(hoja.seats),
            "side": side + 1,
            "sides": sides,
            "rows": range(side * each + 1, min((side + 1) * each, total) + 1),
        }
        for side in range(sides)
    ]


def _names(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: Name(value) if isinstance(value, str) else value for key, value in values.items()}
