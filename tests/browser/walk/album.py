"""A page looked at: axe, its width on the smallest phones, and a picture with a stable name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.accessibility import overflow, violations

NARROW = {"width": 320, "height": 664}
DESKTOP = {"width": 1280, "height": 900}


@dataclass(frozen=True)
class Album:
    """Pictures of one walk; `prefix` begins their names."""

    take: Callable[[Page, str], Path | None]
    prefix: str = "main"

    def look(self, page: Page, name: str, *, desktop: bool = False) -> None:
        """Nothing for axe to say, nothing wider than the screen, and a picture of the whole page."""
        page.evaluate("document.activeElement?.blur()")
        size = page.viewport_size
        assert size is not None
        self.take(page, f"{self.prefix}-{name}")
        found = violations(page)
        assert not found, f"{name}:\n" + "\n".join(found)
        page.set_viewport_size(NARROW)
        assert overflow(page) == 0, f"{name}: wider than {NARROW['width']} px"
        if desktop:
            page.set_viewport_size(DESKTOP)
            self.take(page, f"{self.prefix}-{name}-desktop")
        page.set_viewport_size(size)

    def screen(self, page: Page, name: str) -> None:
        """What is on the screen without scrolling."""
        path = self.take(page, f"{self.prefix}-{name}-screen")
        if path is not None:
            page.screenshot(path=path, caret="initial")
