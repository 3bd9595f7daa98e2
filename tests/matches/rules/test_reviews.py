"""What a committee must say of a sealed acta, and what follows from it."""

from dataclasses import replace

import pytest

from matches.rules.reviews import (
    ABOUT_A_HAND,
    ABOUT_A_SHEET,
    PLAYED_AGAIN,
    Finding,
    Subject,
    Way,
    check_finding,
    way_of,
)
from matches.rules.sheet_event_entries import RulingKind
from tests.matches.rules.test_sheet import refused

WHOLE = Finding(Subject.VOID_HAND, "Pasó en falso.", "R 3/2026", partida=1, hand=2, text="Consta.", person=7)


@pytest.mark.parametrize("subject", Subject)
def test_a_decision_that_says_everything_may_be_taken(subject: Subject) -> None:
    check_finding(replace(WHOLE, subject=subject))


@pytest.mark.parametrize("subject", Subject)
@pytest.mark.parametrize(
    ("changes", "code", "asked_of"),
    [
        ({"reason": " \n"}, "reason_needed", frozenset(Subject)),
        ({"reason": "x" * 1001}, "reason_long", frozenset(Subject)),
        ({"decision": "x" * 201}, "decision_long", frozenset(Subject)),
        ({"partida": None}, "review_partida_needed", ABOUT_A_SHEET),
        ({"hand": None}, "review_hand_needed", ABOUT_A_HAND),
        ({"text": " "}, "review_text_needed", {Subject.NOTE}),
        ({"person": None}, "review_person_needed", {Subject.NAME}),
    ],
)
def test_each_decision_asks_for_what_it_is_about(subject: Subject, changes, code, asked_of) -> None:
    told = replace(WHOLE, subject=subject, **changes)
    if subject not in asked_of:
        check_finding(told)
        return
    with refused(code):
        check_finding(told)


@pytest.mark.parametrize("subject", Subject)
def test_nobody_is_called_back_to_a_table_for_nothing(subject: Subject) -> None:
    assert way_of(subject, left_to_play=True) is Way.REOPEN
    if subject in PLAYED_AGAIN:
        with refused("replay_changes_nothing"):
            way_of(subject, left_to_play=False)
    else:
        assert way_of(subject, left_to_play=False) is Way.CORRECT


def test_each_ruling_of_the_sheet_can_be_decided_here() -> None:
    assert {replace(WHOLE, subject=each).ruling for each in ABOUT_A_SHEET} == set(RulingKind)
    assert {replace(WHOLE, subject=each).ruling for each in (Subject.NOTE, Subject.NAME)} == {None}
