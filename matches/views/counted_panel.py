"""The panel of a hand that is written by what each player has left (`hand_entry`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from federation.rules.errors import RuleError
from matches.forms.counted import TILES, CountedForm
from matches.rules.domino.hands import HandEnding
from matches.rules.tiles import FULL_SET
from matches.views import panels, play_panels
from matches.views import table_words as words
from matches.views.panels import Panel
from matches.views.table import Table

Data = Mapping[str, Any] | None


@dataclass(frozen=True)
class Tile:
    """One tile of the board of 28."""

    figures: str
    high: int
    low: int


@dataclass(frozen=True)
class Hand:
    """What one player has left: his seat, and the field."""

    person: str
    letter: str
    name: str
    field: Any


BOARD = tuple(Tile(f"{tile.high}{tile.low}", tile.high, tile.low) for tile in FULL_SET)


def counted_form(table: Table, data: Data = None) -> CountedForm:
    """The form of the mode that the regulation asks for, the four in the order of their seats."""
    state = table.sheet
    seats = state.seats or ()
    return CountedForm(
        data,
        mode=str(state.terms.parameters["hand_entry"]),
        players=[(person, table.names.short(person)) for person in seats],
        sides=state.sides,
        parameters=state.terms.parameters,
        initial={"ending": HandEnding.DOMINO.value},
    )


def entry(table: Table, form: CountedForm | None = None, error: RuleError | None = None) -> Panel:
    """Writing the next hand by what is left."""
    code = error.code if error else ""
    form = form or counted_form(table)
    state = table.sheet
    return panels.panel_of(
        table,
        "counted",
        form,
        url=table.url_of("propose_counted"),
        hand=state.next_hand,
        revision=state.next_revision,
        hands=[
            Hand(person, str(words.LETTERS[seat]), table.names.given(person), form[f"left_{person}"])
            for seat, person in enumerate(state.seats or ())
        ],
        board=BOARD if form.mode == TILES else (),
        sides=play_panels.sides(table),
        asks_side=bool(form.errors.get("side")) or state.terms.parameters["block_winner"] == "asked",
        asks_reason=code in NEEDS_REASON or bool(form.data.get("reason")),
        doubtful=error.data.get("points") if error and code == "doubtful_points" else None,
        counted=form.counted,
        **play_panels.undo(table),
    )


NEEDS_REASON = (*play_panels.NEEDS_REASON, "block_number_not_closed", "domino_line_impossible")
