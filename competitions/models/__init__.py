"""Tables of what is played and how it stands."""

from competitions.models.captaincy import ActingCaptain
from competitions.models.competitions import Competition, Entrants, Round
from competitions.models.encounters import (
    STATE_LABELS,
    DesignationState,
    Encounter,
    JudgeDesignation,
    TransitionConfirmation,
)
from competitions.models.entries import Entry, EntryPlayer
from competitions.models.formats import (
    FRAMES_ARE_OF_POOL,
    EncounterFormat,
    FormatBlock,
    FormatBoard,
    SeriesLength,
)
from competitions.models.outcomes import Outcome
from competitions.models.regulation_changes import CHANGE_LABELS, RegulationChange

__all__ = [
    "CHANGE_LABELS",
    "FRAMES_ARE_OF_POOL",
    "STATE_LABELS",
    "ActingCaptain",
    "Competition",
    "DesignationState",
    "Encounter",
    "EncounterFormat",
    "Entrants",
    "Entry",
    "EntryPlayer",
    "FormatBlock",
    "FormatBoard",
    "JudgeDesignation",
    "Outcome",
    "RegulationChange",
    "Round",
    "SeriesLength",
    "TransitionConfirmation",
]
