"""Limits: a hall is not tripped, guessing is slow, and nobody is shut out by somebody else's attempts."""

import pytest
from django.core.cache import cache
from django.test import Client

from federation.accounts.known_devices import MOST_ACCOUNTS
from federation.models import User
from tests.federation.people import CODE, LOGIN, PASSWORD, enrol, make_user

pytestmark = pytest.mark.django_db

HALL = "203.0.113.7"
ELSEWHERE = "198.51.100.9"
BLOCKED = "Demasiados intentos fallidos"
RESET = "/cuentas/clave/olvidada/"


@pytest.fixture(autouse=True)
def _no_attempts_before() -> None:
    cache.clear()


def attempt(client: Client, email: str, password: str, address: str = HALL) -> str:
    """Try to log in; give the page, empty when it worked."""
    sent = {"login": email, "password": password}
    answer = client.post(LOGIN, sent, REMOTE_ADDR=address)
    return "" if answer.status_code == 302 else answer.content.decode()


def misses(email: str, how_many: int, address: str = ELSEWHERE) -> str:
    """A stranger's attempts, each from a new browser; give the last page."""
    return [attempt(Client(), email, "no-es-esta", address) for _ in range(how_many)][-1]


def device_of(user: User) -> Client:
    """A browser in which the account has logged in, and out again."""
    client = Client()
    assert attempt(client, user.email, PASSWORD) == ""
    client.post("/cuentas/salir/")
    return client


def test_sixty_phones_of_a_hall_log_in_within_a_minute() -> None:
    accounts = [make_user(f"jugador{number}@example.org") for number in range(60)]

    assert [attempt(Client(), user.email, PASSWORD) for user in accounts] == [""] * 60


def test_a_hall_that_mistypes_is_not_tripped() -> None:
    """Thirty people who each get it wrong twice, within the same minute."""
    accounts = [make_user(f"jugador{number}@example.org") for number in range(30)]
    for user in accounts:
        misses(user.email, 2, HALL)

    assert attempt(Client(), accounts[0].email, PASSWORD) == ""


def test_guessing_at_one_account_is_slow_wherever_it_comes_from() -> None:
    user = make_user("capitana@example.org")
    for number in range(10):
        misses(user.email, 1, f"198.51.100.{number}")

    assert BLOCKED in attempt(Client(), user.email, PASSWORD, "192.0.2.1")


def test_another_name_of_the_server_gives_no_more_guesses(settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    user = make_user("capitana@example.org")
    for number in range(10):
        Client(SERVER_NAME=f"nombre{number}.example.org").post(LOGIN, {"login": user.email, "password": "no"})

    assert BLOCKED in attempt(Client(SERVER_NAME="otro.example.org"), user.email, PASSWORD)


def test_a_stranger_does_not_shut_her_out_of_her_own_phone() -> None:
    user = make_user("capitana@example.org")
    phone = device_of(user)
    assert BLOCKED in misses(user.email, 30)

    assert attempt(phone, user.email, PASSWORD) == ""


def test_neighbours_at_the_same_address_do_not_shut_her_out_either() -> None:
    """More misses from the hall's address than it may have in a minute."""
    user = make_user("capitana@example.org")
    phone = device_of(user)
    for number in range(11):
        misses(f"nadie{number}@example.org", 10, HALL)
    assert BLOCKED in attempt(Client(), "otra@example.org", PASSWORD)

    assert attempt(phone, user.email, PASSWORD) == ""


def test_guessing_on_her_own_phone_is_as_slow() -> None:
    user = make_user("capitana@example.org")
    phone = device_of(user)
    for _ in range(10):
        attempt(phone, user.email, "no-es-esta")

    assert BLOCKED in attempt(phone, user.email, PASSWORD)
    # And it costs nobody else an attempt.
    assert attempt(Client(), user.email, PASSWORD) == ""


def test_a_known_phone_is_known_for_its_own_accounts_only() -> None:
    phone = device_of(make_user("capitana@example.org"))
    other = make_user("juez@example.org")
    misses(other.email, 10)

    assert BLOCKED in attempt(phone, other.email, PASSWORD)


def test_a_new_password_makes_the_old_phones_strangers() -> None:
    user = make_user("capitana@example.org")
    thief = device_of(user)
    user.set_password("otra-clave-larga-2")
    user.save()
    misses(user.email, 10)

    assert BLOCKED in attempt(thief, user.email, "otra-clave-larga-2")


def test_the_phone_that_changed_the_password_stays_known() -> None:
    user = make_user("capitana@example.org")
    phone = Client()
    attempt(phone, user.email, PASSWORD)
    new = "otra-clave-larga-2"
    phone.post("/cuentas/clave/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    phone.post("/cuentas/salir/")
    misses(user.email, 10)

    assert attempt(phone, user.email, new) == ""


@pytest.mark.parametrize("cookie", ["", "garbage", "W10:1abc:forged"])
def test_a_forged_cookie_makes_nothing_known(cookie: str) -> None:
    user = make_user("capitana@example.org")
    client = Client()
    client.cookies["aparato"] = cookie
    misses(user.email, 10)

    assert BLOCKED in attempt(client, user.email, PASSWORD)


def test_a_phone_of_many_forgets_the_oldest(client: Client) -> None:
    users = [make_user(f"jugador{number}@example.org") for number in range(MOST_ACCOUNTS + 1)]
    for user in users:
        attempt(client, user.email, PASSWORD)
        client.post("/cuentas/salir/")
    for user in (users[0], users[-1]):
        misses(user.email, 10)

    assert BLOCKED in attempt(client, users[0].email, PASSWORD)
    assert attempt(client, users[-1].email, PASSWORD) == ""


def test_codes_are_guessed_slowly_too() -> None:
    user = make_user("capitana@example.org")
    enrol(user)
    client = Client()
    attempt(client, user.email, PASSWORD)
    pages = [client.post(CODE, {"code": f"{number:06}"}).content.decode() for number in range(11)]

    assert "El código no es correcto" in pages[0]
    assert BLOCKED in pages[-1]


def test_every_worker_sees_the_same_limits(settings) -> None:
    assert settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache")


def test_a_reset_per_address_is_limited_in_words(client: Client) -> None:
    answers = [client.post(RESET, {"email": "capitana@example.org"}) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert "Demasiados intentos seguidos" in answers[-1].content.decode()


def test_resets_per_origin_are_limited(client: Client) -> None:
    """Report 79: a page that anybody can use is not a machine for mail."""
    statuses = {
        client.post(RESET, {"email": f"nadie{number}@example.org"}).status_code for number in range(61)
    }

    assert statuses == {302, 429}
