"""Teams of two clubs in two divisions: what tests of squads begin with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from competitions.actions import setup, squads
from competitions.models import Competition, Encounter, Entry, Round
from federation.actions import regulations
from federation.models import Discipline, Person, RosterEntry, RosterRole, Team
from tests.federation import registry_world
from tests.federation.registry_world import Registry

NOW = datetime(2026, 11, 14, 10, 0, tzinfo=UTC)
TODAY = NOW.date()
FIRST_ROUND = date(2026, 10, 3)


@dataclass
class Squads:
    """What was built: `first` and `rival` in the first division, `second` of the same club in the second."""

    registry: Registry
    first: Team
    second: Team
    rival: Team
    division_one: Competition
    division_two: Competition
    numbers: list[int] = field(default_factory=lambda: [0])

    def person(self, surname: str = "", *, licensed: bool = True) -> Person:
        """Somebody new, with a licence of the first club unless he is to have none."""
        self.numbers[0] += 1
        who = self.registry.person(f"Nombre{self.numbers[0]:02d}", surname or "Ruiz")
        if licensed:
            self.registry.licence(who, season=self.registry.after)
        return who

    def join(self, team: Team, who: Person, role: str = "player", **values: object) -> RosterEntry:
        """Put somebody in a squad from the first day of the season, or from the day given."""
        fields = {"day": self.registry.after.starts_on, "by": self.registry.office, **values}
        return squads.join_squad(team=team, person=who, role=RosterRole(role), **fields)  # type: ignore[arg-type]

    def squad(self, team: Team, day: date = TODAY) -> dict[str, str]:
        """Who is in a squad on a day, and as what."""
        rows = RosterEntry.objects.filter(team=team, valid_from__lte=day).exclude(valid_to__lt=day)
        return {row.person.given_name: row.role for row in rows.select_related("person")}

    def play(self, day: date) -> Encounter:
        """Let the first team have played against its rival on a day."""
        round_ = Round.objects.filter(competition=self.division_one).exclude(encounters__isnull=False)[0]
        home, away = Entry.objects.filter(competition=self.division_one).order_by("lot")
        made = setup.schedule_encounter(
            in_round=round_,
            number=1,
            home=home,
            away=away,
            venue=self.first.venue,  # type: ignore[arg-type]
            at=datetime(day.year, day.month, day.day, 20, 0, tzinfo=UTC),
            by=None,
        )
        Encounter.objects.filter(pk=made.pk).update(
            state="sealed",
            terms={},
            started_at=NOW,
            regulation_version=self.division_one.regulation_version,
        )
        return made


def build(**parameters: object) -> Squads:
    """Two divisions by one regulation with these parameters, fourteen rounds a week apart."""
    each = registry_world.build()
    venue = registry_world.registry.register_venue(
        club=each.club, name="Bar", address="", time_zone="Europe/Madrid", tables=[], by=None
    )
    teams = [
        registry_world.registry.register_team(club=club, season=each.after, name=name, venue=venue, by=None)
        for club, name in ((each.club, "Uno A"), (each.club, "Uno B"), (each.other, "Dos"))
    ]
    version = regulations.publish_version(
        name="Reglamento",
        discipline=Discipline.DOMINO,
        overrides=parameters,
        valid_from=each.after.starts_on,
        reason="",
        by=None,
    )
    format_ = setup.create_format(
        name="4 x 2",
        boards=[setup.BoardSpec(1, number, Discipline.DOMINO, 2, 2) for number in range(1, 5)],
        by=None,
    )
    divisions = [
        setup.create_competition(
            season=each.after,
            name=name,
            code=code,
            discipline=Discipline.DOMINO,
            entrants="teams",  # type: ignore[arg-type]
            regulation_version=version,
            encounter_format=format_,
            by=None,
        )
        for name, code in (("Primera", "D1"), ("Segunda", "D2"))
    ]
    for lot, (team, division) in enumerate(zip((0, 2, 1), (0, 0, 1), strict=True), start=1):
        setup.enter_team(competition=divisions[division], team=teams[team], lot=lot, by=None)
    for number in range(1, 15):
        begins = FIRST_ROUND + timedelta(weeks=number - 1)
        setup.add_round(competition=divisions[0], number=number, starts_on=begins, by=None)
    return Squads(each, teams[0], teams[1], teams[2], divisions[0], divisions[1])
