"""What lies apart from a person's record, when two are made one: document, contacts, guardian, photo.

A value that is taken over changes places with the one that it replaces, so that both are still there
and changing places again undoes it. Where only the record that goes has a row, the row moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models

from federation.models import Person, PersonalData, PersonPhoto
from federation.queries.rows import digest
from federation.rules.merging import DETAIL_FIELDS, Origin

DETAILS: Mapping[str, tuple[str, ...]] = {
    "document": ("document_kind", "document", "document_country", "reversed_document"),
    "guardian": ("guardian_name", "guardian_email", "guardian_phone"),
}
"""Fields of the rule that are several columns."""
PHOTO = ("jpeg", "sha256", "at", "by_id")
TABLES: Mapping[str, type[models.Model]] = {"details": PersonalData, "photo": PersonPhoto}


def take_over(kept: Person, gone: Person, winners: Mapping[str, Origin]) -> dict[str, Any]:
    """Give `kept` what is to be taken over from `gone`; tell what was done."""
    details = [name for name in DETAIL_FIELDS if winners[name] is Origin.GONE]
    columns = [column for name in details for column in DETAILS.get(name, (name,))]
    photo = list(PHOTO) if winners["photo"] is Origin.GONE else []
    found = {
        "details": _take_over(PersonalData, kept.pk, gone.pk, columns),
        "photo": _take_over(PersonPhoto, kept.pk, gone.pk, photo),
    }
    return {name: told for name, told in found.items() if told}


def _take_over(table: type[models.Model], kept: int, gone: int, columns: list[str]) -> dict[str, Any] | None:
    rows = _rows(table, kept, gone)
    if not columns or gone not in rows:
        return None
    if kept in rows:
        _exchange(rows[kept], rows[gone], columns)
        how = "exchanged"
    else:
        models.QuerySet(table).filter(pk=gone).update(person=kept)
        how = "moved"
    return {"how": how, "columns": columns, "digests": _digests(table, kept, gone)}


def give_back(kept: Person, gone: Person, told: Mapping[str, Any]) -> None:
    """Undo what `take_over` told."""
    for name, each in told.items():
        table = TABLES[name]
        if each["how"] == "moved":
            models.QuerySet(table).filter(pk=kept.pk).update(person=gone.pk)
        else:
            rows = _rows(table, kept.pk, gone.pk)
            _exchange(rows[kept.pk], rows[gone.pk], each["columns"])


def changed_since(kept: Person, gone: Person, told: Mapping[str, Any]) -> list[str]:
    """What says something else by now than after `take_over`, in words."""
    return [
        str(TABLES[name]._meta.verbose_name)  # noqa: SLF001
        for name, each in told.items()
        if _digests(TABLES[name], kept.pk, gone.pk) != each["digests"]
    ]


def _rows(table: type[models.Model], *people: int) -> dict[int, Any]:
    rows: Any = models.QuerySet(table).filter(pk__in=people)
    return {row.pk: row for row in rows}


def _digests(table: type[models.Model], kept: int, gone: int) -> dict[str, str]:
    return {str(key): digest(row) for key, row in sorted(_rows(table, kept, gone).items())}


def _exchange(one: Any, other: Any, columns: list[str]) -> None:
    held = {name: getattr(one, name) for name in columns}
    for name in columns:
        setattr(one, name, getattr(other, name))
        # A document belongs to one record: for a moment it belongs to none.
        empty = "" if isinstance(held[name], str) else held[name]
        setattr(other, name, empty)
    other.save()
    one.save()
    for name, value in held.items():
        setattr(other, name, value)
    other.save()
