"""Draw, lead, seats of later partidas, scorer and counter (art. 6 to 8)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import CATALOGUE, deciding, defaults, readings, resolve
from matches.rules.domino import draw, lead, officials, seats
from matches.rules.domino.seats import EndedHow, PreviousPartida, SeatsBy
from matches.rules.sides import (
    Side,
    left_of,
    partner_of,
    partners_sit_opposite,
    right_of,
    seat_of,
)
from matches.rules.tiles import parse_tile
from tests.strategies import SEATS, SIDES, drawn_tiles, regulations

PAIRS = (("1", "2"), ("3", "4"))
PLAYERS = ("1", "2", "3", "4")


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def tiles(**texts: str):
    return {person[1:]: parse_tile(text) for person, text in texts.items()}


def drawn(rounds, **parameters):
    return draw.draw_result(PAIRS, rounds, resolve(parameters))


# ---------------------------------------------------------------- seats around a table
@given(st.integers(0, 3))
def test_the_neighbours_of_a_seat(seat: int):
    assert left_of(right_of(seat)) == seat
    assert partner_of(partner_of(seat)) == seat
    assert right_of(right_of(seat)) == partner_of(seat)
    assert {seat, right_of(seat), partner_of(seat), left_of(seat)} == {0, 1, 2, 3}


def test_sides():
    assert Side.HOME.other is Side.AWAY
    assert Side.AWAY.other is Side.HOME
    with refused("not_at_this_table"):
        seat_of(SEATS, "9")


# ---------------------------------------------------------------- draw
@given(drawn_tiles(PLAYERS), regulations(), st.integers(0, 3))
def test_a_draw_seats_the_four_or_says_who_draws_again(texts, parameters, chosen):
    round_one = {person: parse_tile(text) for person, text in texts.items()}
    result = draw.draw_result(PAIRS, [round_one], parameters)

    if not result.must_draw:
        found = draw.seats_from_draw(result, chosen)
        assert found[chosen] == result.leader
        assert partners_sit_opposite(found, *PAIRS)
        best = max(draw.tile_value(tile, parameters) for tile in round_one.values())
        assert draw.tile_value(round_one[result.leader], parameters) == best
        right, left = found[right_of(chosen)], found[left_of(chosen)]
        assert draw.tile_value(round_one[right], parameters) >= draw.tile_value(round_one[left], parameters)
    else:
        values = {draw.tile_value(round_one[person], parameters) for person in result.must_draw}
        assert len(values) == 1
        with refused("draw_not_settled"):
            draw.seats_from_draw(result, chosen)


@given(drawn_tiles(PLAYERS))
def test_every_tie_ends_when_the_redraws_differ(texts):
    rounds = [{person: parse_tile(text) for person, text in texts.items()}]
    for number in range(4):
        result = drawn(rounds)
        if not result.must_draw:
            break
        # Different sums, so that no two stay level.
        different = ("6-6", "5-4", "2-1", "0-0")
        rounds.append({p: parse_tile(t) for p, t in zip(result.must_draw, different, strict=False)})
        assert number < 3
    assert result.leader is not None


def test_ties_by_each_option():
    level = tiles(_1="6-4", _2="1-0", _3="5-5", _4="2-0")
    assert drawn([level]).must_draw == ("1", "3")
    assert drawn([level], seat_draw_tie="higher_half").leader == "1"
    assert drawn([level], seat_draw_tie="double_first").leader == "3"
    by_half = drawn([tiles(_1="6-0", _2="1-0", _3="5-5", _4="4-4")], seat_draw_value="highest_half")
    assert (by_half.leader, by_half.lead_value) == ("1", 6)
    other_half = drawn(
        [tiles(_1="6-0", _2="1-0", _3="6-1", _4="4-4")],
        seat_draw_value="highest_half",
        seat_draw_tie="higher_half",
    )
    assert other_half.leader == "3"


def test_a_double_comes_first_and_the_rest_draw_again():
    four = tiles(_1="3-3", _2="6-0", _3="5-1", _4="4-2")
    assert drawn([four]).must_draw == PLAYERS
    result = drawn([four], seat_draw_tie="double_first")
    assert (result.leader, result.must_draw) == ("1", ("3", "4"))
    assert drawn([four], seat_draw_tie="higher_half").leader == "2"


def test_partners_level_for_the_lead():
    level = [tiles(_1="6-4", _2="5-5", _3="3-0", _4="2-0")]
    assert drawn(level).must_draw == ("1", "2")
    result = drawn([*level, tiles(_1="0-0", _2="1-0")])
    assert (result.leader, result.partner, result.right_of_leader) == ("2", "1", "3")


def test_what_decided_a_draw_is_named():
    plain = tiles(_1="6-6", _2="1-0", _3="5-5", _4="2-0")
    level = tiles(_1="6-4", _2="1-0", _3="5-5", _4="2-0")
    assert draw.draw_decided_by(PAIRS, plain, defaults()) == ()
    assert draw.draw_decided_by(PAIRS, level, defaults()) == ("seat_draw_value", "seat_draw_tie")


# ---------------------------------------------------------------- lead and procedure
@given(st.permutations(PLAYERS), st.integers(0, 3), st.integers(0, 40))
def test_without_annulments_the_lead_goes_to_the_right(order, first, hands):
    found = lead.leaders(tuple(order), order[first], hands)

    assert len(found) == hands
    for one, after in pairwise(found):
        assert order.index(after) == right_of(order.index(one))


@given(st.permutations(PLAYERS), st.sampled_from(PLAYERS))
def test_numbers_are_a_permutation(order, leader):
    found = lead.numbers(tuple(order), leader)

    assert sorted(found.values()) == sorted(PLAYERS)
    assert found[1] == leader
    assert order.index(found[2]) == right_of(order.index(leader))
    assert partner_of(order.index(found[3])) == order.index(leader)


@given(st.permutations(PLAYERS), st.sampled_from(PLAYERS))
def test_everybody_takes_and_lifts_once(order, leader):
    found = lead.procedure(tuple(order), leader)

    assert sorted(found.take) == sorted(PLAYERS)
    assert found.take[-1] == leader
    assert sorted((*found.lift_before_lead, *found.lift_after_lead)) == sorted(PLAYERS)
    assert found.shuffle[1] == leader


# ---------------------------------------------------------------- later partidas
@given(st.permutations(PLAYERS), st.sampled_from([0, 1]))
def test_a_swap_twice_is_no_swap(order, pair):
    start = tuple(order)
    losers = start[pair::2]
    once = seats.swap(start, losers)

    assert once != start
    assert once[1 - pair :: 2] == start[1 - pair :: 2]
    assert seats.swap(once, losers) == start


def test_only_partners_swap():
    for wrong in (("1", "3"), ("1",), ("1", "1")):
        with refused("not_partners"):
            seats.swap(SEATS, wrong)


@pytest.mark.parametrize(
    ("overrides", "team", "partida", "loser", "by"),
    [
        ({}, True, 2, True, SeatsBy.SWAP),
        ({}, True, 3, True, SeatsBy.SWAP),
        ({"swap_in_later_partidas": False}, True, 2, True, SeatsBy.SWAP),
        ({"swap_in_later_partidas": False}, True, 3, True, SeatsBy.KEEP),
        ({}, True, 2, False, SeatsBy.ASK),
        ({"swap_without_winner": "no_swap"}, True, 2, False, SeatsBy.KEEP),
        ({"seat_swap_scope": "never"}, True, 2, True, SeatsBy.KEEP),
        ({"seat_swap_scope": "never", "second_partida_seats_outside_teams": "swap"}, False, 2, True,
         SeatsBy.KEEP),
        ({"seat_swap_scope": "all", "second_partida_seats_outside_teams": "new_draw"}, False, 2, True,
         SeatsBy.SWAP),
        ({}, False, 2, True, SeatsBy.KEEP),
        ({}, False, 2, False, SeatsBy.KEEP),
        ({"second_partida_seats_outside_teams": "new_draw"}, False, 2, True, SeatsBy.DRAW),
        ({"second_partida_seats_outside_teams": "swap"}, False, 2, True, SeatsBy.SWAP),
    ],
)  # fmt: skip
def test_where_the_seats_come_from(overrides, team, partida, loser, by):
    found = seats.seats_by(resolve(overrides), team_competition=team, partida=partida, has_loser=loser)

    assert found is by


def planned(previous, changes=None, *, team=True, partida=2, **overrides):
    return seats.plan(
        previous, SIDES, changes or {}, resolve(overrides), team_competition=team, partida=partida
    )


def before(winner=Side.HOME, leads=(0, 1, 2), how=EndedHow.TARGET) -> PreviousPartida:
    return PreviousPartida(SEATS, leads, winner, how)


@pytest.mark.parametrize(
    ("option", "leader"),
    [
        ("right_of_last_leader", 3),
        ("right_of_last_leader_player", 1),
        ("first_partida_leader", 0),
        ("new_draw", None),
    ],
)
def test_who_leads_the_second_partida(option: str, leader: int | None):
    # Away lost and swaps: N 1, O 4, S 2, E 3. The last lead was the seat S; at its right E,
    # where 4 sat before; now 3 sits there and 4 at O.
    found = planned(before(), second_partida_leader=option)

    assert found.seats == ("1", "4", "2", "3")
    assert (found.leader, found.lead_by_draw) == (leader, option == "new_draw")


@pytest.mark.parametrize(
    ("option", "leader"),
    [
        ("right_of_last_leader", 1),
        ("right_of_last_leader_player", 3),
        ("first_partida_leader", 2),
    ],
)
def test_the_last_leader_has_swapped_himself(option: str, leader: int):
    # Home lost: N 2, O 3, S 1, E 4. The last lead was of 2, who sat in S and now in N: at his
    # right sits 3; 4 was there before.
    found = planned(before(Side.AWAY), second_partida_leader=option)

    assert found.seats == ("2", "3", "1", "4")
    assert found.leader == leader


def test_who_sits_right_of_the_substitute_of_the_last_leader():
    assert planned(before(Side.AWAY), {"2": "7"}).leader == 1


def test_a_substitute_leads_for_whom_he_replaces():
    found = planned(before(), {"4": "7"}, second_partida_leader="right_of_last_leader_player")

    assert found.seats == ("1", "7", "2", "3")
    assert found.leader == 1


def test_plans_without_a_previous_partida_or_without_hands():
    assert planned(None).by is SeatsBy.DRAW
    assert planned(before(how=EndedHow.NOT_PLAYED)).by is SeatsBy.DRAW
    assert planned(before(), partida=1).by is SeatsBy.DRAW
    assert planned(before(leads=())).lead_by_draw
    asked = planned(before(winner=None, how=EndedHow.VOID))
    assert (asked.by, asked.ask, asked.seats) == (SeatsBy.ASK, "swap_without_winner", None)


def test_changes_must_make_sense():
    with refused("not_at_this_table"):
        planned(before(), {"9": "7"})
    with refused("person_at_table_already"):
        planned(before(), {"1": "2"})


@given(st.sampled_from([None, *Side]), regulations(), st.booleans(), st.integers(2, 4))
def test_any_plan_seats_the_four_or_says_who_must_answer(winner, parameters, team, partida):
    found = seats.plan(before(winner), SIDES, {}, parameters, team_competition=team, partida=partida)

    if found.seats is None:
        assert found.by is SeatsBy.DRAW or found.ask == "swap_without_winner"
    else:
        assert partners_sit_opposite(found.seats, *PAIRS)
        assert (found.leader is None) == found.lead_by_draw


# ---------------------------------------------------------------- officials, and who decides
def test_approvals_needed():
    players = officials.Naming("1", "3")
    judge = officials.Naming("1", "3", officials.DoneBy.JUDGE, "9")
    assert officials.approvals_needed(players) == ("3",)
    assert officials.approvals_needed(judge) == ("1", "3")
    wrong = officials.Naming("3", "1", officials.DoneBy.JUDGE)
    assert officials.naming_errors(wrong, *PAIRS) == (
        "scorer_not_local",
        "counter_not_visitor",
        "judge_mode_without_judge",
    )


def test_the_deciding_parameters_are_those_whose_options_differ():
    def result(parameters):
        return parameters["tied_block"] == "no_points_lead_passes"

    assert deciding(["tied_block", "block_winner"], defaults(), result) == ("tied_block",)
    assert set(readings("block_winner", defaults())) == set(CATALOGUE["block_winner"].options)
