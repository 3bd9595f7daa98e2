"""Accounts and roles."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from federation.actions import audit
from federation.models import Person, Role, RoleAssignment, User
from federation.rules.errors import RuleError

ACCOUNTS = "accounts"


@transaction.atomic
def create_account(*, email: str, password: str, person: Person | None, by: User | None) -> User:
    """Make an account for a person; RuleError when the address or the person already has one."""
    if User.objects.filter(email=email.strip().lower()).exists():
        raise RuleError("email_taken", field="email")
    if person is not None and User.objects.filter(person=person).exists():
        raise RuleError("person_has_account", field="person")
    user = User.objects.create_user(email, password, person=person)
    subject = f"user:{user.pk}"
    audit.record(chain=ACCOUNTS, verb="account.created", subject=subject, by=by, data={"email": user.email})
    return user


@transaction.atomic
def give_role(*, user: User, role: Role, by: User | None) -> RoleAssignment:
    """Give a role from now on; RuleError when the account has it already."""
    User.objects.select_for_update().get(pk=user.pk)
    if RoleAssignment.objects.filter(user=user, role=role, valid_to__isnull=True).exists():
        raise RuleError("role_already_held", field="role")
    assignment = RoleAssignment.objects.create(user=user, role=role, valid_from=timezone.now(), given_by=by)
    audit.record(
        chain=ACCOUNTS, verb="role.given", subject=f"user:{user.pk}", by=by, data={"role": str(role)}
    )
    return assignment


@transaction.atomic
def end_role(*, assignment: RoleAssignment, by: User | None) -> RoleAssignment:
    """Take a role away now."""
    locked = RoleAssignment.objects.select_for_update().get(pk=assignment.pk)
    if locked.valid_to is not None:
        raise RuleError("role_already_ended")
    locked.valid_to = timezone.now()
    locked.save(update_fields=["valid_to"])
    audit.record(
        chain=ACCOUNTS, verb="role.ended", subject=f"user:{locked.user_id}", by=by, data={"role": locked.role}
    )
    return locked
