"""What the public pages of encounters show: line-ups once both are out, sheets by the one replay, results.

Nothing here says which figures of a sheet are public: that is for the page, which knows the
words. What is not out yet is not read at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from competitions.models import Encounter, JudgeDesignation, Outcome
from competitions.queries.entries import of_sides
from competitions.queries.outcomes import results_of
from federation.models import Discipline, Person
from matches.models import Acta, Board, LineUpSlot, Partida, SheetEntry
from matches.queries.encounters import Terms, terms_of
from matches.queries.frames import terms_of_frames
from matches.queries.resumptions import Halt, halts_of
from matches.queries.sheets import pairs_of
from matches.rules.board import BoardState, BoardTerms, replay_board
from matches.rules.frame_board import FrameBoardState, replay_frames
from matches.rules.pool.frames import FrameEntry, FrameEntryKind
from matches.rules.sheet import Entry, EntryKind
from matches.rules.sides import Side

IN_PLAY = ("playing", "suspended")
AFTER_PLAY = ("closing", "signed")
# Those whose score is what their sheets say so far.
NOT_OFFICIAL = (*IN_PLAY, *AFTER_PLAY)
OFFICIAL = ("sealed", "homologated", "disputed", "final")
WITH_SHEETS = (*NOT_OFFICIAL, *OFFICIAL)
# A postponed encounter's line-ups may still change, and those of an annulled one count for nothing.
WITH_LINE_UPS = ("line_ups", *WITH_SHEETS)
RELATED = ("round__competition", *of_sides(), "venue", "format")

Starters = Mapping[int, Mapping[Side, Sequence[str]]]


@dataclass(frozen=True)
class Written:
    """One entry of a sheet and when it was written."""

    entry: Entry
    at: datetime


@dataclass(frozen=True)
class WrittenFrame:
    """One entry of a sheet of frames and when it was written."""

    entry: FrameEntry
    at: datetime


@dataclass(frozen=True)
class LiveFrames:
    """A board of 8-ball as its sheets amount to, with the streams of its partidas, in order."""

    number: int
    table: str
    state: FrameBoardState
    players: Mapping[Side, Sequence[str]]
    streams: tuple[tuple[WrittenFrame, ...], ...]


@dataclass(frozen=True)
class LiveBoard:
    """A board of domino as its sheets amount to, with the streams of its partidas, in order."""

    number: int
    table: str
    state: BoardState
    streams: tuple[tuple[Written, ...], ...]


AnyBoard = LiveBoard | LiveFrames


@dataclass(frozen=True)
class LineUps:
    """Both line-ups, and since when they are out."""

    slots: tuple[LineUpSlot, ...]
    revealed_at: datetime

    def starters(self) -> Starters:
        """Who starts on each side of each board, as the rules name them."""
        return _starters((slot.board, slot.line_up.side, slot.person_id) for slot in self.slots)

    def people(self) -> dict[str, Person]:
        """Everybody named, by the key that the rules use."""
        return {str(slot.person_id): slot.person for slot in self.slots}


@dataclass(frozen=True)
class SealedVersion:
    """One sealed version of the acta, by the code that verifies it."""

    version: int
    code: str


@dataclass(frozen=True)
class LiveEncounter:
    """An encounter as the public may see it; of its actas the one in force comes first."""

    encounter: Encounter
    judge: Person | None
    line_ups: LineUps | None
    boards: tuple[AnyBoard, ...]
    outcome: Outcome | None
    actas: tuple[SealedVersion, ...]
    halt: Halt | None = None


def encounter(pk: int) -> LiveEncounter:
    """Read an encounter for its public page. Constant queries; raises Encounter.DoesNotExist."""
    found = Encounter.objects.select_related(*RELATED).get(pk=pk)
    line_ups = _line_ups(found) if found.state in WITH_LINE_UPS else None
    boards: Sequence[AnyBoard] = ()
    if line_ups is not None and found.state in WITH_SHEETS and found.terms is not None:
        boards = boards_of([found], {found.pk: line_ups.starters()})[found.pk]
    return LiveEncounter(
        encounter=found,
        judge=_judge(found),
        line_ups=line_ups,
        boards=tuple(boards),
        outcome=results_of([found.pk]).get(found.pk),
        actas=_actas(found),
        halt=halts_of([found]).get(found.pk),
    )


def _line_ups(encounter: Encounter) -> LineUps | None:
    """Both line-ups, or nothing of either while one is not locked."""
    slots = tuple(
        LineUpSlot.objects.filter(line_up__encounter=encounter, line_up__state="locked")
        .select_related("line_up", "person")
        .order_by("board", "position")
    )
    locked = {slot.line_up.side: slot.line_up.locked_at for slot in slots}
    moments = [moment for moment in locked.values() if moment is not None]
    return LineUps(slots, max(moments)) if len(moments) == len(Side) else None


def _judge(encounter: Encounter) -> Person | None:
    rows = JudgeDesignation.objects.filter(encounter=encounter).exclude(state="replaced")
    found = rows.select_related("licence__person").first()
    return found.licence.person if found else None


def _actas(encounter: Encounter) -> tuple[SealedVersion, ...]:
    rows = Acta.objects.filter(encounter=encounter).order_by("-version")
    return tuple(SealedVersion(*row) for row in rows.values_list("version", "content__code"))


def starters_of(keys: Iterable[int]) -> dict[int, Starters]:
    """Who starts at the boards of these started encounters. One query."""
    rows = (
        LineUpSlot.objects.filter(line_up__encounter__in=keys, line_up__state="locked", board__isnull=False)
        .order_by("board", "position")
        .values_list("line_up__encounter", "board", "line_up__side", "person")
    )
    by_encounter: dict[int, list[tuple[int | None, str, int]]] = defaultdict(list)
    for key, board, side, person in rows:
        by_encounter[key].append((board, side, person))
    return {key: _starters(slots) for key, slots in by_encounter.items()}


def _starters(slots: Iterable[tuple[int | None, str, int]]) -> Starters:
    found: dict[int, dict[Side, list[str]]] = defaultdict(lambda: {side: [] for side in Side})
    for board, side, person in slots:
        if board is not None:
            found[board][Side(side)].append(str(person))
    return found


def boards_of(encounters: Sequence[Encounter], starters: Mapping[int, Starters]) -> dict[int, list[AnyBoard]]:
    """The boards of these started encounters in order, each replayed once. Two queries for any number."""
    terms = {each.pk: terms_of(each) for each in encounters}
    partidas: dict[int, dict[int, list[Partida]]] = defaultdict(lambda: defaultdict(list))
    rows = Partida.objects.filter(board__encounter__in=terms).select_related("board")
    keys = []
    for partida in rows.order_by("board__number", "number"):
        partidas[partida.board.encounter_id][partida.board_id].append(partida)
        keys.append(partida.pk)
    written = _written(keys)
    return {
        key: [_board(each, written, starters[key], terms[key]) for each in partidas[key].values()]
        for key in terms
    }


@dataclass(frozen=True)
class _Row:
    """An entry as it is stored: each sport reads its kind in its own way."""

    seq: int
    kind: str
    number: int | None
    revision: int | None
    by: str | None
    data: dict[str, Any]
    at: datetime

    def of_hands(self) -> Written:
        return Written(
            Entry(self.seq, EntryKind(self.kind), self.number, self.revision, self.by, self.data), self.at
        )

    def of_frames(self) -> WrittenFrame:
        kind = FrameEntryKind(self.kind)
        return WrittenFrame(
            FrameEntry(self.seq, kind, self.number, self.revision, self.by, self.data), self.at
        )


def _written(partidas: Sequence[int]) -> dict[int, list[_Row]]:
    rows = (
        SheetEntry.objects.filter(partida__in=partidas)
        .order_by("partida", "seq")
        .values_list("partida", "seq", "kind", "hand", "revision", "person", "data", "server_time")
    )
    found: dict[int, list[_Row]] = defaultdict(list)
    for partida, seq, kind, hand, revision, person, data, at in rows:
        found[partida].append(_Row(seq, kind, hand, revision, str(person) if person else None, data, at))
    return found


def _board(
    partidas: Sequence[Partida], written: Mapping[int, list[_Row]], starters: Starters, terms: Terms
) -> AnyBoard:
    board = partidas[0].board
    rows = [written.get(partida.pk, []) for partida in partidas]
    if board.discipline == Discipline.POOL:
        return _of_frames(board, rows, starters[board.number], terms)
    streams = tuple(tuple(each.of_hands() for each in stream) for stream in rows)
    board_terms = BoardTerms(
        target=terms.target,
        parameters=terms.parameters,
        team_competition=terms.team_competition,
        partidas=len(partidas),
    )
    pairs = pairs_of(starters[board.number])
    state = replay_board(board_terms, pairs, [[each.entry for each in stream] for stream in streams])
    return LiveBoard(number=board.number, table=board.table, state=state, streams=streams)


def _of_frames(
    board: Board, rows: Sequence[Sequence[_Row]], players: Mapping[Side, Sequence[str]], terms: Terms
) -> LiveFrames:
    streams = tuple(tuple(each.of_frames() for each in stream) for stream in rows)
    state = replay_frames(
        terms_of_frames(board, terms, len(rows)),
        {side: tuple(people) for side, people in players.items()},
        [[each.entry for each in stream] for stream in streams],
    )
    return LiveFrames(board.number, board.table, state, players, streams)
