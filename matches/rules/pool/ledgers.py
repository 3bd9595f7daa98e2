"""How far warnings reach: what stands against a player when another partida begins (art. 18, 24). Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from matches.rules.pool.frame_facts import Ledger
from matches.rules.pool.slow_play import Pace


def reaches(scope: str, *, same_encounter: bool) -> bool:
    """Does a warning of this scope still hold in another partida of the same competition?"""
    return scope == "competition" or (scope == "encounter" and same_encounter)


def carried(ledger: Ledger, parameters: Mapping[str, Any], *, same_encounter: bool) -> Ledger:
    """What of a ledger holds in the next partida (`intentional_warning_scope`, `slow_warning_scope`).

    A limit on the time between shots ends with its partida; the warning that it needs may reach further.
    """
    found = Ledger()
    if reaches(parameters["intentional_warning_scope"], same_encounter=same_encounter):
        found = replace(found, on_purpose=ledger.on_purpose, warned=ledger.warned)
    if reaches(parameters["slow_warning_scope"], same_encounter=same_encounter):
        found = replace(found, pace=Pace(warned=ledger.pace.warned))
    return found
