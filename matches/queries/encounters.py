"""Reading one encounter: locks, versions, terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from competitions.models import Encounter
from federation.rules import parameters as parameter_rules
from matches.models import EncounterVersion

RELATED = (
    "round__competition__season",
    "round__competition__regulation_version__regulation",
    "home__team__club",
    "away__team__club",
    "venue",
    "format",
)


@dataclass(frozen=True)
class Terms:
    """What was resolved when the encounter started: replay and acta read only this."""

    target: int
    parameters: dict[str, Any]
    team_competition: bool
    regulation: str
    regulation_version: int


def locked(encounter_id: int) -> Encounter:
    """The encounter with its row locked: the first thing that each action does.

    Raises Encounter.DoesNotExist.
    """
    return Encounter.objects.select_for_update(of=("self",)).select_related(*RELATED).get(pk=encounter_id)


def version_of(encounter_id: int) -> int:
    """The version of an encounter's tables (0 before anything was written)."""
    found = EncounterVersion.objects.filter(pk=encounter_id).values_list("version", flat=True).first()
    return found or 0


def terms_of(encounter: Encounter) -> Terms:
    """The terms stored at the start; ValueError when the encounter has not started."""
    if encounter.terms is None:
        raise ValueError("the encounter has not started")
    stored = encounter.terms
    return Terms(
        target=stored["target"],
        parameters=dict(parameter_rules.resolve(stored["parameters"])),
        team_competition=stored["team_competition"],
        regulation=stored["regulation"],
        regulation_version=stored["regulation_version"],
    )


def terms_to_store(encounter: Encounter) -> dict[str, Any]:
    """The terms that starting now would store, from the competition's regulation version."""
    version = encounter.round.competition.regulation_version
    return {
        "target": version.parameters["target_points"],
        "parameters": version.parameters,
        "team_competition": encounter.round.competition.entrants == "teams",
        "regulation": version.regulation.name,
        "regulation_version": version.number,
    }
