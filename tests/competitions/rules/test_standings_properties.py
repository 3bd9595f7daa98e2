"""Standings of any season: the same in any order, total, and never against the points."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.standings.criteria import FEWER_FIRST, VALUES
from competitions.rules.standings.facts import Adjustment, Facts, Policy, Withdrawal
from competitions.rules.standings.ordering import Verdict
from competitions.rules.standings.table import standings
from tests.competitions.rules.standings_world import day, facts, terms

NAMES = "ABCDEFGH"
SCORES = ("8-0", "7-1", "6-2", "5-3", "4-4", "3-5", "2-6", "0-8")
CODES = sorted(VALUES)


@st.composite
def seasons(draw: st.DrawFn) -> Facts:
    """A season of up to eight, with deductions and withdrawals."""
    names = NAMES[: draw(st.integers(3, len(NAMES)))]
    pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True).map("".join)
    encounter = st.tuples(pairs, st.sampled_from((*SCORES, "-"))).map(" ".join)
    written = draw(st.lists(encounter, min_size=2, max_size=24))
    left = draw(
        st.dictionaries(
            st.sampled_from(names),
            st.builds(Withdrawal, st.integers(0, 20).map(day), st.sampled_from(Policy)),
            max_size=2,
        )
    )
    cuts = st.builds(
        Adjustment, st.sampled_from(names).map(ord), st.integers(-6, 3), st.integers(0, 20).map(day)
    )
    made = facts(written, left=left)
    known = {each.key for each in made.entrants}
    return replace(
        made, adjustments=tuple(cut for cut in draw(st.lists(cuts, max_size=3)) if cut.entrant in known)
    )


orders = st.lists(st.sampled_from(CODES), min_size=1, max_size=6, unique=True)


@given(seasons(), orders, st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(season, criteria, draw):
    mixed = {}
    for name in ("entrants", "fixtures", "adjustments"):
        rows = list(getattr(season, name))
        draw.shuffle(rows)
        mixed[name] = tuple(rows)

    one, other = (standings(each, terms(*criteria)) for each in (season, replace(season, **mixed)))

    assert one.rows == other.rows
    assert one.steps == other.steps


@given(seasons(), orders)
def test_everybody_has_a_place_of_its_own(season, criteria):
    made = standings(season, terms(*criteria))
    places = [row.place for row in made.rows if row.place is not None]

    assert places == list(range(1, len(places) + 1))
    assert sorted(row.key for row in made.rows) == sorted(each.key for each in season.entrants)
    assert {row.key for row in made.rows if row.place is None} == set(made.struck_out)
    assert len(places) < 2 or all(row.decided_by for row in made.rows if row.place)


@given(seasons(), orders)
def test_with_points_first_nobody_with_fewer_is_above(season, criteria):
    made = standings(season, terms("pts", *(code for code in criteria if code != "pts")))
    points = [row.totals.points for row in made.rows if row.place is not None]

    assert points == sorted(points, reverse=True)


@given(seasons(), orders)
def test_each_step_orders_its_group_by_its_values(season, criteria):
    made = standings(season, terms(*criteria))
    places = {row.key: row.place for row in made.rows}
    for step in made.steps:
        if step.verdict is not Verdict.DECIDED:
            assert step.groups == (step.level,)
            continue
        sign = 1 if step.criterion in FEWER_FIRST else -1
        ordered = sorted(step.level, key=places.__getitem__)
        assert [sign * step.values[key] for key in ordered] == sorted(
            sign * each for each in step.values.values()
        )
        assert sorted(key for group in step.groups for key in group) == sorted(step.level)


@given(seasons())
def test_what_is_won_is_lost_by_somebody(season):
    made = standings(replace(season, adjustments=()), terms())
    rows = [row.totals for row in made.rows]
    gone = sum(each.withdrawal is not None for each in season.entrants)

    assert sum(row.partidas_for for row in rows) == sum(row.partidas_against for row in rows)
    # Two that left lose both what they should have played against each other.
    assert gone > 1 or sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)
