"""What public pages compare before they read anything: one question each, by an index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.core.cache import caches
from django.db import connection, models
from django.db.models import Count, OuterRef, Q, Subquery, Sum

from competitions.models import Encounter, Round
from federation import clock
from matches.models import EncounterVersion

LARGEST_KEY = models.BigIntegerField.MAX_BIGINT
NEARBY = timedelta(hours=12)

# Written out: every spectator asks this every five seconds, and having it built anew by the
# mapper each time costs several times what the database takes to answer.
_OF_ENCOUNTER = """
SELECT encounter.state, encounter.epoch, encounter.scheduled_at, written.version
FROM competitions_encounter encounter
LEFT JOIN matches_encounterversion written ON written.encounter_id = encounter.id
WHERE encounter.id = %s
"""
_OF_TABLES = """
SELECT encounter.state, written.version
FROM competitions_encounter encounter
LEFT JOIN matches_encounterversion written ON written.encounter_id = encounter.id
WHERE encounter.id = %s
"""
# Versions and epochs only rise, so that their sums change with each write.
_OF_ROUND = """
SELECT COUNT(*), SUM(encounter.epoch), SUM(written.version), MAX(encounter.scheduled_at)
FROM competitions_encounter encounter
LEFT JOIN matches_encounterversion written ON written.encounter_id = encounter.id
WHERE encounter.round_id = %s
"""
# Outcomes are only added, entries come and go, and a regulation is changed by naming another version.
_OF_STANDINGS = """
SELECT competition.regulation_version_id, competition.name,
    (SELECT COUNT(*) FROM competitions_entry entry WHERE entry.competition_id = competition.id),
    COUNT(encounter.id), SUM(encounter.epoch), MAX(outcome.id), COUNT(outcome.id)
FROM competitions_competition competition
LEFT JOIN competitions_round round ON round.competition_id = competition.id
LEFT JOIN competitions_encounter encounter ON encounter.round_id = round.id
LEFT JOIN competitions_outcome outcome ON outcome.encounter_id = encounter.id
WHERE competition.id = %s
GROUP BY competition.id, competition.regulation_version_id, competition.name
"""


@dataclass(frozen=True)
class Stamp:
    """What a page shows, and the parts of which something changes with each write to it."""

    about: str
    key: int
    parts: tuple[object, ...]


Asked = TypeVar("Asked", Stamp, Stamp | None)


def of_encounter(pk: int) -> Stamp | None:
    """The stamp of an encounter, or None when there is none. One query, or none (`_of_late`)."""

    def ask() -> Stamp | None:
        row = _ask(_OF_ENCOUNTER, pk)
        return Stamp("encounter", pk, row) if row else None

    return _of_late("encounter", pk, ask)


def of_tables(encounter_id: int) -> Stamp:
    """The stamp of what is written at the tables of an encounter that there is. One query."""
    return Stamp("tables", encounter_id, _ask(_OF_TABLES, encounter_id) or ())


def left_by(encounter: Encounter, version: int) -> Stamp:
    """As `of_tables`, by a write that has raised the version of an encounter that it read under its lock."""
    return Stamp("tables", encounter.pk, (encounter.state, version))


def of_round(pk: int) -> Stamp | None:
    """The stamp of all encounters of a round, or None when there is no such round. One query, or none."""

    def ask() -> Stamp | None:
        row = _ask(_OF_ROUND, pk)
        if row is None or (row[0] == 0 and not Round.objects.filter(pk=pk).exists()):
            return None
        return Stamp("round", pk, row)

    return _of_late("round", pk, ask)


def of_standings(pk: int) -> Stamp | None:
    """The stamp of a competition's standings, or None when there is none. One query, or none."""

    def ask() -> Stamp | None:
        row = _ask(_OF_STANDINGS, pk)
        return Stamp("standings", pk, row) if row else None

    return _of_late("standings", pk, ask)


def of_today() -> Stamp:
    """The stamp of what is being played and of what stands near the present hour. One query, or none."""
    return _of_late("today", 0, _today)


def _today() -> Stamp:
    now = clock.now()
    near = Q(scheduled_at__range=(now - NEARBY, now + NEARBY)) | Q(state="playing")
    version = EncounterVersion.objects.filter(pk=OuterRef("pk")).values("version")
    sums = (
        Encounter.objects.filter(near)
        .annotate(version=Subquery(version))
        .aggregate(Count("pk"), Sum("epoch"), Sum("version"))
    )
    return Stamp("today", 0, (*sums.values(), clock.today()))


def _of_late(about: str, pk: int, ask: Callable[[], Asked]) -> Asked:
    """What `ask` gives, or gave this process in the last `LIVE_STAMP_SECONDS`.

    However many follow an encounter, the database is asked twice a second by each process. Nobody who writes
    comes here: a spectator, who looks every five seconds, may see a hand half a second later.
    """
    seconds = settings.LIVE_STAMP_SECONDS
    if not seconds:
        return ask()
    key = f"stamp:{about}:{pk}"
    known: Asked | None = caches["pages"].get(key)
    if known is not None:
        return known
    asked = ask()
    if asked is not None:
        caches["pages"].set(key, asked, timeout=seconds)
    return asked


def _ask(question: str, pk: int) -> tuple[object, ...] | None:
    if pk > LARGEST_KEY:
        return None
    with connection.cursor() as cursor:
        cursor.execute(question, [pk])
        row: tuple[object, ...] | None = cursor.fetchone()
    return row
