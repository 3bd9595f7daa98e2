"""A person's data erased: nothing of his is left outside the actas, and the actas are what they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from federation.actions import accounts, erasing, merging, people
from federation.archive.writing import export
from federation.models import (
    AuditDetail,
    AuditEntry,
    ClubRequest,
    Erasure,
    ErasureBasis,
    ImportRow,
    Invitation,
    OutgoingMail,
    Person,
    Role,
    User,
)
from federation.queries.audit import problems
from federation.queries.people import found_by
from federation.rules.erasure import ErasureRefusedError
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.merging import MergeRefusedError
from matches.acta.verify import Status
from matches.models import Acta, ActaFile, Signature
from matches.queries.verification import verify_file
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches import marked
from tests.matches.views.after_close import at, fresh

pytestmark = pytest.mark.django_db
WHY = "Lo pidió por escrito el 3 de marzo."


@pytest.fixture
def each(marked_play: Any) -> world.World:
    return fresh(marked_play[0])


@pytest.fixture
def who(marked_play: Any) -> Person:
    return Person.objects.get(pk=marked_play[1].pk)


def _erase(who: Person, **values: object) -> Erasure:
    return erasing.erase(**{"person": who, "basis": ErasureBasis.ASKED, "reason": WHY, "by": None, **values})  # type: ignore[arg-type]


def _codes(who: Person) -> set[str]:
    with pytest.raises(ErasureRefusedError) as caught:
        _erase(who)
    return {block.code for block in caught.value.blocks}


# ---------------------------------------------------------------- done
def test_nothing_of_his_is_left_outside_the_actas(each: world.World, who: Person, tmp_path: Path) -> None:
    before = [(bytes(row.pdf), row.acta.attached) for row in ActaFile.objects.select_related("acta")]
    everywhere = marked.found_in_database()
    # His values stand wherever they can: what finds nothing afterwards had something to find.
    assert len(everywhere) > 35, sorted(everywhere)
    marked.part(who)
    made = _erase(who)
    assert marked.found_in_database(*marked.SEALED) == {}
    export(tmp_path / "todo", lambda _line: None)
    for path in (tmp_path / "todo").rglob("*"):
        if path.is_file() and not any(name in str(path) for name in marked.SEALED):
            said = path.read_bytes().decode("utf-8", "replace")
            assert [needle for needle in marked.NEEDLES if needle in said] == [], path
    # What was sealed is what it was, and is told so.
    assert [(bytes(row.pdf), row.acta.attached) for row in ActaFile.objects.select_related("acta")] == before
    assert verify_file(before[0][0]).status is Status.VALID
    assert "Wenceslao Xuclà Ybáñez" in Acta.objects.get().attached
    assert list(problems()) == []
    assert (made.person_id, made.reason, made.basis) == (who.pk, WHY, "asked")
    assert made.counts["deleted"]["federation.personphoto"] == 1
    assert made.counts["emptied"]["federation.importrow"] == 4
    assert made.counts["kept"]["matches.signature"] == 1
    invited = Invitation.objects.get()
    assert (invited.email, invited.withdrawn_at is not None) == ("", True)


def test_what_others_said_stays(each: world.World, who: Person) -> None:
    others = AuditDetail.objects.exclude(entry__chain__in=[f"person:{who.pk}"]).filter(erased_at__isnull=True)
    team = others.filter(entry__chain__startswith="team:").count()
    rival = each.person(Side.AWAY, 0)
    marked.part(who)
    _erase(who)
    assert {row.number for row in ImportRow.objects.exclude(values={})} == {3, 4}
    assert OutgoingMail.objects.get().to == "otra@example.org"
    assert others.filter(entry__chain__startswith="team:").count() == team
    assert AuditDetail.objects.filter(entry__chain=f"person:{rival.pk}", erased_at__isnull=True).exists()
    assert Person.objects.get(pk=rival.pk) == rival


def test_pages_show_a_pseudonym_and_search_finds_nobody(each: world.World, who: Person) -> None:
    partidas = [each.partida(1, number) for number in (1, 2)]
    before = [at_table.state(each, partida) for partida in partidas]
    marked.part(who)
    _erase(who)
    who.refresh_from_db()
    assert who.full_name == f"Persona suprimida {who.pk}"
    for text in ("wenceslao", "xucla", "12345678Z", "suprimida"):
        assert not Person.objects.filter(found_by(text, documents=True)).exists()
    pages = (f"/directo/encuentros/{each.encounter.pk}/", f"/directo/jornadas/{each.encounter.round_id}/")
    for path in (*pages, f"/verificar/{Acta.objects.get().content.code}/"):
        answer = Client().get(path, follow=True)
        assert answer.status_code == 200
        assert not any(needle in answer.content.decode() for needle in marked.NEEDLES), path
    # The sheets replay as they did.
    assert [at_table.state(each, partida) for partida in partidas] == before


def test_nobody_gets_in_with_his_account(each: world.World, who: Person) -> None:
    account = User.objects.get(person=who)
    browser = at(account)
    assert browser.get("/cuenta/").status_code == 200
    marked.part(who)
    _erase(who)
    assert browser.get("/cuenta/").status_code == 302
    account.refresh_from_db()
    assert (account.is_active, account.has_usable_password()) == (False, False)
    assert account.email == f"suprimida-{account.pk}@federacion.invalid"
    with pytest.raises(RuleError, match="account_closed"):
        accounts.give_role(user=account, role=Role.OFFICE, by=None)


def test_what_is_erased_is_written_about_no_more(each: world.World, who: Person) -> None:
    marked.part(who)
    _erase(who)
    other = world.person("Wenceslao", "Xuclà")
    with pytest.raises(ConflictError, match="person_gone"):
        _erase(who)
    for pair in ((who, other), (other, who)):
        with pytest.raises(MergeRefusedError, match="person_gone"):
            merging.merge(kept=pair[0], gone=pair[1], chosen={}, by=None)
    with pytest.raises(ConflictError, match="person_gone"):
        people.change_person(person=who, name=marked.NAME, details=people.Details(), by=None)
    entry = AuditEntry.objects.get(verb="person.erased")
    assert entry.detail.data == {"basis": "asked", "erasure": Erasure.objects.get().pk}


# ---------------------------------------------------------------- refused
def test_everything_that_forbids_it_is_said(each: world.World, who: Person) -> None:
    erasing.hold(person=who, reason="Pleito 12/2026", by=None)
    accounts.give_role(user=User.objects.get(person=who), role=Role.COMMITTEE, by=None)
    club = each.teams[Side.AWAY].club
    type(club).objects.filter(pk=club.pk).update(contact_name="wenceslao xuclà ybáñez")
    ClubRequest.objects.filter(person=who).update(state="sent")
    assert _codes(who) == {
        "erasure_hold",
        "erasure_role",
        "erasure_licence",
        "erasure_squad",
        "erasure_request",
        "erasure_contact",
    }
    assert not Person.objects.get(pk=who.pk).erased_at
    assert not Erasure.objects.exists()


def test_nobody_is_erased_while_a_protest_waits(each: world.World, who: Person) -> None:
    # The rows of the built world are sealed: another answer stands in for the captain's.
    row = Signature.objects.get(role="away_captain")
    rival = each.person(Side.AWAY, 0)
    marked.part(rival)
    type(each.encounter).objects.filter(pk=each.encounter.pk).update(state="disputed")
    assert _codes(rival) == {"erasure_protest", "erasure_in_play"} and row.person_id == rival.pk


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("  ", "reason_missing"),
        ("Lo pidió Wenceslao Xuclà Ybáñez", "reason_names_person"),
        ("El del DNI 12.345.678-Z", "reason_names_person"),
        ("Escribió desde WENCES.CUENTA@example.net", "reason_names_person"),
    ],
)
def test_the_reason_stays_and_says_not_whose(who: Person, reason: str, code: str) -> None:
    marked.part(who)
    with pytest.raises(RuleError, match=code):
        _erase(who, reason=reason)


def test_only_the_administration_erases(each: world.World, who: Person) -> None:
    for act in (
        lambda: _erase(who, by=each.office),
        lambda: erasing.hold(person=who, reason="x", by=each.office),
    ):
        with pytest.raises(ForbiddenError):
            act()


def test_a_hold_stands_until_it_is_lifted(who: Person) -> None:
    marked.part(who)
    held = erasing.hold(person=who, reason="Pleito", by=None)
    with pytest.raises(ConflictError, match="hold_already"):
        erasing.hold(person=who, reason="Otro", by=None)
    assert _codes(who) == {"erasure_hold"}
    erasing.lift(hold=held, reason="Sentencia firme", by=None)
    with pytest.raises(ConflictError, match="hold_lifted_already"):
        erasing.lift(hold=held, reason="Otra vez", by=None)
    _erase(who)
    held.refresh_from_db()
    assert held.reason == ""
