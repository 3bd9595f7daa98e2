"""Teams and their squads, written in bulk from the plans of an import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions import messages
from competitions.queries.importing_teams import facts_of
from competitions.rules.importing_teams import KnownTeam, Member, TeamRows
from federation.actions import audit
from federation.actions.imports import written
from federation.actions.imports.targets import Scope, Simple
from federation.models import Person, RosterEntry, Season, Team, User
from federation.queries.importing_people import batches
from federation.rules.importing import Plan
from federation.rules.names import sort_key

AT_ONCE = 500


@dataclass(frozen=True)
class TeamsImporter(Simple):
    """Teams of a season with club and venue; a row may bring captain, vice-captain and a player."""

    kind: str = "teams"
    asks: str = "season"
    shown: tuple[str, ...] = ("club", "venue", "captain", "player")
    personal: bool = True
    tables: tuple[str, ...] = ("federation.team", "federation.rosterentry")

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """What each row would do."""
        if scope.season is None:
            raise ValueError("teams are imported into a season")
        facts = facts_of([values for _number, values in rows], scope.season, scope.today)
        planner = TeamRows(facts, scope.choices)
        return [planner.plan(number, values) for number, values in rows]

    def lock(self, keys: Sequence[Mapping[str, Any]], scope: Scope) -> None:
        """The season, so that nobody else brings its teams; then the teams; then the people."""
        if scope.season is not None:
            Season.objects.select_for_update().get(pk=scope.season.pk)
        for some in batches({each["team"] for each in keys if "team" in each}):
            rows = Team.objects.select_for_update().filter(pk__in=some).order_by("pk")
            list(rows.values_list("pk", flat=True))
        people = {named["person"] for each in keys for named in each.get("people", ())}
        for some in batches(people):
            # Whoever was merged meanwhile is found under the other record when the rows are planned.
            locked = Person.objects.select_for_update(no_key=True).filter(pk__in=some).order_by("pk")
            list(locked.values_list("pk", flat=True))

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Write teams, then their squads; what was done goes into the chains of clubs and teams."""
        _make_teams(plans, scope)
        _move_teams(plans)
        _make_places(plans)
        audit.record_all(_acts(plans, scope.source.pk), by=by)

    def title(self, values: Mapping[str, Any]) -> str:
        """How a list of rows names one."""
        return str(values.get("name") or "")

    def words(self) -> Mapping[str, Any]:
        """The words of what is told about rows of teams."""
        return messages.IMPORTED_TEAMS

    def fields(self) -> Mapping[str, Any]:
        """As what somebody joins a squad."""
        return {
            "as_player": _("Entra como jugador"),
            "as_captain": _("Entra como capitán"),
            "as_vice_captain": _("Entra como subcapitán"),
            "as_non_playing_captain": _("Entra como capitán que no juega"),
        }


def _make_teams(plans: Sequence[Plan], scope: Scope) -> None:
    first = [plan for plan in plans if plan.work["made"]]
    rows = []
    for plan in first:
        team: KnownTeam = plan.work["team"]
        venue = plan.work["venue"]
        rows.append(
            Team(
                club_id=team.club,
                season=scope.season,
                name=team.name,
                sort_key=sort_key(team.name, "", ""),
                venue_id=venue.key if venue is not None else None,
            )
        )
    Team.objects.bulk_create(rows, batch_size=AT_ONCE)
    for plan, row in zip(first, rows, strict=True):
        plan.work["team"].key = row.pk


def _move_teams(plans: Sequence[Plan]) -> None:
    """Give teams another venue: those that were there, and those whose venue comes in a later row."""
    moving = [plan for plan in plans if plan.work["venue"] is not None and not plan.work["made"]]
    keys = {plan.work["team"].key for plan in moving}
    rows = {row.pk: row for some in batches(keys) for row in Team.objects.filter(pk__in=some)}
    for plan in moving:
        row = rows[plan.work["team"].key]
        before, after = written.assign(row, {"venue_id": plan.work["venue"].key})
        if "team" in plan.keys:
            written.note_changed(plan, row, before, after)
    Team.objects.bulk_update(rows.values(), ["venue"], batch_size=AT_ONCE)
    made = {plan.work["team"].key: plan for plan in plans if plan.work["made"]}
    for some in batches(made):
        for row in Team.objects.filter(pk__in=some):
            written.note_made(made[row.pk], row)


def _make_places(plans: Sequence[Plan]) -> None:
    for plan in plans:
        for member, role in plan.work["promoted"]:
            member.role = role
    joining: list[tuple[Plan, Member]] = [(plan, member) for plan in plans for member in plan.work["joins"]]
    rows = [
        RosterEntry(
            team_id=plan.work["team"].key, person_id=member.person, role=member.role, valid_from=member.day
        )
        for plan, member in joining
    ]
    RosterEntry.objects.bulk_create(rows, batch_size=AT_ONCE)
    for (plan, _member), row in zip(joining, rows, strict=True):
        plan.work.setdefault("places", []).append(row)
        written.note_made(plan, row)


def _acts(plans: Sequence[Plan], source: int) -> list[audit.Act]:
    found = []
    for plan in plans:
        team: KnownTeam = plan.work["team"]
        subject = f"team:{team.key}"
        written.of(plan)["chain"] = subject
        told: dict[str, Any] = {"name": team.name, "import": source}
        if plan.work["made"]:
            found.append(audit.Act(f"club:{team.club}", "team.registered", subject, told))
        elif plan.work["venue"] is not None:
            after = {"venue": plan.work["venue"].key}
            found.append(audit.Act(f"club:{team.club}", "team.changed", subject, {**told, "after": after}))
        for row in plan.work.get("places", ()):
            data = {
                "person": row.person_id,
                "role": str(row.role),
                "from": row.valid_from.isoformat(),
                "import": source,
            }
            found.append(audit.Act(subject, "squad.joined", f"roster:{row.pk}", data))
    return found


IMPORTER = TeamsImporter()
