"""Periods applied: what goes, what stays, when; twice the same; in batches; only what was confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from federation import clock
from federation.actions import erasing, retention
from federation.actions.people import Details
from federation.models import (
    AuditEntry,
    ClubRequest,
    DataAccess,
    Erasure,
    Import,
    ImportRow,
    OutgoingMail,
    Person,
    PersonalData,
    PersonKey,
    PersonPhoto,
    RequestStep,
    Retention,
    WriteReceipt,
)
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.retention import What
from tests.federation import registry_world
from tests.federation.registry_world import Registry
from tests.federation.two_records import account, join, photo, team

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = datetime(2029, 3, 1, 12, tzinfo=UTC)
FULL = Details(
    document_kind="DNI",
    document="12345678Z",
    email="i@example.org",
    phone="600111222",
    guardian_name="Eva",
    guardian_phone="600",
)


@pytest.fixture
def each() -> Iterator[Registry]:
    with time_machine.travel(BEGIN, tick=False):
        yield registry_world.build()


def _period(what: What, months: int | None) -> None:
    retention.change_period(what=what, months=months, reason="Acuerdo de la junta", by=None)


def _run(*what: What) -> dict[str, int]:
    found: dict[str, int] = {}
    for done in retention.apply_all(what or tuple(What)):
        found[done.what.value] = found.get(done.what.value, 0) + done.gone
    return found


def _said(*options: str, **values: object) -> str:
    output = StringIO()
    call_command("apply_retention", *options, stdout=output, **values)
    return output.getvalue()


# ---------------------------------------------------------------- people
def test_people_s_data_go_some_months_after_their_last_licence(each: Registry) -> None:
    gone, plays = (
        each.person(details=FULL),
        each.person("Ana", "Gil", details=Details(email="ana@example.org")),
    )
    each.licence(gone)
    with time_machine.travel(BEGIN, tick=False):
        each.licence(plays, season=each.after)
        for who in (gone, plays):
            photo(who, b"\xff\xd8" + str(who.pk).encode())
    for what in (What.DOCUMENT, What.CONTACT, What.PHOTO):
        _period(what, 12)
    with time_machine.travel(datetime(2027, 8, 31, 12, tzinfo=UTC), tick=False):
        # His licence ended a year ago to the day: a year is not over yet.
        assert _run() == {}
    with time_machine.travel(datetime(2027, 9, 2, 12, tzinfo=UTC), tick=False):
        keys = PersonKey.objects.filter(person=gone).count()
        assert _run() == {"document": 1, "contact": 1, "photo": 1}
        assert _run() == {}
    data = PersonalData.objects.get(person=gone)
    assert {
        getattr(data, name) for name in ("document", "document_kind", "reversed_document", "email", "phone")
    } == {""}
    assert {data.guardian_name, data.guardian_phone, data.address} == {""}
    assert list(PersonPhoto.objects.values_list("person", flat=True)) == [plays.pk]
    # What told him from others by his document is forgotten too.
    assert PersonKey.objects.filter(person=gone).count() == keys - 1
    assert Person.objects.get(pk=gone.pk).full_name == "Íñigo Núñez"
    assert PersonalData.objects.get(person=plays).email == "ana@example.org"
    told = AuditEntry.objects.filter(chain=f"person:{gone.pk}", verb="retention.applied")
    assert [entry.detail.data for entry in told] == [
        {"what": "document"},
        {"what": "contact"},
        {"what": "photo"},
    ]
    assert list(problems()) == []


def test_whoever_the_federation_still_deals_with_keeps_everything(each: Registry) -> None:
    def kept(given: str) -> Person:
        return each.person(given, details=Details(phone="600111222"))

    with time_machine.travel(BEGIN, tick=False):
        join(team(each), kept("En plantilla"))
        account(kept("Con cuenta"))
        erasing.hold(person=kept("Con obligación"), reason="Pleito", by=None)
        kept("Olvidada")
    _period(What.CONTACT, 24)
    with time_machine.travel(LATER, tick=False):
        each.person("Recién inscrita", details=Details(phone="600111222"))
        assert _run() == {"contact": 2}
    left = PersonalData.objects.exclude(phone="").values_list("person__given_name", flat=True)
    assert sorted(left) == ["Con cuenta", "Con obligación", "Recién inscrita"]


def test_nothing_of_people_goes_before_somebody_confirms(each: Registry) -> None:
    each.person(details=FULL)
    with time_machine.travel(LATER, tick=False):
        assert _run() == {}
        said = _said(dry_run=True)
        assert "contactos y tutores: sin confirmar (24 meses propuestos, 1 los cumplen)" in said
        assert "nombres fuera de las actas: sin plazo" in said
        _period(What.CONTACT, None)
        assert _run() == {}
        assert "contactos y tutores: sin plazo" in _said(dry_run=True)


def test_names_go_as_an_erasure_and_what_forbids_it_is_left(each: Registry) -> None:
    who, other = each.person(details=FULL), each.person("Contacto", "Del Club")
    type(each.club).objects.filter(pk=each.club.pk).update(contact_name="Contacto Del Club")
    _period(What.NAME, 60)
    with time_machine.travel(datetime(2032, 3, 1, tzinfo=UTC), tick=False):
        assert "1 fuera, 1 no se pueden todavía" in _said()
        assert _run(What.NAME) == {"name": 0}
    assert Erasure.objects.get().person_id == who.pk
    assert (Erasure.objects.get().basis, Erasure.objects.get().by) == ("ended", None)
    assert Person.objects.get(pk=other.pk).erased_at is None
    assert not PersonalData.objects.exists()


# ---------------------------------------------------------------- files, requests, traces
def test_files_and_answers_lose_their_values_and_leave_their_report(each: Registry) -> None:
    with time_machine.travel(BEGIN, tick=False):
        values = {"kind": "people", "sha256": "0" * 64, "file": b"dni;nombre", "file_name": "a.csv"}
        done = Import.objects.create(
            state="applied", applied_at=clock.now(), at=clock.now(), counts={"new": 1}, **values
        )
        lying = Import.objects.create(state="ready", at=clock.now(), **values)
        ImportRow.objects.create(
            source=done, number=2, verdict="new", values={"dni": "1"}, written={"person": 1}
        )
        asked = {"club": each.club, "season": each.before, "kind": "licence", "sent_at": clock.now()}
        answered = ClubRequest.objects.create(state="refused", data={"dni": "1"}, **asked)
        waiting = ClubRequest.objects.create(state="sent", data={"dni": "2"}, **asked)
        RequestStep.objects.create(request=answered, state="refused", text="No", at=clock.now())
    _period(What.REQUEST, 24)
    with time_machine.travel(BEGIN + timedelta(days=170), tick=False):
        assert _run() == {}
    with time_machine.travel(LATER, tick=False):
        RequestStep.objects.create(request=answered, state="refused", text="Otra vez no", at=clock.now())
        assert _run() == {"import_file": 2}
    with time_machine.travel(LATER + timedelta(days=800), tick=False):
        assert _run() == {"request": 1}
        assert _run() == {}
    for held in (done, lying):
        held.refresh_from_db()
    assert (done.file, done.file_name, done.counts, done.state) == (None, "", {"new": 1}, "applied")
    assert (lying.file, lying.state) == (None, "discarded")
    row = ImportRow.objects.get()
    assert (row.verdict, row.values, row.written) == ("new", {}, {})
    answered.refresh_from_db()
    waiting.refresh_from_db()
    assert (answered.data, waiting.data) == ({}, {"dni": "2"})


def test_receipts_and_dead_mail_go(each: Registry) -> None:
    with time_machine.travel(BEGIN, tick=False):
        WriteReceipt.objects.all().delete()
        for number in range(2):
            WriteReceipt.objects.create(client_id=f"envio-{number}", author="x", body_digest="0", answer={})
        OutgoingMail.objects.create(kind="x", to="a@example.org", language="es", expires_at=clock.now())
    with time_machine.travel(BEGIN + timedelta(days=40), tick=False):
        WriteReceipt.objects.create(client_id="envio-9", author="x", body_digest="0", answer={})
        OutgoingMail.objects.create(
            kind="x", to="b@example.org", language="es", expires_at=clock.now() + timedelta(days=900)
        )
    with time_machine.travel(BEGIN + timedelta(days=75), tick=False):
        assert _run() == {"receipt": 2, "mail": 1}
    assert WriteReceipt.objects.get().client_id == "envio-9"
    assert OutgoingMail.objects.get().to == "b@example.org"


def test_the_log_of_accesses_lets_go_of_what_is_old_alone() -> None:
    """By the clock of the database, which nobody moves: whoever moves the program's gains nothing."""
    old, young = (
        DataAccess.objects.create(kind="list", at=datetime.now(UTC) - timedelta(days=days))
        for days in (1200, 700)
    )
    assert _run(What.ACCESS_LOG) == {"access_log": 1}
    assert list(DataAccess.objects.all()) == [young]
    with pytest.raises(DatabaseError), transaction.atomic():
        models.QuerySet(DataAccess).filter(pk=young.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        models.QuerySet(DataAccess).filter(pk=young.pk).update(at=old.at)


# ---------------------------------------------------------------- how
def test_batches_are_bounded_and_cost_the_same_each(each: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 5)
    with time_machine.travel(BEGIN, tick=False):
        for number in range(17):
            photo(each.person(f"N{number}"), bytes([number]))
    _period(What.PHOTO, 24)
    with time_machine.travel(LATER, tick=False):
        costs, gone = [], []
        batches = retention.apply(What.PHOTO, 24)
        while True:
            with CaptureQueriesContext(connection) as queries:
                done = next(batches, None)
            if done is None:
                break
            costs.append(len(queries))
            gone.append(done.gone)
    assert gone == [5, 5, 5, 2]
    assert len(set(costs[1:])) == 1
    assert not PersonPhoto.objects.exists()


def test_a_dry_run_counts_and_takes_nothing(each: Registry) -> None:
    who = each.person(details=FULL)
    _period(What.CONTACT, 24)
    with time_machine.travel(LATER, tick=False):
        assert "contactos y tutores: 1 (24 meses)" in _said(dry_run=True)
        assert f"n.º {who.pk}" not in _said(dry_run=True)
        assert f"contactos y tutores: 1 (24 meses)\n  n.º {who.pk}\n" in _said(dry_run=True, verbosity=2)
        assert PersonalData.objects.get().phone == "600111222"
        assert _said("--only", "photo") == "fotos: sin confirmar (24 meses propuestos, 0 los cumplen)\n"
        assert "contactos y tutores: 1 fuera" in _said()
        assert "contactos y tutores: 0 (24 meses)" in _said(dry_run=True)


def test_the_worker_applies_them_once_a_day(each: Registry) -> None:
    with time_machine.travel(BEGIN, tick=False):
        WriteReceipt.objects.create(client_id="envio-1", author="x", body_digest="0", answer={})
    with time_machine.travel(LATER, tick=False):
        call_command("work", "--once", stdout=StringIO())
    assert not WriteReceipt.objects.exists()


def test_a_period_is_set_within_its_bounds_and_with_a_reason(each: Registry) -> None:
    for values, error in (
        ({"months": 23}, "period_out_of_range"),
        ({"months": None}, "period_endless_not"),
        ({"months": 36, "reason": " "}, "reason_missing"),
    ):
        with pytest.raises(RuleError, match=error):
            retention.change_period(**{"what": What.ACCESS_LOG, "reason": "x", "by": None, **values})  # type: ignore[arg-type]
    with pytest.raises(ForbiddenError):
        retention.change_period(what=What.PHOTO, months=12, reason="x", by=each.office)
    _period(What.ACCESS_LOG, 30)
    with pytest.raises(ConflictError, match="period_same"):
        _period(What.ACCESS_LOG, 30)
    assert Retention.objects.get().months == 30
    entry = AuditEntry.objects.get(chain="retention")
    assert entry.detail.data == {
        "what": "access_log",
        "before": None,
        "months": 30,
        "reason": "Acuerdo de la junta",
    }
