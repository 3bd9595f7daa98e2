"""The office's pages of clubs in the browser: on phone and desktop, with and without script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.actions import venues
from federation.actions.venues import VenueDetails
from federation.models import Club, Discipline, VenueTable
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation import registry_world, staff
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)


def enter(page: Page, to: str = "/secretaria/") -> None:
    """Log in as somebody of the office."""
    user = staff.office("otra.secretaria@example.org")
    log_in(page, user.email, PASSWORD, to, enrol(user))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each = registry_world.build()
    place = venues.enter_venue(club=each.club, details=VenueDetails("Bar La Plaza"), by=each.office)
    for discipline, coins in ((Discipline.DOMINO, False), (Discipline.POOL, True)):
        venues.add_tables(venue=place, discipline=discipline, count=2, coin_operated=coins, by=each.office)
    page = open_page(size)
    enter(page)
    club, venue = f"clubes/{each.club.pk}", f"sedes/{place.pk}"
    table = VenueTable.objects.order_by("discipline", "number")[2].pk
    paths = {
        "office": "",
        "clubs": "clubes/",
        "new-club": "clubes/nuevo/",
        "club": f"{club}/",
        "edit-club": f"{club}/editar/",
        "close-club": f"{club}/baja/",
        "new-venue": f"{club}/sedes/nueva/",
        "venue": f"{venue}/",
        "edit-venue": f"{venue}/editar/",
        "close-venue": f"{venue}/cerrar/",
        "change-table": f"mesas/{table}/",
        "remove-table": f"mesas/{table}/quitar/",
    }
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        check(page)
        screenshot(page, f"registry-{name}-{size}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_club_with_its_venue_and_tables(open_page, script: bool) -> None:  # noqa: FBT001
    registry_world.build()
    page = open_page("phone", script=script)
    enter(page)
    page.get_by_role("link", name="Clubes").click()
    page.get_by_role("link", name="Nuevo club").click()
    page.get_by_label("Nombre", exact=True).fill("Peña La Ñora")
    page.get_by_label("Nombre corto").fill("La Ñora")
    page.get_by_label("CIF").fill("G58818502")
    page.get_by_role("button", name="Dar de alta el club").click()
    expect(page.get_by_text("La letra o cifra final no corresponde")).to_be_visible()
    page.get_by_label("CIF").fill("G-58818501")
    page.get_by_role("button", name="Dar de alta el club").click()
    expect(page.get_by_role("heading", name="Peña La Ñora")).to_be_visible()
    page.get_by_role("link", name="Añadir sede").click()
    page.get_by_label("Nombre").fill("Bar La Plaza")
    page.get_by_role("button", name="Añadir la sede").click()
    page.get_by_label("bola 8").check(force=True)
    page.get_by_label("Cuántas").fill("2")
    page.get_by_label("Funcionan con monedas").check()
    page.get_by_role("button", name="Añadir").click()
    expect(page.get_by_text("Mesa 2 de bola 8, con monedas")).to_be_visible()
    club = Club.objects.get(name="Peña La Ñora")
    assert (club.tax_id, club.venues.get().tables.count()) == ("G58818501", 2)
