"""Who may join a squad, and when; what is told and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.squads import (
    OBJECTIONS,
    Joining,
    Place,
    TeamFact,
    Terms,
    Weight,
    is_open,
    is_transfer,
    most_at_once,
    objections_to_joining,
    objections_to_leaving,
    round_on,
    too_small,
)
from federation.rules.parameters import resolve

SEASON = (date(2026, 9, 1), date(2027, 8, 31))
DAY = date(2026, 11, 14)
ANA, LEO = 1, 2
DOMINO, POOL = frozenset({"domino"}), frozenset({"pool"})
MINE = TeamFact(10, "Seis Doble", club=1, disciplines=DOMINO)
SISTER = TeamFact(11, "Seis Doble B", club=1, disciplines=DOMINO)
RIVAL = TeamFact(20, "Molinos", club=2, disciplines=DOMINO)
CUE = TeamFact(30, "Tacos", club=3, disciplines=POOL)
ROUNDS = tuple((number, date(2026, 10, 3) + timedelta(weeks=number - 1)) for number in range(1, 15))


def terms(*teams: TeamFact, name: str = "Primera", **overrides: object) -> Terms:
    return Terms(name, frozenset(team.key for team in teams), resolve(overrides), ROUNDS)


def place(team: TeamFact = MINE, begins: date = DAY, ends: date | None = None, **values: object) -> Place:
    return replace(Place(ANA, team, "player", begins, ends), **values)


def joining(*own: Place, at: Place | None = None, rules: Sequence[Terms] = (), **values: object) -> Joining:
    facts = Joining(at or place(), own, (), tuple(rules), SEASON, licensed_by=1)
    return replace(facts, **values)


def codes(facts: Joining) -> list[str]:
    return [objection.code for objection in objections_to_joining(facts)]


# ---------------------------------------------------------------- dates and other squads
def test_nothing_speaks_against_somebody_new():
    assert codes(joining(rules=[terms(MINE, RIVAL)])) == []


def test_a_place_lies_in_its_season():
    for day in (SEASON[0] - timedelta(days=1), SEASON[1] + timedelta(days=1)):
        assert codes(joining(at=place(begins=day))) == ["squad_outside_season"]
    for day in SEASON:
        assert codes(joining(at=place(begins=day))) == []


def test_a_day_that_has_been_played_needs_a_reason():
    assert codes(joining(played_on=DAY)) == ["team_has_played"]
    assert codes(joining(played_on=DAY - timedelta(days=1))) == []
    assert OBJECTIONS["team_has_played"] is Weight.EXCEPTION


def test_nobody_is_twice_in_one_squad():
    assert codes(joining(place(begins=SEASON[0]))) == ["already_in_squad"]
    assert codes(joining(place(begins=SEASON[0], ends=DAY - timedelta(days=1)))) == []
    assert codes(joining(place(begins=DAY + timedelta(days=30)))) == ["already_in_squad"]


@pytest.mark.parametrize("role", ["player", "captain", "vice_captain", "non_playing_captain"])
def test_nobody_is_in_two_squads_of_one_competition_whatever_he_is_there(role: str):
    rules = [terms(MINE, RIVAL)]
    assert codes(joining(place(RIVAL, SEASON[0], role=role), rules=rules)) == ["two_squads"]
    assert codes(joining(place(RIVAL, SEASON[0]), at=place(role=role), rules=rules)) == ["two_squads"]
    gone = place(RIVAL, SEASON[0], DAY - timedelta(days=1))
    assert codes(joining(gone, rules=rules)) == []
    assert OBJECTIONS["two_squads"] is Weight.REFUSAL


def test_two_competitions_are_two_squads():
    rules = [terms(MINE, name="Primera"), terms(SISTER, name="Segunda")]
    assert codes(joining(place(SISTER, SEASON[0]), rules=rules)) == []


@pytest.mark.parametrize("of", [MINE, RIVAL])
def test_two_clubs_at_once_as_the_regulation_of_either_says(of: TeamFact):
    def told(value: str) -> list[str]:
        rules = [terms(of, name="Primera", two_clubs=value), terms(MINE if of is RIVAL else RIVAL)]
        return codes(joining(place(RIVAL, SEASON[0]), rules=rules))

    assert told("allowed") == ["in_two_clubs"]
    assert told("refused") == ["two_clubs"]


def test_two_clubs_are_nothing_to_those_who_do_not_play_or_play_another_game():
    rules = [terms(MINE, two_clubs="refused")]
    captain = place(RIVAL, SEASON[0], role="non_playing_captain")
    assert codes(joining(captain, rules=rules)) == ["in_two_clubs"]
    assert codes(joining(place(CUE, SEASON[0]), rules=rules)) == []
    unknown = replace(RIVAL, disciplines=frozenset())
    assert codes(joining(place(unknown, SEASON[0]), rules=rules)) == ["two_clubs"]


def test_a_licence_is_told_about_and_only_of_players():
    assert codes(joining(licensed_by=None)) == ["joins_without_licence"]
    assert codes(joining(licensed_by=2)) == ["licence_of_another_club"]
    assert codes(joining(licensed_by=0)) == []
    assert codes(joining(licensed_by=None, at=place(role="non_playing_captain"))) == []


# ---------------------------------------------------------------- size
def test_a_squad_has_its_most_on_every_day():
    full = [place(person=number, begins=SEASON[0]) for number in range(2, 7)]
    rules = [terms(MINE, squad_max=5), terms(MINE, name="Copa", squad_max=6)]
    objections = objections_to_joining(joining(squad=full, rules=rules))
    assert [(o.code, dict(o.data)) for o in objections] == [
        ("squad_full", {"most": 5, "competition": "Primera"})
    ]
    # One who leaves today makes room tomorrow; one who comes next month fills it.
    leaves = [*full[:-1], replace(full[-1], valid_to=DAY)]
    assert codes(joining(squad=leaves, rules=rules)) == ["squad_full"]
    assert codes(joining(squad=leaves, rules=rules, at=place(begins=DAY + timedelta(days=1)))) == []
    comes = [*full[:-1], replace(full[-1], valid_from=DAY + timedelta(days=30))]
    assert codes(joining(squad=comes, rules=rules)) == ["squad_full"]


def test_who_does_not_play_takes_no_room():
    captain = place(person=9, begins=SEASON[0], role="non_playing_captain")
    rules = [terms(MINE, squad_max=1, squad_min=1)]
    assert codes(joining(squad=[captain], rules=rules)) == []
    assert [o.code for o in too_small([captain], DAY, rules)] == ["squad_too_small"]


places = st.builds(
    lambda person, begins, length, role: Place(
        person,
        MINE,
        role,
        SEASON[0] + timedelta(days=begins),
        None if length is None else SEASON[0] + timedelta(days=begins + length),
    ),
    st.integers(2, 99),
    st.integers(0, 20),
    st.none() | st.integers(0, 10),
    st.sampled_from(["player", "captain", "vice_captain", "non_playing_captain"]),
)


@given(st.lists(places, max_size=8), places)
def test_the_most_at_once_is_the_most_of_its_days(squad, new):
    days = [SEASON[0] + timedelta(days=number) for number in range(40)]
    counted = max(1 + sum(p.plays and p.holds(day) for p in squad) for day in days if new.holds(day))
    assert most_at_once(squad, new) == counted


@given(places, places)
def test_two_places_meet_when_some_day_is_in_both(one, other):
    days = [SEASON[0] + timedelta(days=number) for number in range(40)]
    assert one.meets(other) == any(one.holds(day) and other.holds(day) for day in days)
    assert one.meets(other) == other.meets(one)


# ---------------------------------------------------------------- windows
@pytest.mark.parametrize(
    ("window", "opens"),
    [
        (None, True),
        ({"from": "2026-11-14", "to": "2026-11-14"}, True),
        ({"from": "2026-11-15", "to": "2026-12-01"}, False),
        ({"from": "2026-09-01", "to": "2026-11-13"}, False),
        # On 14 November round 7 begins.
        ({"from": 0, "to": 6}, False),
        ({"from": 7, "to": 7}, True),
        ({"from": 8, "to": 9}, False),
    ],
)
def test_a_window_of_days_or_of_rounds(window, opens):
    assert is_open(window, DAY, ROUNDS) is opens
    rules = [terms(MINE, registration_window=window)]
    assert codes(joining(rules=rules)) == ([] if opens else ["registration_closed"])


def test_rounds_last_until_the_next_begins():
    assert round_on(date(2026, 9, 30), ROUNDS) == 0
    assert round_on(date(2026, 10, 3), ROUNDS) == 1
    assert round_on(date(2026, 10, 9), ROUNDS) == 1
    assert round_on(date(2027, 8, 1), ROUNDS) == 14
    assert round_on(DAY, ()) == 0


@given(st.dates(*SEASON), st.integers(0, 15), st.integers(0, 15))
def test_a_window_of_rounds_is_the_days_of_its_rounds(day, one, other):
    begin, end = sorted((one, other))
    assert is_open({"from": begin, "to": end}, day, ROUNDS) == (begin <= round_on(day, ROUNDS) <= end)


def test_a_player_of_another_team_of_the_season_comes_by_transfer():
    left = place(RIVAL, SEASON[0], DAY - timedelta(days=20))
    shut, opened = {"from": 20, "to": 30}, {"from": 1, "to": 14}

    def told(registration: object, transfer: object) -> list[str]:
        rules = [terms(MINE, RIVAL, registration_window=registration, transfer_window=transfer)]
        return codes(joining(left, rules=rules))

    assert told(shut, opened) == []
    assert told(opened, shut) == ["transfer_closed"]
    # Without a window for transfers a transfer is a registration like any other.
    assert told(shut, None) == ["registration_closed"]
    assert told(None, None) == []


def test_what_is_no_transfer():
    assert not is_transfer(place(), [place(CUE, SEASON[0])])
    assert not is_transfer(place(), [place(begins=SEASON[0], ends=date(2026, 10, 1))])
    assert not is_transfer(place(), [place(RIVAL, SEASON[0], role="non_playing_captain")])
    # Whoever joins two teams on one day comes from neither.
    assert not is_transfer(place(), [place(SISTER, DAY)])
    assert not is_transfer(place(), [place(SISTER, DAY + timedelta(days=9))])
    assert is_transfer(place(), [place(SISTER, SEASON[0], date(2026, 10, 1))])


def test_windows_are_for_players_and_of_the_teams_own_competitions():
    shut = {"from": 20, "to": 30}
    rules = [terms(MINE, registration_window=shut)]
    assert codes(joining(rules=rules, at=place(role="non_playing_captain"))) == []
    assert codes(joining(rules=[terms(RIVAL, registration_window=shut)])) == []
    both = [terms(MINE, registration_window=shut), terms(MINE, name="Copa", registration_window=shut)]
    assert codes(joining(rules=both)) == ["registration_closed", "registration_closed"]


# ---------------------------------------------------------------- leaving
def test_who_leaves_may_leave_too_few_or_no_captain():
    others = [place(person=number, begins=SEASON[0]) for number in range(2, 5)]
    own = place(begins=SEASON[0], role="captain")
    found = objections_to_leaving(
        own, DAY, others, [terms(MINE, squad_min=4), terms(RIVAL, squad_min=9)], DAY
    )
    assert [o.code for o in found] == ["squad_too_small", "left_without_captain"]
    assert dict(found[0].data) == {"size": 3, "least": 4, "competition": "Primera"}
    later = objections_to_leaving(place(), DAY, others, [], DAY + timedelta(days=1))
    assert [o.code for o in later] == ["team_has_played"]


@given(
    st.lists(places, max_size=5),
    st.lists(places, max_size=3),
    places,
    st.dates(*SEASON) | st.none(),
    st.sampled_from([None, {"from": 0, "to": 3}, {"from": "2026-10-01", "to": "2026-12-01"}]),
)
def test_whatever_is_asked_gets_known_answers_the_heaviest_first(squad, own, new, played, window):
    rules = [terms(MINE, RIVAL, squad_max=3, registration_window=window, transfer_window=window)]
    facts = joining(*own, at=new, squad=squad, rules=rules, played_on=played)
    found = codes(facts)
    assert set(found) <= set(OBJECTIONS)
    weights = [list(Weight).index(OBJECTIONS[code]) for code in found]
    assert weights == sorted(weights)
