"""The small world with pairs in place of teams: two pairs, one board, nobody at home."""

from __future__ import annotations

from datetime import date, datetime

from competitions.actions import entries, setup
from competitions.models import Competition, Entrants
from federation.actions import accounts, registry, regulations
from federation.models import Discipline, Person, Season
from matches.rules.sides import Side
from tests.factories import world
from tests.factories.kept_rows import kept
from tests.factories.world import NOW, World

NAMES = {Side.HOME: (("Ana", "Soler"), ("Luis", "Pardo")), Side.AWAY: (("Inés", "Marín"), ("Juan", "Vela"))}


def competition_of_pairs(
    season: Season, *, partidas: int = 1, parameters: dict[str, object] | None = None, code: str = "P1"
) -> Competition:
    """A competition of pairs with its format and its regulation."""
    version = regulations.publish_version(
        name=f"Reglamento de parejas {code}",
        discipline=Discipline.DOMINO,
        overrides=parameters or {},
        valid_from=season.starts_on,
        reason="",
        by=None,
    )
    format_ = setup.create_format(
        name=f"Parejas a {partidas}, {code}",
        boards=[setup.BoardSpec(1, 1, Discipline.DOMINO, 2, partidas)],
        by=None,
    )
    return setup.create_competition(
        season=season,
        name="Suizo de parejas",
        code=code,
        discipline=Discipline.DOMINO,
        entrants=Entrants.PAIRS,
        regulation_version=version,
        encounter_format=format_,
        by=None,
    )


@kept
def scheduled(
    *,
    partidas: int = 1,
    judge: bool = True,
    parameters: dict[str, object] | None = None,
    at: datetime = NOW,
) -> World:
    """Two pairs with accounts and licences, in an encounter that is scheduled at `at`."""
    registry.found_federation(
        name="Federación de Prueba", short_name="FDP", time_zone="Europe/Madrid", by=None
    )
    season = registry.open_season(
        name="2026-27", starts_on=date(2026, 9, 1), ends_on=date(2027, 8, 31), by=None
    )
    club = registry.register_club(name="Club La Seis Doble", short_name="La Seis Doble", by=None)
    venue = registry.register_venue(
        club=club,
        name="Salón del Suizo",
        address="Calle Mayor, 1",
        time_zone="Europe/Madrid",
        tables=[("domino", number) for number in range(1, 5)],
        by=None,
    )
    competition = competition_of_pairs(season, partidas=partidas, parameters=parameters)
    people = {side: [_player(name, season, side) for name in names] for side, names in NAMES.items()}
    sides = {
        side: entries.enter_pair(competition=competition, player=pair[0], partner=pair[1], name="", by=None)
        for side, pair in people.items()
    }
    encounter = setup.schedule_encounter(
        in_round=setup.add_round(competition=competition, number=3, starts_on=at.date(), by=None),
        number=1,
        home=sides[Side.HOME],
        away=sides[Side.AWAY],
        venue=venue,
        at=at,
        by=None,
    )
    each = World(
        season=season,
        encounter=encounter,
        teams={},
        people=people,
        captains={side: world.account(f"pareja.{side.value}@example.org", people[side][0]) for side in Side},
        vice=world.account("companero@example.org", people[Side.HOME][1]),
        judge=None,
        office=world.account("secretaria@example.org"),
        stranger=world.account("extrana@example.org", world.person("Marta", "Extraña")),
    )
    accounts.give_role(user=each.office, role="office", by=None)  # type: ignore[arg-type]
    if judge:
        each.judge = world.judge_of(season, encounter)
    return each


def _player(name: tuple[str, str], season: Season, side: Side) -> Person:
    who = world.person(*name)
    world.licence(who, season, f"30-{side.value}-{name[0]}")
    return who


@kept
def playing(**kwargs: object) -> World:
    """A world of pairs whose encounter has started, with everybody's PIN set."""
    return world.begin(scheduled(**kwargs))  # type: ignore[arg-type]
