"""Rows of one file that repeat one another, told before anything is written."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from federation.files.results import RefusedRow, Value
from federation.files.targets import Target

DUPLICATE = "duplicate_row"


class Repeats:
    """The rows seen so far, and what a further one repeats."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._whole: dict[frozenset[tuple[str, Value]], int] = {}
        self._keyed: list[dict[Hashable, tuple[int, Mapping[str, Value]]]] = [{} for _ in target.unique]

    def refusal(self, row: int, values: Mapping[str, Value], shown: Mapping[str, str]) -> RefusedRow | None:
        """Why a row may not stand beside an earlier one; None notes it as seen.

        `shown` holds the texts of the cells that gave no value yet.
        """
        told = frozenset(
            (name, value) for name, value in (*values.items(), *shown.items()) if value is not None
        )
        if told in self._whole:
            return RefusedRow(row, None, DUPLICATE, self._whole[told])
        keys = [rule.key(values) for rule in self._target.unique]
        for rule, key, seen in zip(self._target.unique, keys, self._keyed, strict=True):
            if key is None or key not in seen:
                continue
            earlier, earlier_values = seen[key]
            if code := rule.code(earlier_values, values):
                return RefusedRow(row, None if code == DUPLICATE else rule.column, code, earlier)
        self._whole[told] = row
        for key, seen in zip(keys, self._keyed, strict=True):
            if key is not None:
                seen.setdefault(key, (row, values))
        return None
