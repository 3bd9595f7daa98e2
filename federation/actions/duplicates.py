"""Keeping up with who may be entered twice; each look costs the same however many people there are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Count, Q

from federation import clock
from federation.actions import audit
from federation.models import Person, PersonalData, PersonKey, PossibleDuplicate, User
from federation.permissions import require_office
from federation.queries.people import present
from federation.rules import duplicates as rules
from federation.rules.errors import ConflictError

# More people than these do not share a name and a birth date.
MOST_ALIKE = 60
AT_ONCE = 500


@transaction.atomic
def look_at(person: Person) -> None:
    """Write what this person would share with a second record of his, and which records may be that.

    Called by whatever enters or changes a person, after it. A pair that somebody has said to be two
    people stays said; one that is alike no more goes away.
    """
    known = known_of(person)
    keys = rules.keys(known)
    PersonKey.objects.filter(person=person).exclude(key__in=keys).delete()
    alike = _alike(person, known, keys)
    standing = Q(first__in=present()) & Q(second__in=present())
    pairs = PossibleDuplicate.objects.filter(Q(first=person) | Q(second=person), standing)
    pairs.filter(dismissed_at__isnull=True).exclude(Q(first__in=alike) | Q(second__in=alike)).delete()
    _add(person, keys, alike)


def look_at_all(people: Sequence[Person]) -> None:
    """`look_at` for many people: the queries grow with lots of them, not with each."""
    for begin in range(0, len(people), AT_ONCE):
        _look_at_lot({person.pk: person for person in people[begin : begin + AT_ONCE]})


def _look_at_lot(people: Mapping[int, Person]) -> None:
    data = PersonalData.objects.in_bulk(list(people))
    known = {key: known_of(person, data.get(key) or PersonalData()) for key, person in people.items()}
    keys = {key: rules.keys(each) for key, each in known.items()}
    wanted = {(key, each) for key, of_person in keys.items() for each in of_person}
    held = {(row.person_id, row.key): row.pk for row in PersonKey.objects.filter(person__in=people)}
    PersonKey.objects.filter(pk__in=[pk for pair, pk in held.items() if pair not in wanted]).delete()
    PersonKey.objects.bulk_create(
        [PersonKey(person_id=key, key=each) for key, each in sorted(wanted - set(held))], batch_size=AT_ONCE
    )
    _write_pairs(people, _alike_of(known, keys))


def _alike_of(
    known: Mapping[int, rules.Known], keys: Mapping[int, Sequence[str]]
) -> dict[tuple[int, int], rules.Likeness]:
    """The pairs of these people with whoever is like them, in two kinds of queries by lots."""
    sharing: dict[str, list[int]] = defaultdict(list)
    all_keys = sorted({each for of_person in keys.values() for each in of_person})
    for begin in range(0, len(all_keys), AT_ONCE):
        rows = PersonKey.objects.filter(key__in=all_keys[begin : begin + AT_ONCE])
        for who, key in rows.values_list("person_id", "key"):
            sharing[key].append(who)
    near = {
        who: Counter(other for key in of_person for other in sharing[key] if other != who)
        for who, of_person in keys.items()
    }
    others = _known_by_key({other for counted in near.values() for other in counted})
    found = {}
    for who, counted in near.items():
        most = sorted(counted, key=lambda other: (-counted[other], other))[:MOST_ALIKE]
        for other in most:
            reason = rules.likeness(known[who], others[other]) if other in others else None
            if reason is not None:
                found[min(who, other), max(who, other)] = reason
    return found


def _known_by_key(people: Iterable[int]) -> dict[int, rules.Known]:
    ordered, found = sorted(people), {}
    for begin in range(0, len(ordered), AT_ONCE):
        rows = present().filter(pk__in=ordered[begin : begin + AT_ONCE]).select_related("personal_data")
        for person in rows:
            found[person.pk] = known_of(person, getattr(person, "personal_data", None) or PersonalData())
    return found


def _write_pairs(people: Mapping[int, Person], alike: Mapping[tuple[int, int], rules.Likeness]) -> None:
    """Note the pairs of these people; those that are alike no more go, unless somebody has answered them."""
    own = PossibleDuplicate.objects.filter(Q(first__in=people) | Q(second__in=people))
    held = {(pair.first_id, pair.second_id): pair for pair in own.select_related("first", "second")}
    gone = [
        pair.pk
        for key, pair in held.items()
        if key not in alike and pair.dismissed_at is None and _stands(pair.first) and _stands(pair.second)
    ]
    PossibleDuplicate.objects.filter(pk__in=gone).delete()
    changed = [pair for key, pair in held.items() if alike.get(key, pair.reason) != pair.reason]
    for pair in changed:
        pair.reason = int(alike[pair.first_id, pair.second_id])
    PossibleDuplicate.objects.bulk_update(changed, ["reason"], batch_size=AT_ONCE)
    PossibleDuplicate.objects.bulk_create(
        [
            PossibleDuplicate(first_id=first, second_id=second, reason=int(reason), found_at=clock.now())
            for (first, second), reason in alike.items()
            if (first, second) not in held
        ],
        ignore_conflicts=True,
        batch_size=AT_ONCE,
    )


def _stands(person: Person) -> bool:
    return person.merged_into_id is None and person.erased_at is None


def look_also(person: Person) -> dict[str, list[int]]:
    """The same without forgetting anything, for a change that may be undone: give the rows that are new."""
    known = known_of(person)
    keys = rules.keys(known)
    return _add(person, keys, _alike(person, known, keys))


def forget_added(added: Mapping[str, list[int]]) -> None:
    """Take away what `look_also` gave."""
    PersonKey.objects.filter(pk__in=added["keys"]).delete()
    PossibleDuplicate.objects.filter(pk__in=added["pairs"], dismissed_at__isnull=True).delete()


def _add(person: Person, keys: Sequence[str], alike: Mapping[int, rules.Likeness]) -> dict[str, list[int]]:
    held = set(PersonKey.objects.filter(person=person).values_list("key", flat=True))
    rows = [PersonKey(person=person, key=key) for key in keys if key not in held]
    made = PersonKey.objects.bulk_create(rows)
    return {"keys": [row.pk for row in made], "pairs": _add_pairs(person, alike)}


def _add_pairs(person: Person, alike: Mapping[int, rules.Likeness]) -> list[int]:
    """Note who is like this person, each pair once; give the keys of the new ones. Four queries at most."""
    wanted = {(min(person.pk, other), max(person.pk, other)): int(reason) for other, reason in alike.items()}
    own = PossibleDuplicate.objects.filter(Q(first=person) | Q(second=person))
    held = {(pair.first_id, pair.second_id): pair for pair in own}
    changed = [pair for key, pair in held.items() if wanted.get(key, pair.reason) != pair.reason]
    for pair in changed:
        pair.reason = wanted[pair.first_id, pair.second_id]
    PossibleDuplicate.objects.bulk_update(changed, ["reason"])
    fresh = {key: reason for key, reason in wanted.items() if key not in held}
    # Somebody else may note the same pair at the same moment, from its other side.
    PossibleDuplicate.objects.bulk_create(
        [
            PossibleDuplicate(first_id=first, second_id=second, reason=reason, found_at=clock.now())
            for (first, second), reason in fresh.items()
        ],
        ignore_conflicts=True,
    )
    return [pair.pk for pair in own.all() if (pair.first_id, pair.second_id) in fresh] if fresh else []


def known_of(person: Person, data: PersonalData | None = None) -> rules.Known:
    """What is known of a person that two records could share; `data` spares the query for it."""
    if data is None:
        data = PersonalData.objects.filter(person=person).first()
    return rules.Known(
        given_name=person.given_name,
        surname_1=person.surname_1,
        surname_2=person.surname_2,
        birth_date=person.birth_date,
        document=data.document if data else "",
    )


def alike_records(known: rules.Known) -> list[Person]:
    """The records, with their details, that may be somebody's who is not entered yet; the likeliest first."""
    found = _alike(None, known, rules.keys(known))
    people = present().select_related("personal_data").in_bulk(found)
    return [people[key] for key in sorted(people, key=lambda key: (found[key], key))]


def _alike(person: Person | None, known: rules.Known, keys: Sequence[str]) -> dict[int, rules.Likeness]:
    shared = PersonKey.objects.filter(key__in=keys)
    if person is not None:
        shared = shared.exclude(person=person)
    # Whoever shares most comes first: of a hundred of one name, those born the same day.
    most = shared.values("person").annotate(count=Count("pk")).order_by("-count", "person")[:MOST_ALIKE]
    others = present().filter(pk__in=[row["person"] for row in most]).select_related("personal_data")
    found = {}
    for other in others:
        data = getattr(other, "personal_data", None) or PersonalData()
        reason = rules.likeness(known, known_of(other, data))
        if reason is not None:
            found[other.pk] = reason
    return found


@transaction.atomic
def dismiss(*, one: Person, other: Person, by: User | None) -> None:
    """Note that two records are two people's, so that nobody is asked again.

    ConflictError `duplicate_moved_on` when the pair is not there or was answered already.
    """
    require_office(by)
    first, second = sorted((one.pk, other.pk))
    rows = PossibleDuplicate.objects.filter(first=first, second=second, dismissed_at__isnull=True)
    if not rows.update(dismissed_at=clock.now(), dismissed_by=by):
        raise ConflictError("duplicate_moved_on")
    for person, different in ((first, second), (second, first)):
        chain = f"person:{person}"
        audit.record(
            chain=chain, verb="person.not_a_duplicate", subject=chain, by=by, data={"other": different}
        )


def find_all() -> Iterable[int]:
    """Look at everybody, a batch at a time; give after each how many have been looked at."""
    last, done = 0, 0
    while batch := list(present().filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        with transaction.atomic():
            look_at_all(batch)
        last, done = batch[-1].pk, done + len(batch)
        yield done


def forget(people: Iterable[int]) -> None:
    """Take the keys and pairs of people away: their data are erased."""
    PersonKey.objects.filter(person__in=people).delete()
    PossibleDuplicate.objects.filter(Q(first__in=people) | Q(second__in=people)).delete()
