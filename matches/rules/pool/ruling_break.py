"""The break: whether it is legal and what follows (art. 6, 7, 8, 11, 15, 20.c). Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from matches.rules.pool.balls import EIGHT
from matches.rules.pool.fouls import articles_of, fouls_of, in_hand_after_foul, letters_of
from matches.rules.pool.shots import CUE_BALL_GONE, Choice, Foul, LossLetter, Phase, Player, Ruling, Shot

BALLS_TO_CUSHION = 4
AFTER_ILLEGAL = (Choice.ACCEPT_TABLE, Choice.RACK_AND_BREAK)
AFTER_EIGHT = (Choice.RESTART, Choice.RESPOT)


def is_legal_break(pocketed: int, to_cushion: int | None, parameters: Mapping[str, Any]) -> bool | None:
    """Is it legal (art. 7.1, `legal_break`)? None where that cannot be told from what is known.

    The front ball need not be hit first (7.3), so nothing is asked about it.
    """
    if to_cushion is None:
        return True if pocketed and parameters["legal_break"] == "either" else None
    cushions = to_cushion >= BALLS_TO_CUSHION
    if parameters["legal_break"] == "both":
        return bool(pocketed) and cushions
    return bool(pocketed) or cushions


def rule_break(shot: Shot, parameters: Mapping[str, Any]) -> Ruling:
    """The ruling on a break. No group is ever set by it (11.1)."""
    fouls = fouls_of(shot, parameters)
    if not fouls and EIGHT in shot.falls:
        return _after_eight(shot, parameters, ("6.1",), coin=shot.coin_table)
    if not fouls and EIGHT in shot.off and parameters["eight_off_on_break"] == "breaker_chooses":
        return _after_eight(shot, parameters, ("20.1 c", "6.1"), coin=False)
    if fouls and EIGHT in shot.falls and parameters["eight_and_cue_on_break"] == "loss":
        return _loss(shot, fouls)
    return _usual(shot, parameters, fouls)


def _loss(shot: Shot, fouls: tuple[Foul, ...]) -> Ruling:
    letter = LossLetter.WITH_CUE_BALL if CUE_BALL_GONE & set(fouls) else LossLetter.FOUL
    letters = letters_of(fouls, legal_break=True)
    return Ruling(
        articles=(f"20.1 {letter}", *articles_of(letters)),
        is_foul=True,
        foul_letters=letters,
        winner=Player.RIVAL,
        lost_by=letter,
        stays=_left_table(shot),
    )


def _left_table(shot: Shot) -> tuple[int, ...]:
    return tuple(sorted({*shot.falls, *shot.off}))


def _new_rack(shot: Shot, articles: tuple[str, ...], breaker: Player) -> Ruling:
    return Ruling(articles=articles, turn=breaker, rack_again=True, respot=_left_table(shot))


def _after_eight(
    shot: Shot, parameters: Mapping[str, Any], articles: tuple[str, ...], *, coin: bool
) -> Ruling:
    """The breaker chooses to begin again or to respot the 8, and plays on either way (6.1)."""
    by = parameters["eight_on_break_coin_table"] if coin else "open_and_respot"
    if by == "ask_referee":
        return Ruling(
            articles=articles,
            turn=Player.SHOOTER,
            waiting=_left_table(shot),
            ask="eight_on_break_coin_table",
        )
    options = AFTER_EIGHT[:1] if by == "restart_only" else AFTER_EIGHT
    chosen = shot.choice if shot.choice in options else None
    if chosen is Choice.RESPOT:
        stays, respot = _balls(shot, parameters)
        return Ruling(articles=(*articles, "16"), turn=Player.SHOOTER, stays=stays, respot=respot)
    if chosen is Choice.RESTART:
        return _new_rack(shot, articles, Player.SHOOTER)
    if len(options) == 1:
        only = _new_rack(shot, articles, Player.SHOOTER)
        return replace(only, choice_of=Player.SHOOTER, options=options)
    return Ruling(
        articles=articles,
        turn=Player.SHOOTER,
        waiting=_left_table(shot),
        choice_of=Player.SHOOTER,
        options=options,
    )


def _balls(shot: Shot, parameters: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What stays down and what comes back: the 8 always, and what flew off as the open table says."""
    back = {EIGHT} & {*shot.falls, *shot.off}
    if parameters["off_table_on_open_table"] == "respot_all":
        back |= set(shot.off)
    return tuple(ball for ball in _left_table(shot) if ball not in back), tuple(sorted(back))


def _usual(shot: Shot, parameters: Mapping[str, Any], fouls: tuple[Foul, ...]) -> Ruling:
    legal = is_legal_break(len(shot.falls), shot.to_cushion, parameters)
    cue_gone = bool(CUE_BALL_GONE & set(fouls))
    illegal = legal is False
    if illegal and parameters["cue_on_illegal_break"] == "no_foul":
        fouls = tuple(foul for foul in fouls if foul not in CUE_BALL_GONE)
    letters = letters_of(fouls, legal_break=not illegal)
    stays, respot = _balls(shot, parameters)
    ruling = Ruling(
        articles=_articles(shot, letters, illegal=illegal, cue_gone=cue_gone, is_foul=bool(fouls)),
        is_foul=bool(fouls),
        foul_letters=letters,
        turn=Player.RIVAL,
        in_hand=in_hand_after_foul(Phase.BREAK) if fouls or cue_gone else None,
        stays=stays,
        respot=respot,
    )
    if illegal:
        return _rivals_choice(shot, ruling)
    keeps = bool(set(shot.falls) - {EIGHT}) and parameters["break_pot_keeps_turn"]
    if keeps and not fouls and not shot.off:
        return replace(ruling, turn=Player.SHOOTER)
    return ruling


def _rivals_choice(shot: Shot, ruling: Ruling) -> Ruling:
    """The rival takes the table as it lies, or racks and breaks himself (7.2)."""
    if shot.choice is Choice.ACCEPT_TABLE:
        return ruling
    if shot.choice is Choice.RACK_AND_BREAK:
        again = _new_rack(shot, ruling.articles, Player.RIVAL)
        return replace(again, is_foul=ruling.is_foul, foul_letters=ruling.foul_letters)
    return replace(ruling, choice_of=Player.RIVAL, options=AFTER_ILLEGAL)


def _articles(
    shot: Shot, letters: tuple[str, ...], *, illegal: bool, cue_gone: bool, is_foul: bool
) -> tuple[str, ...]:
    found = ["7.2"] if illegal else ["7.1"]
    if is_foul:
        found += [*articles_of(letters), "13.1"]
    if cue_gone and not illegal:
        found += ["8.1", "8.2"]
    if EIGHT in shot.off:
        found.append("20.1 c")
    if shot.off:
        found += ["15.1", "15.2"]
    if EIGHT in shot.falls or shot.off:
        found.append("16")
    return (*found, "11.1") if shot.falls else tuple(found)
