"""A round that has just been played; its one sealed acta was printed in another process."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.db import transaction

from competitions.models import Encounter
from federation import clock
from federation.models import AuditEntry
from federation.queries.audit import problems
from matches.acta import document
from matches.acta.verify import Status
from matches.actions import sealing
from matches.demo import accounts, season
from matches.demo.moments import Moments
from matches.models import Acta, Signature
from matches.queries import actas, encounters, people, verification
from matches.rules.sides import Side
from tests.matches.demo.conftest import DAY

NOW = datetime.combine(DAY, time(18, 40), tzinfo=season.ZONE)


@pytest.fixture(scope="module")
def closed(django_db_setup: None, django_db_blocker: Any) -> Iterator[season.World]:
    """The round of today, played since twenty minutes to three; it is taken away again with the module."""
    with django_db_blocker.unblock(), transaction.atomic(), clock.standing_at(Moments(NOW)):
        yield season.build(seed=7, today=DAY, stage=season.Stage.CLOSED, target=200, workers=1)
        transaction.set_rollback(True)


def test_each_acta_stands_elsewhere(closed: season.World, db: None) -> None:
    states = [encounter.state for encounter in closed.encounters]
    assert states == ["closing", "closing", "sealed", "closing"]
    answers = {
        encounter.number: {
            signatory.role: signatory.signature.kind if signatory.signature else "awaited"
            for signatory in actas.signatories(encounter)
        }
        for encounter in closed.encounters
    }
    assert answers == {
        1: {"home_captain": "awaited", "away_captain": "awaited", "judge": "awaited"},
        2: {"home_captain": "plain", "away_captain": "protest", "judge": "awaited"},
        3: {"home_captain": "plain", "away_captain": "plain", "judge": "plain"},
        4: {"home_captain": "plain", "away_captain": "awaited"},
    }
    protest = Signature.objects.get(kind="protest")
    # What is protested against did happen.
    entries = protest.content.encounter.boards.get(number=3).partidas.get(number=1).entries
    assert entries.filter(kind="disagreement", hand=2).exists()


def test_all_of_it_lies_before_now(closed: season.World, db: None) -> None:
    assert {encounter.scheduled_at for encounter in closed.encounters} == {
        datetime.combine(DAY, time(14, 30), tzinfo=season.ZONE)
    }
    last = AuditEntry.objects.order_by("-at").first()
    assert last is not None
    assert NOW - timedelta(hours=3) < last.at <= NOW
    assert list(problems()) == []


def test_what_another_process_has_printed_is_what_this_one_prints(closed: season.World, db: None) -> None:
    acta = Acta.objects.select_related("file", "content").get()
    encounter = Encounter.objects.select_related(*encounters.RELATED).get(pk=acta.encounter_id)
    here = sealing.printed(sealing.printing_of(encounter, acta.content))
    assert document.sha256(here) == acta.file.unsigned_sha256
    assert verification.verify_file(bytes(acta.file.pdf)).status is Status.VALID


def test_each_account_is_told_what_it_can_do_now(closed: season.World, db: None) -> None:
    hints = {row.email.split("@")[0]: row.try_first for row in accounts.rows()}
    sign, wait, take = "Lee el acta y fírmala.", "Mira quién falta por firmar.", "Descarga el acta sellada."
    assert {key: hints[key] for key in ("juez", "juez2", "juez3")} == {
        "juez": sign,
        "juez2": sign,
        "juez3": take,
    }
    assert [hints[key] for key in ("capitana.local", "subcapitan.local", "capitan.visitante")] == [sign] * 3
    assert [hints[f"capitan.{side}2"] for side in ("local", "visitante")] == [wait] * 2
    assert [hints[f"capitan.{side}3"] for side in ("local", "visitante")] == [take] * 2
    assert [hints[f"capitan.{side}4"] for side in ("local", "visitante")] == [wait, sign]
    assert people.side_of(closed.users["capitan.visitante4"], closed.encounters[3]) is Side.AWAY
