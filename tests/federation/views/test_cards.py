"""Licence cards as PDF, and the public page that tells whether one is good today."""

from __future__ import annotations

import io
from datetime import date, timedelta

import pikepdf
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from federation import clock
from federation.actions import licences, people
from federation.actions.photos import store_photo
from federation.models import ClubState, DataAccess, Licence, Person
from federation.printing import cards as printed
from federation.printing import documents
from federation.queries import cards as queries
from federation.rules.licences import LicenceAct, grouped_code
from tests.federation import registry_world, staff
from tests.federation.photos import picture
from tests.federation.printed import boxes, text_of
from tests.federation.registry_world import Registry
from tests.federation.staff import inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/licencias/"


@pytest.fixture(autouse=True)
def _nobody_has_printed() -> None:
    cache.clear()


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def office() -> Client:
    return inside(staff.office("oficina@example.org"))


# ---------------------------------------------------------------- one card
def test_a_card_says_what_the_licence_says(each: Registry, office: Client) -> None:
    who = each.person("Íñigo", "Núñez", surname_2="Oca")
    held = each.licence(who, "30-0123", each.after)
    store_photo(person=who, jpeg=picture((480, 640)), by=None)
    answer = office.get(f"{LIST}{held.pk}/tarjeta.pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="licencia-30-0123.pdf"'
    assert answer.headers["Cache-Control"] == "no-store, private"
    assert boxes(answer.content) == [(856, 540)]
    said = " ".join(text_of(answer.content).split())
    for words in ("Íñigo", "Núñez Oca", "30-0123", "Peña Uno", "Absoluta", "2026-27", "JUGADOR", "FDP"):
        assert words in said, words
    assert "del 1 sep 2026 al 31 ago 2027" in said
    assert grouped_code(held.code) in said
    with pikepdf.open(io.BytesIO(answer.content)) as opened:
        assert len(opened.pages[0].get_images()) == 1
    note = DataAccess.objects.get(kind="card")
    assert (note.person, note.detail, note.count) == (who, "30-0123", 1)


def test_a_card_is_in_the_language_of_the_house(each: Registry, office: Client) -> None:
    held = each.licence(each.person(), "1", each.after)
    office.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    said = text_of(office.get(f"{LIST}{held.pk}/tarjeta.pdf").content)
    assert "Licencia de" in said
    assert "JUGADOR" in said


def test_a_licence_that_is_over_has_no_card(each: Registry, office: Client) -> None:
    held = each.licence(each.person(), "1", each.after)
    licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)
    answer = office.get(f"{LIST}{held.pk}/tarjeta.pdf")
    assert answer.status_code == 409
    assert "Solo tiene tarjeta la licencia concedida" in answer.content.decode()
    assert "tarjeta.pdf" not in office.get(f"{LIST}{held.pk}/").content.decode()
    assert not DataAccess.objects.exists()


HOSTILE = {
    "long": ("A" * 60, "B" * 60),
    "script": ("<script>alert(1)</script>", "<img src=https://example.org/x>"),
    "emoji": ("Ana 🎉", "Gil 👩‍👩‍👧"),
    "right to left": ("محمد", "עברית"),
    "quotes": ("O'Neill", 'd"Alòs'),
    "css": ("a{} @import url(//x)", "}</style>"),
}


def test_hostile_names_are_printed_as_text(each: Registry, office: Client) -> None:
    for given, surname in HOSTILE.values():
        each.licence(each.person(given, surname), season=each.after)
    pdf = office.get(f"{LIST}tarjetas.pdf?temporada={each.after.pk}").content
    said = "".join(text_of(pdf).split())
    for words in ("<script>alert(1)</script>", "O'Neill", "@importurl(//x)", "Ana�"):
        assert words in said, words
    assert boxes(pdf) == [(2100, 2970)]


# ---------------------------------------------------------------- a sheet
def test_a_list_is_printed_ten_on_a_sheet(each: Registry, office: Client) -> None:
    for number in range(11):
        each.licence(each.person("Ana", f"Gil {number:02d}"), f"77{number:02d}", each.after)
    each.licence(each.person("Bea", "Otroclub"), "8800", each.after, club=each.other)
    page = office.get(f"{LIST}tarjetas/?club={each.club.pk}")
    assert (page.context["total"], page.context["no_photo"]) == (11, 11)
    (part,) = page.context["parts"]
    assert (part["count"], part["sheets"]) == (11, 2)

    pdf = office.get(f"{LIST}tarjetas.pdf?club={each.club.pk}").content
    assert boxes(pdf) == [(2100, 2970)] * 2
    said = text_of(pdf)
    assert [said.count(f"77{number:02d}") for number in range(11)] == [1] * 11
    assert "8800" not in said
    note = DataAccess.objects.get(kind="card")
    assert (note.person, note.detail, note.count) == (None, "Club: Peña Uno", 11)


def test_a_long_list_is_printed_in_parts(
    each: Registry, office: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MOST_CARDS", 3)
    for number in range(7):
        each.licence(each.person("Ana", f"Gil {number}"), f"77{number}", each.after)
    parts = office.get(f"{LIST}tarjetas/").context["parts"]
    assert [part["count"] for part in parts] == [3, 3, 1]
    seen = []
    for part in parts:
        query = f"?tras={part['start']}" if part["start"] else ""
        said = text_of(office.get(f"{LIST}tarjetas.pdf{query}").content)
        seen.append([number for number in range(7) if f"77{number}" in said])
    assert seen == [[0, 1, 2], [3, 4, 5], [6]]


def test_a_list_without_cards_says_so(each: Registry, office: Client) -> None:
    licences.request_licence(
        person=each.person(), season=each.after, terms=each.terms(each.after), by=each.office
    )
    assert "Ninguna de esas licencias tiene tarjeta" in office.get(f"{LIST}tarjetas/").content.decode()
    assert office.get(f"{LIST}tarjetas.pdf").status_code == 409


def test_a_printer_that_fails_is_told_and_nothing_is_noted(
    each: Registry, office: Client, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    held = each.licence(each.person(), "1", each.after)
    script = tmp_path / "writer.py"
    script.write_text("raise MemoryError", encoding="utf-8")
    monkeypatch.setattr(documents, "_WRITER", script)
    answer = office.get(f"{LIST}{held.pk}/tarjeta.pdf", follow=True)
    assert "No se ha podido hacer el PDF" in answer.content.decode()
    assert not DataAccess.objects.exists()


def test_printing_has_its_limit(each: Registry, office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "pdf_of", lambda _html, _photos: b"%PDF-")
    held = each.licence(each.person(), "1", each.after)
    path = f"{LIST}{held.pk}/tarjeta.pdf"
    assert {office.get(path).status_code for _ in range(20)} == {200}
    assert office.get(path).status_code == 429


# ---------------------------------------------------------------- the public check
def shown(code: str) -> object:
    return Client().get(f"/licencia/{code}/")


def test_anybody_learns_whether_a_licence_is_good_today(each: Registry) -> None:
    held = each.licence(each.person(surname_2="Oca"), "30-0123", _running(each))
    for written in (held.code, grouped_code(held.code), held.code.lower()):
        page = shown(written)
        said = page.content.decode()
        assert page.status_code == 200
        assert "Vale hoy" in said
        assert "Íñigo Núñez Oca" in said
        assert "Peña Uno" in said
        # Nothing else: neither number nor category, nor dates of the licence or of birth.
        for secret in ("30-0123", "Absoluta", "1980", "17/05", f"{held.valid_to.year + 0}-"):
            assert secret not in said, secret
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Robots-Tag"] == "noindex"


def _running(each: Registry) -> object:
    today = clock.today()
    return each.after if each.after.starts_on <= today <= each.after.ends_on else each.before


@pytest.mark.parametrize("how", ["suspended", "expired", "withdrawn", "ahead"])
def test_one_that_is_not_good_says_no_more_than_that(each: Registry, how: str) -> None:
    held = each.licence(each.person(), "1", _running(each))
    if how in ("suspended", "withdrawn"):
        act = LicenceAct.SUSPEND if how == "suspended" else LicenceAct.WITHDRAW
        licences.act_on_licence(licence=held, act=act, reason="Alineación indebida", by=each.office)
    else:
        day = timedelta(days=1)
        today = clock.today()
        dates = {"valid_to": today - day} if how == "expired" else {"valid_from": today + day}
        Licence.objects.filter(pk=held.pk).update(**dates)
    said = shown(held.code).content.decode()
    assert "No vale hoy" in said
    assert "Alineación indebida" not in said


def test_a_minor_is_shown_by_initials(each: Registry) -> None:
    details = people.Details(guardian_name="Eva", guardian_phone="600000000")
    young = date(clock.today().year - 10, 1, 1)
    held = each.licence(each.person(birth_date=young, details=details), "1", _running(each))
    said = shown(held.code).content.decode()
    assert "Í. N." in said
    assert "Núñez" not in said


def test_a_code_that_is_nobodys(each: Registry) -> None:
    held = each.licence(each.person(), "1", _running(each))
    for code in ("AAAABBBBCCCCDDDD", "1", held.number, str(held.pk), "<script>", "é" * 300):
        page = shown(code)
        assert page.status_code == 404, code
        assert "Ninguna licencia tiene ese código" in page.content.decode()
        assert b"<script>alert" not in page.content
    Person.objects.update(erased_at=clock.now())
    assert shown(held.code).status_code == 404


def test_a_code_can_be_typed(each: Registry) -> None:
    held = each.licence(each.person(), "1", _running(each))
    browser = Client()
    answer = browser.get("/licencia/", {"codigo": f" {grouped_code(held.code).lower()} "})
    assert answer.headers["Location"] == f"/licencia/{held.code}/"
    wrong = browser.get("/licencia/", {"codigo": "hola"})
    assert wrong.status_code == 422
    assert "dieciséis letras y cifras" in wrong.content.decode()
    assert browser.get("/licencia/").status_code == 200


def test_codes_are_drawn_by_lot_for_every_licence(each: Registry) -> None:
    for number in range(5):
        each.licence(each.person("Ana", f"Gil {number}"))
    each.club.state = ClubState.ACTIVE
    from federation.actions import renewals

    renewals.renew(
        licences=list(Licence.objects.values_list("pk", flat=True)), after=each.after, by=each.office
    )
    codes = set(Licence.objects.values_list("code", flat=True))
    assert len(codes) == 10
    assert {len(code) for code in codes} == {16}
