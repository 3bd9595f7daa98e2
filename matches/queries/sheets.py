"""Reading sheets: entries into states by the one replay that pages, acta and actions share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from competitions.models import Encounter
from federation.models import Discipline
from federation.rules.errors import ConflictError
from matches.models import Board, Partida, Pen, SheetEntry
from matches.queries import line_ups
from matches.queries.encounters import Terms, terms_of
from matches.queries.frames import FrameView, frame_view
from matches.queries.views_of_boards import Entries, ViewOfBoard
from matches.rules.board import BoardState, BoardTerms, replay_board
from matches.rules.sheet import Entry, EntryKind, SheetState
from matches.rules.sides import Pair, Side


class BoardView(ViewOfBoard[BoardState, SheetState]):
    """A board of domino."""

    def replayed(self, entries: Entries) -> BoardState:
        """The state that these entries amount to."""
        return _state(self.state.terms, pairs_of(self.starters), entries)


AnyView = BoardView | FrameView


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


def board_views(encounter: Encounter) -> list[AnyView]:
    """Every board of a started encounter. Constant queries."""
    found = Partida.objects.filter(board__encounter=encounter).select_related("board")
    partidas: dict[Board, list[Partida]] = defaultdict(list)
    for partida in found.order_by("board__number", "number"):
        partidas[partida.board].append(partida)
    starters, pens = line_ups.starters(encounter), Pen.objects.select_related("person")
    return _views(encounter, partidas, starters, pens)


def domino_views(encounter: Encounter) -> list[BoardView]:
    """The boards of domino of a started encounter. Constant queries."""
    return [view for view in board_views(encounter) if isinstance(view, BoardView)]


def any_view(encounter: Encounter, board: Board) -> AnyView:
    """One board of a started encounter, for those who have it in hand. Constant queries."""
    partidas = list(Partida.objects.filter(board=board).order_by("number"))
    seated = line_ups.starters_at(board)
    players = {
        side: tuple(str(each.person_id) for each in seated if each.line_up.side == side) for side in Side
    }
    view = _views(encounter, {board: partidas}, {board.number: players}, Pen.objects.all())[0]
    return replace(view, people={str(each.person_id): each.person for each in seated})


def board_view(encounter: Encounter, board: Board) -> BoardView:
    """As `any_view`, of a board of domino; ConflictError `other_discipline` for any other."""
    view = any_view(encounter, board)
    if isinstance(view, FrameView):
        raise ConflictError("other_discipline")
    return view


def frame_board_view(encounter: Encounter, board: Board) -> FrameView:
    """As `any_view`, of a board of 8-ball; ConflictError `other_discipline` for any other."""
    view = any_view(encounter, board)
    if isinstance(view, BoardView):
        raise ConflictError("other_discipline")
    return view


def _views(
    encounter: Encounter,
    partidas: Mapping[Board, list[Partida]],
    starters: Mapping[int, Mapping[Side, tuple[str, ...]]],
    pens: QuerySet[Pen],
) -> list[AnyView]:
    terms = terms_of(encounter)
    wanted = [partida.pk for each in partidas.values() for partida in each]
    entries: dict[int, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(partida__in=wanted).order_by("partida", "seq"):
        entries[entry.partida_id].append(entry)
    held = {pen.partida_id: pen for pen in pens.filter(partida__in=wanted, given_up_at__isnull=True)}
    return [
        _view(
            board,
            own,
            {partida.number: tuple(entries.get(partida.pk, ())) for partida in own},
            starters[board.number],
            terms,
            {partida.number: held[partida.pk] for partida in own if partida.pk in held},
        )
        for board, own in partidas.items()
    ]


def _view(
    board: Board,
    partidas: list[Partida],
    entries: Mapping[int, tuple[SheetEntry, ...]],
    starters: Mapping[Side, tuple[str, ...]],
    terms: Terms,
    pens: Mapping[int, Pen],
) -> AnyView:
    if board.discipline == Discipline.POOL:
        return frame_view(board, partidas, entries, starters, terms, pens)
    fixed = BoardTerms(
        target=terms.target,
        parameters=terms.parameters,
        team_competition=terms.team_competition,
        partidas=len(partidas),
    )
    state = _state(fixed, pairs_of(starters), entries)
    return BoardView(board, tuple(partidas), entries, starters, state, pens)


def pairs_of(starters: Mapping[Side, Sequence[str]]) -> dict[Side, Pair]:
    """Who starts, as the rules of domino want them: two a side."""
    return {side: (people[0], people[1]) for side, people in starters.items()}


def _state(terms: BoardTerms, starters: Mapping[Side, Pair], entries: Entries) -> BoardState:
    numbers = range(1, terms.partidas + 1)
    return replay_board(
        terms, starters, [[as_rule_entry(row) for row in entries.get(number, ())] for number in numbers]
    )


def partida_state(partida: Partida, encounter: Encounter) -> SheetState | None:
    """The state of one partida, or None when the one before it has not ended."""
    return board_view(encounter, partida.board).state_of(partida.number)
