"""Something that has happened at a table: who may write it from where, and what every kind of it shares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from federation.actions.receipts import Answer
from federation.models import Person
from federation.rules.errors import RuleError
from matches.actions.identifying import identify
from matches.actions.pins import Identified
from matches.forms.happenings import YES, HappeningForm
from matches.queries import people
from matches.rules.event_reports import Effect
from matches.rules.sheet import Phase
from matches.rules.sides import Side
from matches.views.table import Table

Data = Mapping[str, Any] | None
JUDGE, CAPTAINS, PEN = "judge", "captains", "pen"


@dataclass(frozen=True)
class Proof:
    """Who has identified himself: the rival captain, or players of the table."""

    rival: Identified | None = None
    players: tuple[Identified, ...] = ()


def way_of(table: Table, *, directed: bool) -> str:
    """As what whoever looks may write it from here; empty when he may not.

    `directed`: only the judge, or both captains where there is none; else the pen too.
    """
    if not table.writable:
        return ""
    if table.is_judge:
        return JUDGE
    if not directed and table.has_pen:
        return PEN
    return CAPTAINS if table.judge_id is None and table.side is not None else ""


def players(table: Table) -> list[tuple[str, str]]:
    """The four who play now, home first."""
    return [(person, table.names.short(person)) for side in Side for person in table.sheet.sides[side]]


def teams(table: Table) -> list[tuple[str, str]]:
    """Both sides, home first."""
    return [(side.value, table.name_of_side(side)) for side in Side]


def rival_captain(table: Table) -> Person | None:
    """Whose PIN stands beside a captain's account where there is no judge."""
    return None if table.side is None else people.captain_of(table.encounter, table.side.other)


def prove_rival(table: Table, pin: str) -> Identified:
    """The rival captain, by his PIN; RuleError at `pin`."""
    rival = rival_captain(table)
    if rival is None:
        raise RuleError("captains_needed", field="pin")
    return identify(person_id=rival.pk, pin=pin, by=table.actor)


class Happening(ABC):
    """Something that happens at a table; `directed` says that only judge or captains write it."""

    slug: ClassVar[str] = ""
    article: ClassVar[str] = ""
    title: ClassVar[Any] = ""
    directed: ClassVar[bool] = True
    # Must somebody besides whoever writes agree?
    needs_proof: ClassVar[bool] = True

    def __init__(self, table: Table) -> None:
        self.table = table

    def is_open(self) -> bool:
        """Can it have happened now, as the sheet stands?"""
        return self.table.sheet.phase in (Phase.PLAYING, Phase.SETTLEMENT)

    def way(self) -> str:
        """As what whoever looks may write it."""
        return way_of(self.table, directed=self.directed)

    @abstractmethod
    def form(self, data: Data = None) -> HappeningForm:
        """What is asked."""

    @abstractmethod
    def effect(self, form: HappeningForm) -> Effect:
        """What it would change; RuleError when it may not be written so."""

    def prove(self, form: HappeningForm) -> Proof:
        """Whoever must agree, identified; a RuleError names the field."""
        if not self.needs_proof or self.way() != CAPTAINS:
            return Proof()
        return Proof(rival=prove_rival(self.table, form.cleaned_data["pin"]))

    @abstractmethod
    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """Write it."""


def flag(form: HappeningForm, name: str) -> bool:
    """Was a question answered with yes?"""
    return form.cleaned_data.get(name) == YES
