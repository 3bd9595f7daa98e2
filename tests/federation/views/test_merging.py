"""The pages of duplicates: who sees them, what they say, what they do, at what cost."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import DataAccess, Person, PersonMerge, PossibleDuplicate
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside
from tests.federation.two_records import account, details, merge

pytestmark = pytest.mark.django_db
LIST = "/secretaria/duplicados/"


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser() -> Client:
    return inside(staff.office("otra@example.org"))


def _path(kept: Person, gone: Person) -> str:
    return f"{LIST}{kept.pk}/{gone.pk}/"


def _text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


# ---------------------------------------------------------------- the list
def test_the_list_shows_pairs_by_how_alike_they_are(each: Registry, browser: Client) -> None:
    each.licence(each.person(), "30-77")
    each.person("Inigo", "Nunez")
    each.person("Ana", "García", birth_date=None)
    each.person("Ana", "Garcia")
    text = _text(browser.get(LIST))
    assert "Mismo nombre y nacimiento" in text or "mismo nombre y nacimiento" in text
    assert text.index("Íñigo Núñez") < text.index("Ana García")
    assert "30-77, jugador, 2025-26" in text


def test_pages_of_the_list_cost_the_same_and_follow_each_other(each: Registry, browser: Client) -> None:
    def add(number: int) -> None:
        for given in ("Íñigo", "Inigo"):
            each.licence(each.person(given, "Ruiz", birth_date=date(1950 + number, 1, 1)))

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    cost(LIST)
    one = cost(LIST)
    for number in range(1, 32):
        add(number)
    assert cost(LIST) == one
    first = browser.get(LIST)
    assert len(first.context["pairs"]) == 30
    second = browser.get(f"{LIST}?tras={first.context['next']}")
    assert (len(second.context["pairs"]), second.context["next"]) == (2, "")
    assert {pair.kept for pair in first.context["pairs"]}.isdisjoint(
        {pair.kept for pair in second.context["pairs"]}
    )


@pytest.mark.parametrize("text", ["x", "1", "1-x", "-", "9-999999999999999999999", "\x00", "١-١"])
def test_no_place_breaks_the_list(browser: Client, text: str) -> None:
    assert browser.get(LIST, {"tras": text}).status_code == 200


# ---------------------------------------------------------------- two records compared
def test_two_records_are_compared_and_merged(each: Registry, browser: Client) -> None:
    kept = each.person(details=details(document_kind="DNI", document="12345678Z", phone="600000000"))
    gone = each.person("Iñaki", surname_2="Oca", details=details(document_kind="NIE", document="X1234567L"))
    each.licence(gone, "30-77")
    path = _path(kept, gone)

    page = browser.get(path)
    text = _text(page)
    for words in ("DNI 12345678Z", "NIE X1234567L", "Oca", "30-77, jugador, 2025-26, Peña Uno, concedida"):
        assert words in text
    assert set(page.context["form"].fields) == {"given_name", "document"}
    assert {(row.person_id, row.kind) for row in DataAccess.objects.all()} == {
        (kept.pk, "document"),
        (gone.pk, "document"),
    }

    unanswered = browser.post(path, fields(given_name="gone"))
    assert unanswered.status_code == 422
    assert "Elige cuál vale" in unanswered.content.decode()
    assert unanswered.context["form"]["given_name"].value() == "gone"
    assert not PersonMerge.objects.exists()

    form = fields(given_name="gone", document="kept")
    done, again = browser.post(path, form), browser.post(path, form)
    assert done.headers["Location"] == f"/secretaria/personas/{kept.pk}/datos-personales/"
    assert again.status_code == 302
    assert PersonMerge.objects.count() == 1
    kept.refresh_from_db()
    assert (kept.full_name, kept.personal_data.document) == ("Iñaki Núñez Oca", "12345678Z")
    back = _text(browser.get(done.headers["Location"]))
    assert f"La ficha n.º {gone.pk}" in back and "Deshacer" in back
    assert (
        browser.get(f"/secretaria/personas/{gone.pk}/").headers["Location"]
        == f"/secretaria/personas/{kept.pk}/"
    )
    assert "Se unió a esta ficha otra" in browser.get(f"/secretaria/personas/{kept.pk}/").content.decode()


def test_what_forbids_it_is_said_and_there_is_no_button(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Iñaki")
    each.licence(kept, "1")
    each.licence(gone, "2")
    account(kept, "k@example.org")
    account(gone, "g@example.org")
    text = _text(browser.get(_path(kept, gone)))
    assert "Las dos tienen cuenta" in text and "(2 (2025-26))" in text
    assert "Unir las dos fichas</button>" not in text
    refused = browser.post(_path(kept, gone), fields(given_name="kept"))
    assert refused.status_code == 409
    assert not PersonMerge.objects.exists()


def test_what_would_move_is_counted(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Iñaki")
    each.licence(gone, "1")
    each.licence(gone, "2", each.after)
    moved = {
        row.words: (row.moving, row.staying) for row in browser.get(_path(kept, gone)).context["page"].moved
    }
    assert moved == {"licencias": (2, 0)}


def test_the_comparison_costs_the_same_however_much_they_hold(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Iñaki")

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(_path(kept, gone)).status_code == 200
        return len(queries)

    each.licence(gone, "1")
    cost()
    one = cost()
    for number in range(30):
        season = type(each.before).objects.create(
            name=f"T{number}", starts_on=date(2030 + number, 9, 1), ends_on=date(2031 + number, 8, 31)
        )
        each.licence(gone, f"n{number}", season)
    assert cost() == one


def test_two_people_are_said_to_be_two(each: Registry, browser: Client) -> None:
    one, other = each.person(), each.person()
    assert "Son dos personas" in browser.get(_path(one, other)).content.decode()
    form = fields()
    for _ in range(2):
        assert browser.post(f"{_path(one, other)}distintas/", form).headers["Location"] == LIST
    assert PossibleDuplicate.objects.get().dismissed_at is not None
    assert "Son dos personas" not in browser.get(_path(one, other)).content.decode()
    again = browser.post(f"{_path(one, other)}distintas/", fields(), follow=True)
    assert "ya no están por mirar" in again.content.decode()


# ---------------------------------------------------------------- looked for, undone
def test_the_other_record_is_looked_for(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Iñaki")
    page = browser.get(f"{LIST}{kept.pk}/", {"q": "nunez"})
    assert page.context["people"] == [gone]
    assert _path(kept, gone) in page.content.decode()
    assert "Prueba con menos letras" in browser.get(f"{LIST}{kept.pk}/", {"q": "zz"}).content.decode()


def test_a_merge_is_undone_from_its_page(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Iñaki")
    made = merge(each, kept, gone)
    path = f"/secretaria/uniones/{made.pk}/deshacer/"
    assert "Vuelve a haber dos fichas" in browser.get(path).content.decode()
    assert (
        browser.post(path, fields()).headers["Location"]
        == f"/secretaria/personas/{kept.pk}/datos-personales/"
    )
    again = browser.post(path, fields())
    assert again.status_code == 409 and "ya se deshizo" in again.content.decode()
    assert browser.get(f"/secretaria/personas/{gone.pk}/").status_code == 200


def test_a_record_that_is_gone_leads_to_the_one_that_stays(each: Registry, browser: Client) -> None:
    kept, gone, third = each.person(), each.person("Iñaki"), each.person("Ane")
    merge(each, kept, gone)
    assert browser.get(_path(kept, gone)).headers["Location"] == f"/secretaria/personas/{kept.pk}/"
    assert browser.get(_path(third, gone)).status_code == 302
    assert browser.get(f"{LIST}{gone.pk}/").status_code == 404
    assert browser.get(_path(kept, kept)).status_code == 302
    privacy = f"/secretaria/personas/{gone.pk}/datos-personales/"
    assert browser.get(privacy).headers["Location"] == f"/secretaria/personas/{kept.pk}/datos-personales/"
