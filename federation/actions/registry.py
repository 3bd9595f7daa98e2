"""Writing the registry: seasons, clubs, people, licences, teams; each act with its audit."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from django.db import transaction

from federation import clock
from federation.actions import audit, duplicates
from federation.models import (
    Club,
    Federation,
    Person,
    PersonWord,
    RosterEntry,
    RosterRole,
    Season,
    Team,
    User,
    Venue,
    VenueTable,
)
from federation.rules.errors import ConflictError, RuleError
from federation.rules.names import sort_key
from federation.rules.people import check_person
from federation.rules.searching import search_words

REGISTRY = "registry"
AT_ONCE = 500


@transaction.atomic
def found_federation(*, name: str, short_name: str, time_zone: str, by: User | None) -> Federation:
    """Name the federation of this installation (once)."""
    if Federation.objects.exists():
        raise RuleError("federation_exists")
    federation = Federation.objects.create(name=name, short_name=short_name, time_zone=time_zone)
    audit.record(chain=REGISTRY, verb="federation.founded", subject="federation", by=by, data={"name": name})
    return federation


@transaction.atomic
def open_season(*, name: str, starts_on: date, ends_on: date, by: User | None) -> Season:
    """Open a season; RuleError when its dates are the wrong way round."""
    if ends_on <= starts_on:
        raise RuleError("dates_reversed", field="ends_on")
    season = Season.objects.create(name=name, starts_on=starts_on, ends_on=ends_on)
    audit.record(
        chain=REGISTRY, verb="season.opened", subject=f"season:{season.pk}", by=by, data={"name": name}
    )
    return season


@transaction.atomic
def register_club(*, name: str, short_name: str, by: User | None) -> Club:
    """Enter a club with its names; what else is known of it goes in with `clubs.change_club`."""
    club = Club.objects.create(name=name, short_name=short_name, sort_key=sort_key(name, "", ""))
    audit.record(
        chain=f"club:{club.pk}", verb="club.registered", subject=f"club:{club.pk}", by=by, data={"name": name}
    )
    return club


@transaction.atomic
def register_venue(
    *, club: Club, name: str, address: str, time_zone: str, tables: Sequence[tuple[str, int]], by: User | None
) -> Venue:
    """Enter a club's venue with its tables, given as (discipline, number)."""
    venue = Venue.objects.create(club=club, name=name, address=address, time_zone=time_zone)
    VenueTable.objects.bulk_create(
        VenueTable(venue=venue, discipline=discipline, number=number) for discipline, number in tables
    )
    data = {"name": name, "tables": [list(table) for table in tables]}
    audit.record(
        chain=f"club:{club.pk}", verb="venue.registered", subject=f"venue:{venue.pk}", by=by, data=data
    )
    return venue


@transaction.atomic
def register_person(
    *,
    given_name: str,
    surname_1: str,
    surname_2: str,
    birth_date: date | None,
    consent_on: date | None,
    by: User | None,
) -> Person:
    """Enter a person of whom no more than this is known; RuleError as `rules.people.check_person`."""
    person = make_person(
        given_name=given_name,
        surname_1=surname_1,
        surname_2=surname_2,
        birth_date=birth_date,
        consent_on=consent_on,
        by=by,
    )
    duplicates.look_at(person)
    return person


@transaction.atomic
def make_person(
    *,
    given_name: str,
    surname_1: str,
    surname_2: str,
    birth_date: date | None,
    consent_on: date | None,
    by: User | None,
) -> Person:
    """The part of entering a person that comes before what else is known; whoever calls it looks at him."""
    check_person(
        given_name=given_name,
        surname_1=surname_1,
        birth_date=birth_date,
        consent_on=consent_on,
        day=clock.today(),
    )
    person = Person.objects.create(
        given_name=given_name,
        surname_1=surname_1,
        surname_2=surname_2,
        birth_date=birth_date,
        public_name_consent_on=consent_on,
        sort_key=sort_key(surname_1, surname_2, given_name),
    )
    write_words(person)
    chain = f"person:{person.pk}"
    audit.record(chain=chain, verb="person.registered", subject=chain, by=by, data={"name": person.full_name})
    return person


def write_words(person: Person) -> None:
    """Write the words that a person is found by: those of his name now, and of records merged into his."""
    words = search_words(person.given_name, person.surname_1, person.surname_2)
    words += PersonWord.objects.filter(person__merged_into=person).values_list("word", flat=True)
    PersonWord.objects.filter(person=person).exclude(word__in=words).delete()
    PersonWord.objects.bulk_create(
        [PersonWord(person=person, word=word) for word in dict.fromkeys(words)], ignore_conflicts=True
    )


def write_words_of(people: Sequence[Person]) -> None:
    """`write_words` for many people at once, those of merged records too. A few queries for hundreds."""
    for begin in range(0, len(people), AT_ONCE):
        some = {person.pk: person for person in people[begin : begin + AT_ONCE]}
        words = {
            (key, word)
            for key, person in some.items()
            for word in search_words(person.given_name, person.surname_1, person.surname_2)
        }
        merged = PersonWord.objects.filter(person__merged_into__in=some).select_related("person")
        words |= {(row.person.merged_into_id or 0, row.word) for row in merged}
        PersonWord.objects.filter(person__in=some).delete()
        PersonWord.objects.bulk_create(
            [PersonWord(person_id=key, word=word) for key, word in sorted(words)], batch_size=AT_ONCE
        )


@transaction.atomic
def register_team(*, club: Club, season: Season, name: str, venue: Venue | None, by: User | None) -> Team:
    """Enter a club's team for a season."""
    team = Team.objects.create(
        club=club, season=season, name=name, venue=venue, sort_key=sort_key(name, "", "")
    )
    audit.record(
        chain=f"club:{club.pk}", verb="team.registered", subject=f"team:{team.pk}", by=by, data={"name": name}
    )
    return team


@transaction.atomic
def add_to_squad(
    *, team: Team, person: Person, role: RosterRole, valid_from: date, valid_to: date | None, by: User | None
) -> RosterEntry:
    """Put a person in a team's squad; RuleError when he is already in it on one of those days.

    Overlapping dates are kept out by the lock on the person's row (design, invariant 2).
    """
    if valid_to is not None and valid_to < valid_from:
        raise RuleError("dates_reversed", field="valid_to")
    lock_standing(person)
    for other in RosterEntry.objects.filter(team=team, person=person):
        ends_before = other.valid_to is not None and other.valid_to < valid_from
        begins_after = valid_to is not None and other.valid_from > valid_to
        if not (ends_before or begins_after):
            raise RuleError("already_in_squad", field="person")
    entry = RosterEntry.objects.create(
        team=team, person=person, role=role, valid_from=valid_from, valid_to=valid_to
    )
    data = {"person": person.pk, "role": str(role), "from": valid_from.isoformat()}
    audit.record(chain=f"team:{team.pk}", verb="squad.joined", subject=f"roster:{entry.pk}", by=by, data=data)
    return entry


def lock_person(person: Person) -> Person:
    """The person's row, locked: dates that overlap are kept out behind it (design, invariant 2)."""
    # Several acts may make one, and each locks for itself: a list, since nothing is looked up here.
    (locked,) = Person.objects.select_for_update().filter(pk=person.pk)
    return locked


def lock_standing(person: Person) -> Person:
    """The same for a record that something new is written about.

    ConflictError `person_gone` when it was merged into another or its data were erased.
    """
    locked = lock_person(person)
    if locked.merged_into_id is not None or locked.erased_at is not None:
        raise ConflictError("person_gone", field="person")
    return locked


def lock_all_standing(people: Collection[int]) -> None:
    """`lock_standing` for many at once, in one order so that two who lock never wait for each other."""
    # Rows that point at them may go on being written: it is their going away that waits.
    rows = Person.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
    if any(row.merged_into_id is not None or row.erased_at is not None for row in rows):
        raise ConflictError("person_gone")
