"""The public pages looked at: phone and desk, light and dark, with script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from competitions.models import Encounter
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.walk.cast import give_names
from tests.factories import rounds, tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import sealed
from tests.matches.views.spectators import disagree, page, round_page

pytestmark = pytest.mark.django_db(transaction=True)


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility, and to the width of the smallest screen too."""
    assert violations(page) == []
    size = page.viewport_size
    assert size is not None
    for width in (size["width"], 320):
        page.set_viewport_size({"width": width, "height": size["height"]})
        assert overflow(page) == 0
    page.set_viewport_size(size)


@pytest.fixture
def evening() -> World:
    """Three boards in play: one in its second partida, one with a hand in dispute, one not begun."""
    world = worlds.playing(boards=3)
    give_names(world)
    first, second = worlds.phone(world, 1), worlds.phone(world, 2)
    tables.play_partida(world, world.partida(1), first, Side.AWAY)
    tables.sit_down(world, world.partida(1, 2), first)
    for points, side in ((31, Side.HOME), (46, Side.AWAY), (12, Side.HOME)):
        tables.play_hand(world, world.partida(1, 2), first, points, side)
    tables.sit_down(world, world.partida(2), second)
    tables.play_hand(world, world.partida(2), second, 25)
    tables.propose(world, world.partida(2), second, 57)
    disagree(world, world.partida(2), second, 52)
    rounds.beside(world, 3)
    return world


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_an_encounter_in_play_and_the_lists_that_it_is_in(
    open_page, screenshot, evening: World, size: str, *, dark: bool
) -> None:
    shown = open_page(size, dark=dark)
    name = f"{size}-dark" if dark else size
    shown.goto(page(evening))
    expect(shown.locator("[data-fresh]")).to_contain_text("actualizado hace")
    check(shown)
    screenshot(shown, f"live-encounter-{name}")
    for fold in shown.locator("#vivo details summary").all():
        fold.click()
    expect(shown.locator("#m2p1j2")).to_contain_text("En desacuerdo")
    check(shown)
    screenshot(shown, f"live-encounter-open-{name}")
    shown.get_by_role("link", name="Primera División de dominó, jornada 7").click()
    expect(shown.get_by_role("heading", level=1)).to_have_text("Primera División de dominó, jornada 7")
    check(shown)
    screenshot(shown, f"live-round-{name}")
    shown.get_by_role("navigation", name="Dónde estás").get_by_role("link", name="En directo").click()
    expect(shown.get_by_role("heading", name="Ahora")).to_be_visible()
    check(shown)
    screenshot(shown, f"live-index-{name}")
    shown.get_by_role("link", name="La Seis Doble").click()
    expect(shown.locator("#mesa-1")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_before_play_and_when_it_is_not_played(open_page, screenshot, size: str) -> None:
    world = worlds.build()
    shown = open_page(size)
    shown.goto(page(world))
    expect(shown.get_by_text("Todavía no son públicas")).to_be_visible()
    check(shown)
    screenshot(shown, f"live-scheduled-{size}")
    Encounter.objects.update(state="postponed")
    shown.goto(page(world))
    expect(shown.get_by_text("Está aplazado")).to_be_visible()
    check(shown)
    screenshot(shown, f"live-postponed-{size}")
    shown.goto("/directo/")
    expect(shown.get_by_text("Ahora no se juega ningún encuentro.")).to_be_visible()
    check(shown)
    shown.goto("/")
    check(shown)
    screenshot(shown, f"live-door-{size}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_once_it_is_sealed_the_result_leads_to_the_verification(
    open_page, screenshot, run_together, size: str
) -> None:
    # In another thread: the browser's driver runs a loop in this one.
    (((world, acta),),) = (run_together(sealed),)
    shown = open_page(size)
    shown.goto(page(world))
    expect(shown.get_by_role("heading", name="Empate")).to_be_visible()
    check(shown)
    screenshot(shown, f"live-sealed-{size}")

    shown.get_by_role("link", name=f"Verificar {acta.content.code}").click()

    expect(shown.get_by_role("heading", name="Acta válida")).to_be_visible()


def test_in_english(open_page, screenshot, evening: World) -> None:
    shown = open_page("phone", language="en-GB")
    shown.goto(page(evening))
    expect(shown.locator("[data-fresh]")).to_contain_text("updated")
    expect(shown.get_by_role("heading", name="Board 1")).to_be_visible()
    check(shown)
    screenshot(shown, "live-encounter-english-phone")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_script_it_is_a_page_that_can_be_asked_for_again(
    open_page, screenshot, evening: World, size: str
) -> None:
    shown = open_page(size, script=False)
    for where in ("/directo/", round_page(evening), page(evening)):
        shown.goto(where)
        expect(shown.get_by_text("Página de las")).to_be_visible()
        expect(shown.locator("[data-fresh]")).to_be_hidden()
    shown.locator("#m1p2 summary").click()
    expect(shown.locator("#m1p2j3")).to_be_visible()
    screenshot(shown, f"live-plain-{size}")
    partida, by = evening.partida(1, 2), worlds.phone(evening, 1)
    tables.take_pen(evening, partida, by, int(tables.state(evening, partida).scorer or 0))
    tables.play_hand(evening, partida, by, 44)

    shown.get_by_role("link", name="Actualizar").click()

    expect(shown.locator("#mesa-1 .pts")).to_have_text("87–46")


def test_whoever_has_an_account_comes_here_from_his_encounter(phone: Page, evening: World) -> None:
    from tests.browser.walk.people import enter

    enter(phone, evening.captains[Side.HOME], f"/encuentros/{evening.encounter.pk}/")
    phone.get_by_role("link", name="Página pública, en directo").click()
    expect(phone.locator("#mesa-2")).to_be_visible()
    check(phone)
