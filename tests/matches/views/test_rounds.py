"""A round for those who oversee it: every encounter, what it waits for and from whom, what is overdue."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from matches.actions import encounter_day, line_ups
from matches.actions.approvals import Count, disagree
from matches.actions.sealing import seal_encounter
from matches.queries.overviews import mark_of_round, mark_of_waiting
from matches.queries.play import play_of
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from matches.views.overview_rows import Line
from tests.factories import rounds, tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import closed, content_of, sign, signed
from tests.matches.views.visits import at, at_office, path, queries, text_of

pytestmark = pytest.mark.django_db
LATER = worlds.NOW + timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def round_path(world: World) -> str:
    return f"/jornadas/{world.encounter.round_id}/"


def lines(client, world: World) -> list[Line]:
    answer = client.get(round_path(world))
    assert answer.status_code == 200
    return list(answer.context["page"].lines)


def lacks(client, world: World, row: int = 0) -> list[str]:
    return [lack.text for lack in lines(client, world)[row].lacks]


def figures(client, world: World) -> dict[str, int]:
    page = client.get(round_path(world)).context["page"]
    return {figure.label: figure.value for figure in page.figures if figure.value}


# ---------------------------------------------------------------- who sees it
def test_for_whoever_does_not_oversee_there_is_no_such_page():
    world = worlds.build()
    for user in (world.captains[Side.HOME], world.judge, world.stranger):
        assert at(user).get(round_path(world)).status_code == 404
        assert at(user).get("/secretaria/actas/").status_code == 404
    assert at_office(world).get("/jornadas/999999/").status_code == 404


# ---------------------------------------------------------------- what is missing, and from whom
def test_before_play_it_says_whose_line_up_and_who_starts():
    world = worlds.build()
    office = at_office(world)

    assert lacks(office, world) == [
        "Faltan las dos alineaciones: Jugador00 Casa y Jugador00 Fuera.",
        "El juez árbitro no se ha hecho cargo: Amparo Giner.",
    ]
    names = worlds.names(world, Side.HOME)
    line_ups.lock_line_up(encounter_id=world.encounter.pk, names=names, by=world.captain(Side.HOME))
    encounter_day.take_charge(encounter_id=world.encounter.pk, by=world.director())
    assert lacks(office, world) == ["Falta la alineación de Los Molinos: Jugador00 Fuera."]
    names = worlds.names(world, Side.AWAY)
    line_ups.lock_line_up(encounter_id=world.encounter.pk, names=names, by=world.captain(Side.AWAY))
    assert lacks(office, world) == ["Falta que empiece: Amparo Giner, juez árbitro."]
    assert figures(office, world) == {"por empezar": 1}


def test_a_judge_need_not_be_there_days_before():
    world = worlds.build(at=worlds.NOW + timedelta(days=3))
    assert len(lacks(at_office(world), world)) == 1


def test_without_a_judge_it_says_whose_yes_is_missing():
    world = worlds.locked(judge=False)
    encounter_day.start(encounter_id=world.encounter.pk, by=world.captain(Side.HOME))

    line = lines(at_office(world), world)[0]

    assert line.judge == "sin juez árbitro"
    assert [lack.text for lack in line.lacks] == ["Falta que empiece: Jugador00 Fuera (Los Molinos)."]


def test_in_play_it_says_which_boards_play_and_what_is_in_dispute():
    world = worlds.playing(boards=2)
    office, phone = at_office(world), worlds.phone(world)
    tables.play_board(world, 1, phone)
    partida, other = world.partida(2), worlds.phone(world, 2)
    tables.sit_down(world, partida, other)
    tables.play_hand(world, partida, other, 30)
    tables.propose(world, partida, other, 40)
    disagree(
        partida_id=partida.pk,
        hand=2,
        revision=1,
        count=Count(side=Side.HOME, points=44, ending=HandEnding.DOMINO),
        who=tables.pins.verify_pin(
            person_id=world.person(Side.AWAY, 2).pk,
            pin=world.pin(world.person(Side.AWAY, 2).pk),
            device=other.device,
        ),
        by=worlds.again(other),
    )

    line = lines(office, world)[0]

    assert (line.boards, line.score, line.score_note) == ("1 de 2", "1–1", "según las hojas")
    assert [lack.text for lack in line.lacks] == [
        "Mesa 2: la jugada 2 está en desacuerdo.",
        "Juega la mesa 2 (partida 1, 30–0).",
    ]
    assert line.lacks[0].tone == "stop"
    assert figures(office, world) == {"en juego": 1}


def test_what_is_over_waits_for_its_close():
    world = worlds.playing()
    tables.play_board(world, 1, worlds.phone(world))
    office = at_office(world)

    assert lacks(office, world) == ["Falta cerrar: Amparo Giner, juez árbitro."]
    assert figures(office, world) == {"por cerrar": 1}


def test_signatures_are_missing_since_the_close_and_until_the_deadline():
    world = closed.__wrapped__()
    office = at_office(world)
    sign(world, "judge")

    found = lacks(office, world)

    assert found == [
        "Falta la firma de Jugador00 Casa (capitanía local), desde las 20:00.",
        "Falta la firma de Jugador00 Fuera (capitanía visitante), desde las 20:00.",
        "Se firma hasta el dom 29 nov a las 20:00.",
    ]
    assert figures(office, world) == {"por firmar": 1}
    assert [link.url for link in lines(office, world)[0].links] == [path(world, "firma/")]
    with time_machine.travel(worlds.NOW + timedelta(hours=25), tick=True):
        last = lines(office, world)[0].lacks[-1]
    assert (last.text, last.tone) == (
        "Se firmaba hasta las 20:00: el plazo ha pasado.",
        "stop",
    )


def test_protests_and_refusals_are_told_with_who_and_why():
    world = closed()
    office = at_office(world)
    rounds.signing.record_missing(
        encounter_id=world.encounter.pk,
        role="home_captain",
        kind="refused",
        text="",
        witness="Rosa Testigo",
        seen_hash=content_of(world).content_hash,
        by=world.director(),
    )
    sign(
        world,
        "away_captain",
        rounds.signing.Drawn(kind="protest", text="La mesa cojeaba.", strokes=[], without_drawing=True),
    )

    found = lacks(office, world)

    assert found[1:3] == [
        "Firma bajo protesta Jugador00 Fuera (capitanía visitante): «La mesa cojeaba.»",
        "No firma Jugador00 Casa (capitanía local): se niega a firmar.",
    ]
    sign(world, "judge")
    seal_encounter(world.encounter.pk)
    sealed = lines(office, world)[0]
    assert sealed.score == "1–1"
    assert sealed.lacks[-1].text == "Se puede reclamar hasta el lun 30 nov a las 20:00."
    assert [link.text for link in sealed.links] == ["Acta"]
    assert figures(office, world) == {"selladas": 1}


# ---------------------------------------------------------------- the queue and what is overdue
def test_the_queue_goes_from_the_oldest_and_tells_when_nobody_seals():
    world = signed()
    with time_machine.travel(worlds.NOW - timedelta(minutes=10), tick=True):
        older = rounds.sign_all(rounds.close(worlds.begin(worlds.lock(rounds.beside(world, 3)))))
    office = at_office(world)

    page = office.get(round_path(world)).context["page"]

    assert [row.name for row in page.queue.rows] == ["Equipo 7 – Equipo 8", "La Seis Doble – Los Molinos"]
    assert page.queue.stopped == "10\xa0minutos"
    assert "El sellado parece parado" in text_of(office.get(round_path(world)))
    assert figures(office, world)["en cola de sellado"] == 2
    seal_encounter(older.encounter.pk)
    assert "El sellado parece parado" not in text_of(office.get(round_path(world)))


def test_overdue_is_what_has_no_acta_when_the_time_of_the_regulation_is_over():
    world = worlds.playing(parameters={"acta_deadline_hours": 48})
    office = at_office(world)
    with time_machine.travel(worlds.NOW + timedelta(days=2), tick=True):
        assert lines(office, world)[0].late == ""
    with time_machine.travel(worlds.NOW + timedelta(days=4), tick=True):
        line = lines(office, world)[0]
        words = text_of(office.get(round_path(world)))
    assert line.late == "Atrasada 2 días"
    assert line.due == "acta hasta el final del lun 30 nov"
    assert "cuando pasan 48 horas desde que acaba el día del encuentro" in words


# ---------------------------------------------------------------- moving about
def test_one_goes_from_round_to_round_and_to_other_competitions():
    world = worlds.build()
    competition = world.encounter.round.competition
    sixth, eighth = (
        setup.add_round(competition=competition, number=number, starts_on=worlds.TODAY, by=None)
        for number in (6, 8)
    )
    office = at_office(world)

    page = office.get(round_path(world)).context["page"]
    assert (page.previous, page.next) == (sixth, eighth)
    asked = {"competicion": competition.pk, "jornada": 8}
    assert office.get(round_path(world), asked).url == f"/jornadas/{eighth.pk}/"
    nothing = {"competicion": "x", "jornada": "77"}
    assert office.get(round_path(world), nothing).url == round_path(world)
    assert "No hay encuentros en esta jornada." in text_of(office.get(f"/jornadas/{sixth.pk}/"))


def test_the_start_page_and_the_office_lead_to_it():
    world = worlds.build()
    office = at_office(world)

    assert f'href="{round_path(world)}"' in office.get("/inicio/").content.decode()
    front = office.get("/secretaria/").content.decode()
    assert f'href="{round_path(world)}"' in front and 'href="/secretaria/actas/"' in front


# ---------------------------------------------------------------- what it costs
def test_the_live_part_is_a_304_until_something_is_written():
    world = worlds.build()
    office = at_office(world)
    for where in (round_path(world), "/secretaria/actas/"):
        with time_machine.travel(LATER, tick=False):
            tag = office.get(where).context["etag"]
            headers = {"HX-Request": "true", "HX-Target": "vivo", "If-None-Match": tag}
            assert office.get(where, headers=headers).status_code == 304
            names = worlds.names(world, Side.HOME)
            by = world.captain(Side.HOME)
            line_ups.save_line_up(encounter_id=world.encounter.pk, names=names, by=by)
            if where == round_path(world):
                fresh = office.get(where, headers=headers)
                assert fresh.status_code == 200 and "<html" not in fresh.content.decode()
        # Waits and deadlines are told again each minute.
        with time_machine.travel(LATER + timedelta(minutes=1), tick=False):
            assert office.get(where, headers=headers).status_code == 200


def test_a_hand_at_a_table_is_a_change_of_the_round_and_of_what_is_pending():
    world = worlds.playing(at=worlds.NOW - timedelta(hours=1))
    marks = (mark_of_round(world.encounter.round), mark_of_waiting())
    assert marks == (mark_of_round(world.encounter.round), mark_of_waiting())
    tables.sit_down(world, world.partida(), worlds.phone(world))
    assert marks[0] != mark_of_round(world.encounter.round)
    assert marks[1] != mark_of_waiting()


def test_an_unchanged_live_part_asks_one_question_of_the_round():
    world = worlds.build()
    office = at_office(world)
    with time_machine.travel(LATER, tick=False):
        tag = office.get(round_path(world)).context["etag"]
        headers = {"HX-Request": "true", "HX-Target": "vivo", "If-None-Match": tag}
        with CaptureQueriesContext(connection) as asked:
            assert office.get(round_path(world), headers=headers).status_code == 304
    of_round = [each["sql"] for each in asked if "competitions_encounter" in each["sql"]]
    assert len(of_round) == 1


def test_thirty_encounters_ask_no_more_than_a_few():
    world = closed()
    for number, act in ((3, worlds.lock), (4, lambda each: worlds.begin(worlds.lock(each)))):
        act(rounds.beside(world, number))
    office = at_office(world)
    pages = (round_path(world), "/secretaria/actas/", "/secretaria/")
    few = _asked(office, pages)
    for number in range(5, 32):
        each = rounds.beside(world, number, judge=number % 2 == 0)
        if number % 9 == 0:
            worlds.begin(worlds.lock(each))

    assert _asked(office, pages) == few
    assert len(lines(office, world)) == 30


def _asked(office, pages: tuple[str, ...]) -> list[int]:
    with time_machine.travel(worlds.NOW + timedelta(days=3), tick=True):
        office.get("/inicio/")
        found = []
        for to in pages:
            forget_play()
            found.append(queries(office, to))
        return found


def forget_play() -> None:
    """As in a process that has just begun."""
    caches["pages"].clear()


def test_what_has_not_changed_is_not_replayed_again(django_assert_num_queries):
    world = worlds.playing()
    encounter = world.reload()
    first = play_of([encounter])
    with django_assert_num_queries(1):
        assert play_of([encounter]) == first
    tables.sit_down(world, world.partida(), worlds.phone(world))
    assert play_of([world.reload()])[encounter.pk].boards[0].begun


# ---------------------------------------------------------------- all competitions
def test_what_is_pending_is_listed_by_what_it_waits_for():
    world = closed()
    sleeping = rounds.beside(world, 3)
    protested = rounds.sign_all(
        rounds.close(worlds.begin(worlds.lock(rounds.beside(world, 4)))), protest="No."
    )
    seal_encounter(protested.encounter.pk)
    queued = rounds.sign_all(rounds.close(worlds.begin(worlds.lock(rounds.beside(world, 5)))))
    office = at_office(world)

    page = office.get("/secretaria/actas/").context["page"]
    assert {section.id: [line.url for line in section.lines] for section in page.sections} == {
        "atrasadas": [],
        "firmas": [path(world)],
        "protestas": [path(protested)],
    }
    assert [row.url for row in page.queue.rows] == [path(queued, "acta/")]
    assert "3 encuentros esperan. 0 actas atrasadas." in text_of(office.get("/secretaria/"))

    with time_machine.travel(worlds.NOW + timedelta(days=2), tick=True):
        page = office.get("/secretaria/actas/").context["page"]
        late = [line.url for line in page.sections[0].lines]
        front = text_of(office.get("/secretaria/"))
    assert late == [path(world), path(sleeping), path(queued)]
    assert [figure.value for figure in page.figures] == [3, 1, 1, 1]
    assert "4 encuentros esperan. 3 actas atrasadas." in front


def test_nothing_pending_is_told():
    world = worlds.build()
    words = text_of(at_office(world).get("/secretaria/actas/"))
    assert words.count("Ninguna.") == 3
    assert "Ninguna acta firmada espera el sello." in words
