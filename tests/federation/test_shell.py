"""What every page has around it, whoever looks and whatever goes wrong."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from federation.context import FEDERATION, PERSON, PUBLIC
from federation.models import Federation
from tests.federation.people import log_in, make_user

pytestmark = pytest.mark.django_db

OPEN = ["/", "/salud/", "/cuentas/entrar/", "/cuentas/registro/", "/cuentas/clave/olvidada/"]
PART = {"HX-Request": "true", "HX-Current-URL": "http://testserver/cuenta/?v=2", "HX-Target": "tabla"}


@pytest.mark.parametrize("path", [*OPEN, "/no-esta/"])
def test_policies_on_every_page(client: Client, path: str) -> None:
    headers = client.get(path).headers

    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert {policy[name] for name in ("script-src", "style-src", "img-src", "form-action")} == {"'self'"}
    assert {policy[name] for name in ("frame-ancestors", "base-uri")} == {"'none'"}
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_without_login_a_page_leads_to_it(client: Client) -> None:
    assert client.get("/cuenta/").headers["Location"] == "/cuentas/entrar/?next=/cuenta/"


def test_expired_session_in_a_part_loads_the_whole_login(client: Client) -> None:
    answer = client.post("/cuenta/", headers=PART)

    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"] == "/cuentas/entrar/?next=%2Fcuenta%2F%3Fv%3D2"
    assert answer.content == b""


def test_personal_pages_are_kept_by_nobody(client: Client) -> None:
    log_in(client, make_user())

    assert client.get("/cuenta/").headers["Cache-Control"] == "no-store, private"
    assert client.get("/no-esta/").headers["Cache-Control"] == "no-store, private"


def test_public_page_may_be_kept(client: Client) -> None:
    assert "Cache-Control" not in client.get("/").headers


def test_health_asks_for_nothing(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        answer = client.get("/salud/")

    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies


def test_page_says_whose_it_is(client: Client) -> None:
    Federation.objects.create(name="Federación de Prueba", short_name="FP")

    page = client.get("/").content.decode()

    assert "· Federación de Prueba</title>" in page
    assert "<span>FP</span>" in page


def test_language_is_chosen_and_kept(client: Client) -> None:
    client.post("/idioma/", {"language": "en", "next": "/"})

    assert '<html lang="en">' in client.get("/").content.decode()


def test_at_most_four_tabs() -> None:
    assert max(len(tabs) for tabs in (PUBLIC, PERSON, FEDERATION)) <= 4


def test_home_of_a_person_is_his_encounters(client: Client) -> None:
    log_in(client, make_user())
    answer = client.get("/")

    assert answer.headers["Location"] == reverse("matches:home")


@pytest.mark.parametrize("path", OPEN[2:])
def test_every_field_has_a_label(client: Client, path: str) -> None:
    page = client.get(path).content.decode()

    labelled = set(re.findall(r'<label[^>]* for="([^"]+)"', page))
    shown = re.findall(r'<input type="(?!hidden)[^"]+"[^>]* id="([^"]+)"', page)
    inside = set(re.findall(r'<label class="check"><input[^>]* id="([^"]+)"', page))
    assert set(shown) <= labelled | inside


def test_whitenoise_never_names_a_source_map() -> None:
    for path in (settings.BASE_DIR / "static" / "vendor").glob("*.js"):
        assert "sourceMappingURL" not in path.read_text(encoding="utf-8"), path.name
