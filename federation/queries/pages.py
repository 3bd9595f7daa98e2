"""Long lists in pages that cost the same wherever they begin, and counts that stop counting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

MOST_COUNTED = 1000
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Slice(Generic[Row]):
    """A page of rows; `before` and `after` are the keys from which the pages beside it begin."""

    rows: Sequence[Row]
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Start:
    """Where a page begins: after a row, before a row (by their keys), or at the beginning."""

    after: int | None = None
    before: int | None = None


def sliced(found: QuerySet[Row], *, by: str, start: Start, size: int, last_first: bool = False) -> Slice[Row]:
    """The rows of `found` after (or before) a row, ordered by a stored column and then by key.

    An index on the column finds the beginning, however far into the list it lies. A key that is
    no row's begins at the beginning. With `last_first` the greatest comes first. Two queries.
    """
    backwards = start.after is None and start.before is not None
    falling = backwards != last_first
    beyond = _beyond(found, by, start.before if backwards else start.after, falling=falling)
    begun = beyond is not None
    ordered = found.filter(beyond) if beyond is not None else found
    sign = "-" if (falling if begun else last_first) else ""
    rows = list(ordered.order_by(f"{sign}{by}", f"{sign}pk")[: size + 1])
    more = len(rows) > size
    rows = rows[:size]
    if backwards and begun:
        rows.reverse()
        return Slice(rows, rows[0].pk if more and rows else None, rows[-1].pk if rows else None)
    return Slice(rows, rows[0].pk if begun and rows else None, rows[-1].pk if more else None)


def _beyond(found: QuerySet[Any], by: str, key: int | None, *, falling: bool) -> Q | None:
    if key is None:
        return None
    value = found.model._default_manager.filter(pk=key).values_list(by, flat=True).first()  # noqa: SLF001
    if value is None:
        return None
    past = "lt" if falling else "gt"
    # The first condition says nothing new: it is the one that the index is walked by.
    near = Q(**{f"{by}__{past}e": value})
    return near & (Q(**{f"{by}__{past}": value}) | Q(**{by: value, f"pk__{past}": key}))


def counted(found: QuerySet[Any]) -> int:
    """How many rows there are, up to one more than `MOST_COUNTED`: then it is said that there are more."""
    return found.order_by()[: MOST_COUNTED + 1].count()
