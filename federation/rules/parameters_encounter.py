"""The points that a federation settles for its encounters, competitions and discipline.

Pure data, as in `parameters_domino`. Where the table of the regulation names one
point with several figures (postponement, forfeit, prescription) each figure is a
parameter of its own.
"""

from federation.rules.parameter_types import Parameter, ParameterKind, choice, integer, switch

ENCOUNTER_GROUP = "encounter"
COMPETITION_GROUP = "competition"
DISCIPLINE_GROUP = "discipline"
NO_ARTICLE = ""

SIGNATORIES = ("home_captain", "away_captain", "judge")

CRITERIA = (
    "pts",
    "h2h_pts",
    "h2h_gd",
    "h2h_gf",
    "gd",
    "gf",
    "td",
    "tf",
    "td_capped",
    "wins",
    "away_wins",
    "played",
    "efectividad",
    "efectividad_target",
    "buchholz",
    "buchholz_median",
    "buchholz_cut1",
    "sonneborn_berger",
    "koya",
    "direct_encounter",
    "penalty_points",
    "lots",
)
DEFAULT_CRITERIA = ("pts", "h2h_pts", "h2h_gd", "gd", "gf", "td", "tf", "lots")


def _choice(name: str, group: str, *options: object) -> Parameter:
    return choice(name, group, NO_ARTICLE, *options)


def _integer(name: str, group: str, default: int | None, minimum: int, maximum: int) -> Parameter:
    return integer(name, group, NO_ARTICLE, default=default, minimum=minimum, maximum=maximum)


def _switch(name: str, group: str, *, default: bool) -> Parameter:
    return switch(name, group, NO_ARTICLE, default=default)


def _window(name: str) -> Parameter:
    return Parameter(
        name,
        COMPETITION_GROUP,
        NO_ARTICLE,
        ParameterKind.WINDOW,
        None,
        minimum=0,
        maximum=200,
        optional=True,
    )


ENCOUNTER = (
    _choice("encounter_result_by", ENCOUNTER_GROUP, "partidas", "boards", "weighted"),
    _choice("level_knockout", ENCOUNTER_GROUP, "tantos", "extra_partida", "replay"),
    _choice("encounter_points", ENCOUNTER_GROUP, "3-1-0", "2-1-0", "per_partida"),
    # Added for the winner of every partida of the encounter; none until a federation sets it.
    _integer("encounter_bonus_points", ENCOUNTER_GROUP, 0, 0, 10),
    _choice(
        "line_up_mode",
        ENCOUNTER_GROUP,
        "blind_both_lock",
        "home_first",
        "alternate_by_block",
        "open",
    ),
    _integer("line_up_lock_minutes", ENCOUNTER_GROUP, None, 0, 10080),
    _integer("min_players_to_start", ENCOUNTER_GROUP, None, 1, 40),
    _integer("max_boards_per_player", ENCOUNTER_GROUP, 1, 1, 20),
    Parameter(
        "signatures_required",
        ENCOUNTER_GROUP,
        NO_ARTICLE,
        ParameterKind.SEVERAL,
        SIGNATORIES,
        SIGNATORIES,
    ),
    _integer("signature_quorum", ENCOUNTER_GROUP, None, 1, 3),
    _integer("claim_hours", ENCOUNTER_GROUP, 48, 0, 720),
    _integer("homologation_days", ENCOUNTER_GROUP, 7, 0, 90),
    _integer("acta_deadline_hours", ENCOUNTER_GROUP, 24, 0, 720),
)

COMPETITION = (
    _integer("squad_min", COMPETITION_GROUP, None, 1, 100),
    _integer("squad_max", COMPETITION_GROUP, None, 1, 100),
    _integer("reserve_team_rule", COMPETITION_GROUP, None, 1, 100),
    _window("registration_window"),
    _window("transfer_window"),
    # Somebody in squads of two clubs at once, in different competitions of one game.
    _choice("two_clubs", COMPETITION_GROUP, "allowed", "refused"),
    _integer("postponements_per_season", COMPETITION_GROUP, 1, 0, 20),
    _integer("postponement_notice_days", COMPETITION_GROUP, 3, 0, 60),
    _switch("postponement_before_next_leg", COMPETITION_GROUP, default=True),
    Parameter(
        "postponement_accepted_by",
        COMPETITION_GROUP,
        NO_ARTICLE,
        ParameterKind.SEVERAL,
        ("rival", "office"),
        ("rival", "office"),
    ),
    Parameter(
        "standings_criteria",
        COMPETITION_GROUP,
        NO_ARTICLE,
        ParameterKind.SEQUENCE,
        DEFAULT_CRITERIA,
        CRITERIA,
    ),
    _integer("ranking_minimum_played", COMPETITION_GROUP, None, 0, 200),
    _choice("swiss_first_round", COMPETITION_GROUP, "lot", "spread_clubs", "rating"),
    _choice("rest_score", COMPETITION_GROUP, "win_to_half", "win_to_zero", "half"),
    _choice("late_entry_score", COMPETITION_GROUP, "zero", "half"),
    _choice("unplayed_in_buchholz", COMPETITION_GROUP, "as_draw", "as_zero"),
    _choice(
        "withdrawal_policy",
        COMPETITION_GROUP,
        "strike_out_all",
        "keep_played_forfeit_rest",
        "by_half_of_calendar",
    ),
    # None: every partida of the format for the side that was there.
    Parameter(
        "forfeit_score",
        COMPETITION_GROUP,
        NO_ARTICLE,
        ParameterKind.SCORE,
        None,
        minimum=0,
        maximum=1000,
        optional=True,
    ),
    _switch("forfeit_enters_differences", COMPETITION_GROUP, default=True),
)

DISCIPLINE = (
    _switch("serving_counts_awarded", DISCIPLINE_GROUP, default=False),
    _switch("serving_counts_double_days", DISCIPLINE_GROUP, default=True),
    _switch("serving_counts_other_competitions", DISCIPLINE_GROUP, default=False),
    _integer("deemed_notified_days", DISCIPLINE_GROUP, 10, 0, 60),
    _integer("statement_working_days", DISCIPLINE_GROUP, 10, 1, 60),
    _integer("appeal_working_days", DISCIPLINE_GROUP, 10, 1, 60),
    Parameter("holidays", DISCIPLINE_GROUP, NO_ARTICLE, ParameterKind.DATES, ()),
    _integer("prescription_minor_days", DISCIPLINE_GROUP, None, 1, 3650),
    _integer("prescription_serious_days", DISCIPLINE_GROUP, None, 1, 3650),
    _integer("prescription_very_serious_days", DISCIPLINE_GROUP, None, 1, 3650),
)

ENCOUNTER_AND_COMPETITION: tuple[Parameter, ...] = ENCOUNTER + COMPETITION + DISCIPLINE
