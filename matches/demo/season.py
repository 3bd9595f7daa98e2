"""Building the demonstration: a federation with a round that is played tonight. Only through actions.

The same seed, date and stage give the same people, squads, dates, encounters and results.
Secrets (second factors, codes of boards and actas, salts) are random each time, as they must be.

All of it is one transaction: a run that is ended half-way leaves nothing behind, and the
next one begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import partial
from random import Random
from zoneinfo import ZoneInfo

from django.db import transaction

from competitions.actions import setup
from competitions.models import Competition, Encounter, Round
from federation import clock
from federation.actions import delegations
from federation.actions.audit import anchor_heads
from federation.models import Federation, Person, Season, User
from federation.rules.errors import ConflictError
from matches.demo import accounts, pairings, places, tournament
from matches.demo.cast import CannotPlayError
from matches.demo.founding import Founded, Founder, Report, season_dates
from matches.demo.history import Chronicle
from matches.demo.individual_pool import found_individual_pool
from matches.demo.moments import Moments
from matches.demo.names import Names
from matches.demo.press import Press
from matches.demo.scripts import Script, closed_script, season_script, strengths
from matches.demo.squads import Squad, unusual_cases
from matches.demo.tournament import found_tournament

ZONE = ZoneInfo(places.TIME_ZONE)
TONIGHT = time(21, 0)
PAIRS_MEET = time(19, 30)
# An evening is over before so many hours have passed.
LONGEST_EVENING = timedelta(hours=4)
OFFICE_OPENS, OFFICE_PACE = time(10, 0), 2
FOUNDED_BEFORE = timedelta(days=24)
DESIGNATED_BEFORE = timedelta(days=4)
# An encounter of the last round that was played on the evening before tonight: its acta still waits.
# Both captains directed it, and neither meets in tonight's first one.
PUT_OFF, PUT_OFF_TO = 2, time(20, 0)


class Stage(StrEnum):
    """How far the season has come."""

    ROUND = "round"
    SEASON = "season"
    CLOSED = "closed"


STAGES = {
    Stage.ROUND: "a punto de jugar la primera jornada, esta noche",
    Stage.SEASON: "con la primera vuelta jugada y sellada en sus semanas, y la jornada 8 esta noche",
    Stage.CLOSED: (
        "con la primera jornada recién jugada (empezó hace unas cuatro horas): un acta por firmar, "
        "otra firmada bajo protesta, otra sellada y otra a falta de una firma"
    ),
}


@dataclass
class World:
    """What was built, for whoever goes on from here. `encounters` are those of tonight's round."""

    season: Season
    competition: Competition
    encounters: list[Encounter]
    squads: dict[str, Squad]
    judges: list[Person]
    users: dict[str, User] = field(default_factory=dict)


def is_empty() -> bool:
    """Has this installation no federation and no people yet?"""
    return not Federation.objects.exists() and not Person.objects.exists()


def build(
    *,
    seed: int,
    today: date | None = None,
    stage: Stage = Stage.ROUND,
    rounds: int = places.FIRST_LEG,
    target: int = places.TARGET,
    workers: int = 0,
    report: Report = lambda _line: None,
) -> World:
    """Write the season in one transaction and give it.

    `rounds` is how many have been played in the stage `season`, each partida to `target` points;
    actas are printed in `workers` other processes. ConflictError when there are data already;
    CannotPlayError when what is to be past lies ahead.
    """
    if not is_empty():
        raise ConflictError("federation_exists")
    today = today or clock.today()
    if stage is not Stage.ROUND and today > clock.today():
        raise CannotPlayError("Lo que ya se ha jugado no puede tener fecha de mañana: elige hoy o antes.")
    with Press(workers if stage is not Stage.ROUND else 0) as press, transaction.atomic():
        # To be repeated, not to be secret.
        founder = Founder(Names(Random(seed), today), today, target, report)  # noqa: S311
        played = rounds if stage is Stage.SEASON else 0
        return _Builder(seed, today, stage, played, founder, press).build()


class _Builder:
    def __init__(
        self, seed: int, today: date, stage: Stage, played: int, founder: Founder, press: Press
    ) -> None:
        self.seed, self.today, self.stage, self.played = seed, today, stage, played
        self.founder, self.press, self.report = founder, press, founder.report
        self.pairings = pairings.rounds_of(len(places.FIRST_ROUND) * 2)
        self.present = clock.now()
        self.begins = self._day_of(1) - FOUNDED_BEFORE

    def build(self) -> World:
        with self._in_the_office(self.begins):
            founded, calendar = self._found()
            tonight = calendar[self.played + 1]
            if self.stage is Stage.ROUND:
                unusual_cases(founded.registrar, founded.squads)
                self._designate(founded, tonight, self.played + 1)
            anchor_heads()
        if self.stage is not Stage.ROUND:
            for _moment, happen in sorted(self._events(founded, calendar), key=lambda event: event[0]):
                happen()
        self._tell(founded, tonight)
        return World(
            founded.season,
            founded.competition,
            [Encounter.objects.get(pk=each.pk) for each in tonight],
            founded.squads,
            [licence.person for licence in founded.judges],
            founded.users,
        )

    # ------------------------------------------------------------ the time
    def _day_of(self, number: int) -> date:
        """The day of a round: a week after the one before, and tonight's today."""
        return self.today + timedelta(weeks=number - self.played - 1)

    @contextmanager
    def _in_the_office(self, day: date) -> Iterator[None]:
        """The office writes on the morning of a day that is past; where nothing has been played, now."""
        if self.stage is Stage.ROUND:
            yield
            return
        with clock.standing_at(Moments(_at(day, OFFICE_OPENS), pace=OFFICE_PACE)):
            yield

    def _hour_of(self, number: int, encounter: int) -> datetime:
        """When an encounter begins: in the evening, or early enough to be over by now."""
        if self.stage is Stage.SEASON and (number, encounter) == (self.played, PUT_OFF):
            return _at(self.today - timedelta(days=1), PUT_OFF_TO)
        usual = _at(self._day_of(number), TONIGHT)
        latest = self.present - LONGEST_EVENING
        if self.stage is not Stage.CLOSED or usual <= latest:
            return usual
        return latest.replace(minute=latest.minute // 30 * 30, second=0, microsecond=0).astimezone(ZONE)

    # ------------------------------------------------------------ before the first round
    def _found(self) -> tuple[Founded, dict[int, list[Encounter]]]:
        home, _away = self.pairings[self.played][0]
        days = season_dates(self.begins, self._day_of(places.ROUNDS))
        founded = self.founder.found(days, captain_at_home=home)
        rounds = [
            setup.add_round(
                competition=founded.competition,
                number=number,
                starts_on=self._day_of(number),
                by=founded.office,
            )
            for number in range(1, places.ROUNDS + 1)
        ]
        scheduled = rounds if self.stage is Stage.SEASON else rounds[:1]
        calendar = {each.number: self._encounters(founded, each) for each in scheduled}
        self._accounts(founded)
        found_tournament(founded, on=self.today, at=_at(self.today, PAIRS_MEET))
        found_individual_pool(founded, on=self.today, at=_at(self.today, PAIRS_MEET))
        return founded, calendar

    def _encounters(self, founded: Founded, in_round: Round) -> list[Encounter]:
        entries = founded.entries
        return [
            setup.schedule_encounter(
                in_round=in_round,
                number=number,
                home=entries[home],
                away=entries[away],
                venue=founded.venues[entries[home].name],
                at=self._hour_of(in_round.number, number),
                by=founded.office,
            )
            for number, (home, away) in enumerate(self.pairings[in_round.number - 1], start=1)
        ]

    def _accounts(self, founded: Founded) -> None:
        """The accounts of whoever meets tonight."""
        people = {
            f"juez{number if number > 1 else ''}": founded.judges[number - 1].person
            for number in range(1, places.JUDGES_WITH_ACCOUNT + 1)
        }
        tonight = self.pairings[self.played]
        for number, (home, away) in enumerate(tonight, start=1):
            people[f"capitan.local{number}"] = founded.squad_of(home).people[0]
            people[f"capitan.visitante{number}"] = founded.squad_of(away).people[0]
        first = founded.squad_of(tonight[0][0]).people
        people["capitana.local"] = people["capitan.local1"]
        people["capitan.visitante"] = people["capitan.visitante1"]
        first_pair, second_pair = (tournament.pair_of(founded, lot) for lot in tournament.MEETINGS[0])
        people["pareja.local"], people["pareja.visitante"] = first_pair[0], second_pair[1]
        people["subcapitan.local"], people["jugador"], people["delegacion"] = first[1:4]
        for plan in accounts.PLANS:
            if plan.role is None:
                founded.users[plan.key] = accounts.open_account(plan, people[plan.key], by=founded.office)
        delegations.name_delegate(
            club=founded.squad_of(tonight[0][0]).team.club,
            person=people["delegacion"],
            valid_from=founded.season.starts_on,
            valid_to=None,
            by=founded.office,
        )
        self.report(f"{len(founded.users)} cuentas.")

    # ------------------------------------------------------------ what has happened since
    def _events(
        self, founded: Founded, calendar: dict[int, list[Encounter]]
    ) -> Iterator[tuple[datetime, Callable[[], None]]]:
        """Everything since then, each with its moment: what the office has written, and the evenings."""
        chronicle = Chronicle(self.seed, self.present, self.press, self.report)

        def write(day: date, act: Callable[[], None]) -> tuple[datetime, Callable[[], None]]:
            def happen() -> None:
                with self._in_the_office(day):
                    act()
                    anchor_heads()

            return _at(day, OFFICE_OPENS), happen

        # Those who are refused tonight are so by what happened a fortnight ago.
        yield write(
            self.today - timedelta(days=13), partial(unusual_cases, founded.registrar, founded.squads)
        )
        for number in range(1, self.played + 2):
            encounters = calendar[number]
            yield write(
                self._day_of(number) - DESIGNATED_BEFORE,
                partial(self._designate, founded, encounters, number),
            )
            if number <= self.played or self.stage is Stage.CLOSED:
                yield from chronicle.evenings(number, self._scripts(number, encounters))

    def _designate(self, founded: Founded, encounters: list[Encounter], number: int) -> None:
        """Judges for a round: tonight in their order, before that in any; one encounter has none."""
        judges = founded.judges[: places.JUDGES_WITH_ACCOUNT]
        without = places.WITHOUT_JUDGE
        if number <= self.played:
            without = (PUT_OFF - 1 + self.played - number) % len(encounters) + 1
            Random(f"{self.seed}/judges/{number}").shuffle(judges)  # noqa: S311 - to be repeated
        directed = (each for each in encounters if each.number != without)
        for encounter, licence in zip(directed, judges, strict=True):
            setup.designate_judge(encounter=encounter, licence=licence, by=founded.office)

    def _scripts(self, number: int, encounters: list[Encounter]) -> list[tuple[Encounter, Script]]:
        if self.stage is Stage.CLOSED:
            return [(each, closed_script(each.number)) for each in encounters]
        strong, pairs = strengths(self.seed), self.pairings[number - 1]
        return [
            (
                each,
                season_script(
                    Random(f"{self.seed}/script/{number}/{each.number}"),  # noqa: S311 - to be repeated
                    number,
                    each.number,
                    difference=strong[home] - strong[away],
                    waits=(number, each.number) == (self.played, PUT_OFF),
                ),
            )
            for each, (home, away) in zip(encounters, pairs, strict=True)
        ]

    def _tell(self, founded: Founded, tonight: list[Encounter]) -> None:
        at = tonight[0].scheduled_at.astimezone(ZONE)
        when = f"el {at:%d/%m/%Y} a las {at:%H:%M}"
        self.report(
            f"{founded.competition.name}, jornada {self.played + 1}: {len(tonight)} encuentros {when}."
        )


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, tzinfo=ZONE)
