"""Hojas de Anotaciones on paper: of an encounter with what is known of it, and blank ones."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from federation.models import DataAccess, Federation, Person, Team, Venue
from matches.paper import sheets as paper_sheets
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.federation.printed import boxes, heights_of, text_of
from tests.matches.views.visits import at, at_office, path, queries
from tests.matches.views.visits import text_of as page_text

pytestmark = pytest.mark.django_db
A4, A5, ACROSS = (2100, 2970), (1480, 2100), (2970, 2100)
FILLED = {"mesa": "0", "datos": "rellenas", "papel": "A4"}


@pytest.fixture(autouse=True)
def _the_day():
    cache.clear()
    with time_machine.travel(worlds.NOW, tick=True):
        yield


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that were to be rendered, where only their text matters."""
    documents: list[str] = []

    def keep(html: str, _pictures: object) -> bytes:
        documents.append(html)
        return b"%PDF-"

    monkeypatch.setattr(paper_sheets, "pdf_of", keep)
    return documents


def pdf(client: Client, world: World, **query: str) -> bytes:
    answer = client.get(path(world, "hojas.pdf"), {**FILLED, **query})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return answer.content


def words(document: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", document))


def seated(html: str) -> list[list[str]]:
    """For each Hoja, what stands at N, O, E and S, as they follow each other on paper."""
    cells = re.findall(r'<td class="seat">(.*?)</td>', html, re.DOTALL)
    texts = [words(cell).strip() for cell in cells]
    return [texts[start : start + 4] for start in range(0, len(texts), 4)]


# ---------------------------------------------------------------- an encounter
def test_each_partida_has_its_front_and_its_back():
    world = worlds.playing(boards=2)
    tables.sit_down(world, world.partida(), worlds.phone(world))

    content = pdf(at(world.captains[Side.HOME]), world)

    assert boxes(content) == [A4] * 8
    front, back, second, *_rest = text_of(content).split("\f")
    for said in (
        "Hoja de Anotaciones",
        "Primera División de dominó",
        "2026-27 · jornada 7 · Acta D1-2627-07-02",
        "28 nov 2026, 20:00",
        "La Seis Doble",
        "Los Molinos",
        "Jugador00 Casa",
        "30-10001",
        "Jugador01 Fuera",
        "30-20001",
        "Juez árbitro: Amparo Giner",
        "300",
    ):
        assert said in re.sub(r" +", " ", front), said
    numbers = [int(each) for each in re.findall(r"^\s*(\d+)\s+N O S E", front, re.MULTILINE)]
    assert numbers == list(range(1, 19))
    assert re.search(r"N\.º\s+Sale\s+Pts\s+Fin", front)
    assert "Conforme" in front
    assert "N sale" in front, "who drew the highest tile leads from his seat"
    assert "Pensada en falso." in back
    assert "Reglamento de dominó, versión 1" in back
    assert "N sale" not in second, "nobody knows the seats of the second partida yet"
    # Two boards of two pairs, each named with his licence: noted as any list that is taken away.
    note = DataAccess.objects.get()
    assert (note.kind, note.count, note.by) == ("list", 8, world.captains[Side.HOME])
    assert note.detail == "Hojas de Anotaciones de D1-2627-07-02"
    # The same Hojas give the same bytes.
    assert pdf(at(world.judge), world) == content


def test_on_small_paper_the_same_is_smaller():
    world = worlds.locked(boards=1)
    client = at(world.judge)
    assert boxes(pdf(client, world, papel="A5")) == [A5] * 4
    side_by_side = pdf(client, world, papel="2A5")
    assert boxes(side_by_side) == [ACROSS] * 2
    fronts, backs, *_rest = text_of(side_by_side).split("\f")
    assert fronts.count("Hoja de Anotaciones") == fronts.count("Firma quien anota") == 2
    assert backs.count("Pensada en falso.") == backs.count("Lo no previsto.") == 2


def test_names_wait_until_both_line_ups_are_locked(drawn: list[str]):
    world = worlds.build(boards=2)
    worlds.line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.HOME), by=world.captain(Side.HOME)
    )
    for who in (world.captains[Side.HOME], world.captains[Side.AWAY], world.judge):
        pdf(at(who), world)
    for html in drawn:
        assert "Jugador0" not in html
        assert "30-1" not in html
        assert "Los Molinos" in html
        assert html.count('class="hoja h1"') == 4
    assert not DataAccess.objects.exists()


def test_one_board_alone_with_the_seats_of_both_partidas(drawn: list[str]):
    world = worlds.playing(boards=2, parameters={"target_points": 40})
    phone, first = worlds.phone(world, 2), world.partida(2)
    tables.sit_down(world, first, phone)
    tables.play_hand(world, first, phone, 50)

    pdf(at(world.judge), world, mesa="2")

    (html,) = drawn
    one, two = seated(html)
    # The away pair lost: it has swapped, the home pair sits as it did.
    assert one == [
        "N sale Jugador02 Casa",
        "O Jugador02 Fuera",
        "E Jugador03 Fuera",
        "S Jugador03 Casa",
    ]
    assert (two[0].removesuffix(" sale"), two[3]) == ("N Jugador02 Casa", "S Jugador03 Casa")
    assert "Jugador03 Fuera" in two[1] and "Jugador02 Fuera" in two[2]
    assert sum("sale" in each for each in two) == 1
    assert "Mesa 1" not in html


def test_hostile_names_are_printed_as_text_inside_their_cells():
    world = worlds.locked(boards=1)
    plain = heights_of(pdf(at(world.judge), world), "Firma")
    given = ("<script>alert(1)</script>", "Ana 🎉", "محمد", "A" * 60)
    for who, name in zip(world.people[Side.HOME][:2] + world.people[Side.AWAY][:2], given, strict=True):
        Person.objects.filter(pk=who.pk).update(
            given_name=name, surname_1="}</style>" * 6, surname_2="B" * 60
        )
    Federation.objects.update(name="Federación " + "Muy " * 17)
    Venue.objects.filter(pk=world.encounter.venue_id).update(name="Salón " * 13)
    Team.objects.filter(pk=world.teams[Side.AWAY].pk).update(
        name="<img src=https://example.org/x>" + "C" * 29
    )

    content = pdf(at(world.judge), world)

    assert boxes(content) == [A4] * 4
    said = "".join(text_of(content).split())
    for shown in ("<script>alert(1)</script>", "Ana�", "<imgsrc=", "AAAAAAAAAA"):
        assert shown in said, shown
    # Nothing was pushed down, off the page in the end.
    assert heights_of(content, "Firma") == plain
    assert len(plain) == 4


def test_it_is_in_the_language_of_whoever_asks():
    world = worlds.locked(boards=1)
    client = at(world.judge)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    said = re.sub(r"\s+", " ", text_of(pdf(client, world, papel="2A5")))
    for shown in ("Score sheet", "N W S E", "D B T A", "Signature of the counter", "False pass."):
        assert shown in said, shown


def test_it_asks_the_database_as_much_for_six_boards_as_for_one(drawn: list[str]):
    asked = []
    for boards in (1, 6):
        with transaction.atomic():
            world = worlds.playing(boards=boards)
            client, to = at(world.judge), path(world, "hojas.pdf?mesa=0&datos=rellenas&papel=A4")
            client.get(to)
            asked.append(queries(client, to))
            transaction.set_rollback(True)
    assert asked[0] == asked[1]
    assert drawn[-1].count('class="hoja h1"') == 12


def test_spare_ones_name_nobody(drawn: list[str]):
    world = worlds.locked(boards=1)
    pdf(at(world.captains[Side.AWAY]), world, datos="blanco", papel="2A5")
    (html,) = drawn
    assert "Jugador0" not in html
    assert "La Seis Doble" not in html
    assert html.count('class="hoja h2"') == 1
    assert not DataAccess.objects.exists()


def test_what_cannot_be_printed_is_said_beside_the_field(drawn: list[str], monkeypatch: pytest.MonkeyPatch):
    world = worlds.playing(boards=1)
    client = at(world.judge)
    for query, said in (
        ({"papel": "A3"}, "Elige uno de estos papeles."),
        ({"mesa": "7"}, "Elige una mesa de este encuentro."),
        ({"datos": "x"}, "Elige qué datos llevan."),
    ):
        answer = client.get(path(world, "hojas.pdf"), {**FILLED, **query})
        assert answer.status_code == 422
        assert said in page_text(answer)
    monkeypatch.setattr("matches.views.paper.MOST_FRONTS", 1)
    answer = client.get(path(world, "hojas.pdf"), FILLED)
    assert answer.status_code == 422
    assert "pide cada mesa por separado" in page_text(answer)
    assert not drawn


def test_printing_has_its_limit(drawn: list[str]):
    world = worlds.locked(boards=1)
    client = at(world.judge)
    assert {client.get(path(world, "hojas.pdf"), FILLED).status_code for _ in range(20)} == {200}
    assert client.get(path(world, "hojas.pdf"), FILLED).status_code == 429
    assert at(world.captains[Side.HOME]).get(path(world, "hojas.pdf"), FILLED).status_code == 200


# ---------------------------------------------------------------- blank ones
def test_the_office_prints_blank_ones_by_the_regulation_of_a_competition():
    world = worlds.build(parameters={"target_points": 1000, "hand_entry": "tiles", "time_limit_minutes": 90})
    office = at_office(world)
    assert "/secretaria/hojas/" in office.get("/secretaria/").content.decode()
    page = office.get("/secretaria/hojas/")
    assert "Primera División de dominó (2026-27)" in page.content.decode()

    competition = world.encounter.round.competition_id
    answer = office.get("/secretaria/hojas.pdf", {"competicion": competition, "papel": "A4"})

    assert answer.headers["Content-Disposition"].endswith('"hojas-primera-division-de-domino-a4.pdf"')
    assert boxes(answer.content) == [A4] * 8
    fronts = text_of(answer.content).split("\f")[0:8:2]
    numbers = [
        int(each) for front in fronts for each in re.findall(r"^\s*(\d+)\s+N O S E", front, re.MULTILINE)
    ]
    assert numbers == list(range(1, 60))
    # What each player has left is counted in this competition: four columns more.
    assert re.search(r"Sale\s+N\s+O\s+S\s+E\s+Pts", fronts[0])
    assert "1 de 4" in fronts[0]
    assert not DataAccess.objects.exists()
