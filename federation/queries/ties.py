"""Every table that points at a person, found by looking at the tables of all apps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet, UniqueConstraint

from federation.models import AppendOnly, Person, PersonTie

_WRITTEN_ONCE = PersonTie()


@dataclass(frozen=True)
class Tie:
    """One key to a person: its table, its column, and what becomes of its rows (`models.person_ties`)."""

    model: type[models.Model]
    field: str

    @property
    def label(self) -> str:
        """The name of the table."""
        return self.model._meta.label_lower  # noqa: SLF001  Django's public way to a model's options

    @property
    def words(self) -> str:
        """What its rows are called, in the language in force."""
        return str(self.model._meta.verbose_name_plural)  # noqa: SLF001

    @property
    def written_once(self) -> bool:
        """Are its rows never changed?"""
        return issubclass(self.model, AppendOnly)

    @property
    def rule(self) -> PersonTie:
        """What the table says; AttributeError when it says nothing."""
        if self.written_once:
            return getattr(self.model, "person_tie", _WRITTEN_ONCE)
        found: PersonTie = self.model.person_tie  # type: ignore[attr-defined]
        return found

    def rows(self, person: int | list[int]) -> QuerySet[Any]:
        """The rows that point at this person (or at one of these)."""
        keys = person if isinstance(person, list) else [person]
        return models.QuerySet(self.model).filter(**{f"{self.field}__in": keys})

    def moving(self, person: int) -> QuerySet[Any]:
        """The rows that a merge moves to the record that stays."""
        rows = self.rows(person)
        if self.written_once:
            return rows.none()
        return rows if self.rule.stays is None else rows.exclude(self.rule.stays)


def ties() -> list[Tie]:
    """Every key to `Person`, in the order of the tables' names."""
    found = {
        Tie(relation.related_model, relation.field.name)
        for relation in Person._meta.get_fields(include_hidden=True)  # noqa: SLF001
        if isinstance(relation, models.ManyToOneRel)
    }
    return sorted(found, key=lambda tie: (tie.label, tie.field))


def clashing(tie: Tie, kept: int, gone: int) -> QuerySet[Any]:
    """Rows of the record that goes for which the kept one has one that may not stand beside them."""
    rows = tie.moving(gone)
    beside = Q()
    for columns, condition in _unique(tie):
        others = [name for name in columns if name != tie.field]
        same: QuerySet[Any] = models.QuerySet(tie.model).filter(condition, **{tie.field: kept})
        same = same.filter(**{name: OuterRef(name) for name in others})
        beside |= condition & Q(Exists(same))
    return rows.filter(beside) if beside else rows.none()


def _unique(tie: Tie) -> Iterator[tuple[list[str], Q]]:
    """The columns that may not be the same twice, and the rows for which that holds."""
    meta = tie.model._meta  # noqa: SLF001
    if getattr(meta.get_field(tie.field), "unique", False):
        yield [tie.field], Q()
    for constraint in meta.constraints:
        if isinstance(constraint, UniqueConstraint) and tie.field in constraint.fields:
            yield list(constraint.fields), constraint.condition or Q()
