"""Who may enter a competition, and what its format must be."""

from __future__ import annotations

import pytest

from competitions.rules.entries import Candidate, check_entering, check_format, check_sides
from federation.rules.errors import RuleError

ANA, LUIS = Candidate(1, "Ana", licensed=True), Candidate(2, "Luis", licensed=True)


@pytest.mark.parametrize(
    ("entrants", "people", "entered", "code", "field"),
    [
        ("pairs", [ANA], (), "other_entrants", None),
        ("players", [ANA, LUIS], (), "other_entrants", None),
        ("teams", [ANA, LUIS], (), "other_entrants", None),
        ("pairs", [ANA, ANA], (), "same_person_twice", "partner"),
        ("pairs", [ANA, Candidate(2, "Luis", licensed=False)], (), "entry_needs_licence", "partner"),
        ("players", [Candidate(1, "Ana", licensed=False)], (), "entry_needs_licence", "player"),
        ("pairs", [ANA, LUIS], (2,), "entered_already", "partner"),
    ],
)
def test_who_may_not_enter(entrants, people, entered, code, field) -> None:
    with pytest.raises(RuleError) as refused:
        check_entering(entrants, people, entered)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_two_with_licences_enter_as_a_pair_and_one_as_a_player() -> None:
    check_entering("pairs", [ANA, LUIS], (3,))
    check_entering("players", [ANA], (2,))


@pytest.mark.parametrize(
    ("entrants", "discipline", "boards", "fits"),
    [
        ("pairs", "domino", [("domino", 2)], True),
        ("players", "pool", [("pool", 1)], True),
        ("pairs", "pool", [("pool", 2)], True),
        ("pairs", "domino", [("domino", 2), ("domino", 2)], False),
        ("players", "pool", [("pool", 2)], False),
        ("pairs", "domino", [("pool", 2)], False),
        ("teams", "domino", [("domino", 2)] * 4, True),
    ],
)
def test_pairs_and_players_meet_at_one_board(entrants, discipline, boards, fits) -> None:
    if fits:
        check_format(entrants, discipline, boards)
        return
    with pytest.raises(RuleError, match="format_of_other_entrants"):
        check_format(entrants, discipline, boards)


def test_nobody_sits_on_both_sides() -> None:
    check_sides([1, 2], [3, 4])
    with pytest.raises(RuleError, match="same_person_twice"):
        check_sides([1, 2], [2, 3])
