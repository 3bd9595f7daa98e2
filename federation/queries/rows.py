"""Rows of any table as plain JSON values and back, the same on both databases."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.contenttypes.models import ContentType
from django.db import models

from federation.rules.chains import canonical

if TYPE_CHECKING:
    Field = models.Field[Any, Any]
else:
    Field = models.Field


class UnknownColumnError(TypeError):
    """A column of a kind that nobody has said how to write."""


def columns_of(model: type[models.Model]) -> list[Field]:
    """The columns of a table, in the order in which they were made."""
    return list(model._meta.concrete_fields)  # noqa: SLF001  Django's public way to a model's fields


def kind_of(field: Field) -> str:
    """What a column holds: text, integer, boolean, date, moment, json, file or address of another table.

    UnknownColumnError for a kind that is not known here.
    """
    if field.is_relation:
        return "reference"
    for kinds, name in _KINDS:
        if isinstance(field, kinds):
            return name
    raise UnknownColumnError(f"{field} is of a kind that cannot be written")


_KINDS: tuple[tuple[tuple[type[Field], ...], str], ...] = (
    ((models.BooleanField,), "boolean"),
    ((models.IntegerField,), "integer"),  # and those that are made from it: keys and counters
    ((models.DateTimeField,), "moment"),
    ((models.DateField,), "date"),
    ((models.JSONField,), "json"),
    ((models.BinaryField,), "file"),
    ((models.CharField, models.TextField), "text"),
)


def plain(field: Field, value: Any) -> Any:
    """A column's value as JSON: moments in UTC, bytes as they are (the caller puts them elsewhere)."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, memoryview):
        return bytes(value)
    if value is not None and _is_content_type(field):
        # Their keys differ between installations; their names do not.
        found = ContentType.objects.get_for_id(value)
        return f"{found.app_label}.{found.model}"
    return value


def valued(field: Field, written: Any) -> Any:
    """The value that `plain` wrote; ValueError when it cannot be one of this column's."""
    if written is None:
        return None
    kind = kind_of(field)
    if kind == "moment":
        return _moment(written)
    if kind == "date":
        return date.fromisoformat(written)
    if kind == "reference" and _is_content_type(field):
        app, _dot, name = written.partition(".")
        return ContentType.objects.get_by_natural_key(app, name).pk
    if kind == "text" and field.max_length and len(written) > field.max_length:
        raise ValueError(f"{field.attname} tiene más de {field.max_length} caracteres")
    return written


def digest(row: models.Model, only: tuple[str, ...] | None = None) -> str:
    """What a row says now (in the columns `only`, or in all), in a few characters: the same while it does."""
    values: Mapping[str, object] = {
        field.attname: _hashable(plain(field, getattr(row, field.attname)))
        for field in columns_of(type(row))
        if only is None or field.attname in only
    }
    return hashlib.sha256(canonical(values).encode()).hexdigest()[:32]


def _hashable(value: Any) -> Any:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} no dice en qué zona horaria")
    return moment


def _is_content_type(field: Field) -> bool:
    return field.related_model is ContentType
