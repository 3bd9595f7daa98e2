"""A table with real phones: one thumb, a second phone that follows, and a phone without script."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from matches.actions import tables as table_actions
from matches.models import Board, SheetEntry
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


def open_phone(page: Page, board: Board) -> Page:
    """Open a board on a phone."""
    page.goto(f"/mesa/{board.code}/")
    page.get_by_role("button", name="Abrir la mesa en este teléfono").click()
    return page


def at_play(page: Page, world: World) -> Page:
    """A phone that holds the pen of a partida whose four already sit."""
    partida = world.partida()
    tables.sit_down(world, partida, worlds.phone(world))
    open_phone(page, partida.board)
    page.get_by_role("link", name="Tomar la anotación aquí").tap()
    keys(page, "0007", "Anotar")
    expect(page.locator("#entry")).to_be_visible()
    return page


def keys(page: Page, digits: str, go: str) -> None:
    """Press the keys of the pad that sends with `go`, and send."""
    # The pad of the step before may still be there: what is tapped on it would be lost.
    sends = page.locator(".keypad").get_by_role("button", name=go)
    expect(sends).to_be_visible()
    for digit in digits:
        page.locator(f".keypad button[value='{digit}']").tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        sends.tap()


def choose(page: Page, side: str) -> None:
    """Press a pair's button."""
    page.locator(f"#entry label:has(input[value='{side}'])").tap()


def test_from_the_code_to_the_first_hand(phone: Page, screenshot) -> None:
    world = worlds.playing()
    phone.goto("/mesa/")
    check(phone)
    open_phone(phone, world.boards()[0])
    expect(phone.get_by_role("heading", name="quién anota")).to_be_visible()
    check(phone)
    phone.get_by_text("Jugador00 Casa").tap()
    phone.get_by_text("Jugador00 Fuera").tap()
    phone.get_by_label("PIN de quien anota").fill("0007")
    phone.get_by_role("button", name="Quedan señalados").tap()
    expect(phone.get_by_role("heading", name="Sorteo de asientos")).to_be_visible()
    check(phone)
    screenshot(phone, "table-draw")
    # Both halves typed, the next player's tile has the focus.
    phone.locator(".tile-input").first.tap()
    phone.keyboard.type("6431" + "5521", delay=20)
    phone.get_by_role("button", name="Ver quién sale").tap()
    expect(phone.get_by_role("heading", name="Desempate del sorteo")).to_be_visible()
    check(phone)
    phone.locator(".tile-input").first.tap()
    phone.keyboard.type("6611", delay=20)
    phone.get_by_role("button", name="Ver quién sale").tap()
    expect(phone.get_by_role("heading", name="Sale Jugador00 Casa: elige asiento")).to_be_visible()
    check(phone)
    screenshot(phone, "table-seat")
    phone.get_by_role("button", name="N arriba").tap()

    expect(phone.locator("#entry")).to_be_visible()
    check(phone)
    screenshot(phone, "table-play")


@pytest.mark.parametrize("height", [844, 664])
def test_everything_for_a_hand_fits_without_scrolling(phone: Page, height: int) -> None:
    at_play(phone, worlds.playing())
    phone.set_viewport_size({"width": 390, "height": height})
    choose(phone, "home")
    keys(phone, "38", "Proponer")
    expect(phone.locator(".proposal")).to_be_visible()
    phone.evaluate("window.scrollTo(0, 0)")

    for seen in (".score-tile", ".seat.leader", ".proposal .btn", "#entry .amount", ".key.go", ".action-bar"):
        box = phone.locator(seen).first.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, seen


def test_a_hand_goes_round_the_table(phone: Page, open_page, screenshot) -> None:
    world = worlds.playing()
    at_play(phone, world)
    second = open_phone(open_page("phone"), world.boards()[0])
    expect(second.locator(".watch")).to_be_visible()
    check(second)
    choose(phone, "home")
    keys(phone, "44", "Proponer")
    proposed = time.monotonic()
    expect(second.locator("#sheet-proposal")).to_contain_text("Jugada 1 · 44 La Seis Doble")
    assert time.monotonic() - proposed < 2

    # Focus stays on the entry, which comes back empty.
    assert phone.evaluate("document.activeElement.closest('#entry') !== null")
    expect(phone.locator("#entry .amount")).to_have_value("")
    assert phone.locator("#entry input[name=side]:checked").count() == 0
    # The next hand is typed meanwhile, and waits while the phone is passed for the PIN.
    choose(phone, "away")
    for digit in "35":
        phone.locator(f".keypad button[value='{digit}']").tap()
    phone.get_by_role("link", name="Conforme…").tap()
    expect(phone.locator("#approve")).to_be_visible()
    phone.locator(".keypad button[value='1']").tap()
    expect(phone.locator(".pin .full")).to_have_count(1)
    check(phone)
    screenshot(phone, "table-pin")
    keys(phone, "009", "Conforme")
    expect(phone.get_by_text("Quedan 4 intentos")).to_be_visible()
    check(phone)
    keys(phone, "1007", "Conforme")

    expect(phone.locator("#entry .amount")).to_have_value("35")
    expect(phone.locator(".half .total").first).to_have_text("44")
    expect(second.locator(".half .total").first).to_have_text("44")
    check(phone)


def test_what_is_typed_outlives_the_loss_of_the_pen(phone: Page, open_page, watch, screenshot) -> None:
    world = worlds.playing()
    at_play(phone, world)
    choose(phone, "home")
    for digit in "44":
        phone.locator(f".keypad button[value='{digit}']").tap()
    partida = world.partida()
    by = worlds.phone(world)
    tables.take_pen(world, partida, by, world.person(Side.HOME, 0).pk)

    expect(phone.get_by_text("Lo que tenías escrito sigue debajo")).to_be_visible()
    expect(phone.locator("#entry .amount")).to_have_value("44")
    tables.propose(world, partida, by, 52, Side.AWAY)
    expect(phone.locator("#sheet-proposal")).to_contain_text("52 Los Molinos")
    with phone.expect_response("**/jugada/") as answer:
        phone.locator("#entry").get_by_role("button", name="Proponer").tap()
    assert answer.value.status == 409
    expect(phone.locator(".conflict")).to_contain_text("Lo tuyo")
    expect(phone.locator(".conflict")).to_be_in_viewport()
    check(phone)
    screenshot(phone, "table-conflict")
    assert SheetEntry.objects.filter(kind="hand").count() == 1


def test_doubts_and_mistakes_stand_beside_the_amount(phone: Page, screenshot) -> None:
    at_play(phone, worlds.playing())
    choose(phone, "away")
    keys(phone, "112", "Proponer")
    expect(phone.get_by_role("button", name="Sí, son 112")).to_be_visible()
    check(phone)
    phone.locator("#entry .amount").fill("45")
    phone.get_by_text("Cierre", exact=True).tap()
    keys(phone, "", "Proponer")
    expect(phone.get_by_label("Motivo, si la cifra es cierta")).to_be_visible()
    expect(phone.locator("#entry .amount")).to_have_value("45")
    check(phone)
    screenshot(phone, "table-odd-block")
    phone.get_by_label("Motivo, si la cifra es cierta").fill("Faltaba una ficha")
    keys(phone, "", "Proponer")

    expect(phone.locator("#sheet-proposal")).to_contain_text("Jugada 1 · 45 Los Molinos")
    with phone.expect_response("**/deshacer/"):
        phone.get_by_role("button", name="Deshacer").tap()
    expect(phone.locator("#sheet-proposal")).to_be_empty()
    expect(phone.locator("#jugadas")).to_contain_text("Rectificada")


def test_a_hand_without_script(plain_phone: Page, screenshot) -> None:
    world = worlds.playing()
    partida = world.partida()
    by = worlds.phone(world)
    tables.sit_down(world, partida, by)
    table_actions.give_up_pen(partida_id=partida.pk, by=worlds.again(by))
    page = open_phone(plain_phone, partida.board)
    page.get_by_label("PIN de cuatro cifras").last.fill("0007")
    page.get_by_role("button", name="Anotar", exact=True).click()
    page.locator("#entry label:has(input[value='home'])").click()
    page.get_by_label("Puntos de la jugada 1").fill("46")
    page.get_by_role("button", name="Proponer").click()
    page.get_by_role("link", name="Conforme…").click()
    screenshot(page, "table-pin-plain")
    page.get_by_label("PIN de cuatro cifras").last.fill("1007")
    page.get_by_role("button", name="Conforme", exact=True).click()

    expect(page.locator(".half .total").first).to_have_text("46")
    assert overflow_without_script(page)
    screenshot(page, "table-play-plain")


def overflow_without_script(page: Page) -> bool:
    """Nothing sticks out of the screen (measured from outside, since the page runs no script)."""
    boxes = [box for box in (each.bounding_box() for each in page.locator("main *:visible").all()) if box]
    return all(box["x"] + box["width"] <= 391 for box in boxes)


def test_the_second_partida_and_the_end(phone: Page, desktop: Page, screenshot) -> None:
    world = worlds.playing(boards=2)
    tables.play_partida(world, world.partida(), worlds.phone(world))
    tables.play_board(world, 2, worlds.phone(world, 2))
    open_phone(phone, world.boards()[0])
    expect(phone.get_by_text("Partida 1: gana La Seis Doble")).to_be_visible()
    check(phone)
    phone.get_by_label("PIN de quien anota").fill("0007")
    phone.get_by_role("button", name="Quedan señalados").tap()
    expect(phone.get_by_role("button", name="Sentados así: empezar")).to_be_visible()
    check(phone)
    screenshot(phone, "table-swap")
    phone.get_by_role("button", name="Sentados así: empezar").tap()
    expect(phone.locator("#entry")).to_be_visible()
    open_phone(desktop, world.boards()[1])
    expect(desktop.get_by_role("heading", name="Mesa terminada")).to_be_visible()
    check(desktop)
    desktop.get_by_role("link", name="Ver la hoja").first.click()
    expect(desktop.get_by_role("heading", name="Mesa 2 · Partida 1")).to_be_visible()
    check(desktop)
    screenshot(desktop, "table-hands")
