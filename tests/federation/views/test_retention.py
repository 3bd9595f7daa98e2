"""The page of periods: what it says, what it changes, at what cost."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import retention
from federation.models import Retention
from federation.rules.retention import What
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside
from tests.federation.two_records import photo

pytestmark = pytest.mark.django_db
PAGE = "/secretaria/conservacion/"


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.administrator())


def _text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def test_a_period_is_confirmed_with_a_reason(each: Registry, browser: Client) -> None:
    text = _text(browser.get(PAGE))
    assert text.count("Sin confirmar") == 4 + 1
    assert "el propuesto" in text
    assert PAGE in browser.get("/secretaria/").content.decode()
    path = f"{PAGE}photo/"
    assert browser.get(path).context["form"]["months"].value() == 24
    refused = browser.post(path, fields(months="300", reason="Junta"))
    assert refused.status_code == 422
    assert "entre 1 y 240" in _text(refused)
    assert refused.context["form"]["months"].value() == "300"
    assert browser.post(path, fields(months="12", reason="")).status_code == 422
    for hostile in ("doce", "1" * 40, "-1", "1e3"):
        assert browser.post(path, fields(months=hostile, reason="x")).status_code == 422
    assert not Retention.objects.exists()
    form = fields(months="12", reason="Acuerdo de la junta")
    for _twice in range(2):
        assert browser.post(path, form).headers["Location"] == PAGE
    assert Retention.objects.get().months == 12
    assert browser.post(path, fields(months="12", reason="x")).status_code == 409
    assert browser.post(path, fields(months="", reason="Se quedan")).status_code == 302
    text = _text(browser.get(PAGE))
    assert "Plazo de fotos: 12 meses. Acuerdo de la junta" in text
    assert "Plazo de fotos: sin fin. Se quedan" in text
    assert browser.post(f"{PAGE}access_log/", fields(months="", reason="x")).status_code == 422
    assert browser.get(f"{PAGE}nada/").status_code == 404


def test_the_page_costs_the_same_whatever_is_due(each: Registry, browser: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(PAGE).status_code == 200
        return len(queries)

    for what in (What.DOCUMENT, What.CONTACT, What.PHOTO, What.NAME, What.REQUEST):
        months = 60 if what is What.NAME else 24
        retention.change_period(
            what=what, months=months, reason="x", by=staff.administrator(f"{what}@example.org")
        )
    cost()
    one = cost()
    for number in range(30):
        photo(each.person(f"N{number}"), bytes([number]))
        by = staff.administrator(f"a{number}@example.org")
        retention.change_period(what=What.PHOTO, months=30 + number, reason="x", by=by)
    assert cost() == one
