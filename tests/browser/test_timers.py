"""The timers of a table: the server's clock, counted down on the phone, outliving a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table import at_play, check, choose, keys
from tests.factories import tables
from tests.factories import world as worlds

pytestmark = pytest.mark.django_db(transaction=True)


def minutes_left(page: Page) -> int:
    """The whole minutes on the clock of the partida."""
    clock = page.locator(".table-clock [data-left]")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    return int(clock.inner_text().split(":")[0])


def test_the_clock_counts_down_warns_and_asks_to_be_written(phone: Page, screenshot) -> None:
    at_play(phone, worlds.playing(parameters={"time_limit_minutes": 30}))
    # 30:00 for a second, then 29 and some.
    assert minutes_left(phone) in (29, 30)
    choose(phone, "home")
    keys(phone, "38", "Proponer")
    phone.get_by_role("link", name="Conforme…").tap()
    keys(phone, "1007", "Conforme")
    comment = phone.locator("#sheet-timers [data-hidden-from]")
    expect(comment).to_contain_text("Comentario")
    check(phone)
    # From here on the phone's clock is run by hand; the reload keeps what the server's said.
    phone.clock.install()
    phone.reload()
    before = minutes_left(phone)
    assert before in (29, 30)
    phone.clock.fast_forward("01:05")
    expect(comment).to_be_hidden()
    assert before - minutes_left(phone) in (1, 2)
    expect(phone.locator(".table-clock")).not_to_have_class(re.compile("short"))
    phone.clock.fast_forward("25:00")
    expect(phone.locator(".table-clock")).to_have_class(re.compile("short"))
    screenshot(phone, "table-clock-short")
    phone.clock.fast_forward("05:00")
    expect(phone.locator(".table-clock")).to_have_class(re.compile("over"))
    told = phone.locator("#sheet-timers").get_by_role("link", name="Anotarlo")
    expect(told).to_be_visible()
    check(phone)
    screenshot(phone, "table-clock-over")


def test_without_script_the_page_says_until_when(plain_phone: Page) -> None:
    world = worlds.playing(parameters={"time_limit_minutes": 30})
    board = world.boards()[0]
    tables.sit_down(world, world.partida(), worlds.phone(world))
    plain_phone.goto(f"/mesa/{board.code}/")
    plain_phone.get_by_role("button", name="Abrir la mesa en este teléfono").click()
    clock = plain_phone.locator(".table-clock")
    expect(clock.locator("small")).to_have_text(re.compile(r"hasta las \d\d:\d\d"))
    expect(clock.locator("[data-left]")).to_be_hidden()
