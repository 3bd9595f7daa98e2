"""What a row of people would do: whose record it is, what changes in it, which licence it brings. Pure.

A record is found by its document, by the licence, by the same file imported before, and then by name
and birth date; what that leaves in doubt is asked. A blank cell says nothing and erases nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from federation.rules import duplicates
from federation.rules.errors import RuleError
from federation.rules.importing import Plan, Told, Weight, answer_to
from federation.rules.importing_clubs import ClubFact, club_of
from federation.rules.importing_licences import LicenceFact, SeasonFact, plan_licence
from federation.rules.people import Guardian, check_guardian, check_person

NAME = ("given_name", "surname_1", "surname_2", "birth_date", "consent_on")
DETAILS = (
    "document_kind",
    "document",
    "email",
    "phone",
    "address",
    "guardian_name",
    "guardian_email",
    "guardian_phone",
)
COLUMN_OF = {"consent_on": "consent"}
"""Where a field stands in a column of another name."""
LONGEST_NAME = 60


@dataclass
class Known:
    """A person as he is recorded, or as an earlier row of the file makes him; dates are ISO text.

    `live` holds his licences of the season that have not ended, by kind; `numbers` the last number that
    he had for each; `set_by` which row has said what.
    """

    key: int | None
    values: dict[str, str]
    row: int = 0
    live: dict[str, LicenceFact] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    set_by: dict[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Given name and surnames."""
        parts = (self.values.get(part, "") for part in ("given_name", "surname_1", "surname_2"))
        return " ".join(part for part in parts if part)

    @property
    def mark(self) -> str:
        """How an answer names him."""
        return f"p:{self.key}" if self.key is not None else f"r:{self.row}"


@dataclass
class Facts:
    """What the registry knows that rows of people could be about."""

    season: SeasonFact
    people: dict[int, Known] = field(default_factory=dict)
    by_document: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    by_number: dict[str, int] = field(default_factory=dict)
    # Of this season, by number: whose, and of which kind.
    live_numbers: dict[str, tuple[int, str]] = field(default_factory=dict)
    clubs: Sequence[ClubFact] = ()
    # Who a row of the same file was when it was imported before.
    earlier: Mapping[int, int] = field(default_factory=dict)


@dataclass
class PeopleRows:
    """Plans the rows of one file, in their order: what one enters, the next ones find."""

    facts: Facts
    choices: Mapping[str, Any]
    today: date

    def __post_init__(self) -> None:
        self._by_words: dict[str, list[Known]] = defaultdict(list)
        self._made: dict[int, Known] = {}
        self._made_by_document: dict[tuple[str, str], Known] = {}
        self._clubs: dict[str, list[ClubFact]] = defaultdict(list)
        for club in self.facts.clubs:
            for key in club.keys:
                self._clubs[key].append(club)
        for known in self.facts.people.values():
            self._by_words[words_of(known.values)].append(known)

    def plan(self, number: int, values: Mapping[str, Any]) -> Plan:
        """What this row would do."""
        plan = Plan(number, values)
        said = said_of(values, self.today)
        known = self._whose(plan, said)
        new = False
        if not plan.stays_out:
            person = known or Known(None, {}, row=number)
            fields = self._changes(plan, person, said)
            self._check(plan, {**person.values, **fields})
            club = club_of(plan, self._clubs, self.facts.clubs, self.choices)
            if not plan.stays_out:
                plan_licence(plan, person, club, self.facts, self.choices)
            if not plan.stays_out:
                self._enter(plan, person, fields, new=known is None)
                # A second row about somebody whom the file brings adds to what is new.
                new = person.key is None and bool(fields or "licence" in plan.work)
        plan.settle(new=new)
        return plan

    def _whose(self, plan: Plan, said: Mapping[str, str]) -> Known | None:
        """Whose record it is; None for somebody new. What is in doubt is asked."""
        held, numbered = self._by_document(plan, said), self._by_licence(plan)
        if held and numbered and held is not numbered:
            plan.refuse("licence", "import_licence_of_another", person=numbered.name)
            return None
        found = held or numbered
        if found is None:
            earlier = self.facts.people.get(self.facts.earlier.get(plan.number, 0))
            return earlier or self._by_name(plan, said)
        other = found.values.get("document", "")
        if held is None and said.get("document") and other and other != said["document"]:
            plan.refuse("document", "import_other_document", person=found.name)
        elif not duplicates.same_name(known_of(found.values), known_of(said)):
            self._ask_whether(plan, found, "licence" if held is None else "document")
        return found

    def _by_document(self, plan: Plan, said: Mapping[str, str]) -> Known | None:
        if not said.get("document"):
            return None
        key = (said["document_kind"], said["document"])
        keys = self.facts.by_document.get(key, [])
        if len(keys) > 1:
            plan.refuse("document", "import_document_of_several")
        return self.facts.people[keys[0]] if keys else self._made_by_document.get(key)

    def _by_licence(self, plan: Plan) -> Known | None:
        number = str(plan.values.get("licence") or "")
        found = self.facts.by_number.get(number)
        if found is None:
            return None
        if found not in self.facts.people:
            plan.refuse("licence", "import_licence_of_gone", number=number)
        return self.facts.people.get(found)

    def _ask_whether(self, plan: Plan, found: Known, column: str) -> None:
        """A document or licence of somebody whose name is quite another: is it he?"""
        answer = answer_to(self.choices, "person_differs", plan.number, "person")
        if answer is not None and answer[0] == "take":
            return
        plan.ask(
            Told(
                Weight.QUESTION,
                column,
                "person_differs",
                {"person": found.name},
                key=f"person_differs:{plan.number}:person",
                shown=listed(plan.values),
                offers=((found.mark, found.name),),
                ways=("take", "leave_out"),
            )
        )

    def _by_name(self, plan: Plan, said: Mapping[str, str]) -> Known | None:
        """Somebody of that name: taken for him with one birth date, asked about where one is missing."""
        sure: list[Known] = []
        doubtful: list[Known] = []
        for other in self._by_words[words_of(said)]:
            if self._told_apart(plan, other, said):
                continue
            born = {said.get("birth_date") or "", other.values.get("birth_date") or ""}
            (sure if len(born) == 1 and "" not in born else doubtful).append(other)
        if len(sure) == 1:
            return sure[0]
        candidates = sure + doubtful
        return self._chosen(plan, candidates) if candidates else None

    def _told_apart(self, plan: Plan, other: Known, said: Mapping[str, str]) -> bool:
        """Do document, birth date or licence say that these are two people?"""
        alike = {}
        for name in ("document", "birth_date"):
            values = {said.get(name) or "", other.values.get(name) or ""}
            if "" not in values and len(values) == 2:
                return True
            alike[name] = "" not in values
        if alike["birth_date"]:
            return False
        number, kind = plan.values.get("licence"), plan.values.get("licence_kind") or "player"
        held = other.numbers.get(kind)
        if not number or not held or number == held:
            return False
        if other.key is None:
            plan.warn(None, "import_alike_in_file", line=other.row)
        else:
            plan.warn(None, "import_alike_other_licence", number=held)
        return True

    def _chosen(self, plan: Plan, candidates: Sequence[Known]) -> Known | None:
        marks = {each.mark: each for each in candidates}
        answer = answer_to(self.choices, "person_alike", plan.number, "person")
        if answer is not None:
            way, value = answer
            if way == "keep":
                return None
            if way == "take" and (value in marks or (value is None and len(marks) == 1)):
                found: Known | None = marks.get(value, candidates[0])
                return found
        plan.ask(
            Told(
                Weight.QUESTION,
                None,
                "person_alike",
                key=f"person_alike:{plan.number}:person",
                shown=listed(plan.values),
                offers=tuple((each.mark, described(each)) for each in candidates),
                ways=("take", "keep", "leave_out"),
            )
        )
        return None

    def _changes(self, plan: Plan, person: Known, said: Mapping[str, str]) -> dict[str, str]:
        """The fields that the row says otherwise than the record; what another row has said stays."""
        fields = {}
        for name in (*NAME, *DETAILS):
            if name not in said or said[name] == person.values.get(name, ""):
                continue
            if name == "consent_on" and plan.values.get("consent") == "yes" and person.values.get(name):
                continue
            if name in person.set_by:
                column = COLUMN_OF.get(name, name)
                plan.refuse(column, "import_rows_disagree", line=person.set_by[name])
            fields[name] = said[name]
            if person.key is not None and name != "document_kind":
                plan.changes.append((name, person.values.get(name, ""), said[name]))
        return fields

    def _check(self, plan: Plan, values: Mapping[str, str]) -> None:
        born, consent = (_day(values.get(name, "")) for name in ("birth_date", "consent_on"))
        guardian = Guardian(*(values.get(f"guardian_{part}", "") for part in ("name", "email", "phone")))
        for name in ("given_name", "surname_1", "surname_2"):
            if len(values.get(name, "")) > LONGEST_NAME:
                plan.refuse(name, "import_name_too_long", longest=LONGEST_NAME)
        try:
            check_person(
                given_name=values.get("given_name", ""),
                surname_1=values.get("surname_1", ""),
                birth_date=born,
                consent_on=consent,
                day=self.today,
            )
            check_guardian(born, guardian, self.today)
        except RuleError as error:
            column = COLUMN_OF.get(error.field or "", error.field)
            plan.refuse(column, error.code, **error.data)

    def _enter(self, plan: Plan, person: Known, fields: Mapping[str, str], *, new: bool) -> None:
        """What this row says holds for the next ones."""
        before = words_of(person.values)
        person.values.update(fields)
        person.set_by.update(dict.fromkeys(fields, plan.number))
        if new:
            self._made[plan.number] = person
        if new or words_of(person.values) != before:
            self._by_words[words_of(person.values)].append(person)
        if person.key is None and person.values.get("document"):
            key = (person.values["document_kind"], person.values["document"])
            self._made_by_document[key] = person
        if person.key is not None:
            plan.keys["person"] = person.key
        plan.work |= {"person": person, "fields": dict(fields), "new": new}


def said_of(values: Mapping[str, Any], today: date) -> dict[str, str]:
    """What a row says of a person, by field; what it leaves blank is not there."""
    said = {name: str(values[name]) for name in (*NAME, *DETAILS) if values.get(name) not in (None, "")}
    # Without a document beside it, the kind of one says nothing.
    if "document" not in said:
        said.pop("document_kind", None)
    consent = values.get("consent")
    if consent == "yes":
        said["consent_on"] = today.isoformat()
    elif consent == "no":
        said["consent_on"] = ""
    elif consent:
        said["consent_on"] = str(consent)
    return said


def known_of(values: Mapping[str, str]) -> duplicates.Known:
    """What is known of a person that two records could share."""
    return duplicates.Known(
        given_name=values.get("given_name", ""),
        surname_1=values.get("surname_1", ""),
        surname_2=values.get("surname_2", ""),
        birth_date=_day(values.get("birth_date", "")),
        document=values.get("document", ""),
    )


def words_of(values: Mapping[str, str]) -> str:
    """The words of a name in whatever order."""
    return " ".join(sorted(known_of(values).words))


def listed(values: Mapping[str, Any]) -> str:
    """A row's person as lists show him."""
    surnames = " ".join(str(values[part]) for part in ("surname_1", "surname_2") if values.get(part))
    return f"{surnames}, {values.get('given_name') or ''}".strip(", ")


def described(known: Known) -> str:
    """A person with what tells him from another of his name."""
    told = [known.name, known.values.get("birth_date", "")]
    told += sorted(known.numbers.values())
    return " · ".join(part for part in told if part)


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
