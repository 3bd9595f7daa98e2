"""The phone of a table: opened by its code, and what its four people press. With and without script."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from matches.rules.sides import Side
from tests.factories.world import World

# One partida in the shortest way: nobody is asked twice for a figure of up to 90.
SHORT_HAND = 85
SHORT_PARTIDA = 4


class TablePhone:
    """A phone with a board open. `counter` approves; both are set by `name`."""

    def __init__(self, page: Page, world: World) -> None:
        self.page = page
        self.world = world
        self.scorer = self.counter = 0

    def open(self, code: str) -> None:
        """Type the code of a board and give this phone to it."""
        self.page.goto("/mesa/")
        self.page.get_by_label("Código de la mesa").fill(code)
        self.page.get_by_role("button", name="Ver qué mesa es").click()
        self.page.get_by_role("button", name="Abrir la mesa en este teléfono").click()
        expect(self.page).to_have_url(re.compile(r"/mesas/\d+/$"))

    def leave(self) -> None:
        """Give the phone back."""
        self.page.get_by_role("link", name="Salir de la mesa").last.click()
        self.page.get_by_role("button", name="Salir en este teléfono").click()
        expect(self.page.get_by_role("heading", name="Abrir una mesa")).to_be_visible()

    # ------------------------------------------------------------ before the hands
    def name(self, scorer: int, counter: int) -> None:
        """Who writes and who counts; the pen at once with the scorer's PIN."""
        form = self.page.locator("#naming")
        expect(form).to_be_visible()
        for role, person in (("scorer", scorer), ("counter", counter)):
            self.choose(form, role, person)
        self._pin(form, "scorer_pin", scorer)
        form.get_by_role("button", name="Quedan señalados").click()
        expect(form).to_have_count(0)
        self.scorer, self.counter = scorer, counter

    def take_pen(self, person: int) -> None:
        """The named scorer goes on writing on this phone, with his PIN."""
        form = self.page.locator("#pen")
        self._pin(form, "pin", person)
        form.get_by_role("button", name="Anotar", exact=True).click()
        expect(form).to_have_count(0)

    def draw(self, tiles: dict[int, str]) -> None:
        """The tiles lifted, two figures each."""
        form = self.page.locator("#draw")
        for person, tile in tiles.items():
            form.locator(f"input[name=tile_{person}]").fill(tile)
        form.get_by_role("button", name="Ver quién sale").click()

    def sit(self, seat: int) -> None:
        """The winner of the draw takes a seat, 0 to 3 for N, O, S, E."""
        self.page.locator(f"#seat button[value='{seat}']").click()
        self.expect_hand(1)

    def sit_as_due(self) -> None:
        """Accept the seats of a later partida."""
        self.page.get_by_role("button", name="Sentados así: empezar").click()
        self.expect_hand(1)

    def substitute(self, out: int, into: int) -> None:
        """A substitute takes a player's place before the partida."""
        self.page.get_by_role("link", name="Entra un suplente").first.click()
        self.page.get_by_label("Sale de la mesa").select_option(str(out))
        self.page.get_by_label("Entra", exact=True).select_option(str(into))
        self.page.get_by_role("button", name="Anotar la sustitución").click()
        expect(self.page.locator("#messages")).to_contain_text("Sustitución anotada.")

    # ------------------------------------------------------------ hands
    def expect_hand(self, number: int) -> None:
        """The form of a hand waits."""
        expect(self.page.locator("#entry input[name=hand]")).to_have_value(str(number))

    def write(self, side: Side, points: int, ending: str = "domino") -> None:
        """Put a hand's figures without sending them."""
        form = self.page.locator("#entry")
        self.choose(form, "side", side.value)
        self.choose(form, "ending", ending)
        form.locator("input[name=points]").fill(str(points))

    def send(self) -> None:
        """Press the key that proposes."""
        self.page.locator("#entry").get_by_role("button", name="Proponer").click()

    def propose(self, number: int, side: Side, points: int, ending: str = "domino") -> None:
        """Write a hand; it waits for its approval."""
        self.expect_hand(number)
        self.write(side, points, ending)
        self.send()
        self.expect_proposal(number)

    def expect_proposal(self, number: int) -> None:
        """A hand stands on the sheet and waits."""
        expect(self.page.locator("#sheet-proposal")).to_contain_text(f"Jugada {number} ·")

    def ask_approval(self) -> Locator:
        """Hand the phone over: the PIN in the place of the keypad."""
        self.page.locator("#sheet-proposal").get_by_role("link", name="Conforme…").click()
        form = self.page.locator("#approve")
        expect(form).to_be_visible()
        return form

    def approve(self) -> None:
        """The counter is content, with his PIN."""
        form = self.ask_approval()
        self._pin(form, "pin", self.counter)
        form.get_by_role("button", name="Conforme", exact=True).click()
        expect(form).to_have_count(0)

    def play(self, number: int, side: Side, points: int, ending: str = "domino") -> None:
        """A hand written and approved."""
        self.propose(number, side, points, ending)
        self.approve()

    def play_out(self, winner: Side, *, first: int = 1) -> None:
        """The hands of one partida that one side wins in the shortest way."""
        for number in range(first, first + SHORT_PARTIDA):
            self.play(number, winner, SHORT_HAND)

    def play_board(self, board: int, winners: tuple[Side, Side]) -> None:
        """Both partidas of a board, from the naming to its end."""
        home, away = ([who.pk for who in self.world.people[side][2 * board - 2 : 2 * board]] for side in Side)
        self.name(home[0], away[0])
        self.draw(dict(zip((home[0], away[0], away[1], home[1]), ("66", "55", "44", "33"), strict=True)))
        self.sit(0)
        self.play_out(winners[0])
        self.name(home[0], away[0])
        self.sit_as_due()
        self.play_out(winners[1])
        expect(self.page.get_by_role("heading", name="Mesa terminada")).to_be_visible()

    # ------------------------------------------------------------ pieces
    def choose(self, form: Locator, field: str, value: object) -> None:
        """Press one of several answers by its label."""
        form.locator(f"label:has(input[name={field}][value='{value}'])").click()

    def keys(self, figures: str) -> None:
        """Press the figures on the keypad."""
        pad = self.page.locator(".keypad")
        for figure in figures:
            pad.get_by_role("button", name=figure, exact=True).click()

    def _pin(self, form: Locator, field: str, person: int) -> None:
        form.locator(f"input[name={field}]").fill(self.world.pin(person))
