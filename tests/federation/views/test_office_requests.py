"""What clubs ask for, at the office: found, compared, accepted, refused, asked about, decided in a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import change_requests, people, requests
from federation.actions.people import Details
from federation.models import ClubRequest, DataAccess, Licence, Person, User
from federation.rules.requests import RequestAct
from tests.federation import club_world, staff
from tests.federation.club_world import ADULT, DNI, NOW, PAPERS, ClubWorld
from tests.federation.people import mail_sent
from tests.federation.photos import picture
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

LIST = "/secretaria/solicitudes/"
AS_SENT = {
    "who": "new",
    "given_name": "Iker",
    "surname_1": "Sanz",
    "surname_2": "Oca",
    "birth_date": "1990-03-04",
    "document_type": "es",
    "document": DNI,
    "email": "iker@example.org",
    "phone": "600000001",
    "kind": "player",
    "category": "Absoluta",
}


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each() -> ClubWorld:
    return club_world.build()


@pytest.fixture
def somebody(each: ClubWorld) -> User:
    return staff.office("oficina@example.org")


@pytest.fixture
def office(somebody: User) -> Client:
    return inside(somebody)


def as_sent(asked: ClubRequest, **values: object) -> dict[str, object]:
    return fields(**{**AS_SENT, "read": requests.last_step(asked), **values})


def path_of(asked: ClubRequest, page: str) -> str:
    return f"{LIST}{asked.pk}/{page}"


def test_what_waits_is_counted_and_found(each: ClubWorld, office: Client) -> None:
    assert "Ninguna espera respuesta." in office.get("/secretaria/").content.decode()
    asked = each.ask_new()
    each.ask_renewals(each.member("Abad"), each.member("Bos"))
    assert "3 solicitudes esperan respuesta." in office.get("/secretaria/").content.decode()
    page = office.get(LIST).content.decode()
    assert "Licencia: Iker Sanz Oca" in page and "Renovaciones 2026-27: Peña Uno" in page
    assert "enviadas: 2" in page and path_of(asked, "licencia/") in page
    assert "Iker" not in office.get(f"{LIST}?club={each.registry.other.pk}").content.decode()
    requests.reply(request=asked, act=RequestAct.REFUSE, text="No", by=each.registry.office)
    assert "Iker" in office.get(f"{LIST}?estado=refused").content.decode()
    for query in ("estado=king&club=x", "pagina=x", "estado=%00&club=999999"):
        assert office.get(f"{LIST}?{query}").status_code == 200


def test_a_newcomer_is_compared_and_accepted(each: ClubWorld, office: Client, somebody: User) -> None:
    twin = each.registry.person("Iker", "Sanz", surname_2="Oca", birth_date=ADULT.birth_date)
    each.registry.licence(twin, "30-1", club=each.registry.other)
    asked = each.ask_new(photo=picture((480, 640)))
    path = path_of(asked, "licencia/")
    page = office.get(path).content.decode()
    assert "Puede que ya conste" in page and "30-1" in page and DNI in page
    looked = DataAccess.objects.filter(by=somebody, detail=f"request:{asked.pk}")
    assert set(looked.values_list("kind", flat=True)) == {"document", "contact"}
    assert office.get(path_of(asked, "foto.jpg")).headers["Content-Type"] == "image/jpeg"
    wrong = office.post(path, as_sent(asked, document="12345678A"))
    assert wrong.status_code == 422 and "no corresponde" in str(wrong.context["form"].errors["document"])
    body = as_sent(asked, number="30-9")
    assert [office.post(path, body).headers["Location"] for _ in range(2)] == [path_of(asked, "")] * 2
    licence = Licence.objects.get(number="30-9")
    assert licence.person != twin and people.details_of(licence.person) == PAPERS
    done = office.get(path_of(asked, "")).content.decode()
    assert "Aceptada" in done and "Oficina" not in done
    assert office.get(path).headers["Location"] == path_of(asked, "")
    assert "request:" not in "".join(str(mail.body) for mail in mail_sent())


def test_it_is_somebody_who_is_there(each: ClubWorld, office: Client) -> None:
    there = each.registry.person("Iker", "Sanz", surname_2="Oca", birth_date=None)
    asked = each.ask_new()
    count = Person.objects.count()
    made = office.post(path_of(asked, "licencia/"), as_sent(asked, who=there.pk, complete="on"))
    assert made.status_code == 302
    there.refresh_from_db()
    assert Person.objects.count() == count and there.birth_date == ADULT.birth_date
    assert people.details_of(there).document == DNI
    assert Licence.objects.get().person == there


def test_refusals_stand_beside_their_fields(each: ClubWorld, office: Client) -> None:
    owner = each.registry.person("Otra", "Dueña", details=PAPERS)
    each.registry.licence(owner, "77", season=each.registry.after)
    asked = each.ask_new()
    path = path_of(asked, "licencia/")
    for typed, status, field, words in (
        ({}, 422, "document", "ya consta a nombre de Otra Dueña"),
        ({"document": "", "number": "77"}, 422, "number", "ya es de otra persona"),
        ({"who": owner.pk}, 409, "kind", "ya tiene una licencia"),
        ({"who": "x"}, 422, "who", "no es una de las opciones"),
        ({"birth_date": "2015-01-01", "document": ""}, 422, "guardian_name", "Es menor de edad"),
        ({"valid_from": "2020-01-01", "document": ""}, 422, "valid_from", "no puede salir de su temporada"),
    ):
        page = office.post(path, as_sent(asked, **typed))
        assert page.status_code == status, typed
        assert words in str(page.context["form"].errors[field]), typed
        assert "iker@example.org" in page.content.decode()
    asked.refresh_from_db()
    assert asked.state == "sent" and Licence.objects.count() == 1


def test_the_club_changes_it_while_the_office_looks(each: ClubWorld, office: Client) -> None:
    asked = each.ask_new()
    body = as_sent(asked, category="Vieja")
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text="¿?", by=each.registry.office)
    data = {**asked.data, "licence": {"kind": "player", "category": "Nueva"}}
    requests.answer(request=asked, data=data, by=each.delegate)
    path = path_of(asked, "licencia/")
    page = office.post(path, body)
    text = page.content.decode()
    assert page.status_code == 409 and "El club ha cambiado la solicitud" in text
    # What the club asks for now, and what was typed; the next press is of somebody who has read it.
    assert "Nueva" in text and 'value="Vieja"' in text
    assert f'name="read" value="{requests.last_step(asked)}"' in text
    assert office.post(path, as_sent(asked, category="Vieja")).status_code == 302
    late = office.post(path, as_sent(asked))
    assert late.status_code == 409 and "ya no está en ese punto" in late.content.decode()


def test_a_licence_of_somebody_known(each: ClubWorld, office: Client) -> None:
    who = each.member()
    asked = each.ask_known(who, "captain")
    page = office.get(path_of(asked, "licencia/")).content.decode()
    assert "Nora Ruiz" in page and 'name="given_name"' not in page
    body = fields(kind="captain", category="", read=requests.last_step(asked))
    assert office.post(path_of(asked, "licencia/"), body).status_code == 302
    assert Licence.objects.get(season=each.registry.after).kind == "captain"


def test_a_change_is_shown_beside_what_is_there(each: ClubWorld, office: Client) -> None:
    who = each.registry.person("Ana", "Gil", details=PAPERS)
    each.registry.licence(who)
    asked = change_requests.ask_change(
        club=each.club,
        season=each.registry.after,
        person=who,
        values={"phone": "611111111", "surname_2": "Gómez"},
        by=each.delegate,
    )
    path = path_of(asked, "datos/")
    page = office.get(path)
    told = {line.label: (line.now, line.yours) for line in page.context["changes"]}
    assert told == {"Segundo apellido": ("", "Gómez"), "Teléfono": ("600000001", "611111111")}
    body = {**AS_SENT, "given_name": "Ana", "surname_1": "Gil", "surname_2": "Gómez"}
    stale = fields(**body, read=requests.last_step(asked), version=who.version)
    people.change_person(
        person=who,
        name=people.name_of(who),
        details=replace(PAPERS, email="nuevo@example.org"),
        by=each.registry.office,
    )
    late = office.post(path, stale)
    assert late.status_code == 409 and "Otra persona ha cambiado esta ficha" in late.content.decode()
    assert f'name="version" value="{who.version + 1}"' in late.content.decode()
    assert office.post(path, fields(**body, read=requests.last_step(asked), version=who.version + 1))
    who.refresh_from_db()
    assert who.surname_2 == "Gómez"


def test_refusing_and_asking_need_words(each: ClubWorld, office: Client) -> None:
    asked = each.ask_new()
    for act in ("denegar", "preguntar"):
        path = path_of(asked, f"responder/{act}/")
        empty = office.post(path, fields(text=" "))
        assert empty.status_code == 422 and "obligatorio" in str(empty.context["form"].errors["text"])
        assert office.post(path, fields(text="x" * 501)).status_code == 422
    assert office.post(path_of(asked, "responder/preguntar/"), fields(text="¿Y la foto?")).status_code == 302
    # What waits for the club can be refused, and not accepted.
    assert office.get(path_of(asked, "licencia/")).status_code == 302
    assert "Denegar" in office.get(path_of(asked, "")).content.decode()
    body = fields(text="Fuera de plazo")
    assert [office.post(path_of(asked, "responder/denegar/"), body).status_code for _ in range(2)] == [
        302,
        302,
    ]
    assert office.post(path_of(asked, "responder/denegar/"), fields(text="Otra vez")).status_code == 409
    assert office.get(path_of(asked, "responder/aceptarlo/")).status_code == 404
    letters = [mail for mail in mail_sent() if mail.to == ["dora@example.org"]]
    assert [mail.subject for mail in letters] == [
        "FDP: Peña Uno: la secretaría pide algo más",
        "FDP: Peña Uno: solicitud denegada",
    ]
    for mail in letters:
        assert f"/club/{each.club.pk}/solicitudes/{asked.pk}/" in mail.body
        assert "Iker" not in mail.body and "plazo" not in mail.body


def test_a_list_of_renewals_is_decided(each: ClubWorld, office: Client) -> None:
    names = ("Abad", "Bos", "Cid")
    first, second, third = each.ask_renewals(*(each.member(name) for name in names))
    path = f"{LIST}renovaciones/{each.club.pk}/{each.registry.after.pk}/"
    child = third.person
    Person.objects.filter(pk=child.pk).update(birth_date="2015-01-01")
    page = office.get(path).content.decode()
    assert "Será menor de edad" in page and page.count('<option value="accept" selected>') == 2
    body = {
        f"choice_{first.pk}": "accept",
        f"choice_{second.pk}": "refuse",
        f"choice_{third.pk}": "accept",
    }
    wrong = office.post(path, fields(**body))
    assert wrong.status_code == 422
    assert "Escribe el motivo" in str(wrong.context["form"].errors[f"reason_{second.pk}"])
    body[f"reason_{second.pk}"] = "Debe la cuota"
    stays = office.post(path, fields(**body))
    assert stays.status_code == 422 and "Debe la cuota" in stays.content.decode()
    assert "Ya no se puede renovar" in str(stays.context["form"].errors[f"choice_{third.pk}"])
    assert not Licence.objects.filter(season=each.registry.after).exists()
    good = fields(**{**body, f"choice_{third.pk}": "later"})
    assert [office.post(path, good).status_code for _ in range(2)] == [302, 302]
    assert [ClubRequest.objects.get(pk=row.pk).state for row in (first, second, third)] == [
        "accepted",
        "refused",
        "sent",
    ]
    assert "Debe la cuota" in office.get(path).content.decode()
    nothing = office.post(path, fields(**{f"choice_{third.pk}": "later"}))
    assert nothing.status_code == 422 and "No has marcado nada" in nothing.content.decode()


def test_no_page_asks_once_per_row(each: ClubWorld, office: Client) -> None:
    def grow(number: int) -> None:
        each.ask_renewals(*(each.member(f"Abad {count} {number}") for count in range(number)))
        for count in range(number):
            each.ask_new(replace(ADULT, surname_2=f"Oca {count} {number}"), Details())
            each.ask_known(each.member(f"Bos {count} {number}"))

    def costs() -> list[int]:
        found = []
        for path in (LIST, f"{LIST}renovaciones/{each.club.pk}/{each.registry.after.pk}/", "/secretaria/"):
            with CaptureQueriesContext(connection) as seen:
                assert office.get(path).status_code == 200
            found.append(len(seen))
        return found

    grow(1)
    few = costs()
    grow(29)
    assert costs() == few
