"""One stroke and its ruling (art. 2, 5, 6 to 8, 10 to 20): `rule_shot` answers any stroke described. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from federation.rules.parameters import deciding
from federation.rules.pool_articles import COMBINATIONS, SCORING
from matches.rules.pool.balls import EIGHT, Group, group_of
from matches.rules.pool.fouls import articles_of, fouls_of, in_hand_after_foul, letters_of
from matches.rules.pool.ruling_break import rule_break
from matches.rules.pool.shots import CUE_BALL_GONE, Foul, LossLetter, Phase, Player, Ruling, Shot

SHOT_PARAMETERS = (
    "legal_break",
    "eight_and_cue_on_break",
    "eight_off_on_break",
    "eight_on_break_coin_table",
    "cue_on_illegal_break",
    "break_pot_keeps_turn",
    "open_table_wrong_pocket",
    "open_table_cushion",
    "off_table_on_open_table",
    "eight_on_open_table",
    "eight_not_called",
    "combination_through_eight",
    "coin_table_official",
)
FOULS_IN_A_ROW = 3

Fouls = tuple[Foul, ...]
Balls = tuple[int, ...]


def rule_shot(shot: Shot, parameters: Mapping[str, Any]) -> Ruling:
    """The one ruling on a stroke under these parameters; never refuses."""
    ruling = rule_break(shot, parameters) if shot.phase is Phase.BREAK else _after_break(shot, parameters)
    if ruling.is_foul and (shot.consecutive_fouls or 0) >= FOULS_IN_A_ROW:
        # However many in a row: no frame is lost by them.
        return replace(ruling, articles=(*ruling.articles, "21.3"))
    return ruling


def decided_by(shot: Shot, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters another option of which would have given another ruling."""

    def without_articles(values: Mapping[str, Any]) -> Ruling:
        return replace(rule_shot(shot, values), articles=())

    return deciding(SHOT_PARAMETERS, parameters, without_articles)


def balls_stay_on_coin_table(shot: Shot, parameters: Mapping[str, Any]) -> bool:
    """Does everything that fell stay down (2.4, 14.3)? In official competitions by `coin_table_official`."""
    return shot.coin_table and (not shot.official or parameters["coin_table_official"] == "balls_stay")


def _after_break(shot: Shot, parameters: Mapping[str, Any]) -> Ruling:
    fouls = fouls_of(shot, parameters)
    letter = loss_letter(shot, parameters, fouls)
    left = tuple(sorted({*shot.falls, *shot.off}))
    group = None if shot.is_open else shot.group
    letters = letters_of(fouls)
    if letter is not None:
        also = articles_of(letters) if fouls else ()
        return Ruling(
            articles=(f"20.1 {letter}", *also),
            is_foul=bool(fouls),
            foul_letters=letters,
            winner=Player.RIVAL,
            lost_by=letter,
            group=group,
            stays=left,
        )
    if shot.plays_eight and not fouls and shot.called and shot.called.ball == EIGHT and shot.as_called:
        return Ruling(articles=("1.3", "19.1"), winner=Player.SHOOTER, group=group, stays=left)
    return _stroke(shot, parameters, fouls)


def loss_letter(shot: Shot, parameters: Mapping[str, Any], fouls: Fouls) -> LossLetter | None:
    """The letter of article 20 by which the shooter loses, the most specific first; None: he does not.

    Not for the break. Missing the 8 is no loss.
    """
    if EIGHT in shot.off:
        return LossLetter.OFF_TABLE
    if EIGHT not in shot.falls:
        return None
    if CUE_BALL_GONE & set(fouls):
        return LossLetter.WITH_CUE_BALL
    if shot.is_open:
        early = parameters["eight_on_open_table"] == "loss"
        return LossLetter.FOUL if fouls else LossLetter.BALLS_LEFT if early else None
    if not shot.plays_eight:
        last = shot.group_left is not None and set(shot.group_left) <= set(shot.falls)
        return LossLetter.WITH_LAST_BALL if last else LossLetter.BALLS_LEFT
    return _letter_playing_eight(shot, parameters, fouls)


def _letter_playing_eight(shot: Shot, parameters: Mapping[str, Any], fouls: Fouls) -> LossLetter | None:
    designated = shot.called is not None and shot.called.ball == EIGHT
    if designated and not shot.as_called:
        return LossLetter.WRONG_POCKET
    if fouls:
        return LossLetter.FOUL
    if not designated and parameters["eight_not_called"] == "loss":
        return LossLetter.WRONG_POCKET
    return None


def _stroke(shot: Shot, parameters: Mapping[str, Any], fouls: Fouls) -> Ruling:
    """The frame goes on: which balls stay, whose turn, and whether this stroke has set the groups."""
    legal = _pockets_legally(shot, fouls)
    group = None if shot.is_open else shot.group
    if shot.is_open and shot.called is not None and legal:
        group = group_of(shot.called.ball)
    stays, respot = _balls(shot, parameters, group, legal=legal)
    # A rival's ball may be called and other balls count with it (2.2); the turn needs one of his own.
    goes_on = legal and not shot.off and any(group_of(ball) is group for ball in shot.falls)
    letters = letters_of(fouls)
    return Ruling(
        articles=_articles(shot, fouls, letters, legal=legal, respot=respot),
        is_foul=bool(fouls),
        foul_letters=letters,
        turn=Player.SHOOTER if goes_on else Player.RIVAL,
        in_hand=in_hand_after_foul(shot.phase) if fouls else None,
        group=group,
        stays=stays,
        respot=respot,
    )


def _pockets_legally(shot: Shot, fouls: Fouls) -> bool:
    """Did the called ball fall as called (2.1, 11.2, 14.1, 18 Tiros combinados)? Of either group: 14.1 asks
    no more of it.
    """
    if fouls or shot.called is None or not shot.as_called or shot.is_through_eight:
        return False
    return group_of(shot.called.ball) is not None


def _balls(
    shot: Shot, parameters: Mapping[str, Any], group: Group | None, *, legal: bool
) -> tuple[Balls, Balls]:
    back = {ball for ball in shot.off if _flies_back(ball, shot, parameters, group)}
    if EIGHT in shot.falls:
        # Only where it lost nothing: it always comes back then.
        back.add(EIGHT)
    if not legal and not balls_stay_on_coin_table(shot, parameters):
        back |= {ball for ball in shot.falls if _comes_back(ball, shot, parameters)}
    left = sorted({*shot.falls, *shot.off})
    return tuple(ball for ball in left if ball not in back), tuple(ball for ball in left if ball in back)


def _comes_back(ball: int, shot: Shot, parameters: Mapping[str, Any]) -> bool:
    """Illegally pocketed: his own come back, the rival's stay (2.3, 14.2); with no groups, as it says."""
    if shot.is_open:
        return bool(parameters["open_table_wrong_pocket"] == "respot")
    return group_of(ball) is shot.group


def _flies_back(ball: int, shot: Shot, parameters: Mapping[str, Any], group: Group | None) -> bool:
    """Off the table: his own come back, the rival's count as pocketed (15.2); with no groups, as it says."""
    if shot.is_open and parameters["off_table_on_open_table"] == "respot_all":
        return True
    return group_of(ball) is group


def _articles(
    shot: Shot, fouls: Fouls, letters: tuple[str, ...], *, legal: bool, respot: Balls
) -> tuple[str, ...]:
    found: list[str] = []
    if fouls:
        found += [*articles_of(letters), "13.1"]
    if legal:
        found += ["11.2"] if shot.is_open else []
        found += ["2.2"] if len(shot.falls) > 1 else []
        found += [] if shot.off else [f"{SCORING} 1"]
    elif shot.is_through_eight:
        found.append(f"{COMBINATIONS} 1")
    elif not fouls:
        found.append("2.1")
    if shot.falls and not legal:
        found += ["14.1", "14.2"] if fouls else ["2.3"]
        found += ["2.4", "14.3"] if shot.coin_table else []
    if shot.off:
        found += ["15.1", "15.2"]
    return (*found, "16.1") if respot else tuple(found)
