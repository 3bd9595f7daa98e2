"""What following costs: a 304 by one question, an answer that depends on no cookie, a page kept."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client

from federation.models import Person, Team
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import fresh, kept
from tests.matches.views.spectators import contents, page, part, queries, round_page
from tests.matches.views.visits import at, at_office, path, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


def in_play() -> World:
    with time_machine.travel(worlds.NOW, tick=False):
        return worlds.playing(boards=2)


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, in_play) as made:
        yield made


@pytest.fixture
def playing(built, db) -> World:
    """An encounter of two boards that has just started."""
    return fresh(built)


def pages(world: World) -> tuple[str, ...]:
    """The three that are followed."""
    return page(world), round_page(world), "/directo/"


# ---------------------------------------------------------------- unchanged
@pytest.mark.parametrize("which", [0, 1, 2])
def test_an_unchanged_page_costs_one_question_whoever_follows(playing, which, django_assert_num_queries):
    where = pages(playing)[which]
    tag = part(where)["ETag"]
    for client in (Client(), at(playing.captains[Side.HOME]), at_office(playing)):
        with django_assert_num_queries(1) as asked:
            answer = part(where, client, held=tag)
        assert answer.status_code == 304
        assert answer.content == b""
        assert not {"session", "user"} & {word for each in asked for word in each["sql"].lower().split('"')}


@pytest.mark.parametrize("which", [0, 1, 2])
def test_for_half_a_second_a_process_answers_by_what_it_last_heard(
    playing, which, settings, django_assert_num_queries
):
    settings.LIVE_STAMP_SECONDS = 0.5
    where = pages(playing)[which]
    with time_machine.travel(worlds.NOW, tick=False) as hour:
        tag = part(where)["ETag"]
        with django_assert_num_queries(0):
            assert part(where, held=tag).status_code == 304
        tables.sit_down(playing, playing.partida(), worlds.phone(playing))
        with django_assert_num_queries(0):
            assert part(where, held=tag).status_code == 304
        hour.shift(0.6)
        told = part(where, held=tag)
    assert told.status_code == 200
    assert told["ETag"] != tag


@pytest.mark.parametrize("where", ["/directo/encuentros/987654/", "/directo/jornadas/987654/"])
def test_what_does_not_exist_is_asked_each_time_and_kept_nowhere(playing, where, settings):
    settings.LIVE_STAMP_SECONDS = 0.5
    assert [Client().get(where).status_code for _ in range(2)] == [404, 404]
    assert not any("987654" in key for key in caches["pages"]._cache)


def test_it_depends_on_no_cookie_and_may_be_kept_on_the_way(playing):
    for where in pages(playing):
        first = part(where, at(playing.captains[Side.HOME]))
        for answer in (first, part(where), part(where, held=first["ETag"])):
            assert answer["Cache-Control"] == "public, no-cache"
            assert "Cookie" not in answer["Vary"]
            assert not answer.cookies
            assert answer["ETag"] == first["ETag"]


def test_its_language_stands_in_its_address(playing):
    english = part(page(playing), language="en")
    assert english["Content-Language"] == "en"
    assert "Being played" in text_of(english) or "In play" in text_of(english)
    client = Client(headers={"Accept-Language": "en"})
    spanish = part(page(playing), client, language="es")

    assert "En juego" in text_of(spanish)
    assert spanish["Content-Language"] == "es"
    assert spanish["ETag"] != english["ETag"]
    assert contents(spanish) == contents(part(page(playing)))


@pytest.mark.parametrize("asked", ["", "fr", "es<b>"])
def test_without_a_language_it_is_for_that_browser_alone(playing, asked):
    answer = part(page(playing), Client(headers={"Accept-Language": "en"}), language=asked)

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["Content-Language"] == "en"
    assert f'data-live-url="{page(playing)}?idioma=en"' in answer.content.decode()


def test_the_whole_page_is_never_taken_for_its_part(playing):
    tag = part(page(playing))["ETag"]

    whole = Client().get(page(playing), headers={"If-None-Match": tag})

    assert (whole.status_code, "ETag" in whole) == (200, False)
    assert "public" not in whole.get("Cache-Control", "")
    mine = at(playing.captains[Side.HOME]).get(page(playing))
    assert mine["Cache-Control"] == "no-store, private"


def test_whoever_has_not_shown_a_second_factor_sees_what_everybody_sees(playing):
    assert at(playing.office).get(page(playing)).status_code == 200
    assert at(playing.office).get(path(playing)).status_code == 302


# ---------------------------------------------------------------- changed
def test_each_write_makes_another_tag(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    seen = [[part(where)["ETag"] for where in pages(playing)]]
    for act in (
        lambda: tables.sit_down(playing, partida, phone),
        lambda: tables.propose(playing, partida, phone, 46),
        lambda: tables.approve(playing, partida, phone),
    ):
        act()
        seen.append([part(where)["ETag"] for where in pages(playing)])

    for tags in zip(*seen, strict=True):
        assert len(set(tags)) == len(seen)


def test_what_no_version_covers_is_shown_within_two_minutes(playing):
    Team.objects.filter(pk=playing.teams[Side.HOME].pk).update(name="La Blanca Doble")
    Client().get(page(playing))
    Person.objects.update(birth_date=date(2015, 1, 1))
    Team.objects.filter(pk=playing.teams[Side.HOME].pk).update(name="La Cinco Doble")

    with time_machine.travel(worlds.NOW + timedelta(seconds=121), tick=False):
        body = part(page(playing)).content.decode()

    assert "La Cinco Doble" in body and "La Blanca Doble" not in body
    assert "Jugador00" not in body


def test_a_page_that_is_kept_is_not_read_again(playing, django_assert_num_queries):
    Client().get(page(playing))

    # What it compares, and whose federation it is.
    with django_assert_num_queries(2):
        assert Client().get(page(playing)).status_code == 200


# ---------------------------------------------------------------- what a page costs
def test_thirty_hands_ask_no_more_than_one(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 5)
    one = queries(page(playing))
    for _n in range(29):
        tables.play_hand(playing, partida, phone, 5)
    other = worlds.phone(playing, 2)
    tables.sit_down(playing, playing.partida(2), other)
    tables.play_hand(playing, playing.partida(2), other, 40)

    assert queries(page(playing)) == one
    assert one <= 12
