"""A newcomer's regulation: from a ready-made set to a competition that plays by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.models import RegulationVersion, Role
from tests.browser.test_clubs import check
from tests.browser.test_regulations import enter
from tests.factories import world

pytestmark = pytest.mark.django_db(transaction=True)


def write(page: Page, look: Callable[[str], None]) -> None:
    """From the list: a ready-made set, two changes, one of them refused at first, what changes, published."""
    page.get_by_text("Liga a 200 con tiempo", exact=True).click()
    page.get_by_role("link", name="Empezar por «Liga a 200 con tiempo»").click()
    look("form")
    page.get_by_label("Nombre").fill("Liga de los martes")
    page.get_by_label("Motivo").fill("Acuerdo de la asamblea")
    page.get_by_label("Tantos de la partida").fill("mil")
    page.get_by_text("Cierres y tanteo").click()
    look("group")
    page.get_by_text("Fuera de la Hoja no cuentan").click()
    page.get_by_role("button", name="Ver qué cambia").click()
    expect(page.get_by_text("Escribe un número entre 20 y 1000.")).to_be_visible()
    look("refused")
    page.get_by_label("Tantos de la partida").fill("150")
    page.get_by_role("button", name="Ver qué cambia").click()
    expect(page.get_by_role("row", name="Tantos de la partida")).to_contain_text("150")
    look("preview")
    page.get_by_role("button", name="Publicar").click()
    expect(page.get_by_text("Versión publicada.")).to_be_visible()
    look("published")


@pytest.mark.parametrize(("size", "script"), [("phone", True), ("desktop", False)])
def test_a_newcomer_writes_a_regulation(open_page, screenshot: Callable, size: str, *, script: bool) -> None:
    world.build()
    page = open_page(size, script=script)

    def look(name: str) -> None:
        if script:
            check(page)
        screenshot(page, f"regulation-{name}-{size}")

    enter(page, Role.SPORTING_DIRECTOR, "/inicio/")
    page.get_by_role("link", name="Reglamentos").click()
    look("director-list")
    write(page, look)
    made = RegulationVersion.objects.order_by("pk").last()
    assert made is not None
    assert (made.parameters["target_points"], made.parameters["points_over_target"]) == (150, "cap")
