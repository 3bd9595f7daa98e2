"""Seats and first leader of the later partidas of a board (art. 7.2, 7.3). Pure.

In team competitions the pair that lost swaps its two seats; a substitute takes the
seat that was due to the player whom he replaces. No seat is anybody's choice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.sides import Pair, Person, Seats, Side, right_of, seat_of


class EndedHow(StrEnum):
    """How the previous partida of the board came to its end."""

    TARGET = "target"
    TIME = "time"
    DECISION = "decision"
    SUSPENDED = "suspended"
    VOID = "void"
    ABANDONMENT = "abandonment"
    NOT_PLAYED = "not_played"


@dataclass(frozen=True)
class PreviousPartida:
    """What the next partida of the board takes from the one before it.

    `seats` as they were at its end, `leads` the seats that were due to lead its
    hands, in order; `winner` none when nobody won.
    """

    seats: Seats
    leads: tuple[int, ...]
    winner: Side | None
    ended_how: EndedHow = EndedHow.TARGET


class SeatsBy(StrEnum):
    """Where the seats of a partida come from."""

    DRAW = "draw"
    SWAP = "swap"
    KEEP = "keep"
    ASK = "ask"  # nobody lost: the judge says whether and who swaps


_OUTSIDE_TEAMS = {"keep": SeatsBy.KEEP, "new_draw": SeatsBy.DRAW, "swap": SeatsBy.SWAP}


@dataclass(frozen=True)
class SeatPlan:
    """How a partida is seated: `seats` where they are due, and who leads.

    `leader` is none while a draw or the judge's answer is awaited; `lead_by_draw`
    says that the seats stand and only the lead is drawn. `ask` names the parameter
    that leaves the question to a person.
    """

    by: SeatsBy
    seats: Seats | None = None
    leader: int | None = None
    lead_by_draw: bool = False
    ask: str | None = None


def swap(seats: Seats, pair: Iterable[Person]) -> Seats:
    """The two partners in each other's seat; RuleError `not_partners`."""
    members = tuple(pair)
    where = sorted(seat_of(seats, person) for person in members)
    if len(where) != 2 or where[1] - where[0] != 2:
        raise RuleError("not_partners")
    swapped = list(seats)
    swapped[where[0]], swapped[where[1]] = seats[where[1]], seats[where[0]]
    return (swapped[0], swapped[1], swapped[2], swapped[3])


def with_changes(seats: Seats, changes: Mapping[Person, Person]) -> Seats:
    """Each substitute in the seat of the player whom he replaces (art. 7.2, 20)."""
    for person in changes:
        seat_of(seats, person)
    replaced = [changes.get(person, person) for person in seats]
    if len(set(replaced)) != len(replaced):
        raise RuleError("person_at_table_already")
    return (replaced[0], replaced[1], replaced[2], replaced[3])


def seats_by(
    parameters: Mapping[str, Any], *, team_competition: bool, partida: int, has_loser: bool
) -> SeatsBy:
    """Where the seats of a second or later partida come from."""
    by = _by_scope(parameters, team_competition=team_competition)
    if by is not SeatsBy.SWAP:
        return by
    if partida > 2 and not parameters["swap_in_later_partidas"]:
        return SeatsBy.KEEP
    if has_loser:
        return SeatsBy.SWAP
    if parameters["swap_without_winner"] == "no_swap":
        return SeatsBy.KEEP
    return SeatsBy.ASK


def _by_scope(parameters: Mapping[str, Any], *, team_competition: bool) -> SeatsBy:
    scope = parameters["seat_swap_scope"]
    if scope == "never":
        return SeatsBy.KEEP
    if scope == "all" or team_competition:
        return SeatsBy.SWAP
    return _OUTSIDE_TEAMS[parameters["second_partida_seats_outside_teams"]]


def next_seats(
    seats: Seats,
    loser: Iterable[Person] | None,
    changes: Mapping[Person, Person],
    parameters: Mapping[str, Any],
    *,
    team_competition: bool,
    partida: int = 2,
) -> SeatPlan:
    """The seats of the next partida of a board, without its leader.

    `loser` holds the two who lost, as they sat; `changes` is player out to player in,
    between the partidas. Raises RuleError `not_at_this_table`, `not_partners` or
    `person_at_table_already`.
    """
    by = seats_by(
        parameters,
        team_competition=team_competition,
        partida=partida,
        has_loser=loser is not None,
    )
    if by is SeatsBy.DRAW:
        return SeatPlan(by)
    if by is SeatsBy.ASK:
        return SeatPlan(by, ask="swap_without_winner")
    due = swap(seats, loser) if by is SeatsBy.SWAP and loser is not None else seats
    return SeatPlan(by, with_changes(due, changes))


def lead_is_drawn(previous: PreviousPartida, parameters: Mapping[str, Any]) -> bool:
    """Is the first lead drawn anew: by the regulation, or since no hand was ever led?"""
    return parameters["second_partida_leader"] == "new_draw" or not previous.leads


def next_leader(
    previous: PreviousPartida,
    due: Seats,
    changes: Mapping[Person, Person],
    parameters: Mapping[str, Any],
) -> int | None:
    """The seat that leads the first hand of the next partida; none when it is drawn.

    `due` are the seats of the next partida, substitutes included. Counted from the
    lead that was due in the last hand (`second_partida_leader`): `right_of_last_leader`
    looks at the right of that leader (art. 7.3) where he sits now, his own swap included.
    """
    if lead_is_drawn(previous, parameters):
        return None
    reading = parameters["second_partida_leader"]
    last = previous.leads[-1]

    def seat_now(seat: int) -> int:
        person = previous.seats[seat]
        return seat_of(due, changes.get(person, person))

    if reading == "first_partida_leader":
        return seat_now(previous.leads[0])
    if reading == "right_of_last_leader":
        return right_of(seat_now(last))
    return seat_now(right_of(last))


def plan(
    previous: PreviousPartida | None,
    pairs: Mapping[Side, Pair],
    changes: Mapping[Person, Person],
    parameters: Mapping[str, Any],
    *,
    team_competition: bool,
    partida: int,
) -> SeatPlan:
    """How the partida `partida` of a board is seated.

    `pairs` are the players whom the previous partida ended with. Without a previous
    partida, or with one that was never played, the seats are drawn (art. 7).
    """
    if partida == 1 or previous is None or previous.ended_how is EndedHow.NOT_PLAYED:
        return SeatPlan(SeatsBy.DRAW)
    loser = pairs[previous.winner.other] if previous.winner is not None else None
    seating = next_seats(
        previous.seats,
        loser,
        changes,
        parameters,
        team_competition=team_competition,
        partida=partida,
    )
    if seating.seats is None:
        drawn = seating.by is SeatsBy.ASK and lead_is_drawn(previous, parameters)
        return replace(seating, lead_by_draw=drawn)
    leader = next_leader(previous, seating.seats, changes, parameters)
    return SeatPlan(seating.by, seating.seats, leader, lead_by_draw=leader is None)


def seatings_of_ask(
    previous: PreviousPartida, pairs: Mapping[Side, Pair], changes: Mapping[Person, Person]
) -> tuple[Seats, ...]:
    """What the judge may answer when nobody lost: as before, one pair swapped, or both."""
    before = previous.seats
    home, away = (swap(before, pairs[side]) for side in Side)
    both = swap(home, pairs[Side.AWAY])
    return tuple(with_changes(seats, changes) for seats in (before, home, away, both))
