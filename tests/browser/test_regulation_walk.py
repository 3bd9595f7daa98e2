"""A newcomer's regulation: from a ready-made set to a competition that plays by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation.models import RegulationVersion, Role
from tests.browser.entering import log_in
from tests.browser.test_clubs import check
from tests.browser.test_regulations import enter
from tests.factories import world
from tests.federation import staff
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)


def write(page: Page, look: Callable[[str], None]) -> None:
    """From the list: a ready-made set, two changes, one of them refused at first, what changes, published."""
    page.get_by_text("Liga a 200 con tiempo", exact=True).click()
    page.get_by_role("link", name="Empezar por «Liga a 200 con tiempo»").click()
    look("form")
    page.get_by_label("Nombre").fill("Liga de los martes")
    page.get_by_label("Motivo").fill("Acuerdo de la asamblea")
    page.get_by_label("Tantos de la partida").fill("mil")
    for group in ("Cierres y tanteo", "Clasificación", "Ausencias y abandonos"):
        page.locator("summary", has_text=group).click()
    look("group")
    page.get_by_label("Puntos", exact=True).fill("2")
    page.get_by_label("Encuentros ganados").fill("1")
    page.get_by_text("Fuera de la Hoja no cuentan").click()
    page.get_by_role("button", name="Ver qué cambia").click()
    expect(page.get_by_text("Escribe un número entre 20 y 1000.")).to_be_visible()
    expect(page.get_by_text("Hay dos con el puesto 2. Da a cada uno el suyo.")).to_be_visible()
    look("refused")
    page.get_by_label("Tantos de la partida").fill("150")
    page.get_by_label("Puntos entre los empatados", exact=True).fill("")
    page.get_by_role("button", name="Ver qué cambia").click()
    expect(page.get_by_role("row", name="Tantos de la partida")).to_contain_text("150")
    look("preview")
    page.get_by_role("button", name="Publicar").click()
    expect(page.get_by_text("Versión publicada.")).to_be_visible()
    look("published")


def play_by(page: Page, name: str, reason: str, button: str) -> None:
    """From the list: the competition, another version, what it changes, chosen or proposed."""
    page.goto("/secretaria/reglamentos/")
    page.get_by_role("link", name="Primera División de dominó").last.click()
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_label("Motivo").fill(reason)
    page.get_by_role("button", name=button).click()


@pytest.mark.parametrize(("size", "script"), [("phone", True), ("desktop", False)])
def test_a_newcomer_writes_a_regulation_and_a_competition_plays_by_it(
    open_page, screenshot: Callable, size: str, *, script: bool
) -> None:
    each = world.locked(boards=1, at=timezone.now())
    page, theirs = open_page(size, script=script), open_page(size, script=script)

    def look(name: str, where: Page = page) -> None:
        if script:
            check(where)
        screenshot(where, f"regulation-{name}-{size}")

    enter(page, Role.SPORTING_DIRECTOR, "/inicio/")
    page.get_by_role("link", name="Reglamentos").click()
    write(page, look)
    made = RegulationVersion.objects.order_by("pk").last()
    assert made is not None
    assert made.parameters["standings_criteria"][:2] == ["wins", "pts"]
    assert (made.parameters["target_points"], made.parameters["points_over_target"]) == (150, "cap")

    play_by(page, "Liga de los martes v1", "El de este año", "Jugar con esta versión")
    expect(page.get_by_text("Queda fijado cuando empiece el primer encuentro.")).to_be_visible()
    look("chosen")
    world.begin(each)
    assert each.reload().terms["target"] == 150

    play_by(page, "Reglamento de dominó v1", "Acuerdo de todos los clubes", "Enviar al comité")
    expect(page.get_by_role("heading", name="Propuesta de cambio")).to_be_visible()
    look("proposed")
    member = staff.staff("comite@example.org", Role.COMMITTEE, who=staff.person("Celia", "Mora"))
    log_in(theirs, member.email, PASSWORD, "/inicio/", enrol(member))
    theirs.get_by_role("link", name="Reglamentos").click()
    theirs.get_by_role("link", name="Primera División de dominó").first.click()
    theirs.get_by_role("link", name="Decidir").click()
    look("decision", theirs)
    theirs.get_by_text("Aprobar el cambio").click()
    theirs.get_by_role("button", name="Decidir").click()
    expect(theirs.get_by_role("heading", name="Cambios durante la temporada")).to_be_visible()
    expect(theirs.get_by_text("Acuerdo de todos los clubes")).to_be_visible()
    look("changed", theirs)
    assert each.reload().terms["target"] == 150
    competition = each.encounter.round.competition
    competition.refresh_from_db()
    assert competition.regulation_version.parameters["target_points"] == 300
