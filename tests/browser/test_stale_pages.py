"""A page that is older than its session: whole pages, what was typed stays, nothing is sent by itself."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser import stale_pages
from tests.browser.accessibility import violations
from tests.browser.entering import log_in_by_form
from tests.federation.people import PASSWORD, make_user

pytestmark = [pytest.mark.urls("tests.browser.stale_pages"), pytest.mark.django_db(transaction=True)]

EMAIL = "anotadora@example.org"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    stale_pages.SENT.clear()
    make_user(EMAIL)


def enter(page: Page, goal: str = "/cuenta/") -> None:
    log_in_by_form(page, EMAIL, PASSWORD, goal)


def identify(page: Page, email: str = EMAIL) -> None:
    page.get_by_label("Correo").fill(email)
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Entrar", exact=True).click()


def write(page: Page) -> None:
    page.get_by_label("Puntos").fill("46")
    page.get_by_label("Cierre").check()
    page.get_by_label("PIN").fill("1234")


def is_kept(page: Page) -> None:
    """What was typed is there again, said so, but for the PIN, and has not been sent."""
    expect(page.get_by_text("Lo que habías escrito sigue aquí")).to_be_visible()
    expect(page.get_by_label("Puntos")).to_have_value("46")
    expect(page.get_by_label("Cierre")).to_be_checked()
    expect(page.get_by_label("PIN")).to_have_value("")
    assert stale_pages.SENT == []
    assert violations(page) == []


@pytest.mark.parametrize("kind", ["parte", "plana"])
def test_session_ended_in_the_middle_of_a_hand(phone: Page, kind: str) -> None:
    """Report 71: the login is a whole page, and leads back to the figures."""
    enter(phone, f"/partida/{kind}/")
    write(phone)
    Session.objects.all().delete()
    phone.get_by_role("button", name="Proponer").click()
    expect(phone.get_by_role("heading", name="Entrar")).to_be_visible()
    expect(phone.get_by_role("heading", name="Hoja")).to_have_count(0)
    identify(phone)

    expect(phone.get_by_role("heading", name="Hoja")).to_be_visible()
    is_kept(phone)
    phone.get_by_role("button", name="Proponer").click()
    if kind == "parte":
        expect(phone.get_by_text("Hecho")).to_be_visible()
    else:
        expect(phone.get_by_label("Puntos")).to_have_value("")
    assert [sent["puntos"] for sent in stale_pages.SENT] == ["46"]


def test_logged_in_again_in_another_tab(phone: Page, watch) -> None:
    """Report 75: the first tab's form says so inside itself, and keeps what it holds."""
    watch.allow("status of 403")
    enter(phone, "/partida/parte/")
    write(phone)
    other = phone.context.new_page()
    other.goto("/cuentas/salir/")
    other.get_by_role("button", name="Salir").click()
    enter(other)
    expect(other.get_by_role("heading", name="Mi cuenta")).to_be_visible()

    phone.get_by_role("button", name="Proponer").click()
    form = phone.locator("form.card")
    expect(form.get_by_text("No se ha enviado")).to_be_visible()
    expect(phone.get_by_label("Puntos")).to_have_value("46")
    assert violations(phone) == []
    form.get_by_role("link", name="Recargar la página").click()

    is_kept(phone)


def test_what_was_sent_well_does_not_come_back(phone: Page) -> None:
    enter(phone, "/partida/plana/")
    write(phone)
    phone.get_by_role("button", name="Proponer").click()
    expect(phone.get_by_label("Puntos")).to_have_value("")
    phone.goto("/partida/plana/")

    expect(phone.get_by_label("Puntos")).to_have_value("")
    assert phone.evaluate("sessionStorage.getItem('typed')") is None


def test_without_script_the_login_leads_back_to_the_form(plain_phone: Page) -> None:
    """The address that takes the form takes nothing else."""
    enter(plain_phone, "/partida/plana/")
    write(plain_phone)
    Session.objects.all().delete()
    plain_phone.get_by_role("button", name="Proponer").click()
    identify(plain_phone)

    expect(plain_phone.get_by_role("heading", name="Hoja")).to_be_visible()


def test_back_shows_the_whole_page(phone: Page) -> None:
    """Report 73: filter, open something, go back."""
    enter(phone, "/grupos/")
    phone.get_by_role("link", name="Grupo A").click()
    expect(phone.get_by_text("Tabla del grupo A")).to_be_visible()
    phone.get_by_role("link", name="Ver el equipo").click()
    expect(phone.get_by_role("heading", name="Hoja")).to_be_visible()
    phone.go_back()

    expect(phone.get_by_role("heading", name="Grupos")).to_be_visible()
    expect(phone.get_by_text("Tabla del grupo A")).to_be_visible()
    expect(phone.locator("header.topbar")).to_be_visible()
    phone.go_back()
    expect(phone.get_by_text("Tabla del grupo B")).to_be_visible()
    expect(phone.locator("header.topbar")).to_be_visible()
