"""Seasons in the browser: opened by the office, with the teams of the one before copied into it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from federation.actions import registry
from federation.models import RosterEntry, RosterRole, Team
from tests.browser.test_clubs import check, enter
from tests.federation import registry_world
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db(transaction=True)


def a_summer() -> Registry:
    """A season that ends soon with two teams, and the next one open; on any day."""
    each = registry_world.build()
    today = timezone.localdate()
    for season, begins in ((each.before, -335), (each.after, 31)):
        season.starts_on = today + timedelta(days=begins)
        season.ends_on = season.starts_on + timedelta(days=364)
    each.before.save()
    each.after.save()
    for name, surname in (("Uno A", "Alcaraz"), ("Uno B", "Lorente")):
        team = registry.register_team(club=each.club, season=each.before, name=name, venue=None, by=None)
        who = each.person("Nuria", surname)
        registry.add_to_squad(
            team=team, person=who, role=RosterRole.CAPTAIN, valid_from=each.before.starts_on,
            valid_to=None, by=None,
        )  # fmt: skip
    each.licence(who, season=each.after)
    return each


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each = a_summer()
    page = open_page(size)
    enter(page)
    for name, path in {
        "seasons": "",
        "new-season": "nueva/",
        "copy-teams": f"{each.after.pk}/equipos/",
        "copy-nothing": f"{each.before.pk}/equipos/",
    }.items():
        page.goto(f"/secretaria/temporadas/{path}")
        check(page)
        screenshot(page, f"registry-{name}-{size}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_teams_are_copied_but_one(open_page, script: bool) -> None:  # noqa: FBT001
    each = a_summer()
    page = open_page("phone", script=script)
    enter(page)
    page.get_by_role("link", name="Temporadas").click()
    page.get_by_role("link", name="Copiar equipos a 2026-27").click()
    expect(page.get_by_text("1 sin licencia renovada")).to_be_visible()
    page.get_by_label("Uno B").uncheck()
    page.get_by_role("button", name="Copiar los marcados").click()
    expect(page.get_by_text("Equipos copiados.")).to_be_visible()
    made = Team.objects.get(season=each.after)
    assert (made.name, RosterEntry.objects.get(team=made).role) == ("Uno A", "captain")
