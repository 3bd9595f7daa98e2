"""What a club proposes for a squad, as a rule."""

from __future__ import annotations

from datetime import date

import pytest

from competitions.rules.squad_proposals import NOBODY, Proposal, check_proposal, read_proposal
from federation.rules.errors import RuleError

DAY, SEASON = date(2026, 11, 14), (date(2026, 9, 1), date(2027, 8, 31))


@pytest.mark.parametrize(
    ("proposal", "code", "field"),
    [
        (Proposal(DAY), "squad_proposal_empty", None),
        (Proposal(date(2026, 8, 31), joins=(9,)), "squad_outside_season", "day"),
        (Proposal(date(2027, 9, 1), joins=(9,)), "squad_outside_season", "day"),
        (Proposal(DAY, captain=9), "not_in_proposal", "captain"),
        (Proposal(DAY, leaves=(1,), captain=1), "not_in_proposal", "captain"),
        (Proposal(DAY, vice_captain=9), "not_in_proposal", "vice_captain"),
        (Proposal(DAY, captain=1, vice_captain=1), "captain_twice", "vice_captain"),
    ],
)
def test_what_cannot_be_proposed(proposal: Proposal, code: str, field: str | None) -> None:
    with pytest.raises(RuleError, check=lambda found: (found.code, found.field) == (code, field)):
        check_proposal(proposal, {1, 2}, SEASON)


@pytest.mark.parametrize(
    "proposal",
    [
        Proposal(DAY, joins=(9,), captain=9, vice_captain=1),
        Proposal(DAY, leaves=(1,)),
        Proposal(DAY, vice_captain=NOBODY),
    ],
)
def test_what_is_proposed_is_read_again(proposal: Proposal) -> None:
    check_proposal(proposal, {1, 2}, SEASON)
    assert read_proposal(proposal.as_json(), {}) == proposal


def test_merged_records_stand_for_those_that_stay() -> None:
    sent = Proposal(DAY, joins=(9, 8), leaves=(7,), captain=9, vice_captain=NOBODY)
    assert read_proposal(sent.as_json(), {9: 8, 7: 6}) == Proposal(
        DAY, joins=(8,), leaves=(6,), captain=8, vice_captain=NOBODY
    )
    assert read_proposal({}, {}) is None
    assert sent.as_json()["people"] == [7, 8, 9]
