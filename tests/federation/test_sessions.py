"""Where one is logged in: the list in words, ending one, ending the others, and what ends them by itself."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.accounts.devices import device_name, is_handheld
from federation.models import AuditEntry, User
from tests.federation.people import LOGIN, PASSWORD, link_in, log_in, mail_sent, make_user

pytestmark = pytest.mark.django_db

LIST = "/cuentas/sesiones/"
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/129.0.0.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0"


def log_in_with(user: User, user_agent: str, **extra: str) -> Client:
    client = Client(HTTP_USER_AGENT=user_agent, **extra)
    return log_in(client, user)


@pytest.mark.parametrize(
    ("user_agent", "name", "handheld"),
    [
        (PHONE, "Chrome en Android", True),
        (LAPTOP, "Firefox en Windows", False),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari en iPhone",
            True,
        ),
        (
            "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Edg/129.0",
            "Edge en Mac",
            False,
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0",
            "Samsung Internet en Android",
            True,
        ),
        ("", "Un aparato que no se reconoce", False),
        ("curl/8.5", "Un aparato que no se reconoce", False),
    ],
)
def test_devices_in_words(user_agent: str, name: str, handheld: bool) -> None:  # noqa: FBT001
    assert device_name(user_agent) == name
    assert is_handheld(user_agent) is handheld


def test_the_list_says_where_and_since_when() -> None:
    user = make_user()
    log_in_with(user, LAPTOP, REMOTE_ADDR="203.0.113.9")
    phone = log_in_with(user, PHONE)

    lines = phone.get(LIST).context["sessions"]

    assert [(line.device, line.current) for line in lines] == [
        ("Chrome en Android", True),
        ("Firefox en Windows", False),
    ]
    assert lines[1].address == "203.0.113.9"


def test_one_is_ended_and_the_others_go_on() -> None:
    user = make_user()
    laptop, phone = log_in_with(user, LAPTOP), log_in_with(user, PHONE)
    (line,) = [line for line in phone.get(LIST).context["sessions"] if not line.current]

    answer = phone.post(f"{LIST}{line.pk}/cerrar/", follow=True)

    assert "Sesión cerrada: Firefox en Windows." in answer.content.decode()
    assert laptop.get("/cuenta/").status_code == 302
    assert phone.get("/cuenta/").status_code == 200


def test_all_the_others_are_ended() -> None:
    user = make_user()
    others = [log_in_with(user, LAPTOP) for _ in range(3)]
    phone = log_in_with(user, PHONE)

    answer = phone.post(f"{LIST}cerrar/", follow=True)

    assert "Se han cerrado 3 sesiones." in answer.content.decode()
    assert {other.get("/cuenta/").status_code for other in others} == {302}
    assert phone.get("/cuenta/").status_code == 200


def test_nobody_ends_those_of_somebody_else() -> None:
    stranger = log_in(Client(), make_user("otra@example.org"))
    mine = log_in_with(make_user(), PHONE)
    row = UserSession.objects.get(user__email="persona@example.org")

    assert stranger.post(f"{LIST}{row.pk}/cerrar/").status_code == 404
    assert stranger.get(f"{LIST}{row.pk}/cerrar/").status_code == 405
    assert mine.get("/cuenta/").status_code == 200


def test_this_one_is_ended_by_leaving_only() -> None:
    phone = log_in_with(make_user(), PHONE)
    row = UserSession.objects.get()

    assert phone.post(f"{LIST}{row.pk}/cerrar/").status_code == 404


def test_what_has_run_out_is_not_listed() -> None:
    user = make_user()
    log_in_with(user, LAPTOP)
    Session.objects.update(expire_date=timezone.now())
    phone = log_in_with(user, PHONE)

    assert len(phone.get(LIST).context["sessions"]) == 1
    assert UserSession.objects.count() == 1


def test_a_new_password_ends_the_others_for_good() -> None:
    user = make_user()
    log_in_with(user, LAPTOP)
    phone = log_in_with(user, PHONE)
    new = "otra-clave-larga-2"
    phone.post("/cuentas/clave/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert len(phone.get(LIST).context["sessions"]) == 1
    assert Session.objects.count() == 1
    assert AuditEntry.objects.filter(verb="account.password_changed", actor=user).count() == 1


def test_a_reset_ends_all() -> None:
    user = make_user()
    phone = log_in_with(user, PHONE)
    stranger = Client()
    stranger.post("/cuentas/clave/olvidada/", {"email": user.email})
    form = stranger.get(link_in(mail_sent()[0]), follow=True).redirect_chain[-1][0]
    new = "otra-clave-larga-2"
    stranger.post(form, {"password1": new, "password2": new})

    assert phone.get("/cuenta/").status_code == 302
    assert not UserSession.objects.filter(user=user).exists()
    assert stranger.post(LOGIN, {"login": user.email, "password": new}).status_code == 302


@pytest.mark.parametrize("path", [LIST, "/cuenta/"])
def test_as_many_queries_for_thirty_sessions(path: str, django_assert_num_queries) -> None:
    user = make_user()
    phone = log_in_with(user, PHONE)
    phone.get(path)
    with CaptureQueriesContext(connection) as queries:
        phone.get(path)
    for_one = len(queries)
    for _ in range(29):
        log_in_with(user, LAPTOP)

    with django_assert_num_queries(for_one):
        page = phone.get(path)
    assert page.status_code == 200
