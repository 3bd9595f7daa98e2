"""Calendars, written in bulk from the plans of an import; results, compared and never written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from competitions import messages
from competitions.actions import setup
from competitions.models import Competition, Encounter, Entry, Round
from competitions.queries.importing_calendar import (
    competition_of,
    competitions,
    facts_of,
    results_of,
    team_facts,
)
from competitions.rules.importing_calendar import CalendarRows, Meeting, TeamFact
from competitions.rules.importing_results import ResultRows
from federation.actions import audit
from federation.actions.imports import written
from federation.actions.imports.targets import Scope, Simple
from federation.models import Import, Team, User
from federation.queries.importing_people import batches
from federation.rules.importing import Plan
from federation.rules.zones import day_in_zone

AT_ONCE = 500
ONLY_COMPARED = _(
    "Los resultados de una hoja se comparan con los oficiales y no se guardan: un resultado oficial solo "
    "nace de un acta sellada o de una resolución."
)


class _OfOneCompetition(Simple):
    """What the two kinds share: they are of one competition and name teams."""

    asks = "competition"
    personal = False

    def lock(self, keys: Sequence[Mapping[str, Any]], scope: Scope) -> None:
        """The competition, so that nobody else writes its calendar; then the encounters."""
        Competition.objects.select_for_update().get(pk=scope.source.competition_key or 0)
        for some in batches({each["encounter"] for each in keys if "encounter" in each}):
            rows = Encounter.objects.select_for_update().filter(pk__in=some).order_by("pk")
            list(rows.values_list("pk", flat=True))

    def title(self, values: Mapping[str, Any]) -> str:
        """How a list of rows names one."""
        return " – ".join(str(values.get(side) or "—") for side in ("home", "away"))

    def scopes(self) -> list[tuple[int, str]]:
        """The competitions that it may be for."""
        return competitions()

    def options(self, code: str, source: Import) -> list[tuple[str, str]]:
        """Any team of the season, where a name is no team's."""
        if code != "team_unknown":
            return []
        return [(f"t:{team.key}", team.name) for team in team_facts(competition_of(source))]

    def words(self) -> Mapping[str, Any]:
        """The words of what is told about rows of calendars and results."""
        return messages.IMPORTED_ENCOUNTERS


@dataclass(frozen=True)
class CalendarImporter(_OfOneCompetition):
    """Rounds and encounters of a competition."""

    kind: str = "calendar"
    shown: tuple[str, ...] = ("round", "date", "venue")
    tables: tuple[str, ...] = ("competitions.entry", "competitions.round", "competitions.encounter")

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """What each row would do."""
        planner = CalendarRows(facts_of(competition_of(scope.source)), scope.choices)
        return [planner.plan(number, values) for number, values in rows]

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Enter teams, add rounds, then write all encounters; each encounter has a chain of its own."""
        competition = competition_of(scope.source)
        fresh = [plan for plan in plans if "meeting" in plan.work]
        _enter_teams(fresh, competition, by)
        rounds = _add_rounds(fresh, competition, by)
        acts = _make_encounters(fresh, competition, rounds, scope.source.pk)
        acts += _move_encounters([plan for plan in plans if "moved" in plan.work], scope.source.pk)
        audit.record_all(acts, by=by)

    def after_undo(self, changed: Mapping[str, Sequence[int]]) -> None:
        """Pages that show these encounters see that something is other."""
        keys = changed.get("competitions.encounter", ())
        Encounter.objects.filter(pk__in=keys).update(epoch=F("epoch") + 1)


@dataclass(frozen=True)
class ResultsImporter(_OfOneCompetition):
    """Results of a sheet, beside the official ones."""

    kind: str = "results"
    shown: tuple[str, ...] = ("round", "result", "home_score", "away_score")
    only_compared: Any = ONLY_COMPARED
    tables: tuple[str, ...] = ()

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """Whether each row says what is on record."""
        competition = competition_of(scope.source)
        planner = ResultRows(team_facts(competition), results_of(competition), scope.choices)
        return [planner.plan(number, values) for number, values in rows]

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Nothing is written; whoever asks for it is refused before."""


def _enter_teams(plans: Sequence[Plan], competition: Competition, by: User | None) -> None:
    """Enter the teams that somebody said shall be, each once, with the next lots."""
    last = Entry.objects.filter(competition=competition).aggregate(last=Max("lot"))["last"] or 0
    waiting: dict[int, tuple[Plan, TeamFact]] = {}
    for plan in plans:
        meeting: Meeting = plan.work["meeting"]
        for team in (meeting.home, meeting.away):
            if team.entry is None:
                waiting.setdefault(team.key, (plan, team))
    teams = Team.objects.in_bulk(list(waiting))
    for lot, (key, (plan, fact)) in enumerate(sorted(waiting.items()), start=last + 1):
        entry = setup.enter_team(competition=competition, team=teams[key], lot=lot, by=by)
        fact.entry = entry.pk
        written.note_made(plan, entry)


def _add_rounds(plans: Sequence[Plan], competition: Competition, by: User | None) -> dict[int, int]:
    """Add the rounds that are missing, each beginning on its first day in the file; give all by number."""
    known = dict(Round.objects.filter(competition=competition).values_list("number", "pk"))
    days: dict[int, list[tuple[date, Plan]]] = defaultdict(list)
    for plan in plans:
        meeting: Meeting = plan.work["meeting"]
        days[meeting.round].append((day_in_zone(meeting.at, meeting.venue.zone), plan))
    for number in sorted(set(days) - set(known)):
        first = min(day for day, _plan in days[number])
        made = setup.add_round(competition=competition, number=number, starts_on=first, by=by)
        known[number] = made.pk
        written.note_made(days[number][0][1], made)
    return known


def _make_encounters(
    plans: Sequence[Plan], competition: Competition, rounds: Mapping[int, int], source: int
) -> list[audit.Act]:
    last: dict[int, int] = defaultdict(int)
    taken = (
        Encounter.objects.filter(round__competition=competition).values("round").annotate(last=Max("number"))
    )
    last |= {row["round"]: row["last"] for row in taken}
    rows = []
    for plan in plans:
        meeting: Meeting = plan.work["meeting"]
        key = rounds[meeting.round]
        last[key] += 1
        rows.append(
            Encounter(
                round_id=key,
                number=last[key],
                home_id=meeting.home.entry or 0,
                away_id=meeting.away.entry or 0,
                venue_id=meeting.venue.key,
                scheduled_at=meeting.at,
                format_id=competition.format_id,
            )
        )
    Encounter.objects.bulk_create(rows, batch_size=AT_ONCE)
    acts = []
    for plan, row in zip(plans, rows, strict=True):
        written.note_made(plan, row)
        acts.append(_act(plan, row, "encounter.scheduled", source))
    return acts


def _move_encounters(plans: Sequence[Plan], source: int) -> list[audit.Act]:
    keys = {plan.keys["encounter"] for plan in plans}
    rows = {row.pk: row for some in batches(keys) for row in Encounter.objects.filter(pk__in=some)}
    acts = []
    for plan in plans:
        row, meeting = rows[plan.keys["encounter"]], plan.work["moved"]
        values: dict[str, Any] = {"scheduled_at": meeting.at}
        if any(name == "venue" for name, _before, _after in plan.changes):
            values["venue_id"] = meeting.venue.key
        written.note_changed(plan, row, *written.assign(row, values))
        # Pages compare it before they read more.
        row.epoch += 1
        acts.append(_act(plan, row, "encounter.rescheduled", source))
    Encounter.objects.bulk_update(rows.values(), ["scheduled_at", "venue", "epoch"], batch_size=AT_ONCE)
    return acts


def _act(plan: Plan, row: Encounter, verb: str, source: int) -> audit.Act:
    chain = f"encounter:{row.pk}"
    written.of(plan)["chain"] = chain
    data = {
        "round": row.round_id,
        "home": row.home_id,
        "away": row.away_id,
        "at": row.scheduled_at.isoformat(),
        "venue": row.venue_id,
        "import": source,
    }
    return audit.Act(chain, verb, chain, data)


CALENDAR = CalendarImporter()
RESULTS = ResultsImporter()
