"""The office's desk: a round with everything that can be missing, and what is pending everywhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation import clock
from matches.actions import line_ups
from matches.actions.sealing import seal_encounter
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.factories import rounds, tables
from tests.factories import world as worlds
from tests.factories.world import PASSWORD, World
from tests.federation.people import enrol

pytestmark = pytest.mark.django_db(transaction=True)


def begun(first: World, number: int, **kwargs: object) -> World:
    return worlds.begin(worlds.lock(rounds.beside(first, number, **kwargs)))


def a_round(now: object) -> World:
    """To begin, one line-up locked, in play, to close, to sign, signed, sealed; and one overdue."""
    world = worlds.build(boards=2, at=now)
    one = rounds.beside(world, 3, at=now)
    line_ups.lock_line_up(
        encounter_id=one.encounter.pk, names=worlds.names(one, Side.HOME), by=one.captain(Side.HOME)
    )
    playing = begun(world, 4, at=now)
    phone = worlds.phone(playing)
    tables.sit_down(playing, playing.partida(), phone)
    tables.play_hand(playing, playing.partida(), phone, 62)
    over = begun(world, 5, at=now, judge=False)
    for board in (1, 2):
        tables.play_board(over, board, worlds.phone(over, board))
    rounds.close(begun(world, 6, at=now))
    rounds.sign_all(rounds.close(begun(world, 7, at=now)))
    protest = "La mesa 2 cojeaba y el juez árbitro no quiso cambiarla."
    rounds.sign_all(rounds.close(begun(world, 8, at=now)), protest=protest)
    begun(world, 9, at=now - timedelta(days=4))
    return world


@pytest.fixture
def world(run_together) -> World:
    now = timezone.now()
    with clock.standing_at(lambda: now - timedelta(minutes=12)):
        made = a_round(now)
    protested = made.encounter.round.encounters.get(number=8)
    # In another thread: the browser's driver runs a loop in this one.
    run_together(lambda: seal_encounter(protested.pk))
    return made


def is_clean(page: Page) -> None:
    """Nothing for axe to say, nothing wider than the screen, not even the smallest."""
    assert violations(page) == []
    assert overflow(page) == 0
    before = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 700})
    assert overflow(page) == 0
    page.set_viewport_size(before)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_office_finds_the_round_and_what_is_pending(open_page, screenshot, world: World, size) -> None:
    page = open_page(size)
    log_in(page, world.office.email, PASSWORD, "/secretaria/", enrol(world.office))
    is_clean(page)
    screenshot(page, f"office-front-{size}")
    page.get_by_role("link", name="Ver la jornada").click()
    expect(page.get_by_role("heading", name="Jornada 7", level=1)).to_be_visible()
    expect(page.get_by_text("El sellado parece parado")).to_be_visible()
    is_clean(page)
    screenshot(page, f"office-round-{size}")
    page.emulate_media(color_scheme="dark")
    is_clean(page)
    screenshot(page, f"office-round-{size}-dark")
    page.emulate_media(color_scheme="light")

    page.get_by_role("link", name="Lo pendiente de todas las competiciones").click()
    expect(page.get_by_role("heading", name="Actas pendientes", level=1)).to_be_visible()
    is_clean(page)
    screenshot(page, f"office-pending-{size}")
    page.goto("/inicio/")
    is_clean(page)
    screenshot(page, f"office-home-{size}")
    page.get_by_role("link", name="Primera División de dominó, jornada 7").click()
    expect(page.get_by_role("heading", name="Jornada 7", level=1)).to_be_visible()


def test_what_is_written_shows_by_itself(desktop: Page) -> None:
    world = worlds.build(at=timezone.now())
    log_in(desktop, world.office.email, PASSWORD, "/secretaria/", enrol(world.office))
    desktop.goto(f"/jornadas/{world.encounter.round_id}/")
    row = desktop.get_by_role("row").filter(has_text="La Seis Doble – Los Molinos")
    expect(row).to_contain_text("Faltan las dos alineaciones")
    names = worlds.names(world, Side.AWAY)
    line_ups.lock_line_up(encounter_id=world.encounter.pk, names=names, by=world.captain(Side.AWAY))
    expect(row).to_contain_text("Falta la alineación de La Seis Doble")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_script_it_reads_the_same(open_page, world: World, size: str) -> None:
    page = open_page(size, script=False)
    log_in(page, world.office.email, PASSWORD, "/secretaria/", enrol(world.office))
    page.get_by_role("link", name="Ver lo pendiente").click()
    expect(page.get_by_text("Atrasada 3 días")).to_be_visible()
    page.get_by_role("link", name="Ver por jornadas").click()
    page.get_by_role("link", name="Qué falta en la jornada").click()
    expect(page.get_by_text("El sellado parece parado")).to_be_visible()
    page.get_by_label("Jornada", exact=True).select_option("7")
    page.get_by_role("button", name="Ver").click()
    expect(page.get_by_role("heading", name="Jornada 7", level=1)).to_be_visible()
    row = page.get_by_role("row").filter(has_text="La Seis Doble – Los Molinos")
    row.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="La Seis Doble – Los Molinos")).to_be_visible()
