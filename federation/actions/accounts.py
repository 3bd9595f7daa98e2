"""Accounts and roles."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.models import Person, Role, RoleAssignment, User
from federation.permissions import require_administrator, require_office
from federation.queries.accounts import address_taken, lasting_administrators
from federation.rules.errors import ConflictError, RuleError


def chain_of(user: User) -> str:
    """The audit chain of an account."""
    return f"account:{user.pk}"


@transaction.atomic
def create_account(*, email: str, password: str, person: Person | None, by: User | None) -> User:
    """Make an account for a person; RuleError when the address or the person already has one.

    Forbidden for whoever is neither office nor administrator.
    """
    require_office(by)
    return open_account(email=email, password=password, person=person, by=by)


def open_account(*, email: str, password: str, person: Person | None, by: User | None) -> User:
    """The part of `create_account` that an invitation shares: it was allowed when it was sent."""
    if address_taken(email.strip().lower()):
        raise RuleError("email_taken", field="email")
    if person is not None and User.objects.filter(person=person).exists():
        raise RuleError("person_has_account", field="person")
    user = User.objects.create_user(email, password, person=person)
    subject = f"user:{user.pk}"
    data = {"email": user.email}
    audit.record(chain=chain_of(user), verb="account.created", subject=subject, by=by, data=data)
    return user


@transaction.atomic
def give_role(
    *,
    user: User,
    role: Role,
    by: User | None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
) -> RoleAssignment:
    """Give a role from `valid_from` (now) until `valid_to` (no end).

    RuleError `dates_reversed`, `account_closed`, or `role_already_held` when the account has
    it on some of those days. Forbidden for whoever is no administrator.
    """
    require_administrator(by)
    locked = User.objects.select_for_update().get(pk=user.pk)
    begin = valid_from or clock.now()
    if not locked.is_active:
        raise RuleError("account_closed")
    if valid_to is not None and valid_to <= begin:
        raise RuleError("dates_reversed", field="valid_to")
    for other in RoleAssignment.objects.filter(user=user, role=role):
        ends_before = other.valid_to is not None and other.valid_to <= begin
        begins_after = valid_to is not None and other.valid_from >= valid_to
        if not (ends_before or begins_after):
            raise ConflictError("role_already_held", field="role")
    assignment = RoleAssignment.objects.create(
        user=user, role=role, valid_from=begin, valid_to=valid_to, given_by=by
    )
    data = {
        "role": str(role),
        "from": begin.isoformat(),
        "to": valid_to.isoformat() if valid_to else None,
    }
    audit.record(chain=chain_of(user), verb="role.given", subject=f"user:{user.pk}", by=by, data=data)
    return assignment


@transaction.atomic
def end_role(*, assignment: RoleAssignment, by: User | None) -> RoleAssignment:
    """Take a role away now.

    ConflictError `role_already_ended`; RuleError `own_administration` and
    `last_administrator`. Forbidden for whoever is no administrator.
    """
    require_administrator(by)
    lock_administrators()
    locked = RoleAssignment.objects.select_for_update().get(pk=assignment.pk)
    now = clock.now()
    if locked.valid_to is not None and locked.valid_to <= now:
        raise ConflictError("role_already_ended")
    if locked.role == Role.ADMINISTRATOR and by is not None and locked.user_id == by.pk:
        raise RuleError("own_administration")
    lasted = locked.role == Role.ADMINISTRATOR and locked.valid_to is None
    # One that had not begun ends where it would have begun.
    locked.valid_to = max(now, locked.valid_from)
    locked.save(update_fields=["valid_to"])
    if lasted:
        _require_an_administrator()
    user = locked.user
    data = {"role": locked.role}
    audit.record(chain=chain_of(user), verb="role.ended", subject=f"user:{user.pk}", by=by, data=data)
    return locked


@transaction.atomic
def close_account(*, user: User, reason: str, by: User | None) -> User:
    """Deactivate an account: nobody gets in with it, and its sessions end at once. Nothing is deleted.

    ConflictError `account_closed_already`; RuleError `own_account`, `last_administrator`.
    Forbidden for whoever is no administrator.
    """
    require_administrator(by)
    lock_administrators()
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not locked.is_active:
        raise ConflictError("account_closed_already")
    if by is not None and locked.pk == by.pk:
        raise RuleError("own_account")
    administered = lasting_administrators().filter(pk=locked.pk).exists()
    locked.is_active = False
    # An account that is opened again must not bring old sessions back to life.
    locked.sessions_ended += 1
    locked.save(update_fields=["is_active", "sessions_ended"])
    if administered:
        _require_an_administrator()
    data = {"reason": reason}
    audit.record(chain=chain_of(user), verb="account.closed", subject=f"user:{user.pk}", by=by, data=data)
    return locked


@transaction.atomic
def reopen_account(*, user: User, reason: str, by: User | None) -> User:
    """Open a closed account again, with the rights that it has; ConflictError `account_open_already`."""
    require_administrator(by)
    locked = User.objects.select_for_update().get(pk=user.pk)
    if locked.is_active:
        raise ConflictError("account_open_already")
    locked.is_active = True
    locked.save(update_fields=["is_active"])
    data = {"reason": reason}
    audit.record(chain=chain_of(user), verb="account.reopened", subject=f"user:{user.pk}", by=by, data=data)
    return locked


def lock_administrators() -> None:
    """Lock the rows that make administrators, so that two who take each other's leave one of them."""
    open_ones = RoleAssignment.objects.filter(role=Role.ADMINISTRATOR, valid_to__isnull=True)
    list(open_ones.select_for_update().order_by("pk"))


def _require_an_administrator() -> None:
    if not lasting_administrators().exists():
        raise RuleError("last_administrator")
