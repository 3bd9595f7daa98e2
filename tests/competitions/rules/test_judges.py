"""Whom an encounter's judge may be, and what is told about him."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.judges import REFUSED, Absence, JudgeFacts, Remark, remarks

DAY = date(2026, 11, 14)
days = st.integers(-20, 20).map(lambda n: DAY + timedelta(days=n))
absences = st.tuples(days, st.integers(0, 10)).map(
    lambda pair: Absence(pair[0], pair[0] + timedelta(pair[1]))
)


def test_an_absent_judge_is_refused_and_the_rest_is_told():
    away = Absence(DAY - timedelta(days=1), DAY)
    assert remarks(JudgeFacts(), DAY, [1, 2]) == []
    assert remarks(JudgeFacts((away,)), DAY, [1, 2]) == [Remark.ABSENT]
    assert remarks(JudgeFacts((away,)), DAY + timedelta(days=1), [1, 2]) == []
    facts = JudgeFacts((away,), frozenset({2, 9}), frozenset({DAY}))
    assert remarks(facts, DAY, [1, 2]) == [Remark.ABSENT, Remark.OWN_CLUB, Remark.SAME_DAY]
    assert {Remark.ABSENT} == REFUSED


@given(st.lists(absences, max_size=5), days)
def test_he_is_absent_exactly_on_the_days_of_his_absences(away, day):
    counted = {each.starts_on + timedelta(n) for each in away
               for n in range((each.ends_on - each.starts_on).days + 1)}  # fmt: skip
    assert (Remark.ABSENT in remarks(JudgeFacts(tuple(away)), day, [])) == (day in counted)


@given(absences, absences)
def test_two_absences_meet_when_some_day_is_in_both(one, other):
    both = any(one.holds(DAY + timedelta(n)) and other.holds(DAY + timedelta(n)) for n in range(-20, 40))
    assert one.meets(other) == other.meets(one) == both
