"""An encounter of two pairs on phones, without judge: from the entry of both pairs to the sealed acta."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from competitions.models import Encounter, Entry
from federation import clock
from federation.models import Role
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.browser.walk import after
from tests.browser.walk.before import code_of
from tests.browser.walk.people import enter
from tests.browser.walk.table import TablePhone
from tests.factories import pairs
from tests.factories import world as worlds
from tests.factories.world import World
from tests.federation import staff
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {
    Side.HOME: (("Encarnación", "Hernández"), ("José Antonio", "Fernández de la Cruz")),
    Side.AWAY: (("Fuensanta", "Cerezo"), ("Ginés", "Conesa")),
}


def is_clean(page: Page) -> None:
    """Nothing for axe to say, nothing wider than the smallest screen."""
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert overflow(page) == 0
    page.set_viewport_size({"width": 390, "height": 844})


def newcomers(each: World) -> World:
    """Four people with licences, one of each two with an account: nobody has entered them yet."""
    people = {side: [worlds.person(*name) for name in NAMES[side]] for side in Side}
    for side in Side:
        for index, who in enumerate(people[side]):
            worlds.licence(who, each.season, f"4{index}-{side.value}")
            each.pins[who.pk] = f"{6 if side is Side.HOME else 7}03{index}"
    captains = {side: worlds.account(f"nueva.{side.value}@example.org", people[side][1]) for side in Side}
    return replace(each, people=people, captains=captains)


def enter_pair(page: Page, each: World, side: Side) -> None:
    """The direction enters a pair by the numbers of its licences."""
    page.get_by_role("link", name="Inscribir una pareja").click()
    page.get_by_label("Primer jugador").fill(f"40-{side.value}")
    page.get_by_label("Segundo jugador").fill(f"41-{side.value}")
    page.get_by_role("button", name="Inscribir").click()
    expect(page.locator("#messages")).to_contain_text("Pareja inscrita.")


def name_of(each: World, side: Side) -> str:
    return " / ".join(who.short_name for who in each.people[side])


def make_encounter(page: Page, each: World, screenshot) -> World:
    """The direction puts both pairs in a new round."""
    page.get_by_role("link", name="Nuevo encuentro").click()
    page.get_by_label("Jornada").fill("4")
    page.get_by_label("Nombrado en primer lugar").select_option(label=name_of(each, Side.HOME))
    page.get_by_label("Rival").select_option(label=name_of(each, Side.AWAY))
    page.get_by_label("Sede").select_option(label="Salón del Suizo")
    page.get_by_label("Día").fill(clock.today().isoformat())
    page.get_by_label("Hora").fill("20:30")
    is_clean(page)
    screenshot(page, "pairs_new_encounter")
    page.get_by_role("button", name="Guardar el encuentro").click()
    expect(page.locator("#messages")).to_contain_text("Encuentro guardado.")
    return replace(each, encounter=Encounter.objects.get(round__number=4))


def check_in(page: Page, each: World, side: Side) -> None:
    """One of a pair puts the PINs of both, on his own phone."""
    page.get_by_role("link", name="Comprobar licencias").click()
    for who in each.people[side]:
        row = page.locator(f"#p{who.pk}")
        row.locator("input[name=pin]").fill(each.pin(who.pk))
        row.get_by_role("button", name=re.compile("Registrar")).click()
        expect(row).to_contain_text("Con PIN")
    expect(page.locator("#presentes-1")).to_have_text("2 de 2 presentes")


def to_direction(page: Page, each: World) -> None:
    page.goto(f"/encuentros/{each.encounter.pk}/juez/")


def play(page: Page, each: World, code: str) -> None:
    """The phone of the table: who writes, the draw, three hands, the end."""
    table = TablePhone(page, each)
    table.open(code)
    first, second = ([who.pk for who in each.people[side]] for side in Side)
    table.name(first[0], second[0])
    table.draw(dict(zip((first[0], second[0], second[1], first[1]), ("66", "55", "44", "33"), strict=True)))
    table.sit(0)
    for number in (1, 2, 3):
        table.play(number, Side.HOME, 85)
    expect(page.get_by_role("heading", name="Mesa terminada")).to_be_visible()


def enter_both(page: Page, each: World, screenshot) -> World:
    """The direction finds the competition, enters two pairs and has them meet."""
    direction = staff.staff("direccion@example.org", Role.SPORTING_DIRECTOR, who=staff.person("Dora"))
    log_in(page, direction.email, PASSWORD, "/inicio/", enrol(direction))
    page.get_by_role("link", name="Competiciones").click()
    is_clean(page)
    page.get_by_role("link", name="Suizo de parejas").click()
    for side in Side:
        enter_pair(page, each, side)
    is_clean(page)
    screenshot(page, "pairs_competition")
    assert Entry.objects.count() == 4
    return make_encounter(page, each, screenshot)


def start(home: Page, away: Page, each: World, screenshot) -> None:
    """Each pair puts its PINs and says yes; the second yes begins."""
    enter(home, each.captains[Side.HOME])
    expect(home.locator("main")).to_contain_text("Sin designar: dirigen las dos parejas")
    is_clean(home)
    screenshot(home, "pairs_home")
    home.get_by_role("link", name="Ir a empezar").click()
    check_in(home, each, Side.HOME)
    is_clean(home)
    to_direction(home, each)
    screenshot(home, "pairs_direction")
    home.get_by_role("button", name="Confirmar el comienzo").click()
    expect(home.locator("#messages")).to_contain_text("Falta que lo confirme la otra pareja.")
    enter(away, each.captains[Side.AWAY])
    to_direction(away, each)
    expect(away.locator("main")).to_contain_text("La otra pareja ya ha confirmado. Faltas tú.")
    check_in(away, each, Side.AWAY)
    to_direction(away, each)
    away.get_by_role("button", name="Confirmar el comienzo").click()
    expect(away.locator("#messages")).to_contain_text("El encuentro ha empezado.")


def close_and_sign(pages: tuple[Page, Page], each: World, screenshot) -> None:
    """Both pairs close, and both sign."""
    for page in pages:
        page.goto(f"/encuentros/{each.encounter.pk}/cerrar/")
        page.get_by_role("button", name="Confirmar el cierre").click()
    for page in pages:
        after.to_signing(page, each)
        expect(page.locator(".signatories")).to_contain_text("Pareja local")
        is_clean(page)
        screenshot(page, "pairs_signing")
        after.sign(page, drawn=False)


def test_two_pairs_play_on_their_phones(open_page, run_together, screenshot, tmp_path, watch) -> None:
    # The table's phone asks on after the close, and is told that its board is gone.
    watch.allow("status of 410")
    each = newcomers(pairs.scheduled(judge=False, parameters={"target_points": 200}))
    each = enter_both(open_page("phone"), each, screenshot)
    home, away, table = (open_page("phone") for _ in range(3))
    start(home, away, each, screenshot)
    to_direction(home, each)
    play(table, each, code_of(home, 1))
    screenshot(table, "pairs_table_over")
    close_and_sign((home, away), each, screenshot)
    run_together(lambda: call_command("work", once=True))

    home.goto(f"/encuentros/{each.encounter.pk}/acta/")
    screenshot(home, "pairs_acta")
    with home.expect_download() as waiting:
        home.get_by_role("link", name="Acta en PDF").click()
    pdf = tmp_path / "acta.pdf"
    waiting.value.save_as(pdf)
    assert after.verified_by_command(pdf)[0] == 0
    anybody = open_page("phone")
    after.verify_file(anybody, pdf)
    expect(anybody.locator("main")).to_contain_text("Acta válida")
    expect(anybody.locator("main")).to_contain_text(name_of(each, Side.HOME))
    screenshot(anybody, "pairs_verified")
    anybody.goto(f"/directo/encuentros/{each.encounter.pk}/")
    expect(anybody.locator("h1")).to_contain_text("Fuensanta Cerezo / Ginés Conesa")
    is_clean(anybody)
    screenshot(anybody, "pairs_live")
