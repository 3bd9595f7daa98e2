"""What the public may know of a sealed acta: who signed it, by the names that may be published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from competitions.models import Entry
from federation.models import Person
from federation.rules.names import public_name
from matches.models import Acta, Signature

ORDER = ("home_captain", "away_captain", "judge")


@dataclass(frozen=True)
class PublicSignatory:
    """A signatory as the public sees him; the name is empty when nobody is known."""

    role: str
    name: str
    kind: str


def published_name(person: Person, day: date) -> str:
    """The name of a person on public pages that day: a minor by initials unless consent was given."""
    return public_name(
        given_name=person.given_name,
        surname_1=person.surname_1,
        surname_2=person.surname_2,
        birth_date=person.birth_date,
        consent_on=person.public_name_consent_on,
        day=day,
    )


def short_published_name(person: Person, day: date) -> str:
    """The same with the first surname only, as tables show it."""
    return public_name(
        given_name=person.given_name,
        surname_1=person.surname_1,
        surname_2="",
        birth_date=person.birth_date,
        consent_on=person.public_name_consent_on,
        day=day,
    )


def published_side(entry: Entry, day: date) -> str:
    """What a side is called in public; a pair without a name of its own by its published names."""
    if entry.is_team or entry.pair_name:
        return entry.name
    people = (each for each in (entry.player, entry.partner) if each is not None)
    return " / ".join(short_published_name(each, day) for each in people)


def public_signatories(acta: Acta, day: date) -> list[PublicSignatory]:
    """Who answered on the text of a sealed acta, in its order, without what they wrote."""
    rows = Signature.objects.filter(content=acta.content_id).select_related("person")
    return [
        PublicSignatory(row.role, published_name(row.person, day) if row.person else "", row.kind)
        for row in sorted(rows, key=lambda row: ORDER.index(row.role))
    ]
