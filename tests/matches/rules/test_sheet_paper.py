"""A partida that is typed in from its Hoja of paper, in the fold."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, RuleError
from matches.rules.sheet import HandState, replay
from tests.matches.rules.writer import AWAY, HOME, Writer

PHOTO = {"photo": "ab" * 32, "judge": "9", "captains": []}


def approve(writer: Writer, hand: int, person: str = "3") -> None:
    writer.put("approval", {"how": "paper", "person": person}, hand, 1)


@pytest.mark.parametrize("done_by", ["players", "judge"])
def test_the_signatures_on_it_approve_for_all_who_are_named(done_by: str) -> None:
    writer = Writer(done_by=done_by)
    writer.put("paper", PHOTO)
    writer.propose("home", 40)
    approve(writer, 1)
    assert writer.state.hands[0].state is HandState.APPROVED
    assert writer.state.totals.home == 40
    again = replay(writer.state.terms, {"home": HOME, "away": AWAY}, writer.entries)
    assert (again.totals, again.facts.paper) == (writer.state.totals, PHOTO["photo"])


def test_nothing_is_approved_by_a_paper_that_nobody_has_seen() -> None:
    writer = Writer()
    writer.propose("home", 40)
    with pytest.raises(RuleError, match="approval_mode_not_allowed"):
        approve(writer, 1)
    assert writer.state.totals.home == 0


def test_there_is_one_paper_opened_by_the_judge_or_both_captains() -> None:
    writer = Writer()
    for data, code in (
        ({**PHOTO, "judge": None, "captains": ["1"]}, "paper_needs_both"),
        ({**PHOTO, "judge": None, "captains": ["1", "1"]}, "paper_needs_both"),
        ({**PHOTO, "photo": "AB" * 32}, "malformed_entry"),
        ({**PHOTO, "photo": "ab" * 31}, "malformed_entry"),
        ({}, "malformed_entry"),
    ):
        with pytest.raises(RuleError, match=code):
            writer.put("paper", data)
    writer.put("paper", {**PHOTO, "judge": None, "captains": ["1", "3"]})
    with pytest.raises(ConflictError, match="on_paper_already"):
        writer.put("paper", PHOTO)


def test_a_partida_that_is_over_or_suspended_takes_none() -> None:
    over = Writer(target=40)
    over.propose("home", 40)
    over.approve("3")
    with pytest.raises(RuleError, match="partida_over"):
        over.put("paper", PHOTO)
    waiting = Writer()
    waiting.put("suspension", {"reason": "apagón"})
    with pytest.raises(RuleError, match="partida_suspended"):
        waiting.put("paper", PHOTO)
