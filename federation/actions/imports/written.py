"""What a row of an import wrote, kept with it: enough to find it, to see whether it was touched, to undo it.

{"person": 5,                        whom the row is about, also where it wrote nothing
 "chain": "person:5",                where the audit tells of it
 "made": [[table, key, digest]],     in the order in which they were made
 "changed": [[table, key, {column: before}, {column: after}]]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models

from federation.queries.rows import columns_of, digest, plain
from federation.rules.importing import Plan


def note_made(plan: Plan, row: models.Model) -> None:
    """Note that a plan made a row, as it stands now."""
    of(plan).setdefault("made", []).append([label(row), row.pk, digest(row)])


def note_changed(plan: Plan, row: models.Model, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Note that a plan changed a row in these columns."""
    of(plan).setdefault("changed", []).append([label(row), row.pk, dict(before), dict(after)])


def assign(row: models.Model, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Put values into a row that is not saved yet; give what its columns said before and say now, plain."""
    columns = {each.attname: each for each in columns_of(type(row))}
    before = {name: plain(columns[name], getattr(row, name)) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return before, {name: plain(columns[name], value) for name, value in values.items()}


def of(plan: Plan) -> dict[str, Any]:
    """What is noted of a plan so far."""
    found: dict[str, Any] = plan.work.setdefault("written", {})
    return found


def label(row: models.Model) -> str:
    """The name of a row's table."""
    return row._meta.label_lower  # noqa: SLF001  Django's public way to a model's options
