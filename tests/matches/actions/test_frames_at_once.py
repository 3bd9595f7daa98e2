"""Two at one pool table at the same moment, with real connections."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, RuleError
from matches.actions import frame_approvals, frames, pins
from matches.actions.frames import Place
from matches.models import SheetEntry
from matches.queries import frame_people
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import FrameFigures
from matches.rules.pool.frames import FramePhase
from matches.rules.sides import Side
from tests.factories import pool, world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def at_table():
    each = world.playing(specs=(pool.singles(1),), bench=1)
    phone = world.phone(each)
    pool.take_pen(each, each.partida(), phone)
    pool.lag(each, each.partida(), phone)
    return each, phone


def refusals(found) -> list[str]:
    return [result.code for result in found if isinstance(result, ConflictError | RuleError)]


def test_two_write_the_same_frame(run_together) -> None:
    each, phone = at_table()

    def write(side: Side):
        return lambda: frames.write_frame(
            partida_id=each.partida().pk,
            at=Place(1, 1),
            figures=FrameFigures(Ending.EIGHT, side, False),
            by=world.again(phone),
        )

    found = run_together(write(Side.HOME), write(Side.AWAY))

    assert refusals(found) == ["frame_already_written"]
    assert SheetEntry.objects.filter(partida=each.partida(), kind="frame").count() == 1


def test_a_frame_is_approved_once(run_together) -> None:
    each, phone = at_table()
    pool.write(each, each.partida(), phone, Side.HOME)
    awaited = frame_people.approvers(each.encounter, pool.view(each, each.partida()))
    person = int(awaited[Side.AWAY][0])
    who = pins.verify_pin(person_id=person, pin=each.pin(person), device=phone.device)

    def approve() -> object:
        return frame_approvals.approve_frame(
            partida_id=each.partida().pk, at=Place(1, 1), who=who, by=world.again(phone)
        )

    found = run_together(approve, approve)

    assert len(refusals(found)) == 1
    assert SheetEntry.objects.filter(partida=each.partida(), kind="approval").count() == 1
    now = pool.state(each, each.partida())
    assert (now.phase, now.frames_won[Side.HOME]) == (FramePhase.PLAYING, 1)
