"""One's own account in the browser: each page on phone and desktop, with and without script."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from federation.models import Federation, Role, User
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in_by_form
from tests.federation.people import PASSWORD, enrol, link_in, mail_sent, make_user

pytestmark = pytest.mark.django_db(transaction=True)

EMAIL = "capitana@example.org"
OWN = ["cuenta", "cuentas/correo", "cuentas/clave", "cuentas/sesiones", "cuentas/dos-pasos"]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()
    Federation.objects.create(name="Federación de Dominó y Billar del Sureste", short_name="FDB Sureste")


@pytest.fixture
def user() -> User:
    return make_user(EMAIL)


def enter(page: Page, email: str = EMAIL, secret: str = "") -> None:
    log_in_by_form(page, email, PASSWORD, "/cuenta/", secret)
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()


def check(page: Page) -> None:
    assert violations(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    office = make_user("secretaria@example.org", Role.OFFICE)
    secret = enrol(office)
    enter(open_page("desktop"), office.email, secret)
    page = open_page(size)
    enter(page, office.email, secret)
    for path in OWN:
        page.goto(f"/{path}/")
        check(page)
        screenshot(page, f"account-{path.replace('/', '-')}-{size}")


def test_narrow_and_dark(open_page, user: User, screenshot: Callable) -> None:
    page = open_page("phone", dark=True)
    page.set_viewport_size({"width": 320, "height": 664})
    enter(page)
    for path in OWN:
        page.goto(f"/{path}/")
        check(page)
    page.goto("/cuenta/")
    screenshot(page, "account-dark-narrow")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_another_device_is_shut_out(open_page, user: User, script: bool) -> None:  # noqa: FBT001
    laptop = open_page("desktop")
    enter(laptop)
    phone = open_page("phone", script=script)
    enter(phone)
    phone.get_by_role("link", name="Ver las sesiones abiertas").click()
    expect(phone.get_by_text("Este aparato")).to_be_visible()
    phone.get_by_role("button", name="Cerrar", exact=False).first.click()
    expect(phone.get_by_text("Sesión cerrada")).to_be_visible()

    laptop.goto("/cuenta/")
    expect(laptop.get_by_role("heading", name="Entrar")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_address_is_changed_by_the_link(open_page, user: User, screenshot: Callable, script: bool) -> None:  # noqa: FBT001
    page = open_page("phone", script=script)
    enter(page)
    page.get_by_role("link", name="Cambiar el correo").click()
    page.get_by_label("Correo nuevo").fill(EMAIL)
    page.get_by_role("button", name="Enviar el enlace").click()
    expect(page.get_by_text("Ese es el correo que ya tienes")).to_be_visible()
    page.get_by_label("Correo nuevo").fill("nueva@example.org")
    page.get_by_role("button", name="Enviar el enlace").click()
    expect(page.get_by_text("Enviamos un enlace a nueva@example.org")).to_be_visible()
    page.goto(link_in(mail_sent()[0]))
    if script:
        check(page)
        screenshot(page, "account-confirm-address")
    page.get_by_role("button", name="Cambiarlo").click()

    expect(page.get_by_text("Tu correo es ahora nueva@example.org")).to_be_visible()


def test_forgotten_password_from_the_mail(phone: Page, user: User, screenshot: Callable) -> None:
    phone.goto("/cuentas/entrar/")
    phone.get_by_role("link", name="He olvidado la contraseña").click()
    phone.get_by_label("Correo").fill(EMAIL.upper())
    phone.get_by_role("button", name="Enviar el enlace").click()
    expect(phone.get_by_role("heading", name="Mira tu correo")).to_be_visible()
    phone.goto(link_in(mail_sent()[0]))
    phone.get_by_label("Contraseña nueva").fill("12345")
    phone.get_by_label("La misma otra vez").fill("12345")
    phone.get_by_role("button", name="Guardar").click()
    expect(phone.locator(".field .error").first).to_be_visible()
    check(phone)
    screenshot(phone, "account-weak-password")
    phone.get_by_label("Contraseña nueva").fill("otra-clave-larga-2")
    phone.get_by_label("La misma otra vez").fill("otra-clave-larga-2")
    phone.get_by_role("button", name="Guardar").click()

    expect(phone.get_by_role("heading", name="Contraseña cambiada")).to_be_visible()
    assert len(mail_sent()) == 2


def test_too_many_attempts_in_words(phone: Page, user: User, watch, screenshot: Callable) -> None:
    phone.goto("/cuentas/entrar/")
    for _ in range(11):
        phone.get_by_label("Correo").fill(EMAIL)
        phone.get_by_label("Contraseña").fill("no-es-esta")
        with phone.expect_navigation():
            phone.get_by_role("button", name="Entrar", exact=True).click()
    expect(phone.get_by_text("Demasiados intentos fallidos")).to_be_visible()
    check(phone)
    screenshot(phone, "account-too-many")

    watch.allow("status of 429")
    for _ in range(6):
        phone.goto("/cuentas/clave/olvidada/")
        phone.get_by_label("Correo").fill(EMAIL)
        with phone.expect_navigation():
            phone.get_by_role("button", name="Enviar el enlace").click()
    expect(phone.get_by_role("heading", name="Demasiados intentos seguidos")).to_be_visible()
    check(phone)
