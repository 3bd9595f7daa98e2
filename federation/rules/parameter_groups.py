"""The parameters in the groups in which a person looks for them, the most asked for first.

Pure data. The catalogue's own groups say what an encounter freezes; these say where a page shows a point.
"""

from collections.abc import Mapping
from types import MappingProxyType

from federation.rules import parameters_domino as domino
from federation.rules import parameters_pool as pool
from federation.rules.parameter_types import Parameter
from federation.rules.parameters_encounter import COMPETITION, DISCIPLINE, ENCOUNTER

_OF_THE_RESULT = ("encounter_result_by", "level_knockout", "encounter_points", "encounter_bonus_points")
_OF_THE_ACTA = (
    "signatures_required",
    "signature_quorum",
    "claim_hours",
    "homologation_days",
    "acta_deadline_hours",
)
_OF_THE_STANDINGS = (
    "standings_criteria",
    "ranking_minimum_played",
    "withdrawal_policy",
    "forfeit_score",
    "forfeit_enters_differences",
)
_OF_A_SWISS = ("swiss_first_round", "rest_score", "late_entry_score", "unplayed_in_buchholz")


def _names(parameters: tuple[Parameter, ...], *, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    return tuple(each.name for each in parameters if each.name not in without)


OF_ONE_GAME: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("play", "scoring", "seats", "infractions", "absences"), "domino"),
        **dict.fromkeys(("pool_frames", "pool_break", "pool_stroke", "pool_conduct"), "pool"),
    }
)
"""Groups that only one of the games looks at; the others are of both."""

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "play": _names(domino.PLAY),
        "result": _OF_THE_RESULT,
        "standings": _OF_THE_STANDINGS,
        "scoring": _names(domino.SCORING),
        "seats": _names(domino.SEATS),
        "infractions": _names(domino.INFRACTIONS),
        "absences": _names(domino.ABSENCES),
        "pool_frames": _names(pool.FRAMES),
        "pool_break": _names(pool.BREAK),
        "pool_stroke": _names(pool.STROKE),
        "pool_conduct": _names(pool.CONDUCT),
        "line_ups": _names(ENCOUNTER, without=_OF_THE_RESULT + _OF_THE_ACTA),
        "acta": _OF_THE_ACTA,
        "squads": _names(COMPETITION, without=_OF_THE_STANDINGS + _OF_A_SWISS),
        "swiss": _OF_A_SWISS,
        "discipline": _names(DISCIPLINE),
    }
)
