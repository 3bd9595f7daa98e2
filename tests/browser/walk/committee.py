"""The committee before its pages: from the list to a decision that is written. With and without script."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page, expect

from tests.browser.entering import log_in
from tests.browser.walk.album import Album
from tests.factories import world as worlds
from tests.factories.world import PASSWORD
from tests.federation.people import enrol


class Committee:
    """A member of the committee in his account, from the first page on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        user = worlds.committee().user
        assert user is not None
        log_in(page, user.email, PASSWORD, "/inicio/", enrol(user))

    def open_case(self, teams: str) -> None:
        """From the start page to the partida that waits."""
        self.page.get_by_role("link", name="Comité", exact=True).first.click()
        expect(self.page.get_by_role("heading", name="Partidas ante el comité")).to_be_visible()
        self.page.get_by_role("link", name=teams).click()
        expect(self.page.get_by_role("heading", name="Qué puede decidir el comité")).to_be_visible()

    def decide(self, words: str, answers: Mapping[str, str], album: Album | None = None) -> None:
        """Choose a decision, say why, see what it changes and write it."""
        page = self.page
        page.get_by_role("link", name=words).click()
        if "when" in answers:
            page.locator(f"label:has(input[name=when][value='{answers['when']}'])").click()
        for name in ("reason", "day", "hour"):
            if name in answers:
                page.locator(f"[name={name}]").fill(answers[name])
        if album is not None:
            album.look(page, "committee-03-decision")
        page.get_by_role("button", name="Ver qué cambia").click()
        expect(page.get_by_text("Qué cambia", exact=True)).to_be_visible()
        if album is not None:
            album.look(page, "committee-04-effect", desktop=True)
        page.get_by_role("button", name="Escribir la decisión").click()
        expect(page.locator("#messages")).to_contain_text("Decisión escrita")
