"""What a request at a table is about: the board and its sheet, who looks, and what he may do from here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse

from competitions.models import Encounter
from federation.models import Person
from federation.rules.errors import ConflictError
from matches.acta.people import People
from matches.models import Board, Partida, Pen
from matches.permissions import Actor
from matches.queries import people, sheets, tables
from matches.queries.encounters import version_of
from matches.queries.sheets import BoardView
from matches.rules.domino.officials import MODE_OF, ApprovalHow
from matches.rules.sheet import HandRow, SheetState
from matches.rules.sheet_facts import AWAY
from matches.rules.sides import Side
from matches.views.access import actor_of


class Names:
    """Names of the people of a board, by the key that the rules use."""

    def __init__(self, known: Mapping[str, Person]) -> None:
        self._known = known
        self._given = Counter(person.given_name for person in known.values())

    def short(self, key: str | None) -> str:
        """Given name and first surname."""
        person = self._known.get(key or "")
        return person.short_name if person else "?"

    def whole(self, teams: Mapping[Side, str]) -> People:
        """Everybody by his whole name, as the acta's words want them."""
        people = {key: {"name": person.full_name, "licence": ""} for key, person in self._known.items()}
        return People({"people": people, "teams": {side.value: {"name": teams[side]} for side in Side}})

    def given(self, key: str | None) -> str:
        """The given name, with the surname's initial when two at this board share it."""
        person = self._known.get(key or "")
        if person is None:
            return "?"
        if self._given[person.given_name] > 1:
            return f"{person.given_name} {person.surname_1[:1]}."
        return person.given_name


@dataclass(frozen=True)
class Table:
    """A board as one request sees it; `number` is the partida that it is about."""

    board: Board
    encounter: Encounter
    actor: Actor
    view: BoardView
    number: int
    names: Names
    judge: Person | None
    side: Side | None
    # Read before the sheets: what is written meanwhile gives the next look another tag.
    version: int

    @property
    def partida(self) -> Partida:
        """The partida that the request is about."""
        return self.view.partidas[self.number - 1]

    @property
    def sheet(self) -> SheetState:
        """Its state."""
        return self.view.state.partidas[self.number - 1]

    @property
    def is_current(self) -> bool:
        """Is it the partida in play (or the last one)?"""
        return self.number == self.view.state.current

    @property
    def looker(self) -> str | None:
        """The person of the account that looks, as the rules name him; None on a shared phone."""
        return None if self.actor.person_id is None else str(self.actor.person_id)

    @property
    def is_judge(self) -> bool:
        """Does the designated judge look, in his own account?"""
        return self.judge is not None and self.actor.person_id == self.judge.pk

    @property
    def on_shared_phone(self) -> bool:
        """Is this a phone opened on the board, without anybody's account?"""
        return self.actor.session is not None

    @property
    def writable(self) -> bool:
        """Is the encounter in play? Otherwise its sheets are read-only."""
        return self.encounter.state == "playing"

    @property
    def pen(self) -> Pen | None:
        """Who writes this partida, and where."""
        return self.view.pens.get(self.number)

    @property
    def has_pen(self) -> bool:
        """Is the pen on this device?"""
        return self.writable and self.pen is not None and self.pen.device == self.actor.device

    @property
    def settles(self) -> bool:
        """May whoever looks settle a frozen hand: the judge, or a captain where there is none?"""
        return self.is_judge if self.judge is not None else self.side is not None

    def allows(self, how: ApprovalHow) -> bool:
        """Does the regulation allow to approve in this way?"""
        return MODE_OF[how] in self.sheet.terms.parameters["approval_mode"]

    def name_of_side(self, side: Side) -> str:
        """The team's name."""
        entry = self.encounter.home if side is Side.HOME else self.encounter.away
        return str(entry.team.name)

    @property
    def people(self) -> People:
        """Names as the acta writes them."""
        return self.names.whole(self.teams)

    @property
    def teams(self) -> Mapping[Side, str]:
        """Both teams' names."""
        return {side: self.name_of_side(side) for side in Side}

    def side_of(self, person: str) -> Side | None:
        """The side for which somebody plays now."""
        return self.sheet.side_of(person)

    def last_hand(self) -> HandRow | None:
        """The last row in force."""
        rows = [row for row in self.sheet.hands if row.state not in AWAY]
        return rows[-1] if rows else None

    def row(self, hand: int, revision: int) -> HandRow | None:
        """One revision of a hand."""
        return next((row for row in self.sheet.hands if (row.number, row.revision) == (hand, revision)), None)

    @property
    def url(self) -> str:
        """The board's page."""
        return reverse("matches:board", args=[self.board.pk])

    def url_of(self, route: str, *args: int | str, number: int | None = None) -> str:
        """A page or write of this partida, or of another one of the board."""
        return reverse(f"matches:{route}", args=[self.board.pk, number or self.number, *args])


def read(request: HttpRequest, board: Board, encounter: Encounter, number: int | None = None) -> Table:
    """The table of a board, at one partida or at the one in play. Constant queries.

    Raises Http404 for a partida that there is not, ConflictError
    `previous_partida_not_over` for one that cannot have begun.
    """
    actor, version = actor_of(request), version_of(encounter.pk)
    view = sheets.board_views(encounter, only=board.pk)[0]
    if number is None:
        number = view.state.current
    if not 1 <= number <= len(view.partidas):
        raise Http404
    if number > view.state.current:
        raise ConflictError("previous_partida_not_over")
    designation = people.designation(encounter)
    judge = designation.licence.person if designation else None
    return Table(
        board=board,
        encounter=encounter,
        actor=actor,
        view=view,
        number=number,
        names=Names(tables.people_of(view, judge.pk if judge else None, actor.person_id)),
        judge=judge,
        side=people.side_of(actor.user, encounter) if actor.user else None,
        version=version,
    )
