"""Getting in, and drawing a signature: what people do on more than one page."""

from __future__ import annotations

from playwright.sync_api import Page

from federation.models import User
from tests.browser.entering import log_in_by_form
from tests.factories.world import PASSWORD


def enter(page: Page, user: User, to: str = "/inicio/") -> None:
    """Log in through the form and go on to a page."""
    log_in_by_form(page, user.email, PASSWORD, to)


def draw_signature(page: Page) -> None:
    """Two strokes on the pad, as with a finger."""
    pad = page.locator(".sign-pad canvas")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    left, middle = box["x"] + 0.15 * box["width"], box["y"] + box["height"] / 2
    page.mouse.move(left, middle)
    page.mouse.down()
    for step in range(1, 25):
        page.mouse.move(left + 9 * step, middle + (22 if step % 4 < 2 else -26))
    page.mouse.up()
    page.mouse.move(left, middle + 40)
    page.mouse.down()
    page.mouse.move(left + 210, middle + 30, steps=6)
    page.mouse.up()
