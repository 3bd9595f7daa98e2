"""By which regulations a stroke may be ruled: those of the pool competitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from competitions.models import Competition
from federation.models import Discipline
from federation.rules.parameters import resolve


def pool_competitions() -> list[Competition]:
    """The competitions of 8-ball with the version that each plays by, the newest season first."""
    found = Competition.objects.filter(discipline=Discipline.POOL)
    return list(
        found.select_related("season", "regulation_version__regulation").order_by(
            "-season__starts_on", "name"
        )
    )


def parameters_of(competition: Competition) -> Mapping[str, Any]:
    """The resolved parameters of its version."""
    return resolve(competition.regulation_version.parameters)
