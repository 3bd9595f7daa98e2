"""A real browser against the live server: phone and desktop, with and without JavaScript.

`phone`, `desktop`, `plain_phone`, `plain_desktop` are pages ready for use; `open_page` makes
more of them, each with its own cookies, for tests with several people. Every page is
watched: an error in its console, an exception in its script, a breach of the content
security policy or a request to another host fails the test.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

# Playwright's synchronous interface runs an event loop in the main thread; the tests
# beside it are ordinary synchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A machine that is busy with other tests is slow, not wrong.
PATIENCE = 15_000
expect.set_options(timeout=PATIENCE)

SCREENSHOTS = Path(__file__).parent / "screenshots"
# Nobody looks at those of continuous integration, and they take a tenth of its time.
PICTURES = os.environ.get("PICTURES") == "1"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}
# No sandbox, since continuous integration is root; nothing of the browser's own calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The browser reports each refused request as an error; a conflict (409) or an invalid form
# (422) that a script swaps in is how the product is meant to answer.
MEANT_STATUS = re.compile(r"Failed to load resource: the server responded with a status of (409|422)\b")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a `browser` test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


def _chromium() -> str:
    # As in `.ci/environment`: the one without windows first, since it is the quickest.
    names = (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    )
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, f"none of {', '.join(names)} is installed, and CHROMIUM names no other"
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, started once."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class Watch:
    """What went wrong on the pages of one test. `allow(pattern)` names what the test provokes."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.faults: list[str] = []
        self._allowed: list[re.Pattern[str]] = [MEANT_STATUS]

    def allow(self, pattern: str) -> None:
        """Let messages that match `pattern` pass, such as `status of 404`."""
        self._allowed.append(re.compile(pattern))

    def attach(self, page: Page) -> None:
        """Listen to everything that `page` complains about."""
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(f"exception in the script: {error}"))
        page.on("request", self._on_request)

    def remaining(self) -> list[str]:
        """Give the faults that nobody allowed."""
        return [fault for fault in self.faults if not any(known.search(fault) for known in self._allowed)]

    def _on_console(self, message: ConsoleMessage) -> None:
        # Chromium reports breaches of the policy on the console, as errors.
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.host, "data:", "blob:", "about:")):
            self.faults.append(f"request to another host: {request.url}")


@pytest.fixture
def watch(live_server) -> Iterator[Watch]:
    """Collects the faults of all pages of a test, and fails it at its end."""
    watch = Watch(live_server.url)
    yield watch
    remaining = watch.remaining()
    assert not remaining, "\n".join(remaining)


@pytest.fixture
def open_page(browser: Browser, live_server, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Make a page of its own context: `open_page("phone", script=False)`.

    Addresses may be given without the host: `page.goto("/")`.
    """
    contexts = []

    def open_page(
        size: str = "phone", *, script: bool = True, language: str = "es-ES", dark: bool = False
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],
            has_touch=size == "phone",
            java_script_enabled=script,
            locale=language,
            timezone_id="Europe/Madrid",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch.attach(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A phone held upright, 390 by 844."""
    return open_page("phone")


@pytest.fixture
def desktop(open_page: Callable[..., Page]) -> Page:
    """An office screen, 1280 by 900."""
    return open_page("desktop")


@pytest.fixture
def plain_phone(open_page: Callable[..., Page]) -> Page:
    """A phone that runs no script."""
    return open_page("phone", script=False)


@pytest.fixture
def plain_desktop(open_page: Callable[..., Page]) -> Page:
    """An office screen that runs no script."""
    return open_page("desktop", script=False)


@pytest.fixture
def screenshot(request: pytest.FixtureRequest) -> Callable[[Page, str], Path | None]:
    """`screenshot(page, "name")` keeps the whole page as a picture to be looked at, when PICTURES=1."""

    def take(page: Page, name: str) -> Path | None:
        if not PICTURES:
            return None
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        # Hiding the caret would leave style attributes behind, which a later swap meets the policy with.
        page.screenshot(path=path, full_page=True, caret="initial")
        return path

    return take
