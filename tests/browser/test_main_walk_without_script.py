"""One board, its line-ups, its signatures and its verification on phones that run no script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from matches.models import Signature
from matches.rules.sides import Side
from tests.browser.accessibility import overflow
from tests.browser.walk import after, before
from tests.browser.walk.cast import give_names, give_pins, pair
from tests.browser.walk.people import enter
from tests.browser.walk.table import SHORT_HAND, TablePhone
from tests.factories import world as worlds
from tests.factories.world import World

pytestmark = [pytest.mark.main_walk, pytest.mark.django_db(transaction=True)]

HOME, AWAY = Side.HOME, Side.AWAY


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=15_000)
    yield
    expect.set_options(timeout=5_000)


@pytest.fixture
def world() -> World:
    world = worlds.build(boards=1)
    give_names(world)
    give_pins(world)
    return world


def test_a_board_without_script(
    world: World,
    open_page: Callable[..., Page],
    screenshot: Callable[[Page, str], Path],
    run_together: Callable[..., list],
    tmp_path: Path,
) -> None:
    home, away, judge = (open_page("phone", script=False) for _ in range(3))
    assert world.judge is not None
    for page, user in zip((home, away, judge), (*world.captains.values(), world.judge), strict=True):
        page.set_default_timeout(15_000)
        enter(page, user)

    def look(page: Page, name: str) -> None:
        assert overflow(page) == 0
        screenshot(page, f"plain-{name}")

    lock_both(world, home, away, look)
    before.take_charge(judge, world)
    before.check_in(judge, world)
    before.start(judge, world)
    table = TablePhone(home, world)
    table.open(before.code_of(judge, 1))
    first_partida(table, judge, look)
    second_partida(table, look)
    sign_all(world, (home, away, judge), look)
    run_together(lambda: call_command("work", once=True))
    sealed_and_verified(world, home, tmp_path, look)


Look = Callable[[Page, str], None]


def lock_both(world: World, home: Page, away: Page, look: Look) -> None:
    """Both line-ups, put and locked, the rival's unseen."""
    for page, side in ((home, HOME), (away, AWAY)):
        before.line_up(page, world, side)
        page.get_by_role("button", name="Guardar borrador").click()
        expect(page.locator("#messages")).to_contain_text("Borrador guardado.")
        before.expect_blind(page, world, side.other)
        look(page, f"01-line-up-{side.value}")
        before.lock(page)


def first_partida(table: TablePhone, judge: Page, look: Look) -> None:
    """A draw that ends level, a doubtful figure, a disagreement that the judge settles, an undo."""
    page, world = table.page, table.world
    (first, second), (third, fourth) = pair(world, 1, HOME), pair(world, 1, AWAY)
    look(page, "02-naming")
    table.name(first.pk, third.pk)
    table.draw({first.pk: "63", second.pk: "31", third.pk: "54", fourth.pk: "22"})
    expect(page.get_by_role("heading", name="Desempate del sorteo")).to_be_visible()
    look(page, "03-redraw")
    table.draw({first.pk: "65", third.pk: "10"})
    look(page, "04-choose-seat")
    table.sit(2)
    look(page, "05-sheet")
    table.propose(1, HOME, 46, "block")
    form = table.ask_approval()
    expect(form.locator("input[name=pin]")).to_be_visible()
    look(page, "06-approval")
    form.locator("input[name=pin]").fill("0000")
    form.get_by_role("button", name="Conforme", exact=True).click()
    expect(form.locator(".error")).to_contain_text("Quedan 4 intentos.")
    form.locator("input[name=pin]").fill(world.pin(table.counter))
    form.get_by_role("button", name="Conforme", exact=True).click()
    table.expect_hand(2)
    table.write(HOME, 112)
    table.send()
    look(page, "07-doubtful")
    page.get_by_role("button", name="Sí, son 112").click()
    table.expect_proposal(2)
    page.get_by_role("button", name="Deshacer").click()
    table.play(2, HOME, 84)
    disagree_and_settle(table, judge, look)
    table.play(4, HOME, SHORT_HAND)
    table.play(5, HOME, SHORT_HAND)


def disagree_and_settle(table: TablePhone, judge: Page, look: Look) -> None:
    """Hand 3 counted twice; the judge says which count stands."""
    page = table.page
    table.propose(3, HOME, 42)
    table.ask_approval()
    page.get_by_role("link", name="No conforme").click()
    form = page.locator("#disagree")
    table.choose(form, "side", "home")
    form.get_by_label("Puntos según tu cuenta").fill("24")
    form.get_by_label("Tu PIN").fill(table.world.pin(table.counter))
    form.get_by_role("button", name="Dejar constancia: no conforme").click()
    look(page, "08-frozen")
    judge.reload()
    judge.get_by_role("link", name="Resolver en la mesa 1").click()
    judge.get_by_role("link", name="Resolver…").click()
    judge.get_by_label("Motivo").fill("Se vuelven a contar: son 42.")
    look(judge, "09-settle")
    judge.get_by_role("button", name="Resolver así").click()
    expect(judge.locator(".proposal.frozen")).to_have_count(0)
    page.reload()
    expect(page.locator("#sheet-score .total").first).to_have_text("172")


def second_partida(table: TablePhone, look: Look) -> None:
    """The seats before and after, a substitute, an incident, the end of the board."""
    page, world = table.page, table.world
    (home, _), (away, other) = pair(world, 1, HOME), pair(world, 1, AWAY)
    expect(page.locator("main .notice.ok").first).to_contain_text("Partida 1: gana La Seis Doble, 342–0.")
    look(page, "10-partida-1-over")
    table.name(home.pk, away.pk)
    look(page, "11-seats")
    table.substitute(other.pk, world.person(AWAY, 2).pk)
    table.sit_as_due()
    table.play(1, AWAY, SHORT_HAND)
    page.get_by_role("link", name="Incidencia").click()
    page.get_by_role("link", name="Se ha comentado la jugada").click()
    table.choose(page.locator("#incident"), "people", home.pk)
    page.get_by_label("Qué ha pasado").fill("Comenta la jugada; se le advierte.")
    look(page, "12-incident")
    page.get_by_role("button", name="Anotar la incidencia").click()
    table.play(2, AWAY, SHORT_HAND)
    table.play(3, AWAY, SHORT_HAND)
    table.play(4, AWAY, SHORT_HAND)
    expect(page.get_by_role("heading", name="Mesa terminada")).to_be_visible()
    look(page, "13-board-over")


def sign_all(world: World, phones: tuple[Page, Page, Page], look: Look) -> None:
    """Closed by the judge; all three sign without drawing, the visitors under protest."""
    home, away, judge = phones
    after.close(judge, world)
    enter(home, world.captains[HOME])
    for page, protest in ((home, ""), (away, "No nos oyeron."), (judge, "")):
        after.to_signing(page, world)
        expect(page.get_by_text("Dibuja la firma")).to_be_hidden()
        look(page, f"14-signing-{phones.index(page)}")
        after.sign(page, drawn=False, protest=protest)
    assert dict(Signature.objects.values_list("role", "kind")) == {
        "home_captain": "plain",
        "away_captain": "protest",
        "judge": "plain",
    }


def sealed_and_verified(world: World, page: Page, folder: Path, look: Look) -> None:
    """The sealed document, downloaded by its link and checked by file and by code."""
    page.goto(f"/encuentros/{world.encounter.pk}/acta/")
    expect(page.get_by_role("heading", name="Acta sellada")).to_be_visible()
    look(page, "15-sealed")
    pdf = after.download(page, folder / "acta.pdf")
    code = after.printed_code(page)
    after.verify_file(page, pdf)
    expect(page.get_by_role("heading", name="Acta válida")).to_be_visible()
    look(page, "16-verified")
    after.verify_code(page, code)
    expect(page.get_by_role("heading", name="Acta válida")).to_be_visible()
    expect(page).to_have_url(re.compile("/verificar/"))
