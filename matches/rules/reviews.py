"""The committee's look at a sealed acta (art. 20): what it may decide, and what follows. Pure.

A correction ends in the next version of the acta, made of the one before and of what was decided; a
reopening suspends the encounter until it is played, closed and signed again. Which of them it is comes
out of the replay: as long as nothing is left to be played, nobody is called back to a table.
"""

from dataclasses import dataclass
from enum import StrEnum

from federation.rules.errors import RuleError
from matches.rules.sheet_event_entries import RulingKind

LONGEST_REASON = 1000
LONGEST_DECISION = 200


class Subject(StrEnum):
    """What a committee decides about: a hand, a partida, a fact that is no score, how somebody is called."""

    HAND_STANDS = "hand_stands"
    VOID_HAND = "void_hand"
    REPLAY_HAND = "replay_hand"
    REPLAY_PARTIDA = "replay_partida"
    VALIDATE = "validate"
    AHEAD_WINS = "ahead_wins"
    RESUME = "resume"
    NOTE = "note"
    NAME = "name"


class Way(StrEnum):
    """What follows: the next version at once, or the encounter open again."""

    CORRECT = "correct"
    REOPEN = "reopen"


ABOUT_A_HAND = frozenset({Subject.HAND_STANDS, Subject.VOID_HAND, Subject.REPLAY_HAND})
ABOUT_A_SHEET = frozenset(Subject) - {Subject.NOTE, Subject.NAME}
# They send somebody back to the table, or they decide nothing.
PLAYED_AGAIN = frozenset({Subject.REPLAY_HAND, Subject.REPLAY_PARTIDA, Subject.RESUME})


@dataclass(frozen=True)
class Finding:
    """One decision as it was taken: about what, why, by which resolution.

    `partida` and `hand` for what is about a sheet, `text` for a fact to be noted, `person` for a name;
    `winner` where the body names one; `distorted` is its finding that the result was distorted.
    """

    subject: Subject
    reason: str
    decision: str = ""
    partida: int | None = None
    hand: int | None = None
    winner: str | None = None
    distorted: bool = False
    text: str = ""
    person: int | None = None

    @property
    def ruling(self) -> RulingKind | None:
        """The kind of entry that it leaves on a sheet."""
        return RulingKind(self.subject.value) if self.subject in ABOUT_A_SHEET else None


def check_finding(finding: Finding) -> None:
    """RuleError unless it says what it must: `reason_needed`, `reason_long`, `decision_long`,
    `review_partida_needed`, `review_hand_needed`, `review_text_needed`, `review_person_needed`.
    """
    if finding.subject in ABOUT_A_SHEET and finding.partida is None:
        raise RuleError("review_partida_needed", field="about")
    if finding.subject in ABOUT_A_HAND and finding.hand is None:
        raise RuleError("review_hand_needed", field="about")
    if finding.subject is Subject.NOTE and not finding.text.strip():
        raise RuleError("review_text_needed", field="text")
    if finding.subject is Subject.NAME and finding.person is None:
        raise RuleError("review_person_needed", field="person")
    if not finding.reason.strip():
        raise RuleError("reason_needed", field="reason")
    if len(finding.reason) > LONGEST_REASON:
        raise RuleError("reason_long", field="reason", most=LONGEST_REASON)
    if len(finding.decision) > LONGEST_DECISION:
        raise RuleError("decision_long", field="decision", most=LONGEST_DECISION)


def way_of(subject: Subject, *, left_to_play: bool) -> Way:
    """What follows from a decision, `left_to_play` after it; RuleError `replay_changes_nothing`."""
    if subject in PLAYED_AGAIN and not left_to_play:
        raise RuleError("replay_changes_nothing", field="subject")
    return Way.REOPEN if left_to_play else Way.CORRECT
