"""Decisions at once, workers at once or killed, and what was left pending: each from a play of its own."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from competitions.models import Outcome
from federation.queries import audit
from federation.rules.errors import RuleError
from matches.acta.recompute import recompute
from matches.actions import encounter_day, partida_events, sealing
from matches.actions.sealing import seal_encounter
from matches.models import Acta, ActaContent, ActaReview, SheetEntry
from matches.queries import actas
from matches.rules.reviews import Subject, Way
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches.actions.test_reviews import committee, decide, finding
from tests.matches.actions.test_sealing import die_at
from tests.matches.views.after_close import roles, sealed, sign

real_transactions = pytest.mark.django_db(transaction=True)


def codes(found: list[object]) -> list[str]:
    return [result.code for result in found if isinstance(result, RuleError)]


@real_transactions
@pytest.mark.postgres
def test_of_two_decisions_at_once_one_is_taken(run_together) -> None:
    each, _acta = sealed()
    by = world.actor(committee(), device="cuenta-comite")
    stands, void = finding(each, Subject.HAND_STANDS, hand=1), finding(each, Subject.VOID_HAND, hand=5)

    found = run_together(lambda: decide(each, by, stands), lambda: decide(each, by, void, Way.REOPEN))

    assert codes(found) in (["version_awaits_seal"], ["action_not_in_state"])
    assert ActaReview.objects.count() == SheetEntry.objects.filter(kind="ruling").count() == 1


@real_transactions
@pytest.mark.postgres
def test_two_workers_seal_a_correction_once(run_together) -> None:
    each, _acta = sealed()
    decide(each, world.actor(committee()), finding(each, Subject.HAND_STANDS, hand=1))
    assert run_together(*(lambda: call_command("work", "--once") for _ in range(2))) == [None, None]
    assert Acta.objects.count() == 2
    assert sealing.waiting() == []
    assert list(audit.problems()) == []


@real_transactions
def test_a_worker_that_is_killed_while_it_seals_a_correction_loses_nothing() -> None:
    each, _acta = sealed()
    decide(each, world.actor(committee()), finding(each, Subject.VOID_HAND, hand=2))
    die_at("store", each)
    assert Acta.objects.count() == 1

    call_command("work", "--once")

    assert [row.version for row in Acta.objects.order_by("version")] == [1, 2]
    assert ActaContent.objects.filter(acta=None).count() == 0
    assert list(audit.problems()) == []


@pytest.mark.django_db
def test_what_was_left_pending_is_decided_in_version_2() -> None:
    each = world.playing()
    phone = world.phone(each)
    at_table.play_partida(each, each.partida(1, 1), phone)
    at_table.sit_down(each, each.partida(1, 2), phone)
    at_table.play_hand(each, each.partida(1, 2), phone, 60, Side.AWAY)
    partida_events.suspend_partida(partida_id=each.partida(1, 2).pk, reason="Apagón.", by=each.director())
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()
    for role in roles(each):
        sign(each, role)
    assert seal_encounter(each.encounter.pk) is not None
    assert Outcome.objects.get().is_pending
    by = world.actor(committee())
    told = finding(each, Subject.AHEAD_WINS, partida=each.partida(1, 2).pk, distorted=False)

    assert decide(each, by, told).way == "correct"

    acta = seal_encounter(each.encounter.pk)
    assert acta is not None
    assert recompute(actas.content_data(acta.content)) == []
    found = Outcome.objects.get(version=2)
    assert (found.is_pending, found.home_partidas, found.away_partidas) == (False, 1, 1)
