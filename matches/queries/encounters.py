"""Reading one encounter: locks, versions, terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from competitions.models import Competition, Encounter, Entry
from competitions.queries.entries import of_sides
from federation.rules import parameters as parameter_rules
from matches.models import EncounterVersion, Partida
from matches.rules.sides import Side

RELATED = (
    "round__competition__season",
    "round__competition__regulation_version__regulation",
    *of_sides(club=True),
    "venue",
    "format",
)
# What the rights of accounts at a table look at.
AT_TABLE = (*of_sides(), "venue")


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


def locked_at_table(partida_id: int) -> Partida:
    """A partida with its board and encounter, as `locked` for those who write a sheet. One query.

    Only the encounter's row is locked, and nothing that a sheet does not need is joined to it: this
    is what tables wait for. Raises Partida.DoesNotExist.
    """
    lock = Partida.objects.select_for_update(of=("board__encounter",)).select_related("board__encounter")
    return lock.get(pk=partida_id)


def at_table(encounter_id: int) -> Encounter:
    """The encounter with what the rights of accounts at a table look at. Raises Encounter.DoesNotExist."""
    return Encounter.objects.select_related(*AT_TABLE).get(pk=encounter_id)


def team_names(encounter: Encounter) -> dict[Side, str]:
    """The names of both sides. One query."""
    entries = Entry.objects.filter(pk__in=(encounter.home_id, encounter.away_id))
    names = {each.pk: each.name for each in entries.select_related("team", "player", "partner")}
    return {Side.HOME: names[encounter.home_id], Side.AWAY: names[encounter.away_id]}


def version_of(encounter_id: int) -> int:
    """The version of an encounter's tables (0 before anything was written)."""
    found = EncounterVersion.objects.filter(pk=encounter_id).values_list("version", flat=True).first()
    return found or 0


def terms_of(encounter: Encounter) -> Terms:
    """The terms stored at the start; ValueError when the encounter has not started."""
    if encounter.terms is None:
        raise ValueError("the encounter has not started")
    return _terms(encounter.terms)


def read_competition_anew(encounter: Encounter) -> Competition:
    """Read the competition of an encounter again after its row was locked, and give it. One query.

    Whoever chooses another version for it locks its encounters: what the lock waited for is seen here,
    and not yet in what was joined to the locked row.
    """
    rows = Competition.objects.select_related("season", "regulation_version__regulation")
    encounter.round.competition = rows.get(pk=encounter.round.competition_id)
    return encounter.round.competition


def terms_or_due(encounter: Encounter) -> Terms:
    """The terms stored at the start; before it, those that starting now would store."""
    return _terms(encounter.terms or terms_to_store(encounter))


def terms_of_competition(competition: Competition) -> Terms:
    """The terms by which an encounter of a competition would start now."""
    return _terms(_of_competition(competition))


def _terms(stored: Mapping[str, Any]) -> Terms:
    return Terms(
        target=stored["target"],
        parameters=dict(parameter_rules.resolve(stored["parameters"])),
        team_competition=stored["team_competition"],
        regulation=stored["regulation"],
        regulation_version=stored["regulation_version"],
    )


def terms_to_store(encounter: Encounter) -> dict[str, Any]:
    """The terms that starting now would store, from the competition's regulation version."""
    return _of_competition(encounter.round.competition)


def _of_competition(competition: Competition) -> dict[str, Any]:
    version = competition.regulation_version
    return {
        "target": version.parameters["target_points"],
        "parameters": version.parameters,
        "team_competition": competition.entrants == "teams",
        "regulation": version.regulation.name,
        "regulation_version": version.number,
    }
