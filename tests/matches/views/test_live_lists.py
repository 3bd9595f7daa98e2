"""The public lists: what is played now, next and last, and a round."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from competitions.actions import setup
from competitions.models import Encounter
from tests.factories import rounds, tables
from tests.factories import world as worlds
from tests.matches.views.spectators import page, part, queries, round_page, seen
from tests.matches.views.visits import text_of

pytestmark = pytest.mark.django_db
INDEX = "/directo/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


def index():
    """What the index shows."""
    return seen(INDEX)


def urls(groups) -> list[str]:
    """Where the rows of some groups lead."""
    return [row.url for group in groups for row in group.rows]


def test_with_nothing_at_all_the_index_says_so():
    answer = Client().get(INDEX)

    assert answer.status_code == 200
    assert "Ahora no se juega ningún encuentro." in text_of(answer)


def test_what_is_played_now_stands_first_with_its_score():
    world = worlds.playing()
    tables.play_partida(world, world.partida(), worlds.phone(world))

    found = index()

    (group,) = found.now
    assert (group.title, group.url) == ("Primera División de dominó, jornada 7", round_page(world))
    (row,) = group.rows
    assert (row.url, row.home_score, row.away_score, row.home_lead) == (page(world), 1, 0, True)
    assert (row.chip.label, row.progress) == ("En juego", "0 de 1 mesas terminadas")
    assert (found.ahead, found.done, found.every) == ((), (), 5)


def test_what_comes_today():
    world = worlds.build()

    found = index()

    assert (found.ahead_title, urls(found.ahead)) == ("Hoy", [page(world)])
    assert (found.now, found.every) == ((), 30)
    assert "sáb 28 nov, 20:00 · Salón de La Seis Doble" in text_of(part(INDEX))


def test_with_nothing_today_the_next_day_that_has_something():
    world = worlds.build()
    later = rounds.beside(world, 3)
    Encounter.objects.filter(pk=world.encounter.pk).update(scheduled_at=worlds.NOW + timedelta(days=7))
    Encounter.objects.filter(pk=later.encounter.pk).update(scheduled_at=worlds.NOW + timedelta(days=8))

    found = index()

    assert (found.ahead_title, urls(found.ahead)) == ("Próximos: sábado 5 de diciembre", [page(world)])


def test_a_postponed_one_alone_is_nothing_to_wait_for():
    worlds.build()
    Encounter.objects.update(state="postponed")

    assert index().ahead == ()


def test_the_last_results_are_there_when_nothing_is_played():
    world = worlds.build()
    Encounter.objects.update(state="not_played", scheduled_at=worlds.NOW - timedelta(days=200))

    assert urls(index().done) == [page(world)]


def test_one_that_should_have_started_stays_in_sight_that_day():
    world = worlds.build(at=worlds.NOW - timedelta(hours=6))

    assert urls(index().ahead) == [page(world)]


# ---------------------------------------------------------------- a round
def test_a_round_shows_every_encounter_in_order_and_the_rounds_beside_it():
    world = worlds.playing()
    other, third = (rounds.beside(world, number).encounter for number in (3, 1))
    competition = world.encounter.round.competition
    before, after = (
        setup.add_round(competition=competition, number=number, starts_on=worlds.TODAY, by=None)
        for number in (6, 8)
    )

    answer = part(round_page(world))

    found = answer.context["page"]
    keys = (third.pk, world.encounter.pk, other.pk)
    assert [row.url for row in found.rows] == [f"/directo/encuentros/{key}/" for key in keys]
    assert found.counts == "1 en juego · 2 por jugar"
    assert (found.previous.url, found.next.url) == (
        f"/directo/jornadas/{before.pk}/",
        f"/directo/jornadas/{after.pk}/",
    )
    assert (found.every, len(seen(f"/directo/jornadas/{before.pk}/").rows)) == (5, 0)
    assert "No hay encuentros en esta jornada." in text_of(part(f"/directo/jornadas/{before.pk}/"))


def test_a_score_follows_what_is_written():
    world = worlds.playing()
    phone = worlds.phone(world)
    (row,) = seen(round_page(world)).rows
    assert (row.home_score, row.away_score) == (0, 0)

    tables.play_board(world, 1, phone)

    (row,) = seen(round_page(world)).rows
    assert (row.home_score, row.away_score, row.progress) == (1, 1, "1 de 1 mesas terminadas")


# ---------------------------------------------------------------- what it costs
def test_a_round_of_thirty_asks_no_more_than_one_of_one():
    world = worlds.playing(boards=1, bench=0)
    one_round, one_index = queries(round_page(world)), queries(INDEX)
    for number in range(3, 32):
        other = rounds.beside(world, number)
        if number < 8:
            worlds.begin(worlds.lock(other))

    assert len(seen(round_page(world)).rows) == 30
    assert (queries(round_page(world)), queries(INDEX)) == (one_round, one_index)
    assert one_round <= 12 and one_index <= 12


def test_scores_that_are_known_are_not_worked_out_again(django_assert_num_queries):
    world = worlds.playing(boards=1, bench=0)
    for number in (3, 4):
        worlds.begin(worlds.lock(rounds.beside(world, number)))
    part(round_page(world))
    # The other language: the same scores, other words.
    with django_assert_num_queries(5):
        part(round_page(world), language="en")
    tables.name(world, world.partida(), worlds.phone(world))
    with django_assert_num_queries(8):
        part(round_page(world))
