"""Directing an encounter: charge, start, all boards at once, close, back to play."""

from __future__ import annotations

import pytest
import time_machine

from matches.actions import encounter_day, pins
from matches.actions.approvals import Count, disagree
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.visits import at, at_office, path, queries, said, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def over(world: World) -> World:
    """All boards played to their end."""
    for board in range(1, len(world.boards()) + 1):
        tables.play_board(world, board, worlds.phone(world, board))
    return world


def state(world: World) -> str:
    return world.reload().state


# ---------------------------------------------------------------- charge and start
def test_the_judge_takes_charge_and_starts():
    world = worlds.locked()
    judge = at(world.judge)
    assert "Hacerme cargo" in text_of(judge.get(path(world, "juez/")))

    taken = send(judge, path(world, "juez/cargo/"), follow=True)
    assert said(taken) == "Estás a cargo del encuentro."
    assert "Hacerme cargo" not in text_of(taken)
    started = send(judge, path(world, "empezar/"), follow=True)

    assert said(started) == "El encuentro ha empezado."
    assert state(world) == "playing"


def test_a_start_too_early_says_what_is_missing():
    world = worlds.build()
    worlds.line_ups.save_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.HOME), by=world.captain(Side.HOME)
    )

    answer = send(at(world.judge), path(world, "empezar/"))

    assert answer.status_code == 422
    assert "Falta cerrar la alineación local." in text_of(answer)
    assert state(world) == "line_ups"


def test_started_twice_is_a_conflict_and_a_double_tap_is_not():
    world = worlds.locked()
    judge = at(world.judge)
    body = {"client_id": "la-misma-pulsacion"}
    assert [send(judge, path(world, "empezar/"), body).status_code for _n in range(2)] == [302, 302]

    answer = send(judge, path(world, "empezar/"))

    assert answer.status_code == 409
    assert "El encuentro ya no está en ese punto." in text_of(answer)


def test_without_a_judge_the_second_yes_starts():
    world = worlds.locked(judge=False)
    first, second = (at(world.captains[side]) for side in Side)

    assert "Falta que lo confirme el otro capitán" in said(send(first, path(world, "empezar/"), follow=True))
    assert state(world) == "line_ups"
    assert "Tú ya has confirmado" in text_of(first.get(path(world)))
    assert "El otro capitán ya ha confirmado. Faltas tú." in text_of(second.get(path(world, "juez/")))
    assert said(send(second, path(world, "empezar/"), follow=True)) == "El encuentro ha empezado."
    assert state(world) == "playing"


@pytest.mark.parametrize("rest", ["juez/", "cerrar/"])
def test_who_directs(rest):
    world = worlds.playing()

    assert at(world.judge).get(path(world, rest)).status_code == 200
    assert at(world.stranger).get(path(world, rest)).status_code == 404
    captain = at(world.captains[Side.HOME]).get(path(world, rest))
    assert captain.status_code == 403
    assert "Esto lo hace el juez árbitro designado." in text_of(captain)
    assert at_office(world).get(path(world, rest)).status_code == 403


@pytest.mark.parametrize("rest", ["juez/cargo/", "empezar/", "volver-al-juego/"])
def test_acts_are_posts_of_whoever_directs(rest):
    world = worlds.locked()

    assert at(world.judge).get(path(world, rest)).status_code == 405
    assert send(at(world.stranger), path(world, rest)).status_code == 404
    assert send(at(world.captains[Side.HOME]), path(world, rest)).status_code == 403


# ---------------------------------------------------------------- the boards at once
def test_all_boards_at_once_and_what_needs_the_judge():
    world = worlds.playing(boards=2)
    phone, partida = worlds.phone(world), world.partida()
    tables.sit_down(world, partida, phone)
    tables.propose(world, partida, phone, 52)
    sheet = tables.state(world, partida)
    who = pins.verify_pin(person_id=int(sheet.counter), pin=world.pin(sheet.counter), device=phone.device)
    disagree(
        partida_id=partida.pk,
        hand=1,
        revision=1,
        count=Count(Side.HOME, 50, HandEnding.DOMINO),
        who=who,
        by=worlds.again(phone),
    )

    answer = at(world.judge).get(path(world, "juez/"))

    first, second = answer.context["page"].cards
    assert first.chip.label == "Partida 1, en desacuerdo"
    assert first.waits[0].text == (
        "Jugada 1 en desacuerdo: 52 para La Seis Doble por dominó contra "
        "50 para La Seis Doble por dominó. Falta resolverla."
    )
    assert f'href="{first.url}"' in answer.content.decode()
    assert second.chip.label == "Partida 1, sin empezar"
    close = next(move for move in answer.context["page"].moves if move.action == "close")
    assert [lack.text for lack in close.lacks] == [
        "Mesa 1: Partida 1, en desacuerdo.",
        "Mesa 2: Partida 1, sin empezar.",
    ]


@pytest.mark.parametrize("rest", ["juez/", ""])
def test_many_boards_and_hands_ask_no_more_than_one(rest):
    world = worlds.playing(boards=1)
    judge = at(world.judge)
    queries(judge, path(world, rest))
    one = queries(judge, path(world, rest))

    phone = worlds.phone(world)
    tables.sit_down(world, world.partida(), phone)
    for _hand in range(6):
        tables.play_hand(world, world.partida(), phone, 20)

    assert queries(judge, path(world, rest)) == one


def test_four_boards_ask_no_more_than_one():
    counts = []
    for boards in (1, 4):
        world = worlds.playing(boards=boards)
        judge = at(world.judge)
        queries(judge, path(world, "juez/"))
        counts.append(queries(judge, path(world, "juez/")))
        _forget()

    assert counts[0] == counts[1]


def _forget() -> None:
    """The builder founds one federation per database: rename what must be unique for a second one."""
    from competitions.models import EncounterFormat
    from federation.models import Club, Federation, Licence, Season, Team, User

    Federation.objects.all().delete()
    for model, field in ((Club, "name"), (Team, "name"), (EncounterFormat, "name"), (Season, "name")):
        for made in model.objects.all():
            model.objects.filter(pk=made.pk).update(**{field: f"antes {made.pk}"})
    for licence in Licence.objects.all():
        Licence.objects.filter(pk=licence.pk).update(number=f"antes {licence.pk}")
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"antes{user.pk}@example.org")


def test_the_live_part_is_a_304_until_something_is_written():
    world = worlds.playing()
    judge = at(world.judge)
    etag = judge.get(path(world, "juez/")).context["etag"]
    live = {"HX-Request": "true", "HX-Target": "vivo", "If-None-Match": etag}

    assert judge.get(path(world, "juez/"), headers=live).status_code == 304
    tables.sit_down(world, world.partida(), worlds.phone(world))
    answer = judge.get(path(world, "juez/"), headers=live)
    assert answer.status_code == 200 and "<html" not in answer.content.decode()


# ---------------------------------------------------------------- close and back
def test_the_close_shows_the_result_and_closes():
    world = over(worlds.playing())
    judge = at(world.judge)
    shown = judge.get(path(world, "cerrar/"))
    assert [half.total for half in shown.context["page"].score] == [1, 1]
    assert "Partida 1: 320–20 · Partida 2: 20–320" in text_of(shown)

    answer = send(judge, path(world, "cerrar/"))

    assert (answer.status_code, answer["Location"]) == (302, path(world, "firma/"))
    assert state(world) == "closing"


def test_a_close_with_a_board_in_play_says_which():
    world = worlds.playing()
    judge = at(world.judge)
    shown = text_of(judge.get(path(world, "cerrar/")))
    assert "Mesa 1: Partida 1, sin empezar." in shown
    assert "Cerrar el encuentro Para cerrar falta terminar:" in shown

    answer = send(judge, path(world, "cerrar/"))

    assert answer.status_code == 422
    assert "Faltan mesas por terminar o por suspender." in text_of(answer)
    assert state(world) == "playing"


def test_without_a_judge_both_close():
    world = over(worlds.playing(judge=False))
    first, second = (at(world.captains[side]) for side in Side)

    assert "Falta que lo confirme el otro capitán" in said(send(first, path(world, "cerrar/"), follow=True))
    assert "Tú ya has confirmado" in text_of(first.get(path(world, "cerrar/")))
    assert "El otro capitán ya ha confirmado. Faltas tú." in text_of(second.get(path(world, "cerrar/")))
    assert send(second, path(world, "cerrar/")).status_code == 302
    assert state(world) == "closing"


def closed(*, judge: bool = True) -> World:
    world = over(worlds.playing(judge=judge))
    closers = [world.director()] if judge else [world.captain(side) for side in Side]
    for by in closers:
        encounter_day.close(encounter_id=world.encounter.pk, by=by)
    return world


def test_back_to_play_wants_a_reason():
    world = closed()
    judge = at(world.judge)

    answer = send(judge, path(world, "volver-al-juego/"), {"reason": " "})
    assert answer.status_code == 422
    assert answer.context["reason"].errors == {"reason": ["Escribe el motivo."]}
    assert state(world) == "closing"
    done = send(judge, path(world, "volver-al-juego/"), {"reason": "Faltaba una jugada."}, follow=True)
    assert said(done) == "El encuentro vuelve al juego."
    assert state(world) == "playing"


def test_back_to_play_by_both_captains():
    world = closed(judge=False)
    first, second = (at(world.captains[side]) for side in Side)
    body = {"reason": "Faltaba una jugada."}

    assert "Falta que lo confirme" in said(send(first, path(world, "volver-al-juego/"), body, follow=True))
    assert state(world) == "closing"
    send(second, path(world, "volver-al-juego/"), body)
    assert state(world) == "playing"
