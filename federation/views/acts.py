"""What was done, in words, from a chain of the audit: one line an act, with its moment and its author."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext

from federation.messages import fill
from federation.models import AuditEntry

DAYS = frozenset({"day", "from", "last_day", "to"})
"""Names under which the audit keeps a day."""


@dataclass(frozen=True)
class Act:
    """One line of a history."""

    at: datetime
    text: str
    author: str


def acts_of(
    entries: Iterable[AuditEntry],
    words: Mapping[str, Promise],
    values: Mapping[str, Callable[[object], str]] | None = None,
) -> list[Act]:
    """A history in words; an act without words of its own shows its name.

    `values` gives words to the values of some names (a person's key, a role).
    """
    return [
        Act(entry.at, _text(entry, words, values or {}), str(entry.actor or gettext("el sistema")))
        for entry in entries
    ]


def day_in_words(day: date) -> str:
    """A day as pages of the office show it."""
    return date_format(day, gettext("j b Y"))


def _text(
    entry: AuditEntry, words: Mapping[str, Promise], values: Mapping[str, Callable[[object], str]]
) -> str:
    detail = getattr(entry, "detail", None)
    data = detail.data if detail is not None and detail.erased_at is None else {}
    told = {
        name: values[name](value) if name in values else _said(name, value) for name, value in data.items()
    }
    return fill(words.get(entry.verb, entry.verb), told)


def _said(name: str, value: object) -> str:
    day = parse_date(str(value)) if name in DAYS and value else None
    return day_in_words(day) if day else str(value or "")
