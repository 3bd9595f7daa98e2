"""What a club's delegates see of their club: names, licences and squads, and nothing of the office's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation import clock
from federation.models import (
    ENDED_LICENCES,
    OPEN_REQUESTS,
    Club,
    ClubRequest,
    Licence,
    LicenceState,
    Person,
    RequestKind,
    RosterEntry,
    Season,
    Team,
)
from federation.queries.people import present
from federation.queries.renewals import Renewal, plan


def people_of(club: Club) -> QuerySet[Person]:
    """Whoever is in a squad of the club, or has had a licence of it and has not gone elsewhere since.

    Gone is whoever has a licence of another club in a season after the last one that he had here.
    """
    later = (
        Licence.objects.filter(person=OuterRef("person"), club__isnull=False)
        .exclude(club=club)
        .exclude(state__in=[*ENDED_LICENCES, LicenceState.REQUESTED])
        .filter(season__starts_on__gt=OuterRef("season__starts_on"))
    )
    here = Licence.objects.filter(~Exists(later), club=club)
    placed = RosterEntry.objects.filter(
        Q(valid_to__isnull=True) | Q(valid_to__gte=clock.today()), team__club=club
    )
    # One set of keys: an `or` of two conditions would look at every person of the federation.
    members = here.order_by().values("person").union(placed.order_by().values("person"))
    return present().filter(pk__in=members)


def licences_of(club: Club, people: Iterable[Person], season: Season | None) -> dict[int, list[Licence]]:
    """The licences of a season that these people have of the club, by the person's key. One query."""
    rows = Licence.objects.filter(club=club, season=season, person__in=[who.pk for who in people])
    found: dict[int, list[Licence]] = defaultdict(list)
    for row in rows.select_related("season").order_by("kind", "pk"):
        found[row.person_id].append(row)
    return found


def history_of(club: Club, person: Person) -> tuple[list[Licence], list[RosterEntry]]:
    """A person's licences of the club and his places in its squads, the last first. Two queries."""
    licences = Licence.objects.filter(club=club, person=person).select_related("season")
    places = RosterEntry.objects.filter(team__club=club, person=person).select_related("team__season")
    return (
        list(licences.order_by("-season__starts_on", "-pk")),
        list(places.order_by("-valid_from", "-pk")),
    )


def teams_of(club: Club, season: Season | None) -> list[Team]:
    """The club's teams of a season and of those that come after it, season by season and by name."""
    if season is None:
        return []
    found = Team.objects.filter(club=club, season__starts_on__gte=season.starts_on)
    return list(found.select_related("season", "venue").order_by("season__starts_on", "sort_key", "pk"))


def tally_of(club: Club, season: Season | None) -> tuple[int, int]:
    """How many licences the club has in force today, and how many that are asked for. One query each."""
    today = clock.today()
    held = Licence.objects.filter(club=club, season=season)
    in_force = held.filter(state=LicenceState.GRANTED, valid_from__lte=today, valid_to__gte=today)
    return in_force.count(), held.filter(state=LicenceState.REQUESTED).count()


def running(club: Club) -> QuerySet[ClubRequest]:
    """What the club has asked for and is not decided, the oldest first."""
    return ClubRequest.objects.filter(club=club, state__in=OPEN_REQUESTS).order_by("sent_at", "pk")


def seasons_ahead() -> QuerySet[Season]:
    """The seasons that something can be asked for: those that are not over, the first one first."""
    return Season.objects.filter(ends_on__gte=clock.today()).order_by("starts_on", "pk")


def before(season: Season) -> Season | None:
    """The season before another."""
    return Season.objects.filter(starts_on__lt=season.starts_on).order_by("-starts_on").first()


def renewable(club: Club, after: Season) -> tuple[Sequence[Renewal], set[int]]:
    """The club's licences of the season before, and the people whose renewal is asked for already."""
    rows = Licence.objects.filter(club=club, season=before(after)).exclude(state__in=ENDED_LICENCES)
    asked = ClubRequest.objects.filter(
        club=club, kind=RequestKind.RENEWAL, season=after, state__in=OPEN_REQUESTS
    )
    return plan_of(rows, after), set(asked.values_list("person", flat=True))


def plan_of(rows: QuerySet[Licence], after: Season) -> list[Renewal]:
    """The plan of a renewal for licences of several kinds, by kind and name; three queries for each kind."""
    kinds = sorted(set(rows.order_by().values_list("kind", flat=True)))
    return [each for kind in kinds for each in plan(rows.filter(kind=kind), after)]
