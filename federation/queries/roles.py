"""Who holds which role now."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from federation import clock
from federation.models import Role, RoleAssignment, User

PRIVILEGED = frozenset(Role.values)
"""Roles that demand a second factor in the session's login (product spec, Accounts)."""


def current_roles(user: User | AnonymousUser) -> frozenset[str]:
    """Give the roles in force now for an account (none for an anonymous or inactive one).

    Read at each request and never kept in the session, so that a role given or
    taken in mid-session bites at once.
    """
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    now = clock.now()
    return frozenset(
        RoleAssignment.objects.filter(user=user, valid_from__lte=now)
        .filter(Q(valid_to__isnull=True) | Q(valid_to__gt=now))
        .values_list("role", flat=True)
    )


def holders_of(role: Role) -> QuerySet[User]:
    """The open accounts that hold a role now."""
    now = clock.now()
    held = RoleAssignment.objects.filter(role=role, valid_from__lte=now).filter(
        Q(valid_to__isnull=True) | Q(valid_to__gt=now)
    )
    return User.objects.filter(is_active=True, pk__in=held.values("user")).order_by("pk")
