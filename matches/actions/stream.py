"""Appending to the one stream of a partida: the only place where sheet entries are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from django.db.models import QuerySet

from competitions.models import Encounter
from federation import clock
from federation.actions import audit
from matches.actions.incidents import append_incident
from matches.actions.tables import locked_partida, require_own, started
from matches.actions.versions import bump
from matches.models import Incident, Partida, Pen, SheetEntry
from matches.permissions import Actor, require_at_table
from matches.queries import sheets
from matches.queries.sheets import BoardView
from matches.rules.sheet import EntryKind, SheetState, check_entry
from matches.rules.sides import Side


@dataclass(frozen=True)
class OpenSheet:
    """A partida under its encounter's lock, with the state that its entries amount to.

    All that a write looks at was read under that lock, once.
    """

    partida: Partida
    encounter: Encounter
    state: SheetState
    view: BoardView

    def require_pen(self, by: Actor) -> Pen:
        """The pen of this partida, held by this device; ConflictError as `tables.require_pen`."""
        return require_own(self.view.pens.get(self.partida.number), by)

    def team(self, side: Side) -> str:
        """The name of a side."""
        entry = self.encounter.home if side is Side.HOME else self.encounter.away
        return entry.name


@dataclass(frozen=True)
class Written:
    """What a write left: its entry, the sheet it was checked against, the state and version after it."""

    entry: SheetEntry
    sheet: OpenSheet
    state: SheetState
    version: int

    @cached_property
    def view(self) -> BoardView:
        """The board as it stands with the entry, as long as nobody writes at that encounter again."""
        return self.sheet.view.with_entry(self.sheet.partida.number, self.entry, self.state)


def open_sheet(partida_id: int, by: Actor) -> OpenSheet:
    """Lock a partida's encounter and replay its sheet, inside the caller's transaction.

    Raises Partida.DoesNotExist, Forbidden when the actor is not at that table, and
    ConflictError when the encounter is not in play or the partida cannot have begun.
    """
    partida, encounter = locked_partida(partida_id)
    require_at_table(by, partida.board_id, encounter)
    view = sheets.board_view(encounter, partida.board)
    return OpenSheet(partida, encounter, started(view, partida), view)


class UnderLock(Protocol):
    """What is written on, whatever is played there: a partida of an encounter that is locked."""

    @property
    def partida(self) -> Partida:
        """The partida."""
        ...

    @property
    def encounter(self) -> Encounter:
        """Its encounter."""
        ...


def note(
    sheet: UnderLock,
    kind: str,
    text: str,
    *,
    by: Actor,
    hand: int | None = None,
    people_ids: Sequence[int] = (),
) -> Incident:
    """Append the incident that arises from an act on a sheet."""
    return append_incident(
        encounter=sheet.encounter,
        partida=sheet.partida,
        hand=hand,
        kind=kind,
        text=text,
        people_ids=people_ids,
        by=by,
    )


def later_entries(sheet: OpenSheet) -> QuerySet[SheetEntry]:
    """What is written in later partidas: their seats follow from who lost this one (art. 7.2).

    Nothing of it rests on a partida that the committee has opened again since: it keeps what it began with.
    """
    if sheet.state.facts.handed_on is not None:
        return SheetEntry.objects.none()
    return entries_after(sheet.partida)


def entries_after(partida: Partida) -> QuerySet[SheetEntry]:
    """What is written in later partidas of the board."""
    return SheetEntry.objects.filter(partida__board=partida.board_id, partida__number__gt=partida.number)


def append(
    sheet: OpenSheet,
    kind: EntryKind,
    data: Mapping[str, Any],
    *,
    by: Actor,
    person_id: int | None,
    hand: int | None = None,
    revision: int | None = None,
    confirmed: bool = False,
) -> SheetEntry:
    """Check one act against the sheet and append it with its audit; RuleError as `check_entry`."""
    written = write(
        sheet, kind, data, by=by, person_id=person_id, hand=hand, revision=revision, confirmed=confirmed
    )
    return written.entry


def write(
    sheet: OpenSheet,
    kind: EntryKind,
    data: Mapping[str, Any],
    *,
    by: Actor,
    person_id: int | None,
    hand: int | None = None,
    revision: int | None = None,
    confirmed: bool = False,
) -> Written:
    """As `append`; tells also how the board stands then, so that the answer need not read it again."""
    person = None if person_id is None else str(person_id)
    after = check_entry(sheet.state, kind, data, hand, revision, person, confirmed=confirmed)
    about = About(kind.value, sheet.state.facts.last_seq + 1, hand, revision)
    entry, version = keep(sheet, about, data, by=by, person_id=person_id)
    return Written(entry, sheet, after, version)


@dataclass(frozen=True)
class About:
    """Kind and place of an entry: of which hand or frame it speaks, and which revision of it."""

    kind: str
    seq: int
    number: int | None = None
    revision: int | None = None


def keep(
    sheet: UnderLock, about: About, data: Mapping[str, Any], *, by: Actor, person_id: int | None
) -> tuple[SheetEntry, int]:
    """Append an entry that has been checked, with its audit; gives it and the version that it left."""
    entry = SheetEntry.objects.create(
        partida=sheet.partida,
        seq=about.seq,
        kind=about.kind,
        hand=about.number,
        revision=about.revision,
        data=dict(data),
        person_id=person_id,
        account=by.user,
        device=by.device,
        client_id=by.client_id,
        device_time=by.device_time,
        server_time=clock.now(),
    )
    audit.record(
        chain=f"encounter:{sheet.encounter.pk}",
        verb=f"sheet.{about.kind}",
        subject=f"partida:{sheet.partida.pk}",
        by=by.user,
        data={
            "seq": entry.seq,
            "hand": about.number,
            "revision": about.revision,
            "data": dict(data),
            "person": person_id,
            "device": by.device,
        },
    )
    return entry, bump(sheet.encounter.pk)
