"""Reading what a table's pages need beside its sheets: people, codes, sessions, when something was undone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from competitions.queries.entries import of_sides
from federation.models import Person
from matches.models import Board, SheetEntry, TableSession
from matches.queries.sheets import BoardView
from matches.queries.views_of_boards import ViewOfBoard
from matches.rules.sheet import EntryKind

_ONE_PERSON = ("scorer", "counter", "judge", "in", "out", "person", "offender", "asked_by", "decided_by")
_SOME_PERSONS = ("agreed", "captains", "persons")


def people_of(view: ViewOfBoard[Any, Any]) -> dict[str, Person]:
    """Everybody whom a board's sheets name, by the key that the rules use.

    One query, and none where only those play, write and count who started there.
    """
    keys: set[str] = {person for pair in view.starters.values() for person in pair}
    for entries in view.entries.values():
        for entry in entries:
            keys.update(_named(entry.data))
            if entry.person_id is not None:
                keys.add(str(entry.person_id))
    keys.update(str(pen.person_id) for pen in view.pens.values())
    missing = Person.objects.in_bulk([int(key) for key in keys - view.people.keys() if key.isdigit()])
    return {**view.people, **{str(pk): person for pk, person in missing.items()}}


def _named(data: dict[str, object]) -> Iterable[str]:
    for name in (*_ONE_PERSON, *_SOME_PERSONS):
        value = data.get(name)
        for person in value if isinstance(value, list) else [value]:
            if isinstance(person, str):
                yield person


def began_at(entries: Iterable[SheetEntry]) -> datetime | None:
    """When the four sat down for a partida, from its entries in order; None before, or once suspended.

    What is left to play after a suspension is played on another day: its time is the judge's affair.
    """
    found = None
    for entry in entries:
        if entry.kind == EntryKind.SEATING:
            found = entry.server_time
        elif entry.kind == EntryKind.SUSPENSION:
            return None
    return found


def ended_last_hand_at(view: BoardView, number: int, hand: int, revision: int) -> datetime | None:
    """When one revision of a hand was written; None for one that no hand's entry made."""
    for entry in reversed(view.entries.get(number, ())):
        if entry.kind == EntryKind.HAND and (entry.hand, entry.revision) == (hand, revision):
            return entry.server_time
    return None


def undone_at(view: BoardView, number: int) -> dict[tuple[int, int], datetime]:
    """When each retracted revision of a partida's hands was taken back."""
    return {
        (entry.hand or 0, entry.revision or 0): entry.server_time
        for entry in view.entries.get(number, ())
        if entry.kind == EntryKind.RETRACTION
    }


def board_of_code(code: str) -> Board | None:
    """The board that a (normalised) code opens now, with its encounter, or None."""
    return (
        Board.objects.select_related(*of_sides("encounter__"), "encounter__venue")
        .filter(code=code, encounter__state="playing")
        .first()
    )


def ended_session(token_digest: str, board_id: int) -> bool:
    """Did the phone that holds this token have this board open until it was closed?"""
    held = TableSession.objects.filter(token_digest=token_digest, ended_at__isnull=False)
    # Compared here: the number comes from an address and may be larger than any key.
    return board_id in held.values_list("board", flat=True)
