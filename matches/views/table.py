"""What a request at a table is about: the board and its sheet, who looks, and what he may do from here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.http import Http404
from django.urls import reverse

from competitions.models import Encounter
from federation.models import Person
from federation.rules.errors import ConflictError
from matches.acta.people import People
from matches.actions.stream import Written
from matches.models import Board, Partida, Pen
from matches.permissions import Actor
from matches.queries import encounters, people, sheets, stamps, tables
from matches.queries.sheets import BoardView
from matches.queries.stamps import Stamp
from matches.rules.domino.officials import MODE_OF, ApprovalHow
from matches.rules.sheet import HandRow, SheetState
from matches.rules.sheet_facts import AWAY
from matches.rules.sides import Side


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
    """A board as one request sees it.

    Each part is read when it is first looked at: a write looks at nothing before its lock.
    `asked` is the partida that the address names; `known` the encounter, when the rights were
    read from it; `written` what a write of this request has left, which is not read again.
    """

    board: Board
    actor: Actor
    asked: int | None = None
    known: Encounter | None = None
    written: Written | None = None

    def again(self, written: Written | None = None) -> Table:
        """The table as it stands now, or as a write left it, at the partida in play."""
        return replace(self, asked=None, known=None, written=written)

    def afresh(self) -> Table:
        """The table as it stands now, at the partida that the request is about."""
        return replace(self, known=None)

    @cached_property
    def stamp(self) -> Stamp:
        """What is compared before anything is read.

        Read before the sheets: what is written meanwhile gives the next look another tag.
        """
        if self.written is not None:
            return stamps.left_by(self.encounter, self.written.version)
        return stamps.of_tables(self.board.encounter_id)

    @cached_property
    def encounter(self) -> Encounter:
        """The encounter that it belongs to."""
        if self.written is not None:
            return self.written.sheet.encounter
        return self.known or Encounter.objects.get(pk=self.board.encounter_id)

    @cached_property
    def view(self) -> BoardView:
        """The board's sheets. Constant queries."""
        if self.written is not None:
            return self.written.view
        self.stamp  # noqa: B018 - first
        return sheets.board_view(self.encounter, self.board)

    @cached_property
    def number(self) -> int:
        """The partida that it is about: the one of the address, or the one in play.

        Raises Http404 for a partida that there is not, ConflictError
        `previous_partida_not_over` for one that cannot have begun.
        """
        number = self.view.state.current if self.asked is None else self.asked
        if not 1 <= number <= len(self.view.partidas):
            raise Http404
        if number > self.view.state.current:
            raise ConflictError("previous_partida_not_over")
        return number

    @cached_property
    def partida_id(self) -> int:
        """The key of the partida of the address, without a look at its sheet. Http404 when there is none."""
        if self.asked is None:
            return self.partida.pk
        found = Partida.objects.filter(board=self.board, number=self.asked).values_list("pk", flat=True)
        key = found.first()
        if key is None:
            raise Http404
        return key

    @cached_property
    def judge_id(self) -> int | None:
        """The person of the designated judge."""
        return people.judges_person(self.encounter)

    @cached_property
    def judge(self) -> Person | None:
        """The designated judge."""
        return None if self.judge_id is None else Person.objects.get(pk=self.judge_id)

    @cached_property
    def side(self) -> Side | None:
        """The side that the account speaks for."""
        return people.side_of(self.actor.user, self.encounter) if self.actor.user else None

    @cached_property
    def teams(self) -> Mapping[Side, str]:
        """The names of both teams."""
        return encounters.team_names(self.encounter)

    @cached_property
    def names(self) -> Names:
        """The names of everybody at the board."""
        return Names(tables.people_of(self.view))

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
    def looker_name(self) -> str:
        """The name of the person of the account that looks; empty on a shared phone."""
        user = self.actor.user
        return user.person.short_name if user is not None and user.person is not None else ""

    @property
    def is_judge(self) -> bool:
        """Does the designated judge look, in his own account?"""
        return self.actor.person_id is not None and self.actor.person_id == self.judge_id

    def is_the_judge(self, person: int) -> bool:
        """Is somebody the designated judge? It is asked only of whoever is not the named scorer."""
        return str(person) != self.sheet.scorer and person == self.judge_id

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
        return self.is_judge if self.judge_id is not None else self.side is not None

    def allows(self, how: ApprovalHow) -> bool:
        """Does the regulation allow to approve in this way?"""
        return MODE_OF[how] in self.sheet.terms.parameters["approval_mode"]

    def name_of_side(self, side: Side) -> str:
        """The team's name."""
        return self.teams[side]

    @property
    def people(self) -> People:
        """Names as the acta writes them."""
        return self.names.whole(self.teams)

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
