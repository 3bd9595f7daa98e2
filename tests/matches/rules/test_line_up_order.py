"""The order in which line-ups are locked, what each captain sees, and when it is late."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import ConflictError
from federation.rules.parameters import CATALOGUE, resolve
from matches.rules.line_up_order import (
    LineUpMode,
    LockOrder,
    check_lock,
    is_late,
    lock_due,
    seen_of_rival,
    waits_for_rival,
)
from matches.rules.sides import Side

HOME, AWAY = Side.HOME, Side.AWAY
MODES = list(LineUpMode)


def lock(order: LockOrder, side: Side) -> LockOrder:
    """After a side has locked what it locks next."""
    check_lock(order, side)
    done = {"home": order.home, "away": order.away, side.value: order.next_block(side)}
    return LockOrder(order.mode, order.blocks, **done)


def refused(order: LockOrder, side: Side) -> str:
    with pytest.raises(ConflictError) as caught:
        check_lock(order, side)
    return caught.value.code


def test_each_option_of_the_regulation_has_its_mode() -> None:
    assert set(CATALOGUE["line_up_mode"].options) == {mode.value for mode in LineUpMode}


@pytest.mark.parametrize("mode", [LineUpMode.BLIND, LineUpMode.OPEN])
@pytest.mark.parametrize("first", list(Side))
def test_nobody_waits_for_the_other(mode: LineUpMode, first: Side) -> None:
    order = lock(LockOrder(mode, 2), first)
    assert order.is_locked(first)
    assert refused(order, first) == "line_up_locked"
    assert lock(order, first.other).is_locked(first.other)


def test_blind_line_ups_are_seen_together() -> None:
    one = lock(LockOrder(LineUpMode.BLIND, 2), HOME)
    assert [seen_of_rival(one, side) for side in Side] == [0, 0]
    both = lock(one, AWAY)
    assert [seen_of_rival(both, side) for side in Side] == [2, 2]


def test_open_ones_as_each_is_locked() -> None:
    one = lock(LockOrder(LineUpMode.OPEN, 2), AWAY)
    assert (seen_of_rival(one, HOME), seen_of_rival(one, AWAY)) == (2, 0)


@pytest.mark.parametrize("blocks", [1, 3])
def test_the_home_captain_first_and_the_away_captain_sees_it(blocks: int) -> None:
    order = LockOrder(LineUpMode.HOME_FIRST, blocks)
    assert refused(order, AWAY) == "rival_locks_first"
    order = lock(order, HOME)
    assert (seen_of_rival(order, AWAY), seen_of_rival(order, HOME)) == (blocks, 0)
    order = lock(order, AWAY)
    assert seen_of_rival(order, HOME) == blocks


def test_block_by_block_the_first_changes() -> None:
    order, acts = LockOrder(LineUpMode.ALTERNATE, 3), []
    while not (order.is_locked(HOME) and order.is_locked(AWAY)):
        may = [side for side in Side if not waits_for_rival(order, side) and not order.is_locked(side)]
        assert len(may) == 1, "one captain at a time"
        acts.append(f"{may[0].value}{order.next_block(may[0])}")
        order = lock(order, may[0])
        assert seen_of_rival(order, may[0].other) == order.locked(may[0])
    assert acts == ["home1", "away1", "away2", "home2", "home3", "away3"]


@given(st.sampled_from(MODES), st.integers(1, 6), st.lists(st.sampled_from(list(Side)), max_size=30))
def test_both_are_locked_in_the_end_and_nothing_is_seen_too_early(mode, blocks, wishes) -> None:
    order = LockOrder(mode, blocks)
    for side in [*wishes, *([HOME, AWAY] * 2 * blocks)]:
        try:
            order = lock(order, side)
        except ConflictError:
            continue
        for one in Side:
            assert seen_of_rival(order, one) <= order.locked(one.other)
            if mode is LineUpMode.BLIND and not order.is_locked(one):
                assert seen_of_rival(order, one) == 0
    assert order.is_locked(HOME) and order.is_locked(AWAY)
    assert [seen_of_rival(order, side) for side in Side] == [blocks, blocks]


def test_until_when_and_who_is_late() -> None:
    hour = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
    assert lock_due(hour, resolve({})) is None
    due = lock_due(hour, resolve({"line_up_lock_minutes": 30}))
    assert due == hour - timedelta(minutes=30)
    assert not is_late(due, hour - timedelta(minutes=30))
    assert is_late(due, hour - timedelta(minutes=29))
    assert not is_late(None, hour + timedelta(days=9))
