"""Every pool adapter answers whatever its kind's vocabulary can say, with the keys that the kind expects."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.rules.pool.shots import Foul
from tests.cases.folder import COPY
from tests.cases.rulebook import POOL, answer
from tests.cases.rulebook_pool_shots import STROKES
from tests.pool_strategies import pool_regulations

CASES = json.loads((COPY / "rulebook-cases.json").read_text(encoding="utf-8"))["cases"]
EXPECTED = {case["kind"]: set(case["expected"]) for case in CASES if case["kind"] in POOL}
ASKED = {case["kind"]: set(case["input"]) for case in CASES if case["kind"] in POOL}
BALL, POCKET, YES_NO = st.integers(1, 15), st.integers(1, 6), st.booleans()
# A case has no word for these two.
FOULS = sorted({foul.value for foul in Foul} - {Foul.THROUGH_EIGHT.value, Foul.ADVISED.value})


def one(*words: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(words)


@st.composite
def strokes(draw: st.DrawFn) -> Mapping[str, Any]:
    moved = draw(st.lists(BALL, unique=True, max_size=5))
    fallen = draw(st.integers(0, len(moved)))
    phase = draw(one("break", "open_table", "group_play"))
    low = draw(YES_NO)
    group = ("low" if low else "high") if phase == "group_play" else None
    own = st.integers(1, 7) if low else st.integers(9, 15)
    called = st.fixed_dictionaries({"ball": BALL, "pocket": POCKET})
    return {
        "phase": phase,
        "group": group,
        "group_left": draw(st.none() | st.lists(own, unique=True, max_size=4)) if group else None,
        "called": draw(st.none() | called),
        "falls": {str(ball): draw(st.none() | POCKET) for ball in moved[:fallen]},
        "off": moved[fallen:],
        "first_contact": draw(st.none() | BALL),
        "fouls": draw(st.lists(st.sampled_from(FOULS), unique=True, max_size=2)),
        "consecutive_fouls": draw(st.none() | st.integers(1, 5)),
        "to_cushion": draw(st.none() | st.integers(0, 15)),
        "choice": draw(st.none() | one("restart", "respot")),
        "coin_table": draw(YES_NO),
        "official": draw(YES_NO),
    }


@st.composite
def series(draw: st.DrawFn) -> Mapping[str, Any]:
    team = draw(YES_NO)
    sides = ["team_1", "team_2"] if team else ["P", "Q"]
    side, choice = st.sampled_from(sides), one("self", "other")
    rack = st.fixed_dictionaries(
        {
            "frame": st.integers(1, 5),
            "times": st.integers(1, 3),
            "cause": one("both_agree", "eight_on_break_restart", "illegal_break_other_breaks"),
        }
    )
    form = draw(st.none() | one("race", "fixed"))
    return {
        "format": form,
        "length": draw(st.integers(1, 7)) if form else None,
        "competition": "team" if team else "individual",
        "sides": sides,
        "lag_winner": draw(st.none() | side),
        "lag_choice": draw(st.none() | choice),
        "first_breaker": draw(st.none() | side),
        "winners": draw(st.none() | st.lists(side, max_size=9)),
        "frames_asked": draw(st.integers(0, 13)),
        "reracks": draw(st.lists(rack, max_size=2)),
        "decider_lag_winner": draw(st.none() | side),
        "decider_lag_choice": draw(st.none() | choice),
    }


CLOCK_EVENT = st.fixed_dictionaries(
    {"event": one("shot", "warning", "limit_set"), "seconds": st.none() | st.integers(0, 400)}
)
CALLED = st.fixed_dictionaries({"ball": BALL, "pocket": POCKET})
INPUTS: Mapping[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(STROKES, strokes()),
    **{kind: series() for kind in POOL if kind.startswith("break_order")},
    "legal_break": st.fixed_dictionaries({"pocketed": st.integers(0, 15), "to_cushion": st.integers(0, 15)}),
    "group_choice": st.fixed_dictionaries(
        {
            "break_pockets": st.lists(BALL, unique=True, max_size=3),
            "called": CALLED,
            "falls": st.dictionaries(BALL.map(str), st.none() | POCKET, max_size=3),
        }
    ),
    "contact_with_rival_ball": st.fixed_dictionaries(
        {
            "frozen_to": one("own_ball", "rival_ball", "eight"),
            "own_balls_left": st.none() | YES_NO,
            "played": one("straight_at_it", "away"),
            "time": st.integers(1, 4),
            "warned_before": YES_NO,
        }
    ),
    "stalemate": st.fixed_dictionaries(
        {
            "turns_without_attempt": st.fixed_dictionaries({"P": st.integers(0, 5), "Q": st.integers(0, 5)}),
            "players_heard": YES_NO,
            "referee": one("accepts", "refuses", None),
        }
    ),
    "stalemate_agreed": st.fixed_dictionaries(
        {
            "breaker": one("P", "Q"),
            "both_agree": YES_NO,
            "replays_before": st.integers(0, 3),
            "pocketed": st.lists(BALL, unique=True, max_size=5),
        }
    ),
    "shot_clock": st.fixed_dictionaries(
        {"events": st.lists(CLOCK_EVENT, max_size=6), "warned_before": YES_NO}
    ),
    "disqualification": st.fixed_dictionaries(
        {"by": one("sporting_director", "referee"), "cause": one("unsporting_conduct", "harmful_tactics")}
    ),
    "advice": st.fixed_dictionaries(
        {
            "by": one("team_mate", "spectator"),
            "competition": one("league", "tournament", None),
            "time": st.integers(1, 4),
        }
    ),
}


@pytest.mark.parametrize("kind", sorted(POOL))
@settings(max_examples=60, deadline=None)
@given(st.data(), pool_regulations())
def test_whatever_a_kind_can_say_is_answered(kind, data, parameters):
    given_case = data.draw(INPUTS[kind])
    assert set(given_case) == ASKED[kind]
    found = answer(kind, given_case, parameters)

    assert "refused" not in found
    assert EXPECTED[kind] <= set(found)
    json.dumps(found)
    if kind in STROKES and found["stays"] is not None:
        # Together they are what left the table.
        left = sorted([*map(int, given_case["falls"]), *given_case["off"]])
        assert sorted([*found["stays"], *found["respot"]]) == left
