"""Tables of the federation and its people."""

from federation.models.append_only import AppendOnly, ProtectedRowError
from federation.models.audit import AuditDetail, AuditEntry, ChainHead, WriteReceipt
from federation.models.clubs import Club, Discipline, Venue, VenueTable
from federation.models.delegations import ClubDelegation
from federation.models.invitations import Invitation
from federation.models.mail import OutgoingMail
from federation.models.people import Licence, LicenceKind, LicenceState, Person
from federation.models.regulations import Regulation, RegulationVersion
from federation.models.seasons import Federation, Season
from federation.models.teams import CAPTAINCY, PLAYS, SPEAKS_FOR_TEAM, RosterEntry, RosterRole, Team
from federation.models.users import Role, RoleAssignment, User

__all__ = [
    "CAPTAINCY",
    "PLAYS",
    "SPEAKS_FOR_TEAM",
    "AppendOnly",
    "AuditDetail",
    "AuditEntry",
    "ChainHead",
    "Club",
    "ClubDelegation",
    "Discipline",
    "Federation",
    "Invitation",
    "Licence",
    "LicenceKind",
    "LicenceState",
    "OutgoingMail",
    "Person",
    "ProtectedRowError",
    "Regulation",
    "RegulationVersion",
    "Role",
    "RoleAssignment",
    "RosterEntry",
    "RosterRole",
    "Season",
    "Team",
    "User",
    "Venue",
    "VenueTable",
    "WriteReceipt",
]
