"""Asking again who it is: before what, after how long, and back to what one was doing."""

from datetime import timedelta

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils import timezone

from federation import urls as product
from federation.accounts import recently_identified
from federation.models import Role
from tests.federation.people import PASSWORD, code_now, enrol, give, log_in, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.federation.test_identification")]

DONE: list[dict[str, str]] = []


@recently_identified
def dangerous(request: HttpRequest) -> HttpResponse:
    """Give a role, or show a key: whatever a stranger at an open laptop must not do."""
    if request.method == "POST":
        DONE.append(request.POST.dict())
    return HttpResponse("hecho")


urlpatterns = [path("peligroso/", dangerous), path("", include(product))]
handler404, handler500 = product.handler404, product.handler500

PATH = "/peligroso/"
AGAIN = "/cuentas/identificarse/"
CODE_AGAIN = "/cuentas/dos-pasos/identificarse/"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    DONE.clear()


@pytest.fixture
def late(client: Client, time_machine) -> Client:
    """Somebody who logged in more than five minutes ago."""
    log_in(client, make_user())
    time_machine.move_to(timezone.now() + timedelta(seconds=301))
    return client


def test_who_has_just_come_in_is_not_asked(client: Client) -> None:
    log_in(client, make_user())

    assert client.get(PATH).content == b"hecho"


def test_who_came_in_a_while_ago_is_asked_and_comes_back(late: Client) -> None:
    assert late.get(PATH)["Location"] == f"{AGAIN}?next=%2Fpeligroso%2F"
    answer = late.post(AGAIN, {"password": PASSWORD, "next": PATH})

    assert answer["Location"] == PATH
    assert late.get(PATH).content == b"hecho"


def test_what_was_being_sent_is_sent_then(late: Client) -> None:
    late.post(PATH, {"funcion": "committee"})
    assert DONE == []
    answer = late.post(AGAIN, {"password": PASSWORD, "next": PATH})

    assert answer.content == b"hecho"
    assert [sent["funcion"] for sent in DONE] == ["committee"]


def test_a_wrong_password_does_nothing(late: Client) -> None:
    late.post(PATH, {"funcion": "committee"})
    page = late.post(AGAIN, {"password": "no-es-esta", "next": PATH})

    assert "La contraseña no es correcta" in page.content.decode()
    assert DONE == []
    assert late.get(PATH).status_code == 302


def test_it_lasts_five_minutes(late: Client, time_machine) -> None:
    late.post(AGAIN, {"password": PASSWORD})
    time_machine.move_to(timezone.now() + timedelta(seconds=299))
    assert late.get(PATH).content == b"hecho"
    time_machine.move_to(timezone.now() + timedelta(seconds=2))

    assert late.get(PATH).status_code == 302


def test_a_code_confirms_too(client: Client, time_machine) -> None:
    user = make_user()
    secret = enrol(user)
    log_in(client, user, secret)
    time_machine.move_to(timezone.now() + timedelta(seconds=301))
    assert client.get(PATH).status_code == 302
    client.post(CODE_AGAIN, {"code": code_now(secret)})

    assert client.get(PATH).content == b"hecho"


def test_a_part_of_a_page_sends_the_whole_page_to_it(late: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/cuenta/"}
    answer = late.post(PATH, {"funcion": "committee"}, headers=headers)

    assert answer["HX-Redirect"] == f"{AGAIN}?next=%2Fcuenta%2F"
    assert answer["X-Keep-Typed"] == "1"
    assert DONE == []


def test_somebody_elses_session_records_count_for_nothing(client: Client, time_machine) -> None:
    log_in(client, make_user())
    client.post("/cuentas/salir/")

    assert client.get(PATH)["Location"].startswith("/cuentas/entrar/")


@pytest.mark.parametrize("route", ["/cuentas/dos-pasos/activar/", "/cuentas/llaves/nueva/"])
def test_a_session_that_knows_only_the_password_sets_up_no_factor_of_its_own(
    client: Client, route: str
) -> None:
    """A factor is there and has not been shown: the way to a first one is closed."""
    user = make_user()
    log_in(client, user)
    enrol(user)
    give(user, Role.ADMINISTRATOR)
    client.post(AGAIN, {"password": PASSWORD})

    assert client.get(route)["Location"].startswith(CODE_AGAIN)


@pytest.mark.parametrize("route", ["/cuentas/dos-pasos/activar/", "/cuentas/llaves/nueva/"])
def test_the_way_to_a_first_factor_is_open(client: Client, route: str) -> None:
    log_in(client, make_user("x@example.org", Role.OFFICE))
    client.post(AGAIN, {"password": PASSWORD})

    assert client.get(route).status_code == 200
