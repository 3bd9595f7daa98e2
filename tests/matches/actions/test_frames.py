"""8-ball at a table: pen, lag, frames, approvals, disputes, retractions, and who may what."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import frame_approvals, frames, pins, sheets
from matches.actions.frames import Break, Place
from matches.models import Board, Incident
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import Agreed, EightOnBreak, FrameFigures, Legality
from matches.rules.pool.frames import FramePhase
from matches.rules.pool.shots import Choice
from matches.rules.sides import Side
from tests.factories import pool, world

pytestmark = pytest.mark.django_db


def _play(*specs, **kwargs):
    return world.playing(specs=specs or (pool.singles(1),), bench=1, **kwargs)


def _who(each, side: Side, phone, index: int = 0):
    person = each.person(side, index)
    return pins.verify_pin(person_id=person.pk, pin=each.pin(person.pk), device=phone.device)


def test_a_race_is_played_from_the_lag_to_its_last_frame():
    each = _play()
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.lag(each, partida, phone, Side.HOME, Side.AWAY)
    assert pool.state(each, partida).next_breaker is Side.AWAY
    pool.play(each, partida, phone, Side.HOME)
    pool.play(each, partida, phone, Side.AWAY, Ending.LOSS_D)
    now = pool.state(each, partida)
    assert (now.frames_won[Side.HOME], now.frames_won[Side.AWAY]) == (1, 1)
    # In a team competition the decider needs no lag (`team_decider_lag` off): they alternate.
    assert (now.phase, now.next_breaker) == (FramePhase.PLAYING, Side.AWAY)
    pool.play(each, partida, phone, Side.AWAY)
    now = pool.state(each, partida)
    assert (now.phase, now.winner) == (FramePhase.ENDED, Side.AWAY)
    assert pool.view(each, partida).state.is_over
