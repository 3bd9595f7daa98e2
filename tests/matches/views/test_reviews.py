"""A committee's pages: the list of sealed actas, looking at one, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.models import Encounter
from federation.actions import accounts
from federation.models import User
from matches.actions.sealing import seal_encounter
from matches.models import Acta, ActaReview, SheetEntry
from matches.rules.reviews import Subject
from matches.rules.sides import Side
from tests.factories import world
from tests.federation.people import PASSWORD, enrol, log_in
from tests.matches.actions.test_reviews import committee, decide, finding
from tests.matches.views.after_close import at, fresh, kept, page, sealed, text_of, write

LIST = "/comite/actas/"


@pytest.fixture(scope="module")
def built(django_db_setup: Any, django_db_blocker: Any) -> Iterator[tuple[world.World, User, str]]:
    """A sealed encounter, and a member of the committee with a second factor."""

    def build() -> tuple[world.World, User, str]:
        each, _acta = sealed()
        user = committee()
        return each, user, enrol(user)

    with kept(django_db_blocker, build) as made:
        yield made


@pytest.fixture
def desk(built: tuple[world.World, User, str], db: Any) -> tuple[world.World, Client, User]:
    each, user, secret = built
    at(None)
    return fresh(each), log_in(Client(), user, secret), user


def told(each: world.World, **fields: object) -> dict[str, object]:
    usual = {
        "version": 1,
        "subject": "void_hand",
        "about": f"{each.partida().pk}-2",
        "distorted": "on",
        "reason": "Pasó en falso.",
    }
    return write(**{**usual, **fields})


def test_the_list_finds_by_team_number_and_state(desk) -> None:
    each, client, _user = desk
    for query, found in (
        ("", True),
        ("?q=molinos", True),
        ("?q=sèis doble", True),
        ("?q=seis molinos", True),
        ("?q=seis nadie", False),
        ("?q=D1-2627-07", True),
        ("?q=nadie", False),
        ("?estado=final", False),
        ("?estado=sealed", True),
        ("?estado=playing&competicion=x&tras=999999999999999999999", True),
        ("?q=%22'%3B--", False),
        ("?q=%00", True),
    ):
        answer = client.get(LIST + query)
        assert answer.status_code == 200
        assert (page(each, "revisar/") in answer.content.decode()) is found, query


def test_the_list_costs_the_same_for_30(desk) -> None:
    each, client, _user = desk

    def cost() -> int:
        client.get(LIST)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(LIST)
        return len(queries)

    one = cost()
    row = Encounter.objects.get(pk=each.encounter.pk)
    for number in range(30):
        other = Encounter.objects.get(pk=row.pk)
        round_ = type(row.round).objects.create(
            competition=row.round.competition, number=100 + number, starts_on=world.TODAY
        )
        other.pk, other.round, other.state = None, round_, "sealed"
        other.save(force_insert=True)
    assert cost() == one
    assert client.get(LIST).content.decode().count("/revisar/") == 30
    first = re.search(r"tras=\d+", client.get(LIST).content.decode())
    assert first is not None
    assert client.get(f"{LIST}?{first[0]}").content.decode().count("/revisar/") == 1


def test_a_hand_is_voided_in_two_steps_without_a_script(desk) -> None:
    each, client, _user = desk
    url = page(each, "revisar/")
    first = client.get(url)
    assert "Mesa 1, partida 1 entera" in text_of(first)
    form = told(each)

    shown = client.post(url, form)

    assert shown.status_code == 200 and not ActaReview.objects.exists()
    said = text_of(shown)
    assert "320–20 320–0" in said and "Se sella la versión 2" in said and "Rectificar el acta" in said
    confirmed = {**form, "way": "correct", "confirm": "si"}
    done = client.post(url, confirmed)
    assert (done.status_code, done["Location"]) == (302, page(each, "acta/"))
    again = client.post(url, confirmed)
    assert (again.status_code, ActaReview.objects.count()) == (302, 1)
    assert "Se está sellando" in text_of(client.get(page(each, "acta/")))
    assert "la nueva versión se está sellando" in text_of(client.get(url))
    pending = text_of(client.get("/secretaria/actas/"))
    assert "1 en cola de sellado" in pending and "La Seis Doble – Los Molinos" in pending
    second = seal_encounter(each.encounter.pk)
    assert second is not None
    shown_acta = text_of(client.get(page(each, "acta/")))
    assert "Versión 2, en vigor" in shown_acta and "Versión 1, sustituida" in shown_acta
    assert "La jugada es nula: mesa 1, partida 1, jugada 2" in shown_acta


def test_the_old_version_verifies_as_replaced_and_the_public_page_shows_both(desk) -> None:
    each, _client, user = desk
    decide(each, world.actor(user), finding(each, Subject.VOID_HAND, hand=2))
    second = seal_encounter(each.encounter.pk)
    assert second is not None
    first = Acta.objects.get(version=1)
    public = at(None)
    old = text_of(public.get(f"/verificar/{first.content.code}/"))
    new = text_of(public.get(f"/verificar/{second.content.code}/"))
    assert "Acta sustituida" in old and "Ver la versión 2" in old
    pdf = SimpleUploadedFile("acta.pdf", bytes(first.file.pdf), content_type="application/pdf")
    assert "Acta sustituida" in text_of(public.post("/verificar/", {"pdf": pdf}))
    assert "Acta válida" in new and f"versión 1, de código {first.content.code}" in new
    live = public.get(f"/directo/encuentros/{each.encounter.pk}/").content.decode()
    assert "versión 2, en vigor" in live and "versión 1, sustituida" in live
    captain = at(each.captains[Side.HOME])
    assert "versión 1, sustituida" in text_of(captain.get(page(each, "")))
    for version, acta in ((1, first), (2, second)):
        answer = captain.get(page(each, f"acta.pdf?version={version}"))
        assert bytes(answer.content) == bytes(Acta.objects.get(pk=acta.pk).file.pdf)
    assert captain.get(page(each, "acta.json")).content.decode() == second.attached


def test_a_decision_that_leaves_play_says_so_and_reopens(desk) -> None:
    each, client, _user = desk
    url, form = page(each, "revisar/"), told(each, about=f"{each.partida().pk}-5")
    shown = text_of(client.post(url, form))
    assert "Reabrir el encuentro" in shown and "Queda algo por jugar" in shown
    # What follows is confirmed as it was shown, or not at all.
    refused = client.post(url, {**form, "way": "correct", "confirm": "si"})
    assert refused.status_code == 409 and "ya no es lo que viste" in text_of(refused)
    done = client.post(url, {**form, **write(), "way": "reopen", "confirm": "si"})
    assert done.status_code == 302 and each.reload().state == "suspended"
    acta = text_of(client.get(page(each, "acta/")))
    assert "El comité ha reabierto el encuentro" in acta
    live = text_of(at(None).get(f"/directo/encuentros/{each.encounter.pk}/"))
    assert "Reabierto por resolución del comité" in live
    code = Acta.objects.get().content.code
    assert "Reabierto por resolución" in text_of(at(None).get(f"/verificar/{code}/"))
    assert client.get(url).status_code == 302


def test_what_somebody_else_decided_meanwhile_is_shown_before_deciding_again(desk) -> None:
    each, client, user = desk
    form = told(each, way="correct", confirm="si")
    decide(each, world.actor(user), finding(each, Subject.HAND_STANDS, hand=1))
    seal_encounter(each.encounter.pk)
    answer = client.post(page(each, "revisar/"), form)
    said = text_of(answer)
    assert answer.status_code == 409
    assert "ya es la versión 2" in said
    assert "Pasó en falso." in said
    assert "Se sella la versión 3" in said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"reason": " "}, "Escribe el motivo."),
        ({"reason": "x" * 1001}, "demasiado largo"),
        ({"subject": "weather"}, "Elige qué se decide."),
        ({"subject": "resume"}, "Elige qué se decide."),
        ({"about": ""}, "Elige la partida."),
        ({"about": "999999999999-1"}, "Esa partida no es de este encuentro."),
        ({"about": "1' OR '1'='1"}, "Elige una partida o una jugada de la lista."),
        ({"distorted": ""}, "tergiversado"),
        ({"subject": "note", "text": "\t "}, "Escribe lo que se hace constar."),
        ({"subject": "name", "person": "999999"}, "Elige a alguien de la lista."),
        ({"subject": "name", "person": ""}, "Elige la persona."),
        ({"version": "0"}, ""),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_stays(desk, fields, said) -> None:
    each, client, _user = desk
    for more in ({}, {"confirm": "si", "way": "correct"}):
        answer = client.post(
            page(each, "revisar/"), told(each, decision="Resolución 7/2026", **fields, **more)
        )
        assert answer.status_code == 422
        assert said in text_of(answer)
        assert "Resolución 7/2026" in answer.content.decode()
    assert not ActaReview.objects.exists() and not SheetEntry.objects.filter(kind="ruling").exists()


def test_a_text_of_marks_is_printed_as_text(desk) -> None:
    each, client, _user = desk
    text = "<script>alert(1)</script>\u202egnp {{ 7*7 }}"
    form = told(each, subject="note", about="", text=text)
    shown = client.post(page(each, "revisar/"), form).content.decode()
    assert "<script>alert(1)" not in shown
    done = client.post(page(each, "revisar/"), {**form, "way": "correct", "confirm": "si"})
    assert done.status_code == 302
    acta = seal_encounter(each.encounter.pk)
    assert acta is not None and "\u202e" not in acta.attached


def test_a_member_of_the_committee_decides_nothing_of_his_own_encounter(desk) -> None:
    each, _client, _user = desk
    captain = each.captains[Side.AWAY]
    accounts.give_role(user=captain, role="committee", by=None)
    captain.set_password(PASSWORD)
    captain.save(update_fields=["password"])
    client = log_in(Client(), captain, enrol(captain))
    answer = client.get(page(each, "revisar/"))
    assert answer.status_code == 403
    assert "lo decide otra persona del comité" in text_of(answer)
