"""Reading invitations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from federation import clock
from federation.models import Invitation, OutgoingMail, Person, User
from federation.models.invitations import OPEN

# The kind of its mail in the queue, and where the texts lie.
MAIL = "federation/email/invitation"


def token_digest(token: str) -> str:
    """What is kept of an invitation's secret; it is long and random, so that a plain digest is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def by_token(token: str) -> Invitation | None:
    """The invitation that a link opens now; None when it is unknown, used, withdrawn or out of date."""
    return (
        Invitation.objects.filter(OPEN, token_digest=token_digest(token), expires_at__gt=clock.now())
        .select_related("person")
        .first()
    )


def opened_by(token: str, user: User | AnonymousUser) -> bool:
    """Did this very account come from this link?"""
    return Invitation.objects.filter(token_digest=token_digest(token), account=user.pk).exists()


def open_invitation(person: Person) -> Invitation | None:
    """The person's invitation that is neither taken up nor withdrawn (it may be out of date)."""
    return Invitation.objects.filter(OPEN, person=person).select_related("invited_by__person").first()


def mail_waiting(invitations: Iterable[Invitation]) -> set[int]:
    """Which of these invitations have a mail that has not left yet."""
    keys = [invitation.pk for invitation in invitations]
    return set(
        OutgoingMail.objects.filter(kind=MAIL, data__invitation__in=keys).values_list(
            "data__invitation", flat=True
        )
    )


def waiting() -> QuerySet[Invitation]:
    """Invitations that are neither taken up nor withdrawn, the oldest first."""
    return Invitation.objects.filter(OPEN).select_related("person").order_by("invited_at", "pk")
