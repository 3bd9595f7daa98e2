"""What a club's record must say, and how tables are numbered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.clubs import MOST_TABLES, check_club, check_table, next_numbers
from federation.rules.errors import RuleError


def refused(code: str, field: str):
    return pytest.raises(RuleError, check=lambda error: (error.code, error.field) == (code, field))


def test_a_club_has_two_names_and_a_cif_of_its_own():
    check_club(name="Peña Uno", short_name="Uno", tax_id="")
    check_club(name="Peña Uno", short_name="Uno", tax_id="G58818501")
    with refused("club_name_missing", "name"):
        check_club(name=" ", short_name="Uno", tax_id="")
    with refused("club_name_missing", "short_name"):
        check_club(name="Peña Uno", short_name="", tax_id="")
    # A letter off, not in its normal form, and a person's.
    for wrong in ("G58818502", "g58818501", "G-58818501", "12345678Z", "x"):
        with refused("tax_id_not_valid", "tax_id"):
            check_club(name="Peña Uno", short_name="Uno", tax_id=wrong)


@given(st.sets(st.integers(1, MOST_TABLES)), st.integers(1, MOST_TABLES))
def test_new_tables_take_the_lowest_free_numbers(taken, count):
    if len(taken) + count > MOST_TABLES:
        with refused("too_many_tables", "count"):
            next_numbers(count, taken=taken)
        return
    given_numbers = next_numbers(count, taken=taken)
    assert len(given_numbers) == count and not set(given_numbers) & taken
    # None is passed over: whatever is lower is taken.
    assert set(range(1, max(given_numbers) + 1)) <= taken | set(given_numbers)


def test_a_number_is_within_its_limits_and_free():
    check_table(3, taken=[1, 2])
    for number in (0, MOST_TABLES + 1):
        with refused("table_number_out_of_range", "number"):
            check_table(number, taken=[])
    with refused("table_number_taken", "number"):
        check_table(2, taken=[1, 2])
