"""The tournament of pairs of the demonstration: a Swiss by one partida, its first round tonight."""

from __future__ import annotations

from datetime import date, datetime

from competitions.actions import entries, setup
from competitions.models import Competition, Encounter, Entrants
from federation.actions.regulations import publish_version
from federation.models import Discipline, Person
from matches.demo.founding import Founded

NAME, CODE = "Torneo suizo de parejas", "TP"
REGULATION = "Reglamento del torneo de parejas"
FORMAT = "Parejas, una partida a 200 en 45 minutos"
TARGET, MINUTES = 200, 45
# By their teams' lots, home first: who sits at these places of a squad plays in pairs, too.
MEETINGS = ((5, 7), (3, 6))
PLACES = (7, 8)
NAMES = {5: "Los Norteños"}


def pair_of(founded: Founded, lot: int) -> list[Person]:
    """The two of a squad who play together in the tournament."""
    people = founded.squad_of(lot).people
    return [people[place] for place in PLACES]


def found_tournament(founded: Founded, *, on: date, at: datetime) -> list[Encounter]:
    """Write the competition, its four pairs and the two encounters of its first round."""
    office = founded.office
    competition = _competition(founded)
    entered = {
        lot: entries.enter_pair(
            competition=competition,
            player=two[0],
            partner=two[1],
            name=NAMES.get(lot, ""),
            by=office,
        )
        for meeting in MEETINGS
        for lot in meeting
        for two in [pair_of(founded, lot)]
    }
    venue = founded.venues[founded.squad_of(MEETINGS[0][0]).team.name]
    return [
        entries.make_encounter(
            competition=competition,
            meeting=entries.Meeting(1, entered[home], entered[away], venue, at, on),
            by=office,
        )
        for home, away in MEETINGS
    ]


def _competition(founded: Founded) -> Competition:
    version = publish_version(
        name=REGULATION,
        discipline=Discipline.DOMINO,
        overrides={"target_points": TARGET, "time_limit_minutes": MINUTES},
        valid_from=founded.season.starts_on,
        reason="Primera versión.",
        by=founded.users.get("direccion"),
    )
    made = setup.create_format(
        name=FORMAT,
        boards=[setup.BoardSpec(1, 1, Discipline.DOMINO, players_per_side=2, partidas=1)],
        by=founded.office,
    )
    return setup.create_competition(
        season=founded.season,
        name=NAME,
        code=CODE,
        discipline=Discipline.DOMINO,
        entrants=Entrants.PAIRS,
        regulation_version=version,
        encounter_format=made,
        by=founded.office,
    )
