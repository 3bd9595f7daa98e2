"""Hojas on paper: a captain takes them to the printer, the judge types one in that was played on."""

import pytest
from playwright.sync_api import expect

from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.factories import tables, world
from tests.federation.photos import picture
from tests.federation.printed import boxes, text_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("size", "script"), [("phone", False), ("desktop", True)])
def test_a_captain_prints_one_board(open_page, screenshot, size: str, script) -> None:
    each = world.locked(boards=2)
    page = open_page(size, script=script)
    log_in(page, each.captains[Side.AWAY].email, world.PASSWORD, f"/encuentros/{each.encounter.pk}/")
    page.get_by_role("link", name="Hojas para imprimir").click()
    if script:
        assert violations(page) == []
    assert overflow(page) <= 0
    screenshot(page, f"print-sheets-{size}")
    page.get_by_label("Mesas").select_option("Mesa 2")
    page.get_by_label("A5", exact=True).check()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Descargar el PDF").click()
    assert waiting.value.suggested_filename == "hojas-d1-2627-07-02-a5.pdf"
    content = waiting.value.path().read_bytes()
    assert boxes(content) == [(1480, 2100)] * 4
    assert "Jugador02 Casa" in text_of(content)
    if size == "phone":
        page.set_viewport_size({"width": 320, "height": 664})
        assert overflow(page) <= 0


def test_the_judge_types_in_what_was_played_on_paper(open_page, screenshot) -> None:
    each = world.playing(boards=1)
    tables.sit_down(each, each.partida(), world.phone(each))
    page = open_page("phone")
    log_in(page, each.judge.email, world.PASSWORD, f"/mesas/{each.boards()[0].pk}/")
    page.get_by_role("link", name="Jugada en papel: transcribir la Hoja").click()
    assert violations(page) == []
    assert overflow(page) <= 0
    screenshot(page, "paper-photo")
    photo = {"name": "hoja.jpg", "mimeType": "image/jpeg", "buffer": picture((1500, 2000))}
    page.get_by_label("Foto de la Hoja").set_input_files(photo)
    page.get_by_role("button", name="Guardar la foto y transcribir").click()
    expect(page.get_by_text("Foto guardada.")).to_be_visible()
    page.get_by_role("link", name="Tomar la anotación aquí").tap()
    page.get_by_role("button", name="Tomar la anotación", exact=True).tap()
    expect(page.locator("#entry")).to_be_visible()
    for number, points in enumerate(("46", "31"), start=1):
        for digit in points:
            page.locator(f".keypad button[value='{digit}']").tap()
        page.locator("#entry label:has(input[value='home'])").tap()
        page.locator(".keypad").get_by_role("button", name="Proponer").tap()
        # No approval is asked for: the paper is signed.
        expect(page.locator("#entry input[name=hand]")).to_have_value(str(number + 1))
    assert violations(page) == []
    assert overflow(page) <= 0
    screenshot(page, "paper-typed-in")
    assert tables.state(each, each.partida()).totals.home == 77
