"""What the pages of licences show, ready for their templates. Asks the database for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from federation.models import AuditEntry, Licence, LicenceStep, Person, User
from federation.registry_words import STANDING_SHAPES, STANDING_WORDS, STEP_WORDS
from federation.rules.licences import standing


@dataclass(frozen=True)
class Chip:
    """How a licence stands, as shape, word and icon."""

    kind: str
    icon: str
    label: str


@dataclass(frozen=True)
class LicenceRow:
    """One licence in a list."""

    url: str
    person_url: str
    name: str
    number: str
    kind: str
    club: str
    category: str
    season: str
    valid: str
    chip: Chip


@dataclass(frozen=True)
class Step:
    """One line of a licence's history."""

    at: datetime
    text: str
    reason: str
    author: str


def standing_of(licence: Licence, day: date) -> str:
    """How a licence stands on a day."""
    return standing(licence.state, licence.valid_from, licence.valid_to, day)


def chip_of(licence: Licence, day: date) -> Chip:
    """The same to be shown."""
    stands = standing_of(licence, day)
    kind, icon = STANDING_SHAPES[stands]
    return Chip(kind, icon, str(STANDING_WORDS[stands]))


def listed_name(person: Person) -> str:
    """Surnames first, as lists that are sorted by them show it."""
    surnames = " ".join(part for part in (person.surname_1, person.surname_2) if part)
    return f"{surnames}, {person.given_name}"


def licence_row(licence: Licence, day: date) -> LicenceRow:
    """A licence with its person, club and season."""
    return LicenceRow(
        url=reverse("federation:licence", args=[licence.pk]),
        person_url=reverse("matches:person", args=[licence.person_id]),
        name=listed_name(licence.person),
        number=licence.number,
        kind=str(licence.get_kind_display()).capitalize(),
        club=licence.club.name if licence.club else "",
        category=licence.category,
        season=licence.season.name,
        valid=f"{day_text(licence.valid_from)} – {day_text(licence.valid_to)}",
        chip=chip_of(licence, day),
    )


def licence_facts(licence: Licence) -> list[tuple[str, str]]:
    """Label and value of what a licence says."""
    return [
        (gettext("Número"), licence.number or gettext("se da al concederla")),
        (gettext("Clase"), str(licence.get_kind_display()).capitalize()),
        (gettext("Temporada"), licence.season.name),
        (gettext("Club"), licence.club.name if licence.club else gettext("ninguno")),
        (gettext("Categoría"), licence.category or gettext("ninguna")),
        (gettext("Válida desde"), day_text(licence.valid_from)),
        (gettext("Válida hasta"), day_text(licence.valid_to)),
    ]


def licence_steps(history: Iterable[LicenceStep | AuditEntry], clubs: Mapping[int, str]) -> list[Step]:
    """The history of a licence in words, in order; `clubs` names the clubs that it was of."""
    return [_step(each) if isinstance(each, LicenceStep) else _told(each, clubs) for each in history]


def _told(entry: AuditEntry, clubs: Mapping[int, str]) -> Step:
    if entry.verb == "licence.imported":
        return Step(entry.at, gettext("Concedida al importarla"), "", _author(entry.actor))
    return _correction(entry, clubs)


def _step(step: LicenceStep) -> Step:
    return Step(step.at, str(STEP_WORDS[step.state]), step.reason, _author(step.by))


def _correction(entry: AuditEntry, clubs: Mapping[int, str]) -> Step:
    data = detail_of(entry)
    before, after = data.get("before", {}), data.get("after", {})
    tell: dict[str, tuple[str, Callable[[Any], str]]] = {
        "club": (gettext("club"), lambda key: clubs.get(key, "—")),
        "category": (gettext("categoría"), lambda text: text or "—"),
        "from": (gettext("desde"), _day),
        "to": (gettext("hasta"), _day),
    }
    changed = [
        f"{label}: {told(before.get(name))} → {told(after.get(name))}"
        for name, (label, told) in tell.items()
        if before.get(name) != after.get(name)
    ]
    text = gettext("Corregida")
    said = f"{text} ({'; '.join(changed)})" if changed else text
    return Step(entry.at, said, str(data.get("reason", "")), _author(entry.actor))


def _day(written: str) -> str:
    return day_text(date.fromisoformat(written))


def detail_of(entry: AuditEntry) -> Mapping[str, Any]:
    """What an entry of the audit tells beyond its verb; nothing where that was erased."""
    detail = getattr(entry, "detail", None)
    return detail.data if detail is not None and detail.erased_at is None else {}


def day_text(day: date) -> str:
    """A day as lists show it."""
    return date_format(day, gettext("j b Y"))


def _author(user: User | None) -> str:
    return str(user) if user else gettext("el sistema")
