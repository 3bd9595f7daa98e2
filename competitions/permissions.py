"""Who may do what around competitions, as named predicates. 404 for who may not see; 403 otherwise.

| act | captain of the team | vice-captain of the team | office, administrator | anybody else |
|---|---|---|---|---|
| see who speaks for the team | yes | yes | yes | no |
| name and dismiss an acting captain | yes | no | yes | no |
| see what a person may do and why | himself | himself | anybody | himself |
| approve a change of regulation during a season | no | no | no | committee, not who proposed it |
| see competitions, enter pairs and players, make encounters | no | no | yes, and the sporting director | no |

An acting captain speaks for his team in his encounter or on his days; he names nobody.
`by=None` is the system itself.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from competitions.queries import captaincy
from federation.models import Role, Team, User
from federation.permissions import in_committee, may_run_office
from federation.queries.roles import current_roles
from federation.rules.errors import ForbiddenError


def may_run_competitions(user: User | AnonymousUser) -> bool:
    """Office, administrator and sporting director."""
    return may_run_office(user) or Role.SPORTING_DIRECTOR in current_roles(user)


def require_competitions(by: User | None) -> None:
    """Pass for whoever runs competitions; ForbiddenError otherwise."""
    if by is not None and not may_run_competitions(by):
        raise ForbiddenError("only_office_or_direction")


def may_see_captaincy(user: User, team: Team) -> bool:
    """Captain and vice-captain of the team today, office, administrator."""
    return may_run_office(user) or captaincy.speaks_for(user, team)


def may_name_acting_captain(user: User, team: Team) -> bool:
    """The team's captain today, office, administrator."""
    return may_run_office(user) or captaincy.is_captain(user, team)


def require_captaincy(by: User | None, team: Team) -> None:
    """Pass for whoever may name an acting captain of the team; ForbiddenError otherwise."""
    if by is not None and not may_name_acting_captain(by, team):
        raise ForbiddenError("only_the_captain_or_office")


def require_committee(by: User) -> None:
    """Pass for a member of the committee; ForbiddenError otherwise."""
    if not in_committee(by):
        raise ForbiddenError("only_committee")
