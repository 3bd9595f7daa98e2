"""The draw of seats (art. 7.1, 7.2, 7.4). Pure.

Each player lifts a tile. The highest leads and chooses his seat; his partner sits
opposite; the rival with the higher tile sits at his right. How tiles are compared is
`seat_draw_value`, what a tie does is `seat_draw_tie`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from federation.rules.errors import RuleError
from federation.rules.parameters import deciding
from matches.rules.sides import SEAT_COUNT, Pair, Person, Seats
from matches.rules.tiles import Tile, repeated_tile

Round = Mapping[Person, Tile]

DRAW_PARAMETERS = ("seat_draw_value", "seat_draw_tie")


@dataclass(frozen=True)
class DrawResult:
    """What the tiles drawn so far settle.

    `must_draw` holds who draws again; it is empty when all is settled.
    """

    leader: Person | None
    lead_value: int | None
    partner: Person | None
    right_of_leader: Person | None
    left_of_leader: Person | None
    must_draw: tuple[Person, ...]


def tile_value(tile: Tile, parameters: Mapping[str, Any]) -> int:
    """What a drawn tile is worth (`seat_draw_value`)."""
    return tile.high if parameters["seat_draw_value"] == "highest_half" else tile.pips


def _rank(tile: Tile, parameters: Mapping[str, Any]) -> tuple[int, ...]:
    value = tile_value(tile, parameters)
    tie = parameters["seat_draw_tie"]
    if tie == "higher_half":
        return (value, tile.high, tile.low)
    if tie == "double_first":
        return (value, int(tile.is_double))
    return (value,)


def check_round(drawn: Round, expected: Sequence[Person]) -> None:
    """One round of the draw: exactly those who must, with different tiles.

    Raises RuleError `draw_wrong_players` or `draw_tile_twice`.
    """
    if set(drawn) != set(expected):
        raise RuleError("draw_wrong_players", missing=len(set(expected) - set(drawn)))
    twice = repeated_tile(drawn.values())
    if twice is not None:
        raise RuleError("draw_tile_twice", tile=str(twice))


def draw_result(
    pairs: tuple[Pair, Pair],
    rounds: Sequence[Round],
    parameters: Mapping[str, Any],
    *,
    lead_only: bool = False,
) -> DrawResult:
    """What the rounds settle; a later round holds only those who drew again.

    With `lead_only` the seats are already known and only the leader is asked, so a
    tie between the rivals needs no second draw. Raises the errors of `check_round`,
    and `draw_already_settled` for a round too many.
    """
    result = _judge(pairs, [], parameters, lead_only=lead_only)
    for number, drawn in enumerate(rounds):
        if not result.must_draw:
            raise RuleError("draw_already_settled")
        check_round(drawn, result.must_draw)
        result = _judge(pairs, rounds[: number + 1], parameters, lead_only=lead_only)
    return result


def fitting_rounds(
    pairs: tuple[Pair, Pair],
    rounds: Sequence[Round],
    parameters: Mapping[str, Any],
    *,
    lead_only: bool = False,
) -> tuple[Round, ...]:
    """The rounds that this draw asks for, in their order.

    A draw made for another question (the partida before was opened again since, and ended in another
    way) stays written and settles nothing here.
    """
    kept: list[Round] = []
    for drawn in rounds:
        due = _judge(pairs, kept, parameters, lead_only=lead_only).must_draw
        if due and set(drawn) == set(due):
            kept.append(drawn)
    return tuple(kept)


def _judge(
    pairs: tuple[Pair, Pair],
    rounds: Sequence[Round],
    parameters: Mapping[str, Any],
    *,
    lead_only: bool,
) -> DrawResult:
    players = (*pairs[0], *pairs[1])
    if not rounds:
        return DrawResult(None, None, None, None, None, players)
    # Whoever drew again is compared by all his draws in order, so a player who was level
    # at the top and then lost the redraw still stands above his partner's lower tile.
    ranks = {
        person: tuple(
            number for drawn in rounds if person in drawn for number in _rank(drawn[person], parameters)
        )
        for person in players
    }
    best = _highest(players, ranks)
    if len(best) > 1:
        return DrawResult(None, None, None, None, None, best)
    leader = best[0]
    own, rivals = pairs if leader in pairs[0] else (pairs[1], pairs[0])
    partner = own[1] if leader == own[0] else own[0]
    value = tile_value(rounds[0][leader], parameters)
    higher = _highest(rivals, ranks)
    if len(higher) > 1:
        again = () if lead_only else higher
        return DrawResult(leader, value, partner, None, None, again)
    right = higher[0]
    left = rivals[1] if right == rivals[0] else rivals[0]
    return DrawResult(leader, value, partner, right, left, ())


def _highest(players: Sequence[Person], ranks: Mapping[Person, tuple[int, ...]]) -> tuple[Person, ...]:
    best = max(ranks[person] for person in players)
    return tuple(person for person in players if ranks[person] == best)


def draw_decided_by(pairs: tuple[Pair, Pair], drawn: Round, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters another option of which would read these four tiles differently."""

    def placed(reading: Mapping[str, Any]) -> object:
        result = draw_result(pairs, [drawn], reading)
        return (result.leader, result.right_of_leader, result.must_draw)

    return deciding(DRAW_PARAMETERS, parameters, placed)


def seats_from_draw(result: DrawResult, chosen_seat: int) -> Seats:
    """The four seats once the leader has chosen his (art. 7.4).

    Raises RuleError `draw_not_settled` or `seat_not_valid`.
    """
    around = (
        result.leader,
        result.right_of_leader,
        result.partner,
        result.left_of_leader,
    )
    if chosen_seat not in range(SEAT_COUNT):
        raise RuleError("seat_not_valid", seat=chosen_seat)
    seats: list[Person] = [""] * SEAT_COUNT
    for step, person in enumerate(around):
        if person is None:
            raise RuleError("draw_not_settled")
        seats[(chosen_seat + step) % SEAT_COUNT] = person
    return (seats[0], seats[1], seats[2], seats[3])
