"""The visitors do not come: the judge notes it, the committee awards it, and everybody reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.factories import world
from tests.federation.people import enrol

pytestmark = pytest.mark.django_db(transaction=True)

Picture = Callable[[Page, str], Path | None]


def check(page: Page) -> None:
    assert violations(page) == []
    assert overflow(page) <= 0


def test_the_judge_notes_that_the_visitors_did_not_come_and_the_committee_awards_it(
    phone: Page, desktop: Page, screenshot: Picture
) -> None:
    each = world.build()
    committee = world.committee().user
    assert committee is not None and each.judge is not None
    log_in(phone, each.judge.email, world.PASSWORD, f"/encuentros/{each.encounter.pk}/")
    phone.get_by_role("link", name="No se ha jugado").click()
    check(phone)
    phone.get_by_label("No se presentó Los Molinos").check()
    phone.get_by_label("Minutos de espera").fill("30")
    phone.get_by_label("Qué ha pasado").fill("No vino nadie")
    screenshot(phone, "decision-not-played")
    phone.get_by_role("button", name="Ver qué cambia").click()
    phone.get_by_role("button", name="No se ha jugado").click()
    expect(phone.get_by_text("Consta que no se ha jugado.")).to_be_visible()

    page = desktop
    log_in(page, committee.email, world.PASSWORD, "/comite/decisiones/", enrol(committee))
    check(page)
    screenshot(page, "decisions-waiting")
    page.get_by_role("link", name="Resultado por decisión").locator("visible=true").click()
    page.get_by_label("Se da por ganado a La Seis Doble").check()
    page.get_by_label("Motivo de la decisión").fill("Incomparecencia")
    page.get_by_role("button", name="Ver qué cambia").click()
    check(page)
    screenshot(page, "decision-award")
    page.get_by_role("button", name="Resultado por decisión").click()
    page.goto(f"/directo/encuentros/{each.encounter.pk}/")
    expect(page.get_by_text("se da por ganado a La Seis Doble")).to_be_visible()
    check(page)
    screenshot(page, "decision-public")
