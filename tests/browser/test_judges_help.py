"""Match night: a stranger keeps a captain out of his account, and the judge lets him into the encounter."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, expect

from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.test_captains_and_judge import enter
from tests.factories import world as worlds
from tests.factories.world import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def _lock_out(email: str) -> None:
    """A stranger tries one password after another."""
    stranger = Client()
    for number in range(10):
        stranger.post("/cuentas/entrar/", {"login": email, "password": f"no-es-esta-{number}"})


def _look(page: Page, screenshot, name: str) -> None:
    assert violations(page) == []
    assert overflow(page) == 0
    screenshot(page, name)


def test_the_judge_s_help(open_page, watch, screenshot) -> None:
    cache.clear()
    watch.allow("status of (404|429)")
    world = worlds.build()
    captain_email = world.captains[Side.HOME].email
    _lock_out(captain_email)

    captain, judge = open_page("phone"), open_page("phone")
    captain.goto("/cuentas/entrar/")
    captain.fill("[name=login]", captain_email)
    captain.fill("[name=password]", PASSWORD)
    captain.click("main .btn.primary")
    expect(captain).to_have_url(re.compile("/cuentas/entrar/"))

    enter(judge, world.judge.email)
    judge.goto(f"/encuentros/{world.encounter.pk}/juez/")
    judge.get_by_role("link", name="Ayudar a un capitán a entrar").click()
    judge.get_by_text(world.person(Side.HOME, 0).full_name, exact=False).first.click()
    _look(judge, screenshot, "help-choose")
    judge.get_by_role("button", name="Mostrar el dibujo").click()
    expect(judge.get_by_role("img", name=re.compile("Dibujo que deja entrar"))).to_be_visible()
    _look(judge, screenshot, "help-drawing")
    address = judge.locator("code").first.inner_text()

    captain.goto(address)
    _look(captain, screenshot, "help-taken")
    captain.get_by_role("button", name="Entrar en el encuentro").click()
    expect(captain).to_have_url(re.compile(f"/encuentros/{world.encounter.pk}/$"))
    captain.goto(f"/encuentros/{world.encounter.pk}/alineacion/")
    captain.select_option("#id_mesa1_1", str(world.person(Side.HOME, 0).pk))
    expect(captain.locator("#respuesta-mesa1_1")).to_contain_text("Puede jugar")
    _look(captain, screenshot, "help-line-up")

    other = open_page("phone")
    other.goto(address)
    expect(other.locator("h1")).to_have_text("Este dibujo ya no vale")
    _look(other, screenshot, "help-over")


def test_the_judge_s_help_without_script(open_page, watch) -> None:
    watch.allow("status of 404")
    world = worlds.build()
    judge, captain = open_page("phone", script=False), open_page("phone", script=False)
    enter(judge, world.judge.email)
    judge.goto(f"/encuentros/{world.encounter.pk}/ayuda/")
    judge.check(f"input[value='{world.person(Side.AWAY, 0).pk}']", force=True)
    judge.get_by_role("button", name="Mostrar el dibujo").click()
    captain.goto(judge.locator("code").first.inner_text())
    captain.get_by_role("button", name="Entrar en el encuentro").click()
    expect(captain).to_have_url(re.compile(f"/encuentros/{world.encounter.pk}/$"))
    captain.goto("/cuenta/")
    expect(captain.locator("h1")).to_contain_text("No está aquí")
