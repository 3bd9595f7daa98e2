"""The bench's own arithmetic: ratios to a floor on both sides, noise, verdicts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.load import ratios
from tests.load.figures import HEAD, Figure, table, told
from tests.load.ratios import Spread
from tests.load.steps import Step

SPEEDS = st.lists(st.floats(1, 1000), min_size=1, max_size=8)


@given(SPEEDS, st.floats(0.1, 10))
def test_a_thing_that_is_always_k_times_its_floor_is_told_so(floor: list[float], k: float) -> None:
    floor = [*floor, floor[-1]]
    sides = [(before + after) / 2 for before, after in pairwise(floor)]
    found = ratios.against([k * each for each in sides], floor)
    assert found.least == pytest.approx(k)
    assert found.most == pytest.approx(k)


def test_a_floor_stands_on_both_sides() -> None:
    with pytest.raises(ValueError, match="before and after"):
        ratios.against([1.0, 2.0], [1.0, 2.0])


@given(st.floats(1, 1000), st.integers(2, 9))
def test_a_quiet_floor_has_no_noise(speed: float, times: int) -> None:
    assert ratios.noise([speed] * times) == Spread(1, 1, 1)


@pytest.mark.parametrize(
    ("middle", "aim", "at_least", "verdict"),
    [
        (0.6, 0.5, True, "reached"),
        (0.4, 0.5, True, "MISSED"),
        (0.6, 0.55, False, "MISSED"),
        (9, None, True, ""),
    ],
)
def test_a_figure_says_whether_its_aim_is_reached(
    *,
    middle: float,
    aim: float | None,
    at_least: bool,
    verdict: str,
) -> None:
    figure = Figure("mano", "suelo", Spread(middle, middle, middle), aim, at_least=at_least)
    assert figure.verdict == verdict
    assert len(figure.line()) == len(HEAD)


def test_everything_is_told_in_columns() -> None:
    figure = Figure("hand", "insert", Spread(0.5, 0.4, 0.6), 0.5)
    text = told([figure], {"propose": [Step("replay", 1, 2.0, 3.0)]}, {"kB": 52.9})
    assert "0.50 (0.40–0.60)" in text
    assert "replay" in text
    assert "52.9" in text
    assert table([["a", "b"], ["long", "c"]]).splitlines()[0] == "a     b"
