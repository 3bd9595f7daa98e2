"""Before the first tile: line-ups put and locked blind, the judge in charge, check-in, the start."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.factories.world import World


def line_up(page: Page, world: World, side: Side) -> None:
    """Choose the whole line-up, in the natural order."""
    names = worlds.names(world, side)
    page.goto(f"/encuentros/{world.encounter.pk}/alineacion/")
    for board, people in names.boards.items():
        for position, person in enumerate(people, start=1):
            page.select_option(f"#id_mesa{board}_{position}", str(person))
    for position, person in enumerate(names.substitutes, start=1):
        page.select_option(f"#id_suplente_{position}", str(person))


def lock(page: Page) -> None:
    """Look at it whole and lock it."""
    page.get_by_role("button", name="Revisar y cerrar").click()
    page.get_by_role("button", name="Cerrar la alineación").click()
    expect(page.locator("#messages")).to_contain_text("Alineación cerrada.")


def expect_blind(page: Page, world: World, rival: Side) -> None:
    """Nobody of the rival's squad is named on the page."""
    shown = page.locator("main").inner_text()
    for who in world.people[rival]:
        assert who.short_name not in shown
        assert who.full_name not in shown


def take_charge(page: Page, world: World) -> None:
    """The designated judge takes charge."""
    page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    page.get_by_role("button", name="Hacerme cargo").click()
    expect(page.get_by_role("button", name="Hacerme cargo")).to_have_count(0)


def check_in(page: Page, world: World) -> None:
    """Each player shows the licence and types a PIN of his own."""
    page.goto(f"/encuentros/{world.encounter.pk}/presencia/")
    people = [who for side in Side for who in world.people[side]]
    for who in people:
        row = page.locator(f"#p{who.pk}")
        row.locator("input[name=pin]").fill(world.pin(who.pk))
        row.get_by_role("button", name=re.compile("Registrar")).click()
        expect(row).to_contain_text("Con PIN")
    half = len(people) // 2
    for number in (1, 2):
        expect(page.locator(f"#presentes-{number}")).to_have_text(f"{half} de {half} presentes")


def start(page: Page, world: World) -> None:
    """The judge starts; all boards are on his page."""
    page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    page.get_by_role("button", name="Empezar el encuentro").click()
    expect(page.locator(".board-card")).to_have_count(len(world.boards()))


def code_of(page: Page, board: int) -> str:
    """The code of a board as it is read aloud from the judge's or a captain's page."""
    return page.locator(f"#codigo-{board} .typed-code").inner_text()
