"""Changing one's address: proved by a link, told to the old one, and no way in left behind."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.db import transaction
from django.test import Client
from django.utils import timezone

from federation.accounts.email_change import SALT, confirmation_token
from federation.actions.own_account import change_email
from federation.models import AuditEntry, User
from federation.rules.errors import RuleError
from tests.federation.people import LOGIN, PASSWORD, identify, link_in, log_in, mail_sent, make_user

pytestmark = pytest.mark.django_db

CHANGE = "/cuentas/correo/"
OLD, NEW = "vieja@example.org", "nueva@example.org"


@pytest.fixture
def user() -> User:
    return make_user(OLD)


@pytest.fixture
def asked(client: Client, user: User) -> str:
    """Log in, ask for the change, and give the link that came by mail."""
    log_in(client, user)
    client.post(CHANGE, {"email": NEW.upper()})
    (message,) = mail_sent()
    assert message.to == [NEW]
    return link_in(message)


def enters(email: str) -> bool:
    return Client().post(LOGIN, {"login": email, "password": PASSWORD}).status_code == 302


def test_the_link_changes_it_at_the_press_of_a_button(client: Client, user: User, asked: str) -> None:
    assert OLD in client.get(asked).content.decode()
    user.refresh_from_db()
    assert user.email == OLD

    answer = client.post(asked)

    assert answer["Location"] == "/cuenta/"
    user.refresh_from_db()
    assert user.email == NEW
    assert enters(NEW)
    assert not enters(OLD)


def test_the_old_address_is_told(client: Client, user: User, asked: str) -> None:
    client.post(asked)

    notice = mail_sent()[-1]
    assert notice.to == [OLD]
    assert f"ya no es {OLD}: ahora es {NEW}" in notice.body
    assert AuditEntry.objects.get(verb="account.email_changed").actor == user


def test_no_link_to_the_old_address_opens_the_account_any_more(client: Client, asked: str) -> None:
    # Made before the change: the library keeps addresses of its own when it makes one.
    client.post("/cuentas/clave/olvidada/", {"email": OLD})
    before = link_in(mail_sent()[-1])
    client.post(asked)
    sent = len(mail_sent())
    client.post("/cuentas/clave/olvidada/", {"email": OLD})

    assert len(mail_sent()) == sent
    assert "El enlace ya no vale" in Client().get(before, follow=True).content.decode()
    assert list(EmailAddress.objects.values_list("email", flat=True)) == [NEW]


def test_a_link_serves_once(client: Client, asked: str) -> None:
    client.post(asked)

    assert client.post(asked).status_code == 404


def test_a_link_without_login_asks_for_it(asked: str) -> None:
    """Whoever reads the new mailbox by mistake gets nowhere."""
    assert Client().get(asked)["Location"].startswith("/cuentas/entrar/?next=/cuentas/correo/confirmar/")


def test_a_link_of_somebody_else_is_worth_nothing(user: User, asked: str) -> None:
    stranger = log_in(Client(), make_user("otra@example.org"))

    assert stranger.post(asked).status_code == 404
    user.refresh_from_db()
    assert user.email == OLD


def test_a_new_password_makes_the_link_void(client: Client, asked: str) -> None:
    new = "otra-clave-larga-2"
    client.post("/cuentas/clave/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert client.post(asked).status_code == 404


def test_an_old_or_forged_link_is_worth_nothing(client: Client, user: User, time_machine) -> None:
    log_in(client, user)
    forged = signing.dumps({"user": user.pk, "old": OLD, "new": NEW, "password": "x"}, salt=SALT)
    for token in ("x", forged):
        assert client.post(f"{CHANGE}confirmar/{token}/").status_code == 404
    token = confirmation_token(user, NEW)
    assert client.get(f"{CHANGE}confirmar/{token}/").status_code == 200
    time_machine.move_to(timezone.now() + timedelta(hours=25))

    assert client.get(f"{CHANGE}confirmar/{token}/").status_code == 404


def test_an_address_taken_meanwhile_is_told_and_changes_nothing(
    client: Client, user: User, asked: str
) -> None:
    make_user(NEW)

    answer = client.post(asked)

    assert answer.status_code == 409
    assert "Ese correo ya tiene cuenta" in answer.content.decode()
    user.refresh_from_db()
    assert user.email == OLD
    assert len(mail_sent()) == 1


def test_the_same_address_is_no_change(client: Client, user: User) -> None:
    log_in(client, user)
    answer = client.post(CHANGE, {"email": OLD.upper()})

    assert answer.status_code == 422
    assert "Ese es el correo que ya tienes" in answer.content.decode()
    assert mail_sent() == []


def test_it_is_asked_again_who_one_is(client: Client, user: User, time_machine) -> None:
    log_in(client, user)
    time_machine.move_to(timezone.now() + timedelta(seconds=301))
    assert client.get(CHANGE)["Location"] == "/cuentas/identificarse/?next=%2Fcuentas%2Fcorreo%2F"
    identify(client)

    assert client.get(CHANGE).status_code == 200


def test_mail_to_strangers_is_limited(client: Client, user: User) -> None:
    log_in(client, user)
    answers = [
        client.post(CHANGE, {"email": f"nueva{number}@example.org"}).status_code for number in range(6)
    ]

    assert answers == [302] * 5 + [429]
    assert len(mail_sent()) == 5


def test_the_action_refuses_what_has_changed_meanwhile(user: User) -> None:
    with pytest.raises(RuleError) as raised:
        change_email(user=user, old="otra@example.org", new=NEW)
    assert raised.value.code == "email_link_stale"
    make_user(NEW)
    with pytest.raises(RuleError) as raised, transaction.atomic():
        change_email(user=user, old=OLD, new=NEW)
    assert raised.value.code == "email_taken"


@pytest.mark.django_db(transaction=True)
def test_two_who_want_the_same_address_at_once(run_together) -> None:
    first, second = make_user("una@example.org"), make_user("otra@example.org")
    results = run_together(
        lambda: change_email(user=first, old=first.email, new=NEW),
        lambda: change_email(user=second, old=second.email, new=NEW),
    )

    refused = [result for result in results if isinstance(result, RuleError)]
    assert [error.code for error in refused] == ["email_taken"]
    assert User.objects.filter(email=NEW).count() == 1
