"""Telling what has happened at a table: chosen, told, what it changes. With and without script."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page, expect


class Telling:
    """A page of a table on which somebody tells what has happened."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, words: str) -> None:
        """From the sheet to the form of one thing that may have happened."""
        self.page.get_by_role("link", name="Incidencia").click()
        expect(self.page.get_by_role("heading", name="¿Qué ha pasado?")).to_be_visible()
        self.page.get_by_role("link", name=words).click()
        expect(self.page.locator("#happening")).to_be_visible()

    def answer(self, answers: Mapping[str, object]) -> None:
        """The facts: a button by its value, or a text."""
        form = self.page.locator("#happening")
        for name, value in answers.items():
            button = form.locator(f"label:has(input[name={name}][value='{value}'])")
            if button.count():
                button.click()
            else:
                form.locator(f"[name={name}]").fill(str(value))

    def see(self) -> None:
        """What it would change."""
        self.page.get_by_role("button", name="Ver qué cambia").click()
        expect(self.page.get_by_role("heading", name="Qué cambia", exact=True)).to_be_visible()

    def expect_change(self, label: str, before: str, after: str) -> None:
        """One line of before and after."""
        row = self.page.locator(f".effect tbody tr:has(th:text-is('{label}'))")
        expect(row.locator("td")).to_have_text([before, after])

    def write(self, proofs: Mapping[str, object] | None = None) -> None:
        """Who agrees, and the button that writes it."""
        self.answer(proofs or {})
        self.page.get_by_role("button", name="Anotarlo").click()
        expect(self.page.locator("#messages")).to_contain_text("Anotado en la hoja.")

    def tell(
        self, words: str, answers: Mapping[str, object], proofs: Mapping[str, object] | None = None
    ) -> None:
        """All of it, in one breath."""
        self.choose(words)
        self.answer(answers)
        self.see()
        self.write(proofs)
