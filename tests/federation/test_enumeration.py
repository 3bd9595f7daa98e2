"""Whether an address has an account is told by no answer, and by no work that a clock could measure."""

from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import OutgoingMail
from tests.federation.people import LOGIN, identify, log_in, mail_sent, make_user

pytestmark = pytest.mark.django_db

RESET = "/cuentas/clave/olvidada/"
KNOWN, UNKNOWN = "capitana@example.org", "nadiehay@example.org"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.fixture
def hashed() -> Iterator[list[str]]:
    """Collects each hash of a password that is worked out: the costly part of a login."""
    worked: list[str] = []
    original = MD5PasswordHasher.encode

    def encode(self: MD5PasswordHasher, password: str, salt: str, *rest: object) -> str:
        worked.append(password)
        return original(self, password, salt, *rest)

    with patch.object(MD5PasswordHasher, "encode", encode):
        yield worked


def without_address(answer: HttpResponse, address: str) -> str:
    """Give a page without the address, the marks against forgery and what the browser was told to send."""
    page = answer.content.decode().replace(address, "…")
    return "\n".join(line for line in page.splitlines() if "csrf" not in line.lower())


def work_of(act: Callable[[], HttpResponse]) -> tuple[int, HttpResponse]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = act()
    return len(queries), answer


def login_with(address: str) -> HttpResponse:
    return Client().post(LOGIN, {"login": address, "password": "no-es-esta-clave"})


def test_login_answers_the_same_after_the_same_work(hashed: list[str]) -> None:
    make_user(KNOWN)
    hashed.clear()
    known = login_with(KNOWN)
    for_known = len(hashed)
    hashed.clear()
    unknown = login_with(UNKNOWN)

    assert (for_known, len(hashed)) == (1, 1)
    assert known.status_code == unknown.status_code
    assert without_address(known, KNOWN) == without_address(unknown, UNKNOWN)


@pytest.mark.parametrize("state", ["closed", "without password"])
def test_accounts_that_cannot_be_entered_cost_the_same(hashed: list[str], state: str) -> None:
    user = make_user(KNOWN)
    if state == "closed":
        user.is_active = False
    else:
        user.set_unusable_password()
    user.save()
    hashed.clear()
    answer = login_with(KNOWN)

    assert len(hashed) == 1
    assert without_address(answer, KNOWN) == without_address(login_with(UNKNOWN), UNKNOWN)


def test_the_limit_of_an_unknown_address_is_that_of_a_known_one() -> None:
    make_user(KNOWN)
    pages = {
        address: [without_address(login_with(address), address) for _ in range(11)][-1]
        for address in (KNOWN, UNKNOWN)
    }

    assert "Demasiados intentos fallidos" in pages[KNOWN]
    assert pages[KNOWN] == pages[UNKNOWN]


def test_reset_does_the_same_work_for_every_address() -> None:
    """The page only writes the wish down; the queue finds out, later and elsewhere, whose address it is."""
    make_user(KNOWN)
    known_work, known = work_of(lambda: Client().post(RESET, {"email": KNOWN}))
    unknown_work, unknown = work_of(lambda: Client().post(RESET, {"email": UNKNOWN}))

    assert known_work == unknown_work
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert OutgoingMail.objects.count() == 2


def test_fifty_unknown_addresses_get_no_mail(client: Client) -> None:
    """Report 79."""
    answers = {
        client.post(RESET, {"email": f"nadie{number}@example.org"})["Location"] for number in range(50)
    }

    assert answers == {"/cuentas/clave/olvidada/enviado/"}
    assert mail_sent() == []
    assert not OutgoingMail.objects.exists()


def test_two_accounts_within_a_minute_both_get_their_mail(client: Client) -> None:
    """Report 87."""
    for name in ("hermano", "hermana"):
        make_user(f"{name}@example.org")
        client.post(RESET, {"email": f"{name}@example.org"})

    assert sorted(message.to[0] for message in mail_sent()) == ["hermana@example.org", "hermano@example.org"]


def test_capitals_are_the_same_address(client: Client) -> None:
    """Report 77: one account, whatever one types, as often as one likes."""
    user = make_user("Ana.P@example.org")
    assert user.email == "ana.p@example.org"
    for written in ("ana.p@example.org", "ANA.P@EXAMPLE.ORG", "Ana.P@example.org"):
        log_in(Client(), user)
        client.post(RESET, {"email": written})

    assert {message.to[0] for message in mail_sent()} == {"ana.p@example.org"}
    assert len(mail.outbox) == 3


def test_new_address_is_answered_the_same_whoever_has_it(client: Client) -> None:
    user = make_user(KNOWN)
    make_user("ocupado@example.org")
    log_in(client, user)
    identify(client)
    pages = []
    for new in ("ocupado@example.org", "libre@example.org"):
        answer = client.post("/cuentas/correo/", {"email": new}, follow=True)
        pages.append(without_address(answer, new))

    assert pages[0] == pages[1]
