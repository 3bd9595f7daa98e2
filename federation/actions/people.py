"""A person's record: entered and changed by the office, with the document and contacts apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date

from django.db import IntegrityError, transaction

from federation import clock
from federation.actions import audit, duplicates, registry
from federation.models import DataAccess, Person, PersonalData, User
from federation.permissions import require_office
from federation.queries.people import alike
from federation.rules.errors import ConflictError, RuleError
from federation.rules.names import sort_key
from federation.rules.people import Guardian, check_guardian, check_person
from federation.rules.searching import backwards


@dataclass(frozen=True)
class Name:
    """How a person is called, when he was born, and whether his name may be published."""

    given_name: str
    surname_1: str
    surname_2: str = ""
    birth_date: date | None = None
    consent_on: date | None = None


@dataclass(frozen=True)
class Details:
    """What is the office's business alone. The document in its normal form (`rules.identity`)."""

    document_kind: str = ""
    document: str = ""
    document_country: str = ""
    email: str = ""
    phone: str = ""
    address: str = ""
    guardian_name: str = ""
    guardian_email: str = ""
    guardian_phone: str = ""


DETAILS = tuple(field.name for field in fields(Details))
SHOWN = ("given_name", "surname_1", "surname_2", "birth_date", "public_name_consent_on", "sort_key")
"""Columns of a person that say how he is shown."""


@transaction.atomic
def enter_person(*, name: Name, details: Details, by: User | None, even_if_alike: bool = True) -> Person:
    """Enter a person with document and contacts.

    RuleError as `rules.people.check_person`, `guardian_missing` for a minor, `document_taken`
    (field `document`, `person` the one who has it) when the document is somebody else's.
    With `even_if_alike=False` RuleError `person_alike` when somebody of that name and birth date
    is there: it may be him again. Forbidden for whoever does not run the office.
    """
    require_office(by)
    _check(name, details)
    words = (name.given_name, name.surname_1, name.surname_2)
    if not even_if_alike and alike(*words, birth_date=name.birth_date):
        raise RuleError("person_alike")
    person = registry.make_person(
        given_name=name.given_name,
        surname_1=name.surname_1,
        surname_2=name.surname_2,
        birth_date=name.birth_date,
        consent_on=name.consent_on,
        by=by,
    )
    if details != Details():
        _write_details(person, Details(), details, by)
    duplicates.look_at(person)
    return person


@transaction.atomic
def change_person(
    *, person: Person, name: Name, details: Details, by: User | None, read: int | None = None
) -> Person:
    """Change a person's record; refusals as `enter_person`, and `person_gone` (merged or erased).

    `read` is the version of the record that the change was thought out for: ConflictError
    `person_changed` when somebody has changed it since, so that nothing is overwritten unseen.
    What was sealed before keeps the name that it was sealed with.
    """
    require_office(by)
    locked = registry.lock_standing(person)
    if read is not None and read != locked.version:
        raise ConflictError("person_changed")
    _check(name, details)
    before, held = name_of(locked), details_of(locked)
    if (before, held) == (name, details):
        return locked
    locked.version += 1
    locked.save(update_fields=["version"])
    if before != name:
        _write_name(locked, name)
        _record(locked, by, "person.changed", {"before": _told(before), "after": _told(name)})
    if held != details:
        _write_details(locked, held, details, by)
    duplicates.look_at(locked)
    return locked


def name_of(person: Person) -> Name:
    """The name of a person as it stands."""
    return Name(
        person.given_name,
        person.surname_1,
        person.surname_2,
        person.birth_date,
        person.public_name_consent_on,
    )


def details_of(person: Person) -> Details:
    """Document and contacts of a person as they stand. One query."""
    return details_in(PersonalData.objects.filter(person=person).first())


def details_in(row: PersonalData | None) -> Details:
    """Document and contacts as a row says them; nothing where there is none."""
    return Details(**{name: getattr(row, name) for name in DETAILS}) if row else Details()


def log_access(
    *, kind: str, by: User | None, person: Person | None = None, detail: str = "", count: int = 1
) -> None:
    """Note that somebody looked at, or took away, personal data (`DataAccess.KINDS`)."""
    DataAccess.objects.create(
        person=person, kind=kind, detail=detail[:200], count=count, by=by, at=clock.now()
    )


def _check(name: Name, details: Details) -> None:
    check_person(
        given_name=name.given_name,
        surname_1=name.surname_1,
        birth_date=name.birth_date,
        consent_on=name.consent_on,
        day=clock.today(),
    )
    check_guardian(name.birth_date, guardian_in(details), clock.today())


def _write_name(person: Person, name: Name) -> None:
    person.given_name, person.surname_1, person.surname_2 = name.given_name, name.surname_1, name.surname_2
    person.birth_date, person.public_name_consent_on = name.birth_date, name.consent_on
    person.sort_key = sort_key(name.surname_1, name.surname_2, name.given_name)
    person.save()
    registry.write_words(person)
    # What was played under a record that is merged into this one shows the name of this one.
    Person.objects.filter(merged_into=person).update(**{name: getattr(person, name) for name in SHOWN})


def _write_details(person: Person, before: Details, after: Details, by: User | None) -> None:
    _refuse_taken(person, after)
    values = {**asdict(after), "reversed_document": backwards(after.document)}
    try:
        with transaction.atomic():
            PersonalData.objects.update_or_create(person=person, defaults=values)
    except IntegrityError:
        # Somebody else entered the document between our look and our write.
        _refuse_taken(person, after)
        raise
    # Which fields, and never what they said: the document is in no chain, erasable or not.
    changed = [name for name in DETAILS if getattr(before, name) != getattr(after, name)]
    _record(person, by, "person.details_changed", {"fields": changed})


def _refuse_taken(person: Person, details: Details) -> None:
    taken = PersonalData.objects.exclude(person=person).filter(
        document_kind=details.document_kind,
        document=details.document,
        document_country=details.document_country,
    )
    if details.document and (other := taken.select_related("person").first()):
        raise RuleError("document_taken", field="document", person=other.person.full_name)


def guardian_in(details: Details) -> Guardian:
    """Who answers for a minor, as details say it."""
    return Guardian(details.guardian_name, details.guardian_email, details.guardian_phone)


def _told(name: Name) -> dict[str, object]:
    return {
        key: value.isoformat() if isinstance(value, date) else value for key, value in asdict(name).items()
    }


def _record(person: Person, by: User | None, verb: str, data: Mapping[str, object]) -> None:
    chain = f"person:{person.pk}"
    audit.record(chain=chain, verb=verb, subject=chain, by=by, data=data)
