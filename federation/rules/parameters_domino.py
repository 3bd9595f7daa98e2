"""The points that the domino rules leave open (chapter III, articles 6 to 20).

Pure data: names, options with the default first, article. What each option does
is in `matches.rules`.
"""

from federation.rules.parameter_types import Parameter, ParameterKind, choice, integer, switch

GROUP = "domino"
NO_ARTICLE = ""

APPROVAL_MODES = ("same_device_pin", "own_device", "judge_marks")

PLAY = (
    integer("target_points", GROUP, "18", default=300, minimum=20, maximum=1000),
    integer("time_limit_minutes", GROUP, NO_ARTICLE, default=None, minimum=20, maximum=180),
    integer("time_warning_minutes", GROUP, NO_ARTICLE, default=5, minimum=1, maximum=60),
    choice("time_limit_ending", GROUP, NO_ARTICLE, "finish_hand", "finish_hand_plus_one"),
    choice("time_level", GROUP, NO_ARTICLE, "drawn", "extra_hand"),
    choice("hand_entry", GROUP, "18", "points", "pips_per_player", "tiles"),
    # Several may be allowed at once; until a federation widens it, the PIN on the shared phone alone.
    Parameter("approval_mode", GROUP, "6", ParameterKind.SEVERAL, APPROVAL_MODES[:1], APPROVAL_MODES),
    choice("home_pair_when_neutral", GROUP, "6", "first_named", "lot"),
)

SEATS = (
    choice("seat_draw_value", GROUP, "7.2, 7.4", "pip_sum", "highest_half"),
    choice("seat_draw_tie", GROUP, "7.2, 7.4", "redraw", "higher_half", "double_first"),
    choice("seat_swap_scope", GROUP, "7.2", "team_competitions", "all", "never"),
    choice("second_partida_seats_outside_teams", GROUP, "7.2", "keep", "new_draw", "swap"),
    choice(
        "second_partida_leader",
        GROUP,
        "7.2, 7.3",
        "right_of_last_leader",
        "right_of_last_leader_player",
        "new_draw",
        "first_partida_leader",
    ),
    switch("swap_in_later_partidas", GROUP, "7.2", default=True),
    choice("swap_without_winner", GROUP, "7.2", "ask_judge", "no_swap"),
)

SCORING = (
    choice("block_winner", GROUP, "18", "lowest_pair", "lowest_player", "asked"),
    choice("tied_block", GROUP, "18", "no_points_lead_passes", "no_points_same_leader"),
    choice("points_over_target", GROUP, "18", "count", "cap"),
)

INFRACTIONS = (
    choice("false_thinking_request_until", GROUP, "15", "next_lead", "end_of_hand", "sheet_closed"),
    choice("false_thinking_equal_ends", GROUP, "15", "two_options", "one_option", "ask_judge"),
    choice("false_pass_request_until", GROUP, "16", "at_once", "end_of_hand", "next_lead"),
    choice(
        "false_pass_rivals_led",
        GROUP,
        "16",
        "same_leader",
        "lead_passes",
        "skip_offenders_next_lead",
    ),
    choice("dropped_tiles_note_from", GROUP, "19.4", 3, 2),
    choice("dropped_tile_while_taking", GROUP, "19", "as_19_2", "shuffle_again"),
    switch("dropped_while_shuffling_counts", GROUP, "19.1, 19.4", default=False),
    choice("dropped_tile_annulled_lead", GROUP, "19.3", "same_leader", "lost_if_own_lead"),
    integer("comment_seconds", GROUP, "12", default=60, minimum=1, maximum=60),
)

ABSENCES = (
    choice(
        "justified_absence_without_substitute",
        GROUP,
        "20",
        "suspended_to_committee",
        "abandonment",
    ),
    choice("abandonment_second_partida", GROUP, "20", "played_with_substitute", "lost"),
    choice("absence_without_judge", GROUP, "20", "both_captains", "committee"),
    choice("validated_score_winner", GROUP, "20", "ahead_wins", "none"),
    choice("level_ahead_decision", GROUP, "20", "refused", "free"),
    choice("no_show_score", GROUP, NO_ARTICLE, "target_to_zero", "target_to_half"),
    switch("no_show_counts_in_totals", GROUP, NO_ARTICLE, default=True),
    Parameter(
        "late_arrival",
        GROUP,
        NO_ARTICLE,
        ParameterKind.LADDER,
        None,
        minimum=0,
        maximum=1000,
        optional=True,
    ),
)

DOMINO: tuple[Parameter, ...] = PLAY + SEATS + SCORING + INFRACTIONS + ABSENCES
