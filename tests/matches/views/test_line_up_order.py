"""The line-up's page where the regulation says who locks first, what is seen, and until when."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from competitions.models import FormatBlock
from matches.models import LineUp
from matches.queries import line_ups as queries_of
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.visits import at, at_office, path, queries, said, send, text_of

pytestmark = pytest.mark.django_db
PLACES = ("mesa1_1", "mesa1_2", "mesa2_1", "mesa2_2")


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW - timedelta(hours=2), tick=True):
        yield


def built(mode: str, **parameters: object) -> World:
    return worlds.build(boards=2, bench=1, parameters={"line_up_mode": mode, **parameters})


def in_two_blocks(world: World) -> World:
    second = queries_of.boards_of_format(world.encounter)[1]
    second.block = FormatBlock.objects.create(format=world.encounter.format, number=2)
    second.save(update_fields=["block"])
    return world


def people(world: World, side: Side) -> dict[str, object]:
    ids = [who.pk for who in world.people[side]]
    return {**dict(zip(PLACES, ids, strict=False)), "suplente_1": ids[4]}


def lock(client, world: World, data: dict[str, object]):
    return send(client, path(world, "alineacion/"), {**data, "do": "lock"}, follow=True)


def page(client, world: World):
    return client.get(path(world, "alineacion/"))


def captains(world: World):
    return tuple(at(world.captains[side]) for side in Side)


def test_the_usual_order_is_not_told():
    world = built("blind_both_lock")
    home, away = captains(world)
    shown = page(home, world)
    assert shown.context["page"].turns.rule == ""
    assert "Las dos se ven a la vez, cuando ambas estén cerradas." in text_of(shown)
    lock(home, world, people(world, Side.HOME))
    assert "La verás cuando cierres la tuya." in text_of(page(away, world))
    assert "Casa" not in text_of(page(away, world))


def test_home_first_the_away_captain_is_told_to_wait_and_then_sees_it():
    world = built("home_first")
    home, away = captains(world)
    send(away, path(world, "alineacion/"), people(world, Side.AWAY))

    shown = text_of(page(away, world))
    assert "La Seis Doble cierra antes. Verás su alineación y después cierras la tuya." in shown
    assert "Todavía no te toca cerrar Ahora le toca cerrar a La Seis Doble." in shown
    assert "Revisar y cerrar" not in shown
    assert "Preparar la alineación" in text_of(away.get("/inicio/"))
    assert "Todavía no te toca" in text_of(away.get(path(world, "alineacion/?paso=cerrar")))
    refused = send(away, path(world, "alineacion/"), {**people(world, Side.AWAY), "do": "lock"})
    assert refused.status_code == 409
    assert "Ahora le toca cerrar al rival." in text_of(refused)

    assert "Cierras antes que Los Molinos" in text_of(page(home, world))
    lock(home, world, people(world, Side.HOME))
    shown = text_of(page(away, world))
    assert "Jugador02 Casa Jugador03 Casa" in shown
    assert "Revisar y cerrar" in shown
    asked = text_of(away.get(path(world, "alineacion/?paso=cerrar")))
    assert "La Seis Doble la verá en seguida" in asked
    assert said(lock(away, world, people(world, Side.AWAY))) == "Alineación cerrada."
    assert "Jugador02 Fuera" in text_of(page(home, world))


def test_open_each_is_seen_when_it_is_locked():
    world = built("open")
    home, away = captains(world)
    assert "Cada alineación se ve en cuanto se cierra." in text_of(page(home, world))
    lock(away, world, people(world, Side.AWAY))
    assert "Jugador02 Fuera" in text_of(page(home, world))
    assert "Casa" not in text_of(page(away, world)).replace("Jugador00 Casa", "")


def test_block_by_block_what_is_locked_is_shown_and_kept():
    world = in_two_blocks(built("alternate_by_block"))
    home, away = captains(world)
    first = {name: value for name, value in people(world, Side.HOME).items() if name.startswith("mesa1")}

    sent = send(home, path(world, "alineacion/"), first, follow=True)
    assert "2 titulares y 0 suplentes, sin bloqueos." in text_of(sent)
    asked = home.get(path(world, "alineacion/?paso=cerrar"))
    assert "Cerrar el bloque 1" in text_of(asked) and "Mesa 2" not in text_of(asked)
    locked = lock(home, world, first)
    assert said(locked) == "Bloque cerrado."
    shown = page(home, world)
    assert shown.context["page"].form.fields["mesa1_1"].disabled
    assert "Ahora le toca a Los Molinos cerrar el bloque 2." in text_of(shown)

    other = text_of(page(away, world))
    assert "1 de 2 bloques cerrados" in other
    assert "Jugador00 Casa Jugador01 Casa" in other
    lock(away, world, people(world, Side.AWAY))
    assert LineUp.objects.get(side="away").state == "draft"
    assert said(lock(away, world, people(world, Side.AWAY))) == "Alineación cerrada."
    # What is locked is not sent by the page any more, and stays.
    rest = {name: value for name, value in people(world, Side.HOME).items() if name not in first}
    assert said(lock(home, world, rest)) == "Alineación cerrada."
    assert len(page(home, world).context["page"].rows) == 3


def test_the_time_is_told_before_and_after():
    world = built("blind_both_lock", line_up_lock_minutes=30)
    home, _away = captains(world)
    assert "Se cierra hasta las 19:30: después, el retraso consta en el acta." in text_of(page(home, world))
    with time_machine.travel(worlds.NOW - timedelta(minutes=10), tick=True):
        late = text_of(page(home, world))
        assert "El plazo para cerrarla era hasta las 19:30. Puedes cerrarla" in late
        office = text_of(at_office(world).get(f"/jornadas/{world.encounter.round_id}/"))
        assert "Las alineaciones se cerraban hasta las 19:30." in office
        lock(home, world, people(world, Side.HOME))
        incidents = text_of(home.get(path(world)))
    assert "Alineación fuera de plazo" in incidents


def test_the_lock_appears_by_itself_when_the_rival_has_locked():
    world = built("home_first")
    home, away = captains(world)
    send(away, path(world, "alineacion/"), people(world, Side.AWAY))
    tag = page(away, world).context["etag"]
    headers = {"HX-Request": "true", "HX-Target": "cierre", "If-None-Match": tag}
    to = path(world, "alineacion/")
    assert away.get(to, headers=headers).status_code == 304
    lock(home, world, people(world, Side.HOME))
    part = away.get(to, headers=headers)
    assert part.status_code == 200
    assert "Revisar y cerrar" in part.content.decode() and "<html" not in part.content.decode()


def test_many_blocks_ask_no_more_than_one():
    world = built("alternate_by_block")
    home = at(world.captains[Side.HOME])
    to = path(world, "alineacion/")
    send(home, to, people(world, Side.HOME))
    queries(home, to)
    one = queries(home, to)
    in_two_blocks(world)
    assert queries(home, to) == one
