"""Who takes part in the tests of accounts and rights: administrator, office, others, and somebody new."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from django.test import Client

from federation.actions import registry
from federation.models import Person, Role, User
from tests.federation.people import PASSWORD, enrol, give, log_in


def person(given: str = "Nuria", surname: str = "Alcaraz") -> Person:
    """Somebody of age without an account."""
    return registry.register_person(
        given_name=given,
        surname_1=surname,
        surname_2="",
        birth_date=date(1980, 5, 17),
        consent_on=None,
        by=None,
    )


def staff(email: str, *roles: Role, who: Person | None = None) -> User:
    """An account with roles in force, of a person if one is given."""
    user = User.objects.create_user(email, PASSWORD, person=who)
    for role in roles:
        give(user, role)
    return user


def administrator(email: str = "administracion@example.org") -> User:
    """An administrator."""
    return staff(email, Role.ADMINISTRATOR, who=person("Ada", f"Gil {email[:3]}"))


def office(email: str = "secretaria@example.org") -> User:
    """Somebody of the office."""
    return staff(email, Role.OFFICE, who=person("Sara", f"Ríos {email[:3]}"))


def inside(user: User) -> Client:
    """A browser in which the account has logged in, with its second factor."""
    return log_in(Client(), user, enrol(user) if user.role_assignments.exists() else "")


def fields(**values: object) -> dict[str, object]:
    """What a form sends, with an id of its own."""
    return {"client_id": uuid4().hex, **values}
