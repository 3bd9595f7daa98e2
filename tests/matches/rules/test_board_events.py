"""Several partidas of a board when one of them has no ordinary end."""

from typing import Any

import pytest

from federation.rules.parameters import resolve
from matches.rules.board import BoardTerms, replay_board, results
from matches.rules.sheet import Entry, EntryKind, Phase, check_entry, previous_partida
from matches.rules.sides import Side
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.writer import AWAY, HOME, Writer

pytestmark = pytest.mark.pure
STARTERS = {Side.HOME: HOME, Side.AWAY: AWAY}


def board(*streams: list[Entry], **parameters: Any) -> Any:
    terms = BoardTerms(300, resolve(parameters), team_competition=True, partidas=2)
    return replay_board(terms, STARTERS, streams)


def suspended() -> Writer:
    writer = Writer()
    writer.play("home", 90)
    writer.put("suspension", {"reason": "Apagón."})
    return writer


def abandoned(**parameters: Any) -> Writer:
    writer = Writer(**parameters)
    writer.play("home", 90)
    writer.put("abandonment", {"person": "1", "reason": "Se marcha."})
    return writer


def test_a_suspended_partida_lets_the_next_begin_and_waits() -> None:
    state = board(suspended().entries, [])
    assert (state.current, state.is_over, state.waits_for_ruling) == (2, False, False)
    assert state.sheet.phase is Phase.NAMING
    assert state.partidas[1].facts.previous.winner is None
    assert [(result.is_pending, result.winner) for result in results(1, state)] == [(True, None)]


def test_all_that_is_left_may_be_a_ruling() -> None:
    first, absent = suspended(), [Entry(1, EntryKind.NO_SHOW, None, None, "9", {"sides": ["away"]})]
    state = board(first.entries, absent)
    assert (state.current, state.waits_for_ruling) == (2, True)


def test_a_partida_that_is_resumed_is_the_one_in_play_and_the_later_one_stays() -> None:
    first, absent = suspended(), [Entry(1, EntryKind.NO_SHOW, None, None, "9", {"sides": ["away"]})]
    first.put("ruling", {"kind": "resume", "reason": "Se reanuda.", "winner": None})
    state = board(first.entries, absent)
    assert (state.current, state.sheet.phase) == (1, Phase.PLAYING)
    assert state.partidas[1].winner == "home"
    assert not state.is_over


def test_whoever_left_must_be_replaced_in_the_next() -> None:
    second = board(abandoned().entries, []).partidas[1]
    assert (second.phase, second.facts.gone) == (Phase.NAMING, {"1"})
    writer = Writer(partida=2, previous=second.facts.previous, seated=False)
    writer.state = second
    writer.name(scorer="2")
    with refused("substitute_for_the_one_who_left"):
        writer.seat(writer.state.due_seats, leader=writer.state.due_leader, origin="swap")
    writer.substitute("1", "5", "home", before_start=True)
    writer.seat(writer.state.due_seats, leader=writer.state.due_leader, origin="swap")
    assert writer.state.phase is Phase.PLAYING


def test_an_abandonment_may_lose_both() -> None:
    option = {"abandonment_second_partida": "lost"}
    state = board(abandoned(**option).entries, [], **option)
    assert state.is_over
    assert [(result.winner, result.home, result.away) for result in results(1, state)] == [
        ("away", 90, 300),
        ("away", 0, 300),
    ]


def test_seats_that_are_due_no_more_are_taken_again_before_the_first_lead() -> None:
    first = Writer(target=60)
    first.play("home", 70)
    second = Writer(target=60, partida=2, previous=previous_partida(first.state), seated=False)
    second.name()
    due = second.state.due_seats
    assert due == ("1", "4", "2", "3"), "the losers swap"
    second.seat(due, leader=second.state.due_leader, origin="swap")
    annulled = {
        "cause": "false_thinking",
        "offender": "1",
        "remedy": "annul",
        "when": "after_hand",
        "asked_by": "3",
        "agreed": [],
        "judge": "9",
        "text": "Se paró.",
        "declared": False,
    }
    first.put("annulment", annulled, 1, 1)
    first.play("away", 65)
    terms = BoardTerms(60, resolve({}), team_competition=True, partidas=2)
    state = replay_board(terms, STARTERS, [first.entries, second.entries]).partidas[1]
    assert (state.seats_are_stale, state.due_seats) == (True, ("2", "3", "1", "4"))
    hand = {"side": "home", "points": 20, "ending": "domino", "reason": ""}
    lead = {"leader": state.next_leader, "leader_person": state.next_leader_person}
    with refused("seats_changed"):
        check_entry(state, EntryKind.HAND, hand | lead, 1, 1, "1")
    again = {"seats": ["2", "3", "1", "4"], "leader": state.due_leader, "origin": "swap", "reason": ""}
    second.entries.append(Entry(len(second.entries) + 1, EntryKind.SEATING, None, None, "1", again))
    state = replay_board(terms, STARTERS, [first.entries, second.entries]).partidas[1]
    assert (state.seats_are_stale, state.seats) == (False, ("2", "3", "1", "4"))


def test_whoever_leaves_a_partida_that_was_opened_again_breaks_no_later_sheet() -> None:
    first = Writer()
    first.play("home", 90)
    first.put("suspension", {"reason": "Apagón."})
    second = Writer(partida=2, previous=previous_partida(first.state), seated=False)
    second.name()
    second.seat(("1", "3", "2", "4"), leader=1, origin="keep", reason="Nadie perdió.")
    first.put("ruling", {"kind": "resume", "reason": "Se reanuda.", "winner": None})
    first.put("abandonment", {"person": "1", "reason": "Se marcha."})
    state = board(first.entries, second.entries)
    assert state.partidas[0].winner == "away"
    assert state.partidas[1].seats == ("1", "3", "2", "4")
