"""What a club sends of a person, as `ClubRequest.data["person"]` keeps it, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from datetime import date
from typing import Any

from federation.actions.people import DETAILS, Details, Name
from federation.models import ClubRequest
from federation.rules.errors import RuleError

NAMES = tuple(field.name for field in fields(Name))
DAYS = frozenset({"birth_date", "consent_on"})


def values_of(name: Name, details: Details) -> dict[str, Any]:
    """Name and details as JSON, without what is empty."""
    told = {**asdict(name), **asdict(details)}
    return {
        key: value.isoformat() if isinstance(value, date) else value for key, value in told.items() if value
    }


def changed_values(name: Name, details: Details, sent: Mapping[str, Any]) -> tuple[Name, Details]:
    """A name and details with what was sent in place of what they say."""
    return (
        replace(name, **{key: _read(key, value) for key, value in sent.items() if key in NAMES}),
        replace(details, **{key: value for key, value in sent.items() if key in DETAILS}),
    )


def sent_person(request: ClubRequest) -> tuple[Name, Details]:
    """What a request says of a person; empty where its data were erased."""
    return changed_values(Name("", ""), Details(), request.data.get("person", {}))


@contextmanager
def told_beside(**fields_of: str) -> Iterator[None]:
    """Tell a refusal beside another field than the one that its rule names: `person="kind"`."""
    try:
        yield
    except RuleError as error:
        if error.field is not None:
            error.field = fields_of.get(error.field, error.field)
        raise


def _read(key: str, value: Any) -> Any:
    return date.fromisoformat(value) if key in DAYS and value else value
