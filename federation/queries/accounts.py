"""Reading accounts: who has one, what state it is in, who keeps the installation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Replace

from federation import clock
from federation.models import Role, RoleAssignment, User
from federation.rules.names import ENYE, sort_key

STATES = ("open", "closed")
FACTOR_TYPES = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


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
        role=Role.ADMINISTRATOR, valid_to__isnull=True, valid_from__lte=clock.now()
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
    roles = RoleAssignment.objects.filter(in_force(clock.now())).order_by("role")
    factors = Authenticator.objects.filter(user=OuterRef("pk"), type__in=FACTOR_TYPES)
    found = (
        User.objects.select_related("person")
        .annotate(has_factor=Exists(factors))
        .prefetch_related(Prefetch("role_assignments", queryset=roles, to_attr="roles_now"))
        .order_by("person__sort_key", "email", "pk")
    )
    if chosen.text:
        found = found.annotate(plain_name=_PLAIN_NAME_OF_PERSON).filter(_by_text(chosen.text))
    if chosen.role:
        held = RoleAssignment.objects.filter(in_force(clock.now()), user=OuterRef("pk"), role=chosen.role)
        found = found.filter(Exists(held))
    if chosen.state in STATES:
        found = found.filter(is_active=chosen.state == "open")
    if chosen.factor:
        found = found.filter(has_factor=chosen.factor == "yes")
    return found


# As names are looked for: without accents, and without what makes ñ come after n.
_PLAIN_NAME_OF_PERSON = Replace("person__sort_key", Value(ENYE), Value(""))


def _plain_words(text: str) -> list[str]:
    keys = (sort_key(word, "", "").replace(ENYE, "") for word in text.split())
    return [key for key in keys if key]


def _by_text(text: str) -> Q:
    """Each word lies in the name, whatever its accents; or the address holds the text."""
    words = _plain_words(text)
    named = Q(pk__isnull=False) if words else Q(pk__isnull=True)
    for word in words:
        named &= Q(plain_name__contains=word)
    return named | Q(email__icontains=text)


def has_factor(user: User) -> bool:
    """Has the account an application of codes or a passkey?"""
    return Authenticator.objects.filter(user=user, type__in=FACTOR_TYPES).exists()
