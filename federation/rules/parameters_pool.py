"""The points that the 8-ball rules leave open (articles 1 to 24).

Pure data, as in `parameters_domino`: names, options with the default first, article. The text numbers
two articles 12 and two articles 18, which are told apart by their title. What each option does is in
`matches.rules.pool`.
"""

from federation.rules.parameter_types import Parameter, choice, integer, switch
from federation.rules.pool_articles import COMBINATIONS, CONTACT, FOULS, SCORING

GROUP = "pool"
NO_ARTICLE = ""

SCOPES = ("encounter", "partida", "competition")

FRAMES = (
    choice("pool_capture_level", GROUP, NO_ARTICLE, 1, 0, 2),
    choice("team_break_order", GROUP, "4", "alternate", "home_first", "away_first", "lag_each_board"),
    switch("team_decider_lag", GROUP, "4.2", default=False),
    choice("even_frames_level", GROUP, "4.2", "draw", "extra_frame_with_lag"),
    choice("stalemate", GROUP, "21.1", "by_format", "drawn_frame", "replay_same_breaker"),
    # A drawn frame gives nothing to anybody, or half a frame to each: scores are kept in half frames.
    choice("drawn_frame_value", GROUP, "21.1", "0-0", "half_each"),
    choice("rerack_breaker", GROUP, "21.2", "scheduled", "actual"),
    switch("walkover_in_individual_figures", GROUP, NO_ARTICLE, default=False),
)

BREAK = (
    choice("legal_break", GROUP, "7.1", "either", "both"),
    choice("break_after_rebreak", GROUP, "7.2, 4.2", "scheduled", "actual"),
    choice("cue_on_illegal_break", GROUP, f"7, {FOULS}", "foul_and_choice", "no_foul"),
    switch("break_pot_keeps_turn", GROUP, SCORING, default=True),
    choice("eight_and_cue_on_break", GROUP, "8, 20", "respot_and_in_hand", "loss"),
    choice("eight_off_on_break", GROUP, "20.c", "respot_turn_lost", "breaker_chooses"),
    choice("eight_on_break_coin_table", GROUP, "6", "restart_only", "open_and_respot", "ask_referee"),
)

STROKE = (
    choice("open_table_wrong_pocket", GROUP, "2.3, 11", "respot", "stays"),
    choice("open_table_cushion", GROUP, "10", "literal_exempt", "required"),
    choice("off_table_on_open_table", GROUP, "15", "respot_all", "literal"),
    choice("eight_on_open_table", GROUP, "20.e", "loss", "respot"),
    choice("eight_not_called", GROUP, "19, 20", "loss", "turn_lost"),
    choice("combination_through_eight", GROUP, COMBINATIONS, "turn_lost_ball_respotted", "foul"),
    choice("coin_table_official", GROUP, "2.4, 14.3", "as_normal_table", "balls_stay"),
)

CONDUCT = (
    choice("null_game", GROUP, CONTACT, "lost_by_offender", "void_and_replayed", "void_for_nobody"),
    choice("null_game_scope", GROUP, CONTACT, "frame", "partida"),
    choice("intentional_warning_scope", GROUP, CONTACT, *SCOPES),
    choice("slow_warning_scope", GROUP, "24", *SCOPES),
    switch("clock_needs_warning", GROUP, "24", default=True),
    integer("shot_limit_seconds", GROUP, "24", default=60, minimum=10, maximum=300),
    switch("one_overrun_is_foul", GROUP, "24", default=True),
    choice("without_referee", GROUP, f"{CONTACT}, 21, 24", "both_captains", "off"),
    choice("partner_advice_in_doubles", GROUP, FOULS, "foul", "allowed"),
    choice("disqualification_results", GROUP, "22", "stand", "struck_out"),
)

POOL: tuple[Parameter, ...] = FRAMES + BREAK + STROKE + CONDUCT
