"""The standings looked at: from the front door to why a place is what it is, on phone and desk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import check
from tests.factories.leagues import MadeLeague, league, put
from tests.matches.views.test_standings import NAMES, ring

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(transactional_db) -> MadeLeague:
    """Four teams, two of them level after a first leg; one encounter of the second was put off."""
    made = ring(league(NAMES, legs=2))
    made.seal(NAMES[3], NAMES[0], "4-4", state="sealed")
    put(made.encounters[NAMES[3], NAMES[1]], "postponed")
    return made


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_from_the_front_door_to_why_a_place_is_what_it_is(open_page, screenshot, season, size) -> None:
    page = open_page(size)
    page.goto("/")
    page.get_by_role("navigation", name="Principal").get_by_role("link", name="Clasificación").click()

    expect(page).to_have_url(re.compile(f"{season.page}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Primera División de dominó")
    row = page.get_by_role("row", name="La Seis Doble")
    expect(row).to_contain_text("por los puntos entre ellos")
    expect(page.get_by_role("heading", name="Por qué Los Molinos va por delante")).to_be_visible()
    check(page)
    screenshot(page, f"standings-{size}")
    page.get_by_role("link", name="Jornada 1", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Clasificación").click()
    expect(page).to_have_url(re.compile(f"{season.page}$"))
