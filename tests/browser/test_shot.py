"""Consulta de jugada on a judge's phone: a few taps and the answer, with scripts and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import overflow, violations

pytestmark = pytest.mark.django_db(transaction=True)


def tap(page, text: str) -> None:
    page.locator("label.choice", has_text=text).first.click()


@pytest.mark.parametrize(("size", "script"), [("phone", True), ("phone", False), ("desktop", True)])
def test_a_stroke_is_told_and_answered(open_page, screenshot, size: str, script) -> None:
    page = open_page(size, script=script)
    page.goto("/mesa/")
    page.get_by_role("link", name="Consulta de jugada (bola 8)").click()
    # What belongs to another phase is not there.
    expect(page.get_by_text("Quien tiraba juega")).to_be_hidden()
    expect(page.get_by_text("Bolas de color que fueron a banda")).to_be_hidden()
    tap(page, "Con grupos")
    tap(page, "Lisas")
    for ball in ("3", "12"):
        page.locator(f"[name=falls][value='{ball}']").check(force=True)
    page.get_by_label("Bola anunciada").select_option("3")
    tap(page, "Blanca entronerada")
    name = f"shot-{size}{'' if script else '-plain'}"
    screenshot(page, f"{name}-asked")
    page.get_by_role("button", name="Resolver").click()
    expect(page.get_by_role("heading", name="Falta: bola blanca en mano para el rival.")).to_be_visible()
    expect(page.locator("#respuesta")).to_contain_text("12 (Faltas) b")
    screenshot(page, f"{name}-answered")
    if script:
        assert violations(page) == []
    assert overflow(page) <= 0
    decide(page, screenshot, name)
    refuse(page)
    if script:
        assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 664})
    assert overflow(page) <= 0
    screenshot(page, f"{name}-narrow")


def decide(page, screenshot, name: str) -> None:
    """The 8 on the break, whose choice is one more tap, and a point that the text leaves open."""
    # The 8 on the break: the breaker's choice is one more tap.
    page.get_by_role("link", name="Otra jugada").click()
    tap(page, "Apertura")
    page.locator("[name=falls][value='8']").check(force=True)
    page.get_by_role("button", name="Resolver").click()
    expect(page.get_by_role("heading", name="Elige quien abrió.")).to_be_visible()
    screenshot(page, f"{name}-choice")
    page.get_by_role("link", name="Reponer la 8").click()
    expect(page.get_by_role("heading", name="Sigue tirando.")).to_be_visible()
    # A point that the text leaves open is told with what it could be instead.
    tap(page, "Mesa abierta")
    page.get_by_label("Bola anunciada").select_option("8")
    page.get_by_role("button", name="Resolver").click()
    expect(page.get_by_role("heading", name="Pierde el juego quien tiraba.")).to_be_visible()
    expect(page.locator("#respuesta")).to_contain_text("También puede ser: se repone.")
    screenshot(page, f"{name}-decided")


def refuse(page) -> None:
    """What cannot be is said beside its field, and what was tapped is kept."""
    page.get_by_label("Bola anunciada").select_option("")
    tap(page, "Con grupos")
    page.get_by_role("button", name="Resolver").click()
    expect(page.get_by_text("Indica qué bola anunció")).to_be_visible()
    expect(page.locator("[name=falls][value='8']")).to_be_checked()
