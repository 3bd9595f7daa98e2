"""Getting in and out: no open sign-up, addresses in any case, limits, passwords."""

import pytest
from django.test import Client

from federation.models import User
from tests.federation.people import (
    CODE,
    LOGIN,
    PASSWORD,
    code_now,
    enrol,
    link_in,
    log_in,
    mail_sent,
    make_user,
)

pytestmark = pytest.mark.django_db


def test_address_in_any_case(client: Client) -> None:
    make_user("nuria@example.org")

    answer = client.post(LOGIN, {"login": " Nuria@Example.ORG ", "password": PASSWORD})

    assert answer.status_code == 302
    assert client.get("/cuenta/").status_code == 200


def test_goes_to_the_page_that_was_asked_for(client: Client) -> None:
    make_user("nuria@example.org")

    answer = client.post(
        f"{LOGIN}?next=/cuenta/", {"login": "nuria@example.org", "password": PASSWORD, "next": "/cuenta/"}
    )

    assert answer.headers["Location"] == "/cuenta/"


def test_never_goes_to_another_host(client: Client) -> None:
    make_user("nuria@example.org")

    answer = client.post(
        LOGIN, {"login": "nuria@example.org", "password": PASSWORD, "next": "https://example.net/"}
    )

    assert answer.headers["Location"] == "/"


def test_wrong_password_says_what_to_do_and_keeps_the_address(client: Client) -> None:
    make_user("nuria@example.org")

    page = client.post(LOGIN, {"login": "nuria@example.org", "password": "otra"}).content.decode()

    assert "El correo o la contraseña no son correctos" in page
    assert 'value="nuria@example.org"' in page


def test_closed_account_does_not_get_in(client: Client) -> None:
    user = make_user("nuria@example.org")
    user.is_active = False
    user.save()

    client.post(LOGIN, {"login": user.email, "password": PASSWORD})

    assert client.get("/cuenta/").status_code == 302


def test_ten_misses_block_the_account_for_a_while(client: Client) -> None:
    make_user("nuria@example.org")
    for _ in range(10):
        client.post(LOGIN, {"login": "nuria@example.org", "password": "otra"})

    page = client.post(LOGIN, {"login": "nuria@example.org", "password": PASSWORD}).content.decode()

    assert "Demasiados intentos fallidos" in page


def test_wrong_code_is_told_beside_the_field(client: Client) -> None:
    user = make_user()
    enrol(user)
    log_in(client, user)

    page = client.post(CODE, {"code": "000000"}).content.decode()

    assert "El código no es correcto" in page
    assert 'aria-invalid="true"' in page


def test_a_code_serves_once(client: Client) -> None:
    user = make_user()
    secret = enrol(user)
    code = code_now(secret)
    log_in(client, user)
    client.post(CODE, {"code": code})
    other = Client()
    log_in(other, user)

    assert "El código no es correcto" in other.post(CODE, {"code": code}).content.decode()


def test_sign_up_is_closed(client: Client) -> None:
    sent = {"email": "nueva@example.org", "password1": PASSWORD, "password2": PASSWORD}
    for answer in (client.get("/cuentas/registro/"), client.post("/cuentas/registro/", sent)):
        assert "Las cuentas las abre la secretaría" in answer.content.decode()
    assert not User.objects.exists()


def test_new_password_ends_the_other_sessions(client: Client) -> None:
    user = make_user()
    other = log_in(Client(), user)
    log_in(client, user)
    new = "otra-clave-larga-2"

    answer = client.post("/cuentas/clave/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert answer.status_code == 302
    assert client.get("/cuenta/").status_code == 200
    assert other.get("/cuenta/").status_code == 302


def test_forgotten_password_by_mail(client: Client) -> None:
    user = make_user("nuria@example.org")
    client.post("/cuentas/clave/olvidada/", {"email": "NURIA@example.org"})
    (message,) = mail_sent()
    link = link_in(message)
    new = "otra-clave-larga-2"

    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": new, "password2": new})

    user.refresh_from_db()
    assert user.check_password(new)


def test_forgotten_password_tells_nobody_who_has_an_account(client: Client) -> None:
    make_user("nuria@example.org")

    known = client.post("/cuentas/clave/olvidada/", {"email": "nuria@example.org"})
    unknown = client.post("/cuentas/clave/olvidada/", {"email": "nadie@example.org"})

    assert known.status_code == unknown.status_code == 302
    assert known.headers["Location"] == unknown.headers["Location"]
