"""Teams of a season: entered, renamed, given a venue, put below another team of their club."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from competitions.rules.reserves import check_reserve
from federation.actions import audit, registry
from federation.models import Club, ClubState, Season, Team, User, Venue
from federation.permissions import require_office
from federation.rules.errors import ConflictError, RuleError
from federation.rules.names import sort_key


@dataclass(frozen=True)
class TeamDetails:
    """What a team is called, where it plays at home, and the team of its club that it is the reserve of."""

    name: str
    venue: Venue | None = None
    reserve_of: Team | None = None


@transaction.atomic
def enter_team(*, club: Club, season: Season, details: TeamDetails, by: User | None) -> Team:
    """Enter a team of a club for a season.

    RuleError `team_name_taken`, `venue_of_another_club`, `reserve_of_another_club`; ConflictError
    `club_is_closed`. Forbidden for whoever does not run the office.
    """
    require_office(by)
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if locked.state != ClubState.ACTIVE:
        raise ConflictError("club_is_closed", field="club")
    _check(locked, season, details, None)
    try:
        with transaction.atomic():
            team = registry.register_team(
                club=locked, season=season, name=details.name.strip(), venue=details.venue, by=by
            )
    except IntegrityError as error:
        raise RuleError("team_name_taken", field="name") from error
    if details.reserve_of is not None:
        _write(team, details)
        _record(team, by, {}, details)
    return team


@transaction.atomic
def change_team(*, team: Team, details: TeamDetails, by: User | None) -> Team:
    """Change what a team is called, where it plays and whose reserve it is; actas keep the name they have.

    Refusals as `enter_team`, and RuleError `reserve_circle` for a team below it.
    """
    require_office(by)
    club = Club.objects.select_for_update().get(pk=team.club_id)
    locked = Team.objects.select_for_update(of=("self",)).select_related("season").get(pk=team.pk)
    before = details_of(locked)
    if before == details:
        return locked
    _check(club, locked.season, details, locked)
    try:
        with transaction.atomic():
            _write(locked, details)
    except IntegrityError as error:
        raise RuleError("team_name_taken", field="name") from error
    _record(locked, by, _told(before), details)
    return locked


def details_of(team: Team) -> TeamDetails:
    """What is known of a team, as it stands."""
    return TeamDetails(team.name, team.venue, team.reserve_of)


def _check(club: Club, season: Season, details: TeamDetails, team: Team | None) -> None:
    if not details.name.strip():
        raise RuleError("team_name_missing", field="name")
    key = sort_key(details.name, "", "")
    others = Team.objects.filter(season=season, sort_key=key)
    if (others.exclude(pk=team.pk) if team else others).exists():
        raise RuleError("team_name_taken", field="name")
    # A neutral place has no club, and is open to all.
    if details.venue is not None and details.venue.club_id not in (None, club.pk):
        raise RuleError("venue_of_another_club", field="venue")
    above = details.reserve_of
    if above is None:
        return
    if (above.club_id, above.season_id) != (club.pk, season.pk):
        raise RuleError("reserve_of_another_club", field="reserve_of")
    if team is not None:
        # Behind the lock of the club: nobody closes a circle meanwhile.
        chain = dict(Team.objects.filter(club=club, season=season).values_list("pk", "reserve_of"))
        check_reserve(team.pk, above.pk, chain)


def _write(team: Team, details: TeamDetails) -> None:
    team.name, team.venue, team.reserve_of = details.name.strip(), details.venue, details.reserve_of
    team.sort_key = sort_key(team.name, "", "")
    team.save(update_fields=["name", "venue", "reserve_of", "sort_key"])


def _told(details: TeamDetails) -> dict[str, object]:
    return {
        "name": details.name,
        "venue": details.venue.pk if details.venue else None,
        "reserve_of": details.reserve_of.pk if details.reserve_of else None,
    }


def _record(team: Team, by: User | None, before: dict[str, object], details: TeamDetails) -> None:
    audit.record(
        chain=f"club:{team.club_id}",
        verb="team.changed",
        subject=f"team:{team.pk}",
        by=by,
        data={"name": team.name, "before": before, "after": _told(details)},
    )
