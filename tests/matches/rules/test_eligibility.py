"""Reasons against a line-up, each with its code."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.reserves import Above
from federation.rules.parameters import resolve
from matches.rules.eligibility import (
    PROBLEM_CODES,
    LicenceFact,
    LineUpTerms,
    PersonFacts,
    Place,
    SquadFact,
    licence_on,
    line_up_problems,
    person_problems,
)

DAY = date(2026, 11, 14)
BEFORE, AFTER = DAY - timedelta(days=1), DAY + timedelta(days=1)
TERMS = LineUpTerms("mine", "theirs", DAY, boards=2, players_per_board=2, parameters=resolve({}))
LICENCE = LicenceFact("D-1", "player", "granted", date(2026, 9, 1), date(2027, 8, 31))
SQUAD = SquadFact("mine", date(2026, 9, 1))


def person(name: str = "1", **changes) -> PersonFacts:
    return replace(PersonFacts(name, (LICENCE,), (SQUAD,)), **changes)


def codes(facts: PersonFacts) -> list[str]:
    return [problem.code for problem in person_problems(facts, TERMS)]


def test_nothing_speaks_against_a_player_in_order():
    assert codes(person()) == []
    edges = replace(LICENCE, valid_from=DAY, valid_to=DAY)
    assert codes(person(licences=(edges,), squads=(SquadFact("mine", DAY, DAY),))) == []
    assert licence_on(person(), DAY) == LICENCE


@pytest.mark.parametrize(
    ("licences", "code"),
    [
        ((), "no_player_licence"),
        ((replace(LICENCE, kind="judge"),), "no_player_licence"),
        ((replace(LICENCE, state="withdrawn"),), "no_player_licence"),
        ((replace(LICENCE, state="requested"),), "licence_not_granted"),
        ((replace(LICENCE, state="suspended"),), "licence_not_granted"),
        ((replace(LICENCE, valid_to=BEFORE),), "licence_not_in_force"),
        ((replace(LICENCE, valid_from=AFTER),), "licence_not_in_force"),
    ],
)
def test_licence(licences, code):
    assert codes(person(licences=licences)) == [code]


def test_a_second_licence_in_force_is_enough():
    assert codes(person(licences=(replace(LICENCE, valid_to=BEFORE), LICENCE))) == []


@pytest.mark.parametrize(
    ("squads", "expected"),
    [
        ((), ["not_in_squad"]),
        ((replace(SQUAD, valid_to=BEFORE),), ["not_in_squad"]),
        ((replace(SQUAD, valid_from=AFTER),), ["not_in_squad"]),
        ((replace(SQUAD, team="theirs"),), ["not_in_squad", "in_rival_squad"]),
        ((replace(SQUAD, team="theirs", valid_to=BEFORE), SQUAD), []),
    ],
)
def test_squad(squads, expected):
    assert codes(person(squads=squads)) == expected


def test_once_in_a_round():
    assert codes(person(encounters_of_round=frozenset({"44"}))) == ["already_in_round"]


# ---------------------------------------------------------------- reserve teams
UP = replace(TERMS, team="up", competition="D1")
BELOW = SquadFact("mine", date(2026, 9, 1))


def helper(times: int, limit: int | None = 3, **changes) -> PersonFacts:
    plays = Above("mine", "up", "Filial", "Primero", "D1", times, limit)
    return person(squads=(BELOW,), above=(replace(plays, **changes),))


def told(facts: PersonFacts, terms: LineUpTerms = UP) -> list[tuple[str, str]]:
    return [(problem.code, problem.severity.value) for problem in person_problems(facts, terms)]


def test_somebody_of_a_reserve_team_helps_above_and_is_told_when_it_is_near():
    assert [told(helper(times)) for times in range(5)] == [
        [],
        [],
        [("reserve_last_time", "warning")],
        [("reserve_will_stay", "warning")],
        [],
    ]


def test_who_stays_above_is_out_below():
    assert [told(helper(times), TERMS) for times in (3, 4)] == [[], [("stays_above", "block")]]


def test_nobody_helps_without_a_rule_in_another_competition_or_in_his_own():
    assert told(helper(0, None)) == [("not_in_squad", "block")]
    assert told(helper(0), replace(UP, competition="Copa")) == [("not_in_squad", "block")]
    assert told(helper(0, own_enters_it=True)) == [("reserve_same_competition", "block")]
    gone = replace(helper(0), squads=(replace(BELOW, valid_to=BEFORE),))
    assert told(gone) == [("not_in_squad", "block")]


def test_the_block_holds_for_starters_and_substitutes_alike():
    people = {name: person(name) for name in "1234"} | {"5": replace(helper(4), person="5")}
    for boards, bench in (([("1", "2"), ("3", "5")], ()), ([("1", "2"), ("3", "4")], ("5",))):
        assert [p.code for p in line_up_problems(boards, bench, people, TERMS)] == ["stays_above"]


def test_a_squad_below_the_minimum_is_a_warning_of_the_line_up():
    people = {name: person(name) for name in "1234"}

    def found(size: int | None) -> list[tuple[str, str]]:
        terms = replace(TERMS, parameters=resolve({"squad_min": 8}), squad_size=size)
        problems = line_up_problems([("1", "2"), ("3", "4")], (), people, terms)
        return [(p.code, p.severity.value) for p in problems]

    assert found(8) == found(None) == []
    assert found(7) == [("squad_below_minimum", "warning")]


def line_up(boards, substitutes=(), **overrides):
    people = {name: person(name) for name in "1234567"}
    terms = replace(TERMS, parameters=resolve(overrides))
    return [(p.code, p.data.get("person")) for p in line_up_problems(boards, substitutes, people, terms)]


def test_singles_and_doubles_of_8_ball_take_one_board_of_each_block():
    singles, doubles = Place(1, 1, pool=True), Place(2, 2, pool=True)
    people = {name: person(name) for name in "1234567"}

    def found(boards, places):
        terms = replace(TERMS, places=places)
        return [(p.code, p.data.get("person")) for p in line_up_problems(boards, (), people, terms)]

    assert found([("1",), ("2",), ("1", "2")], (singles, singles, doubles)) == []
    assert found([("1",), ("1",), ("1", "2")], (singles, singles, doubles)) == [("too_many_boards", "1")]
    assert found([("1", "2"), ("3",)], (singles, doubles)) == [("board_incomplete", None)] * 2
    # Where both are played, domino counts over the encounter and 8-ball by its blocks.
    assert found([("1", "2"), ("1",)], (Place(2), singles)) == []


def test_a_whole_line_up():
    assert line_up([("1", "2"), ("3", "4")], ("5",)) == []
    assert line_up([("1", "2")]) == [("wrong_number_of_boards", None)]
    assert line_up([("1",), ("3", "4", "5")]) == [("board_incomplete", None)] * 2
    assert line_up([("1", "1"), ("3", "4")]) == [("twice_on_board", "1")]
    assert line_up([("1", "2"), ("1", "4")]) == [("too_many_boards", "1")]
    assert line_up([("1", "2"), ("1", "4")], max_boards_per_player=2) == []
    assert line_up([("1", "2"), ("3", "4")], ("1",)) == [("substitute_also_starts", "1")]
    assert line_up([("1", "2"), ("3", "4")], ("1",), max_boards_per_player=2) == []
    assert line_up([("1", "2"), ("3", "4")], ("5", "5")) == [("substitute_twice", "5")]
    assert line_up([("1", "2"), ("3", "9")]) == [("unknown_person", "9")]


@given(
    st.lists(st.lists(st.sampled_from("12345679"), max_size=3), max_size=3), st.lists(st.sampled_from("159"))
)
def test_any_line_up_gets_an_answer_with_known_codes(boards, substitutes):
    for code, _ in line_up(boards, tuple(substitutes)):
        assert code in PROBLEM_CODES
