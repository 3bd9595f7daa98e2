"""What the pages of people show, ready for their templates. Asks the database for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from federation.actions.people import DETAILS, Details, Name
from federation.forms.people import PersonForm, label_of
from federation.models import DocumentKind, Licence
from federation.rules.names import age_on
from federation.rules.people import is_minor
from federation.views.licence_page import Chip, chip_of, listed_name


@dataclass(frozen=True)
class PersonRow:
    """One person in the list."""

    url: str
    name: str
    minor: bool
    club: str
    number: str
    chip: Chip | None
    born: date | None
    has_photo: bool
    has_account: bool
    invite_url: str
    invited: bool


def row_of(person: Any, licence: Licence | None, day: date) -> PersonRow:
    """A person of `queries.people_list.people` with the licence that says most about him."""
    return PersonRow(
        url=reverse("matches:person", args=[person.pk]),
        name=listed_name(person),
        minor=is_minor(person.birth_date, day),
        club=licence.club.name if licence and licence.club else "",
        number=licence.number if licence else "",
        chip=chip_of(licence, day) if licence else None,
        born=person.birth_date,
        has_photo=person.has_photo,
        has_account=person.has_account,
        invite_url=reverse("federation:invite", args=[person.pk]),
        invited=bool(person.open_invitations),
    )


def age_text(born: date | None, day: date) -> str:
    """The birth date with the age; words for none."""
    if born is None:
        return gettext("no consta")
    return gettext("%(day)s (%(age)s años)") % {
        "day": date_format(born, gettext("j b Y")),
        "age": age_on(born, day),
    }


@dataclass(frozen=True)
class Difference:
    """A field that says one thing on record and another in the form."""

    label: str
    now: str
    yours: str


def differences(form: PersonForm, name: Name, details: Details) -> list[Difference]:
    """Where what was typed and what is on record now are not the same."""
    now = PersonForm.initial_of(name, details)
    typed = {field.name: form.cleaned_data.get(field.name, field.value()) for field in form}
    return _compared(now, typed)


def differences_of(
    now: tuple[Name, Details], wished: tuple[Name, Details], *, only_told: bool = False
) -> list[Difference]:
    """Where what is on record now and what somebody wants there are not the same.

    With `only_told` what he says nothing of is no difference.
    """
    sent = PersonForm.initial_of(*wished)
    return _compared(
        PersonForm.initial_of(*now),
        {name: value for name, value in sent.items() if value or not only_told},
    )


def _compared(now: Mapping[str, Any], wished: Mapping[str, Any]) -> list[Difference]:
    fields = PersonForm.base_fields

    def told(name: str, value: Any) -> str:
        if isinstance(value, date):
            return date_format(value, gettext("j b Y"))
        choices: Mapping[str, Any] = dict(getattr(fields[name], "choices", ()))
        return str(choices.get(value, value or ""))

    found = [
        Difference(label_of(name), told(name, now[name]), told(name, wished[name]))
        for name in fields
        if name in now and name in wished
    ]
    return [each for each in found if each.now != each.yours]


@dataclass(frozen=True)
class Fact:
    """A label and what it says."""

    label: str
    value: str


def personal_facts(details: Details) -> dict[str, Sequence[Fact]]:
    """Document, contacts and guardian in words, each group with what is known of it."""
    kind = DocumentKind(details.document_kind).label if details.document_kind else ""
    document = [Fact(str(kind), details.document)] if details.document else []
    if details.document_country:
        document.append(Fact(label_of("document_country"), details.document_country))
    return {
        "document": document,
        "contact": _known(details, PersonForm.CONTACT),
        "guardian": _known(details, PersonForm.GUARDIAN),
    }


def _known(details: Details, names: Iterable[str]) -> list[Fact]:
    return [Fact(label_of(name), getattr(details, name)) for name in names if getattr(details, name)]


def kinds_looked_at(details: Details) -> list[str]:
    """What of it is personal enough to note that somebody looked (`DataAccess.KINDS`)."""
    looked = ["document"] if details.document else []
    others = [name for name in DETAILS if not name.startswith("document") and getattr(details, name)]
    return [*looked, "contact"] if others else looked


def field_groups(form: PersonForm) -> dict[str, object]:
    """The fields of a person as `person_fields.html` groups them."""
    return {
        "groups": [[form[name] for name in names] for names in (form.NAME, form.DOCUMENT, form.CONTACT)],
        "guardian": [form[name] for name in form.GUARDIAN],
    }
