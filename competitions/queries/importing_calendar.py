"""What is known of the competition that a calendar or a list of results is of. Bounded queries."""

from __future__ import annotations

from competitions.models import Competition, Encounter, Entry, Round
from competitions.queries.outcomes import in_force
from competitions.rules.importing_calendar import EncounterFact, Facts, TeamFact, VenueFact
from competitions.rules.importing_results import ResultFact
from federation.models import Import, Team, Venue


def competitions() -> list[tuple[int, str]]:
    """Every competition of teams, those of the last season first, with its season."""
    found = Competition.objects.select_related("season").order_by("-season__starts_on", "name", "pk")
    return [(each.pk, f"{each.name} ({each.season})") for each in found]


def competition_of(source: Import) -> Competition:
    """The competition that an import is for."""
    rows = Competition.objects.select_related("season", "format")
    # Asked for by each step of an import, and no loop: a list, since nothing is looked up here.
    (found,) = rows.filter(pk=source.competition_key or 0)
    return found


def team_facts(competition: Competition) -> list[TeamFact]:
    """The teams of the season, those entered with their entry. Two queries."""
    entries = dict(Entry.objects.filter(competition=competition).values_list("team", "pk"))
    rows = Team.objects.filter(season=competition.season_id).order_by("sort_key", "pk")
    return [
        TeamFact(key, name, club, venue, entries.get(key))
        for key, name, club, venue in rows.values_list("pk", "name", "club", "venue")
    ]


def facts_of(competition: Competition) -> Facts:
    """Everything that planning a calendar asks for."""
    season = competition.season
    rows = Encounter.objects.filter(round__competition=competition).order_by("pk")
    encounters = rows.values_list(
        "pk", "round__number", "home__team", "away__team", "venue", "scheduled_at", "state"
    )
    venues = Venue.objects.values_list("pk", "name", "club", "time_zone", "closed_on")
    return Facts(
        season=(season.starts_on, season.ends_on),
        teams=team_facts(competition),
        venues=[VenueFact(*row) for row in venues],
        rounds=dict(Round.objects.filter(competition=competition).values_list("number", "pk")),
        encounters=[EncounterFact(*row) for row in encounters],
    )


def results_of(competition: Competition) -> list[ResultFact]:
    """Every encounter of a competition with the last official result that is not pending. Two queries."""
    last: dict[int, tuple[int, int]] = {}
    for outcome in in_force().filter(encounter__round__competition=competition):
        if outcome.is_pending or outcome.kind == "annulled":
            last.pop(outcome.encounter_id, None)
        else:
            last[outcome.encounter_id] = (outcome.home_partidas, outcome.away_partidas)
    rows = Encounter.objects.filter(round__competition=competition)
    return [
        ResultFact(number, home, away, last.get(key))
        for key, number, home, away in rows.values_list("pk", "round__number", "home__team", "away__team")
    ]
