"""What happens beside the hands, told from two phones at the same moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from federation.actions.receipts import once
from federation.rules.errors import ConflictError, RuleError
from matches.actions import partida_events, rulings, sheets, table_events
from matches.models import Incident, SheetEntry
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.hands import HandEnding
from matches.rules.event_reports import DropReport, RulingReport
from matches.rules.sheet import Phase
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches.actions.test_rulings import halted
from tests.matches.actions.test_table_events import seated, state, thinking

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_judge_and_judge_annul_the_same_hand_once(run_together) -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    told, partida = thinking(each), each.partida().pk

    def annul() -> Incident:
        return table_events.report_infraction(partida_id=partida, report=told, by=each.director())

    found = run_together(annul, annul)
    refused = [result for result in found if isinstance(result, ConflictError)]
    assert [error.code for error in refused] == ["hand_annulled_already"]
    assert (SheetEntry.objects.filter(kind="annulment").count(), Incident.objects.count()) == (1, 1)


def test_a_hand_and_a_suspension_come_one_after_the_other(run_together) -> None:
    each, phone = seated()
    partida = each.partida().pk

    def propose() -> object:
        return sheets.propose_hand(
            partida_id=partida,
            hand=1,
            revision=1,
            side=Side.HOME,
            points=40,
            ending=HandEnding.DOMINO,
            reason="",
            confirmed=False,
            by=world.again(phone),
        )

    def suspend() -> SheetEntry:
        return partida_events.suspend_partida(partida_id=partida, reason="Apagón.", by=each.director())

    found = run_together(propose, suspend)
    refused = [result.code for result in found if isinstance(result, RuleError)]
    assert refused in ([], ["partida_suspended"])
    assert state(each).phase is Phase.SUSPENDED
    assert len(state(each).hands) == 1 - len(refused)


def test_two_drops_at_once_are_both_counted_and_the_third_noted_once(run_together) -> None:
    each, phone = seated()
    partida, person = each.partida().pk, str(each.person(Side.AWAY, 0).pk)
    told = DropReport(Side.AWAY, person, DropMoment.DURING_HAND, decision=DropDecision.GO_ON)

    def drop(by: world.Actor) -> SheetEntry:
        return table_events.report_drop(partida_id=partida, report=told, by=by)

    drop(world.again(phone))
    found = run_together(lambda: drop(world.again(phone)), lambda: drop(each.director()))
    assert not [result for result in found if isinstance(result, Exception)]
    assert len(state(each).facts.drops) == 3
    assert Incident.objects.get().kind == "dropped_tiles"


def test_the_same_abandonment_at_the_same_moment_is_one_with_one_answer(run_together) -> None:
    each, _phone = seated()
    partida, person, judge = each.partida().pk, each.person(Side.HOME, 1).pk, each.director()

    def leave() -> dict[str, object]:
        entry = partida_events.report_abandonment(
            partida_id=partida, person=person, reason="Se marcha.", by=judge
        )
        return {"entry": entry.seq}

    def send() -> dict[str, object]:
        return once(client_id="juez-0001", author=judge.author, body={"person": [str(person)]}, act=leave)

    first, second = run_together(send, send)
    assert first == second
    assert (SheetEntry.objects.filter(kind="abandonment").count(), Incident.objects.count()) == (1, 1)


def test_two_of_the_committee_decide_at_once_and_the_second_sees_the_first(run_together) -> None:
    each = halted()
    partida, seen = each.partida().pk, each.partida().entries.count()

    def rule(kind: RulingKind, number: int) -> Callable[[], SheetEntry]:
        by = world.committee(number)
        return lambda: rulings.rule_on_partida(
            partida_id=partida, report=RulingReport(kind, "Un apagón."), seen=seen, by=by
        )

    found = run_together(rule(RulingKind.RESUME, 1), rule(RulingKind.VALIDATE, 2))
    refused = [result.code for result in found if isinstance(result, RuleError)]
    assert refused in (["sheet_moved"], ["ruling_not_now"])
    assert (
        Incident.objects.filter(kind="ruling").count()
        == SheetEntry.objects.filter(kind="ruling").count()
        == 1
    )
