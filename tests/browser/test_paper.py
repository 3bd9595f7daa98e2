"""A captain takes the Hojas of his encounter to the printer."""

import pytest

from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.factories import world
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
