"""Teams entered and changed by the office: one name a season, a venue of the club, no circle of reserves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from competitions.actions import teams
from competitions.actions.teams import TeamDetails
from federation.actions import clubs, registry
from federation.models import AuditEntry, Team
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.names import sort_key
from tests.federation import registry_world
from tests.federation.registry_world import Registry


@pytest.fixture
def each(db: None) -> Registry:
    return registry_world.build()


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def enter(each: Registry, name: str = "Uno A", **values: object) -> Team:
    fields = {"club": each.club, "season": each.after, "by": each.office}
    kept = {key: values.pop(key) for key in list(values) if key in fields}
    return teams.enter_team(**{**fields, **kept}, details=TeamDetails(name, **values))  # type: ignore[arg-type]


def test_a_team_is_entered_and_changed(each: Registry) -> None:
    venue = registry.register_venue(
        club=each.club, name="Bar", address="", time_zone="Europe/Madrid", tables=[], by=None
    )
    above = enter(each, "  Uno A ")
    below = enter(each, "Uno B", venue=venue, reserve_of=above)
    assert (above.name, below.venue, below.reserve_of) == ("Uno A", venue, above)
    details = replace(teams.details_of(below), name="Ñu", reserve_of=None)
    teams.change_team(team=below, details=details, by=each.office)
    teams.change_team(team=below, details=details, by=each.office)
    below.refresh_from_db()
    assert (below.name, below.sort_key, below.reserve_of) == ("Ñu", sort_key("Ñu", "", ""), None)
    verbs = AuditEntry.objects.filter(subject=f"team:{below.pk}").order_by("seq")
    assert list(verbs.values_list("verb", flat=True)) == ["team.registered", "team.changed", "team.changed"]
    assert list(problems()) == []


def test_one_name_a_season(each: Registry) -> None:
    enter(each)
    for name in ("Uno A", "UNO Á"):
        with refused("team_name_taken", "name"):
            enter(each, name, club=each.other)
    second = enter(each, "Uno B")
    with refused("team_name_taken", "name"):
        teams.change_team(team=second, details=TeamDetails("uno a"), by=each.office)
    with refused("team_name_missing", "name"):
        enter(each, "  ")
    assert enter(each, season=each.before)


def test_what_belongs_to_another_club_or_makes_a_circle(each: Registry) -> None:
    theirs = registry.register_venue(
        club=each.other, name="Bar", address="", time_zone="Europe/Madrid", tables=[], by=None
    )
    with refused("venue_of_another_club", "venue"):
        enter(each, venue=theirs)
    other, earlier = enter(each, "Dos A", club=each.other), enter(each, "Uno A", season=each.before)
    for above in (other, earlier):
        with refused("reserve_of_another_club", "reserve_of"):
            enter(each, reserve_of=above)
    first = enter(each)
    second = enter(each, "Uno B", reserve_of=first)
    third = enter(each, "Uno C", reserve_of=second)
    for above in (first, second, third):
        with refused("reserve_circle", "reserve_of"):
            teams.change_team(team=first, details=TeamDetails("Uno A", None, above), by=each.office)


def test_a_closed_club_enters_no_teams(each: Registry) -> None:
    clubs.close_club(club=each.club, reason="x", by=each.office)
    with refused("club_is_closed", "club", ConflictError):
        enter(each)


def test_only_the_office(each: Registry) -> None:
    team = enter(each)
    with refused("only_office", error=ForbiddenError):
        enter(each, "Otro", by=each.stranger)
    with refused("only_office", error=ForbiddenError):
        teams.change_team(team=team, details=TeamDetails("Otro"), by=each.stranger)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_of_one_name_and_two_above_each_other_at_once(run_together) -> None:
    each = registry_world.build()
    found = run_together(lambda: enter(each), lambda: enter(each, club=each.other))
    assert sorted(getattr(result, "code", "done") for result in found) == ["done", "team_name_taken"]
    first = Team.objects.get()
    second = enter(each, "Otro", club=first.club)

    def put(team: Team, above: Team):
        details = replace(teams.details_of(team), reserve_of=above)
        return lambda: teams.change_team(team=team, details=details, by=each.office)

    found = run_together(put(first, second), put(second, first))
    assert sorted(getattr(result, "code", "done") for result in found) == ["done", "reserve_circle"]
