"""The partidas that the committee looks at: suspended ones, and those of which something was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, Expression, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from competitions.models import Competition, Encounter
from competitions.queries.entries import clubs_of, of_sides
from federation import clock
from federation.models import Venue
from matches.models import Incident, Partida, Resumption, SheetEntry
from matches.queries import live
from matches.queries.live import LiveBoard
from matches.queries.resumptions import resumptions_of
from matches.rules.sheet import EntryKind, SheetState
from matches.rules.sheet_event_entries import RulingKind

SUSPENSION, RULING = EntryKind.SUSPENSION.value, EntryKind.RULING.value
DECIDES = [kind.value for kind in RulingKind if kind not in (RulingKind.VOID_HAND, RulingKind.HAND_STANDS)]
ENDS = [RulingKind.VALIDATE.value, RulingKind.AHEAD_WINS.value]
# Of these the committee may find later that they distorted a result (art. 20; 16, discovered late).
TOLD = ("not_in_rules", "false_pass")


class Wanted(StrEnum):
    """Which of them."""

    WAITING = "waiting"
    SUSPENDED = "suspended"
    TOLD = "told"
    RULED = "ruled"


@dataclass(frozen=True)
class Asked:
    """What the list is narrowed to."""

    wanted: Wanted = Wanted.WAITING
    competition: Competition | None = None
    text: str = ""


@dataclass(frozen=True)
class Case:
    """One partida before the committee, with its sheet as it stands."""

    partida: Partida
    sheet: SheetState | None
    suspended: SheetEntry | None
    told: Incident | None
    ruled: SheetEntry | None
    resumption: Resumption | None

    @property
    def encounter(self) -> Encounter:
        """The encounter that it belongs to."""
        return self.partida.board.encounter

    @property
    def since(self) -> datetime | None:
        """Since when it is before the committee."""
        if self.suspended is not None:
            return self.suspended.server_time
        return self.told.at if self.told is not None else None


def partidas(asked: Asked) -> QuerySet[Partida]:
    """The partidas that the committee has, or had, before it; the longest waiting first."""
    before = SheetEntry.objects.filter(kind__in=[SUSPENSION, RULING]).values("partida")
    told = _unanswered(Incident.objects.filter(partida__isnull=False)).values("partida")
    found = Partida.objects.filter(pk__in=before.union(told)).annotate(
        decided_at=Coalesce(_last(RULING, "seq", data__kind__in=DECIDES), 0),
        decided=_last(RULING, KT("data__kind"), data__kind__in=DECIDES),
        ruled_at=_last(RULING, "server_time"),
        stopped_at=_last(SUSPENSION, "server_time"),
        told_at=Subquery(
            _unanswered(Incident.objects.filter(partida=OuterRef("pk"))).order_by("-number").values("at")[:1]
        ),
    )
    found = found.annotate(is_suspended=_is_suspended(), is_told=_is_told())
    narrowed = _narrowed(found, asked)
    related = (*of_sides("board__encounter__"), "board__encounter__venue")
    order = F("ruled_at").desc() if asked.wanted is Wanted.RULED else Coalesce("stopped_at", "told_at").asc()
    return narrowed.select_related(*related, "board__encounter__round__competition").order_by(order, "pk")


def _narrowed(found: QuerySet[Partida], asked: Asked) -> QuerySet[Partida]:
    conditions = {
        Wanted.WAITING: Q(is_suspended=True) | Q(is_told=True),
        Wanted.SUSPENDED: Q(is_suspended=True),
        Wanted.TOLD: Q(is_told=True),
        Wanted.RULED: Q(ruled_at__isnull=False),
    }
    found = found.filter(conditions[asked.wanted])
    if asked.competition is not None:
        found = found.filter(board__encounter__round__competition=asked.competition)
    for word in asked.text.split():
        found = found.filter(
            Q(board__encounter__home__team__name__icontains=word)
            | Q(board__encounter__away__team__name__icontains=word)
        )
    return found


def _last(kind: str, column: str | Expression, **wanted: object) -> Subquery:
    """A column of the last entry of a kind in a partida."""
    rows = SheetEntry.objects.filter(partida=OuterRef("pk"), kind=kind, **wanted)
    told = F(column) if isinstance(column, str) else column
    return Subquery(rows.order_by("-seq").annotate(told=told).values("told")[:1])


def _later(kind: str, **wanted: object) -> Exists:
    return Exists(
        SheetEntry.objects.filter(partida=OuterRef("pk"), kind=kind, seq__gt=OuterRef("decided_at"), **wanted)
    )


def _is_suspended() -> Q:
    """Stopped after the last decision, or with a hand void after the decision that ended it."""
    void = _later(RULING, data__kind=RulingKind.VOID_HAND.value)
    return Q(_later(SUSPENSION)) | Q(Q(decided__in=ENDS) & Q(void))


def _is_told() -> Q:
    return Q(told_at__isnull=False) & (Q(ruled_at__isnull=True) | Q(told_at__gt=F("ruled_at")))


def _unanswered(incidents: QuerySet[Incident]) -> QuerySet[Incident]:
    """Told, and not put right at the table: a false pass that was annulled there needs no committee."""
    annulled = SheetEntry.objects.filter(
        partida=OuterRef("partida"), hand=OuterRef("hand"), kind=EntryKind.ANNULMENT.value
    )
    return incidents.filter(kind__in=TOLD).exclude(Exists(annulled))


def cases_of(found: Sequence[Partida]) -> list[Case]:
    """These partidas with their sheets. Constant queries for any number."""
    encounters = {each.board.encounter_id: each.board.encounter for each in found}
    boards = live.boards_of(list(encounters.values()), live.starters_of(list(encounters)))
    states = {
        (key, board.number, number): state
        for key, own in boards.items()
        for board in own
        # A partida of 8-ball is not stopped at its table for the committee.
        if isinstance(board, LiveBoard)
        for number, state in enumerate(board.state.partidas, start=1)
    }
    keys = [each.pk for each in found]
    stops, rulings = _entries(keys, SUSPENSION), _entries(keys, RULING)
    told = {row.partida_id: row for row in _told(keys)}
    days = resumptions_of(list(encounters.values()))
    return [
        Case(
            partida=each,
            sheet=states.get((each.board.encounter_id, each.board.number, each.number)),
            suspended=stops.get(each.pk),
            told=told.get(each.pk),
            ruled=rulings.get(each.pk),
            resumption=days.get(each.board.encounter_id),
        )
        for each in found
    ]


def _entries(keys: Sequence[int], kind: str) -> dict[int, SheetEntry]:
    """The last entry of a kind in each of these partidas."""
    rows = SheetEntry.objects.filter(partida__in=keys, kind=kind).order_by("seq")
    return {row.partida_id: row for row in rows}


def _told(keys: Sequence[int]) -> QuerySet[Incident]:
    rows = _unanswered(Incident.objects.filter(partida__in=keys))
    return rows.prefetch_related("texts").order_by("number")


def venues_for(encounter: Encounter) -> list[Venue]:
    """Where it may go on: where it began, at either club, or at a place of nobody's, while it is open."""
    sides = clubs_of([encounter.home, encounter.away], encounter.round.competition.season_id)
    clubs = [club for own in sides.values() for club, _name in own]
    near = Q(club__in=clubs) | Q(club__isnull=True) | Q(pk=encounter.venue_id)
    is_open = Q(closed_on__isnull=True) | Q(closed_on__gte=clock.today())
    return list(Venue.objects.filter(near & is_open).order_by("name", "pk"))
