"""Tables of what is played and how it stands."""

from competitions.models.captaincy import ActingCaptain
from competitions.models.competitions import Competition, Entrants, Entry, Round
from competitions.models.encounters import (
    STATE_LABELS,
    DesignationState,
    Encounter,
    JudgeDesignation,
    TransitionConfirmation,
)
from competitions.models.formats import (
    FRAMES_ARE_OF_POOL,
    EncounterFormat,
    FormatBlock,
    FormatBoard,
    SeriesLength,
)
from competitions.models.outcomes import Outcome

__all__ = [
    "FRAMES_ARE_OF_POOL",
    "STATE_LABELS",
    "ActingCaptain",
    "Competition",
    "DesignationState",
    "Encounter",
    "EncounterFormat",
    "Entrants",
    "Entry",
    "FormatBlock",
    "FormatBoard",
    "JudgeDesignation",
    "Outcome",
    "Round",
    "SeriesLength",
    "TransitionConfirmation",
]
