"""Reading regulations: their versions, from when each counts, and which competitions play by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from competitions.models import Competition, Encounter
from federation import clock
from federation.models import Regulation, RegulationVersion
from federation.rules.parameters import CATALOGUE, carried, departing, resolve
from federation.rules.ready_made_sets import SETS


@dataclass(frozen=True)
class Use:
    """A competition that plays by a version; begun when an encounter of it has its terms frozen."""

    competition: Competition
    begun: bool


@dataclass(frozen=True)
class Beginning:
    """What a new version begins from: a ready-made set, or a version that was published."""

    code: str
    name: str
    discipline: str
    parameters: Mapping[str, Any]
    asked_first: tuple[str, ...]
    version: RegulationVersion | None = None


@dataclass(frozen=True)
class VersionRow:
    """A version with the competitions that play by it; ahead when its first day has not come."""

    version: RegulationVersion
    uses: Sequence[Use]
    ahead: bool


def regulations() -> list[tuple[Regulation, list[VersionRow]]]:
    """Every regulation by name, with its versions, the last one first. Two queries."""
    found = RegulationVersion.objects.select_related("regulation").order_by(
        "regulation__name", "regulation", "-number"
    )
    rows = rows_of(list(found))
    return [(each, list(group)) for each, group in groupby(rows, lambda row: row.version.regulation)]


def beginning(code: str) -> Beginning | None:
    """What the code names: a ready-made set by its own, a version by its key; None for anything else.

    Of a version, what departs from the usual is asked for first, and what most people change.
    """
    for each in SETS:
        if each.code == code:
            values = resolve(each.overrides)
            return Beginning(code, "", each.discipline, values, each.asked_first)
    # Keys of the database have at most nineteen figures.
    if not (code.isascii() and code.isdigit() and len(code) < 19):
        return None
    found = RegulationVersion.objects.select_related("regulation").filter(pk=int(code)).first()
    if found is None:
        return None
    apart = [name for name in departing(found.parameters) if name in CATALOGUE]
    regulation = found.regulation
    usual = next(each.asked_first for each in SETS if each.discipline == regulation.discipline)
    asked = tuple(dict.fromkeys([*usual, *apart]))
    return Beginning(
        code, regulation.name, regulation.discipline, carried(found.parameters), asked, version=found
    )


def versions_of(regulation: Regulation) -> list[RegulationVersion]:
    """The versions of a regulation, the last one first. One query."""
    found = RegulationVersion.objects.filter(regulation=regulation).select_related("regulation")
    return list(found.order_by("-number"))


def rows_of(versions: Iterable[RegulationVersion]) -> list[VersionRow]:
    """Each version with what plays by it. One query."""
    chosen = list(versions)
    frozen = Encounter.objects.filter(round__competition=OuterRef("pk"), terms__isnull=False)
    played = Competition.objects.filter(regulation_version__in=[each.pk for each in chosen])
    uses: dict[int, list[Use]] = defaultdict(list)
    for each in (
        played.select_related("season")
        .annotate(begun=Exists(frozen))
        .order_by("-season__starts_on", "name", "pk")
    ):
        uses[each.regulation_version_id].append(Use(each, each.begun))
    today = clock.today()
    return [VersionRow(each, uses[each.pk], each.valid_from > today) for each in chosen]
