"""Reading sheets: entries into states by the one replay that pages, acta and actions share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from competitions.models import Encounter
from matches.models import Board, Partida, Pen, SheetEntry
from matches.queries import line_ups
from matches.queries.encounters import Terms, terms_of
from matches.rules.board import BoardState, BoardTerms, replay_board
from matches.rules.sheet import Entry, EntryKind, SheetState
from matches.rules.sides import Pair, Side


@dataclass(frozen=True)
class BoardView:
    """A board with its partidas, entries, state and pens, as pages and the acta read it."""

    board: Board
    partidas: tuple[Partida, ...]
    entries: Mapping[int, tuple[SheetEntry, ...]]
    starters: Mapping[Side, Pair]
    state: BoardState
    pens: Mapping[int, Pen]

    @property
    def current(self) -> Partida:
        """The partida in play, or the last one."""
        return self.partidas[self.state.current - 1]

    @property
    def sheet(self) -> SheetState:
        """The state of the partida in play, or of the last one."""
        return self.state.sheet


def as_rule_entry(row: SheetEntry) -> Entry:
    """A stored entry as the rules read it."""
    return Entry(
        seq=row.seq,
        kind=EntryKind(row.kind),
        hand=row.hand,
        revision=row.revision,
        by=str(row.person_id) if row.person_id else None,
        data=row.data,
    )


def board_views(encounter: Encounter, only: int | None = None) -> list[BoardView]:
    """Every board of a started encounter (or the one with id `only`). Constant queries."""
    terms = terms_of(encounter)
    boards = Board.objects.filter(encounter=encounter).order_by("number")
    if only is not None:
        boards = boards.filter(pk=only)
    partidas: dict[int, list[Partida]] = defaultdict(list)
    for partida in Partida.objects.filter(board__in=boards).order_by("board", "number"):
        partidas[partida.board_id].append(partida)
    wanted = [partida.pk for each in partidas.values() for partida in each]
    entries: dict[int, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(partida__in=wanted).order_by("partida", "seq"):
        entries[entry.partida_id].append(entry)
    pens = {
        pen.partida_id: pen
        for pen in Pen.objects.filter(partida__in=wanted, given_up_at__isnull=True).select_related("person")
    }
    starters = line_ups.starters(encounter)
    return [
        _view(board, partidas[board.pk], entries, starters[board.number], terms, pens) for board in boards
    ]


def _view(
    board: Board,
    partidas: list[Partida],
    entries: Mapping[int, list[SheetEntry]],
    starters: Mapping[Side, tuple[str, ...]],
    terms: Terms,
    pens: Mapping[int, Pen],
) -> BoardView:
    pairs: dict[Side, Pair] = {side: (people[0], people[1]) for side, people in starters.items()}
    own = {partida.number: tuple(entries.get(partida.pk, ())) for partida in partidas}
    state = replay_board(
        BoardTerms(
            target=terms.target,
            parameters=terms.parameters,
            team_competition=terms.team_competition,
            partidas=len(partidas),
        ),
        pairs,
        [_rule_entries(own[partida.number]) for partida in partidas],
    )
    return BoardView(
        board=board,
        partidas=tuple(partidas),
        entries=own,
        starters=pairs,
        state=state,
        pens={partida.number: pens[partida.pk] for partida in partidas if partida.pk in pens},
    )


def _rule_entries(rows: Iterable[SheetEntry]) -> list[Entry]:
    return [as_rule_entry(row) for row in rows]


def partida_state(partida: Partida, encounter: Encounter) -> SheetState | None:
    """The state of one partida, or None when the one before it has not ended."""
    view = board_views(encounter, only=partida.board_id)[0]
    states = view.state.partidas
    return states[partida.number - 1] if partida.number <= len(states) else None
