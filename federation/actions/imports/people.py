"""People and their licences, written in bulk from the plans of an import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.actions import audit, duplicates, registry
from federation.actions.imports import people_licences, written
from federation.actions.imports.targets import Scope, Simple
from federation.actions.licence_series import locked_series
from federation.actions.people import SHOWN
from federation.import_messages import PEOPLE_WORDS
from federation.models import Person, PersonalData, User
from federation.queries.importing_people import batches, facts_of
from federation.rules.importing import Plan
from federation.rules.importing_people import DETAILS, NAME, Known, PeopleRows, listed
from federation.rules.names import sort_key
from federation.rules.searching import backwards

AT_ONCE = 500
TOLD_EVERY = 250
COLUMNS = {"consent_on": "public_name_consent_on"}
DAYS = frozenset({"birth_date", "consent_on"})


@dataclass(frozen=True)
class PeopleImporter(Simple):
    """People with document, contacts and guardian, and the licence of a season that each brings."""

    kind: str = "people"
    asks: str = "season"
    shown: tuple[str, ...] = ("licence", "document", "birth_date", "club")
    personal: bool = True
    tables: tuple[str, ...] = ("federation.person", "federation.personaldata", "federation.licence")

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """What each row would do."""
        if scope.season is None:
            raise ValueError("people are imported into a season")
        facts = facts_of([values for _number, values in rows], scope.season, scope.source, scope.today)
        planner = PeopleRows(facts, scope.choices, scope.today)
        plans = []
        for count, (number, values) in enumerate(rows):
            if count % TOLD_EVERY == 0:
                scope.told(count)
            plans.append(planner.plan(number, values))
        return plans

    def lock(self, keys: Sequence[Mapping[str, Any]], scope: Scope) -> None:
        """The people that rows are about, in the order of their keys; then the series of numbers."""
        del scope
        people = {each["person"] for each in keys if "person" in each}
        for some in batches(people):
            rows = Person.objects.select_for_update().filter(pk__in=some).order_by("pk")
            list(rows.values_list("pk", flat=True))
        locked_series()

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Write people, then their licences; what was done goes into the chain of each person."""
        made = _make_people(plans)
        changed = _change_people(plans)
        people_licences.write(plans, scope)
        touched = [person for person, _renamed in changed.values()]
        duplicates.look_at_all([*made.values(), *touched])
        audit.record_all(_acts(plans, scope), by=by)

    def after_undo(self, changed: Mapping[str, Sequence[int]]) -> None:
        """Words, likeness and version of people whose record an undo has changed back."""
        keys = {*changed.get("federation.person", ()), *changed.get("federation.personaldata", ())}
        people = [person for some in batches(keys) for person in Person.objects.filter(pk__in=some)]
        for person in people:
            # A number that somebody has read since is never given back.
            person.version += 1
        Person.objects.bulk_update(people, ["version"], batch_size=AT_ONCE)
        registry.write_words_of(people)
        _show_merged(people)
        duplicates.look_at_all(people)

    def title(self, values: Mapping[str, Any]) -> str:
        """Surnames and given name, or what stands for them in a row that could not be read."""
        if values.get("surname_1"):
            return listed(values)
        told = (values.get(name) for name in ("surnames", "surnames_given", "given_surnames", "full_name"))
        return ", ".join(str(each) for each in (*told, values.get("given_name")) if each)

    def words(self) -> Mapping[str, Any]:
        """The words of what is told about rows of people."""
        return PEOPLE_WORDS

    def fields(self) -> Mapping[str, Any]:
        """The fields that are no columns of a file."""
        return {"consent_on": _("Consiente publicar su nombre desde")}


def _make_people(plans: Sequence[Plan]) -> dict[int, Person]:
    """Enter whoever is new, by the row that brings him first; `Known.key` then tells his key."""
    first = [plan for plan in plans if plan.work["new"]]
    rows = [_person_of(plan.work["person"]) for plan in first]
    Person.objects.bulk_create(rows, batch_size=AT_ONCE)
    made = {}
    for plan, person in zip(first, rows, strict=True):
        plan.work["person"].key = person.pk
        made[plan.number] = person
        written.note_made(plan, person)
    registry.write_words_of(rows)
    data = [_data_of(plan.work["person"]) for plan in first]
    kept = [(plan, row) for plan, row in zip(first, data, strict=True) if row is not None]
    PersonalData.objects.bulk_create([row for _plan, row in kept], batch_size=AT_ONCE)
    for plan, row in kept:
        written.note_made(plan, row)
    return made


def _person_of(known: Known) -> Person:
    person = Person(**{COLUMNS.get(name, name): _valued(name, known.values.get(name, "")) for name in NAME})
    person.sort_key = sort_key(person.surname_1, person.surname_2, person.given_name)
    return person


def _data_of(known: Known) -> PersonalData | None:
    """Document and contacts; nothing for whom none is known."""
    values = {name: known.values.get(name, "") for name in DETAILS}
    if not any(values.values()):
        return None
    return PersonalData(person_id=known.key or 0, **values, reversed_document=backwards(values["document"]))


def _change_people(plans: Sequence[Plan]) -> dict[int, tuple[Person, bool]]:
    """Write what rows change in records that were there; give them, and whether the name changed."""
    changing = [plan for plan in plans if plan.work["fields"] and not plan.work["new"] and _held(plan)]
    keys = {plan.keys["person"] for plan in changing}
    people = {row.pk: row for some in batches(keys) for row in Person.objects.filter(pk__in=some)}
    data = {row.pk: row for some in batches(keys) for row in PersonalData.objects.filter(pk__in=some)}
    renamed: set[int] = set()
    for plan in changing:
        person, fields = people[plan.keys["person"]], plan.work["fields"]
        if _rename(plan, person, fields):
            renamed.add(person.pk)
        person.version += 1
    details = [plan for plan in changing if set(plan.work["fields"]) & set(DETAILS)]
    _change_details(details, data)
    Person.objects.bulk_update(
        people.values(),
        [
            "given_name",
            "surname_1",
            "surname_2",
            "birth_date",
            "public_name_consent_on",
            "sort_key",
            "version",
        ],
        batch_size=AT_ONCE,
    )
    registry.write_words_of([people[key] for key in sorted(renamed)])
    _show_merged([people[key] for key in sorted(renamed)])
    return {key: (person, key in renamed) for key, person in people.items()}


def _held(plan: Plan) -> bool:
    """Is the row about a record that was there before the file?"""
    return "person" in plan.keys


def _rename(plan: Plan, person: Person, fields: Mapping[str, str]) -> bool:
    values = {COLUMNS.get(name, name): _valued(name, fields[name]) for name in NAME if name in fields}
    if not values:
        return False
    names = {
        part: values.get(part, getattr(person, part)) for part in ("surname_1", "surname_2", "given_name")
    }
    values["sort_key"] = sort_key(names["surname_1"], names["surname_2"], names["given_name"])
    written.note_changed(plan, person, *written.assign(person, values))
    return True


def _change_details(plans: Sequence[Plan], data: dict[int, PersonalData]) -> None:
    fresh: dict[int, tuple[Plan, PersonalData]] = {}
    for plan in plans:
        key = plan.keys["person"]
        values = {name: value for name, value in plan.work["fields"].items() if name in DETAILS}
        if "document" in values:
            values["reversed_document"] = backwards(values["document"])
        if key not in data:
            fresh[key] = (plan, PersonalData(person_id=key))
            data[key] = fresh[key][1]
        before, after = written.assign(data[key], values)
        if key not in fresh:
            written.note_changed(plan, data[key], before, after)
    PersonalData.objects.bulk_create([row for _plan, row in fresh.values()], batch_size=AT_ONCE)
    for plan, row in fresh.values():
        written.note_made(plan, row)
    PersonalData.objects.bulk_update(
        [row for key, row in data.items() if key not in fresh],
        [*DETAILS, "reversed_document"],
        batch_size=AT_ONCE,
    )


def _show_merged(people: Sequence[Person]) -> None:
    """What was played under a record that is merged into one of these shows its name."""
    by_key = {person.pk: person for person in people}
    for some in batches(by_key):
        merged = list(Person.objects.filter(merged_into__in=some))
        for gone in merged:
            kept = by_key[gone.merged_into_id]  # type: ignore[index]
            for column in SHOWN:
                setattr(gone, column, getattr(kept, column))
        Person.objects.bulk_update(merged, SHOWN, batch_size=AT_ONCE)


def _valued(name: str, text: str) -> str | date | None:
    if name in DAYS:
        return date.fromisoformat(text) if text else None
    return text


def _acts(plans: Sequence[Plan], scope: Scope) -> list[audit.Act]:
    """What is told in each person's chain: the same as when the office writes it by hand, and whose file."""
    found = []
    for plan in plans:
        known: Known = plan.work["person"]
        chain, source = f"person:{known.key}", scope.source.pk
        noted = written.of(plan)
        noted |= {"person": known.key, "chain": chain}
        if plan.work["new"]:
            data: dict[str, Any] = {"name": known.name, "import": source}
            found.append(audit.Act(chain, "person.registered", chain, data))
        elif _held(plan):
            found += _acts_of_change(plan, chain, source)
        found += people_licences.acts(plan, chain, source)
    return found


def _acts_of_change(plan: Plan, chain: str, source: int) -> list[audit.Act]:
    fields = plan.work["fields"]
    found = []
    if names := [name for name in NAME if name in fields]:
        said = {name: (before, after) for name, before, after in plan.changes if name in names}
        data = {
            "before": {name: before for name, (before, _after) in said.items()},
            "after": {name: after for name, (_before, after) in said.items()},
            "import": source,
        }
        found.append(audit.Act(chain, "person.changed", chain, data))
    # Which fields, and never what they said.
    if details := [name for name in DETAILS if name in fields]:
        found.append(audit.Act(chain, "person.details_changed", chain, {"fields": details, "import": source}))
    return found


IMPORTER = PeopleImporter()
