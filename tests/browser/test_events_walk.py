"""A board on which everything happens that the rulebook knows, from the draw to the verified acta."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Acta
from matches.rules.sides import Side
from tests.browser.entering import log_in
from tests.browser.walk import after
from tests.browser.walk.album import Album
from tests.browser.walk.cast import give_names, pair
from tests.browser.walk.committee import Committee
from tests.browser.walk.table import TablePhone
from tests.browser.walk.telling import Telling
from tests.factories import world as worlds
from tests.factories.world import PASSWORD, World
from tests.matches.views.after_close import sign

pytestmark = pytest.mark.django_db(transaction=True)

HOME, AWAY = Side.HOME, Side.AWAY
ANOTHER_DAY = timedelta(days=1)


@pytest.fixture
def world() -> World:
    built = worlds.build()
    give_names(built)
    return worlds.begin(worlds.lock(built))


def at_judges(page: Page, world: World) -> Telling:
    """The judge on the page from which he directs."""
    assert world.judge is not None
    log_in(page, world.judge.email, PASSWORD, f"/encuentros/{world.encounter.pk}/juez/")
    return Telling(page)


def judge_tells(judge: Telling, world: World, words: str, answers: dict[str, object]) -> None:
    """From his list of boards to what he sees that it changes."""
    judge.page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    judge.page.get_by_role("link", name="Ha pasado algo en la mesa 1").click()
    judge.page.get_by_role("link", name=words).click()
    judge.answer(answers)
    judge.see()


def agreed(world: World, asker: int, other: int) -> dict[str, object]:
    return {
        "asker_pin": world.pin(asker),
        "agreed_by": other,
        "agreed_pin": world.pin(other),
    }


def test_everything_that_can_happen(
    world: World,
    open_page: Callable[..., Page],
    screenshot,
    watch,
    run_together: Callable[..., list],
    tmp_path: Path,
) -> None:
    # The table's phone is told that its board has been closed.
    watch.allow("status of 410")
    album = Album(screenshot, "events")
    table = TablePhone(open_page("phone"), world)
    judge = at_judges(open_page("phone"), world)
    seats = first_partida(table, judge, album)
    until_another_day(judge, open_page("phone"), world, album)
    with time_machine.travel(timezone.now() + ANOTHER_DAY):
        resumed(table, judge, seats, album)
        second_partida(table, judge, album)
        pdf = sealed(judge.page, world, album, run_together, tmp_path)
    ((code, told),) = run_together(lambda: after.verified_by_command(pdf))
    assert code == 0, told
    content = json.loads(Acta.objects.get().content.content)
    assert [each["article"] for each in content["incidents"]] == ["16", "19", "15", *["20"] * 5]
    results = [each["result"] for each in content["boards"][0]["partidas"]]
    assert [(each["status"], each["home"], each["away"]) for each in results] == [
        ("ended", 310, 30),
        ("abandonment", 300, 0),
    ]


def first_partida(table: TablePhone, judge: Telling, album: Album) -> list[str]:
    """A draw that ends level, a false pass, a level block, three drops, a late false thinking, suspended.

    Gives who sat where, and who was to lead, when it was suspended.
    """
    page, world = table.page, table.world
    (home, partner), (away, other) = pair(world, 1, HOME), pair(world, 1, AWAY)
    table.open(world.boards()[0].code)
    table.name(home.pk, away.pk)
    table.draw({home.pk: "63", partner.pk: "31", away.pk: "54", other.pk: "22"})
    expect(page.get_by_role("heading", name="Desempate del sorteo")).to_be_visible()
    table.draw({home.pk: "65", away.pk: "10"})
    table.sit(0)
    table.play(1, HOME, 40)
    expect(page.locator("#sheet-timers")).to_contain_text("Comentario")
    a_false_pass(table, album)
    table.play(3, HOME, 0, "tied_block")
    three_drops(table, album)
    table.play(4, AWAY, 50)
    a_late_false_thinking(table, album)
    incoming = world.person(AWAY, 2)
    substitute(judge, table, away.pk, incoming.pk, album)
    table.play(5, AWAY, 30)
    table.expect_hand(6)
    seats = page.locator("#sheet-seats .seat").all_inner_texts()
    suspended(table, judge, album)
    return seats


def a_false_pass(table: TablePhone, album: Album) -> None:
    """At once, in the hand that the offender led: annulled, and the lead passes."""
    page, world, telling = table.page, table.world, Telling(table.page)
    (home, partner), (away, other) = pair(world, 1, HOME), pair(world, 1, AWAY)
    telling.choose("Ha pasado teniendo ficha")
    album.look(page, "01-false-pass")
    telling.answer({"offender": away.pk, "when": "now-2-1", "remedy": "annul", "asked_by": home.pk})
    telling.answer({"tile": "63", "ends": "61", "text": "Dice paso con el 6-3 en la mano."})
    telling.see()
    telling.expect_change("Sale", f"{away.given_name}, la 2", f"{partner.given_name}, la 3")
    album.look(page, "02-false-pass-effect", desktop=True)
    telling.write(agreed(world, home.pk, other.pk))
    expect(page.locator("#jugadas")).to_contain_text("art. 16")


def three_drops(table: TablePhone, album: Album) -> None:
    """The third of a pair reaches the acta by itself."""
    page, telling = table.page, Telling(table.page)
    away = table.world.person(AWAY, 0)
    drop = {"person": away.pk, "moment": "during_hand", "decision": "go_on"}
    for _ in range(2):
        telling.tell("Se ha caído una ficha", drop)
    telling.choose("Se ha caído una ficha")
    telling.answer(drop)
    album.look(page, "03-drop")
    telling.see()
    expect(page.locator(".effect-said")).to_contain_text("Sale en el acta (art. 19.4).")
    telling.write()


def a_late_false_thinking(table: TablePhone, album: Album) -> None:
    """Said when the hand has ended: the points go, and the lead is counted anew."""
    page, world, telling = table.page, table.world, Telling(table.page)
    (_home, partner), (away, other) = pair(world, 1, HOME), pair(world, 1, AWAY)
    telling.choose("Se ha parado a pensar")
    telling.answer({"offender": other.pk, "when": "ended-4-1", "declared": "no", "remedy": "annul"})
    telling.answer(
        {"asked_by": partner.pk, "text": "Se para con el 5-0.", "effect": "Gana la mano con ella."}
    )
    telling.see()
    telling.expect_change("Los Molinos", "50", "0")
    album.look(page, "04-late-annulment")
    telling.write(agreed(world, partner.pk, away.pk))
    expect(page.locator("#jugadas")).to_contain_text("art. 15")
    album.look(page, "05-sheet-with-events", desktop=True)


def suspended(table: TablePhone, judge: Telling, album: Album) -> None:
    """By the judge from his list of boards; the table's phone says it."""
    page, world = table.page, table.world
    judge_tells(judge, world, "La partida no puede seguir hoy", {"reason": "Se va la luz del local."})
    album.look(judge.page, "06-suspension-effect")
    judge.write()
    expect(page.locator("main")).to_contain_text("Partida 1: suspendida")
    judge.page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    expect(judge.page.locator("main")).to_contain_text("Partida 1 suspendida con 40–30: decide el comité.")
    album.look(judge.page, "07-judge-with-suspended", desktop=True)


def substitute(judge: Telling, table: TablePhone, out: int, into: int, album: Album) -> None:
    """The judge lets a substitute in for the counter; another counter is named before the next hand."""
    page, world = judge.page, table.world
    page.goto(table.page.url)
    page.get_by_role("link", name="Entra un suplente").first.click()
    page.get_by_label("Sale de la mesa").select_option(str(out))
    page.get_by_label("Entra", exact=True).select_option(str(into))
    page.get_by_label("Causa justificada").fill("Le llaman del hospital.")
    page.get_by_role("button", name="Anotar la sustitución").click()
    form = table.page.locator("#naming")
    expect(form).to_contain_text("Recuenta")
    album.look(table.page, "05-counter-to-be-named")
    table.choose(form, "scorer", table.scorer)
    table.choose(form, "counter", into)
    form.locator("input[name=counter_pin]").fill(world.pin(into))
    form.get_by_role("button", name="Quedan señalados").click()
    expect(form).to_have_count(0)
    table.counter = into


def until_another_day(judge: Telling, page: Page, world: World, album: Album) -> None:
    """The judge suspends the encounter; the committee sets tomorrow for it, and the public reads it."""
    judge.page.get_by_role("link", name="Suspender el encuentro").click()
    judge.page.get_by_label("Motivo").fill("Con la mesa parada no se puede cerrar.")
    album.look(judge.page, "08-suspend")
    judge.page.get_by_role("button", name="Suspender", exact=True).click()
    expect(judge.page.locator("main")).to_contain_text("Falta decidir cuándo o cómo sigue.")
    committee = Committee(page)
    committee.open_case("La Seis Doble – Los Molinos")
    album.look(page, "committee-02-case", desktop=True)
    day = f"{timezone.localdate() + ANOTHER_DAY:%Y-%m-%d}"
    answers = {"reason": "El apagón no fue culpa de nadie.", "when": "later", "day": day, "hour": "00:05"}
    committee.decide("Se reanuda", answers, album)
    judge.page.goto(f"/directo/encuentros/{world.encounter.pk}/")
    expect(judge.page.locator("main")).to_contain_text("Se reanuda el ")
    album.look(judge.page, "09-live-suspended")


def resumed(table: TablePhone, judge: Telling, seats: list[str], album: Album) -> None:
    """On that day: the board opened again, the scorer's PIN, the same score, seats and leader, to the end."""
    page, world = table.page, table.world
    judge.page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    album.look(judge.page, "10-to-resume")
    judge.page.get_by_role("button", name="Reanudar el encuentro").click()
    expect(judge.page.locator("#messages")).to_contain_text("El encuentro sigue")
    table.open(world.boards()[0].code)
    expect(page.locator("#sheet-score")).to_contain_text("40")
    album.look(page, "11-resumed")
    table.take_pen(table.scorer)
    expect(page.locator("#sheet-seats .seat")).to_have_text(seats, use_inner_text=True)
    for number in range(6, 9):
        table.play(number, HOME, 90)


def second_partida(table: TablePhone, judge: Telling, album: Album) -> None:
    """The losers swap, with a substitute in the seat that was due; then a player leaves without cause."""
    page, world = table.page, table.world
    home, other = world.person(HOME, 0), world.person(AWAY, 1)
    album.look(page, "12-second-partida")
    table.name(home.pk, table.counter)
    table.substitute(world.person(HOME, 1).pk, world.person(HOME, 2).pk)
    album.look(page, "13-swap")
    table.sit_as_due()
    table.play(1, HOME, 60)
    answers: dict[str, object] = {"person": other.pk, "reason": "Se marcha enfadado y no vuelve."}
    judge_tells(judge, world, "Un jugador se ha marchado sin causa", answers)
    judge.expect_change("La Seis Doble", "60", "300")
    album.look(judge.page, "14-abandonment-effect")
    judge.write()
    expect(page.get_by_role("heading", name="Mesa terminada")).to_be_visible()
    album.look(page, "15-board-over", desktop=True)


def sealed(judge: Page, world: World, album: Album, run_together: Callable[..., list], folder: Path) -> Path:
    """Closed, signed by all, sealed."""
    judge.goto(f"/directo/encuentros/{world.encounter.pk}/")
    album.look(judge, "16-live", desktop=True)
    judge.goto(f"/encuentros/{world.encounter.pk}/cerrar/")
    album.look(judge, "17-close")
    judge.get_by_role("button", name="Cerrar el encuentro").click()
    expect(judge.get_by_role("button", name="Cerrar el encuentro")).to_have_count(0)
    album.look(judge, "18-text-to-sign")
    world.reload()
    for role in ("home_captain", "away_captain", "judge"):
        sign(world, role)
    run_together(lambda: call_command("work", once=True))
    pdf = folder / "acta.pdf"
    pdf.write_bytes(bytes(Acta.objects.get().file.pdf))
    return pdf


def test_a_false_pass_a_drop_and_a_validated_score_without_script(
    world: World, open_page: Callable[..., Page], screenshot
) -> None:
    table = TablePhone(open_page("phone", script=False), world)
    judge = at_judges(open_page("phone", script=False), world)
    page, telling = table.page, Telling(table.page)
    (home, partner), (away, other) = pair(world, 1, HOME), pair(world, 1, AWAY)
    table.open(world.boards()[0].code)
    table.name(home.pk, away.pk)
    table.draw({home.pk: "66", partner.pk: "31", away.pk: "55", other.pk: "22"})
    table.sit(0)
    table.play(1, HOME, 40)
    expect(page.locator("#sheet-timers")).to_contain_text("hasta las")
    telling.choose("Ha pasado teniendo ficha")
    telling.answer({"offender": away.pk, "when": "now-2-1", "remedy": "replay_from_infraction"})
    page.get_by_role("button", name="Ver qué cambia").click()
    # What is missing is asked for, and the rest is still there.
    expect(page.locator(".f-text .error")).to_contain_text("Cuenta qué ha pasado.")
    screenshot(page, "events-plain-01-errors")
    telling.answer({"asked_by": home.pk, "text": "Dice paso con el 6-3."})
    telling.see()
    screenshot(page, "events-plain-02-effect")
    page.get_by_role("button", name="Corregir lo contado").click()
    expect(page.locator("#happening [name=text]")).to_have_value("Dice paso con el 6-3.")
    telling.see()
    telling.write(agreed(world, home.pk, other.pk))
    telling.tell(
        "Se ha caído una ficha", {"person": other.pk, "moment": "all_have_seven", "decision": "go_on"}
    )
    table.play(2, AWAY, 30)
    judge_tells(judge, world, "La partida no puede seguir hoy", {"reason": "Cierran el local."})
    screenshot(judge.page, "events-plain-03-suspension")
    judge.write()
    page.goto(page.url)
    expect(page.locator("main")).to_contain_text("Partida 1: suspendida")
    screenshot(page, "events-plain-04-suspended")
    committee = Committee(open_page("phone", script=False))
    committee.open_case("La Seis Doble – Los Molinos")
    committee.decide("Vale el tanteo que hay", {"reason": "Era muy tarde y el local cerraba."})
    screenshot(committee.page, "events-plain-05-validated")
    page.goto(page.url)
    expect(page.locator("main")).to_contain_text("Partida 1: gana La Seis Doble, por resolución")
