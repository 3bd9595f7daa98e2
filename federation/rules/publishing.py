"""What may be published as a version of a regulation.

Pure. Two things that cannot stand together are refused wherever parameters are resolved
(`parameters.contradictions`); here is what besides makes no sense in a version that somebody writes
now. What was published before is never judged by it, so that every sheet can be replayed.
"""

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.rules.chains import canonical
from federation.rules.errors import ConflictError, RuleError
from federation.rules.parameter_types import Parameter
from federation.rules.parameters import CATALOGUE, contradictions, plain

_WITH_A_CLOCK = ("time_limit_ending", "time_level")
_RISING = ("prescription_minor_days", "prescription_serious_days", "prescription_very_serious_days")


@dataclass(frozen=True)
class Proposal:
    """A version as somebody wants to publish it: of which regulation, from when, why, with what."""

    name: str
    discipline: str
    valid_from: date
    reason: str
    parameters: Mapping[str, Any]

    def stamp(self, after: int) -> str:
        """Tells this proposal, as what follows version `after`, from any other."""
        said = {
            "name": self.name,
            "discipline": self.discipline,
            "valid_from": self.valid_from.isoformat(),
            "reason": self.reason,
            "parameters": plain(self.parameters),
            "after": after,
        }
        return hashlib.sha256(canonical(said).encode()).hexdigest()


@dataclass(frozen=True)
class LastVersion:
    """The last version of the regulation that a proposal names."""

    number: int
    discipline: str
    valid_from: date


def objections(values: Mapping[str, Any]) -> list[RuleError]:
    """Everything that speaks against publishing these resolved parameters, each with its field.

    The contradictions of `parameters`, and `acts_only_with_clock`, `acts_only_with_team_swap`,
    `ladder_reaches_target`, `lots_last`, `more_to_start_than_squad`, `forfeit_reversed`,
    `prescription_not_rising`.
    """
    return [*contradictions(values), *_idle(values), *_of_figures(values)]


def check_succession(proposal: Proposal, last: LastVersion | None) -> None:
    """RuleError when the proposal cannot follow the last version of the regulation that it names.

    `regulation_of_another_game`; `version_before_the_last`: validity never goes back.
    """
    if last is None:
        return
    if last.discipline != proposal.discipline:
        raise RuleError("regulation_of_another_game", field="name", name=proposal.name)
    if proposal.valid_from < last.valid_from:
        raise RuleError("version_before_the_last", field="begins", number=last.number, day=last.valid_from)


def check_seen(last: LastVersion | None, *, after: int | None) -> None:
    """ConflictError `regulation_moved_on` when the last version is not the one that the author saw.

    `after` is the number of that one, 0 where there was none; None: nobody looked (the system).
    """
    if after is not None and after != (last.number if last else 0):
        raise ConflictError("regulation_moved_on", field="name", number=last.number if last else 0)


def _idle(values: Mapping[str, Any]) -> Iterator[RuleError]:
    """What was set and would never act."""
    if values["time_limit_minutes"] is None:
        yield from (RuleError("acts_only_with_clock", field=name) for name in _set(values, *_WITH_A_CLOCK))
    if values["seat_swap_scope"] != "team_competitions":
        for name in _set(values, "second_partida_seats_outside_teams"):
            yield RuleError("acts_only_with_team_swap", field=name)


def _set(values: Mapping[str, Any], *names: str) -> list[str]:
    known: Mapping[str, Parameter] = CATALOGUE
    return [name for name in names if values[name] != known[name].default]


def _of_figures(values: Mapping[str, Any]) -> Iterator[RuleError]:
    target, ladder = values["target_points"], values["late_arrival"] or ()
    # The last step is the no-show: its figure is never given.
    if any(points >= target for _minutes, points in ladder[:-1]):
        yield RuleError("ladder_reaches_target", field="late_arrival", target=target)
    # Every list of criteria ends with a total order.
    if values["standings_criteria"][-1] != "lots":
        yield RuleError("lots_last", field="standings_criteria")
    start, squad = values["min_players_to_start"], values["squad_max"]
    if start is not None and squad is not None and start > squad:
        yield RuleError("more_to_start_than_squad", field="min_players_to_start", maximum=squad)
    forfeit = values["forfeit_score"]
    if forfeit is not None and forfeit["for"] <= forfeit["against"]:
        yield RuleError("forfeit_reversed", field="forfeit_score")
    given = [(name, values[name]) for name in _RISING if values[name] is not None]
    for (_lighter, shorter), (name, longer) in itertools.pairwise(given):
        if longer < shorter:
            yield RuleError("prescription_not_rising", field=name, least=shorter)
