"""Two phones before and at the start of play: a captain's line-up, the judge's check-in and direction."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.actions import pins
from matches.models import LineUp
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import PASSWORD, World

pytestmark = pytest.mark.django_db(transaction=True)


def enter(page: Page, email: str) -> Page:
    """Log in."""
    page.goto("/cuentas/entrar/")
    page.fill("[name=login]", email)
    page.fill("[name=password]", PASSWORD)
    page.click("main .btn.primary")
    expect(page).to_have_url(re.compile("/inicio/"))
    return page


def is_clean(page: Page) -> None:
    """Nothing for axe to say, nothing wider than the screen, not even the smallest."""
    assert violations(page) == []
    assert overflow(page) == 0
    before = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 700})
    assert overflow(page) == 0
    page.set_viewport_size(before)


def line_up(world: World) -> str:
    return f"/encuentros/{world.encounter.pk}/alineacion/"


def test_each_name_is_answered_where_it_is_put(phone: Page, screenshot) -> None:
    world = worlds.build(boards=2, bench=2)
    ids = [str(who.pk) for who in world.people[Side.HOME]]
    enter(phone, world.captains[Side.HOME].email)
    phone.goto(line_up(world))

    phone.select_option("#id_mesa1_1", ids[0])
    expect(phone.locator("#respuesta-mesa1_1")).to_contain_text("Puede jugar")
    phone.select_option("#id_mesa2_1", ids[0])
    expect(phone.locator("#respuesta-mesa1_1")).to_contain_text("Está en 2 mesas y el máximo es 1.")
    expect(phone.locator("#falta")).to_contain_text("Mesa 1: Jugador00 Casa.")
    is_clean(phone)
    screenshot(phone, "line_up_blocked")

    for place, person in zip(("mesa1_2", "mesa2_1", "mesa2_2", "suplente_1"), ids[1:], strict=False):
        phone.select_option(f"#id_{place}", person)
    expect(phone.locator("#cierre")).to_contain_text("4 titulares y 1 suplente, sin bloqueos.")
    phone.get_by_role("button", name="Revisar y cerrar").click()
    is_clean(phone)
    phone.get_by_role("button", name="Cerrar la alineación").click()
    expect(phone.locator("#messages")).to_contain_text("Alineación cerrada.")
    assert LineUp.objects.get().state == "locked"


def test_without_script_it_is_a_form_like_any_other(plain_phone: Page) -> None:
    world = worlds.build(boards=1, bench=0)
    enter(plain_phone, world.captains[Side.HOME].email)
    plain_phone.goto(line_up(world))

    for place, person in zip(("mesa1_1", "mesa1_2"), world.people[Side.HOME], strict=True):
        plain_phone.select_option(f"#id_{place}", str(person.pk))
    plain_phone.get_by_role("button", name="Guardar borrador").click()
    expect(plain_phone.locator("#messages")).to_contain_text("Borrador guardado.")
    plain_phone.get_by_role("button", name="Revisar y cerrar").click()
    plain_phone.get_by_role("button", name="Cerrar la alineación").click()
    expect(plain_phone.locator("#messages")).to_contain_text("Alineación cerrada.")


def test_in_an_order_the_captain_who_waits_sees_when_it_is_his_turn(open_page, screenshot) -> None:
    world = worlds.build(
        boards=1, bench=1, parameters={"line_up_mode": "home_first", "line_up_lock_minutes": 30}
    )
    page = open_page("phone")
    enter(page, world.captains[Side.AWAY].email)
    page.goto(line_up(world))
    for place, person in zip(("mesa1_1", "mesa1_2"), world.people[Side.AWAY], strict=False):
        page.select_option(f"#id_{place}", str(person.pk))
    expect(page.locator("#respuesta-mesa1_2")).to_contain_text("Puede jugar")
    expect(page.locator("#cierre")).to_contain_text("Todavía no te toca cerrar")
    is_clean(page)
    screenshot(page, "line_up_waits")

    worlds.line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.HOME), by=world.captain(Side.HOME)
    )

    expect(page.locator("#rival")).to_contain_text("Jugador01 Casa")
    page.get_by_role("button", name="Revisar y cerrar").click()
    is_clean(page)
    page.get_by_role("button", name="Cerrar la alineación").click()
    expect(page.locator("#messages")).to_contain_text("Alineación cerrada.")


def test_a_change_of_the_vice_captain_is_shown_beside_ones_own(open_page) -> None:
    world = worlds.build(boards=1, bench=2)
    ids = [str(who.pk) for who in world.people[Side.HOME]]
    captain, vice = open_page("phone"), open_page("phone")
    for page, user in ((captain, world.captains[Side.HOME]), (vice, world.vice)):
        enter(page, user.email)
        page.goto(line_up(world))
    vice.select_option("#id_mesa1_1", ids[2])
    expect(vice.locator("#respuesta-mesa1_1")).to_contain_text("Puede jugar")

    captain.select_option("#id_mesa1_1", ids[3])

    expect(captain.locator("#alineacion")).to_contain_text("Otra persona ha cambiado la alineación")
    expect(captain.locator("#alineacion table")).to_contain_text("Jugador02 Casa")
    assert captain.input_value("#id_mesa1_1") == ids[3]
    is_clean(captain)
    captain.get_by_role("link", name="Quedarme con la que consta").click()
    expect(captain.locator("#id_mesa1_1")).to_have_value(ids[2])


def test_the_judge_checks_in(phone: Page, screenshot) -> None:
    world = worlds.locked(boards=2)
    enter(phone, world.judge.email)
    phone.goto(f"/encuentros/{world.encounter.pk}/presencia/")
    first = phone.locator(".person").first
    pin = first.locator("input[name=pin]")
    pin.fill("1234")
    first.get_by_role("button", name=re.compile("Registrar")).click()
    expect(first).to_contain_text("Ese PIN se adivina enseguida")
    pin.fill("2580")
    first.get_by_role("button", name=re.compile("Registrar")).click()
    expect(first).to_contain_text("Con PIN")
    expect(phone.locator("#presentes-1")).to_have_text("1 de 6 presentes")
    expect(pin).to_be_hidden()
    is_clean(phone)
    screenshot(phone, "check_in")

    first.get_by_text("Cambiar").first.click()
    is_clean(phone)
    pin.fill("3691")
    first.get_by_role("button", name=re.compile("Guardar el PIN")).click()
    expect(pin).to_be_hidden()


def test_the_judge_starts_while_the_captain_looks_on(open_page, screenshot) -> None:
    world = worlds.locked(boards=2)
    judge, captain = open_page("phone"), open_page("phone")
    enter(judge, world.judge.email)
    enter(captain, world.captains[Side.HOME].email)
    page = f"/encuentros/{world.encounter.pk}/"
    captain.goto(page)

    judge.goto(page + "juez/")
    judge.get_by_role("button", name="Hacerme cargo").click()
    judge.get_by_role("button", name="Empezar el encuentro").click()
    expect(judge.locator(".board-card")).to_have_count(2)
    expect(judge.locator("#messages")).to_contain_text("El encuentro ha empezado.")
    is_clean(judge)
    screenshot(judge, "direction")

    expect(captain.locator(".board-live")).to_have_count(2, timeout=6000)
    captain.locator(".board-code summary").first.click()
    expect(captain.locator(".board-code svg").nth(1)).to_be_visible()
    is_clean(captain)
    screenshot(captain, "encounter_playing")


def test_what_was_done_is_news_until_play_goes_on(phone: Page) -> None:
    world = worlds.locked()
    for side, pin in ((Side.HOME, "3691"), (Side.AWAY, "4802")):
        who = world.person(side, 0).pk
        world.pins[who] = pin
        pins.check_in(encounter_id=world.encounter.pk, person_id=who, pin=pin, by=world.director())
    enter(phone, world.judge.email)
    phone.goto(f"/encuentros/{world.encounter.pk}/juez/")
    phone.get_by_role("button", name="Empezar el encuentro").click()
    expect(phone.locator("#messages")).to_contain_text("El encuentro ha empezado.")

    tables.name(world, world.partida(), worlds.phone(world))

    expect(phone.locator(".board-card")).to_contain_text("Falta el sorteo")
    # There is time to read it first.
    expect(phone.locator("#messages")).to_contain_text("El encuentro ha empezado.")
    expect(phone.locator("#messages")).to_be_empty()


def test_the_fold_of_a_pin_needs_no_script(plain_phone: Page) -> None:
    world = worlds.playing()
    enter(plain_phone, world.judge.email)
    plain_phone.goto(f"/encuentros/{world.encounter.pk}/presencia/")
    first = plain_phone.locator(".person").first
    expect(first.locator("input[name=pin]")).to_be_hidden()
    first.get_by_text("Cambiar").first.click()
    first.locator("input[name=pin]").fill("3691")
    first.get_by_role("button", name=re.compile("Guardar el PIN")).click()
    expect(plain_phone.locator(".person").first.locator("input[name=pin]")).to_be_hidden()
