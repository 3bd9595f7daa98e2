"""Making the boards of an encounter when it starts: from the format, on the tables of its venue."""

from __future__ import annotations

from collections.abc import Sequence

from competitions.models import Encounter, FormatBoard
from federation.models import Discipline, VenueTable
from matches.actions.tables import new_board_code
from matches.models import Board, Partida
from matches.queries import line_ups
from matches.queries.encounters import terms_of
from matches.rules.frame_board import opening_breakers


def make_boards(encounter: Encounter) -> None:
    """Make the boards with their partidas and codes, under the encounter's lock."""
    specs = line_ups.boards_of_format(encounter)
    tables = list(VenueTable.objects.filter(venue=encounter.venue_id).order_by("number"))
    domino = {each.number: f"Mesa {each.number}" for each in tables if each.discipline == Discipline.DOMINO}
    boards = {
        spec.number: _board(encounter, spec, domino.get(spec.number, ""))
        for spec in specs
        if spec.discipline != Discipline.POOL
    }
    pool = [each for each in tables if each.discipline == Discipline.POOL]
    boards |= _boards_of_pool(encounter, [each for each in specs if each.discipline == Discipline.POOL], pool)
    for spec in specs:
        board = boards[spec.number]
        board.save(force_insert=True)
        Partida.objects.bulk_create(
            Partida(board=board, number=number) for number in range(1, spec.partidas + 1)
        )


def _board(encounter: Encounter, spec: FormatBoard, table: str) -> Board:
    return Board(
        encounter=encounter,
        number=spec.number,
        block=spec.block.number,
        discipline=spec.discipline,
        weight=spec.weight,
        table=table,
        code=new_board_code(),
    )


def _boards_of_pool(
    encounter: Encounter, specs: Sequence[FormatBoard], tables: Sequence[VenueTable]
) -> dict[int, Board]:
    """The boards of 8-ball: the order of play goes round the tables that the venue has for it."""
    terms = terms_of(encounter)
    breakers = opening_breakers(len(specs), terms.parameters, team=terms.team_competition)
    found = {}
    for index, (spec, breaker) in enumerate(zip(specs, breakers, strict=True)):
        table = tables[index % len(tables)] if tables else None
        board = _board(encounter, spec, f"Billar {table.number}" if table else "")
        board.length, board.frames = spec.length, spec.frames
        board.takes_coins = table is not None and table.coin_operated
        board.first_breaker = breaker.value if breaker else ""
        found[spec.number] = board
    return found
