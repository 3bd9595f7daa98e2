"""A whole encounter through pages alone: three phones, from the line-ups to the verified acta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from matches.models import Acta, Signature
from matches.rules.sides import Side
from tests.browser.walk import after, before
from tests.browser.walk.album import Album
from tests.browser.walk.cast import give_names, give_pins
from tests.browser.walk.first_board import FirstBoard
from tests.browser.walk.people import enter
from tests.browser.walk.table import TablePhone
from tests.factories import world as worlds
from tests.factories.world import World

pytestmark = [pytest.mark.main_walk, pytest.mark.django_db(transaction=True)]

HOME, AWAY = Side.HOME, Side.AWAY
PATIENCE = 15_000
# Who wins the two partidas of the boards after the first: with it, 5 to 3.
WINNERS = {2: (HOME, AWAY), 3: (HOME, HOME), 4: (AWAY, HOME)}
PROTEST = "La jugada 4 de la mesa 1 se resolvió sin oírnos."


@pytest.fixture(autouse=True)
def _patience():
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=5_000)


@dataclass
class Walk:
    """Three phones side by side: the captain's that becomes the table's, the rival's, the judge's."""

    world: World
    home: Page
    away: Page
    judge: Page
    album: Album

    def address(self, rest: str = "") -> str:
        """A page of the encounter."""
        return f"/encuentros/{self.world.encounter.pk}/{rest}"


@pytest.fixture
def walk(open_page: Callable[..., Page], screenshot: Callable[[Page, str], Path]) -> Walk:
    """Everybody logged in, four boards of two partidas before them."""
    world = worlds.build(boards=4)
    give_names(world)
    give_pins(world)
    pages = [open_page("phone") for _ in range(3)]
    assert world.judge is not None
    for page, user in zip(pages, (*world.captains.values(), world.judge), strict=True):
        page.set_default_timeout(PATIENCE)
        enter(page, user)
    return Walk(world, *pages, album=Album(screenshot))


def test_a_whole_encounter(
    walk: Walk,
    open_page: Callable[..., Page],
    watch,
    run_together: Callable[..., list],
    tmp_path: Path,
) -> None:
    # The table's phone is told that its board has been closed.
    watch.allow("status of 410")
    line_ups(walk)
    the_judge_opens(walk)
    play(walk)
    close_and_sign(walk)
    pdf = seal(walk, run_together, tmp_path)
    verify(walk, open_page("phone"), pdf)


def line_ups(walk: Walk) -> None:
    """Both captains put theirs at once; neither sees the other's before both are locked."""
    walk.album.look(walk.home, "01-home", desktop=True)
    before.line_up(walk.home, walk.world, HOME)
    before.line_up(walk.away, walk.world, AWAY)
    expect(walk.home.locator("#cierre")).to_contain_text("8 titulares y 2 suplentes, sin bloqueos.")
    walk.album.look(walk.home, "02-line-up", desktop=True)
    before.expect_blind(walk.home, walk.world, AWAY)

    walk.home.get_by_role("button", name="Revisar y cerrar").click()
    walk.album.look(walk.home, "03-line-up-lock")
    walk.home.get_by_role("button", name="Cerrar la alineación").click()
    expect(walk.home.locator("#messages")).to_contain_text("Alineación cerrada.")
    expect(walk.away.locator("#rival")).to_contain_text("La verás cuando cierres la tuya.")
    for page, rival in ((walk.away, HOME), (walk.home, AWAY)):
        before.expect_blind(page, walk.world, rival)
        page.goto(walk.address())
        before.expect_blind(page, walk.world, rival)

    walk.away.goto(walk.address("alineacion/"))
    before.lock(walk.away)
    walk.away.goto(walk.address())
    expect(walk.away.locator("main")).to_contain_text("María Dolores Sánchez")
    expect(walk.home.locator("main")).to_contain_text("Antonio Guirao")
    walk.album.look(walk.home, "04-encounter-locked", desktop=True)


def the_judge_opens(walk: Walk) -> None:
    """He takes charge, sees licences, has PINs typed, starts; the captains' pages follow."""
    walk.album.look(walk.judge, "05-judge-home")
    before.take_charge(walk.judge, walk.world)
    walk.album.look(walk.judge, "06-judge-before-start", desktop=True)
    before.check_in(walk.judge, walk.world)
    walk.album.look(walk.judge, "07-check-in", desktop=True)
    before.start(walk.judge, walk.world)
    expect(walk.home.locator(".board-live")).to_have_count(4)
    walk.album.look(walk.home, "08-encounter-playing")


def play(walk: Walk) -> None:
    """The home captain's phone becomes the table's: the first board wholly, then the others."""
    codes = [before.code_of(walk.home, number) for number in range(1, 5)]
    table = TablePhone(walk.home, walk.world)
    walk.home.goto("/mesa/")
    walk.album.look(walk.home, "09-open-board")
    table.open(codes[0])
    FirstBoard(table, walk.judge, walk.world, walk.album).play()
    for board, winners in WINNERS.items():
        table.leave()
        table.open(codes[board - 1])
        table.play_board(board, winners)
    expect(walk.judge.locator("#vivo")).to_contain_text("Todas las mesas han terminado.")
    walk.album.look(walk.judge, "29-judge-all-over", desktop=True)
    totals = walk.away.locator(".score-tile.hero .total")
    expect(totals.nth(0)).to_have_text("5")
    expect(totals.nth(1)).to_have_text("3")
    expect(walk.away.locator("main")).to_contain_text(
        "Todas las mesas han terminado: cierra el juez árbitro."
    )
    walk.album.look(walk.away, "30-encounter-over", desktop=True)


def close_and_sign(walk: Walk) -> None:
    """Home plain and drawn, away under protest on his own phone, then the judge."""
    walk.judge.get_by_role("link", name="Revisar y cerrar").click()
    walk.album.look(walk.judge, "31-close")
    after.close(walk.judge, walk.world)
    expect(walk.home.get_by_role("heading", name="Esta mesa está cerrada")).to_be_visible()
    walk.album.look(walk.home, "32-board-closed")

    enter(walk.home, walk.world.captains[HOME], walk.address("firma/"))
    after.to_signing(walk.home, walk.world)
    expect(walk.home.locator("main")).to_contain_text("2 rectificadas, 1 sustitución, 2 incidencias")
    walk.album.look(walk.home, "33-signing", desktop=True)
    after.sign(walk.home, drawn=True)
    walk.album.look(walk.home, "34-signed")
    after.to_signing(walk.away, walk.world)
    after.sign(walk.away, drawn=True, protest=PROTEST)
    after.to_signing(walk.judge, walk.world)
    walk.album.look(walk.judge, "35-signing-judge")
    after.sign(walk.judge, drawn=False)
    assert dict(Signature.objects.values_list("role", "kind")) == {
        "home_captain": "plain",
        "away_captain": "protest",
        "judge": "plain",
    }


def seal(walk: Walk, run_together: Callable[..., list], folder: Path) -> Path:
    """The worker's turn, while the captain's page waits for it."""
    walk.home.goto(walk.address("acta/"))
    expect(walk.home.get_by_role("heading", name="Se está sellando…")).to_be_visible()
    walk.album.look(walk.home, "36-sealing")
    # In another thread: the browser's driver runs a loop in this one.
    run_together(lambda: call_command("work", once=True))
    expect(walk.home.get_by_role("heading", name="Acta sellada")).to_be_visible()
    walk.album.look(walk.home, "37-sealed", desktop=True)
    pdf = after.download(walk.home, folder / "acta.pdf")
    assert pdf.read_bytes() == bytes(Acta.objects.get().file.pdf)
    after.expect_pdfsig_accepts(pdf)
    ((code, told),) = run_together(lambda: after.verified_by_command(pdf))
    assert code == 0, told
    assert "La Seis Doble 5–3 Los Molinos" in told
    return pdf


def verify(walk: Walk, stranger: Page, pdf: Path) -> None:
    """Somebody without an account checks the document, and the code on its paper."""
    code = after.printed_code(walk.home)
    after.verify_file(stranger, pdf)
    expect(stranger.get_by_role("heading", name="Acta válida")).to_be_visible()
    walk.album.look(stranger, "38-verified-file", desktop=True)
    after.verify_file(stranger, after.altered(pdf))
    expect(stranger.get_by_role("heading", name="Documento alterado")).to_be_visible()
    walk.album.look(stranger, "38-altered")
    after.verify_code(stranger, code)
    expect(stranger.get_by_role("heading", name="Acta válida")).to_be_visible()
    expect(stranger.locator(".score-tile .total")).to_have_text(["5", "3"])
    walk.album.look(stranger, "39-verified-code")
