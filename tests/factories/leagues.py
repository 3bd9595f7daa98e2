"""A league laid down as its rows: teams, a calendar by Berger and results, for what reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction

from competitions.actions import results, setup
from competitions.models import Competition, Encounter, Entrants, Entry, Outcome, Round
from competitions.rules.calendar.berger import round_robin
from federation.actions import registry, regulations
from federation.models import Club, Discipline, Team, Venue
from matches.rules.domino.hands import Totals
from tests.factories.world import NOW

PARTIDAS = 8
TANTOS = 300


@dataclass
class MadeLeague:
    """A competition with its entries by name and its encounters by (home, away)."""

    competition: Competition
    entries: dict[str, Entry]
    encounters: dict[tuple[str, str], Encounter]

    @property
    def page(self) -> str:
        """The address of its standings."""
        return f"/clasificacion/{self.competition.pk}/"

    def meet(self, home: str, away: str) -> Encounter:
        """The encounter of two, in whichever of their houses."""
        return self.encounters.get((home, away)) or self.encounters[away, home]

    def seal(self, home: str, away: str, score: str, **how: Any) -> Outcome:
        """Publish the result of an encounter, `score` as the first one named has it."""
        encounter = self.meet(home, away)
        own, rival = (int(each) for each in score.split("-"))
        is_home = (home, away) in self.encounters
        return publish(encounter, *((own, rival) if is_home else (rival, own)), **how)


def league(
    names: Sequence[str], *, parameters: Mapping[str, Any] | None = None, at: datetime = NOW, legs: int = 1
) -> MadeLeague:
    """Found a federation with one league of these teams, every encounter scheduled."""
    registry.found_federation(
        name="Federación de Prueba", short_name="FDP", time_zone="Europe/Madrid", by=None
    )
    season = registry.open_season(
        name="2026-27", starts_on=date(2026, 9, 1), ends_on=date(2027, 8, 31), by=None
    )
    version = regulations.publish_version(
        name="Reglamento de dominó",
        discipline=Discipline.DOMINO,
        overrides=dict(parameters or {}),
        valid_from=season.starts_on,
        reason="",
        by=None,
    )
    boards = [setup.BoardSpec(1, number, Discipline.DOMINO, 2, 2) for number in range(1, PARTIDAS // 2 + 1)]
    competition = setup.create_competition(
        season=season,
        name="Primera División de dominó",
        code="D1",
        discipline=Discipline.DOMINO,
        entrants=Entrants.TEAMS,
        regulation_version=version,
        encounter_format=setup.create_format(name="4 x 2", boards=boards, by=None),
        by=None,
    )
    club = Club.objects.create(name="Club de Prueba", short_name="Prueba")
    venue = Venue.objects.create(club=club, name="Salón", address="Calle Mayor, 1", time_zone="Europe/Madrid")
    teams = Team.objects.bulk_create(Team(club=club, season=season, name=name, venue=venue) for name in names)
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, team=team, lot=lot) for lot, team in enumerate(teams, start=1)
    )
    by_key = {entry.pk: name for entry, name in zip(entries, names, strict=True)}
    encounters = {}
    for each in round_robin([entry.pk for entry in entries], legs=legs):
        day = at + timedelta(weeks=each.number)
        round_ = Round.objects.create(competition=competition, number=each.number, starts_on=day.date())
        made = Encounter.objects.bulk_create(
            Encounter(
                round=round_,
                number=number,
                home_id=home,
                away_id=away,
                venue=venue,
                scheduled_at=day,
                format=competition.format,
            )
            for number, (home, away) in enumerate(each.pairs, start=1)
        )
        for encounter in made:
            encounters[by_key[encounter.home_id], by_key[encounter.away_id]] = encounter
    return MadeLeague(competition, dict(zip(names, entries, strict=True)), encounters)


@transaction.atomic
def publish(
    encounter: Encounter,
    home: int,
    away: int,
    *,
    state: str = "final",
    kind: str = "sealed",
    tantos: Totals | None = None,
    is_pending: bool = False,
) -> Outcome:
    """Publish one more version of a result, as sealing does, and leave the encounter in a state."""
    last = Outcome.objects.filter(encounter=encounter).count()
    winner = "" if home == away else "home" if home > away else "away"
    totals = tantos or Totals(home * TANTOS, away * TANTOS)
    points = {"home": (3, 0), "away": (0, 3), "": (1, 1)}[winner]
    outcome = results.publish_outcome(
        encounter=encounter,
        version=last + 1,
        kind=kind,
        home=results.Score(home, home // 2, totals.home, points[0]),
        away=results.Score(away, away // 2, totals.away, points[1]),
        winner=winner,
        is_pending=is_pending,
        at=NOW,
    )
    put(encounter, state)
    return outcome


def put(encounter: Encounter, state: str) -> None:
    """Leave an encounter in a state, with one transition more behind it."""
    encounter.refresh_from_db()
    Encounter.objects.filter(pk=encounter.pk).update(
        state=state,
        epoch=encounter.epoch + 1,
        terms={},
        regulation_version=encounter.round.competition.regulation_version,
        started_at=NOW,
    )
