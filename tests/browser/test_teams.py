"""The office's pages of teams and squads in the browser: on phone and desktop, with and without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from competitions.actions import squads
from federation.models import RosterEntry
from tests.browser.test_clubs import check, enter
from tests.competitions import squads_world
from tests.competitions.squads_world import Squads

pytestmark = pytest.mark.django_db(transaction=True)


def a_season() -> Squads:
    """A first team with a captain, a player, one who left and one to come; the season runs on any day."""
    today = timezone.localdate()
    window = {"from": f"{today - timedelta(days=90)}", "to": f"{today - timedelta(days=60)}"}
    each = squads_world.build(squad_min=4, registration_window=window)
    season, before = each.registry.after, each.registry.before
    before.starts_on, before.ends_on = today - timedelta(days=400), today - timedelta(days=91)
    season.starts_on, season.ends_on = today - timedelta(days=90), today + timedelta(days=90)
    before.save()
    season.save()
    captain = each.person("Alcaraz")
    for who, role, day in (
        (captain, "captain", season.starts_on),
        (each.person("Belmonte"), "player", season.starts_on),
        (each.person("Ros"), "player", season.starts_on),
        (each.person("Lorente", licensed=False), "player", today + timedelta(days=7)),
    ):
        each.join(each.first, who, role, day=day, reason="Llegó a tiempo")
    gone = RosterEntry.objects.get(person__surname_1="Ros")
    squads.leave_squad(entry=gone, last_day=today - timedelta(days=30), by=each.registry.office)
    each.person("Núñez")
    return each


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each = a_season()
    page = open_page(size)
    enter(page)
    team = f"equipos/{each.first.pk}/"
    captain = RosterEntry.objects.get(role="captain")
    ahead = RosterEntry.objects.latest("valid_from")
    bare = ahead.person_id
    paths = {
        "teams": "equipos/",
        "new-team": "equipos/nuevo/",
        "new-team-2": f"equipos/nuevo/?club={each.registry.club.pk}&season={each.registry.after.pk}",
        "team": team,
        "edit-team": f"{team}editar/",
        "captain": f"{team}capitania/",
        "find-person": f"{team}inscribir/",
        "join": f"{team}inscribir/{bare}/",
        "leave": f"plantillas/{captain.pk}/baja/",
        "transfer": f"plantillas/{captain.pk}/traspaso/",
        "take-out": f"plantillas/{ahead.pk}/retirar/",
    }
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        check(page)
        screenshot(page, f"registry-{name}-{size}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_squad_is_filled_and_its_captaincy_passes(open_page, script: bool) -> None:  # noqa: FBT001
    each = a_season()
    page = open_page("phone", script=script)
    enter(page)
    page.get_by_role("link", name="Equipos Plantillas").click()
    page.get_by_role("link", name="Uno A").click()
    expect(page.get_by_text("Primera pide una plantilla de 4 como mínimo, y quedan 2.")).to_be_visible()
    page.get_by_role("link", name="Inscribir", exact=True).click()
    page.get_by_role("link", name="Inscribir a Nombre05 Núñez").click()
    expect(page.get_by_text("Primera admite inscripciones del ")).to_be_visible()
    page.get_by_role("button", name="Inscribir").click()
    expect(page.locator(".field .error")).to_contain_text("Para inscribir fuera de plazo, escribe el motivo")
    page.get_by_label("Motivo").fill("Lo pidió el club a tiempo")
    page.get_by_role("button", name="Inscribir").click()
    expect(page.get_by_text("Nombre05 Núñez ya está en la plantilla.")).to_be_visible()

    page.get_by_role("link", name="Cambiar", exact=True).click()
    page.get_by_label("Quién").select_option(label="Nombre05 Núñez")
    page.get_by_role("button", name="Cambiar").click()
    expect(page.get_by_text("Capitanía cambiada.")).to_be_visible()
    expect(page.get_by_text("Nombre05 Núñez pasa a capitán")).to_be_visible()
    squad = each.squad(each.first, timezone.localdate())
    assert squad == {"Nombre01": "player", "Nombre02": "player", "Nombre05": "captain"}
    assert page_is_whole(page)


def page_is_whole(page: Page) -> bool:
    """Is the page the team's, with its history?"""
    return page.get_by_role("heading", name="Historial").count() == 1
