"""Where a person has played and judged, by the teams that he was lined up for then. Constant queries.

`records` are the keys of the person's record and of those merged into it (`queries.people.keys_of`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value, When

from competitions.models import Encounter, Entry, JudgeDesignation, Outcome
from competitions.queries.entries import of_sides
from competitions.queries.outcomes import results_of
from competitions.rules.lifecycle import OPEN_AGAIN
from matches.models import Appearance, BoardAppearance

MOST_PLAYED = 30
MOST_JUDGED = 20


@dataclass(frozen=True)
class Played:
    """An encounter that a person was lined up in: for which side, at which boards, with which result.

    `boards` is empty for a substitute who did not enter; `outcome` is the last version of the result.
    """

    encounter: Encounter
    side: str
    boards: Sequence[int]
    outcome: Outcome | None

    @property
    def own(self) -> Entry:
        """The team or the pair that he was lined up for that day, whatever he belongs to now."""
        return self.encounter.home if self.side == "home" else self.encounter.away

    @property
    def rival(self) -> Entry:
        """The other side."""
        return self.encounter.away if self.side == "home" else self.encounter.home


@dataclass(frozen=True)
class Tally:
    """What a person has to his name with one team, or in one pair: encounters played, and how they ended."""

    name: str
    season: str
    played: int
    won: int
    level: int
    lost: int


def _related(encounters: QuerySet[Any], path: str) -> QuerySet[Any]:
    return encounters.select_related(
        f"{path}__round__competition__season",
        *of_sides(f"{path}__", club=True),
        f"{path}__venue",
    )


def played_by(records: Sequence[int]) -> tuple[list[Played], bool]:
    """The encounters of a person, the last first, up to `MOST_PLAYED`, and whether there are more."""
    boards = Prefetch("boards", queryset=BoardAppearance.objects.order_by("board"), to_attr="at_boards")
    found = _related(Appearance.objects.filter(person__in=records), "encounter").prefetch_related(boards)
    rows: list[Any] = list(found.order_by("-encounter__scheduled_at", "-pk")[: MOST_PLAYED + 1])
    shown = rows[:MOST_PLAYED]
    outcomes = results_of([row.encounter_id for row in shown])
    return [
        Played(
            row.encounter,
            row.side,
            [each.board for each in row.at_boards],
            outcomes.get(row.encounter_id),
        )
        for row in shown
    ], len(rows) > MOST_PLAYED


def tallies_of(records: Sequence[int]) -> list[Tally]:
    """By team or pair, the last first: the encounters with a result in which the person sat at a board.

    A result that waits for a board, one that was annulled, and that of an encounter that a committee has
    reopened count for nobody.
    """
    last = Outcome.objects.filter(encounter=OuterRef("encounter")).order_by("-version")
    counted = (
        Appearance.objects.filter(person__in=records, boards__isnull=False)
        .annotate(
            entry=Case(When(side="home", then="encounter__home"), default="encounter__away"),
            winner=Subquery(last.values("winner")[:1]),
            kind=Subquery(last.values("kind")[:1]),
            is_pending=Subquery(last.values("is_pending")[:1]),
        )
        .filter(kind__in=["sealed", "corrected", "awarded"], is_pending=False)
        .exclude(encounter__state__in=OPEN_AGAIN)
        .values("entry")
        .annotate(
            played=Count("pk", distinct=True),
            won=Count("pk", distinct=True, filter=Q(winner=F("side"))),
            level=Count("pk", distinct=True, filter=Q(winner=Value(""))),
        )
    )
    figures = {row["entry"]: row for row in counted}
    entries = Entry.objects.filter(pk__in=figures).select_related(
        "team", "player", "partner", "competition__season"
    )
    # A team may be entered in several competitions: it is one team.
    gathered: dict[tuple[date, str, str], Counter[str]] = defaultdict(Counter)
    for entry in entries:
        season = entry.competition.season
        own = gathered[season.starts_on, season.name, entry.name]
        own.update({name: figures[entry.pk][name] for name in ("played", "won", "level")})
    return [
        Tally(name, season, n["played"], n["won"], n["level"], n["played"] - n["won"] - n["level"])
        for (_begin, season, name), n in sorted(gathered.items(), key=_last_first)
    ]


def _last_first(item: tuple[tuple[date, str, str], Counter[str]]) -> tuple[int, str]:
    (begin, _season, name), _figures = item
    return -begin.toordinal(), name


def judged_by(records: Sequence[int]) -> tuple[list[Encounter], bool]:
    """The encounters that a person was designated to and not replaced in, the last first; whether more."""
    found = JudgeDesignation.objects.filter(licence__person__in=records).exclude(state="replaced")
    rows = list(_related(found, "encounter").order_by("-encounter__scheduled_at", "-pk")[: MOST_JUDGED + 1])
    return [row.encounter for row in rows[:MOST_JUDGED]], len(rows) > MOST_JUDGED
