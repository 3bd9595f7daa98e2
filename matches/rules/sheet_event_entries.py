"""How the data of what happens beside the hands is read (art. 15 to 20). Pure.

As in `sheet_entries`: anything may come in; each reader gives a typed value or
RuleError `malformed_entry`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.infractions import Moment, Remedy
from matches.rules.entry_reading import (
    malformed,
    person_of,
    person_or_none,
    persons_of,
    text_of,
    word_of,
)
from matches.rules.sides import Person, Side

Data = Mapping[str, Any]
LONGEST_MINUTES = 1440
_DIGEST = re.compile(r"[0-9a-f]{64}")


class AnnulCause(StrEnum):
    """Why a hand counts nothing."""

    FALSE_THINKING = "false_thinking"
    FALSE_PASS = "false_pass"  # noqa: S105 - a word of the rulebook
    DROPPED_TILE = "dropped_tile"
    RULING = "ruling"  # of the competent body (art. 20)


class MomentWord(StrEnum):
    """`infractions.Moment` as an entry holds it."""

    AT_ONCE = "at_once"
    LATER_IN_HAND = "later_in_hand"
    AFTER_HAND = "after_hand"
    AFTER_NEXT_LEAD = "after_next_lead"

    @property
    def moment(self) -> Moment:
        """The moment, comparable."""
        return Moment[self.name]


class RulingKind(StrEnum):
    """What the competent body rules about a partida (art. 20)."""

    RESUME = "resume"
    VALIDATE = "validate"
    AHEAD_WINS = "ahead_wins"
    REPLAY_HAND = "replay_hand"
    REPLAY_PARTIDA = "replay_partida"
    VOID_HAND = "void_hand"
    HAND_STANDS = "hand_stands"


@dataclass(frozen=True)
class AnnulmentData:
    """An infraction in a hand and what the rivals asked; who asked, intervened and agreed are kept apart.

    `captains` are those who resolved it where there is no judge. `tile` is the one that had to be
    played and `ends` what lay at both ends then, where they are known.
    """

    cause: AnnulCause
    offender: Person
    remedy: Remedy
    when: MomentWord
    asked_by: Person
    agreed: tuple[Person, ...]
    judge: Person | None
    text: str
    declared: bool
    captains: tuple[Person, ...] = ()
    tile: str = ""
    ends: str = ""


@dataclass(frozen=True)
class DropData:
    """A tile that fell: when, whose, and what the rivals decided (and which of them said it)."""

    side: Side
    person: Person | None
    moment: DropMoment
    face_up: bool | None
    decision: DropDecision | None
    decided_by: Person | None = None


@dataclass(frozen=True)
class InterruptionData:
    """Why a partida stood still, for how long, whether announced and with what measure (art. 17)."""

    cause: str
    minutes: int
    announced: bool
    person: Person | None
    measure: str = ""


@dataclass(frozen=True)
class TimeData:
    """The time is over; was a hand being played then?"""

    hand_in_play: bool


@dataclass(frozen=True)
class PaperData:
    """The partida is typed in from its Hoja of paper: the photo's SHA-256, and who opened it for that."""

    photo: str
    judge: Person | None
    captains: tuple[Person, ...]


@dataclass(frozen=True)
class SuspensionData:
    """Why a partida cannot go on; the competent body decides what becomes of it."""

    reason: str


@dataclass(frozen=True)
class RulingData:
    """A ruling of the competent body, with its reasons.

    `distorted` is its finding that what happened has distorted the result. `next_begun` says that
    the next partida of the board had begun by then, from what this one was before the ruling.
    """

    kind: RulingKind
    reason: str
    winner: Side | None
    distorted: bool = False
    next_begun: bool = False


@dataclass(frozen=True)
class AbandonmentData:
    """Who left, and what is known of it."""

    person: Person
    reason: str


@dataclass(frozen=True)
class NoShowData:
    """The sides that were not there."""

    sides: tuple[Side, ...]


@dataclass(frozen=True)
class LateData:
    """A side that came late, and by how many minutes."""

    side: Side
    minutes: int


def _switch(data: Data, key: str) -> bool:
    value = data.get(key)
    if not isinstance(value, bool):
        raise malformed(key)
    return value


def _minutes(data: Data) -> int:
    value = data.get("minutes")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LONGEST_MINUTES:
        raise malformed("minutes")
    return value


def _side_or_none(data: Data, key: str) -> Side | None:
    return None if data.get(key) is None else word_of(data, key, Side)


def read_annulment(data: Data) -> AnnulmentData:
    """A false thinking or a false pass with its remedy; a ruling or a drop have entries of their own."""
    cause = word_of(data, "cause", AnnulCause)
    if cause not in (AnnulCause.FALSE_THINKING, AnnulCause.FALSE_PASS):
        raise malformed("cause")
    return AnnulmentData(
        cause=cause,
        offender=person_of(data, "offender"),
        remedy=word_of(data, "remedy", Remedy),
        when=word_of(data, "when", MomentWord),
        asked_by=person_of(data, "asked_by"),
        agreed=persons_of(data, "agreed"),
        judge=person_or_none(data, "judge"),
        text=text_of(data, "text"),
        declared=_switch(data, "declared"),
        captains=persons_of(data, "captains"),
        tile=text_of(data, "tile"),
        ends=text_of(data, "ends"),
    )


def read_drop(data: Data) -> DropData:
    """A dropped tile."""
    face_up = data.get("face_up")
    if face_up is not None and not isinstance(face_up, bool):
        raise malformed("face_up")
    decision = data.get("decision")
    return DropData(
        side=word_of(data, "side", Side),
        person=person_or_none(data, "person"),
        moment=word_of(data, "moment", DropMoment),
        face_up=face_up,
        decision=None if decision is None else word_of(data, "decision", DropDecision),
        decided_by=person_or_none(data, "decided_by"),
    )


def read_interruption(data: Data) -> InterruptionData:
    """An interruption."""
    return InterruptionData(
        text_of(data, "cause"),
        _minutes(data),
        _switch(data, "announced"),
        person_or_none(data, "person"),
        text_of(data, "measure"),
    )


def read_time(data: Data) -> TimeData:
    """The mark of the time."""
    return TimeData(_switch(data, "hand_in_play"))


def read_paper(data: Data) -> PaperData:
    """The photo of a Hoja of paper."""
    photo = text_of(data, "photo")
    if not _DIGEST.fullmatch(photo):
        raise malformed("photo")
    return PaperData(photo, person_or_none(data, "judge"), persons_of(data, "captains"))


def read_suspension(data: Data) -> SuspensionData:
    """A suspension."""
    return SuspensionData(text_of(data, "reason"))


def read_ruling(data: Data) -> RulingData:
    """A ruling."""
    return RulingData(
        kind=word_of(data, "kind", RulingKind),
        reason=text_of(data, "reason"),
        winner=_side_or_none(data, "winner"),
        distorted="distorted" in data and _switch(data, "distorted"),
        next_begun="next_begun" in data and _switch(data, "next_begun"),
    )


def read_abandonment(data: Data) -> AbandonmentData:
    """An abandonment."""
    return AbandonmentData(person_of(data, "person"), text_of(data, "reason"))


def read_no_show(data: Data) -> NoShowData:
    """A no-show of one side or of both."""
    sides = data.get("sides")
    if not isinstance(sides, list | tuple) or not sides or len(set(map(str, sides))) != len(sides):
        raise malformed("sides")
    return NoShowData(tuple(word_of({"side": side}, "side", Side) for side in sides))


def read_late(data: Data) -> LateData:
    """A late arrival."""
    return LateData(word_of(data, "side", Side), _minutes(data))
