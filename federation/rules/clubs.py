"""Clubs and the tables of their venues: what a record must say. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from federation.rules.errors import RuleError
from federation.rules.identity import IdentityKind, read_identity

MOST_TABLES = 40
"""At a time, and in a number: no hall has more."""


def check_club(*, name: str, short_name: str, tax_id: str) -> None:
    """RuleError `club_name_missing`, or `tax_id_not_valid` for what is no CIF in its normal form."""
    for field, value in (("name", name), ("short_name", short_name)):
        if not value.strip():
            raise RuleError("club_name_missing", field=field)
    reading = read_identity(tax_id) if tax_id else None
    if reading is not None and (reading.kind is not IdentityKind.CIF or reading.normalised != tax_id):
        raise RuleError("tax_id_not_valid", field="tax_id")


def check_table(number: int, *, taken: Iterable[int]) -> None:
    """RuleError when a table's number is out of its limits, or another table of its kind has it there."""
    if not 1 <= number <= MOST_TABLES:
        raise RuleError("table_number_out_of_range", field="number", most=MOST_TABLES)
    if number in set(taken):
        raise RuleError("table_number_taken", field="number", number=number)


def next_numbers(count: int, *, taken: Iterable[int]) -> list[int]:
    """Numbers for that many more tables: the lowest that are free.

    RuleError `too_many_tables` when there would be more than MOST_TABLES of the kind.
    """
    used = set(taken)
    free = [number for number in range(1, MOST_TABLES + 1) if number not in used]
    if count > len(free):
        raise RuleError("too_many_tables", field="count", most=MOST_TABLES)
    return free[:count]
