"""A delegate's pages: what he sees of his club, and how he asks for licences, renewals and changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import delegations, requests
from federation.actions.photos import store_photo
from federation.models import ClubDelegation, ClubRequest, Licence, Person
from federation.rules.requests import RequestAct
from tests.federation import club_world, staff
from tests.federation.club_world import DNI, NOW, PAPERS, ClubWorld
from tests.federation.photos import picture
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

SENT = {
    "given_name": "  Iker",
    "surname_1": "Sanz ",
    "surname_2": "Oca",
    "birth_date": "1990-03-04",
    "document_type": "es",
    "document": "12.345.678-z",
    "email": "iker@example.org",
    "kind": "player",
    "category": "Absoluta",
}
HOSTILE = ["<script>alert(1)</script>", "\u202eoirartnoc", "{{ seven }}", "%(name)s", "A" * 60]


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each() -> ClubWorld:
    return club_world.build()


@pytest.fixture
def browser(each: ClubWorld) -> Client:
    return inside(each.delegate)


def area(each: ClubWorld, path: str = "") -> str:
    return f"/club/{each.club.pk}/{path}"


def sent(each: ClubWorld, **values: object) -> dict[str, object]:
    return fields(**{**SENT, "season": each.registry.after.pk, **values})


# ---------------------------------------------------------------- who sees what
def test_the_menu_has_a_delegates_club(each: ClubWorld, browser: Client) -> None:
    assert browser.get("/club/").headers["Location"] == area(each)
    assert "Mi club" in browser.get(area(each)).content.decode()
    for user in (staff.staff("nadie@example.org"), staff.office("oficina@example.org")):
        other = inside(user)
        assert other.get("/club/").status_code == 404
        assert "Mi club" not in other.get("/cuenta/").content.decode()
    delegations.name_delegate(
        club=each.registry.other,
        person=each.delegate.person,
        valid_from=NOW.date(),
        valid_to=None,
        by=each.registry.office,
    )
    page = browser.get("/club/").content.decode()
    assert "Peña Uno" in page and "Peña Dos" in page


def test_a_delegation_that_ended_shows_nothing_any_more(each: ClubWorld, browser: Client) -> None:
    asked = each.ask_new()
    paths = [area(each), area(each, f"solicitudes/{asked.pk}/"), area(each, "licencias/nueva/")]
    assert [browser.get(path).status_code for path in paths] == [200, 200, 200]
    held = ClubDelegation.objects.get(person=each.delegate.person)
    delegations.dismiss_delegate(delegation=held, by=each.registry.office)
    assert [browser.get(path).status_code for path in paths] == [404, 404, 404]
    assert browser.post(paths[2], sent(each)).status_code == 404
    assert "Mi club" not in browser.get("/cuenta/").content.decode()


def test_a_delegate_sees_names_and_licences_and_nothing_of_the_offices(
    each: ClubWorld, browser: Client
) -> None:
    who = each.registry.person("Ana", "Gil", details=PAPERS)
    each.registry.licence(who, "30-77", season=each.registry.after)
    store_photo(person=who, jpeg=picture((480, 640)), by=each.registry.office)
    for path in ("personas/", f"personas/{who.pk}/", f"personas/{who.pk}/datos/", ""):
        page = browser.get(area(each, path)).content.decode()
        for secret in (DNI, "iker@example.org", "600000001", "1980", "foto.jpg"):
            assert secret not in page, (path, secret)
    page = browser.get(area(each, "personas/?q=77")).content.decode()
    assert "Gil, Ana" in page and "30-77" in page and "En vigor" in page and "hasta el 31 ago 2027" in page
    assert "Gil, Ana" not in browser.get(area(each, f"personas/?q={DNI}")).content.decode()
    assert browser.get(f"/personas/{who.pk}/foto.jpg").status_code == 404


def test_documents_of_a_request_are_for_whoever_sent_them(each: ClubWorld, browser: Client) -> None:
    asked = each.ask_new()
    path = area(each, f"solicitudes/{asked.pk}/")
    assert DNI in browser.get(path).content.decode()
    other = inside(each.colleague)
    page = other.get(path).content.decode()
    assert DNI not in page and "iker@example.org" not in page and "Iker Sanz Oca" in page
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text="¿Foto?", by=each.registry.office)
    answer = area(each, f"solicitudes/{asked.pk}/licencia/")
    assert DNI in browser.get(answer).content.decode()
    in_words = area(each, f"solicitudes/{asked.pk}/contestar/")
    assert other.get(answer).headers["Location"] == in_words
    assert other.post(answer, sent(each)).headers["Location"] == in_words
    assert other.post(in_words, fields(text="No tiene")).status_code == 302
    asked.refresh_from_db()
    assert asked.state == "sent" and asked.data["person"]["document"] == DNI


def test_another_clubs_delegate_finds_nothing(each: ClubWorld) -> None:
    asked, other = each.ask_new(), inside(each.foreign)
    own = f"/club/{each.registry.other.pk}/"
    for path in ("", "solicitudes/", f"solicitudes/{asked.pk}/", f"solicitudes/{asked.pk}/retirar/"):
        assert other.get(area(each, path)).status_code == 404, path
    for path in (f"{own}solicitudes/{asked.pk}/", f"{own}solicitudes/{asked.pk}/retirar/"):
        assert other.get(path).status_code == 404, path
        assert other.post(path, fields()).status_code in (404, 405), path
    member = each.member()
    for path in ("", "licencia/", "datos/"):
        assert other.get(f"{own}personas/{member.pk}/{path}").status_code == 404


# ---------------------------------------------------------------- asking
def test_somebody_new_is_asked_for_once(each: ClubWorld, browser: Client) -> None:
    path, body = area(each, "licencias/nueva/"), sent(each)
    first, second = browser.post(path, body), browser.post(path, body)
    assert first.headers["Location"] == second.headers["Location"]
    asked = ClubRequest.objects.get()
    assert asked.data == {
        "licence": {"kind": "player", "category": "Absoluta"},
        "person": {
            "given_name": "Iker",
            "surname_1": "Sanz",
            "surname_2": "Oca",
            "birth_date": "1990-03-04",
            "document_kind": "DNI",
            "document": DNI,
            "email": "iker@example.org",
        },
    }
    assert browser.post(path, {**body, "given_name": "Otro"}).status_code == 409
    assert not Person.objects.filter(given_name="Iker").exists()


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"birth_date": ""}, "birth_date", "obligatorio"),
        ({"birth_date": "2015-01-01"}, "guardian_name", "Es menor de edad"),
        ({"document": "12345678A"}, "document", "no corresponde"),
        ({"kind": "king"}, "kind", "no es una de las opciones"),
        ({"season": "999999"}, "season", "no está entre las disponibles"),
        ({"category": "A" * 31}, "category", "30"),
        ({"given_name": "Ana\x00"}, "given_name", "nulos"),
        ({"surname_1": "—"}, "surname_1", "Escribe al menos el nombre"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(
    each: ClubWorld, browser: Client, typed: dict[str, str], field: str, words: str
) -> None:
    page = browser.post(area(each, "licencias/nueva/"), sent(each, **typed))
    assert page.status_code == 422
    assert words in str(page.context["form"].errors[field])
    assert "iker@example.org" in page.content.decode()
    assert not ClubRequest.objects.exists()


def test_photos_that_are_none_and_too_large(each: ClubWorld, browser: Client) -> None:
    path = area(each, "licencias/nueva/")
    wrong = browser.post(path, sent(each, photo=SimpleUploadedFile("foto.jpg", b"no")))
    assert wrong.status_code == 422 and "no es una foto" in wrong.content.decode()
    large = browser.post(path, sent(each, photo=SimpleUploadedFile("foto.jpg", b"\xff" * 6_000_000)))
    assert large.status_code == 413 and "pasa de 5 MB" in large.content.decode()
    good = sent(each, photo=SimpleUploadedFile("foto.jpg", picture((480, 640))))
    assert browser.post(path, good).status_code == 302
    assert bytes(ClubRequest.objects.get().photo).startswith(b"\xff\xd8")


def test_hostile_names_are_shown_as_text(each: ClubWorld, browser: Client) -> None:
    for text in HOSTILE:
        made = browser.post(area(each, "licencias/nueva/"), sent(each, given_name=text, category=""))
        assert made.status_code == 302, text
        assert "<script>alert" not in browser.get(made.headers["Location"]).content.decode()
    assert browser.get(area(each, "solicitudes/")).status_code == 200
    for text in [*HOSTILE, "'; DROP TABLE x; --", "%", "é" * 500, "9" * 60]:
        page = browser.get(area(each, "personas/"), {"q": text, "tras": text, "temporada": text})
        assert page.status_code == 200, text


def test_a_licence_of_somebody_known_and_one_that_he_has(each: ClubWorld, browser: Client) -> None:
    who = each.member(season="after")
    path = area(each, f"personas/{who.pk}/licencia/")
    body = {"season": each.registry.after.pk, "kind": "player", "category": "Absoluta"}
    page = browser.post(path, fields(**body))
    assert page.status_code == 409 and "ya tiene una licencia" in str(page.context["form"].errors["kind"])
    assert browser.post(path, fields(**{**body, "kind": "captain"})).status_code == 302
    again = browser.post(path, fields(**{**body, "kind": "captain"}))
    assert again.status_code == 409 and "sin resolver" in again.content.decode()


def test_a_change_says_only_what_changes(each: ClubWorld, browser: Client) -> None:
    who = each.member("Ruiz")
    path = area(each, f"personas/{who.pk}/datos/")
    same = {"given_name": "Nora", "surname_1": "Ruiz", "document_type": "es"}
    nothing = browser.post(path, fields(**same))
    assert nothing.status_code == 422 and "No has cambiado nada" in nothing.content.decode()
    made = browser.post(path, fields(**same, surname_2="Gómez", phone="611 111 111"))
    assert made.status_code == 302
    asked = ClubRequest.objects.get()
    assert asked.data == {"person": {"surname_2": "Gómez", "phone": "611 111 111"}}
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text="¿Seguro?", by=each.registry.office)
    form = browser.get(area(each, f"solicitudes/{asked.pk}/datos/"))
    assert "¿Seguro?" in form.content.decode() and "Gómez" in form.content.decode()
    body = fields(**same, surname_2="Gámez", text="Con a")
    answer = area(each, f"solicitudes/{asked.pk}/datos/")
    # The same answer sent twice is one.
    assert [browser.post(answer, body).status_code for _ in range(2)] == [302, 302]
    asked.refresh_from_db()
    assert (asked.state, asked.data, asked.steps.count()) == ("sent", {"person": {"surname_2": "Gámez"}}, 3)


def test_renewals_are_ticked_in_a_list(each: ClubWorld, browser: Client) -> None:
    first, second = each.member("Abad"), each.member("Bos")
    done = each.member("Hecha")
    each.registry.licence(done, season=each.registry.after)
    path = area(each, "licencias/renovar/")
    page = browser.get(path).content.decode()
    assert "Abad, Nora" in page and "Hecha" not in page and "1 ya tiene" in page
    none = browser.post(path, fields())
    assert none.status_code == 422 and "No has marcado nada" in none.content.decode()
    keys = [who.licences.get().pk for who in (first, second)]
    body = fields(licences=keys)
    to = area(each, f"solicitudes/renovaciones/{each.registry.after.pk}/")
    assert [browser.post(path, body).headers["Location"] for _ in range(2)] == [to, to]
    assert ClubRequest.objects.count() == 2
    assert "Ya está pedida." in browser.get(path).content.decode()
    assert browser.post(path, fields(licences=keys)).status_code == 422
    assert browser.post(path, fields(licences=["x", "9" * 30])).status_code == 422
    foreign = each.registry.person("Otro", "Club")
    other = each.registry.licence(foreign, club=each.registry.other)
    assert browser.post(path, fields(licences=[other.pk])).status_code == 422
    assert browser.get(f"{path}?temporada=x").status_code == 200


def test_withdrawing_asks_first(each: ClubWorld, browser: Client) -> None:
    asked = each.ask_new()
    path = area(each, f"solicitudes/{asked.pk}/retirar/")
    assert "No se hará nada" in browser.get(path).content.decode()
    assert browser.post(path, fields(text="Se va")).status_code == 302
    page = browser.get(area(each, f"solicitudes/{asked.pk}/")).content.decode()
    assert "Retirada" in page and "Se va" in page
    late = browser.post(path, fields())
    assert late.status_code == 409 and "ya no está en ese punto" in late.content.decode()


def test_no_page_asks_once_per_row(each: ClubWorld, browser: Client) -> None:
    def grow(number: int) -> None:
        for count in range(number):
            who = each.member(f"Abad {count} {number}")
            each.ask_known(each.member(f"Bos {count} {number}"))
            if count:
                each.ask_renewals(who)
            each.ask_new()

    def costs() -> dict[str, int]:
        season = each.registry.after.pk
        paths = ["", "personas/", "solicitudes/", f"solicitudes/renovaciones/{season}/", "licencias/renovar/"]
        found = {}
        for path in paths:
            with CaptureQueriesContext(connection) as seen:
                assert browser.get(area(each, path)).status_code == 200
            found[path] = len(seen)
        return found

    grow(2)
    few = costs()
    grow(30)
    assert costs() == few
    assert Licence.objects.count() == 64
