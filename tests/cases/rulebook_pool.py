"""Adapters of 8-ball: breaks in order, stalemates, clock, conduct. They translate and decide nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from matches.rules.pool import break_order, conduct, frozen, slow_play, stalemate
from matches.rules.pool.series import Length, NewRack, Played, SeriesTerms, order_of, won
from tests.cases.rulebook_pool_shots import SHOT_ANSWERS

Case = Mapping[str, Any]
Parameters = Mapping[str, Any]
Answer = dict[str, Any]


def _by_lag(case: Case, winner: str, choice: str) -> str | None:
    """Who breaks as the winner of a lag chose; nobody yet while he has not."""
    if case[winner] is None or case[choice] is None:
        return None
    side: str = case[winner]
    return side if case[choice] == "self" else break_order.other(case["sides"], side)


def breaks(case: Case, parameters: Parameters) -> Answer:
    team = case["competition"] == "team"
    winners = case["winners"]
    terms = SeriesTerms(Length(case["format"]), case["length"]) if case["format"] else None
    played = Played(
        sides=tuple(case["sides"]),
        first=case["first_breaker"] or _by_lag(case, "lag_winner", "lag_choice"),
        winners=None if winners is None else tuple(winners),
        new_racks=tuple(
            NewRack(one["frame"], break_order.RackCause(one["cause"]), one["times"])
            for one in case["reracks"]
        ),
        decider_breaker=_by_lag(case, "decider_lag_winner", "decider_lag_choice"),
        team=team,
    )
    order = order_of(terms, played, case["frames_asked"], parameters)
    each = break_order.lag_each_board(parameters, team=team)
    return {
        "breakers": None if each else list(order.breakers),
        "racks": None if each else list(order.racks),
        "decider_lag": order.decider_lag,
        "lag_each_frame": each,
        "score": None if winners is None else {side: won(winners, side) for side in case["sides"]},
        "outcome": order.outcome and order.outcome.value,
    }


def contact(case: Case, parameters: Parameters) -> Answer:
    found = frozen.rule_contact(
        frozen.FrozenTo(case["frozen_to"]),
        parameters,
        straight=case["played"] == "straight_at_it",
        # Not told: then there are some, since the last one would have been worth telling.
        own_balls_left=case["own_balls_left"] is not False,
        times=case["time"],
        warned_before=case["warned_before"],
    )
    null = found.null_game
    return {
        "foul": found.is_foul,
        "turn": "rival" if found.is_foul and null is None else None,
        "in_hand": "anywhere" if found.is_foul and null is None else None,
        "warning": found.must_warn,
        "null_game": null is not None,
        "loses": "shooter" if null and null.lost_by_offender else "nobody",
        "rack_again": bool(null and null.played_again),
    }


def empty_turns(case: Case, parameters: Parameters) -> Answer:
    turns = case["turns_without_attempt"]
    declared = stalemate.is_stalemate(
        (turns["P"], turns["Q"]),
        players_heard=case["players_heard"],
        accepted=case["referee"] == "accepts",
    )
    after = stalemate.after_stalemate(None, parameters) if declared else stalemate.Next.GOES_ON
    return {"declared": declared, "next": after and after.value}


def agreed_rack(case: Case, parameters: Parameters) -> Answer:
    breaker, agreed = case["breaker"], case["both_agree"]
    sides = ("P", "Q")
    again = break_order.next_rack(breaker, breaker, break_order.RackCause.BOTH_AGREE, sides, parameters)
    return {
        "racked": stalemate.balls_of_new_rack(both_agree=agreed),
        "breaker": again if agreed else None,
        "score_change": False,
        "next": "rerack" if agreed else "goes_on",
    }


def shot_clock(case: Case, parameters: Parameters) -> Answer:
    events = [slow_play.Event(slow_play.Step(one["event"]), one["seconds"]) for one in case["events"]]
    pace = slow_play.Pace(warned=case["warned_before"])
    return {"outcomes": [found.value for found in slow_play.outcomes(pace, events, parameters)]}


def disqualified(case: Case, parameters: Parameters) -> Answer:
    valid = conduct.may_disqualify(conduct.Official(case["by"])) and bool(conduct.Cause(case["cause"]))
    found = conduct.disqualification(parameters) if valid else None
    return {
        "valid": valid,
        "prizes": "all_lost" if found and found.prizes_lost else None,
        "earlier_results": found and found.earlier_results.value,
    }


def advice(case: Case, parameters: Parameters) -> Answer:
    found = conduct.rule_advice(conduct.Adviser(case["by"]), case["time"], parameters)
    return {
        "foul": found.is_foul,
        "turn": "rival" if found.is_foul else None,
        "in_hand": "anywhere" if found.is_foul else None,
        "referee": found.measure and found.measure.value,
    }


POOL_ANSWERS: Mapping[str, Callable[[Case, Parameters], Answer]] = {
    **SHOT_ANSWERS,
    "break_order": breaks,
    "break_order_no_decider": breaks,
    "break_order_team": breaks,
    "break_order_with_replays": breaks,
    "break_order_after_illegal_break": breaks,
    "contact_with_rival_ball": contact,
    "stalemate": empty_turns,
    "stalemate_agreed": agreed_rack,
    "shot_clock": shot_clock,
    "disqualification": disqualified,
    "advice": advice,
}
