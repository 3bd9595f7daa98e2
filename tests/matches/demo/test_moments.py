"""The demonstration's clock and its tables that play at the same time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from matches.demo.moments import Acts, Moments, at_once, in_turn

NINE = datetime(2026, 11, 30, 21, tzinfo=UTC)


def _table(name: str, pauses: list[float], told: list[tuple[str, datetime]], moments: Moments) -> Acts:
    for pause in pauses:
        told.append((name, moments.at))
        yield pause
    told.append((name, moments.at))


def _after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def test_each_table_keeps_its_own_pace_and_all_acts_come_in_order() -> None:
    moments, told = Moments(NINE), []
    at_once(moments, [_table("a", [10, 50], told, moments), _table("b", [25, 10], told, moments)])
    assert told == [
        ("a", _after(0)),
        ("b", _after(0)),
        ("a", _after(10)),
        ("b", _after(25)),
        ("b", _after(35)),
        ("a", _after(60)),
    ]
    assert moments.at == _after(60)


def test_without_a_clock_to_set_one_table_comes_after_the_other() -> None:
    moments, told = Moments(NINE), []
    in_turn([_table("a", [10], told, moments), _table("b", [25], told, moments)])
    assert [name for name, _at in told] == ["a", "a", "b", "b"]
    assert moments.at == NINE


def test_the_hands_never_go_back() -> None:
    moments = Moments(NINE)
    with pytest.raises(ValueError, match="back"):
        moments.turn_to(_after(-1))


def test_an_office_takes_its_time() -> None:
    moments = Moments(NINE, pace=2)
    assert [moments(), moments()] == [_after(2), _after(4)]
