"""The queue of mail: put in, take out to send, put back when the server did not want it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from federation import clock
from federation.models import OutgoingMail, User

# Whoever took one and died gives it back by not answering for so long.
TAKEN_SECONDS = 120
RETRY_SECONDS = (30, 60, 300, 900, 3600)
KEEP_TRYING = timedelta(hours=24)


def enqueue(
    *,
    kind: str,
    to: str,
    language: str,
    user: User | None = None,
    data: Mapping[str, object] | None = None,
    keep_trying: timedelta = KEEP_TRYING,
) -> OutgoingMail:
    """Put a message into the queue, in the caller's transaction if there is one.

    `kind` names its template (as in `federation.accounts.delivery`), `data` is JSON-able and
    holds no secret. After `keep_trying` it is worth nothing any more and dropped.
    """
    return OutgoingMail.objects.create(
        kind=kind,
        to=to,
        language=language,
        user=user,
        data=dict(data or {}),
        expires_at=clock.now() + keep_trying,
    )


@transaction.atomic
def take_due(limit: int) -> list[OutgoingMail]:
    """Take up to `limit` messages that are due, each for one taker only."""
    now = clock.now()
    taken = []
    for mail in OutgoingMail.objects.filter(due_at__lte=now).order_by("due_at", "pk")[:limit]:
        # Conditional: of two takers the second finds it moved on already.
        if OutgoingMail.objects.filter(pk=mail.pk, due_at=mail.due_at).update(
            due_at=now + timedelta(seconds=TAKEN_SECONDS), attempts=F("attempts") + 1
        ):
            mail.attempts += 1
            taken.append(mail)
    return taken


def done(mail: OutgoingMail) -> None:
    """It has left, or needs not leave: forget it."""
    OutgoingMail.objects.filter(pk=mail.pk).delete()


def put_back(mail: OutgoingMail) -> bool:
    """The server did not take it: try later, and later each time. False when its time is over."""
    pause = RETRY_SECONDS[min(mail.attempts, len(RETRY_SECONDS)) - 1]
    due = clock.now() + timedelta(seconds=pause)
    if due >= mail.expires_at:
        done(mail)
        return False
    OutgoingMail.objects.filter(pk=mail.pk).update(due_at=due)
    return True
