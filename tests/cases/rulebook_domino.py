"""Adapters: a domino case's `input` and the parameters in force, to the keys of its `expected`.

They translate and decide nothing. `ADAPTERS` lists every kind that is covered, with
the parameters that touch it; a kind that is not there gives no tests yet.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.rules.domino import draw, hands, lead, officials, seats
from matches.rules.domino.hands import Totals
from matches.rules.sides import Side, partner_of
from matches.rules.tiles import parse_tile, parse_tiles
from tests.cases import rulebook_domino_events as events

Case = Mapping[str, Any]
Parameters = Mapping[str, Any]
Answer = dict[str, Any]

PAIRS = (("A", "C"), ("B", "D"))
SIDE_OF = {"AC": Side.HOME, "BD": Side.AWAY}
PAIR_OF = {side: pair for pair, side in SIDE_OF.items()}
NAMING_ERRORS = ("scorer_not_local", "counter_not_visitor")


@dataclass(frozen=True)
class Adapter:
    """How a kind is answered, and which parameters touch it."""

    answer: Callable[[Case, Parameters], Answer]
    parameters: tuple[str, ...] = ()


def seat_draw(case: Case, parameters: Parameters) -> Answer:
    pairs = tuple(tuple(pair) for pair in case["pairs"])
    drawn = {player: parse_tile(tile) for player, tile in case["draw"].items()}
    result = draw.draw_result(pairs, [drawn], parameters)
    chosen = case["seat_chosen"]
    around = (result.leader, result.right_of_leader, result.partner, result.left_of_leader)
    settled = None not in around
    return {
        "leads": result.leader,
        "lead_value": result.lead_value,
        "partner_seat": None if chosen is None or result.leader is None else partner_of(chosen),
        "right_of_leader": result.right_of_leader,
        "seats": None if chosen is None or not settled else list(draw.seats_from_draw(result, chosen)),
        "numbers": {str(n): player for n, player in enumerate(around, start=1)} if settled else None,
        "redraw": list(result.must_draw),
    }


def hand_numbering(case: Case, _: Parameters) -> Answer:
    found = lead.numbers(tuple(case["seats"]), case["leader"])
    return {"numbers": {str(number): player for number, player in found.items()}}


def shuffle_and_take(case: Case, _: Parameters) -> Answer:
    found = lead.procedure(tuple(case["seats"]), case["leader"])
    return {
        "shuffle": list(found.shuffle),
        "take": list(found.take),
        "lift_before_lead": list(found.lift_before_lead),
        "lift_after_lead": list(found.lift_after_lead),
    }


def lead_rotation(case: Case, _: Parameters) -> Answer:
    annulled = [lead.Annulment(one["hand"], one["offender"]) for one in case["annulled"]]
    hand_numbers = {one.hand for one in annulled}
    found = lead.leaders(tuple(case["seats"]), case["first"], case["hands"], annulled)
    return {
        "leaders": list(found),
        "annulled": [hand in hand_numbers for hand in range(1, case["hands"] + 1)],
    }


def hand_score(case: Case, _: Parameters) -> Answer:
    left = {player: parse_tiles(tiles) for player, tiles in case["left"].items()}
    return {
        "pair": "".join(hands.pair_of(PAIRS, case["winner"])),
        "points": hands.points_of_hand(left),
    }


def closed_game_winner(case: Case, parameters: Parameters) -> Answer:
    left = {player: parse_tiles(tiles) for player, tiles in case["left"].items()}
    if not case["closed"]:
        pair = "".join(hands.domino_winner(PAIRS, left))
        return {"pair": pair, "points": hands.points_of_hand(left), "lowest": None, "lowest_pips": None}
    pips = {player: hands.pips_left(tiles) for player, tiles in left.items()}
    result = hands.block_result(PAIRS, pips, parameters)
    answer = {
        "pair": "".join(result.pair) if result.pair else None,
        "points": result.points,
        "lowest": result.lowest_player or ("".join(result.lowest_pair) if result.lowest_pair else None),
        "lowest_pips": result.lowest_pips,
    }
    return answer | ({"ask": True, "parameter": result.ask} if result.ask else {})


def _score(totals: Totals) -> dict[str, int]:
    return {PAIR_OF[side]: totals.of(side) for side in Side}


def target_overshoot(case: Case, parameters: Parameters) -> Answer:
    before = Totals(case["before"]["AC"], case["before"]["BD"])
    after = before.plus(SIDE_OF[case["hand"]["pair"]], case["hand"]["points"])
    winner = hands.partida_winner(after, case["target"])
    return {
        "sheet": _score(after),
        "partida_over": winner is not None,
        "winner": PAIR_OF[winner] if winner else "nobody",
        "counts_outside": _score(hands.counts_outside(after, case["target"], parameters)),
    }


def second_partida_seats(case: Case, parameters: Parameters) -> Answer:
    plan = seats.next_seats(
        tuple(case["seats_first"]),
        case["loser"] or None,
        case["changes"],
        parameters,
        team_competition=case["team_competition"],
    )
    answer = {"seats": list(plan.seats) if plan.seats else None, "new_draw": plan.by is seats.SeatsBy.DRAW}
    return answer | ({"ask": True, "parameter": plan.ask} if plan.ask else {})


def second_partida_first_leader(case: Case, parameters: Parameters) -> Answer:
    first = tuple(case["seats_first"])
    leads = tuple(first.index(player) for player in case["first_partida_leads"])
    previous = seats.PreviousPartida(first, leads, winner=None)
    # The case tells that the losers have swapped; whether they must is another kind.
    due = seats.swap(first, case["loser"])
    leader = seats.next_leader(previous, due, {}, parameters)
    return {"leader": None if leader is None else due[leader], "new_draw": leader is None}


def scorer_and_counter(case: Case, _: Parameters) -> Answer:
    named = case["named"]
    naming = officials.Naming(
        named["scorer"], named["counter"], officials.DoneBy(case["done_by"]), named["judge"]
    )
    errors = officials.naming_errors(naming, tuple(case["local"]), tuple(case["visitor"]))
    return {
        "valid": not errors,
        # Ours knows one more error, a judge's mode without a judge; the kind has no word for it.
        "errors": [error for error in errors if error in NAMING_ERRORS],
        "approvals_needed": None if errors else list(officials.approvals_needed(naming)),
    }


SEAT_DRAW = Adapter(seat_draw, ("seat_draw_value", "seat_draw_tie"))
LEAD_ROTATION = Adapter(lead_rotation)
HAND_SCORE = Adapter(hand_score)

EVENTS: Mapping[str, tuple[str, ...]] = {
    "false_pass": ("false_pass_rivals_led", "false_pass_request_until"),
    "false_pass_rivals_led": ("false_pass_rivals_led", "false_pass_request_until"),
    "false_thinking_late_request": ("false_thinking_request_until",),
    "false_thinking_two_options": ("false_thinking_equal_ends",),
    "abandonment": (),
    "justified_absence": ("justified_absence_without_substitute",),
    "suspension": ("validated_score_winner", "level_ahead_decision"),
    "suspension_tie": ("validated_score_winner", "level_ahead_decision"),
    "dropped_tiles_note": ("dropped_tiles_note_from",),
    "dropped_tile_who_decides": ("dropped_tile_while_taking",),
    "dropped_tile_annulled_lead": ("dropped_tile_annulled_lead",),
    "closing_word_against_tile": (),
    "comment_between_partners": ("comment_seconds",),
    "interruption": (),
}

ADAPTERS: Mapping[str, Adapter] = {
    **{kind: Adapter(events.ANSWERS[kind], parameters) for kind, parameters in EVENTS.items()},
    "seat_draw": SEAT_DRAW,
    "seat_draw_tie_for_lead": SEAT_DRAW,
    "seat_draw_tie_between_rivals": SEAT_DRAW,
    "seat_draw_value_or_points": SEAT_DRAW,
    "hand_numbering": Adapter(hand_numbering),
    "shuffle_and_take": Adapter(shuffle_and_take),
    "lead_rotation": LEAD_ROTATION,
    "lead_rotation_annulled_with_loss": LEAD_ROTATION,
    "lead_rotation_annulled_without_loss": LEAD_ROTATION,
    "lead_rotation_two_annulled": LEAD_ROTATION,
    "hand_score": HAND_SCORE,
    "hand_score_closed": HAND_SCORE,
    "closed_game_winner": Adapter(closed_game_winner, ("block_winner",)),
    "target_overshoot": Adapter(target_overshoot, ("points_over_target",)),
    "second_partida_seats": Adapter(
        second_partida_seats,
        ("seat_swap_scope", "second_partida_seats_outside_teams", "swap_without_winner"),
    ),
    "second_partida_first_leader": Adapter(second_partida_first_leader, ("second_partida_leader",)),
    "scorer_and_counter": Adapter(scorer_and_counter),
}
