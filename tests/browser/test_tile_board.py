"""A hand counted on the board of 28 tiles, with one thumb and without scrolling; and typed without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table import at_play, check, open_phone
from tests.factories import tables
from tests.factories import world as worlds

pytestmark = pytest.mark.django_db(transaction=True)


def test_tiles_are_touched_and_the_sum_is_made(phone: Page, screenshot) -> None:
    at_play(phone, worlds.playing(parameters={"hand_entry": "tiles"}))
    phone.evaluate("window.scrollTo(0, 0)")
    for seen in (".score-tile", ".hand-pick", ".tile-pick >> nth=27", "#entry .primary"):
        box = phone.locator(seen).first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 844, seen
    check(phone)
    screenshot(phone, "tiles-empty")
    hands = {"O": ("63", "60"), "S": ("11",), "E": ("30", "00")}
    for letter, tiles in hands.items():
        phone.locator(f".hand-pick[data-letter='{letter}']").tap()
        for tile in tiles:
            phone.locator(f"[data-tile='{tile}']").tap()
    # A slip: touched again it goes back, and another player takes it.
    phone.locator("[data-tile='66']").tap()
    phone.locator("[data-tile='66']").tap()
    expect(phone.locator(".hand-pick[data-letter='O'] [data-sum]")).to_have_text("2 · 15")
    expect(phone.locator("[data-total]")).to_have_text("20")
    check(phone)
    screenshot(phone, "tiles-counted")
    phone.locator("#entry .primary").tap()
    expect(phone.locator("#sheet-proposal")).to_contain_text("Jugada 1 · 20 La Seis Doble")
    expect(phone.locator("[data-total]")).to_have_text("")


def test_tiles_are_typed_without_script(plain_phone: Page, screenshot) -> None:
    world = worlds.playing(parameters={"hand_entry": "tiles"})
    partida = world.partida()
    by = worlds.phone(world)
    tables.sit_down(world, partida, by)
    page = open_phone(plain_phone, partida.board)
    page.get_by_role("link", name="Tomar la anotación aquí").click()
    page.get_by_label("PIN de cuatro cifras").last.fill("0007")
    page.get_by_role("button", name="Anotar", exact=True).click()
    fields = page.locator(".hand-left input")
    for index, typed in enumerate(("", "63 60", "11", "30 00")):
        fields.nth(index).fill(typed)
    screenshot(page, "tiles-plain")
    page.get_by_role("button", name="Proponer").click()
    expect(page.locator("#sheet-proposal")).to_contain_text("Jugada 1 · 20 La Seis Doble")
