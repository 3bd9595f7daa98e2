"""A device in the words of its owner: «Chrome en Android», out of what the browser says of itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first that is found names it: browsers mention each other, so the order matters.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
HANDHELD = ("iPhone", "iPad", "Android")


def device_name(user_agent: str) -> str:
    """Give browser and system as far as they can be told."""
    browser = _first(BROWSERS, user_agent)
    system = _first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s en %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Un aparato que no se reconoce")


def is_handheld(user_agent: str) -> bool:
    """Say whether it is a phone or a tablet."""
    return _first(SYSTEMS, user_agent) in HANDHELD


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in names if mark in text), "")
