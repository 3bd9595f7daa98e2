"""What may stand in the stream of a sheet of frames, and how its data is read. Pure.

As in `sheet_entries`: a reader takes anything and gives a typed value or RuleError `malformed_entry`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from matches.rules.domino.officials import ApprovalHow
from matches.rules.entry_reading import (
    flag_of,
    malformed,
    number_of,
    person_of,
    person_or_none,
    persons_of,
    text_of,
    word_of,
)
from matches.rules.pool.balls import Group
from matches.rules.pool.endings import Ending
from matches.rules.pool.fouls import LETTERS
from matches.rules.pool.shots import Choice
from matches.rules.pool.slow_play import Step
from matches.rules.sides import Person, Side

Data = Mapping[str, Any]
MOST_MINUTES = 1440
MOST_SECONDS = 3600


class FrameEntryKind(StrEnum):
    """The acts that a table writes."""

    LAG = "lag"
    BREAK = "break"
    NEW_RACK = "new_rack"
    GROUPS = "groups"
    FOUL = "foul"
    WARNING = "warning"
    PACE = "pace"
    FRAME = "frame"
    NULL_GAME = "null_game"
    APPROVAL = "approval"
    DISAGREEMENT = "disagreement"
    SETTLEMENT = "settlement"
    RETRACTION = "retraction"
    LATE = "late"
    NO_SHOW = "no_show"
    CONCESSION = "concession"
    DISQUALIFICATION = "disqualification"
    SUSPENSION = "suspension"
    RULING = "ruling"


@dataclass(frozen=True)
class FrameEntry:
    """One act, as it is kept; `frame` and `revision` name the row it speaks of."""

    seq: int
    kind: FrameEntryKind
    frame: int | None
    revision: int | None
    by: str | None
    data: Mapping[str, Any]


class Writer(StrEnum):
    """Who writes a frame: one side, or the judge."""

    HOME = "home"
    AWAY = "away"
    JUDGE = "judge"


class Legality(StrEnum):
    """What was noted of a break."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    NOT_NOTED = "not_noted"


class EightOnBreak(StrEnum):
    """Where the 8 went on the break."""

    ON_TABLE = "on_table"
    POCKETED = "pocketed"
    OFF = "off"


class Agreed(StrEnum):
    """Why a frame is racked again other than by the break itself."""

    BOTH_AGREE = "both_agree"
    STALEMATE = "stalemate"


class FrameRulingKind(StrEnum):
    """What the competent body decides of a partida that is suspended or has ended."""

    RESUME = "resume"
    NAMED_WINNER = "named_winner"
    SCORE_STANDS = "score_stands"
    VOID = "void"


@dataclass(frozen=True)
class Deciding:
    """Who took a referee's decision: the judge, or both captains where there is none."""

    judge: Person | None
    captains: tuple[Person, ...]

    @property
    def both_captains(self) -> bool:
        """Two different persons, and no judge?"""
        return len(set(self.captains)) > 1


@dataclass(frozen=True)
class LagData:
    """Who won the lag, and who breaks as he chose (art. 4.1)."""

    winner: Side
    breaks: Side


@dataclass(frozen=True)
class BreakData:
    """What a break was, and what was chosen after it."""

    breaker: Side
    legality: Legality
    eight: EightOnBreak
    cue_ball_gone: bool
    choice: Choice | None


@dataclass(frozen=True)
class NewRackData:
    """A new rack of the same frame."""

    cause: Agreed
    by: Deciding


@dataclass(frozen=True)
class FoulData:
    """A foul of somebody, by its letter in article 12 (Faltas)."""

    side: Side
    person: Person
    letter: str
    on_purpose: bool


@dataclass(frozen=True)
class WarningData:
    """A warning for fouls on purpose (art. 18, Bola blanca en contacto)."""

    person: Person
    by: Deciding


@dataclass(frozen=True)
class PaceData:
    """A step of the ladder of slow play (art. 24)."""

    person: Person
    step: Step
    seconds: int | None
    by: Deciding


@dataclass(frozen=True)
class FrameFigures:
    """How a frame ended, as somebody saw it; `side` as `endings.winner_of` reads it."""

    ending: Ending
    side: Side | None
    run_out: bool = False


@dataclass(frozen=True)
class FrameData:
    """A frame as it was written."""

    figures: FrameFigures
    breaker: Side
    written_by: Writer


@dataclass(frozen=True)
class NullGameData:
    """A null game of somebody who was warned, by judge or committee, with a reason."""

    person: Person
    reason: str
    judge: Person


@dataclass(frozen=True)
class FrameApproval:
    """Who approves, for which side, and how."""

    side: Side
    person: Person
    how: ApprovalHow


@dataclass(frozen=True)
class FrameSettlement:
    """The figures that replace a disputed frame's, and who settled it."""

    figures: FrameFigures
    reason: str
    judge: Person | None
    persons: tuple[Person, ...]


@dataclass(frozen=True)
class FrameRetraction:
    """Who agreed to take the last frame back, or the judge."""

    approved_by: tuple[Person, ...]
    judge: Person | None


@dataclass(frozen=True)
class FrameRuling:
    """A decision of the competent body."""

    kind: FrameRulingKind
    winner: Side | None
    reason: str


def deciding_of(data: Data) -> Deciding:
    """Who decided in the referee's place."""
    return Deciding(person_or_none(data, "judge"), persons_of(data, "captains"))


def side_or_none(data: Data, key: str) -> Side | None:
    """A side, or none."""
    return None if data.get(key) is None else word_of(data, key, Side)


def read_lag(data: Data) -> LagData:
    """A lag."""
    return LagData(word_of(data, "winner", Side), word_of(data, "breaks", Side))


def read_break(data: Data) -> BreakData:
    """A break."""
    chosen = data.get("choice")
    return BreakData(
        word_of(data, "breaker", Side),
        word_of(data, "legality", Legality),
        word_of(data, "eight", EightOnBreak),
        flag_of(data, "cue_ball_gone"),
        None if chosen is None else word_of(data, "choice", Choice),
    )


def read_new_rack(data: Data) -> NewRackData:
    """A new rack."""
    return NewRackData(word_of(data, "cause", Agreed), deciding_of(data))


def read_groups(data: Data) -> tuple[Side, Group]:
    """A side and its group; the other's follows."""
    return word_of(data, "side", Side), word_of(data, "group", Group)


def read_foul(data: Data) -> FoulData:
    """A foul."""
    letter = text_of(data, "letter")
    if letter not in LETTERS:
        raise malformed("letter")
    return FoulData(
        word_of(data, "side", Side), person_of(data, "person"), letter, flag_of(data, "on_purpose")
    )


def read_warning(data: Data) -> WarningData:
    """A warning."""
    return WarningData(person_of(data, "person"), deciding_of(data))


def read_pace(data: Data) -> PaceData:
    """A step of slow play."""
    seconds = None if data.get("seconds") is None else number_of(data, "seconds", MOST_SECONDS)
    return PaceData(person_of(data, "person"), word_of(data, "step", Step), seconds, deciding_of(data))


def read_figures(data: Data) -> FrameFigures:
    """How a frame ended."""
    return FrameFigures(word_of(data, "ending", Ending), side_or_none(data, "side"), flag_of(data, "run_out"))


def read_frame(data: Data) -> FrameData:
    """A frame as it was written."""
    return FrameData(read_figures(data), word_of(data, "breaker", Side), word_of(data, "written_by", Writer))


def read_null_game(data: Data) -> NullGameData:
    """A null game."""
    return NullGameData(person_of(data, "person"), text_of(data, "reason"), person_of(data, "judge"))


def read_approval(data: Data) -> FrameApproval:
    """An approval."""
    return FrameApproval(
        word_of(data, "side", Side), person_of(data, "person"), word_of(data, "how", ApprovalHow)
    )


def read_disagreement(data: Data) -> tuple[Side, FrameFigures]:
    """Whose side disagrees, and what it saw. The figures' own side stands under `side`."""
    return word_of(data, "of", Side), read_figures(data)


def read_settlement(data: Data) -> FrameSettlement:
    """A settlement."""
    return FrameSettlement(
        read_figures(data),
        text_of(data, "reason"),
        person_or_none(data, "judge"),
        persons_of(data, "persons"),
    )


def read_retraction(data: Data) -> FrameRetraction:
    """A retraction."""
    return FrameRetraction(persons_of(data, "approved_by"), person_or_none(data, "judge"))


def read_late(data: Data) -> tuple[Side, int]:
    """Who came late, and by how many minutes."""
    return word_of(data, "side", Side), number_of(data, "minutes", MOST_MINUTES)


def read_absent(data: Data) -> tuple[Side, ...]:
    """The sides that did not come."""
    sides = persons_of(data, "sides")
    if not sides or len(set(sides)) < len(sides) or not set(sides) <= {side.value for side in Side}:
        raise malformed("sides")
    return tuple(Side(side) for side in sides)


def read_ruling(data: Data) -> FrameRuling:
    """A ruling."""
    return FrameRuling(
        word_of(data, "kind", FrameRulingKind), side_or_none(data, "winner"), text_of(data, "reason")
    )
