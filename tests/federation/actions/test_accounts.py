"""Roles and accounts: who gives, who ends, and that an administrator always remains."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.actions import delegations
from federation.actions.accounts import close_account, create_account, end_role, give_role, reopen_account
from federation.actions.registry import register_club
from federation.models import AuditEntry, ClubDelegation, Role, RoleAssignment, User
from federation.queries.accounts import lasting_administrators
from federation.queries.roles import current_roles
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from tests.federation import staff

pytestmark = pytest.mark.django_db


def somebody(email: str = "alguien@example.org") -> User:
    return staff.staff(email, who=staff.person("Alguien", email[:5]))


def test_only_administrators_give_and_end_roles_and_close_accounts() -> None:
    target = somebody()
    held = give_role(user=target, role=Role.COMMITTEE, by=staff.administrator())
    others = [
        staff.office(),
        staff.staff("c@example.org", Role.COMMITTEE),
        staff.staff("d@example.org", Role.SPORTING_DIRECTOR),
        somebody("capitana@example.org"),
        User.objects.create_superuser("maquina@example.org", "una-clave-larga-1"),
    ]
    for by in others:
        for act in (
            lambda by=by: give_role(user=target, role=Role.OFFICE, by=by),
            lambda by=by: end_role(assignment=held, by=by),
            lambda by=by: close_account(user=target, reason="x", by=by),
            lambda by=by: reopen_account(user=target, reason="x", by=by),
        ):
            with pytest.raises(ForbiddenError, match="only_administrators"):
                act()
    assert current_roles(target) == {"committee"}


def test_an_account_is_made_by_the_office() -> None:
    with pytest.raises(ForbiddenError, match="only_office"):
        create_account(email="x@example.org", password="una-clave-larga-1", person=None, by=somebody())


def test_a_role_has_dates_and_author() -> None:
    by, now = staff.administrator(), timezone.now()
    user = somebody()

    future = give_role(
        user=user,
        role=Role.OFFICE,
        by=by,
        valid_from=now + timedelta(days=1),
        valid_to=now + timedelta(days=3),
    )

    assert (future.given_by, current_roles(user)) == (by, frozenset())
    with pytest.raises(ConflictError, match="role_already_held"):
        give_role(user=user, role=Role.OFFICE, by=by, valid_from=now + timedelta(days=2))
    with pytest.raises(RuleError, match="dates_reversed"):
        give_role(user=user, role=Role.OFFICE, by=by, valid_to=now - timedelta(days=1))
    give_role(user=user, role=Role.OFFICE, by=by, valid_to=now + timedelta(days=1))
    assert current_roles(user) == {"office"}
    end_role(assignment=future, by=by)
    future.refresh_from_db()
    assert future.valid_to == future.valid_from


def test_a_role_ends_once() -> None:
    by = staff.administrator()
    held = give_role(user=somebody(), role=Role.OFFICE, by=by)
    end_role(assignment=held, by=by)
    with pytest.raises(ConflictError, match="role_already_ended"):
        end_role(assignment=held, by=by)


def test_nobody_ends_his_own_administration() -> None:
    by = staff.administrator()
    staff.administrator("otra@example.org")
    with pytest.raises(RuleError, match="own_administration"):
        end_role(assignment=by.role_assignments.get(), by=by)
    with pytest.raises(RuleError, match="own_account"):
        close_account(user=by, reason="x", by=by)


def test_the_last_administrator_stays() -> None:
    last = staff.administrator()
    now = timezone.now()
    # Neither a closed account nor one that ends some day keeps the installation.
    closed = staff.administrator("cerrada@example.org")
    close_account(user=closed, reason="x", by=last)
    give_role(user=somebody(), role=Role.ADMINISTRATOR, by=last, valid_to=now + timedelta(days=1))

    with pytest.raises(RuleError, match="last_administrator"):
        end_role(assignment=last.role_assignments.get(), by=None)
    with pytest.raises(RuleError, match="last_administrator"):
        close_account(user=last, reason="x", by=None)
    assert list(lasting_administrators()) == [last]


def test_a_closed_account_keeps_everything_and_gets_no_role() -> None:
    by, user = staff.administrator(), somebody()
    give_role(user=user, role=Role.OFFICE, by=by)

    close_account(user=user, reason="Se ha mudado.", by=by)

    user.refresh_from_db()
    assert (user.is_active, current_roles(user)) == (False, frozenset())
    with pytest.raises(ConflictError, match="account_closed_already"):
        close_account(user=user, reason="x", by=by)
    with pytest.raises(RuleError, match="account_closed"):
        give_role(user=user, role=Role.COMMITTEE, by=by)
    reopen_account(user=user, reason="Ha vuelto.", by=by)
    user.refresh_from_db()
    assert current_roles(user) == {"office"}
    with pytest.raises(ConflictError, match="account_open_already"):
        reopen_account(user=user, reason="x", by=by)
    verbs = AuditEntry.objects.filter(chain=f"account:{user.pk}").order_by("seq")
    assert list(verbs.values_list("verb", flat=True)) == ["role.given", "account.closed", "account.reopened"]


def test_delegates_are_named_by_the_office_for_days_that_do_not_overlap() -> None:
    by, who = staff.office(), staff.person()
    club = register_club(name="Club Los Molinos", short_name="Molinos", by=None)
    today = timezone.localdate()
    with pytest.raises(ForbiddenError, match="only_office"):
        delegations.name_delegate(club=club, person=who, valid_from=today, valid_to=None, by=somebody())
    with pytest.raises(RuleError, match="dates_reversed"):
        delegations.name_delegate(
            club=club, person=who, valid_from=today, valid_to=today - timedelta(days=1), by=by
        )
    made = delegations.name_delegate(club=club, person=who, valid_from=today, valid_to=today, by=by)
    with pytest.raises(ConflictError, match="delegate_already"):
        delegations.name_delegate(club=club, person=who, valid_from=today, valid_to=None, by=by)
    delegations.name_delegate(
        club=club, person=who, valid_from=today + timedelta(days=1), valid_to=None, by=by
    )
    delegations.dismiss_delegate(delegation=made, by=by)
    with pytest.raises(ConflictError, match="delegation_over"):
        delegations.dismiss_delegate(delegation=made, by=by)
    assert [row.given_by for row in ClubDelegation.objects.all()] == [by, by]


def test_the_database_holds_one_open_delegation() -> None:
    who = staff.person()
    club = register_club(name="Club Los Molinos", short_name="Molinos", by=None)
    values = {"club": club, "person": who, "valid_from": timezone.localdate(), "given_at": timezone.now()}
    ClubDelegation.objects.create(**values)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubDelegation.objects.create(**values)


# ---------------------------------------------------------------- two at once
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["roles", "accounts", "both"])
def test_two_administrators_take_each_others_place_at_once(run_together, how: str) -> None:
    """One of them remains, whatever each did to the other."""
    first, second = staff.administrator(), staff.administrator("otra@example.org")
    ends = {user.pk: RoleAssignment.objects.get(user=user) for user in (first, second)}

    def end(user: User, by: User) -> object:
        return end_role(assignment=ends[user.pk], by=by)

    def close(user: User, by: User) -> object:
        return close_account(user=user, reason="x", by=by)

    acts = {"roles": (end, end), "accounts": (close, close), "both": (end, close)}[how]
    found = run_together(lambda: acts[0](second, first), lambda: acts[1](first, second))

    refused = [result.code for result in found if isinstance(result, RuleError)]
    assert refused in (["last_administrator"], ["only_administrators"])
    assert lasting_administrators().count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_role_given_twice_at_once_is_given_once(run_together) -> None:
    user, by = somebody(), staff.administrator()
    found = run_together(*(lambda: give_role(user=user, role=Role.OFFICE, by=by) for _ in range(2)))
    assert sorted(getattr(result, "code", "given") for result in found) == ["given", "role_already_held"]
