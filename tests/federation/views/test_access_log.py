"""The log of accesses: who reads it, what finds a line, and that taking it away is one of them."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

import openpyxl
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions.people import log_access
from federation.models import DataAccess, Person, User
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import inside
from tests.federation.two_records import details, merge

pytestmark = pytest.mark.django_db
LOG = "/secretaria/accesos/"


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.administrator())


def _look(day: int, kind: str, by: User | None, who: Person | None = None, **values: object) -> None:
    with time_machine.travel(datetime(2026, 3, day, 22, 30, tzinfo=UTC), tick=False):
        log_access(kind=kind, by=by, person=who, **values)  # type: ignore[arg-type]


def _lines(browser: Client, query: str = "") -> list[tuple[str, str]]:
    """Whose (or how many) and what, as the list shows them."""
    rows = browser.get(f"{LOG}{query}").context["rows"]
    return [(row.name or str(row.count), row.what) for row in rows]


def test_only_the_administration_reads_it(each: Registry, browser: Client) -> None:
    office = inside(staff.office("otra@example.org"))
    assert office.get(LOG).status_code == 403
    assert browser.get("/secretaria/").content.decode().count(LOG) == 1
    assert office.get("/secretaria/").content.decode().count(LOG) == 0


def test_the_last_comes_first_and_everything_narrows(each: Registry, browser: Client) -> None:
    íñigo, ana = (
        each.person(),
        each.person("Ana", "Gil", details=details(document_kind="DNI", document="12345678Z")),
    )
    each.licence(ana, "30-00077")
    _look(1, "document", each.office, íñigo)
    _look(2, "photo", each.stranger, ana)
    _look(3, "list", None, detail="Personas (todas)", count=41)
    everything = [("41", "lista descargada"), ("Ana Gil", "foto"), ("Íñigo Núñez", "documento")]
    assert _lines(browser) == everything
    assert "Personas (todas)" in browser.get(LOG).content.decode()
    assert "el sistema" in browser.get(LOG).content.decode()
    # 22:30 by the world's clock is half past eleven at night here: the day is that of the place.
    for query, found in (
        ("?de=inigo+nun", everything[2:]),
        ("?de=00077", everything[1:2]),
        ("?de=678Z", everything[1:2]),
        ("?quien=secretaria", everything[2:]),
        ("?quien=EXTRANA@", everything[1:2]),
        ("?clase=photo", everything[1:2]),
        ("?desde=2026-03-02&hasta=2026-03-02", everything[1:2]),
        (f"?ficha={íñigo.pk}", everything[2:]),
        ("?ficha=999999", []),
        ("?de=nadie", []),
    ):
        assert _lines(browser, query) == found, query


@pytest.mark.parametrize(
    "query", ["?ficha=x", "?clase=nada", "?desde=ayer", f"?ficha={'9' * 30}", "?tras=0", "?de=%00"]
)
def test_what_cannot_be_read_narrows_nothing(each: Registry, browser: Client, query: str) -> None:
    _look(1, "document", each.office, each.person())
    assert len(_lines(browser, query)) == 1


def test_looks_at_a_record_that_was_merged_are_looks_at_the_person(each: Registry, browser: Client) -> None:
    kept, gone = each.person(), each.person("Inigo", "Nunez")
    _look(1, "contact", each.office, gone)
    merge(each, kept, gone)
    assert _lines(browser, f"?ficha={kept.pk}") == [("Íñigo Núñez", "contactos")]
    assert (
        f"{LOG}?ficha={kept.pk}"
        in browser.get(f"/secretaria/personas/{kept.pk}/datos-personales/").content.decode()
    )
    assert (
        f"/secretaria/personas/{kept.pk}/datos-personales/"
        in browser.get(f"/secretaria/personas/{kept.pk}/").content.decode()
    )


def test_pages_follow_each_other_and_cost_the_same(each: Registry, browser: Client) -> None:
    def cost(query: str = "") -> int:
        with CaptureQueriesContext(connection) as queries:
            browser.get(f"{LOG}{query}")
        return len(queries)

    _look(1, "document", staff.staff("uno@example.org", who=each.person()), each.person("Otra"))
    cost()
    one = cost()
    for number in range(60):
        # Some at one moment: then the key decides.
        _look(
            2 + number // 30,
            "document",
            staff.staff(f"a{number}@example.org", who=each.person(f"B{number}")),
            each.person(f"C{number}"),
        )
    assert cost() == one
    first = browser.get(LOG).context["page"]
    assert (len(first.rows), first.before) == (50, None)
    second = browser.get(f"{LOG}?tras={first.after}").context["page"]
    assert (len(second.rows), second.after) == (11, None)
    assert [row.pk for row in [*first.rows, *second.rows]] == [
        row.pk for row in DataAccess.objects.order_by("-at", "-pk")
    ]
    back = browser.get(f"{LOG}?antes={second.before}").context["page"]
    assert [row.pk for row in back.rows] == [row.pk for row in first.rows]


def test_taking_the_log_away_is_an_access(each: Registry, browser: Client) -> None:
    _look(1, "document", each.office, each.person("=Ana"), detail="=1+1")
    text = b"".join(browser.get(f"{LOG}?formato=csv&clase=document").streaming_content).decode("utf-8-sig")
    assert text.splitlines()[1] == "01/03/2026 23:30;documento;'=Ana Núñez;'=1+1;1;secretaria@example.org"
    sheet = openpyxl.load_workbook(BytesIO(browser.get(f"{LOG}?formato=xlsx&clase=document").content)).active
    assert sheet["A2"].value == datetime(2026, 3, 1, 23, 30)  # noqa: DTZ001
    notes = DataAccess.objects.filter(kind="list")
    assert {(row.detail, row.count) for row in notes} == {("Accesos a datos (documento)", 1)}
