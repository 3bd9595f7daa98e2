"""A whole partida of twelve hands on a phone held upright, entered by points without ever scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_table import at_play
from tests.factories import world as worlds

pytestmark = pytest.mark.django_db(transaction=True)

# Who wins each hand and by how much: 300 is reached with the twelfth.
HANDS = (
    ("home", 31), ("away", 28), ("home", 40), ("away", 7), ("home", 22), ("home", 36),
    ("away", 52), ("home", 19), ("home", 45), ("away", 64), ("home", 58), ("home", 49),
)  # fmt: skip
COUNTER_PIN = "1007"


class Thumb:
    """Touches what is on the screen as it is; what would have to be scrolled to is a failure."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        """One tap in the middle of it, without bringing it into view first."""
        expect(what).to_be_visible()
        box, size = what.bounding_box(), self.page.viewport_size
        assert box
        assert size
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"], f"{what} lies below the screen"
        assert min(box["width"], box["height"]) >= 44
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1
        assert self.page.evaluate("window.scrollY") == 0

    def digits(self, typed: str) -> None:
        """Each key once."""
        for digit in typed:
            self.tap(self.page.locator(f".keypad button[value='{digit}']"))


def test_a_whole_partida_is_entered_without_scrolling(phone: Page, screenshot) -> None:
    at_play(phone, worlds.playing())
    thumb, totals = Thumb(phone), {"home": 0, "away": 0}
    # The page comes as the taking of the pen left it; from here on nothing moves it.
    phone.evaluate("window.scrollTo(0, 0)")
    for number, (side, points) in enumerate(HANDS, start=1):
        thumb.digits(str(points))
        thumb.taps = 0
        thumb.tap(phone.locator(f"#entry label:has(input[value='{side}'])"))
        thumb.tap(phone.locator(".keypad").get_by_role("button", name="Proponer"))
        assert thumb.taps == 2
        expect(phone.locator("#sheet-proposal")).to_contain_text(f"Jugada {number} · {points}")
        if number == 6:
            screenshot(phone, "twelve-hands-proposed")
        thumb.tap(phone.get_by_role("link", name="Conforme…"))
        expect(phone.locator("#approve")).to_be_visible()
        thumb.digits(COUNTER_PIN)
        if number == 6:
            screenshot(phone, "twelve-hands-pin")
        thumb.tap(phone.locator(".keypad").get_by_role("button", name="Conforme", exact=True))
        totals[side] += points
        if number < len(HANDS):
            expect(phone.locator(".half .total").first).to_have_text(str(totals["home"]))
            expect(phone.locator(".half .total").last).to_have_text(str(totals["away"]))
            expect(phone.locator("#entry .amount")).to_have_value("")
        if number == 11:
            screenshot(phone, "twelve-hands-eleven")
    expect(phone.get_by_text("Partida 1: gana La Seis Doble")).to_be_visible()
    screenshot(phone, "twelve-hands-over")
