"""The first board of the walk, wholly: what goes right, what goes wrong, and what is put right."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import Page, expect

from matches.rules.sides import Side
from tests.browser.walk.album import Album
from tests.browser.walk.cast import pair
from tests.browser.walk.table import SHORT_HAND, TablePhone
from tests.factories.world import World

HOME, AWAY = Side.HOME, Side.AWAY
# What is written on one phone is on the judge's page within so many seconds.
LIVE_WITHIN = 2.0


@dataclass
class FirstBoard:
    """The phone of board 1, and the judge who looks at all boards on his."""

    table: TablePhone
    judge: Page
    world: World
    album: Album
    waits: list[float] = field(default_factory=list)

    def play(self) -> None:
        """Both partidas, to the end of the board."""
        self.first_partida()
        self.second_partida()
        assert median(self.waits) < LIVE_WITHIN, self.waits

    def look(self, name: str, *, desktop: bool = False) -> None:
        """Inspect the table's phone."""
        self.album.look(self.table.page, name, desktop=desktop)

    # ------------------------------------------------------------ partida 1: 305 to 53
    def first_partida(self) -> None:
        """46, 112, 53 for the others, 42 disputed, 85, 20."""
        self.sit_down()
        self.a_block_on_the_keypad()
        self.a_doubtful_figure()
        self.a_slip_undone()
        self.a_disagreement()
        self.the_judge_settles()
        self.table.play(6, HOME, 20)
        expect(self.table.page.locator("main .notice.ok").first).to_contain_text(
            "Partida 1: gana La Seis Doble, 305–53."
        )
        self.look("21-partida-1-over")

    def sit_down(self) -> None:
        """Naming, a draw that ends level, the redraw of two, the choice of a seat."""
        page, table = self.table.page, self.table
        (home, partner), (away, other) = pair(self.world, 1, HOME), pair(self.world, 1, AWAY)
        self.look("10-naming")
        table.name(home.pk, away.pk)
        expect(page.get_by_role("heading", name="Sorteo de asientos")).to_be_visible()
        self.look("11-draw")
        table.draw({home.pk: "63", partner.pk: "31", away.pk: "54", other.pk: "22"})
        expect(page.get_by_role("heading", name="Desempate del sorteo")).to_be_visible()
        expect(page.locator("#draw input.tile-input")).to_have_count(2)
        self.look("12-redraw")
        table.draw({home.pk: "65", away.pk: "10"})
        expect(page.get_by_role("heading", name=f"Sale {home.short_name}: elige asiento")).to_be_visible()
        self.look("13-choose-seat")
        table.sit(0)
        self.look("14-sheet", desktop=True)
        self.album.screen(page, "14-sheet")

    def a_block_on_the_keypad(self) -> None:
        """Typed on the keys; the judge sees it; a wrong PIN costs a try and changes nothing."""
        page, table = self.table.page, self.table
        table.choose(page.locator("#entry"), "side", "home")
        table.choose(page.locator("#entry"), "ending", "block")
        table.keys("45")
        page.get_by_role("button", name="Borrar la última cifra").click()
        table.keys("6")
        expect(page.get_by_label("Puntos de la jugada 1")).to_have_value("46")
        self.album.screen(page, "15-typing")
        table.send()
        table.expect_proposal(1)
        self.expect_live("Propuesta: 46 para La Seis Doble por cierre.")
        self.look("15-proposed", desktop=True)
        self.album.look(self.judge, "16-judge-proposal", desktop=True)
        form = table.ask_approval()
        table.keys("0000")
        self.look("17-approval")
        self.album.screen(page, "17-approval")
        form.get_by_role("button", name="Conforme", exact=True).click()
        expect(form.locator(".error")).to_be_visible()
        self.look("17-approval-wrong-pin")
        table.keys(self.world.pin(table.counter))
        form.get_by_role("button", name="Conforme", exact=True).click()
        table.expect_hand(2)
        self.expect_totals(46, 0)

    def a_doubtful_figure(self) -> None:
        """More than a hand can give is refused, an unlikely figure asked again."""
        page, table = self.table.page, self.table
        table.write(HOME, 180)
        table.send()
        expect(page.locator("#entry .error")).to_be_visible()
        expect(page.get_by_label("Puntos de la jugada 2")).to_have_value("180")
        self.look("18-impossible")
        table.write(HOME, 112)
        table.send()
        expect(page.get_by_role("button", name="Sí, son 112")).to_be_visible()
        self.look("18-doubtful")
        self.album.screen(page, "18-doubtful")
        page.get_by_role("button", name="Sí, son 112").click()
        table.expect_proposal(2)
        self.expect_live("Propuesta: 112 para La Seis Doble por dominó.")
        table.approve()
        self.expect_totals(158, 0)

    def a_slip_undone(self) -> None:
        """The wrong pair, taken back in one tap and written again."""
        page, table = self.table.page, self.table
        table.propose(3, HOME, 53)
        page.get_by_role("button", name="Deshacer").click()
        table.expect_hand(3)
        expect(page.locator("#jugadas")).to_contain_text("Rectificada")
        table.propose(3, AWAY, 53)
        self.expect_live("Propuesta: 53 para Los Molinos por dominó.")
        table.approve()
        self.expect_totals(158, 53)

    def a_disagreement(self) -> None:
        """Two counts of hand 4: it is frozen with both, and the next one goes on."""
        page, table = self.table.page, self.table
        table.propose(4, HOME, 42)
        self.expect_live("Propuesta: 42 para La Seis Doble por dominó.")
        table.ask_approval()
        page.get_by_role("link", name="No conforme").click()
        form = page.locator("#disagree")
        self.table.choose(form, "side", "home")
        form.get_by_label("Puntos según tu cuenta").fill("24")
        form.get_by_label("Tu PIN").fill(self.world.pin(table.counter))
        self.look("19-disagree")
        form.get_by_role("button", name="Dejar constancia: no conforme").click()
        expect(page.locator(".proposal.frozen")).to_contain_text("Jugada 4 en desacuerdo")
        self.look("19-frozen")
        self.album.screen(page, "19-frozen")
        self.expect_live("Jugada 4 en desacuerdo")
        table.play(5, HOME, 85)
        self.expect_totals(243, 53)

    def the_judge_settles(self) -> None:
        """On his own phone, with the reason that the acta will tell."""
        judge = self.judge
        self.album.look(judge, "20-judge-disagreement")
        judge.get_by_role("link", name="Resolver en la mesa 1").click()
        self.album.look(judge, "20-judge-at-table")
        judge.get_by_role("link", name="Resolver…").click()
        self.album.look(judge, "20-settle")
        judge.get_by_label("Motivo").fill("Se vuelven a contar las fichas boca arriba: son 42.")
        judge.get_by_role("button", name="Resolver así").click()
        expect(judge.locator(".proposal.frozen")).to_have_count(0)
        self.expect_totals(285, 53)
        judge.get_by_role("link", name="Volver al encuentro").click()
        judge.get_by_role("link", name="Dirigir el encuentro").click()
        expect(judge.locator(".board-card")).to_have_count(len(self.world.boards()))

    # ------------------------------------------------------------ partida 2: 0 to 340
    def second_partida(self) -> None:
        """The losers swap, a substitute takes the seat that was due, an incident, an approved hand undone."""
        page, table = self.table.page, self.table
        (home, _), (away, other) = pair(self.world, 1, HOME), pair(self.world, 1, AWAY)
        table.name(home.pk, away.pk)
        expect(page.get_by_role("heading", name="Los Molinos: cambio de asientos")).to_be_visible()
        self.look("22-seats-before-after", desktop=True)
        incoming = self.world.person(AWAY, 8)
        page.get_by_role("link", name="Entra un suplente").click()
        self.look("23-substitute")
        page.get_by_role("link", name="Volver").click()
        table.substitute(other.pk, incoming.pk)
        expect(page.locator(".halves .seat-table").nth(1)).to_contain_text(incoming.given_name)
        self.look("24-seats-with-substitute")
        table.sit_as_due()
        table.play(1, AWAY, SHORT_HAND)
        self.an_incident(incoming.pk)
        table.play(2, AWAY, SHORT_HAND)
        self.an_approved_hand_undone()
        table.play(2, AWAY, SHORT_HAND)
        table.play(3, AWAY, SHORT_HAND)
        self.album.screen(page, "26-sheet-of-partida-2")
        table.play(4, AWAY, SHORT_HAND)
        expect(page.get_by_role("heading", name="Mesa terminada")).to_be_visible()
        self.look("27-board-over")
        page.get_by_role("link", name="Ver la hoja").first.click()
        expect(page.get_by_text("Gana La Seis Doble")).to_be_visible()
        self.look("28-hands", desktop=True)
        page.get_by_role("link", name="Volver a la mesa").last.click()

    def an_incident(self, person: int) -> None:
        """Something that shall reach the acta."""
        page = self.table.page
        page.get_by_role("link", name="Incidencia").click()
        self.look("25-what-has-happened")
        page.get_by_role("link", name="Se ha comentado la jugada").click()
        self.table.choose(page.locator("#incident"), "people", person)
        page.get_by_label("Qué ha pasado").fill("Comenta la jugada en voz alta; se le advierte.")
        self.look("25-incident")
        page.get_by_role("button", name="Anotar la incidencia").click()
        expect(page.locator("#messages")).to_contain_text("Incidencia anotada: saldrá en el acta.")

    def an_approved_hand_undone(self) -> None:
        """What both had agreed on goes back with both PINs."""
        page, table = self.table.page, self.table
        page.get_by_role("link", name="Deshacer").click()
        page.get_by_label("(anota)").fill(self.world.pin(table.scorer))
        page.get_by_label("(recuento)").fill(self.world.pin(table.counter))
        self.look("26-undo-approved")
        page.get_by_role("button", name="Deshacer la jugada 2").click()
        table.expect_hand(2)
        self.expect_totals(0, SHORT_HAND)

    # ------------------------------------------------------------ what is read
    def expect_totals(self, home: int, away: int) -> None:
        """The score tile of the table's phone."""
        totals = self.table.page.locator("#sheet-score .total")
        expect(totals.nth(0)).to_have_text(str(home))
        expect(totals.nth(1)).to_have_text(str(away))

    def expect_live(self, words: str) -> None:
        """The judge's page says so without being touched; how long it took is kept."""
        began = time.monotonic()
        expect(self.judge.locator(".board-card").first).to_contain_text(words)
        self.waits.append(time.monotonic() - began)
