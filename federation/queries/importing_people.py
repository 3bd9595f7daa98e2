"""What the registry knows of the people that a file may be about, in a bounded number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from federation.models import (
    ENDED_LICENCES,
    Club,
    ClubState,
    Import,
    ImportRow,
    ImportState,
    Licence,
    Person,
    PersonalData,
    PersonKey,
    Season,
)
from federation.rules import duplicates
from federation.rules.importing_clubs import ClubFact
from federation.rules.importing_licences import LicenceFact, SeasonFact
from federation.rules.importing_people import DETAILS, Facts, Known, known_of, said_of

AT_ONCE = 500


def facts_of(rows: Sequence[Mapping[str, Any]], season: Season, source: Import, today: date) -> Facts:
    """Everything that planning these rows asks for."""
    facts = Facts(
        SeasonFact(season.pk, season.starts_on, season.ends_on),
        clubs=club_facts(),
        earlier=earlier_people(source),
    )
    documents = {str(row["document"]) for row in rows if row.get("document")}
    numbers = {str(row["licence"]) for row in rows if row.get("licence")}
    by_document = list(_with_documents(documents))
    facts.by_number = dict(_owners(numbers))
    keys = {data.person_id for data in by_document} | set(facts.by_number.values())
    keys |= set(_alike(said_of(row, today) for row in rows)) | set(facts.earlier.values())
    kept = _load(facts, keys)
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for data in by_document:
        if data.person_id in kept:
            found[data.document_kind, data.document].add(kept[data.person_id])
    facts.by_document = {key: sorted(people) for key, people in found.items()}
    facts.by_number = {number: kept.get(who, who) for number, who in facts.by_number.items()}
    facts.earlier = {row: kept[who] for row, who in facts.earlier.items() if who in kept}
    _add_licences(facts, season, numbers)
    return facts


def club_facts() -> list[ClubFact]:
    """Every club as rows of files name it."""
    rows = Club.objects.order_by("sort_key", "pk").values_list("pk", "name", "short_name", "state")
    return [ClubFact(key, name, short, state == ClubState.ACTIVE) for key, name, short, state in rows]


def earlier_people(source: Import) -> dict[int, int]:
    """Whom the rows of this very file were about when it was imported before."""
    same = Import.objects.filter(kind=source.kind, sha256=source.sha256, state=ImportState.APPLIED)
    before = same.exclude(pk=source.pk).order_by("-applied_at", "-pk").first()
    if before is None:
        return {}
    rows = ImportRow.objects.filter(source=before).values_list("number", "written")
    return {number: written["person"] for number, written in rows if written.get("person")}


def batches(values: Collection[Any]) -> Iterator[list[Any]]:
    """The values in lots that a query can hold, in one order."""
    ordered = sorted(values)
    for begin in range(0, len(ordered), AT_ONCE):
        yield ordered[begin : begin + AT_ONCE]


def _with_documents(documents: Collection[str]) -> Iterator[PersonalData]:
    for some in batches(documents):
        yield from PersonalData.objects.filter(document__in=some)


def _owners(numbers: Collection[str]) -> Iterator[tuple[str, int]]:
    for some in batches(numbers):
        yield from Licence.objects.filter(number__in=some).order_by("pk").values_list("number", "person_id")


def _alike(said: Iterable[Mapping[str, str]]) -> Iterator[int]:
    """Records whose name has the same words as a row's."""
    wanted = {duplicates.keys(known_of(values))[0] for values in said if values.get("given_name")}
    for some in batches(wanted):
        yield from PersonKey.objects.filter(key__in=some).values_list("person_id", flat=True)


def _load(facts: Facts, keys: Collection[int]) -> dict[int, int]:
    """Put the records into the facts, each merged one as the one that it leads to; erased ones are none."""
    kept: dict[int, int] = {}
    rest = set(keys)
    while rest:
        onward = set()
        for person in _people(rest):
            if person.merged_into_id is not None:
                kept[person.pk] = person.merged_into_id
                onward.add(person.merged_into_id)
            elif person.erased_at is None:
                kept[person.pk] = person.pk
                facts.people[person.pk] = _known(person)
        rest = onward - set(kept)
    return {key: target for key in kept if (target := _end_of(kept, key)) in facts.people}


def _end_of(kept: Mapping[int, int], key: int) -> int:
    while kept.get(key, key) != key:
        key = kept[key]
    return key


def _people(keys: Collection[int]) -> Iterator[Person]:
    for some in batches(keys):
        yield from Person.objects.filter(pk__in=some).select_related("personal_data")


def _known(person: Person) -> Known:
    data = getattr(person, "personal_data", None)
    values = {name: str(getattr(data, name)) if data else "" for name in DETAILS}
    values |= {
        "given_name": person.given_name,
        "surname_1": person.surname_1,
        "surname_2": person.surname_2,
        "birth_date": person.birth_date.isoformat() if person.birth_date else "",
        "consent_on": person.public_name_consent_on.isoformat() if person.public_name_consent_on else "",
    }
    return Known(person.pk, values)


def _add_licences(facts: Facts, season: Season, numbers: Collection[str]) -> None:
    for licence in _licences(facts.people):
        known = facts.people[licence.person_id]
        if licence.number:
            known.numbers[licence.kind] = licence.number
        if licence.season_id == season.pk and licence.state not in ENDED_LICENCES:
            known.live[licence.kind] = _fact(licence)
    for some in batches(numbers):
        live = Licence.objects.filter(season=season, number__in=some).exclude(state__in=ENDED_LICENCES)
        for number, who, kind in live.values_list("number", "person_id", "kind"):
            facts.live_numbers[number] = (who, kind)


def _licences(people: Collection[int]) -> Iterator[Licence]:
    for some in batches(people):
        rows = Licence.objects.filter(person__in=some).select_related("season", "club")
        yield from rows.order_by("season__starts_on", "pk")


def _fact(licence: Licence) -> LicenceFact:
    return LicenceFact(
        licence.pk,
        licence.kind,
        licence.number,
        licence.state,
        licence.club_id,
        licence.club.name if licence.club else "",
        licence.category,
        licence.valid_from,
        licence.valid_to,
    )
