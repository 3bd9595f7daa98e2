"""The mail of a request's steps: to the office what the club did, to its delegates what the office did.

No name, no reason and no answer travels: the mail says that there is something to read, and where.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from federation.actions.mail import enqueue
from federation.models import ClubRequest, Role, User
from federation.queries.delegations import delegates_of
from federation.queries.roles import holders_of

TO_OFFICE, TO_CLUB = "federation/email/request_to_office", "federation/email/request_to_club"


def tell_office(requests: Sequence[ClubRequest], step: str) -> None:
    """Tell the office what a club did; `requests` are one club's, of one kind and season."""
    for address, user in _office():
        _post(TO_OFFICE, address, user, requests, step)


def tell_club(requests: Sequence[ClubRequest], step: str) -> None:
    """Tell a club's delegates what the office did; `requests` as for `tell_office`."""
    for user in delegates_of(requests[0].club) if requests else ():
        _post(TO_CLUB, user.email, user, requests, step)


def _office() -> list[tuple[str, User | None]]:
    """The office's own address where it has one, else everybody who runs the office."""
    if settings.OFFICE_EMAIL:
        return [(settings.OFFICE_EMAIL, None)]
    return [(user.email, user) for user in holders_of(Role.OFFICE)]


def _post(kind: str, to: str, user: User | None, requests: Sequence[ClubRequest], step: str) -> None:
    first = requests[0]
    data = {
        "club": first.club_id,
        "club_name": first.club.name,
        "request": first.pk,
        "season": first.season_id,
        "season_name": first.season.name,
        "asks": first.kind,
        "step": step,
        "count": len(requests),
    }
    # Nobody knows yet which language whoever reads it wants.
    enqueue(kind=kind, to=to, language=settings.LANGUAGE_CODE, user=user, data=data)
