"""Tables of what happened at the tables."""

from matches.models.actas import (
    IDENTIFIED_BY,
    SIGNATORY_ROLES,
    SIGNATURE_KINDS,
    Acta,
    ActaContent,
    ActaFile,
    SealCertificate,
    Signature,
)
from matches.models.admissions import CaptainAdmission
from matches.models.boards import Board, EncounterVersion, Partida, Pen, SheetEntry, TableSession
from matches.models.incidents import Incident, IncidentPerson, IncidentText
from matches.models.line_ups import Appearance, BoardAppearance, LineUp, LineUpSlot
from matches.models.paper import PaperSheet
from matches.models.people_at_tables import CheckIn, PinMisses, TablePin
from matches.models.resumptions import Resumption
from matches.models.reviews import ActaReview

__all__ = [
    "IDENTIFIED_BY",
    "SIGNATORY_ROLES",
    "SIGNATURE_KINDS",
    "Acta",
    "ActaContent",
    "ActaFile",
    "ActaReview",
    "Appearance",
    "Board",
    "BoardAppearance",
    "CaptainAdmission",
    "CheckIn",
    "EncounterVersion",
    "Incident",
    "IncidentPerson",
    "IncidentText",
    "LineUp",
    "LineUpSlot",
    "PaperSheet",
    "Partida",
    "Pen",
    "PinMisses",
    "Resumption",
    "SealCertificate",
    "SheetEntry",
    "Signature",
    "TablePin",
    "TableSession",
]
