"""Whoever holds a role of the federation shows a second factor in this session, or goes no further."""

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from federation.accounts import MFAAdapter
from federation.models import Role
from tests.federation.people import code_now, enrol, give, log_in, make_user, recovery_code

pytestmark = pytest.mark.django_db

ACCOUNT = "/cuenta/"
ACTIVATE = "/cuentas/dos-pasos/activar/"
AGAIN = "/cuentas/dos-pasos/identificarse/"
PASSWORD_AGAIN = "/cuentas/identificarse/"


@pytest.mark.parametrize("role", list(Role))
def test_each_role_must_activate_it(client: Client, role: Role) -> None:
    log_in(client, make_user("x@example.org", role))

    assert client.get(ACCOUNT).headers["Location"] == f"{ACTIVATE}?next=%2Fcuenta%2F"


def test_person_without_role_is_not_asked(client: Client) -> None:
    log_in(client, make_user())

    assert client.get(ACCOUNT).status_code == 200


def test_login_with_code_opens_the_pages(client: Client) -> None:
    user = make_user("x@example.org", Role.OFFICE)
    log_in(client, user, enrol(user))

    assert client.get(ACCOUNT).status_code == 200


def test_login_with_recovery_code_opens_the_pages(client: Client) -> None:
    user = make_user("x@example.org", Role.OFFICE)
    enrol(user)
    log_in(client, user)
    client.post("/cuentas/dos-pasos/codigo/", {"code": recovery_code(user)})

    assert client.get(ACCOUNT).status_code == 200


def test_password_alone_does_not_log_in_who_has_one(client: Client) -> None:
    user = make_user()
    enrol(user)
    log_in(client, user)

    assert client.get(ACCOUNT).headers["Location"] == "/cuentas/entrar/?next=/cuenta/"


def test_role_given_in_mid_session_bites_at_once(client: Client) -> None:
    user = log_in_without_second_factor(client)
    assert client.get(ACCOUNT).status_code == 200

    give(user, Role.COMMITTEE)

    assert client.get(ACCOUNT).headers["Location"].startswith(ACTIVATE)


def test_role_that_has_ended_no_longer_asks(client: Client) -> None:
    user = log_in_without_second_factor(client)
    role = give(user, Role.COMMITTEE)
    role.valid_to = timezone.now()
    role.save()

    assert client.get(ACCOUNT).status_code == 200


def test_session_from_before_the_factor_shows_it_again(client: Client) -> None:
    """The factor was set up on another device; this session has shown nothing yet."""
    user = log_in_without_second_factor(client)
    secret = enrol(user)
    give(user, Role.OFFICE)

    assert client.get(ACCOUNT).headers["Location"] == f"{AGAIN}?next=%2Fcuenta%2F"
    answer = client.post(f"{AGAIN}?next=/cuenta/", {"code": code_now(secret), "next": "/cuenta/"})
    assert answer.headers["Location"] == "/cuenta/"
    assert client.get(ACCOUNT).status_code == 200


def test_removed_factor_no_longer_counts(client: Client) -> None:
    user = make_user()
    log_in(client, user, enrol(user))
    Authenticator.objects.filter(user=user).delete()
    give(user, Role.OFFICE)

    assert client.get(ACCOUNT).headers["Location"].startswith(ACTIVATE)


def test_enrolment_is_reachable_and_its_code_counts(client: Client) -> None:
    log_in(client, make_user("x@example.org", Role.OFFICE))
    # The library asks for the password again before it shows a secret.
    assert client.get(ACTIVATE).headers["Location"].startswith(PASSWORD_AGAIN)
    client.post(PASSWORD_AGAIN, {"password": "una-clave-larga-1", "next": ACTIVATE})
    page = client.get(f"{ACTIVATE}?next=/cuenta/")
    assert page.status_code == 200
    assert "<svg" in page.content.decode()

    answer = client.post(ACTIVATE, {"code": code_now(page.context["form"].secret)})

    assert answer.headers["Location"] == "/cuentas/dos-pasos/recuperacion/"
    assert client.get("/cuentas/dos-pasos/recuperacion/").status_code == 200
    assert client.get(ACCOUNT).status_code == 200


def test_secret_is_not_readable_in_the_database() -> None:
    user = make_user()
    secret = enrol(user)

    stored = Authenticator.objects.get(user=user, type="totp").data["secret"]
    assert secret not in stored
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert MFAAdapter().decrypt(stored) == secret
    with override_settings(SECRET_KEY="new"), pytest.raises(InvalidToken):
        MFAAdapter().decrypt(stored)


def test_leaving_is_always_possible(client: Client) -> None:
    log_in(client, make_user("x@example.org", Role.OFFICE))

    assert client.post("/cuentas/salir/").headers["Location"] == "/cuentas/entrar/"
    assert client.get(ACCOUNT).headers["Location"].startswith("/cuentas/entrar/")


def test_second_factor_cannot_be_dropped_with_a_role(client: Client) -> None:
    user = make_user("x@example.org", Role.OFFICE)
    secret = enrol(user)
    log_in(client, user, secret)
    client.post(AGAIN, {"code": code_now(secret)})

    page = client.post("/cuentas/dos-pasos/quitar/")

    assert "exige la verificación en dos pasos" in page.content.decode()
    assert Authenticator.objects.filter(user=user, type="totp").exists()


@pytest.mark.parametrize("path", ["/cuentas/dos-pasos/", "/cuentas/dos-pasos/quitar/", "/cuentas/clave/"])
def test_only_the_way_to_it_is_open_before(client: Client, path: str) -> None:
    """An old session may neither drop the factor nor change the password without showing it."""
    user = log_in_without_second_factor(client)
    enrol(user)
    give(user, Role.ADMINISTRATOR)

    assert client.get(path).headers["Location"].startswith(AGAIN)


def test_part_of_a_page_sends_the_whole_page_to_it(client: Client) -> None:
    user = log_in_without_second_factor(client)
    give(user, Role.OFFICE)

    answer = client.get(
        ACCOUNT, headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/encuentros/?dia=1"}
    )

    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == f"{ACTIVATE}?next=%2Fencuentros%2F%3Fdia%3D1"


def log_in_without_second_factor(client: Client):
    user = make_user()
    log_in(client, user)
    return user
