"""The back of a Hoja: every article, and always what the regulation in force says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from federation.rules.parameters import CATALOGUE, defaults, resolve
from matches.paper.remedies import remedies
from matches.paper.sheets import rows_for, sides_of

# What a table must know to go on playing; the rest is a matter of the screen, the judge or the committee.
SHOWN = (
    "absence_without_judge",
    "block_winner",
    "dropped_tile_annulled_lead",
    "dropped_tile_while_taking",
    "dropped_tiles_note_from",
    "false_pass_request_until",
    "false_pass_rivals_led",
    "false_thinking_equal_ends",
    "false_thinking_request_until",
    "justified_absence_without_substitute",
    "points_over_target",
    "seat_draw_tie",
    "seat_draw_value",
    "second_partida_leader",
    "tied_block",
)
TIMED = {"time_limit_minutes": 60, "time_warning_minutes": 5}


def said(parameters: dict[str, Any], *, target: int = 300, second: str = "swap") -> str:
    found = remedies(resolve(parameters), target=target, second_seats=second)
    return "\n".join(f"{each.article} {each.title} {each.text}" for each in found)


def test_every_article_of_play_is_there() -> None:
    found = remedies(defaults(), target=300, second_seats="swap")
    numbers = {int(part) for each in found for part in re.findall(r"^\d+|(?<= )\d+", each.article)}
    assert numbers == set(range(6, 21))


@pytest.mark.parametrize("name", SHOWN)
def test_each_reading_of_the_regulation_has_its_own_words(name: str) -> None:
    options = CATALOGUE[name].options
    assert len({said({name: option}) for option in options}) == len(options) > 1


def test_the_figures_are_those_of_the_regulation() -> None:
    text = said({"comment_seconds": 45, **TIMED}, target=217)
    assert "45 segundos" in text
    assert text.count("217") == 2
    assert "Con 60 minutos" in text
    assert "minutos:" not in said({})
    for name, options in (
        ("time_limit_ending", ("finish_hand", "finish_hand_plus_one")),
        ("time_level", ("drawn", "extra_hand")),
    ):
        assert len({said({**TIMED, name: option}) for option in options}) == 2
    assert len({said({}, second=seats) for seats in ("swap", "keep", "draw")}) == 3


def test_it_is_marked_what_goes_to_the_acta_and_nothing_else() -> None:
    marked = {
        each.title for each in remedies(defaults(), target=300, second_seats="swap") if each.goes_to_acta
    }
    assert {"Pensada en falso", "Interrupción", "Abandono", "Lo no previsto"} <= marked
    # Art. 9 and 16 do not ask for it, and of dropped tiles only from the ordinal that the text gives.
    assert not {"Objetos", "Pase en falso", "Fichas caídas"} & marked


def test_the_english_is_complete() -> None:
    with translation.override("en"):
        text = said(TIMED)
    assert "False pass The other pair may ask to annul the hand" in text
    assert not re.search(r"[áéíóúñ¿]", text)


@pytest.mark.parametrize(
    ("target", "rows", "sides"), [(20, 10, 1), (200, 12, 1), (300, 18, 1), (301, 18, 1), (1000, 59, 4)]
)
def test_there_is_room_for_the_points(target: int, rows: int, sides: int) -> None:
    assert (rows_for(target), sides_of(target)) == (rows, sides)
