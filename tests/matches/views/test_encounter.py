"""The page of an encounter, and the incidents written and amended from it."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from matches.actions import incidents as actions
from matches.actions.tables import open_board
from matches.models import Incident
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


@pytest.fixture
def playing() -> World:
    return worlds.playing(boards=2)


def moves(answer) -> dict[str, object]:
    return {move.action: move for move in answer.context["page"].moves}


# ---------------------------------------------------------------- what may be done
def test_before_play_each_is_told_what_is_missing():
    world = worlds.build()

    captain = moves(at(world.captains[Side.HOME]).get(path(world)))
    assert captain["line_up"].url == path(world, "alineacion/")
    judge = moves(at(world.judge).get(path(world, "juez/")))
    assert not judge, "nothing may be started before a captain has opened the line-ups"


def test_what_is_missing_to_start_is_a_sentence_with_a_link_for_whom_it_concerns():
    world = worlds.build()
    names = worlds.names(world, Side.AWAY)
    worlds.line_ups.lock_line_up(encounter_id=world.encounter.pk, names=names, by=world.captain(Side.AWAY))

    judge = moves(at(world.judge).get(path(world, "juez/")))["start"]
    assert not judge.possible
    assert [(lack.text, lack.url) for lack in judge.lacks] == [("Falta cerrar la alineación local.", "")]
    captain = moves(at(world.captains[Side.HOME]).get(path(world)))["start"]
    assert [lack.url for lack in captain.lacks] == [path(world, "alineacion/")]


def test_in_play_the_boards_are_there_with_a_code_each(playing):
    answer = at(playing.captains[Side.AWAY]).get(path(playing))

    page = answer.context["page"]
    assert [card.url for card in page.cards] == [f"/mesas/{board.pk}/" for board in playing.boards()]
    assert [code.code for code in page.codes] == [board.code for board in playing.boards()]
    assert answer.content.decode().count("<svg") > 2
    assert "partidas ganadas" in text_of(answer)
    assert moves(answer)["close"].text == "Cierra el juez árbitro, cuando terminen todas las mesas."


def test_who_oversees_sees_no_code_and_no_button(playing):
    answer = at_office(playing).get(path(playing))

    assert answer.status_code == 200
    assert answer.context["page"].codes == ()
    assert playing.boards()[0].code not in answer.content.decode()
    assert not any(move.possible for move in answer.context["page"].moves)


def test_a_board_says_what_it_waits_for(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    card = at(playing.judge).get(path(playing)).context["page"].cards[0]
    assert [wait.text for wait in card.waits] == ["Falta señalar anotador y encargado del recuento."]

    tables.sit_down(playing, partida, phone)
    tables.propose(playing, partida, phone, 46)
    card = at(playing.judge).get(path(playing)).context["page"].cards[0]

    assert card.chip.label == "Partida 1, jugada 1"
    assert card.home.proposed == 46 and card.home.total == 0
    assert card.writer == "Jugador00 Casa"
    assert [wait.text for wait in card.waits] == [
        "Propuesta: 46 para La Seis Doble por dominó. Falta el conforme de Jugador00 Fuera."
    ]


def test_a_stranger_learns_nothing(playing):
    for rest in ("", "incidencia/"):
        assert at(playing.stranger).get(path(playing, rest)).status_code == 404


def test_the_live_part_is_a_304_until_something_is_written(playing):
    client = at(playing.captains[Side.HOME])
    etag = client.get(path(playing)).context["etag"]
    live = {"HX-Request": "true", "HX-Target": "vivo", "If-None-Match": etag}

    assert client.get(path(playing), headers=live).status_code == 304
    tables.name(playing, playing.partida(), worlds.phone(playing))
    answer = client.get(path(playing), headers=live)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()


# ---------------------------------------------------------------- incidents
def incident(world: World, **data):
    return {"kind": "interruption", "text": "Cuatro minutos sin luz.", "board": "", "people": [], **data}


def test_an_incident_is_written_and_listed_with_its_article(playing):
    board = playing.partida(2).pk
    client = at(playing.captains[Side.AWAY])

    answer = send(client, path(playing, "incidencia/"), incident(playing, board=board), follow=True)

    assert said(answer) == "Incidencia anotada."
    row = answer.context["page"].incidents[0]
    assert (row.title, row.where) == ("art. 17, Interrupción de la partida", "Mesa 2, partida 1")
    assert row.text == "Cuatro minutos sin luz."
    assert row.amend_url


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"kind": "posture"}, "people", "Indica a qué jugador se refiere."),
        ({"kind": ""}, "kind", "Elige el tipo de incidencia de la lista."),
        ({"kind": "manual_seats"}, "kind", "Elige el tipo de incidencia de la lista."),
        ({"text": "  "}, "text", "Cuenta qué ha pasado."),
        ({"people": ["999999"]}, "people", "Esa persona no es de ninguno de los dos lados."),
        ({"board": "999999"}, "board", "Elige una mesa de la lista."),
        ({"text": "a" * 2001}, "text", "El texto es demasiado largo: caben 2000 letras y van 2001."),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(playing, change, field, words):
    answer = send(at(playing.judge), path(playing, "incidencia/"), incident(playing, **change))

    assert answer.status_code == 422
    form = answer.context["form"]
    assert form.errors[field] == [words]
    assert words in text_of(answer)
    if "text" not in change:
        assert "Cuatro minutos sin luz." in answer.content.decode()
    assert not Incident.objects.exists()


def test_the_office_writes_no_incident(playing):
    office = at_office(playing)

    assert office.get(path(playing, "incidencia/")).status_code == 403
    assert send(office, path(playing, "incidencia/"), incident(playing)).status_code == 403


def write(world: World, side: Side = Side.HOME) -> Incident:
    return actions.write_incident(
        encounter_id=world.encounter.pk,
        partida_id=None,
        hand=None,
        kind="late",
        text="Diez minutos tarde.",
        people_ids=[],
        by=world.captain(side),
    )


def test_its_author_amends_it_and_the_earlier_text_stays(playing):
    page = f"/incidencias/{write(playing).pk}/"
    client = at(playing.captains[Side.HOME])
    assert client.get(page).context["form"].initial["text"] == "Diez minutos tarde."

    answer = send(client, page, {"text": "Quince minutos tarde."}, follow=True)

    assert answer.context["page"].incidents[0].text == "Quince minutos tarde."
    assert answer.context["page"].incidents[0].amended
    assert [each.text for each in client.get(page).context["page"].texts] == [
        "Diez minutos tarde.",
        "Quince minutos tarde.",
    ]


def test_nobody_else_amends_it(playing):
    page = f"/incidencias/{write(playing).pk}/"

    assert at(playing.stranger).get(page).status_code == 404
    for client in (at(playing.captains[Side.AWAY]), at(playing.judge)):
        assert client.get(page).status_code == 403
        answer = send(client, page, {"text": "Otra cosa."})
        assert answer.status_code == 403
        assert "Solo quien anotó la incidencia puede corregirla." in text_of(answer)
    assert at(playing.judge).get("/incidencias/999999/").status_code == 404


def test_the_phone_of_the_table_amends_what_it_wrote(playing):
    session, token = open_board(code=playing.boards()[0].code, device="telefono", by=None)
    phone = worlds.actor(device=f"mesa-{session.pk}", session=session)
    made = actions.write_incident(
        encounter_id=playing.encounter.pk,
        partida_id=playing.partida().pk,
        hand=None,
        kind="late",
        text="Diez minutos tarde.",
        people_ids=[],
        by=phone,
    )
    page, client = f"/incidencias/{made.pk}/", Client()
    assert client.get(page)["Location"].startswith("/cuentas/entrar/")
    client.cookies["mesa"] = token

    assert client.get(page).status_code == 200
    answer = send(client, page, {"text": "Quince minutos tarde."})

    assert (answer.status_code, answer["Location"]) == (302, f"/mesas/{playing.boards()[0].pk}/")
    assert made.texts.count() == 2
    assert client.get(f"/incidencias/{write(playing).pk}/").status_code == 404


def test_many_incidents_ask_no_more_than_one(playing):
    client = at(playing.judge)
    write(playing)
    queries(client, path(playing))
    one = queries(client, path(playing))
    for _n in range(10):
        write(playing)

    assert queries(client, path(playing)) == one
