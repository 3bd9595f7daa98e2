"""Reading entries: what a side of an encounter is, and who plays for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from competitions.models import Competition, Encounter, Entry, EntryPlayer
from competitions.rules.entries import Candidate
from federation.models import Licence, LicenceKind, LicenceState, Person, Season

SIDES = ("home", "away")


def of_sides(path: str = "", *, club: bool = False) -> tuple[str, ...]:
    """What must be read with encounters so that both sides can be named; `path` leads to the encounter."""
    team = "team__club" if club else "team"
    return tuple(f"{path}{side}__{each}" for side in SIDES for each in (team, "player", "partner"))


def is_of_teams(encounter: Encounter) -> bool:
    """Do two teams meet, with squads, captains and line-ups, and not two pairs or two players?"""
    return encounter.home.is_team


def played_by(person: int) -> Q:
    """The encounters in which a person plays in a pair, or for himself."""
    own = EntryPlayer.objects.filter(person=person).values("entry")
    return Q(home__in=own) | Q(away__in=own)


def entered_in(competition: Competition) -> list[Entry]:
    """Everybody who takes part, with what names them, in the order of the lots. One query."""
    rows = Entry.objects.filter(competition=competition).select_related("team", "player", "partner")
    return list(rows.order_by("lot"))


def of_entry(entry: Entry) -> Q:
    """The encounters of an entry."""
    return Q(home=entry) | Q(away=entry)


def entered_people(competition: Competition) -> set[int]:
    """Everybody who plays in a pair, or for himself, in a competition."""
    rows = EntryPlayer.objects.filter(competition=competition)
    return set(rows.values_list("person", flat=True))


def candidates(competition: Competition, people: Sequence[Person]) -> list[Candidate]:
    """These people as the rules look at them."""
    licensed = set(
        licences_of(people, competition.season_id)
        .filter(state=LicenceState.GRANTED)
        .values_list("person", flat=True)
    )
    return [Candidate(each.pk, each.full_name, each.pk in licensed) for each in people]


def licences_of(people: Iterable[Person | int], season: Season | int) -> QuerySet[Licence]:
    """Their players' licences of a season, but for those that were withdrawn."""
    found = Licence.objects.filter(person__in=list(people), season=season, kind=LicenceKind.PLAYER)
    return found.exclude(state=LicenceState.WITHDRAWN)


def clubs_of(entries: Iterable[Entry], season: int) -> dict[int, list[tuple[int, str]]]:
    """The clubs (key and name) behind entries: the team's, or its players' in a season. One query.

    Teams must have been read with their clubs.
    """
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    players = {}
    for entry in entries:
        if entry.team is not None:
            found[entry.pk].append((entry.team.club_id, entry.team.club.name))
        players.update(dict.fromkeys(entry.people, entry))
    if not players:
        return found
    rows = (
        licences_of(players, season)
        .filter(club__isnull=False)
        .order_by("pk")
        .values_list("person", "club", "club__name")
    )
    of_person = {person: (club, name) for person, club, name in rows}
    for person, entry in players.items():
        club = of_person.get(person)
        if club is not None and club not in found[entry.pk]:
            found[entry.pk].append(club)
    return found
