"""A table of 8-ball with a real phone: a frame is two taps, and the rival captain's PIN."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from matches.rules.sides import Side
from tests.browser.test_table import check, keys, open_phone
from tests.factories import pool
from tests.factories import world as worlds

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_race_is_played_on_one_phone(phone: Page, screenshot) -> None:
    each = worlds.playing(specs=(pool.singles(1, 3),), bench=1)
    page = open_phone(phone, each.partida().board)
    page.locator("label:has(input[name='person'])").first.tap()
    keys(page, "0007", "Anotar")
    for name, value in (("winner", "away"), ("breaks", "home")):
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").tap()
    screenshot(page, "pool-lag")
    check(page)
    page.get_by_role("button", name="Anotar el arrime").tap()
    expect(page.locator("#entry")).to_be_visible()
    screenshot(page, "pool-frame")
    check(page)
    page.locator("#entry label:has(input[value='loss'])").tap()
    page.locator("#entry label:has(input[value='loss_d'])").tap()
    expect(page.get_by_text("La 8 cayó en una tronera distinta")).to_be_visible()
    screenshot(page, "pool-loss")
    page.locator("#entry button[name='side'][value='home']").tap()
    page.get_by_role("link", name="Conforme de Los Molinos").tap()
    expect(page.locator("#approve")).to_be_visible()
    screenshot(page, "pool-approve")
    check(page)
    keys(page, "1007", "Conforme")
    expect(page.locator("#frame-t")).to_contain_text("Juego 2")
    # Two taps: the ending stands already at a legal 8.
    page.locator("#entry button[name='side'][value='home']").tap()
    expect(page.get_by_text("Falta el conforme de Los Molinos")).to_be_visible()
    screenshot(page, "pool-waiting")
    check(page)
    assert dict(pool.state(each, each.partida()).frames_won) == {Side.HOME: 0, Side.AWAY: 1}
