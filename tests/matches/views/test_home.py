"""Where captains, judges and the office begin: what is next, and the one thing to do."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from competitions.actions import setup
from competitions.models import Encounter, Entry
from federation.models import Discipline, Licence
from matches.actions import encounter_day, line_ups
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.visits import at, at_office, path, queries, text_of

pytestmark = pytest.mark.django_db
HOME = "/inicio/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def more_rounds(world: World, count: int) -> list[Encounter]:
    """Further encounters of the two teams, a week apart, with the same judge."""
    competition = world.encounter.round.competition
    home, away = (Entry.objects.get(competition=competition, lot=lot) for lot in (1, 2))
    made = []
    for number in range(8, 8 + count):
        day = worlds.NOW + timedelta(weeks=number - 7)
        round_ = setup.add_round(competition=competition, number=number, starts_on=day.date(), by=None)
        encounter = setup.schedule_encounter(
            in_round=round_, number=1, home=away, away=home, venue=world.encounter.venue, at=day, by=None
        )
        setup.designate_judge(encounter=encounter, licence=Licence.objects.get(kind="judge"), by=None)
        made.append(encounter)
    return made


def step(client):
    return client.get(HOME).context["page"].next.row.step


def test_a_captain_sees_place_hour_rival_and_judge_in_the_venues_zone():
    world = worlds.build()
    answer = at(world.captains[Side.AWAY]).get(HOME)

    assert answer.status_code == 200
    words = text_of(answer)
    for said in (
        "Tu próximo encuentro",
        "La Seis Doble – Los Molinos",
        "sábado 28 de noviembre, 20:00",
        "Salón de La Seis Doble",
        "Rival La Seis Doble",
        "Juez árbitro Amparo Giner",
    ):
        assert said in words


def test_the_step_follows_the_encounter():
    world = worlds.build()
    captain, judge = at(world.captains[Side.HOME]), at(world.judge)
    assert (step(captain).label, step(captain).mine) == ("Poner la alineación", True)
    assert step(judge).label == "Ir al encuentro"

    encounter_day.take_charge(encounter_id=world.encounter.pk, by=world.director())
    line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.HOME), by=world.captain(Side.HOME)
    )
    assert (step(captain).label, step(captain).mine) == ("Ver mi alineación", False)
    assert step(captain).text.endswith("Falta la del rival.")
    assert step(judge).label == "Control de presencia"

    line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.AWAY), by=world.captain(Side.AWAY)
    )
    assert step(captain).text.endswith("Empieza el juez árbitro.")
    assert (step(judge).label, step(judge).url) == ("Ir a empezar", path(world, "juez/"))

    encounter_day.start(encounter_id=world.encounter.pk, by=world.director())
    assert step(captain).label == "Ver las mesas"
    assert step(judge).label == "Dirigir las mesas"


def test_without_a_judge_each_captain_is_told_whose_yes_is_missing():
    world = worlds.locked(judge=False)
    first, second = (at(world.captains[side]) for side in Side)
    assert step(first).label == "Ir a empezar"

    encounter_day.start(encounter_id=world.encounter.pk, by=world.captain(Side.HOME))

    assert step(first).text == "Has confirmado el comienzo. Falta que lo confirme el otro capitán."
    assert (step(second).label, step(second).mine) == ("Ir a empezar", True)


def test_further_encounters_come_after_the_next_one():
    world = worlds.build()
    later = more_rounds(world, 2)

    page = at(world.captains[Side.HOME]).get(HOME).context["page"]

    assert page.next.row.url == path(world)
    assert [row.url for row in page.ahead] == [f"/encuentros/{each.pk}/" for each in later]


def test_a_judge_sees_what_he_is_designated_to():
    world = worlds.build()

    answer = at(world.judge).get(HOME)

    assert "Tu próxima designación" in text_of(answer)
    assert answer.context["page"].next.judged


def test_the_office_sees_the_round_in_play_and_may_choose_another():
    world = worlds.build()
    more_rounds(world, 1)
    office = at_office(world)

    answer = office.get(HOME)
    season = answer.context["page"].season
    assert (season.competition.code, season.round.number) == ("D1", 7)
    assert [(row.home, row.chip.label) for row in season.rows] == [("La Seis Doble", "Programado")]

    other = office.get(HOME, {"competicion": season.competition.pk, "jornada": 8}).context["page"].season
    assert [row.home for row in other.rows] == ["Los Molinos"]
    assert office.get(HOME, {"competicion": "x", "jornada": "99999999999"}).status_code == 200


def test_whoever_has_nothing_is_told_why():
    world = worlds.build()

    words = text_of(at(world.stranger).get(HOME))

    assert "Aquí no hay encuentros" in words
    assert "La Seis Doble" not in words


@pytest.mark.parametrize("who", ["captain", "judge", "office"])
def test_many_encounters_ask_no_more_than_one(who):
    world = worlds.build()
    client = {
        "captain": lambda: at(world.captains[Side.HOME]),
        "judge": lambda: at(world.judge),
        "office": lambda: at_office(world),
    }[who]()
    queries(client, HOME)
    one = queries(client, HOME)
    more_rounds(world, 29)
    if who == "office":
        _crowd(world)

    assert queries(client, HOME) == one


def _crowd(world: World) -> None:
    """More encounters in the round on show."""
    round_ = world.encounter.round
    venue = world.encounter.venue
    for number in range(3, 12):
        entries = []
        for lot in (2 * number, 2 * number + 1):
            team = worlds.registry.register_team(
                club=world.teams[Side.HOME].club,
                season=world.season,
                name=f"Equipo {lot}",
                venue=venue,
                by=None,
            )
            entries.append(setup.enter_team(competition=round_.competition, team=team, lot=lot, by=None))
        setup.schedule_encounter(
            in_round=round_,
            number=number,
            home=entries[0],
            away=entries[1],
            venue=venue,
            at=worlds.NOW,
            by=None,
        )
    assert round_.competition.discipline == Discipline.DOMINO
