"""Tables of the federation and its people."""

from federation.models.append_only import AppendOnly, ProtectedRowError
from federation.models.audit import AuditDetail, AuditEntry, ChainHead, WriteReceipt
from federation.models.clubs import Club, ClubState, Discipline, Venue, VenueTable
from federation.models.delegations import ClubDelegation
from federation.models.duplicates import DuplicateReason, PersonKey, PossibleDuplicate
from federation.models.erasures import Erasure, ErasureBasis, ErasureHold
from federation.models.imports import ColumnMapping, Import, ImportKind, ImportRow, ImportState, RowVerdict
from federation.models.invitations import Invitation
from federation.models.judges import JudgeAbsence
from federation.models.licences import (
    ENDED_LICENCES,
    Licence,
    LicenceKind,
    LicenceSeries,
    LicenceState,
    LicenceStep,
)
from federation.models.mail import OutgoingMail
from federation.models.people import Person, PersonWord
from federation.models.person_ties import PersonTie
from federation.models.personal_data import (
    DataAccess,
    DocumentKind,
    PersonalData,
    PersonMerge,
    PersonPhoto,
    Retention,
)
from federation.models.regulations import Regulation, RegulationVersion
from federation.models.requests import OPEN_REQUESTS, ClubRequest, RequestKind, RequestState, RequestStep
from federation.models.seasons import Federation, Season
from federation.models.teams import CAPTAINCY, PLAYS, SPEAKS_FOR_TEAM, RosterEntry, RosterRole, Team
from federation.models.users import Role, RoleAssignment, User

__all__ = [
    "CAPTAINCY",
    "ENDED_LICENCES",
    "OPEN_REQUESTS",
    "PLAYS",
    "SPEAKS_FOR_TEAM",
    "AppendOnly",
    "AuditDetail",
    "AuditEntry",
    "ChainHead",
    "Club",
    "ClubDelegation",
    "ClubRequest",
    "ClubState",
    "ColumnMapping",
    "DataAccess",
    "Discipline",
    "DocumentKind",
    "DuplicateReason",
    "Erasure",
    "ErasureBasis",
    "ErasureHold",
    "Federation",
    "Import",
    "ImportKind",
    "ImportRow",
    "ImportState",
    "Invitation",
    "JudgeAbsence",
    "Licence",
    "LicenceKind",
    "LicenceSeries",
    "LicenceState",
    "LicenceStep",
    "OutgoingMail",
    "Person",
    "PersonKey",
    "PersonMerge",
    "PersonPhoto",
    "PersonTie",
    "PersonWord",
    "PersonalData",
    "PossibleDuplicate",
    "ProtectedRowError",
    "Regulation",
    "RegulationVersion",
    "RequestKind",
    "RequestState",
    "RequestStep",
    "Retention",
    "Role",
    "RoleAssignment",
    "RosterEntry",
    "RosterRole",
    "RowVerdict",
    "Season",
    "Team",
    "User",
    "Venue",
    "VenueTable",
    "WriteReceipt",
]
