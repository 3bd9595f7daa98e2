"""Who may do what with accounts, people and rights. 404 for who may not see; 403 with a reason otherwise.

| act | administrator | office | committee, sporting director | anybody else |
|---|---|---|---|---|
| see accounts, people's rights, invitations | yes | yes | no | only his own rights |
| invite, send again, withdraw | yes | without a role | no | no |
| give and end a role of the federation | yes, but not end his own administration | no | no | no |
| close and open an account | yes, but not his own | no | no | no |
| name and dismiss a club's delegate | yes | yes | no | no |
| browse the tables (`/admin/`) | yes | no | no | no |
| note when a judge is away | yes | yes | no | the judge himself |
| import people, clubs, teams | yes | yes | no | no |
| import a calendar, compare results | yes | yes | sporting director | no |
| read regulations | yes | yes | yes | no |
| publish a version of a regulation, have a competition play by it | no | no | sporting director | no |
| approve a change of it during a season | no | no | committee, not who proposed it | no |
| see a club's area, ask for licences, renewals and squads | no | no | no | the club's delegates |
| accept, refuse, ask more of a club's request | yes | yes | no | no |
| take the copy of a person's data | yes | yes | no | the person himself |
| read who looked at personal data, erase a person's, forbid it, set periods | yes | no | no | no |

The last administrator stays: no act may leave the installation without one. `by=None`
is the system itself: a command on the machine, or the demonstration.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from federation.models import Club, Person, Role, User
from federation.queries.delegations import clubs_of
from federation.queries.roles import current_roles
from federation.rules.errors import ForbiddenError

OFFICE = frozenset({Role.OFFICE.value, Role.ADMINISTRATOR.value})
"""Roles that run the registry of people and accounts."""


def may_run_office(user: User | AnonymousUser) -> bool:
    """May see accounts and people's rights, invite, and name delegates."""
    return bool(current_roles(user) & OFFICE)


def may_administer(user: User | AnonymousUser) -> bool:
    """May give roles, close accounts and browse the tables."""
    return Role.ADMINISTRATOR in current_roles(user)


def may_see_photo(user: User | AnonymousUser, person_id: int) -> bool:
    """May see a person's photo: the office, and himself."""
    own = isinstance(user, User) and user.is_active and user.person_id == person_id
    return own or may_run_office(user)


def require_office(by: User | None) -> None:
    """Pass for office and administrators; ForbiddenError otherwise."""
    if by is not None and not may_run_office(by):
        raise ForbiddenError("only_office")


def require_administrator(by: User | None) -> None:
    """Pass for administrators; ForbiddenError otherwise."""
    if by is not None and not may_administer(by):
        raise ForbiddenError("only_administrators")


IMPORTS_OF_THE_DIRECTION = frozenset({"calendar", "results"})
"""What the sporting director may import beside the office."""


def may_import(user: User | AnonymousUser, kind: str) -> bool:
    """May bring in files of this kind, see them and take them back."""
    roles = current_roles(user)
    if roles & OFFICE:
        return True
    return Role.SPORTING_DIRECTOR in roles and kind in IMPORTS_OF_THE_DIRECTION


def require_import(by: User | None, kind: str) -> None:
    """Pass for whoever may import this kind of file; ForbiddenError otherwise."""
    if by is not None and not may_import(by, kind):
        raise ForbiddenError("only_office")


READS_REGULATIONS = OFFICE | {Role.SPORTING_DIRECTOR.value, Role.COMMITTEE.value}


def may_read_regulations(user: User | AnonymousUser) -> bool:
    """May read regulations and compare their versions: office, committee and sporting director."""
    return bool(current_roles(user) & READS_REGULATIONS)


def may_publish_regulations(user: User | AnonymousUser) -> bool:
    """May write regulations: the sporting director alone (product spec, *Who uses it*)."""
    return Role.SPORTING_DIRECTOR in current_roles(user)


def require_direction(by: User | None) -> None:
    """Pass for the sporting director; ForbiddenError otherwise."""
    if by is not None and not may_publish_regulations(by):
        raise ForbiddenError("only_direction")


def in_committee(user: User | AnonymousUser) -> bool:
    """Does the account sit in the committee today?"""
    return Role.COMMITTEE in current_roles(user)


def may_note_absences(user: User | AnonymousUser, person: Person) -> bool:
    """May say when a judge is away: himself, and whoever runs the office."""
    if may_run_office(user):
        return True
    return isinstance(user, User) and user.is_active and user.person_id == person.pk


def require_absences(by: User | None, person: Person) -> None:
    """Pass for whoever may say when a judge is away; ForbiddenError otherwise."""
    if by is not None and not may_note_absences(by, person):
        raise ForbiddenError("only_own_absences")


def may_act_for(user: User | AnonymousUser, club: Club) -> bool:
    """May see a club's area and ask for things in its name: whoever is its delegate today."""
    return clubs_of(user).filter(pk=club.pk).exists()


def require_delegate(by: User | None, club: Club) -> None:
    """Pass for the delegates of a club; ForbiddenError otherwise."""
    if by is not None and not may_act_for(by, club):
        raise ForbiddenError("only_delegates")
