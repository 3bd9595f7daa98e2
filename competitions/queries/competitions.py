"""Reading competitions: the list of a season, and one with its entries and rounds. Constant queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from competitions.models import Competition, Encounter, Entry, Round
from competitions.queries.entries import clubs_of, licences_of
from federation.models import Licence, LicenceState, Person, Season
from federation.queries.clubs import as_looked_for
from federation.queries.people import found_by, present
from federation.rules.searching import backwards, looks_like_number, search_words

MOST_ALIKE = 6


@dataclass(frozen=True)
class EntryRow:
    """An entry as lists show it: what it is called, who plays for it with his licence, their clubs."""

    entry: Entry
    players: tuple[tuple[Person, str], ...]
    clubs: str
    has_met: bool


def competitions_of(season: Season) -> list[Competition]:
    """The competitions of a season by name, each with `entry_count`. One query."""
    found = Competition.objects.filter(season=season).select_related("format", "season")
    return list(found.annotate(entry_count=Count("entries")).order_by("name", "pk"))


def entries(competition: Competition, text: str = "") -> QuerySet[Entry]:
    """The entries of a competition by lot; `text` finds a team, a pair's name or somebody who plays in it."""
    found = Entry.objects.filter(competition=competition).select_related(
        "team__club", "player", "partner", "competition"
    )
    return named(found, text).order_by("lot")


def named(found: QuerySet[Entry], text: str) -> QuerySet[Entry]:
    """Those of these entries that a text finds: a team, a pair's name or somebody who plays in it."""
    # A number is a licence's, whole or by its last figures, and no word of a name.
    for word in [text] if looks_like_number(text) else search_words(text):
        people = Person.objects.filter(found_by(word, documents=False)).values("pk")
        found = found.annotate(plain_name=as_looked_for("team__sort_key")).filter(
            Q(plain_name__contains=f" {word}")
            | Q(pair_name__icontains=word)
            | Q(player__in=people)
            | Q(partner__in=people)
        )
    return found


def rows_of(found: Sequence[Entry]) -> list[EntryRow]:
    """Entries of one competition with the licences and clubs of who plays for them. Three queries."""
    people = [person for entry in found for person in entry.people]
    season = found[0].competition.season_id if found else 0
    licences = licences_of(people, season).order_by("pk")
    numbers = dict(licences.values_list("person", "number"))
    clubs = clubs_of(found, season)
    keys = [entry.pk for entry in found]
    met = Encounter.objects.filter(Q(home__in=keys) | Q(away__in=keys)).values_list("home", "away")
    playing = {key for sides in met for key in sides}
    return [
        EntryRow(
            entry,
            tuple(
                (each, numbers.get(each.pk, "")) for each in (entry.player, entry.partner) if each is not None
            ),
            ", ".join(name for _key, name in clubs[entry.pk]),
            entry.pk in playing,
        )
        for entry in found
    ]


def rounds_of(competition: Competition) -> list[Round]:
    """The rounds of a competition in order, each with `encounter_count`. One query."""
    found = Round.objects.filter(competition=competition)
    return list(found.annotate(encounter_count=Count("encounters")).order_by("number"))


def licensed_like(text: str, season: Season) -> list[tuple[Person, str]]:
    """People with a granted player's licence of a season whom a name or a number finds, with the number.

    A number that is somebody's whole one finds him alone. `MOST_ALIKE` and one more at most; two queries.
    """
    licences = Licence.objects.filter(season=season, kind="player", state=LicenceState.GRANTED)
    exact = licences.filter(reversed_number=backwards(text)).exclude(reversed_number="")
    people = present().filter(pk__in=exact.values("person"))
    if not people:
        held = licences.filter(person=OuterRef("pk"))
        people = present().filter(Exists(held)).filter(found_by(text, documents=False))
    found = list(people.order_by("sort_key", "pk")[: MOST_ALIKE + 1])
    numbers = dict(licences.filter(person__in=found).values_list("person", "number"))
    return [(person, numbers.get(person.pk, "")) for person in found]
