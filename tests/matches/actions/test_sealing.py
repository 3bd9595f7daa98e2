"""Sealing: once per version whoever dies or hurries, outside any transaction, by state and by deadline."""

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection

from competitions.models import Outcome
from federation.queries import audit
from matches.acta import document
from matches.acta.verify import Status
from matches.actions import sealing, signing
from matches.models import Acta, ActaFile, Signature
from matches.queries import actas
from matches.queries.verification import verify_file
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.views.after_close import closed, content_of, sign, signed

real_transactions = pytest.mark.django_db(transaction=True)

# Seals in a process of its own, and stops for good at the named step so that it can be killed there.
DYING = """
import os, time, django
django.setup()
from django.db import connections
connections["default"].settings_dict["NAME"] = os.environ["NAME"]
from matches.actions import sealing
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(60)
holder, step = {"render": (sealing.pdf, "render"), "store": (sealing, "_publish")}[os.environ["STEP"]]
setattr(holder, step, stop)
sealing.seal_encounter(int(os.environ["ENCOUNTER"]))
"""


def is_sealed_once(each: world.World) -> bool:
    """One acta, one file, one outcome, and the encounter says so."""
    counts = [table.objects.count() for table in (Acta, ActaFile, Outcome)]
    return counts == [1, 1, 1] and each.reload().state == "sealed"


def die_at(step: str, each: world.World) -> None:
    """A worker that seals the encounter's acta in a process of its own, and is killed at a step."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "NAME": str(connection.settings_dict["NAME"]),
        "ENCOUNTER": str(each.encounter.pk),
        "STEP": step,
    }
    worker = subprocess.Popen(
        [sys.executable, "-c", DYING], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == "here\n"
    worker.send_signal(signal.SIGKILL)
    worker.wait(timeout=10)
    worker.stdout.close()


@real_transactions
@pytest.mark.parametrize("step", ["render", "store"])
def test_a_worker_that_is_killed_loses_nothing(step: str) -> None:
    each = signed()
    die_at(step, each)
    assert each.reload().state == "signed"
    assert not Acta.objects.exists() and not Outcome.objects.exists()

    call_command("work", "--once")

    assert is_sealed_once(each)
    assert list(audit.problems()) == []


@real_transactions
def test_two_workers_at_once_seal_once(run_together, monkeypatch) -> None:
    """Both have rendered before either of them stores, and neither renders within a transaction."""
    each = signed()
    render = sealing.pdf.render
    within: list[bool] = []

    def watched(*args: object, **kwargs: object) -> bytes:
        within.append(connection.in_atomic_block)
        return render(*args, **kwargs)

    encounter, content = each.encounter, content_of(each)
    monkeypatch.setattr(sealing.pdf, "render", watched)
    ready = [sealing.render(encounter, content) for _ in range(2)]

    stored = run_together(*(lambda document=one: sealing.store(encounter.pk, document) for one in ready))
    again = run_together(*(lambda: sealing.seal_encounter(encounter.pk) for _ in range(2)))

    assert sorted(type(one).__name__ for one in stored) == ["Acta", "NoneType"]
    assert again == [None, None]
    assert within == [False, False]
    assert is_sealed_once(each)


@real_transactions
def test_two_whole_workers_at_once(run_together) -> None:
    each = signed()
    assert run_together(*(lambda: call_command("work", "--once") for _ in range(2))) == [None, None]
    assert is_sealed_once(each)
    assert list(audit.problems()) == []


@pytest.mark.django_db
def test_the_same_acta_gives_the_same_unsigned_bytes() -> None:
    each = signed()
    encounter = actas.Encounter.objects.select_related("venue").get(pk=each.encounter.pk)
    first, second = (sealing.render(encounter, content_of(each)) for _ in range(2))
    assert first.unsigned == second.unsigned
    assert first.attached == second.attached
    assert sealing.seal_encounter(encounter.pk) is not None
    assert ActaFile.objects.get().unsigned_sha256 == document.sha256(first.unsigned)


@pytest.mark.django_db
def test_the_deadline_seals_without_those_who_said_nothing() -> None:
    each = closed()
    protest = signing.Drawn(kind="protest", text="No estoy conforme.", strokes=[], without_drawing=True)
    sign(each, "home_captain", protest)
    deadline = actas.signing_deadline(each.reload())
    assert deadline is not None
    with time_machine.travel(deadline - timedelta(minutes=1)):
        call_command("work", "--once")
        assert each.reload().state == "closing"
    with time_machine.travel(deadline + timedelta(minutes=1)):
        call_command("work", "--once")
    assert is_sealed_once(each)
    kinds = {row.role: (row.kind, row.identified) for row in Signature.objects.all()}
    assert kinds == {
        "home_captain": ("protest", "password"),
        "away_captain": ("absent", "deadline"),
        "judge": ("absent", "deadline"),
    }
    acta = Acta.objects.get()
    content, signed_part = document.read_attached(acta.attached.encode())
    assert content == json.loads(acta.content.content)
    assert [each["identified"] for each in signed_part["signatures"]] == ["password", "deadline", "deadline"]
    assert verify_file(bytes(acta.file.pdf)).status is Status.VALID


@pytest.mark.django_db
def test_an_absence_recorded_with_a_witness_waits_for_the_deadline() -> None:
    each = closed(judge=False)
    sign(each, "home_captain")
    signing.record_missing(
        encounter_id=each.encounter.pk,
        role="away_captain",
        kind="absent",
        text="",
        witness="Rosa Testigo",
        seen_hash=content_of(each).content_hash,
        by=each.captain(Side.HOME),
    )
    deadline = actas.signing_deadline(each.reload())
    assert deadline is not None and each.encounter.state == "closing"
    with time_machine.travel(deadline + timedelta(seconds=1)):
        call_command("work", "--once")
    assert is_sealed_once(each)
    assert Signature.objects.get(role="away_captain").identified == "witness"


@pytest.mark.django_db
def test_what_cannot_be_sealed_is_told_and_tried_again(monkeypatch, caplog) -> None:
    each = signed()

    def broken(*_args: object, **_kwargs: object) -> bytes:
        raise document.DocumentError("no")

    with monkeypatch.context() as patch:
        patch.setattr(sealing.pdf, "render", broken)
        call_command("work", "--once")
    assert f"encounter {each.encounter.pk} could not be sealed" in caplog.text
    assert each.reload().state == "signed"
    call_command("work", "--once")
    assert is_sealed_once(each)
