"""An individual competition of 8-ball of the demonstration: one race to seven, tonight."""

from __future__ import annotations

from datetime import date, datetime

from competitions.actions import entries, setup
from competitions.models import Encounter, Entrants
from federation.actions.regulations import publish_version
from federation.models import Discipline
from matches.demo.founding import Founded

NAME, CODE = "Copa individual de bola 8", "B8"
REGULATION = "Reglamento de bola 8"
FORMAT = "Individual de bola 8, a 7 juegos"
# By their teams' lots: who sits at this place of a squad plays 8-ball, too.
LOTS, PLACE = (6, 8), 7


def found_individual_pool(founded: Founded, *, on: date, at: datetime) -> Encounter:
    """Write the competition, its two players and their encounter."""
    version = publish_version(
        name=REGULATION,
        discipline=Discipline.POOL,
        overrides={},
        valid_from=founded.season.starts_on,
        reason="Primera versión.",
        by=founded.users.get("direccion"),
    )
    made = setup.create_format(
        name=FORMAT, boards=setup.ready_boards("pool_singles_race_to_7"), by=founded.office
    )
    competition = setup.create_competition(
        season=founded.season,
        name=NAME,
        code=CODE,
        discipline=Discipline.POOL,
        entrants=Entrants.PLAYERS,
        regulation_version=version,
        encounter_format=made,
        by=founded.office,
    )
    home, away = (
        entries.enter_player(
            competition=competition, player=founded.squad_of(lot).people[PLACE], by=founded.office
        )
        for lot in LOTS
    )
    venue = founded.venues[founded.squad_of(LOTS[0]).team.name]
    return entries.make_encounter(
        competition=competition, meeting=entries.Meeting(1, home, away, venue, at, on), by=founded.office
    )
