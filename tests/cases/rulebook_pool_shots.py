"""Adapters of 8-ball: one stroke and its ruling. They translate and decide nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from matches.rules.pool.balls import BALLS, EIGHT, Group
from matches.rules.pool.ruling import rule_shot
from matches.rules.pool.ruling_break import AFTER_ILLEGAL, is_legal_break
from matches.rules.pool.shots import Call, Choice, Foul, Phase, Player, Ruling, Shot

Case = Mapping[str, Any]
Parameters = Mapping[str, Any]
Answer = dict[str, Any]


def _falls(case: Case) -> dict[int, int | None]:
    return {int(ball): pocket for ball, pocket in case["falls"].items()}


def _shot(case: Case) -> Shot:
    left = case["group_left"]
    return Shot(
        phase=Phase(case["phase"]),
        group=Group(case["group"]) if case["group"] else None,
        group_left=None if left is None else tuple(left),
        called=Call(case["called"]["ball"], case["called"]["pocket"]) if case["called"] else None,
        falls=_falls(case),
        off=tuple(case["off"]),
        first_contact=case["first_contact"],
        fouls=tuple(Foul(foul) for foul in case["fouls"]),
        consecutive_fouls=case["consecutive_fouls"],
        to_cushion=case["to_cushion"],
        choice=Choice(case["choice"]) if case["choice"] else None,
        coin_table=case["coin_table"],
        official=case["official"],
    )


def _answer(ruling: Ruling) -> Answer:
    waits = bool(ruling.waiting)
    answer = {
        "foul": ruling.is_foul,
        # The kind has no word for a rival who loses: then the shooter does not.
        "loses": "shooter" if ruling.loser is Player.SHOOTER else "nobody",
        "turn": ruling.turn and ruling.turn.value,
        "in_hand": ruling.in_hand and ruling.in_hand.value,
        "group": ruling.group.value if ruling.group else "none",
        "table": "open" if ruling.is_open else None,
        "stays": None if waits else list(ruling.stays),
        "respot": None if waits else list(ruling.respot),
        "counts_for_shooter": list(ruling.counted_for(Player.SHOOTER)),
        "counts_for_rival": list(ruling.counted_for(Player.RIVAL)),
        "rack_again": None if waits else ruling.rack_again,
        "options_for": ruling.choice_of and ruling.choice_of.value,
        "options": [option.value for option in ruling.options] or None,
    }
    return answer | ({"ask": True, "parameter": ruling.ask} if ruling.ask else {})


def stroke(case: Case, parameters: Parameters) -> Answer:
    return _answer(rule_shot(_shot(case), parameters))


def legal_break(case: Case, parameters: Parameters) -> Answer:
    legal = is_legal_break(case["pocketed"], case["to_cushion"], parameters)
    # A foul is a matter of the whole stroke: nothing of one is told here.
    fallen = [ball for ball in BALLS if ball != EIGHT][: case["pocketed"]]
    shot = Shot(Phase.BREAK, falls=dict.fromkeys(fallen), to_cushion=case["to_cushion"])
    ruling = rule_shot(shot, parameters)
    return {
        "legal": legal,
        "foul": ruling.is_foul,
        "options_for": ruling.choice_of and ruling.choice_of.value,
        "options": [option.value for option in ruling.options if option in AFTER_ILLEGAL] or None,
    }


def group_choice(case: Case, parameters: Parameters) -> Answer:
    on_break = rule_shot(Shot(Phase.BREAK, falls=dict.fromkeys(case["break_pockets"])), parameters)
    called = Call(case["called"]["ball"], case["called"]["pocket"])
    then = rule_shot(Shot(Phase.OPEN_TABLE, called=called, falls=_falls(case)), parameters)
    return {
        "group_after_break": on_break.group.value if on_break.group else "none",
        "group_after_shot": then.group.value if then.group else "none",
    }


STROKES = (
    "loss",
    "no_loss",
    "eight_and_cue_ball_on_break",
    "eight_on_break",
    "cue_ball_on_legal_break",
    "group_choice_wrong_pocket",
    "extra_balls",
    "called_ball_missed",
    "foul_with_pocketed",
    "ball_off_table",
)

SHOT_ANSWERS: Mapping[str, Callable[[Case, Parameters], Answer]] = {
    **dict.fromkeys(STROKES, stroke),
    "legal_break": legal_break,
    "group_choice": group_choice,
}
