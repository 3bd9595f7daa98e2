"""Reserve teams: who may help in a team, and how often somebody has played above his own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from competitions.models import Encounter, Entry
from competitions.queries.squads import played
from competitions.rules.reserves import Above, chain_above, chain_below
from federation.models import PLAYS, Person, RosterEntry, Team
from federation.queries.people import by_records
from matches.models import Appearance
from matches.queries.people import encounter_day, on_roster

RULE = "reserve_team_rule"


@dataclass(frozen=True)
class Chains:
    """The teams of some clubs in a season: what they are called, and which is above which."""

    names: Mapping[int, str]
    reserve_of: Mapping[int, int | None]


def chains(teams: Collection[int], season: int) -> Chains:
    """The chains of the clubs of these teams. One query."""
    clubs = Team.objects.filter(pk__in=teams).values("club")
    rows = Team.objects.filter(season=season, club__in=clubs).values_list("pk", "name", "reserve_of")
    found = list(rows)
    return Chains({key: name for key, name, _above in found}, {key: above for key, _name, above in found})


def helpers(encounter: Encounter, team: int) -> list[tuple[Person, str]]:
    """Players of the teams below who may help on the encounter's day, with their team, by name.

    Nobody where the regulation has no rule for reserve teams. At most three queries.
    """
    competition = encounter.round.competition
    if competition.regulation_version.parameters.get(RULE) is None:
        return []
    known = chains([team], competition.season_id)
    below = chain_below(team, known.reserve_of)
    if not below:
        return []
    rows = RosterEntry.objects.filter(on_roster(encounter_day(encounter)), team__in=below, role__in=PLAYS)
    rows = rows.exclude(team__in=Entry.objects.filter(competition=competition).values("team"))
    return [
        (row.person, known.names[row.team_id])
        for row in rows.select_related("person").order_by("person__sort_key", "person")
    ]


def plays_above(encounter: Encounter, teams_of: Mapping[int, Collection[int]]) -> dict[int, list[Above]]:
    """How often each person has played for the teams above his own, by competition; this encounter left out.

    `teams_of` names the teams in whose squads each is on the day. At most three queries.
    """
    own = {team for teams in teams_of.values() for team in teams}
    known = chains(own, encounter.round.competition.season_id) if own else Chains({}, {})
    above = {team: chain_above(team, known.reserve_of) for team in own}
    over = {each for chain in above.values() for each in chain}
    if not over:
        return {}
    limits, entered = _entries(own | over)
    times = _times(encounter, teams_of, over)
    return {
        person: [
            Above(
                own=str(team),
                above=str(each),
                own_name=known.names[team],
                above_name=known.names[each],
                competition=str(competition),
                times=times[person, each, competition],
                limit=limits[competition],
                own_enters_it=competition in entered[team],
            )
            for team in teams
            for each in above[team]
            for competition in sorted(entered[each])
        ]
        for person, teams in teams_of.items()
    }


def _entries(teams: Collection[int]) -> tuple[dict[int, int | None], dict[int, set[int]]]:
    """The limit of each competition, and which competitions each team is entered in."""
    limits: dict[int, int | None] = {}
    entered: dict[int, set[int]] = defaultdict(set)
    for entry in Entry.objects.filter(team__in=teams).select_related("competition__regulation_version"):
        if entry.team_id is not None:
            entered[entry.team_id].add(entry.competition_id)
        limits[entry.competition_id] = entry.competition.regulation_version.parameters.get(RULE)
    return limits, entered


def _times(
    encounter: Encounter, people: Collection[int], teams: Collection[int]
) -> Counter[tuple[int, int, int]]:
    """In how many played encounters each person was on the side of each of these teams, by competition."""
    rows = (
        Appearance.objects.filter(played("encounter__"), by_records(people))
        .filter(encounter__round__competition__season=encounter.round.competition.season_id)
        .exclude(encounter=encounter)
        .values_list(
            "person",
            "person__merged_into",
            "side",
            "encounter__home__team",
            "encounter__away__team",
            "encounter__round__competition",
        )
    )
    found: Counter[tuple[int, int, int]] = Counter()
    for person, merged_into, side, home, away, competition in rows:
        team = home if side == "home" else away
        if team in teams:
            found[merged_into or person, team, competition] += 1
    return found
