"""Reading delegations: which clubs somebody acts for today, and whose accounts speak for a club."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from federation import clock
from federation.models import Club, ClubDelegation, User


def in_force() -> QuerySet[ClubDelegation]:
    """The delegations that count today. Read at each request: one that ended bites at once."""
    today = clock.today()
    standing = Q(valid_to__isnull=True) | Q(valid_to__gte=today)
    return ClubDelegation.objects.filter(standing, valid_from__lte=today, ended_at__isnull=True)


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that an account acts for today, by name; none for an anonymous or inactive one."""
    if not isinstance(user, User) or not user.is_active or user.person_id is None:
        return Club.objects.none()
    held = in_force().filter(person=user.person_id)
    return Club.objects.filter(pk__in=held.values("club")).order_by("sort_key", "pk")


def delegates_of(club: Club) -> QuerySet[User]:
    """The open accounts that act for a club today."""
    held = in_force().filter(club=club)
    return User.objects.filter(is_active=True, person__in=held.values("person")).order_by("pk")
