"""The pages of duplicates in the browser: on phone and desktop, with and without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.models import Person
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation import registry_world, staff
from tests.federation.people import PASSWORD, enrol
from tests.federation.two_records import account, details, join, merge, team

pytestmark = pytest.mark.django_db(transaction=True)


def enter(page: Page, to: str) -> None:
    """Log in as somebody of the office."""
    user = staff.office("otra.secretaria@example.org")
    log_in(page, user.email, PASSWORD, to, enrol(user))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def two_records() -> tuple[registry_world.Registry, Person, Person]:
    """One person twice, with a licence, a squad and contacts."""
    each = registry_world.build()
    kept = each.person(
        "María de los Ángeles",
        "Fernández de Córdoba",
        details=details(document_kind="DNI", document="12345678Z", email="angeles@example.org"),
    )
    gone = each.person(
        "Mª Ángeles",
        "Fernandez de Cordoba",
        surname_2="Núñez",
        details=details(document_kind="NIE", document="X1234567L", phone="600 000 000"),
    )
    each.licence(gone, "30-01234")
    each.licence(gone, "30-01234", each.after)
    join(team(each), gone)
    account(gone, "angeles.fernandez@example.org")
    each.person("María de los Ángeles", "Fernández de Córdoba", birth_date=None)
    return each, kept, gone


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each, kept, gone = two_records()
    one, other = each.person("Otra", "Pareja"), each.person("Otro", "Pareja")
    made = merge(each, one, other)
    page = open_page(size)
    enter(page, "/secretaria/duplicados/")
    paths = {
        "list": "duplicados/",
        "compare": f"duplicados/{kept.pk}/{gone.pk}/",
        "search": f"duplicados/{kept.pk}/?q=fernandez",
        "privacy": f"personas/{one.pk}/datos-personales/",
        "undo": f"uniones/{made.pk}/deshacer/",
    }
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        assert violations(page) == []
        assert overflow(page) <= 0
        screenshot(page, f"duplicates-{name}-{size}")
    page.set_viewport_size({"width": 320, "height": 664})
    for path in paths.values():
        page.goto(f"/secretaria/{path}")
        assert overflow(page) <= 0


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_two_records_are_made_one_and_two_again(open_page, screenshot: Callable, script: bool) -> None:  # noqa: FBT001
    _each, kept, gone = two_records()
    page = open_page("phone", script=script)
    enter(page, "/secretaria/")
    page.get_by_role("link", name="Posibles duplicados").click()
    page.get_by_role("link", name="Comparar").first.click()
    page.goto(f"/secretaria/duplicados/{kept.pk}/{gone.pk}/")
    page.get_by_role("button", name="Unir las dos fichas").click()
    if script:
        # The browser itself asks for the document first.
        assert page.get_by_role("radio", name="NIE X1234567L").evaluate("each => each.validity.valueMissing")
    page.get_by_role("radio", name="NIE X1234567L").check()
    page.get_by_role("radio", name="Mª Ángeles").check()
    page.get_by_role("button", name="Unir las dos fichas").click()
    expect(page.get_by_text("Las dos fichas son ahora una")).to_be_visible()
    assert Person.objects.get(pk=gone.pk).merged_into_id == kept.pk

    page.get_by_role("link", name="Deshacer").click()
    page.get_by_role("button", name="Volver a tener dos fichas").click()
    expect(page.get_by_text("Vuelve a haber dos fichas.")).to_be_visible()
    assert Person.objects.get(pk=gone.pk).merged_into_id is None
