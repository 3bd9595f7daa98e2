"""Reading regulations by themselves: which version of one is the last."""

from __future__ import annotations

from django.db.models import QuerySet

from federation.models import Regulation, RegulationVersion
from federation.rules.publishing import LastVersion


def last_of(regulation: Regulation) -> LastVersion | None:
    """The last version of a regulation; None before the first. One query."""
    return _last(RegulationVersion.objects.filter(regulation=regulation))


def last_named(name: str) -> LastVersion | None:
    """The last version of the regulation that is called so; None where there is none. One query."""
    return _last(RegulationVersion.objects.filter(regulation__name=name))


def _last(versions: QuerySet[RegulationVersion]) -> LastVersion | None:
    found = versions.select_related("regulation").order_by("-number").first()
    if found is None:
        return None
    return LastVersion(found.number, found.regulation.discipline, found.valid_from)
