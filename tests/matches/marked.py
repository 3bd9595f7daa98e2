"""Somebody with values that stand nowhere else, in every place that can hold them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client

from federation import clock
from federation.actions import delegations, invitations, merging, own_account, people, photos
from federation.actions.people import log_access
from federation.models import (
    ClubRequest,
    Import,
    ImportRow,
    JudgeAbsence,
    Licence,
    LicenceState,
    OutgoingMail,
    Person,
    RequestStep,
    RosterEntry,
    User,
    WriteReceipt,
)
from federation.rules.merging import Origin
from matches.actions import encounter_day, incidents
from matches.actions.sealing import seal_encounter
from matches.models import Acta, PinMisses
from matches.rules.sides import Side
from tests.factories import tables, world
from tests.matches.views.after_close import roles, sign

NAME = people.Name("Wenceslao", "Xuclà", "Ybáñez", date(1971, 3, 9), date(2020, 2, 20))
BEFORE = people.Name("Güenceslao", "Xuclàs", "Ybáñez", date(1971, 3, 9))
DETAILS = people.Details(
    document_kind="DNI",
    document="12345678Z",
    email="wences.contacto@example.net",
    phone="655443322",
    address="Travesía del Bergantín, 77",
    guardian_name="Hermenegilda Xuclà",
    guardian_email="hermenegilda@example.net",
    guardian_phone="655998877",
)
ACCOUNT = "wences.cuenta@example.net"
INVITED = "wences.invitado@example.net"
INCIDENT = "Wenceslao Xuclà Ybáñez comenta la jugada."
JPEG = b"\xff\xd8\xff" + b"foto-de-wenceslao" * 20
NEEDLES = (
    "Wenceslao",
    "wenceslao",
    "Güenceslao",
    "guenceslao",
    "Xucl",
    "xucl",
    "Ybáñez",
    "ybanez",
    "1971-03-09",
    "09/03/1971",
    "12345678",
    "Z87654321",
    "wences.",
    "655443322",
    "655 44 33 22",
    "Bergantín",
    "Hermenegilda",
    "hermenegilda",
    "655998877",
    "foto-de-",
    "2020-02-20",
)
SEALED = frozenset(
    {"matches.acta", "matches.actacontent", "matches.actafile", "matches.incidenttext", "matches.signature"}
)
"""What an acta is made of: it stays, whoever asks."""


def play() -> tuple[world.World, Person, Acta]:
    """A sealed encounter whose home captain is the marked person, before anything else holds his values."""
    each = world.build()
    who = each.person(Side.HOME, 0)
    people.change_person(person=who, name=BEFORE, details=people.Details(), by=None)
    people.change_person(person=who, name=NAME, details=DETAILS, by=None)
    world.begin(world.lock(each))
    incidents.write_incident(
        encounter_id=each.encounter.pk,
        partida_id=None,
        hand=None,
        kind="comment",
        text=INCIDENT,
        people_ids=[who.pk],
        by=each.director(),
    )
    tables.play_board(each, 1, world.phone(each, 1))
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()
    for role in roles(each):
        sign(each, role)
    acta = seal_encounter(each.encounter.pk)
    assert acta is not None
    each.reload()
    return each, Person.objects.get(pk=who.pk), acta


def fill(each: world.World, who: Person) -> None:
    """Put the values of the marked person everywhere."""
    account = User.objects.get(person=who)
    own_account.change_email(user=account, old=account.email, new=ACCOUNT)
    account.refresh_from_db()
    Client().force_login(account)
    Authenticator.objects.create(user=account, type="webauthn", data={"name": "Móvil de Wenceslao"})
    photos.store_photo(person=who, jpeg=JPEG, by=None)
    _twice(each, who)
    _around(each, who, account)
    _in_words(each, who, account)


def _twice(each: world.World, who: Person) -> None:
    """A second record of his with a name of its own and an invitation, merged into the first."""
    gone = people.enter_person(name=replace(NAME, given_name="Wenceslau"), details=people.Details(), by=None)
    invitations.invite(person=gone, email=INVITED, role=None, by=each.office)
    Licence.objects.create(
        person=gone, season=each.season, kind="coach", state=LicenceState.REFUSED,
        valid_from=each.season.starts_on, valid_to=each.season.ends_on,
    )  # fmt: skip
    merging.merge(kept=who, gone=gone, chosen={"given_name": Origin.KEPT}, by=each.office)


def _around(each: world.World, who: Person, account: User) -> None:
    JudgeAbsence.objects.create(
        person=who, starts_on=world.TODAY, ends_on=world.TODAY, note="Boda de Wenceslao", at=clock.now()
    )
    named = delegations.name_delegate(
        club=each.teams[Side.AWAY].club, person=who, valid_from=world.TODAY, valid_to=None, by=each.office
    )
    delegations.dismiss_delegate(delegation=named, by=each.office)
    PinMisses.objects.create(person=who, device="telefono", misses=1)
    log_access(kind="document", by=each.office, person=who)
    LogEntry.objects.create(
        user=each.office, content_type=ContentType.objects.get_for_model(User), object_id=str(account.pk),
        object_repr=str(account), action_flag=CHANGE, change_message="Wenceslao Xuclà Ybáñez, cerrada",
    )  # fmt: skip


def _in_words(each: world.World, who: Person, account: User) -> None:
    """What was typed or came in a file, and names him without a key."""
    club = each.teams[Side.HOME].club
    for data, person in (
        ({"person": who.pk, "email": DETAILS.email}, who),
        (
            {"given_name": "WENCESLAO", "surname_1": "XUCLA", "surname_2": "YBAÑEZ", "phone": "655 44 33 22"},
            None,
        ),
    ):
        asked = ClubRequest.objects.create(
            club=club, season=each.season, kind="licence", state="refused", person=person, data=data,
            photo=None if person else JPEG, sent_by=account, sent_at=clock.now(),
        )  # fmt: skip
        RequestStep.objects.create(request=asked, state="refused", text="Falta la foto", at=clock.now())
    source = Import.objects.create(
        kind="people", state="applied", file_name="wences.xlsx", sha256="0" * 64, at=clock.now(),
        file="Xuclà;Ybáñez;Wenceslao".encode(), applied_at=clock.now(),
        choices={"rows": {"2": "Wenceslao Xuclà Ybáñez"}},
    )  # fmt: skip
    other = {"apellidos": "García Pérez", "nombre": "Wenceslas", "dni": "00000001R"}
    his = {"apellidos": "Xuclà Ybáñez", "nombre": "Wenceslao", "dni": "12.345.678-Z", "born": "09/03/1971"}
    for number, values in enumerate((his, other, {"equipo": "La Seis Doble"}), start=2):
        ImportRow.objects.create(
            source=source, number=number, verdict="new", values=values,
            changes=[{"field": "nombre", "old": "", "new": values.get("nombre", "")}],
        )  # fmt: skip
    before = {"nombre": "GUENCESLAO", "apellidos": "XUCLAS YBAÑEZ"}
    ImportRow.objects.create(source=source, number=7, verdict="equal", values=before)
    ImportRow.objects.create(source=source, number=8, verdict="error", values={"dni": 12345678})
    ImportRow.objects.create(
        source=source, number=9, verdict="changed", written={"person": who.pk, "old": "655443322"}
    )
    for to, user, data in (
        (ACCOUNT, account, {}),
        (DETAILS.guardian_email, None, {"person": who.pk}),
        ("secretaria@example.org", None, {"text": "Wenceslao Xuclà Ybáñez pide"}),
        ("otra@example.org", None, {}),
    ):
        OutgoingMail.objects.create(
            kind="x", to=to, user=user, data=data, language="es", expires_at=clock.now() + timedelta(days=1)
        )
    WriteReceipt.objects.create(
        client_id="firma-0001",
        author="user:1",
        body_digest="0" * 64,
        answer={"name": "Wenceslao Xuclà Ybáñez"},
    )


def part(who: Person) -> None:
    """End what he still has to do with the federation, as the office would."""
    RosterEntry.objects.filter(person=who).update(valid_to=clock.today() - timedelta(days=1))
    Licence.objects.filter(person=who).exclude(number="").update(state=LicenceState.WITHDRAWN)


def found_in_database(*without: str) -> dict[str, list[str]]:
    """Which needles stand in which column of which table, but in the tables `without`."""
    found: dict[str, list[str]] = {}
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label_lower
        if label in without:
            continue
        for row in models.QuerySet(model).values().iterator():
            for column, value in row.items():
                said = _said(value)
                hits = [needle for needle in NEEDLES if needle in said]
                if hits:
                    found.setdefault(f"{label}.{column}", []).extend(hits)
    return found


def _said(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("utf-8", "replace")
    return str(value)
