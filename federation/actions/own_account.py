"""What somebody does to his own account, with its trace in the audit."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from federation import clock
from federation.actions import audit
from federation.actions.accounts import chain_of
from federation.models import User
from federation.rules.errors import RuleError


@transaction.atomic
def note(*, user: User, verb: str, data: Mapping[str, object] | None = None) -> None:
    """Write into the audit what the library did to an account at its owner's wish."""
    audit.record(chain=chain_of(user), verb=verb, subject=f"user:{user.pk}", by=user, data=dict(data or {}))


def change_email(*, user: User, old: str, new: str) -> User:
    """Change the address of an account, which its owner has proved to read; give the account.

    RuleError when it was changed meanwhile, or another account has the address.
    """
    try:
        return _change_email(user=user, old=old, new=new)
    except IntegrityError as error:
        # Two accounts at the same moment: the database lets one have it.
        raise RuleError("email_taken", field="email") from error


@transaction.atomic
def _change_email(*, user: User, old: str, new: str) -> User:
    locked = User.objects.select_for_update().get(pk=user.pk)
    if locked.email != old:
        raise RuleError("email_link_stale")
    if User.objects.filter(email=new).exclude(pk=locked.pk).exists():
        raise RuleError("email_taken", field="email")
    locked.email = new
    locked.save(update_fields=["email"])
    # The library looks accounts up in its own table too: the old address must open nothing.
    EmailAddress.objects.filter(user=locked).delete()
    EmailAddress.objects.filter(email=new, verified=False).delete()
    EmailAddress.objects.create(user=locked, email=new, verified=True, primary=True)
    note(user=locked, verb="account.email_changed", data={"from": old, "to": new})
    return locked


@transaction.atomic
def end_sessions(*, user: User, but: str | None = None, only: int | None = None) -> int:
    """End sessions of an account: all, all but the one with key `but`, or the row `only`; give how many."""
    rows = UserSession.objects.filter(user=user)
    if but is not None:
        rows = rows.exclude(session_key=but)
    if only is not None:
        rows = rows.filter(pk=only)
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    rows.delete()
    return len(keys)


def forget_ended_sessions(*, user: User) -> None:
    """Take the rows of sessions that have run out off the list of an account."""
    alive = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=clock.now())
    UserSession.objects.filter(user=user).exclude(Exists(alive)).delete()
