"""What a request at a table is about, whatever is played there: the board, and what may be done from here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from django.http import Http404
from django.urls import reverse

from competitions.models import Encounter
from federation.models import Person
from federation.rules.errors import ConflictError
from matches.acta.people import People
from matches.models import Board, Partida, Pen
from matches.permissions import Actor
from matches.queries import encounters, people, stamps, tables
from matches.queries.stamps import Stamp
from matches.queries.views_of_boards import ViewOfBoard
from matches.rules.partidas_in_order import SheetT
from matches.rules.sides import Side


class UnderLock(Protocol):
    """What a write had under its lock."""

    @property
    def encounter(self) -> Encounter:
        """The encounter, as it was locked."""
        ...


class Left(Protocol):
    """What a write has left, which its answer need not read again."""

    @property
    def sheet(self) -> UnderLock:
        """What it was checked against."""
        ...

    @property
    def version(self) -> int:
        """The version of the encounter that it left."""
        ...

    @property
    def view(self) -> Any:
        """The board as it stands then."""
        ...


ViewT = TypeVar("ViewT", bound=ViewOfBoard[Any, Any])
LeftT = TypeVar("LeftT", bound=Left)


class Names:
    """Names of the people of a board, by the key that the rules use."""

    def __init__(self, known: Mapping[str, Person]) -> None:
        self.known = known
        self._given = Counter(person.given_name for person in known.values())

    def short(self, key: str | None) -> str:
        """Given name and first surname."""
        person = self.known.get(key or "")
        return person.short_name if person else "?"

    def whole(self, teams: Mapping[Side, str]) -> People:
        """Everybody by his whole name, as the acta's words want them."""
        people = {key: {"name": person.full_name, "licence": ""} for key, person in self.known.items()}
        return People({"people": people, "teams": {side.value: {"name": teams[side]} for side in Side}})

    def given(self, key: str | None) -> str:
        """The given name, with the surname's initial when two at this board share it."""
        person = self.known.get(key or "")
        if person is None:
            return "?"
        if self._given[person.given_name] > 1:
            return f"{person.given_name} {person.surname_1[:1]}."
        return person.given_name


@dataclass(frozen=True)
class AnyTable(ABC, Generic[ViewT, SheetT, LeftT]):
    """A board as one request sees it, whatever is played at it.

    Each part is read when it is first looked at: a write looks at nothing before its lock.
    `asked` is the partida that the address names; `known` the encounter, when the rights were
    read from it; `written` what a write of this request has left, which is not read again.
    """

    board: Board
    actor: Actor
    asked: int | None = None
    known: Encounter | None = None
    written: LeftT | None = None

    def again(self, written: LeftT | None = None) -> Self:
        """The table as it stands now, or as a write left it, at the partida in play."""
        return replace(self, asked=None, known=None, written=written)

    def afresh(self) -> Self:
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
    def view(self) -> ViewT:
        """The board's sheets. Constant queries."""
        if self.written is not None:
            found: ViewT = self.written.view
            return found
        self.stamp  # noqa: B018 - first
        return self.read()

    @abstractmethod
    def read(self) -> ViewT:
        """Read the board's sheets; each sport does it in its way."""

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
    def sheet(self) -> SheetT:
        """Its state."""
        found: SheetT = self.view.state.partidas[self.number - 1]
        return found

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

    def name_of_side(self, side: Side) -> str:
        """The team's name."""
        return self.teams[side]

    @property
    def people(self) -> People:
        """Names as the acta writes them."""
        return self.names.whole(self.teams)

    @property
    def url(self) -> str:
        """The board's page."""
        return reverse("matches:board", args=[self.board.pk])

    def url_of(self, route: str, *args: int | str, number: int | None = None) -> str:
        """A page or write of this partida, or of another one of the board."""
        return reverse(f"matches:{route}", args=[self.board.pk, number or self.number, *args])
