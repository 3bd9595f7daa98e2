"""Every kind of the rulebooks' worked cases with its adapter, and the product's answer to one."""

from collections.abc import Mapping

from federation.rules.errors import RuleError
from matches.rules.pool.ruling import SHOT_PARAMETERS
from tests.cases import rulebook_domino
from tests.cases.rulebook_domino import Adapter, Answer, Case, Parameters
from tests.cases.rulebook_pool import POOL_ANSWERS
from tests.cases.rulebook_pool_shots import STROKES

OF_THE_BREAKS = (
    "team_break_order",
    "even_frames_level",
    "break_after_rebreak",
    "rerack_breaker",
    "team_decider_lag",
)
POOL_PARAMETERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(STROKES, SHOT_PARAMETERS),
    **{kind: OF_THE_BREAKS for kind in POOL_ANSWERS if kind.startswith("break_order")},
    "legal_break": ("legal_break",),
    "group_choice": ("open_table_wrong_pocket",),
    "contact_with_rival_ball": (
        "null_game",
        "null_game_scope",
        "intentional_warning_scope",
        "without_referee",
    ),
    "stalemate": ("stalemate", "drawn_frame_value", "without_referee"),
    "stalemate_agreed": ("rerack_breaker",),
    "shot_clock": (
        "clock_needs_warning",
        "shot_limit_seconds",
        "one_overrun_is_foul",
        "slow_warning_scope",
        "without_referee",
    ),
    "disqualification": ("disqualification_results",),
    "advice": ("partner_advice_in_doubles",),
}
POOL = {kind: Adapter(answer, POOL_PARAMETERS[kind]) for kind, answer in POOL_ANSWERS.items()}
ADAPTERS: Mapping[str, Adapter] = {**rulebook_domino.ADAPTERS, **POOL}


def answer(kind: str, case: Case, parameters: Parameters) -> Answer:
    """The product's answer; a refusal is answered by its code."""
    try:
        return ADAPTERS[kind].answer(case, parameters)
    except RuleError as error:
        return {"refused": error.code}
