"""One stroke and its ruling: a table of the articles, and what no ruling may ever say."""

import pytest
from hypothesis import given, settings

from federation.rules.errors import RuleError
from federation.rules.parameters import defaults, resolve
from matches.rules.pool.balls import EIGHT, Group, check_ball, check_pocket, group_of
from matches.rules.pool.fouls import fouls_of, is_cushion_contact
from matches.rules.pool.ruling import SHOT_PARAMETERS, decided_by, rule_shot
from matches.rules.pool.ruling_break import is_legal_break
from matches.rules.pool.shots import (
    CUE_BALL_GONE,
    Call,
    Choice,
    Foul,
    InHand,
    LossLetter,
    Phase,
    Player,
    Shot,
    check_shot,
)
from tests.pool_strategies import pool_regulations, shots

OPEN, PLAY, BREAK = Phase.OPEN_TABLE, Phase.GROUP_PLAY, Phase.BREAK
LOW = {"phase": PLAY, "group": Group.LOW}
ON_EIGHT = {**LOW, "group_left": (), "called": Call(8, 3)}


def ruled(parameters=None, **shot):
    return rule_shot(Shot(**shot), resolve(parameters or {}))


@settings(max_examples=400)
@given(shots(), pool_regulations())
def test_every_stroke_gets_one_ruling_that_does_not_contradict_itself(shot, parameters):
    check_shot(shot)
    found = rule_shot(shot, parameters)

    left = sorted({*shot.falls, *shot.off})
    # Each ball that left the table stays away, comes back or waits: one of the three.
    assert sorted([*found.stays, *found.respot, *found.waiting]) == left
    # A frame that is over leaves no turn, ball in hand, choice or new rack; one that goes on has a turn.
    over = found.winner is not None
    assert over != (found.turn is not None)
    if over:
        assert not (found.in_hand or found.options or found.rack_again or found.waiting or found.ask)
    assert (found.lost_by is not None) == (found.winner is Player.RIVAL)
    assert bool(found.options) == (found.choice_of is not None)
    assert found.articles and len(found.articles) == len(set(found.articles))
    # A foul never keeps the turn, and gives the ball in hand while the frame goes on.
    if found.is_foul and not over:
        assert found.turn is Player.RIVAL
        assert found.in_hand is not None or found.rack_again
    assert bool(found.foul_letters) <= found.is_foul
    # Nobody has both groups, and the break sets none.
    if shot.phase is BREAK:
        assert found.group is None
    if found.group is not None:
        assert not set(found.counted_for(Player.SHOOTER)) & set(found.counted_for(Player.RIVAL))
        assert shot.is_open or found.group is shot.group
    # The 8 never stays down in a frame that goes on.
    assert over or EIGHT not in found.stays


@given(shots(), pool_regulations())
def test_only_what_decides_is_named(shot, parameters):
    names = decided_by(shot, parameters)

    assert set(names) <= set(SHOT_PARAMETERS)
    usual = rule_shot(shot, parameters)
    for name in set(SHOT_PARAMETERS) - set(names):
        other = rule_shot(shot, {**parameters, name: defaults()[name]})
        assert (other.turn, other.stays, other.winner) == (usual.turn, usual.stays, usual.winner)


@given(shots(PLAY, OPEN), pool_regulations())
def test_a_frame_is_lost_only_with_the_8_and_the_called_8_wins(shot, parameters):
    found = rule_shot(shot, parameters)
    if EIGHT not in {*shot.falls, *shot.off}:
        assert found.winner is None
    if found.winner is Player.SHOOTER:
        assert shot.plays_eight and shot.as_called and shot.called.ball == EIGHT and not found.is_foul


@given(shots(PLAY, OPEN))
def test_a_miss_or_a_wrong_pocket_is_no_foul_by_itself(shot):
    clean = Shot(shot.phase, shot.group, shot.group_left, shot.called, shot.falls, shot.off)

    assert not rule_shot(clean, defaults()).is_foul


@pytest.mark.parametrize(
    ("shot", "letter"),
    [
        ({**ON_EIGHT, "falls": {8: 3}, "fouls": (Foul.BALL_TOUCHED,)}, "a"),
        ({**LOW, "group_left": (7,), "called": Call(7, 1), "falls": {7: 1, 8: None}}, "b"),
        ({**LOW, "off": (8,)}, "c"),
        ({**ON_EIGHT, "off": (8,), "fouls": (Foul.CUE_BALL_POCKETED,)}, "c"),
        ({**ON_EIGHT, "falls": {8: 4}}, "d"),
        ({**ON_EIGHT, "falls": {8: None}}, "d"),
        ({**ON_EIGHT, "called": None, "falls": {8: 3}}, "d"),
        ({**LOW, "falls": {8: 3}}, "e"),
        ({**LOW, "group_left": (2, 5), "called": Call(2, 1), "falls": {2: 1, 8: 3}}, "e"),
        ({"phase": OPEN, "falls": {8: 3}}, "e"),
        ({**ON_EIGHT, "falls": {8: 3}, "fouls": (Foul.CUE_BALL_POCKETED,)}, "f"),
        ({**LOW, "group_left": (7,), "falls": {7: 1, 8: 2}, "fouls": (Foul.CUE_BALL_OFF_TABLE,)}, "f"),
        ({"phase": OPEN, "falls": {8: 3}, "fouls": (Foul.CUE_BALL_POCKETED,)}, "f"),
        ({**ON_EIGHT, "falls": {8: 3}, "first_contact": 12}, "a"),
    ],
)
def test_each_letter_of_article_20_the_most_specific_first(shot, letter):
    found = ruled(**shot)

    assert (found.lost_by, found.winner, found.turn) == (LossLetter(letter), Player.RIVAL, None)


def test_the_8_as_called_wins_and_a_missed_8_only_loses_the_turn():
    assert ruled(**ON_EIGHT, falls={8: 3}).winner is Player.SHOOTER
    missed = ruled(**ON_EIGHT)
    assert (missed.winner, missed.turn, missed.is_foul) == (None, Player.RIVAL, False)


@pytest.mark.parametrize(
    ("parameters", "shot", "expected"),
    [
        (
            {"eight_not_called": "turn_lost"},
            {**ON_EIGHT, "called": None, "falls": {8: 3}},
            (Player.RIVAL, (8,), False),
        ),
        ({"eight_on_open_table": "respot"}, {"phase": OPEN, "falls": {8: 3}}, (Player.RIVAL, (8,), False)),
        (
            {"eight_on_open_table": "respot"},
            {"phase": OPEN, "called": Call(2, 1), "falls": {2: 1, 8: 3}},
            (Player.SHOOTER, (8,), False),
        ),
        ({}, {"phase": OPEN, "fouls": (Foul.NO_CUSHION,)}, (Player.RIVAL, (), False)),
        (
            {"open_table_cushion": "required"},
            {"phase": OPEN, "fouls": (Foul.NO_CUSHION,)},
            (Player.RIVAL, (), True),
        ),
        ({}, {**LOW, "fouls": (Foul.NO_CUSHION,)}, (Player.RIVAL, (), True)),
        ({}, {**LOW, "called": Call(2, 1), "falls": {2: 1}, "first_contact": 8}, (Player.RIVAL, (2,), False)),
        (
            {"combination_through_eight": "foul"},
            {**LOW, "called": Call(2, 1), "falls": {2: 1}, "through_eight": True},
            (Player.RIVAL, (2,), True),
        ),
        ({}, {**LOW, "first_contact": 8}, (Player.RIVAL, (), True)),
        ({}, {**LOW, "first_contact": 11}, (Player.RIVAL, (), True)),
        (
            {},
            {"phase": OPEN, "first_contact": 8, "called": Call(9, 1), "falls": {9: 1}},
            (Player.SHOOTER, (), False),
        ),
        ({}, {"phase": OPEN, "off": (3, 12)}, (Player.RIVAL, (3, 12), False)),
        ({"off_table_on_open_table": "literal"}, {"phase": OPEN, "off": (3, 12)}, (Player.RIVAL, (), False)),
        # A called ball that falls while another flies off counts, and the turn is lost (15.1).
        ({}, {**LOW, "called": Call(2, 1), "falls": {2: 1}, "off": (3, 11)}, (Player.RIVAL, (3,), False)),
        # A rival's ball called and down makes others of the stroke legal (2.2); alone it ends the turn.
        ({}, {**LOW, "called": Call(11, 1), "falls": {11: 1, 3: 2}}, (Player.SHOOTER, (), False)),
        ({}, {**LOW, "called": Call(11, 1), "falls": {11: 1}}, (Player.RIVAL, (), False)),
        ({}, {**LOW, "called": Call(11, 1), "falls": {11: 2, 3: 2}}, (Player.RIVAL, (3,), False)),
        (
            {"coin_table_official": "balls_stay"},
            {**LOW, "coin_table": True, "falls": {3: 2}},
            (Player.RIVAL, (), False),
        ),
        ({}, {**LOW, "coin_table": True, "falls": {3: 2}}, (Player.RIVAL, (3,), False)),
    ],
)
def test_strokes_after_the_break(parameters, shot, expected):
    found = ruled(parameters, **shot)

    assert (found.turn, found.respot, found.is_foul) == expected


def test_a_legal_ball_after_the_break_sets_the_groups_and_the_turn_goes_on():
    found = ruled(phase=OPEN, called=Call(11, 2), falls={11: 2, 3: 4})

    assert (found.group, found.turn, found.stays) == (Group.HIGH, Player.SHOOTER, (3, 11))
    assert found.counted_for(Player.SHOOTER) == (11,) and found.counted_for(Player.RIVAL) == (3,)
    assert "11.2" in found.articles


def test_a_foul_sets_no_group_and_gives_the_ball_in_hand_anywhere():
    found = ruled(phase=OPEN, called=Call(11, 2), falls={11: 2}, fouls=(Foul.NO_FOOT_ON_FLOOR,))

    assert (found.group, found.in_hand, found.foul_letters) == (None, InHand.ANYWHERE, ("d",))


@pytest.mark.parametrize(
    ("option", "pocketed", "to_cushion", "legal"),
    [
        ("either", 0, 4, True), ("either", 1, 0, True), ("either", 0, 3, False), ("either", 0, None, None),
        ("either", 1, None, True), ("both", 1, 4, True), ("both", 1, 3, False), ("both", 0, 9, False),
        ("both", 2, None, None),
    ],
)  # fmt: skip
def test_the_legal_break(option, pocketed, to_cushion, legal):
    assert is_legal_break(pocketed, to_cushion, resolve({"legal_break": option})) is legal


def test_on_a_break_that_is_not_legal_the_rival_chooses():
    shot = {"phase": BREAK, "to_cushion": 2}
    asked = ruled(**shot)
    assert (asked.is_foul, asked.turn, asked.choice_of) == (False, Player.RIVAL, Player.RIVAL)
    assert asked.options == (Choice.ACCEPT_TABLE, Choice.RACK_AND_BREAK)
    assert ruled(**shot, choice=Choice.RACK_AND_BREAK).rack_again
    accepted = ruled(**shot, choice=Choice.ACCEPT_TABLE)
    assert (accepted.options, accepted.rack_again, accepted.turn) == ((), False, Player.RIVAL)


@pytest.mark.parametrize(("option", "is_foul"), [("foul_and_choice", True), ("no_foul", False)])
def test_the_cue_ball_down_on_a_break_that_is_not_legal(option, is_foul):
    shot = {"phase": BREAK, "to_cushion": 1, "fouls": (Foul.CUE_BALL_POCKETED,)}
    found = ruled({"cue_on_illegal_break": option}, **shot)

    assert (found.is_foul, found.in_hand, found.choice_of) == (is_foul, InHand.BEHIND_LINE, Player.RIVAL)
    assert found.foul_letters == (("b",) if is_foul else ())


def test_the_cue_ball_down_on_a_legal_break_is_letter_c_and_the_balls_stay():
    found = ruled(phase=BREAK, falls={3: None, 9: None}, fouls=(Foul.CUE_BALL_POCKETED,), to_cushion=0)

    assert (found.foul_letters, found.stays, found.in_hand) == (("c",), (3, 9), InHand.BEHIND_LINE)
    assert found.is_open and found.turn is Player.RIVAL


def test_who_plays_after_a_legal_break():
    assert ruled(phase=BREAK, falls={3: None}).turn is Player.SHOOTER
    assert ruled({"break_pot_keeps_turn": "off"}, phase=BREAK, falls={3: None}).turn is Player.RIVAL
    assert ruled(phase=BREAK, to_cushion=5).turn is Player.RIVAL
    assert ruled(phase=BREAK, falls={3: None}, off=(4,)).turn is Player.RIVAL


@pytest.mark.parametrize(
    ("option", "options", "ask"),
    [
        ("restart_only", (Choice.RESTART,), None),
        ("open_and_respot", (Choice.RESTART, Choice.RESPOT), None),
        ("ask_referee", (), "eight_on_break_coin_table"),
    ],
)
def test_the_8_on_the_break_of_a_coin_table(option, options, ask):
    shot = {"phase": BREAK, "falls": {8: None}, "coin_table": True}
    found = ruled({"eight_on_break_coin_table": option}, **shot)

    assert (found.options, found.ask, found.turn) == (options, ask, Player.SHOOTER)
    if option == "restart_only":
        assert ruled({}, **shot, choice=Choice.RESPOT).rack_again


@given(shots(BREAK), pool_regulations())
def test_a_break_loses_only_by_its_parameter(shot, parameters):
    found = rule_shot(shot, parameters)
    assert found.winner is not Player.SHOOTER
    if found.winner is Player.RIVAL:
        assert parameters["eight_and_cue_on_break"] == "loss" and EIGHT in shot.falls and found.is_foul


@given(shots(), pool_regulations())
def test_the_cue_ball_down_is_always_a_foul_after_the_break(shot, parameters):
    if shot.phase is not BREAK and CUE_BALL_GONE & set(shot.fouls):
        assert CUE_BALL_GONE & set(fouls_of(shot, parameters))


@pytest.mark.parametrize(
    ("code", "shot"),
    [
        ("ball_not_valid", {"phase": OPEN, "falls": {16: 1}}),
        ("ball_not_valid", {"phase": OPEN, "off": (True,)}),
        ("pocket_not_valid", {"phase": OPEN, "falls": {1: 7}}),
        ("pocket_not_valid", {"phase": OPEN, "called": Call(1, 0)}),
        ("ball_down_and_off", {"phase": OPEN, "falls": {1: 1}, "off": (1,)}),
        ("ball_down_and_off", {"phase": OPEN, "off": (1, 1)}),
        ("group_needed", {"phase": PLAY}),
        ("ball_of_other_group", {**LOW, "group_left": (9,)}),
        ("ball_was_gone", {**LOW, "group_left": (2,), "falls": {3: 1}}),
        ("called_ball_gone", {**LOW, "group_left": (2,), "called": Call(3, 1)}),
    ],
)
def test_what_cannot_be_one_stroke(code, shot):
    with pytest.raises(RuleError, match=f"^{code}"):
        check_shot(Shot(**shot))


def test_balls_groups_and_cushions():
    assert {group_of(ball) for ball in Group.LOW.balls} == {Group.LOW} and len(Group.HIGH.balls) == 7
    assert group_of(8) is None and Group.LOW.other is Group.HIGH
    assert check_ball(15) == 15 and check_pocket(6) == 6
    assert is_cushion_contact(was_frozen=False, left_it=False)
    assert not is_cushion_contact(was_frozen=True, left_it=False)
