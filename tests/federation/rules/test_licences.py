"""The way of a licence, and what its dates add."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules import licences as rules
from federation.rules.errors import ConflictError, RuleError
from federation.rules.licences import LicenceAct, NotRenewed

pytestmark = pytest.mark.pure
STATES = ("requested", "granted", "suspended", "withdrawn", "refused")
DAYS = st.dates(date(2020, 1, 1), date(2030, 1, 1))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("act", LicenceAct)
def test_only_the_ways_that_are_drawn(state: str, act: LicenceAct) -> None:
    if act in rules.acts_open(state):
        assert rules.next_state(state, act, "Porque sí.") in STATES
    else:
        with pytest.raises(ConflictError, match="licence_moved_on"):
            rules.next_state(state, act, "Porque sí.")


def test_what_has_ended_stays_ended() -> None:
    assert rules.acts_open("withdrawn") == rules.acts_open("refused") == ()


@pytest.mark.parametrize("act", [LicenceAct.REFUSE, LicenceAct.SUSPEND, LicenceAct.WITHDRAW])
def test_taking_away_says_why(act: LicenceAct) -> None:
    state = "requested" if act is LicenceAct.REFUSE else "granted"
    with pytest.raises(RuleError, match="reason_missing"):
        rules.next_state(state, act, "  ")


@given(state=st.sampled_from(STATES), begin=DAYS, length=st.integers(0, 400), day=DAYS)
def test_a_licence_holds_exactly_between_its_days(state: str, begin: date, length: int, day: date) -> None:
    end = begin + timedelta(days=length)
    holds = rules.standing(state, begin, end, day) == "granted"
    assert holds == (state == "granted" and begin <= day <= end)


@given(begin=DAYS, end=DAYS, first=DAYS, last=DAYS)
def test_dates_pass_within_the_season_alone(begin: date, end: date, first: date, last: date) -> None:
    if first <= begin <= end <= last:
        rules.check_dates(begin, end, first, last)
    else:
        with pytest.raises(RuleError, match=r"dates_reversed|licence_outside_season"):
            rules.check_dates(begin, end, first, last)


def test_the_first_reason_is_told() -> None:
    good = {
        "state": "granted",
        "has_one": False,
        "club_active": True,
        "erased": False,
        "merged": False,
        "lacks_guardian": False,
    }
    assert rules.not_renewed(**good) is None  # type: ignore[arg-type]
    bad = {
        "erased": (True, NotRenewed.ERASED),
        "merged": (True, NotRenewed.MERGED),
        "has_one": (True, NotRenewed.HAS_ONE),
        "state": ("suspended", NotRenewed.NOT_GRANTED),
        "club_active": (False, NotRenewed.CLUB_INACTIVE),
        "lacks_guardian": (True, NotRenewed.NO_GUARDIAN),
    }
    for name, (value, reason) in bad.items():
        assert rules.not_renewed(**{**good, name: value}) is reason  # type: ignore[arg-type]


@given(width=st.integers(1, 10), counter=st.integers(0, 10**10 - 1))
def test_numbers_keep_their_counter(width: int, counter: int) -> None:
    number = rules.number_of("J", width, counter)
    assert int(number[1:]) == counter
    assert len(number) >= width + 1
