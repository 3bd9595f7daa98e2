"""One stroke, as somebody describes it, and what is ruled on it (art. 2, 5 to 8, 10 to 20). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from federation.rules.errors import RuleError
from matches.rules.pool.balls import EIGHT, Group, check_ball, check_pocket, group_of


class Phase(StrEnum):
    """When the stroke was made."""

    BREAK = "break"
    OPEN_TABLE = "open_table"  # after the break, no group assigned
    GROUP_PLAY = "group_play"


class Foul(StrEnum):
    """What the described stroke did against article 12 (Faltas); whether it is one, the phase says."""

    CUE_BALL_POCKETED = "cue_ball_pocketed"
    CUE_BALL_OFF_TABLE = "cue_ball_off_table"
    WRONG_BALL_FIRST = "wrong_ball_first"
    NO_CUSHION = "no_cushion"
    THROUGH_EIGHT = "combination_through_eight"
    NO_FOOT_ON_FLOOR = "no_foot_on_floor"
    BALL_TOUCHED = "ball_touched"
    SCOOPED_JUMP = "scooped_jump"
    ADVISED = "advised"
    UNSPECIFIED = "unspecified"


CUE_BALL_GONE = frozenset({Foul.CUE_BALL_POCKETED, Foul.CUE_BALL_OFF_TABLE})


class Player(StrEnum):
    """Who was at the table in the stroke, and his opponent."""

    SHOOTER = "shooter"
    RIVAL = "rival"


class Choice(StrEnum):
    """What somebody may choose after a break: the first two in article 6, the others in 7.2."""

    RESTART = "restart"
    RESPOT = "respot"
    ACCEPT_TABLE = "accept_table"
    RACK_AND_BREAK = "rack_and_break"


class InHand(StrEnum):
    """Where the cue ball is put by hand."""

    ANYWHERE = "anywhere"
    BEHIND_LINE = "behind_line"


class LossLetter(StrEnum):
    """The ways of article 20 to lose a frame."""

    FOUL = "a"
    WITH_LAST_BALL = "b"
    OFF_TABLE = "c"
    WRONG_POCKET = "d"
    BALLS_LEFT = "e"
    WITH_CUE_BALL = "f"


@dataclass(frozen=True)
class Call:
    """The ball called and its pocket (art. 2.1)."""

    ball: int
    pocket: int


@dataclass(frozen=True)
class Shot:
    """A stroke. `group` and `group_left` are the shooter's; `group_left` empty: he plays the 8.

    `falls` holds the coloured balls that fell, with their pocket where it was noted; `first_contact`
    None is a permitted ball; `to_cushion` counts balls driven to a cushion on the break, None: not told.
    """

    phase: Phase
    group: Group | None = None
    group_left: tuple[int, ...] | None = None
    called: Call | None = None
    falls: Mapping[int, int | None] = field(default_factory=dict)
    off: tuple[int, ...] = ()
    first_contact: int | None = None
    through_eight: bool = False
    fouls: tuple[Foul, ...] = ()
    consecutive_fouls: int | None = None
    to_cushion: int | None = None
    choice: Choice | None = None
    coin_table: bool = False
    official: bool = True

    @property
    def is_open(self) -> bool:
        """Has nobody a group yet (art. 5)?"""
        return self.phase is not Phase.GROUP_PLAY or self.group is None

    @property
    def plays_eight(self) -> bool:
        """Has the shooter pocketed all of his group before the stroke (art. 12, Anotación)?"""
        return not self.is_open and self.group_left == ()

    @property
    def as_called(self) -> bool:
        """Did the called ball fall where it was called? A pocket that nobody noted is not the called one."""
        return self.called is not None and self.falls.get(self.called.ball) == self.called.pocket

    @property
    def is_through_eight(self) -> bool:
        """Did a called ball of his own fall by a combination with the 8 (art. 18, Tiros combinados)?"""
        if self.is_open or self.plays_eight or self.called is None:
            return False
        own = group_of(self.called.ball) is self.group and self.called.ball in self.falls
        return own and (self.through_eight or self.first_contact == EIGHT)


def check_shot(shot: Shot) -> None:
    """RuleError where the description cannot be of one stroke: `ball_not_valid`, `pocket_not_valid`,
    `ball_down_and_off`, `group_needed`, `ball_of_other_group`, `ball_was_gone`, `called_ball_gone`.
    """
    for ball in (*shot.falls, *shot.off, *(shot.group_left or ())):
        check_ball(ball)
    for pocket in shot.falls.values():
        if pocket is not None:
            check_pocket(pocket)
    if shot.called is not None:
        check_ball(shot.called.ball)
        check_pocket(shot.called.pocket)
    both = sorted(set(shot.falls) & set(shot.off))
    if both or len(set(shot.off)) < len(shot.off):
        raise RuleError("ball_down_and_off", field="off", ball=(both or sorted(shot.off))[0])
    if shot.phase is Phase.GROUP_PLAY:
        _check_group(shot)


def _check_group(shot: Shot) -> None:
    if shot.group is None:
        raise RuleError("group_needed", field="group")
    if shot.group_left is None:
        return
    left = set(shot.group_left)
    if strange := [ball for ball in shot.group_left if group_of(ball) is not shot.group]:
        raise RuleError("ball_of_other_group", field="group_left", ball=strange[0])
    gone = [ball for ball in (*shot.falls, *shot.off) if group_of(ball) is shot.group and ball not in left]
    if gone:
        raise RuleError("ball_was_gone", field="falls", ball=gone[0])
    called = shot.called.ball if shot.called else None
    if called is not None and group_of(called) is shot.group and called not in left:
        raise RuleError("called_ball_gone", field="called_ball", ball=called)


@dataclass(frozen=True)
class Ruling:
    """What follows from one stroke: always exactly one of these.

    `stays` are coloured balls that left the table and do not come back, `respot` those that come back
    (a new rack brings back all); `waiting` those whose fate a choice or a person decides. `winner` ends
    the frame and leaves no turn. `group` is the shooter's after the stroke. `ask` names the parameter
    that leaves the answer to a person.
    """

    articles: tuple[str, ...]
    is_foul: bool = False
    foul_letters: tuple[str, ...] = ()
    winner: Player | None = None
    lost_by: LossLetter | None = None
    turn: Player | None = None
    in_hand: InHand | None = None
    group: Group | None = None
    stays: tuple[int, ...] = ()
    respot: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    rack_again: bool = False
    choice_of: Player | None = None
    options: tuple[Choice, ...] = ()
    ask: str | None = None

    @property
    def is_open(self) -> bool:
        """Does the frame go on with an open table?"""
        return self.winner is None and self.group is None

    @property
    def loser(self) -> Player | None:
        """Who loses the frame by this stroke."""
        if self.winner is None:
            return None
        return Player.RIVAL if self.winner is Player.SHOOTER else Player.SHOOTER

    def counted_for(self, player: Player) -> tuple[int, ...]:
        """The balls of a player's group that this stroke has put away."""
        if self.group is None:
            return ()
        group = self.group if player is Player.SHOOTER else self.group.other
        return tuple(ball for ball in self.stays if group_of(ball) is group)
