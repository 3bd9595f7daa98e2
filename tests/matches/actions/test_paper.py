"""A partida played on paper: its photo kept once, hands approved by the signatures, the acta saying so."""

from __future__ import annotations

import hashlib
import json
from zoneinfo import ZoneInfo

import pytest

from federation.models import AuditEntry
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.acta.people import People
from matches.acta.recompute import recompute, replayed
from matches.acta.sheets import board_sheets
from matches.actions import encounter_day, paper, sheets, tables
from matches.actions.pins import Identified
from matches.models import PaperSheet, SheetEntry
from matches.queries import actas
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import HandState
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = pytest.mark.django_db
JPEG = b"\xff\xd8\xff una Hoja"
DIGEST = hashlib.sha256(JPEG).hexdigest()


def open_(each: world.World, by: world.Actor, rival: Identified | None = None, number: int = 1) -> PaperSheet:
    return paper.open_paper(partida_id=each.partida(1, number).pk, jpeg=JPEG, rival=rival, by=by)


def sit(each: world.World, by: world.Actor, number: int = 1) -> None:
    """The judge writes down who sits where, with his own pen."""
    partida = each.partida(1, number)
    now = at_table.state(each, partida)
    home, away = (now.sides[side] for side in Side)
    sheets.name_officials(
        partida_id=partida.pk,
        scorer=int(home[0]),
        counter=int(away[0]),
        done_by=DoneBy.JUDGE,
        identified=[],
        by=world.again(by),
    )
    who = Identified(person_id=by.person_id or 0, how="own_account", device=by.device)
    tables.take_pen(partida_id=partida.pk, who=who, by=world.again(by))
    if number > 1:
        sheets.confirm_seats(partida_id=partida.pk, answer="", reason="", by=world.again(by))
        return
    drawn = dict(zip(map(int, (home[0], away[0], away[1], home[1])), at_table.TILES, strict=True))
    sheets.record_draw(partida_id=partida.pk, tiles=drawn, by=world.again(by))
    sheets.choose_seat(partida_id=partida.pk, seat=0, by=world.again(by))


def hand(each: world.World, by: world.Actor, points: int, side: Side, number: int = 1) -> None:
    partida = each.partida(1, number)
    now = at_table.state(each, partida)
    sheets.propose_hand(
        partida_id=partida.pk,
        hand=now.next_hand or 0,
        revision=now.next_revision or 0,
        side=side,
        points=points,
        ending=HandEnding.DOMINO,
        reason="",
        confirmed=True,
        by=world.again(by),
    )


def test_the_judge_types_a_whole_partida_in_and_the_acta_says_so() -> None:
    each = world.playing(parameters={"target_points": 60})
    judge = each.director()
    for number in (1, 2):
        kept = open_(each, world.again(judge), number=number)
        sit(each, judge, number)
        for points, side in ((40, Side.HOME), (30, Side.AWAY), (25, Side.HOME)):
            hand(each, judge, points, side, number)
    assert bytes(kept.jpeg) == JPEG
    assert (kept.sha256, kept.by) == (DIGEST, each.judge)

    # One tap is one hand and the approval of all who have signed the paper.
    how = SheetEntry.objects.filter(kind="approval").values_list("data__how", flat=True)
    assert list(how) == ["paper"] * 6
    assert {row.state for row in at_table.state(each, each.partida()).hands} == {HandState.APPROVED}
    written = AuditEntry.objects.filter(verb="sheet.paper")
    assert written.count() == 2

    encounter_day.close(encounter_id=each.encounter.pk, by=world.again(judge))
    each.reload()
    found = actas.current_content(each.encounter)
    assert found is not None
    content = json.loads(found.content)
    assert recompute(content) == []
    assert content["boards"][0]["partidas"][0]["result"]["home"] == 65
    zone = ZoneInfo("Europe/Madrid")
    told = str(board_sheets(content["boards"][0], replayed(content)[0].states, People(content), zone))
    assert f"Foto de la Hoja, SHA-256: {DIGEST}." in told
    assert "La pasa Amparo Giner, juez árbitro." in told
    assert "por firma en la Hoja de papel" in told

    # What no photo stands behind is no approval: the sheet cannot be replayed any more.
    entries = content["boards"][0]["partidas"][0]["entries"]
    content["boards"][0]["partidas"][0]["entries"] = [each for each in entries if each["kind"] != "paper"]
    (difference,) = recompute(content)
    assert "cannot be replayed (approval_mode_not_allowed" in difference


def test_nobody_else_opens_it_and_nobody_twice() -> None:
    each = world.playing()
    for by in (each.captain(Side.HOME), world.phone(each)):
        with pytest.raises(ForbiddenError, match="only_the_judge"):
            open_(each, by)
    with pytest.raises(ForbiddenError):
        open_(each, world.actor(each.stranger))
    assert not PaperSheet.objects.exists()
    open_(each, each.director())
    with pytest.raises(ConflictError, match="on_paper_already"):
        open_(each, each.director())
    assert PaperSheet.objects.count() == 1


def test_without_a_judge_it_takes_both_captains_and_each_hand_its_counter() -> None:
    each = world.playing(judge=False)
    captain, rival = each.captain(Side.HOME), each.person(Side.AWAY, 0)
    with pytest.raises(RuleError, match="paper_needs_both") as refused:
        open_(each, captain)
    assert refused.value.field == "pin"
    open_(each, world.again(captain), Identified(person_id=rival.pk, how="pin", device=captain.device))
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    at_table.propose(each, each.partida(), phone, 40)
    assert at_table.state(each, each.partida()).hands[0].state is HandState.PROPOSED
    at_table.approve(each, each.partida(), phone)
    assert at_table.state(each, each.partida()).totals.home == 40


def test_a_closed_encounter_takes_no_photo() -> None:
    each = world.playing(partidas=1, parameters={"target_points": 40})
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    at_table.play_hand(each, each.partida(), phone, 60)
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    with pytest.raises(ConflictError, match="encounter_not_playing"):
        open_(each, each.director())


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_photos_at_once_leave_one(run_together) -> None:
    each = world.playing()
    found = run_together(*[lambda: open_(each, each.director()) for _ in range(2)])
    assert sorted(type(result).__name__ for result in found) == ["ConflictError", "PaperSheet"]
    assert PaperSheet.objects.count() == 1
