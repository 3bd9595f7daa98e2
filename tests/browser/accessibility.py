"""What axe-core finds on a page, and what it can't see: a page wider than the screen, small targets."""

from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

RULE_SETS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


@cache
def _axe_source() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, *, without: tuple[str, ...] = ()) -> list[str]:
    """Give one line per violation on the page as it is now; `without` names rules to leave out.

    The page must run scripts. The source is evaluated, since the content security policy
    rightly refuses a script tag.
    """
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(_axe_source())
    options: dict[str, Any] = {
        "runOnly": {"type": "tag", "values": list(RULE_SETS)},
        "rules": {rule: {"enabled": False} for rule in without},
        "resultTypes": ["violations"],
    }
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def overflow(page: Page) -> int:
    """Give by how many pixels the page is wider than the screen; 0 is right."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
