"""Reading accounts: who has one, what state it is in, who keeps the installation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from federation.models import Invitation, Person, Role, RoleAssignment, User
from federation.models.invitations import OPEN
from federation.rules.names import sort_key

STATES = ("open", "closed")
FACTOR_TYPES = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
MOST_PEOPLE = 30


@dataclass(frozen=True)
class Filter:
    """What the list of accounts is narrowed to; empty means all."""

    text: str = ""
    role: str = ""
    state: str = ""
    factor: str = ""


def in_force(moment: datetime) -> Q:
    """Role assignments that are in force at a moment."""
    return Q(valid_from__lte=moment) & (Q(valid_to__isnull=True) | Q(valid_to__gt=moment))


def lasting_administrators() -> QuerySet[User]:
    """Open accounts that are administrators now, and will be until somebody ends it."""
    held = RoleAssignment.objects.filter(
        role=Role.ADMINISTRATOR, valid_to__isnull=True, valid_from__lte=timezone.now()
    )
    return User.objects.filter(is_active=True, pk__in=held.values("user"))


def address_taken(address: str) -> bool:
    """Does an account log in with this address, or has one proved that it is its own?"""
    return (
        User.objects.filter(email=address).exists()
        or EmailAddress.objects.filter(email=address, verified=True).exists()
    )


def accounts(chosen: Filter) -> QuerySet[User]:
    """The accounts of a filter by name, each with `roles_now`, `has_factor`; two queries a page."""
    roles = RoleAssignment.objects.filter(in_force(timezone.now())).order_by("role")
    factors = Authenticator.objects.filter(user=OuterRef("pk"), type__in=FACTOR_TYPES)
    found = (
        User.objects.select_related("person")
        .annotate(has_factor=Exists(factors))
        .prefetch_related(Prefetch("role_assignments", queryset=roles, to_attr="roles_now"))
        .order_by("person__sort_key", "email", "pk")
    )
    if chosen.text:
        found = found.filter(_by_text(chosen.text))
    if chosen.role:
        held = RoleAssignment.objects.filter(in_force(timezone.now()), user=OuterRef("pk"), role=chosen.role)
        found = found.filter(Exists(held))
    if chosen.state in STATES:
        found = found.filter(is_active=chosen.state == "open")
    if chosen.factor:
        found = found.filter(has_factor=chosen.factor == "yes")
    return found


def _by_text(text: str) -> Q:
    """Each word begins or lies in the name, whatever its accents; or the address holds the text."""
    named = Q()
    for word in text.split():
        named &= Q(person__sort_key__contains=sort_key(word, "", ""))
    return named | Q(email__icontains=text)


def people_without_account(text: str) -> list[Person]:
    """People with these words in their names who have no account, each with `open_invitations`."""
    found = Person.objects.filter(user__isnull=True)
    words = [key for word in text.split() if (key := sort_key(word, "", ""))]
    if not words:
        return []
    for word in words:
        found = found.filter(sort_key__contains=word)
    invited = Prefetch(
        "invitations", queryset=Invitation.objects.filter(OPEN), to_attr="open_invitations"
    )
    return list(found.order_by("sort_key", "pk").prefetch_related(invited)[: MOST_PEOPLE + 1])


def has_factor(user: User) -> bool:
    """Has the account an application of codes or a passkey?"""
    return Authenticator.objects.filter(user=user, type__in=FACTOR_TYPES).exists()
