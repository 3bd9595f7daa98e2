"""Every value that `rulebook-kinds.md` allows in a domino case is taken, under every option that touches it.

What is drawn here has no expected answer: it is asked that there is one, with the keys and the words of
the page, whatever tiles, seats, scores and words a case of that kind may bring.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.rules.parameters import defaults, readings
from matches.rules.tiles import FULL_SET
from tests.cases.folder import cases_folder
from tests.cases.kinds import Kind, kinds_in
from tests.cases.rulebook import answer
from tests.cases.rulebook_domino import ADAPTERS

PAGE = cases_folder() / "rulebook-kinds.md"
KINDS = kinds_in(PAGE) if PAGE.is_file() else {}
DOMINO = sorted(ADAPTERS.keys() & KINDS.keys())
Drawn = st.SearchStrategy[dict[str, Any]]

PLAYERS = ("A", "B", "C", "D")
SEATS = st.permutations(["A", "C"]).flatmap(
    lambda one: st.permutations(["B", "D"]).map(lambda other: [one[0], other[0], one[1], other[1]])
)
TILES = [str(tile) for tile in FULL_SET]
PLAYER = st.sampled_from(PLAYERS)
PAIR = st.sampled_from(["AC", "BD"])
PAIRS_OF_PLAYERS = st.sampled_from([["A", "C"], ["B", "D"], ["C", "A"]])
TARGET = st.integers(20, 1000)


def words(kind: Kind, key: str) -> st.SearchStrategy[Any]:
    """One of the words of the page."""
    return st.sampled_from(kind.words(key))


@st.composite
def scores(draw: st.DrawFn, target: int) -> dict[str, int]:
    return {"AC": draw(st.integers(0, target - 1)), "BD": draw(st.integers(0, target - 1))}


@st.composite
def drawn_seats(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    people = draw(st.sampled_from([("A", "C", "B", "D"), ("L1", "L2", "V1", "V2")]))
    tiles = draw(st.lists(st.sampled_from(TILES), min_size=4, max_size=4, unique=True))
    return {
        "pairs": [list(people[:2]), list(people[2:])],
        "draw": dict(zip(people, tiles, strict=True)),
        "seat_chosen": draw(st.none() | st.integers(0, 3)),
    }


def hand_of(_kind: Kind) -> Drawn:
    return st.fixed_dictionaries({"seats": SEATS, "leader": PLAYER})


@st.composite
def rotations(draw: st.DrawFn, kind: Kind) -> dict[str, Any]:
    hands = draw(st.integers(1, 12))
    annulled = draw(st.lists(st.integers(1, hands), unique=True, max_size=4))
    return {
        "seats": draw(SEATS),
        "first": draw(PLAYER),
        "hands": hands,
        "annulled": [
            {"hand": hand, "offender": draw(PLAYER), "cause": "false_thinking"} for hand in sorted(annulled)
        ],
    }


def infractions(kind: Kind) -> Drawn:
    told = {key: words(kind, key) for key in ("infraction", "request", "when")}
    return st.fixed_dictionaries({"seats": SEATS, "leader": PLAYER, "offender": PLAYER, **told})


@st.composite
def thinking(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    ends = draw(st.lists(st.integers(0, 6), min_size=2, max_size=2))
    fitting = [tile for tile in TILES if set(tile.split("-")) & set(map(str, ends))]
    playable = draw(st.lists(st.sampled_from(fitting), unique=True, max_size=4))
    return {"ends": ends, "playable": playable, "stopped_to_think": draw(st.booleans())}


@st.composite
def left_over(draw: st.DrawFn, *, empty: str | None) -> dict[str, list[str]]:
    tiles = draw(st.permutations(TILES))
    left, at = {}, 0
    for player in PLAYERS:
        many = 0 if player == empty else draw(st.integers(1, 7))
        left[player], at = tiles[at : at + many], at + many
    return left


@st.composite
def hand_scores(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    winner, closed = draw(PLAYER), draw(st.booleans())
    left = draw(left_over(empty=None if closed else winner))
    return {"winner": winner, "closed": closed, "left": left}


@st.composite
def blocks(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    closed = draw(st.booleans())
    return {"closed": closed, "left": draw(left_over(empty=None if closed else draw(PLAYER)))}


@st.composite
def overshoots(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    target = draw(TARGET)
    hand = {"pair": draw(PAIR), "points": draw(st.integers(0, 153))}
    return {"target": target, "before": draw(scores(target)), "hand": hand}


@st.composite
def abandonments(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    target = draw(TARGET)
    return {"target": target, "score": draw(scores(target)), "leaves": draw(PLAYER)}


@st.composite
def absences(draw: st.DrawFn, _kind: Kind) -> dict[str, Any]:
    target = draw(TARGET)
    return {
        "target": target,
        "score": draw(scores(target)),
        "absent": draw(PLAYER),
        "justified": draw(st.booleans()),
        "substitutes": draw(st.lists(st.sampled_from(["X", "Y", "Z"]), unique=True)),
    }


@st.composite
def suspensions(draw: st.DrawFn, kind: Kind) -> dict[str, Any]:
    target = draw(TARGET)
    score = draw(st.integers(0, target - 1).map(lambda n: {"AC": n, "BD": n}) | scores(target))
    pair = draw(PAIR)
    hand = {"pair": pair, "points": draw(st.integers(0, score[pair]))}
    return {
        "target": target,
        "score": score,
        "decision": draw(words(kind, "decision")),
        "hand_points": draw(st.sampled_from([None, hand])),
        "score_includes_hand": draw(st.sampled_from([None, True, False])),
    }


def drops(_kind: Kind) -> Drawn:
    drop = st.fixed_dictionaries({"partida": st.integers(1, 3), "pair": PAIR})
    ordered = st.lists(drop, max_size=8).map(lambda found: sorted(found, key=lambda each: each["partida"]))
    return st.fixed_dictionaries({"drops": ordered})


def who_decides(kind: Kind) -> Drawn:
    return st.fixed_dictionaries(
        {"when": words(kind, "when"), "face_up": st.sampled_from([None, True, False]), "pair": PAIR}
    )


def annulled_leads(kind: Kind) -> Drawn:
    return st.fixed_dictionaries(
        {"seats": SEATS, "leader": PLAYER, "pair_that_dropped": PAIR, "decision": words(kind, "decision")}
    )


def second_seats(_kind: Kind) -> Drawn:
    changes = st.dictionaries(PLAYER, st.sampled_from(["X", "Y", "Z", "W"]), max_size=4).filter(
        lambda made: len(set(made.values())) == len(made)
    )
    return st.fixed_dictionaries(
        {
            "team_competition": st.booleans(),
            "seats_first": SEATS,
            "loser": PAIRS_OF_PLAYERS,
            "changes": changes,
        }
    )


def second_leads(_kind: Kind) -> Drawn:
    return st.fixed_dictionaries(
        {
            "team_competition": st.booleans(),
            "seats_first": SEATS,
            "first_partida_leads": st.lists(PLAYER, min_size=1, max_size=12),
            "loser": PAIRS_OF_PLAYERS,
        }
    )


@st.composite
def namings(draw: st.DrawFn, kind: Kind) -> dict[str, Any]:
    everybody = st.sampled_from(["L1", "L2", "V1", "V2"])
    done_by = draw(words(kind, "done_by"))
    # The judge's mode does not exist without one (art. 6).
    judge = draw(st.sampled_from(["J"] if done_by == "judge" else [None, "J"]))
    named = {"scorer": draw(everybody), "counter": draw(everybody), "judge": judge}
    return {"local": ["L1", "L2"], "visitor": ["V1", "V2"], "named": named, "done_by": done_by}


def closing_words(kind: Kind) -> Drawn:
    ends = st.lists(st.integers(0, 6), min_size=2, max_size=2)
    return st.fixed_dictionaries(
        {"said": words(kind, "said"), "ends_after": ends, "open_on_table": st.booleans()}
    )


def comments(kind: Kind) -> Drawn:
    return st.fixed_dictionaries(
        {"when": words(kind, "when"), "seconds": st.integers(0, 600), "mentions_rivals": st.booleans()}
    )


def interruptions(kind: Kind) -> Drawn:
    return st.fixed_dictionaries({"cause": words(kind, "cause"), "announced_before": st.booleans()})


INPUTS: dict[str, Any] = {
    **dict.fromkeys(
        (
            "seat_draw",
            "seat_draw_tie_for_lead",
            "seat_draw_tie_between_rivals",
            "seat_draw_value_or_points",
        ),
        drawn_seats,
    ),
    **dict.fromkeys(("hand_numbering", "shuffle_and_take"), hand_of),
    **dict.fromkeys(
        (
            "lead_rotation",
            "lead_rotation_annulled_with_loss",
            "lead_rotation_annulled_without_loss",
            "lead_rotation_two_annulled",
        ),
        rotations,
    ),
    **dict.fromkeys(("false_pass", "false_pass_rivals_led", "false_thinking_late_request"), infractions),
    "false_thinking_two_options": thinking,
    **dict.fromkeys(("hand_score", "hand_score_closed"), hand_scores),
    "closed_game_winner": blocks,
    "target_overshoot": overshoots,
    "abandonment": abandonments,
    "justified_absence": absences,
    **dict.fromkeys(("suspension", "suspension_tie"), suspensions),
    "dropped_tiles_note": drops,
    "dropped_tile_who_decides": who_decides,
    "dropped_tile_annulled_lead": annulled_leads,
    "second_partida_seats": second_seats,
    "second_partida_first_leader": second_leads,
    "scorer_and_counter": namings,
    "closing_word_against_tile": closing_words,
    "comment_between_partners": comments,
    "interruption": interruptions,
}


def test_every_domino_kind_of_the_page_is_drawn():
    assert set(DOMINO) == set(INPUTS) & set(KINDS)
    assert not KINDS or set(INPUTS) <= set(KINDS)


@pytest.mark.parametrize("kind", DOMINO)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors])
@given(data=st.data())
def test_every_documented_value_is_taken(kind: str, data: st.DataObject) -> None:
    case = data.draw(INPUTS[kind](KINDS[kind]))
    assert set(case) == set(KINDS[kind].given)
    for parameters in _regulations(kind):
        found = answer(kind, case, parameters)
        assert "refused" not in found, found
        if found.get("admitted") is False:
            continue
        assert set(found) - {"ask", "parameter"} == set(KINDS[kind].answered), found
        for key, what in KINDS[kind].answered.items():
            assert _is_of_type(found[key], what), (key, found[key])


def _regulations(kind: str) -> list[Any]:
    """The defaults, and each option of each parameter that touches the kind."""
    found = [defaults()]
    for name in ADAPTERS[kind].parameters:
        found += readings(name, defaults()).values()
    return found


def _is_of_type(value: Any, what: str) -> bool:
    """Is it what the page says, null being allowed where something is open or does not apply?"""
    allowed = [part.strip() for part in what.split("/")] if not what.startswith("[") else [what]
    if value is None:
        return True
    if isinstance(value, bool):
        return "bool" in allowed
    if isinstance(value, int):
        return bool({"int", "seat"} & set(allowed))
    if isinstance(value, str):
        open_ended = {"player", "pair", "side"} & set(allowed)
        return bool(open_ended) or value in allowed
    if isinstance(value, list):
        inner = what[what.index("[") + 1 : what.rindex("]")]
        return all(_is_of_type(each, inner) for each in value)
    return isinstance(value, dict)
