"""A side that does not come, or comes late: what the sheet says before a hand is played."""

import pytest

from matches.rules.sheet import Phase
from matches.rules.sides import Side
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.writer import Writer

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("sides", "option", "score", "winner"),
    [
        (["away"], "target_to_zero", (300, 0), Side.HOME),
        (["home"], "target_to_half", (150, 300), Side.AWAY),
        (["home", "away"], "target_to_zero", (0, 0), None),
    ],
)
def test_a_side_that_does_not_come(
    sides: list[str], option: str, score: tuple[int, int], winner: Side | None
) -> None:
    writer = Writer(seated=False, no_show_score=option)
    writer.put("no_show", {"sides": sides})
    state = writer.state
    assert ((state.totals.home, state.totals.away), state.winner) == (score, winner)
    assert (state.phase, state.ended_how) == (Phase.ENDED, "not_played")


def test_a_no_show_may_count_for_nothing_outside() -> None:
    writer = Writer(seated=False, no_show_counts_in_totals=False)
    writer.put("no_show", {"sides": ["away"]})
    assert (writer.state.counts_outside.home, writer.state.totals.home) == (0, 300)


@pytest.mark.parametrize(("minutes", "expected"), [(3, 0), (5, 10), (12, 20), (20, None)])
def test_whoever_comes_late_gives_points_away_and_at_last_the_partida(
    minutes: int, expected: int | None
) -> None:
    writer = Writer(seated=False, late_arrival=[[5, 10], [10, 20], [20, 20]])
    writer.put("late", {"side": "home", "minutes": minutes})
    if expected is None:
        assert (writer.state.phase, writer.state.winner) == (Phase.ENDED, "away")
    else:
        assert (writer.state.totals.away, writer.state.phase) == (expected, Phase.NAMING)


def test_lateness_alone_never_reaches_the_target() -> None:
    writer = Writer(target=20, seated=False, late_arrival=[[5, 50], [20, 60]])
    writer.put("late", {"side": "home", "minutes": 7})
    assert (writer.state.totals.away, writer.state.phase) == (19, Phase.NAMING)


def test_nobody_is_late_for_what_has_begun() -> None:
    writer = Writer(late_arrival=[[5, 10], [10, 20]])
    writer.play("home", 30)
    with refused("partida_begun"):
        writer.put("late", {"side": "home", "minutes": 7})
    with refused("no_late_ladder"):
        Writer(seated=False).put("late", {"side": "home", "minutes": 7})
