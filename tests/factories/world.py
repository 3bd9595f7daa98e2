"""A small world built through actions alone: two teams, a judge, one encounter at the wanted moment.

Fixed names and figures: a test that fails today fails tomorrow.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from competitions.actions import setup
from competitions.models import Encounter, Entrants
from federation.actions import accounts, licences, registry, regulations
from federation.models import Discipline, LicenceKind, Person, RosterRole, Season, Team, User
from matches.actions import encounter_day, line_ups, pins, tables
from matches.actions.line_ups import Names
from matches.models import Board, Partida
from matches.permissions import Actor
from matches.queries import line_ups as line_up_queries
from matches.rules.sides import Side
from tests.factories.kept_rows import kept

NOW = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
TODAY = NOW.date()
SEASON_BEGINS_IN = 9
PASSWORD = "una-clave-larga"
_ids = itertools.count(1)


def actor(user: User | None = None, *, device: str = "cuenta-prueba", session: object = None) -> Actor:
    """Somebody who sends a write, each time with an id of its own."""
    return Actor(user=user, session=session, device=device, client_id=f"prueba-{next(_ids):08d}")  # type: ignore[arg-type]


@dataclass
class World:
    """What the builders made."""

    season: Season
    encounter: Encounter
    teams: dict[Side, Team]
    people: dict[Side, list[Person]]
    captains: dict[Side, User]
    vice: User
    judge: User | None
    office: User
    stranger: User
    pins: dict[int, str] = field(default_factory=dict)

    def person(self, side: Side, index: int) -> Person:
        """The player at `index` of a side: 0 captain, 0 and 1 on board 1, 2 and 3 on board 2…"""
        return self.people[side][index]

    def pin(self, person: int | str) -> str:
        """The PIN that was set for a person."""
        return self.pins[int(person)]

    def director(self) -> Actor:
        """The judge."""
        assert self.judge is not None
        return actor(self.judge, device="cuenta-juez")

    def captain(self, side: Side) -> Actor:
        """A side's captain."""
        return actor(self.captains[side], device=f"cuenta-{side.value}")

    def boards(self) -> list[Board]:
        """The boards, in order."""
        return list(Board.objects.filter(encounter=self.encounter).order_by("number"))

    def partida(self, board: int = 1, number: int = 1) -> Partida:
        """A partida by its numbers."""
        return Partida.objects.get(board__encounter=self.encounter, board__number=board, number=number)

    def reload(self) -> Encounter:
        """The encounter as it stands in the database."""
        self.encounter = Encounter.objects.get(pk=self.encounter.pk)
        return self.encounter


@kept
def build(
    *,
    boards: int = 1,
    partidas: int = 2,
    specs: tuple[setup.BoardSpec, ...] = (),
    bench: int = 2,
    judge: bool = True,
    parameters: dict[str, object] | None = None,
    at: datetime = NOW,
) -> World:
    """Two teams of `boards` pairs and `bench` more each, in an encounter that is scheduled at `at`.

    `specs`: other boards than so many of domino, with as many players as the largest block takes.
    """
    registry.found_federation(
        name="Federación de Prueba", short_name="FDP", time_zone="Europe/Madrid", by=None
    )
    first = at.year if at.month >= SEASON_BEGINS_IN else at.year - 1
    season = registry.open_season(
        name=f"{first}-{(first + 1) % 100:02d}",
        starts_on=date(first, SEASON_BEGINS_IN, 1),
        ends_on=date(first + 1, SEASON_BEGINS_IN, 1) - timedelta(days=1),
        by=None,
    )
    version = regulations.publish_version(
        name="Reglamento de dominó",
        discipline=Discipline.DOMINO,
        overrides=parameters or {},
        valid_from=season.starts_on,
        reason="",
        by=None,
    )
    specs = specs or tuple(
        setup.BoardSpec(1, n, Discipline.DOMINO, 2, partidas) for n in range(1, boards + 1)
    )
    format_ = setup.create_format(name=f"{len(specs)} x {partidas}", boards=specs, by=None)
    competition = setup.create_competition(
        season=season,
        name="Primera División de dominó",
        code="D1",
        discipline=Discipline.DOMINO,
        entrants=Entrants.TEAMS,
        regulation_version=version,
        encounter_format=format_,
        by=None,
    )
    round_ = setup.add_round(competition=competition, number=7, starts_on=at.date(), by=None)
    teams, people, entries, venue = {}, {}, {}, None
    for lot, (side, name) in enumerate(((Side.HOME, "La Seis Doble"), (Side.AWAY, "Los Molinos")), start=1):
        teams[side], people[side], venue_of = team(name, season, _seats(specs) + bench, lot)
        venue = venue or venue_of
        entries[side] = setup.enter_team(competition=competition, team=teams[side], lot=lot, by=None)
    assert venue is not None
    encounter = setup.schedule_encounter(
        in_round=round_,
        number=2,
        home=entries[Side.HOME],
        away=entries[Side.AWAY],
        venue=venue,
        at=at,
        by=None,
    )
    world = World(
        season=season,
        encounter=encounter,
        teams=teams,
        people=people,
        captains={side: account(f"capitan.{side.value}@example.org", people[side][0]) for side in Side},
        vice=account("subcapitana@example.org", people[Side.HOME][1]),
        judge=None,
        office=account("secretaria@example.org"),
        stranger=account("extrana@example.org", person("Marta", "Extraña")),
    )
    accounts.give_role(user=world.office, role="office", by=None)  # type: ignore[arg-type]
    if judge:
        world.judge = judge_of(season, encounter)
    return world


def _seats(specs: Sequence[setup.BoardSpec]) -> int:
    """How many players of a side the largest block takes, the boards of domino counted together."""
    blocks: Counter[int] = Counter()
    for spec in specs:
        blocks[spec.block if spec.discipline == Discipline.POOL else 0] += spec.players_per_side
    return max(blocks.values())


def committee(number: int = 1) -> Actor:
    """A member of the committee, in his account."""
    user = account(f"comite{number}@example.org")
    accounts.give_role(user=user, role="committee", by=None)
    return actor(user, device=f"cuenta-comite-{number}")


def person(given: str, surname: str, *, born: date = date(1980, 5, 17)) -> Person:
    """Somebody of age."""
    return registry.register_person(
        given_name=given, surname_1=surname, surname_2="", birth_date=born, consent_on=None, by=None
    )


def account(email: str, who: Person | None = None) -> User:
    """An account with the password of the tests."""
    return accounts.create_account(email=email, password=PASSWORD, person=who, by=None)


def licence(who: Person, season: Season, number: str, *, kind: LicenceKind = LicenceKind.PLAYER) -> None:
    """A licence for the whole season."""
    licences.grant_licence(
        person=who,
        season=season,
        club=None,
        kind=kind,
        number=number,
        category="absoluta",
        valid_from=season.starts_on,
        valid_to=season.ends_on,
        by=None,
    )


def team(name: str, season: Season, players: int, lot: int) -> tuple[Team, list[Person], object]:
    """A team with its club, its venue and its squad: captain, vice-captain and players."""
    club = registry.register_club(name=f"Club {name}", short_name=name[:20], by=None)
    venue = registry.register_venue(
        club=club,
        name=f"Salón de {name}",
        address="Calle Mayor, 1",
        time_zone="Europe/Madrid",
        tables=[("domino", number) for number in range(1, 5)],
        by=None,
    )
    team = registry.register_team(club=club, season=season, name=name, venue=venue, by=None)
    roles = {0: RosterRole.CAPTAIN, 1: RosterRole.VICE_CAPTAIN}
    people = []
    for index in range(players):
        who = person(f"Jugador{index:02d}", f"{'Casa' if lot == 1 else 'Fuera'}")
        licence(who, season, f"30-{lot}{index:04d}")
        registry.add_to_squad(
            team=team,
            person=who,
            role=roles.get(index, RosterRole.PLAYER),
            valid_from=season.starts_on,
            valid_to=None,
            by=None,
        )
        people.append(who)
    return team, people, venue


def judge_of(season: Season, encounter: Encounter, number: int = 0) -> User:
    """The account of a new judge, designated to an encounter."""
    who = person("Amparo", "Giner")
    licence(who, season, f"J-{142 + number:04d}", kind=LicenceKind.JUDGE)
    setup.designate_judge(encounter=encounter, licence=who.licences.get(), by=None)
    return account(f"juez{number or ''}@example.org", who)


def names(world: World, side: Side, *, bench: bool = True) -> Names:
    """The natural line-up of a side: players in order, the rest on the bench."""
    ids = [who.pk for who in world.people[side]]
    boards: dict[int, tuple[int, ...]] = {}
    taken: Counter[int] = Counter()
    for board in line_up_queries.boards_of_format(world.encounter):
        # In domino nobody plays twice; in 8-ball once in each block.
        block = board.block.number if board.discipline == Discipline.POOL else 0
        start = taken[block]
        taken[block] += board.players_per_side
        boards[board.number] = tuple(ids[start : start + board.players_per_side])
    return Names(boards=boards, substitutes=tuple(ids[max(taken.values()) :]) if bench else ())


@kept
def locked(**kwargs: object) -> World:
    """A world whose two line-ups are locked."""
    return lock(build(**kwargs))  # type: ignore[arg-type]


def lock(world: World) -> World:
    """Lock both line-ups."""
    for side in Side:
        line_ups.lock_line_up(
            encounter_id=world.encounter.pk, names=names(world, side), by=world.captain(side)
        )
    return world


@kept
def playing(**kwargs: object) -> World:
    """A world whose encounter has started, with everybody's PIN set."""
    return begin(locked(**kwargs))


def begin(world: World) -> World:
    """Start the encounter of locked line-ups, with everybody's PIN set."""
    by = world.director() if world.judge else None
    for side in Side:
        for index, who in enumerate(world.people[side]):
            world.pins[who.pk] = f"{side is Side.AWAY:d}{index:02d}7"
            pins.check_in(
                encounter_id=world.encounter.pk,
                person_id=who.pk,
                pin=world.pins[who.pk],
                by=by or world.captain(side),
            )
    if by is not None:
        encounter_day.take_charge(encounter_id=world.encounter.pk, by=by)
        encounter_day.start(encounter_id=world.encounter.pk, by=world.director())
    else:
        for side in Side:
            encounter_day.start(encounter_id=world.encounter.pk, by=world.captain(side))
    world.reload()
    return world


def phone(world: World, board: int = 1) -> Actor:
    """A phone opened on a board."""
    session, _token = tables.open_board(
        code=world.boards()[board - 1].code, device=f"telefono-{next(_ids)}", by=None
    )
    return actor(device=f"mesa-{session.pk}", session=session)


def again(by: Actor) -> Actor:
    """The same phone or account sending its next write."""
    return Actor(user=by.user, session=by.session, device=by.device, client_id=f"prueba-{next(_ids):08d}")


def days_ago(days: int) -> date:
    """A day before the encounters of the tests."""
    return TODAY - timedelta(days=days)
