"""Invitations: the office's way of opening an account for somebody (product spec, Accounts)."""

from __future__ import annotations

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction

from federation import clock
from federation.actions import audit
from federation.actions.accounts import give_role, open_account
from federation.actions.mail import enqueue
from federation.actions.registry import lock_standing
from federation.models import Invitation, OutgoingMail, Person, Role, User
from federation.models.invitations import OPEN
from federation.permissions import may_administer, require_administrator, require_office
from federation.queries.accounts import address_taken
from federation.queries.invitations import MAIL, by_token, mail_waiting, token_digest
from federation.rules.errors import ConflictError, RuleError

VALID_FOR = timedelta(days=7)
NOT_AGAIN_WITHIN = timedelta(minutes=1)


@transaction.atomic
def invite(*, person: Person, email: str, role: Role | None, by: User | None) -> Invitation:
    """Invite a person: one invitation, one mail, which leaves once this has committed.

    ConflictError `invitation_open` when somebody was first, `email_invited`; RuleError
    `person_has_account`, `email_taken`. Forbidden for whoever is neither office nor
    administrator, and with a role for whoever is no administrator.
    """
    require_office(by)
    if role is not None:
        require_administrator(by)
    address = email.strip().lower()
    # Two who invite the same person wait here for each other: one invitation, one mail.
    lock_standing(person)
    if User.objects.filter(person=person).exists():
        raise RuleError("person_has_account")
    if address_taken(address):
        raise RuleError("email_taken", field="email")
    if Invitation.objects.filter(OPEN, person=person).exists():
        raise ConflictError("invitation_open")
    now = clock.now()
    invitation = Invitation(
        person=person,
        email=address,
        role=role or "",
        token_digest=_nobodys_digest(),
        invited_by=by,
        invited_at=now,
        renewed_at=now,
        expires_at=now + VALID_FOR,
    )
    _insert(invitation)
    _record("invitation.sent", invitation, by, {"email": address, "role": str(role or "")})
    _post(invitation)
    return invitation


def _insert(invitation: Invitation) -> None:
    try:
        with transaction.atomic():
            invitation.save(force_insert=True)
    except IntegrityError as error:
        # The person's row is locked: only the address can be somebody else's.
        raise ConflictError("email_invited", field="email") from error


def _post(invitation: Invitation) -> OutgoingMail:
    # Nobody knows yet which language the person reads. The link is made when the mail leaves.
    return enqueue(
        kind=MAIL,
        to=invitation.email,
        language=settings.LANGUAGE_CODE,
        data={"invitation": invitation.pk},
        keep_trying=VALID_FOR,
    )


def _nobodys_digest() -> str:
    return token_digest(secrets.token_urlsafe(32))


@transaction.atomic
def make_link(invitation_id: int) -> tuple[Invitation, str] | None:
    """Make the secret of an invitation's link, of which only the digest stays; None when it is over.

    Called when its mail leaves; an earlier secret is worth nothing from now on.
    """
    invitation = (
        Invitation.objects.select_for_update(of=("self",))
        .select_related("person")
        .filter(OPEN, pk=invitation_id, expires_at__gt=clock.now())
        .first()
    )
    if invitation is None:
        return None
    token = secrets.token_urlsafe(32)
    invitation.token_digest = token_digest(token)
    invitation.save(update_fields=["token_digest"])
    return invitation, token


@transaction.atomic
def resend(*, invitation: Invitation, by: User | None) -> Invitation:
    """Send a new link, valid for the whole time again; the one before is worth nothing from now on.

    ConflictError `invitation_over`; `invitation_waiting` while the last mail has not left;
    `invitation_just_sent` when the last link is not a minute old. Forbidden as for `invite`.
    """
    require_office(by)
    locked = _open_or_conflict(invitation)
    if locked.role:
        require_administrator(by)
    now = clock.now()
    if mail_waiting([locked]):
        raise ConflictError("invitation_waiting")
    if now - locked.renewed_at < NOT_AGAIN_WITHIN:
        raise ConflictError("invitation_just_sent")
    locked.token_digest, locked.renewed_at, locked.expires_at = _nobodys_digest(), now, now + VALID_FOR
    locked.save(update_fields=["token_digest", "renewed_at", "expires_at"])
    _record("invitation.sent_again", locked, by, {"email": locked.email})
    _post(locked)
    return locked


@transaction.atomic
def withdraw(*, invitation: Invitation, by: User | None) -> Invitation:
    """Take an invitation back; its link is worth nothing from now on. ConflictError `invitation_over`."""
    require_office(by)
    locked = _open_or_conflict(invitation)
    locked.withdrawn_at = clock.now()
    locked.save(update_fields=["withdrawn_at"])
    _record("invitation.withdrawn", locked, by, {"email": locked.email})
    return locked


@transaction.atomic
def accept(*, token: str, password: str) -> User:
    """Open the account of an invitation with a password that was validated; give it.

    The promised role is given in the name of who invited, if he may still give it.
    ConflictError `invitation_over` for a link that is unknown, used, withdrawn or out of date.
    """
    found = by_token(token)
    if found is None:
        raise ConflictError("invitation_over")
    Person.objects.select_for_update().get(pk=found.person_id)
    invitation = _open_or_conflict(found)
    # Another link may have been sent while this request waited.
    if invitation.token_digest != token_digest(token):
        raise ConflictError("invitation_over")
    user = open_account(email=invitation.email, password=password, person=invitation.person, by=None)
    # Whoever opens the link reads the mail of that address.
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    invitation.accepted_at, invitation.account = clock.now(), user
    invitation.save(update_fields=["accepted_at", "account"])
    _record("invitation.accepted", invitation, user, {"user": user.pk})
    giver = invitation.invited_by
    if invitation.role and (giver is None or may_administer(giver)):
        give_role(user=user, role=Role(invitation.role), by=giver)
    return user


def _open_or_conflict(invitation: Invitation) -> Invitation:
    locked = Invitation.objects.select_for_update().filter(OPEN, pk=invitation.pk).first()
    if locked is None:
        raise ConflictError("invitation_over")
    return locked


def _record(verb: str, invitation: Invitation, by: User | None, data: dict[str, object]) -> None:
    chain = f"person:{invitation.person_id}"
    audit.record(chain=chain, verb=verb, subject=f"invitation:{invitation.pk}", by=by, data=data)
