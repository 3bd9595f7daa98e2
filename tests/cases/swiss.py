"""Translates the events of `swiss/SWISS.md` for the product's Dutch system, and its answer back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from competitions.rules.swiss.dutch import Code, Colour, DutchEntrant, DutchEvent, DutchRound, Played, dutch

Case = Mapping[str, Any]
# The case's own words for how a game ends, by rating of white, rating of black, and both numbers.
RESULTS = {
    "higher_rated_wins": lambda white, black: white[1] > black[1],
    "lower_number_wins": lambda white, black: white[0] < black[0],
}
ABSENT = Played(0, Colour.NONE, Code.ABSENT)
RESTED = Played(0, Colour.NONE, Code.RESTED)


def answer(found: DutchRound) -> dict[str, Any]:
    """A round shaped as the cases expect it."""
    return {
        "pairs": sorted(list(pair) for pair in found.pairs),
        "bye": [found.rest] if found.rest is not None else [],
    }


def agreed_rounds(case: Case) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Each round on which two engines agree, with the product's answer to the rounds before it."""
    players = {number: (number, rating) for number, rating in case["players"]}
    left = {int(number): last for number, last in case["withdrawals"].items()}
    wins = RESULTS[case["results"]]
    history: dict[int, list[Played]] = {number: [] for number in players}
    for each in case["rounds_where_two_engines_agree"]:
        gone = frozenset(number for number, last in left.items() if each["round"] > last)
        yield each, _paired(history, DutchEvent(_rounds_of(case), absent=gone))
        for number in players:
            history[number].append(_game(number, each, players, wins))


def event_rounds(case: Case) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Each round of a whole event, with the product's answer to the rounds before it."""
    numbers = [number for number, _rating in case["players"]]
    history: dict[int, list[Played]] = {number: [] for number in numbers}
    for each in case["rounds"]:
        played = _played(each)
        playing = {number for number, one in played.items() if one.rival or one.code is Code.RESTED}
        absent = frozenset(set(numbers) - playing)
        event = DutchEvent(len(case["rounds"]), _first_colour(case), absent)
        expected = {
            "pairs": sorted(pair[:2] for pair in each["pairs"]),
            "bye": [number for number, code in each["byes"] if code == Code.RESTED],
        }
        yield expected, _paired(history, event)
        for number in numbers:
            history[number].append(played.get(number, ABSENT))


def small_history(case: Case) -> dict[int, list[Played]]:
    """What was played before the round of a small case."""
    return {
        int(number): [Played(int(rival), Colour(colour), Code(code)) for rival, colour, code in rows]
        for number, rows in case["history"].items()
    }


def small_round(case: Case) -> dict[str, Any]:
    """The answer to a small case."""
    event = DutchEvent(case["rounds_total"], absent=frozenset(case["absent"]))
    return _paired(small_history(case), event)


def points_of(case: Case) -> dict[str, float]:
    """The points that the codes of a whole event come to, in the event's own scale."""
    worth = {Code.WON: 1, Code.WON_UNPLAYED: 1, Code.RESTED: 1, Code.FULL_POINT_BYE: 1}
    worth |= {Code.DRAWN: 0.5, Code.HALF_POINT_BYE: 0.5}
    totals = {str(number): 0.0 for number, _rating in case["players"]}
    for each in case["rounds"]:
        for number, one in _played(each).items():
            totals[str(number)] += worth.get(one.code, 0)
    return totals


def _rounds_of(case: Case) -> int:
    """The rounds of a scenario, which its name may say (`8-players-5-rounds`), else those given."""
    words = str(case.get("scenario", case["id"])).split("-")
    if "rounds" in words:
        return int(words[words.index("rounds") - 1])
    return len(case["rounds_where_two_engines_agree"])


def _first_colour(case: Case) -> Colour:
    first = case["rounds"][0]["pairs"][0]
    return Colour.WHITE if first[0] < first[1] else Colour.BLACK


def _paired(history: Mapping[int, Sequence[Played]], event: DutchEvent) -> dict[str, Any]:
    return answer(dutch([DutchEntrant(number, tuple(rows)) for number, rows in history.items()], event))


def _game(number: int, each: Case, players: Mapping[int, Any], wins: Any) -> Played:
    for white, black in each["pairs"]:
        if number in (white, black):
            is_won = wins(players[white], players[black]) == (number == white)
            rival = black if number == white else white
            colour = Colour.WHITE if number == white else Colour.BLACK
            return Played(rival, colour, Code.WON if is_won else Code.LOST)
    return RESTED if number in each["bye"] else ABSENT


def _played(each: Case) -> dict[int, Played]:
    found = {number: Played(0, Colour.NONE, Code(code)) for number, code in each["byes"]}
    for white, black, own, rival in each["pairs"]:
        found[white] = Played(black, Colour.WHITE, Code(own))
        found[black] = Played(white, Colour.BLACK, Code(rival))
    return found
