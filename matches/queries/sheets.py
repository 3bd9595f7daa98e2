"""Reading sheets: entries into states by the one replay that pages, acta and actions share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from competitions.models import Encounter
from federation.models import Person
from matches.models import Board, Partida, Pen, SheetEntry
from matches.queries import line_ups
from matches.queries.encounters import Terms, terms_of
from matches.rules.board import BoardState, BoardTerms, replay_board
from matches.rules.sheet import Entry, EntryKind, SheetState
from matches.rules.sides import Pair, Side


@dataclass(frozen=True)
class BoardView:
    """A board with its partidas, entries, state and pens, as pages and the acta read it.

    `people` are those who started there by their key, where the board was read alone.
    """

    board: Board
    partidas: tuple[Partida, ...]
    entries: Mapping[int, tuple[SheetEntry, ...]]
    starters: Mapping[Side, Pair]
    state: BoardState
    pens: Mapping[int, Pen]
    people: Mapping[str, Person] = field(default_factory=dict)

    @property
    def current(self) -> Partida:
        """The partida in play, or the last one."""
        return self.partidas[self.state.current - 1]

    @property
    def sheet(self) -> SheetState:
        """The state of the partida in play, or of the last one."""
        return self.state.sheet

    def state_of(self, number: int) -> SheetState | None:
        """The state of one partida, or None when the one before it has not ended."""
        return self.state.partidas[number - 1] if number <= len(self.state.partidas) else None

    def with_entry(self, number: int, entry: SheetEntry, after: SheetState) -> BoardView:
        """The board as it stands when `entry` was appended to a partida and left it in the state `after`."""
        entries = {**self.entries, number: (*self.entries[number], entry)}
        # What ends a partida begins the next one: then all is replayed.
        state = self.state.with_sheet(number, after) or _state(self.state.terms, self.starters, entries)
        return replace(self, entries=entries, state=state)


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


def board_views(encounter: Encounter) -> list[BoardView]:
    """Every board of a started encounter. Constant queries."""
    found = Partida.objects.filter(board__encounter=encounter).select_related("board")
    partidas: dict[Board, list[Partida]] = defaultdict(list)
    for partida in found.order_by("board__number", "number"):
        partidas[partida.board].append(partida)
    starters, pens = line_ups.starters(encounter), Pen.objects.select_related("person")
    return _views(encounter, partidas, starters, pens)


def board_view(encounter: Encounter, board: Board) -> BoardView:
    """One board of a started encounter, for those who have it in hand. Constant queries."""
    partidas = list(Partida.objects.filter(board=board).order_by("number"))
    seated = line_ups.starters_at(board)
    pairs = {
        side: tuple(str(each.person_id) for each in seated if each.line_up.side == side) for side in Side
    }
    view = _views(encounter, {board: partidas}, {board.number: pairs}, Pen.objects.all())[0]
    return replace(view, people={str(each.person_id): each.person for each in seated})


def _views(
    encounter: Encounter,
    partidas: Mapping[Board, list[Partida]],
    starters: Mapping[int, Mapping[Side, tuple[str, ...]]],
    pens: QuerySet[Pen],
) -> list[BoardView]:
    terms = terms_of(encounter)
    wanted = [partida.pk for each in partidas.values() for partida in each]
    entries: dict[int, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(partida__in=wanted).order_by("partida", "seq"):
        entries[entry.partida_id].append(entry)
    held = {pen.partida_id: pen for pen in pens.filter(partida__in=wanted, given_up_at__isnull=True)}
    return [
        _view(board, own, entries, starters[board.number], terms, held) for board, own in partidas.items()
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
    fixed = BoardTerms(
        target=terms.target,
        parameters=terms.parameters,
        team_competition=terms.team_competition,
        partidas=len(partidas),
    )
    return BoardView(
        board=board,
        partidas=tuple(partidas),
        entries=own,
        starters=pairs,
        state=_state(fixed, pairs, own),
        pens={partida.number: pens[partida.pk] for partida in partidas if partida.pk in pens},
    )


def _state(
    terms: BoardTerms, starters: Mapping[Side, Pair], entries: Mapping[int, Sequence[SheetEntry]]
) -> BoardState:
    numbers = range(1, terms.partidas + 1)
    return replay_board(
        terms, starters, [[as_rule_entry(row) for row in entries.get(number, ())] for number in numbers]
    )


def partida_state(partida: Partida, encounter: Encounter) -> SheetState | None:
    """The state of one partida, or None when the one before it has not ended."""
    return board_view(encounter, partida.board).state_of(partida.number)
