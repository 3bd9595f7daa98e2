"""Regulations in the browser: the office and the sporting director read and compare versions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation.actions.regulations import publish_version
from federation.models import Discipline, RegulationVersion, Role
from federation.rules.ready_made_sets import SETS
from tests.browser.entering import log_in
from tests.browser.test_clubs import check
from tests.factories import world
from tests.federation import staff
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)


def three_versions() -> list[RegulationVersion]:
    """The version of a competition's, and two after it; the last one counts from next year on."""
    world.build()
    ahead = timezone.localdate() + timedelta(days=365)
    for ready, begins in ((SETS[1], timezone.localdate()), (SETS[2], ahead)):
        publish_version(
            name="Reglamento de dominó", discipline=Discipline.DOMINO, overrides=ready.overrides,
            valid_from=begins, reason="Acuerdo de la asamblea", by=None,
        )  # fmt: skip
    return list(RegulationVersion.objects.order_by("number"))


def enter(page: Page, role: Role, to: str) -> None:
    user = staff.staff("otra.cuenta@example.org", role, who=staff.person("Sara", "Ríos"))
    log_in(page, user.email, PASSWORD, to, enrol(user))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize(
    ("size", "script", "role", "door"),
    [
        ("phone", True, Role.SPORTING_DIRECTOR, "/inicio/"),
        ("desktop", False, Role.OFFICE, "/secretaria/"),
        ("desktop", True, Role.OFFICE, "/secretaria/"),
    ],
)
def test_a_reader_goes_from_the_menu_to_what_two_versions_differ_in(
    open_page, screenshot: Callable, size: str, *, script: bool, role: Role, door: str
) -> None:
    versions = three_versions()
    page = open_page(size, script=script)
    enter(page, role, door)
    shots = []

    def look(name: str) -> None:
        if script:
            check(page)
            screenshot(page, f"regulation-{name}-{size}")
        shots.append(name)

    page.get_by_role("link", name="Reglamentos").click()
    page.get_by_text("Caribeño con efectividad", exact=True).click()
    expect(page.get_by_text("efectividad hasta el límite").first).to_be_visible()
    look("list")
    page.get_by_role("link", name="Versión 2").click()
    expect(page.get_by_text("se acaba la jugada y se juega otra")).to_be_visible()
    expect(page.get_by_text("Cierre empatado")).to_be_hidden()
    page.get_by_text("Cierres y tanteo").click()
    expect(page.get_by_text("Cierre empatado")).to_be_visible()
    look("version")
    page.get_by_role("link", name="Con la versión 3").click()
    expect(page.get_by_role("row", name="Tiempo de la partida")).to_contain_text("40")
    look("comparison")
    assert shots == ["list", "version", "comparison"]
    assert page.url.endswith(f"/{versions[1].pk}/{versions[2].pk}/")
