"""What is known of the partidas of an encounter, to be printed on their Hojas; whose blank ones there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from competitions.models import Competition, Encounter
from federation import clock
from federation.models import Discipline, Person
from matches.models import PaperSheet
from matches.queries import line_ups, people, sheets
from matches.queries.sheets import BoardView
from matches.rules.sheet import SheetState
from matches.rules.sides import Side


@dataclass(frozen=True)
class PaperPartida:
    """One partida with whoever is known at it, by the keys that the rules use.

    `pairs` is empty before both line-ups are revealed; `seats` while they are to be drawn.
    """

    board: int
    table: str
    partida: int
    pairs: Mapping[Side, tuple[str, ...]]
    seats: tuple[str, ...] = ()
    leader: int | None = None
    scorer: str | None = None
    counter: str | None = None


@dataclass(frozen=True)
class Printed:
    """The partidas of an encounter, with the names and licences of everybody at them."""

    partidas: tuple[PaperPartida, ...]
    people: Mapping[str, Person]
    licences: Mapping[str, str]


def printed(encounter: Encounter, *, board: int | None = None) -> Printed:
    """Every partida of domino of an encounter (or of one board), boards in order. Constant queries.

    Nobody is named before both line-ups are locked.
    """
    found = _started(encounter) if encounter.terms is not None else _to_come(encounter)
    partidas = tuple(each for each in found if board in (None, each.board))
    named = {int(key) for each in partidas for pair in each.pairs.values() for key in pair}
    licences = people.licence_numbers(encounter, named) if named else {}
    rows = Person.objects.in_bulk(named) if named else {}
    return Printed(
        partidas=partidas,
        people={str(key): person for key, person in rows.items()},
        licences={str(key): number for key, number in licences.items()},
    )


def boards_of_domino(encounter: Encounter) -> list[int]:
    """The numbers of the boards on which domino is played. One query."""
    boards = line_ups.boards_of_format(encounter)
    return [each.number for each in boards if each.discipline == Discipline.DOMINO]


def _to_come(encounter: Encounter) -> Iterable[PaperPartida]:
    starters = line_ups.starters(encounter) if line_ups.are_revealed(encounter) else {}
    for board in line_ups.boards_of_format(encounter):
        if board.discipline == Discipline.DOMINO:
            for number in range(1, board.partidas + 1):
                yield PaperPartida(board.number, "", number, starters.get(board.number, {}))


def _started(encounter: Encounter) -> Iterable[PaperPartida]:
    for view in sheets.domino_views(encounter):
        for partida in view.partidas:
            yield _of_state(view, partida.number, view.state_of(partida.number))


def _of_state(view: BoardView, number: int, state: SheetState | None) -> PaperPartida:
    if state is None:
        # The one before it has not ended: who sits where follows from that.
        return PaperPartida(view.board.number, view.board.table, number, view.starters)
    seats = state.seats or state.due_seats or ()
    return PaperPartida(
        board=view.board.number,
        table=view.board.table,
        partida=number,
        pairs=state.sides,
        seats=seats,
        leader=(state.due_leader if state.first_leader is None else state.first_leader) if seats else None,
        scorer=state.scorer,
        counter=state.counter,
    )


def paper_sheet(board: int, number: int) -> PaperSheet | None:
    """The photo that a partida was typed in from, with its encounter's key. One query."""
    found = PaperSheet.objects.filter(partida__board=board, partida__number=number)
    return found.select_related("partida__board").first()


def paper_sheets(encounter: Encounter) -> list[tuple[int, int, int]]:
    """The partidas of an encounter that were typed in from paper: board's key, its number, the partida's."""
    found = PaperSheet.objects.filter(partida__board__encounter=encounter)
    return list(
        found.order_by("partida__board__number", "partida__number").values_list(
            "partida__board", "partida__board__number", "partida__number"
        )
    )


def competitions_of_domino() -> list[Competition]:
    """The competitions of domino of the seasons that run today or will, by name. One query."""
    found = Competition.objects.filter(discipline=Discipline.DOMINO, season__ends_on__gte=clock.today())
    return list(found.select_related("season", "regulation_version__regulation").order_by("name", "pk"))
