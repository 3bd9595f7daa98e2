"""By which version a competition plays: chosen, proposed, decided, and what speaks against it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from competitions.messages import MESSAGES
from competitions.rules.regulation_changes import (
    Candidate,
    ChangeState,
    Decision,
    Standing,
    check_choice,
    check_decision,
    check_open,
    check_proposal,
    objection,
)
from federation.rules.errors import ConflictError, ForbiddenError, RuleError

TODAY = date(2026, 11, 28)
VERSION = Candidate("domino", TODAY - timedelta(days=60), in_use=False)
PLAYED = Standing("domino", begun=True, next_day=TODAY, ends_on=date(2027, 8, 31), waiting=False)
AHEAD = replace(PLAYED, begun=False)


@pytest.mark.parametrize(
    ("candidate", "standing", "code"),
    [
        (VERSION, replace(PLAYED, ends_on=TODAY - timedelta(days=1)), "season_over"),
        (VERSION, replace(PLAYED, waiting=True), "change_waits"),
        (replace(VERSION, in_use=True), PLAYED, "version_in_use"),
        (replace(VERSION, discipline="pool"), PLAYED, "version_of_another_game"),
        (replace(VERSION, valid_from=TODAY + timedelta(days=1)), PLAYED, "version_not_yet_valid"),
    ],
)
def test_what_speaks_against_a_version_whoever_decides_it(candidate, standing, code):
    found = objection(candidate, standing, TODAY)
    assert found is not None and found.code == code and code in MESSAGES
    for act in (
        lambda: check_choice(candidate, replace(standing, begun=False), TODAY),
        lambda: check_proposal(candidate, standing, TODAY, "Asamblea"),
        lambda: check_decision(Decision.APPROVE, candidate, standing, TODAY, "", own=False),
    ):
        with pytest.raises(RuleError, match=f"^{code}( |$)"):
            act()


@pytest.mark.parametrize("days", [-30, 0, 40])
def test_a_version_must_count_on_the_day_of_the_next_encounter_or_today_when_that_is_past(days):
    standing = replace(PLAYED, next_day=TODAY + timedelta(days=days))
    last = max(standing.next_day, TODAY)
    assert objection(replace(VERSION, valid_from=last), standing, TODAY) is None
    assert objection(replace(VERSION, valid_from=last + timedelta(days=1)), standing, TODAY) is not None


def test_before_the_start_it_is_chosen_and_after_it_proposed_with_a_reason():
    check_choice(VERSION, AHEAD, TODAY)
    check_proposal(VERSION, PLAYED, TODAY, "Asamblea")
    with pytest.raises(ConflictError, match="competition_begun"):
        check_choice(VERSION, PLAYED, TODAY)
    with pytest.raises(ConflictError, match="competition_not_begun"):
        check_proposal(VERSION, AHEAD, TODAY, "Asamblea")
    with pytest.raises(RuleError, match="reason_missing"):
        check_proposal(VERSION, PLAYED, TODAY, "  ")


def test_somebody_else_decides_and_says_why_he_refuses():
    for decision in Decision:
        with pytest.raises(ForbiddenError, match="proposer_decides_not"):
            check_decision(decision, VERSION, PLAYED, TODAY, "No", own=True)
    with pytest.raises(RuleError, match="note_missing"):
        check_decision(Decision.REFUSE, VERSION, PLAYED, TODAY, " ", own=False)
    check_decision(Decision.APPROVE, VERSION, PLAYED, TODAY, "", own=False)
    # What could not be approved any more can still be refused.
    over = replace(PLAYED, ends_on=TODAY - timedelta(days=1))
    check_decision(Decision.REFUSE, VERSION, over, TODAY, "Ya no", own=False)


def test_only_what_waits_is_decided_or_withdrawn():
    check_open(ChangeState.PROPOSED)
    for state in set(ChangeState) - {ChangeState.PROPOSED}:
        with pytest.raises(ConflictError, match="change_decided"):
            check_open(state)
