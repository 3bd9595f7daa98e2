"""Adapters of what happens beside the hands: infractions, drops, absences, suspensions."""

from collections.abc import Callable, Mapping
from typing import Any

from matches.rules import incidents
from matches.rules.domino import conduct, drops, ending, infractions
from matches.rules.domino.ending import Decision, HandPoints
from matches.rules.domino.hands import Totals
from matches.rules.domino.infractions import Infraction, Moment, Remedy, Thinking
from matches.rules.sides import Side, right_of
from matches.rules.tiles import parse_tiles

Case = Mapping[str, Any]
Parameters = Mapping[str, Any]
Answer = dict[str, Any]

SIDE_OF = {"AC": Side.HOME, "BD": Side.AWAY}
PAIR_OF = {side: pair for pair, side in SIDE_OF.items()}
MOMENTS = {
    "at_once": Moment.AT_ONCE,
    "later_in_hand": Moment.LATER_IN_HAND,
    "after_hand": Moment.AFTER_HAND,
}


def _totals(score: Mapping[str, int]) -> Totals:
    return Totals(score["AC"], score["BD"])


def _score(totals: Totals | None) -> dict[str, int] | None:
    return None if totals is None else {PAIR_OF[side]: totals.of(side) for side in Side}


def _side_of(player: str) -> Side:
    return SIDE_OF["AC" if player in "AC" else "BD"]


def infraction(case: Case, parameters: Parameters) -> Answer:
    seats, what = case["seats"], Infraction(case["infraction"])
    admitted = infractions.is_admitted(what, MOMENTS[case["when"]], parameters)
    # The note is due whatever the rivals asked, and when.
    noted = incidents.BY_CODE[case["infraction"]].wanted_by_article
    note = {
        "acta": ["licence", "circumstances", "effect"] if noted else [],
        "licence_of": case["offender"] if noted else None,
    }
    if not admitted:
        return {"admitted": False, **note}
    leader, offender = seats.index(case["leader"]), seats.index(case["offender"])
    found = infractions.consequence(what, leader, offender, Remedy(case["request"]), parameters)
    return {
        "admitted": True,
        "annulled": found.annulled,
        "lead_lost": found.lead_lost,
        "next_leader": _player(seats, found.next_leader),
        "leader_after_next": _player(seats, found.leader_after_next),
        "points": 0 if found.annulled else None,
        "leader": None if found.annulled else case["leader"],
        "resumes_at": _player(seats, found.resumes_at),
        **note,
    }


def _player(seats: list[str], seat: int | None) -> str | None:
    return None if seat is None else seats[seat]


def two_options(case: Case, parameters: Parameters) -> Answer:
    found = infractions.false_thinking(
        tuple(case["ends"]), parse_tiles(case["playable"]), parameters, stopped=case["stopped_to_think"]
    )
    if found is Thinking.ASK:
        return {"infraction": None, "ask": True, "parameter": "false_thinking_equal_ends"}
    return {"infraction": found is Thinking.INFRACTION}


def abandonment(case: Case, _: Parameters) -> Answer:
    found = ending.abandonment(_totals(case["score"]), case["target"], _side_of(case["leaves"]))
    return {
        "winner": PAIR_OF[found.winner],
        "final": _score(found.final),
        "added_to_rival": found.added,
        # The function has no substitute to give.
        "substitution_allowed": False,
    }


def justified_absence(case: Case, parameters: Parameters) -> Answer:
    totals = _totals(case["score"])
    found = ending.absence(
        totals,
        case["target"],
        _side_of(case["absent"]),
        case["substitutes"],
        parameters,
        justified=case["justified"],
    )
    left = found.abandoned
    return {
        "may_enter": list(found.may_enter),
        "allowed_by": "judge" if found.may_enter else None,
        "outcome": found.outcome.value,
        "score": _score(left.final if left else totals),
        "winner": PAIR_OF[left.winner] if left else None,
        "acta": conduct.interruption_is_noted(),
    }


def suspension(case: Case, parameters: Parameters) -> Answer:
    hand, given = None, case["hand_points"]
    if given is not None:
        hand = HandPoints(SIDE_OF[given["pair"]], given["points"], bool(case["score_includes_hand"]))
    found = ending.decide(Decision(case["decision"]), _totals(case["score"]), parameters, hand=hand)
    return {
        "accepted": found.accepted,
        "needs": found.needs.value,
        "starts_at": _score(found.starts_at),
        "final": _score(found.final),
        "winner": PAIR_OF[found.winner] if found.winner else "nobody",
        "filled_to_target": False if found.final else None,
        "old_score_kept_in_acta": found.old_score_kept,
    }


def dropped_note(case: Case, parameters: Parameters) -> Answer:
    fallen = [drops.Drop(one["partida"], SIDE_OF[one["pair"]]) for one in case["drops"]]
    ordinals = drops.ordinals(fallen, parameters)
    return {
        "ordinals": ordinals,
        "notes": [ordinal if drops.is_noted(ordinal, parameters) else 0 for ordinal in ordinals],
    }


def dropped_who(case: Case, parameters: Parameters) -> Answer:
    found = drops.ruling(drops.DropMoment(case["when"]), parameters, face_up=case["face_up"])
    return {
        "decides": PAIR_OF[SIDE_OF[case["pair"]].other] if found.rivals_decide else "nobody",
        "action": "turn_and_shuffle_again" if found.shuffled_again else None,
        "options": [option.value for option in found.options],
    }


def dropped_lead(case: Case, parameters: Parameters) -> Answer:
    leader = case["seats"].index(case["leader"])
    if case["decision"] == "go_on":
        return {"next_leader": case["seats"][right_of(leader)]}
    own = _side_of(case["leader"]) is SIDE_OF[case["pair_that_dropped"]]
    seat = drops.leader_after_annulled(leader, own_lead=own, parameters=parameters)
    return {"next_leader": case["seats"][seat]}


def closing_word(case: Case, _: Parameters) -> Answer:
    is_open = conduct.is_open_after(open_on_table=case["open_on_table"])
    return {"game": "open" if is_open else "closed"}


def comment(case: Case, parameters: Parameters) -> Answer:
    return {
        "acta": conduct.comment_is_noted(
            parameters,
            during_hand=case["when"] == "during_hand",
            seconds=case["seconds"],
            about_rivals=case["mentions_rivals"],
        )
    }


def interruption(_case: Case, _: Parameters) -> Answer:
    return {"acta": conduct.interruption_is_noted()}


ANSWERS: Mapping[str, Callable[[Case, Parameters], Answer]] = {
    "false_pass": infraction,
    "false_pass_rivals_led": infraction,
    "false_thinking_late_request": infraction,
    "false_thinking_two_options": two_options,
    "abandonment": abandonment,
    "justified_absence": justified_absence,
    "suspension": suspension,
    "suspension_tie": suspension,
    "dropped_tiles_note": dropped_note,
    "dropped_tile_who_decides": dropped_who,
    "dropped_tile_annulled_lead": dropped_lead,
    "closing_word_against_tile": closing_word,
    "comment_between_partners": comment,
    "interruption": interruption,
}
