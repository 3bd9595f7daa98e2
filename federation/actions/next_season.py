"""Opening the season that follows, and copying teams with their squads into it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date

from django.db import IntegrityError, transaction

from federation.actions import audit, registry
from federation.models import Federation, Person, RosterEntry, Season, Team, User, Venue
from federation.permissions import require_office
from federation.queries import next_season as queries
from federation.queries.next_season import TeamPlan
from federation.rules.errors import RuleError
from federation.rules.next_season import check_season

BATCH = 500


@transaction.atomic
def open_next(*, name: str, starts_on: date, ends_on: date, by: User | None) -> Season:
    """Open a season.

    RuleError as `rules.next_season.check_season`, and `season_name_taken`. Forbidden for whoever does
    not run the office.
    """
    require_office(by)
    # Its one row stands for the seasons: two who open one at once wait for each other.
    list(Federation.objects.select_for_update().values_list("pk", flat=True))
    if Season.objects.filter(name__iexact=name.strip()).exists():
        raise RuleError("season_name_taken", field="name")
    check_season(starts_on, ends_on, Season.objects.values_list("name", "starts_on", "ends_on"))
    try:
        with transaction.atomic():
            return registry.open_season(name=name.strip(), starts_on=starts_on, ends_on=ends_on, by=by)
    except IntegrityError as error:
        raise RuleError("season_name_taken", field="name") from error


@transaction.atomic
def copy_teams(*, teams: Collection[int], after: Season, only_licensed: bool, by: User | None) -> list[Team]:
    """Copy these teams (keys, of the season before) into a season, with their squads; give the new ones.

    Roles stay, and so does which team is whose reserve; everybody begins on the season's first day.
    With `only_licensed`, whoever has no player's licence there is left out, captains excepted. A team
    that is there already, or whose club is closed, is left out, so that the same act twice copies
    once. RuleError `no_season_before`, `nothing_to_copy`. Forbidden for whoever does not run the office.
    """
    require_office(by)
    # Whoever copies into this season locks its row: the second finds the teams there.
    locked = Season.objects.select_for_update().get(pk=after.pk)
    earlier = queries.before(locked)
    if earlier is None:
        raise RuleError("no_season_before")
    squads = RosterEntry.objects.filter(team__in=list(teams))
    list(
        Person.objects.select_for_update()
        .filter(pk__in=squads.values("person"))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    wanted = set(teams)
    plans = [each for each in queries.plan(earlier, locked) if each.team.pk in wanted and each.reason is None]
    if not plans:
        raise RuleError("nothing_to_copy")
    made = _make_teams(plans, locked)
    _put_reserves(plans, made, locked)
    counts = _make_squads(plans, made, locked, only_licensed=only_licensed)
    _record(plans, made, counts, by)
    return list(made.values())


def _make_teams(plans: Collection[TeamPlan], after: Season) -> dict[int, Team]:
    """The new teams, by the keys of the old ones."""
    rows = [
        Team(
            club=plan.team.club,
            season=after,
            name=plan.team.name,
            sort_key=plan.team.sort_key,
            venue=_open_venue(plan.team.venue, after),
        )
        for plan in plans
    ]
    created = Team.objects.bulk_create(rows, batch_size=BATCH)
    return {plan.team.pk: team for plan, team in zip(plans, created, strict=True)}


def _open_venue(venue: Venue | None, after: Season) -> Venue | None:
    """The venue, unless nobody plays there any more."""
    closed = venue is not None and venue.closed_on is not None and venue.closed_on < after.starts_on
    return None if closed else venue


def _put_reserves(plans: Collection[TeamPlan], made: Mapping[int, Team], after: Season) -> None:
    """Let each new team be the reserve of the new one that stands for what the old one was below."""
    there = {(team.club_id, team.sort_key): team for team in Team.objects.filter(season=after)}
    changed = []
    for plan in plans:
        above = plan.team.reserve_of
        found = there.get((above.club_id, above.sort_key)) if above is not None else None
        if found is not None:
            made[plan.team.pk].reserve_of = found
            changed.append(made[plan.team.pk])
    Team.objects.bulk_update(changed, ["reserve_of"], batch_size=BATCH)


def _make_squads(
    plans: Collection[TeamPlan], made: Mapping[int, Team], after: Season, *, only_licensed: bool
) -> dict[int, int]:
    """The squads; how many people each new team got, by its key."""
    rows = [
        RosterEntry(
            team=made[plan.team.pk],
            person=member.entry.person,
            role=member.entry.role,
            valid_from=after.starts_on,
        )
        for plan in plans
        for member in plan.copied(only_licensed=only_licensed)
    ]
    RosterEntry.objects.bulk_create(rows, batch_size=BATCH)
    counts: dict[int, int] = defaultdict(int)
    for row in rows:
        counts[row.team_id] += 1
    return counts


def _record(
    plans: Collection[TeamPlan], made: Mapping[int, Team], counts: Mapping[int, int], by: User | None
) -> None:
    """In the chain of each team what it was copied from; in that of each club which teams it got."""
    teams, clubs = [], defaultdict(list)
    for plan in plans:
        team = made[plan.team.pk]
        data = {"name": team.name, "copied_from": plan.team.pk, "count": counts.get(team.pk, 0)}
        teams.append(audit.Act(f"team:{team.pk}", "squad.copied", f"team:{team.pk}", data))
        clubs[team.club_id].append(team)
    audit.record_batch(teams, by=by)
    audit.record_batch(
        [
            audit.Act(
                f"club:{club}",
                "teams.copied",
                f"club:{club}",
                {"names": ", ".join(team.name for team in found), "teams": [team.pk for team in found]},
            )
            for club, found in clubs.items()
        ],
        by=by,
    )
