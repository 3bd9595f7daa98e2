"""One captain at a time, from a day on, and the days before stay as they were."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.captains import CAPTAINS, Change, appointment, joins_as, vacancy
from competitions.rules.squads import Place, TeamFact
from federation.rules.errors import ConflictError, RuleError

TEAM = TeamFact(1, "Seis Doble", club=1)
BEGIN = date(2026, 9, 1)
DAY = date(2026, 11, 14)
DAYS = [BEGIN + timedelta(days=number) for number in range(160)]


def place(person: int, role: str = "player", begins: date = BEGIN, ends: date | None = None) -> Place:
    return Place(person, TEAM, role, begins, ends, key=person)


SQUAD = [place(1, "captain"), place(2, "vice_captain"), place(3), place(4)]


def after(squad: list[Place], changes: list[Change], day: date) -> list[Place]:
    """The squad as it is when the changes were made: ended the day before, gone on from the day."""
    kept = {each.key: each for each in squad}
    made = []
    for change in changes:
        old = kept.pop(change.place.key)
        if old.valid_from < day:
            kept[old.key] = replace(old, valid_to=day - timedelta(days=1))
        if change.role is not None:
            made.append(replace(old, role=change.role, valid_from=day))
    return [*kept.values(), *made]


def roles(squad: list[Place], day: date) -> dict[int, str]:
    return {each.person: each.role for each in squad if each.holds(day)}


def test_the_captaincy_passes_and_the_old_captain_plays_on():
    changed = after(SQUAD, appointment(SQUAD, 3, "captain", DAY), DAY)
    assert roles(changed, DAY - timedelta(days=1)) == roles(SQUAD, DAY)
    assert roles(changed, DAY) == {1: "player", 2: "vice_captain", 3: "captain", 4: "player"}


def test_a_captain_who_does_not_play_leaves_with_the_captaincy():
    squad = [place(1, "non_playing_captain"), *SQUAD[1:]]
    changed = after(squad, appointment(squad, 2, "captain", DAY), DAY)
    assert roles(changed, DAY) == {2: "captain", 3: "player", 4: "player"}
    assert roles(changed, DAY - timedelta(days=1))[1] == "non_playing_captain"


def test_the_vice_captaincy_passes_or_stays_empty():
    changed = after(SQUAD, appointment(SQUAD, 4, "vice_captain", DAY), DAY)
    assert roles(changed, DAY) == {1: "captain", 2: "player", 3: "player", 4: "vice_captain"}
    changed = after(SQUAD, vacancy(SQUAD, "vice_captain", DAY), DAY)
    assert roles(changed, DAY) == {1: "captain", 2: "player", 3: "player", 4: "player"}


def test_a_change_on_the_day_on_which_the_place_begins_takes_its_place():
    squad = [*SQUAD[:3], place(4, begins=DAY)]
    changed = after(squad, appointment(squad, 4, "captain", DAY), DAY)
    assert roles(changed, DAY)[4] == "captain"
    assert 4 not in roles(changed, DAY - timedelta(days=1))


@pytest.mark.parametrize(
    ("squad", "person", "code"),
    [
        (SQUAD, 9, "not_in_squad_that_day"),
        ([*SQUAD, place(9, begins=DAY + timedelta(days=1))], 9, "not_in_squad_that_day"),
        ([*SQUAD, place(9, ends=DAY - timedelta(days=1))], 9, "not_in_squad_that_day"),
        (SQUAD, 1, "holds_that_office"),
    ],
)
def test_who_cannot_be_captain(squad, person, code):
    with pytest.raises(RuleError, check=lambda error: error.code == code):
        appointment(squad, person, "captain", DAY)


def test_a_later_change_is_undone_first():
    later = DAY + timedelta(days=7)
    squad = after(SQUAD, appointment(SQUAD, 3, "captain", later), later)
    with pytest.raises(ConflictError, check=lambda error: error.code == "change_scheduled"):
        appointment(squad, 4, "captain", DAY)
    # On that very day it is changed back.
    again = after(squad, appointment(squad, 1, "captain", later), later)
    assert roles(again, later) == roles(SQUAD, DAY)


def test_who_joins_as_captain_finds_the_place_empty():
    joins_as(SQUAD, place(9))
    joins_as(SQUAD[1:], place(9, "captain"))
    joins_as([replace(SQUAD[0], valid_to=DAY)], place(9, "captain", begins=DAY + timedelta(days=1)))
    for role in CAPTAINS:
        with pytest.raises(ConflictError, check=lambda error: error.code == "captain_already"):
            joins_as(SQUAD, place(9, role))
    with pytest.raises(ConflictError):
        joins_as(SQUAD, place(9, "vice_captain"))


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["captain", "vice_captain", "non_playing_captain"]),
                  st.integers(1, 150)),
        max_size=12,
    )
)  # fmt: skip
def test_however_it_passes_there_is_one_captain_and_the_past_stands(changes):
    squad = [*SQUAD, place(5)]
    for person, role, offset in changes:
        day = BEGIN + timedelta(days=offset)
        before = {each: roles(squad, each) for each in DAYS if each < day}
        try:
            squad = after(squad, appointment(squad, person, role, day), day)
        except RuleError:
            continue
        # Keys name rows: each row that was made has one of its own.
        squad = [replace(each, key=number) for number, each in enumerate(squad)]
        assert roles(squad, day)[person] == role
        assert {each: roles(squad, each) for each in before} == before
        for each in DAYS:
            held = [place for place in squad if place.holds(each)]
            assert sum(place.role in CAPTAINS for place in held) <= 1
            assert sum(place.role == "vice_captain" for place in held) <= 1
            assert len({place.person for place in held}) == len(held)
