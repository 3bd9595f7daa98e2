"""The whole database as plain values, to be compared."""

from __future__ import annotations

from typing import Any

from django.db import models

from federation.archive import tables
from federation.queries.rows import columns_of, plain

TELLING = (
    "federation.auditentry",
    "federation.auditdetail",
    "federation.chainhead",
    "federation.personmerge",
)
"""Tables that tell what was done: they only ever grow."""


def dump(*without: str) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that travels, but those named and those that tell what was done."""
    return {
        tables.label(model): _rows(model)
        for model in tables.tables()
        if tables.label(model) not in (*TELLING, *without)
    }


def _rows(model: type[models.Model]) -> list[dict[str, Any]]:
    columns = columns_of(model)
    rows = models.QuerySet(model).order_by("pk")
    return [{each.attname: plain(each, getattr(row, each.attname)) for each in columns} for row in rows]


def differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Tables that differ, with what was and what is."""
    return {
        name: (
            [row for row in before[name] if row not in after[name]],
            [row for row in after[name] if row not in before[name]],
        )
        for name in before
        if before[name] != after[name]
    }
