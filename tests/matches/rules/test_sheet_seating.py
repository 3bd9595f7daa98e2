"""How the four of a partida sit down: draw, swap, the judge's answer, substitutes (art. 7)."""

import pytest

from federation.rules.errors import RuleError
from matches.rules.sheet import Phase, previous_partida
from tests.matches.rules.writer import SEATS, Writer


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def test_a_tie_is_drawn_again_by_the_tied_players_only():
    writer = Writer(seated=False)
    writer.name()
    with refused("draw_tile_twice"):
        writer.put("draw", {"tiles": {"1": "6-6", "2": "6-6", "3": "5-5", "4": "2-0"}})
    with refused("draw_wrong_players"):
        writer.put("draw", {"tiles": {"1": "6-6", "2": "6-5", "3": "5-5"}})
    writer.put("draw", {"tiles": {"1": "6-4", "2": "1-0", "3": "5-5", "4": "2-0"}})
    assert (writer.state.phase, writer.state.must_draw) == (Phase.REDRAW, ("1", "3"))
    with refused("draw_wrong_players"):
        writer.put("draw", {"tiles": {"1": "6-6", "2": "6-5", "3": "5-5", "4": "2-0"}})
    writer.put("draw", {"tiles": {"1": "6-0", "3": "5-1"}})
    assert writer.state.must_draw == ("1", "3")
    writer.put("draw", {"tiles": {"1": "0-0", "3": "6-6"}})
    assert (writer.state.phase, writer.state.draw_result.leader) == (Phase.CHOOSE_SEAT, "3")
    with refused("draw_already_settled"):
        writer.put("draw", {"tiles": {"1": "0-0", "3": "6-6"}})
    # 1 had drawn higher than 2 before he lost the redraw: he sits at the leader's right.
    with refused("seating_not_as_drawn"):
        writer.seat(("1", "3", "2", "4"), leader=1, origin="draw", chosen_seat=1)
    with refused("seat_not_chosen"):
        writer.seat(("2", "3", "1", "4"), leader=1, origin="draw")
    writer.seat(("1", "4", "2", "3"), leader=3, origin="draw", chosen_seat=3)
    assert (writer.state.phase, writer.state.next_leader_person) == (Phase.PLAYING, "3")
    with refused("already_seated"):
        writer.seat(("1", "4", "2", "3"), leader=3, origin="draw", chosen_seat=3)


def test_seats_by_hand_need_a_reason_and_partners_face_to_face():
    writer = Writer(seated=False)
    writer.name()
    with refused("draw_not_settled"):
        writer.seat(SEATS, leader=0, origin="draw", chosen_seat=0)
    with refused("reason_required"):
        writer.seat(SEATS, leader=2, origin="manual")
    with refused("partners_not_opposite"):
        writer.seat(("1", "2", "3", "4"), leader=2, origin="manual", reason="acuerdo")
    with refused("seating_wrong_players"):
        writer.seat(("1", "3", "2", "5"), leader=2, origin="manual", reason="acuerdo")
    with refused("seating_origin_wrong"):
        writer.seat(SEATS, leader=2, origin="swap")
    writer.seat(SEATS, leader=2, origin="manual", reason="acuerdo de capitanes")
    assert writer.state.seats_origin == "manual"
    assert writer.state.next_leader_person == "2"


def second(winner: str = "away", **parameters) -> Writer:
    first = Writer(target=20)
    first.play(winner, 30)
    return Writer(partida=2, previous=previous_partida(first.state), seated=False, **parameters)


def test_the_losers_swap_and_nothing_else_is_accepted():
    writer = second("away")
    writer.name()
    assert writer.state.phase is Phase.SWAP
    assert writer.state.due_seats == ("2", "3", "1", "4")
    # 1 led the only hand and sits in S now: at his right sits 4.
    assert writer.state.due_leader == 3
    for wrong in (SEATS, ("1", "4", "2", "3"), ("2", "4", "1", "3")):
        with refused("swap_is_obligatory"):
            writer.seat(wrong, leader=3, origin="swap")
    with refused("seating_origin_wrong"):
        writer.seat(writer.state.due_seats, leader=3, origin="manual", reason="lo manda el juez")
    with refused("leader_not_due"):
        writer.seat(writer.state.due_seats, leader=0, origin="swap")
    writer.seat(writer.state.due_seats, leader=3, origin="swap")
    assert writer.state.phase is Phase.PLAYING


def test_a_substitute_takes_the_seat_that_was_due():
    writer = second("away")
    writer.substitute("1", "7", "home", before_start=True, reason="")
    writer.name("7")
    assert writer.state.due_seats == ("2", "3", "7", "4")
    writer.substitute("7", "8", "home", before_start=True)
    assert writer.state.due_seats == ("2", "3", "8", "4")
    writer.substitute("8", "1", "home", before_start=True)
    assert writer.state.due_seats == ("2", "3", "1", "4")


def test_a_drawn_lead_asks_a_draw_but_no_seat():
    writer = second("away", second_partida_leader="new_draw")
    writer.name()
    assert (writer.state.phase, writer.state.due_leader) == (Phase.DRAW, None)
    with refused("draw_not_settled"):
        writer.seat(("2", "3", "1", "4"), leader=1, origin="swap")
    # The rivals are level, which matters to nobody here.
    writer.put("draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-0", "4": "4-1"}})
    assert (writer.state.phase, writer.state.due_leader) == (Phase.SWAP, 2)
    writer.seat(("2", "3", "1", "4"), leader=2, origin="swap")
    assert writer.state.next_leader_person == "1"


def void_first(**parameters) -> Writer:
    first = Writer()
    first.play("home", 30)
    previous = previous_partida(first.state, "void")
    return Writer(partida=2, previous=previous, seated=False, **parameters)


def test_without_a_loser_the_judge_is_asked_with_a_reason():
    writer = void_first()
    writer.name()
    assert (writer.state.phase, writer.state.plan.ask) == (Phase.SWAP, "swap_without_winner")
    with refused("reason_required"):
        writer.seat(SEATS, leader=1, origin="keep")
    with refused("seating_not_a_swap"):
        writer.seat(("3", "1", "4", "2"), leader=1, origin="swap", reason="decide el juez")
    with refused("seating_origin_wrong"):
        writer.seat(SEATS, leader=1, origin="swap", reason="decide el juez")
    with refused("leader_not_due"):
        writer.seat(("2", "3", "1", "4"), leader=2, origin="swap", reason="decide el juez")
    writer.seat(("2", "3", "1", "4"), leader=3, origin="swap", reason="decide el juez")
    assert writer.state.phase is Phase.PLAYING

    kept = void_first(swap_without_winner="no_swap")
    kept.name()
    assert (kept.state.due_seats, kept.state.plan.by) == (SEATS, "keep")


def test_a_first_partida_that_was_not_played_asks_a_draw():
    first = Writer()
    previous = previous_partida(first.state, "not_played")
    writer = Writer(partida=2, previous=previous, seated=False)
    writer.name()
    assert writer.state.phase is Phase.DRAW
    assert Writer(partida=2, seated=False).state.plan.by == "draw"


def test_previous_seats_must_be_of_the_same_players():
    first = Writer()
    previous = previous_partida(first.state)
    object.__setattr__(previous, "seats", ("1", "2", "3", "4"))
    with refused("previous_seats_differ"):
        Writer(partida=2, previous=previous, seated=False)
    unseated = previous_partida(Writer(seated=False).state)
    assert (unseated.ended_how, unseated.leads) == ("not_played", ())


def test_whoever_comes_in_during_the_draw_takes_the_tile():
    writer = Writer(seated=False)
    writer.name()
    writer.put("draw", {"tiles": {"1": "6-4", "2": "1-0", "3": "5-5", "4": "2-0"}})
    writer.substitute("3", "7", "away", before_start=True)
    assert writer.state.phase is Phase.NAMING
    writer.name("1", "7")
    assert writer.state.must_draw == ("1", "7")
