"""Passkeys with a virtual authenticator: made, used alone and as second step, removed; where none work."""

import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from playwright.sync_api import Page, expect

from federation.accounts.delivery import deliver_due
from federation.actions import invitations
from federation.models import Federation, Role
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in_by_form
from tests.federation import staff
from tests.federation.people import PASSWORD, link_in, make_user, recovery_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _federation() -> None:
    Federation.objects.create(name="Federación de Dominó y Billar del Sureste", short_name="FDB Sureste")


class Device:
    """The page of a phone whose finger reader is played by the browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        self.number = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})[
            "authenticatorId"
        ]

    def finger(self, *, right: bool) -> None:
        """Put the owner's finger on the reader, or somebody else's."""
        self.session.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.number, "isUserVerified": right}
        )

    def keys(self) -> int:
        """Count the passkeys that the device holds."""
        held = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.number})
        return len(held["credentials"])


@pytest.fixture
def device(phone: Page) -> Device:
    """A phone that can make passkeys."""
    return Device(phone)


def enter(page: Page, email: str, goal: str = "/cuenta/") -> None:
    log_in_by_form(page, email, PASSWORD, goal)


def check(page: Page) -> None:
    assert violations(page) == []
    assert overflow(page) <= 0


def make_key(page: Page) -> None:
    """From one's account to a passkey, with the password again on the way."""
    page.goto("/cuentas/llaves/nueva/")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()
    page.get_by_role("button", name="Crear la llave").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()


def leave(page: Page) -> None:
    page.goto("/cuentas/salir/")
    page.get_by_role("button", name="Salir").click()


def test_made_and_used_alone(device: Device, screenshot: Callable) -> None:
    page = device.page
    make_user("capitana@example.org")
    enter(page, "capitana@example.org")
    page.get_by_role("link", name="Crear una llave de acceso").click()
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()
    expect(page.get_by_label("Nombre")).to_have_value("Chrome en Linux")
    check(page)
    screenshot(page, "passkey-add-phone")
    page.get_by_label("Nombre").fill("Mi teléfono")
    page.get_by_role("button", name="Crear la llave").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()
    page.goto("/cuentas/dos-pasos/")
    expect(page.get_by_text("Mi teléfono", exact=True).first).to_be_visible()
    check(page)
    screenshot(page, "passkey-list-phone")
    assert device.keys() == 1

    leave(page)
    page.goto("/cuentas/entrar/?next=/cuenta/")
    check(page)
    screenshot(page, "passkey-login-phone")
    page.get_by_role("button", name="Entrar con llave de acceso").click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()


def test_from_the_invitation_to_a_first_login_with_a_passkey(device: Device) -> None:
    page = device.page
    invitations.invite(person=staff.person(), email="nuria@example.org", role=None, by=None)
    deliver_due()
    page.goto(link_in(mail.outbox[0]))
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_label("La misma otra vez").fill(PASSWORD)
    page.get_by_role("button", name="Abrir mi cuenta").click()
    expect(page.get_by_role("link", name="Mi cuenta")).to_be_visible()
    page.goto("/cuentas/llaves/nueva/")
    if page.get_by_label("Contraseña").is_visible():
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Confirmar").click()
    page.get_by_role("button", name="Crear la llave").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()

    leave(page)
    expect(page.get_by_role("link", name="Mi cuenta")).to_have_count(0)
    page.goto("/cuentas/entrar/?next=/cuenta/")
    page.get_by_role("button", name="Entrar con llave de acceso").click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()
    expect(page.get_by_text("nuria@example.org").first).to_be_visible()


def test_as_second_step_and_to_confirm(device: Device, screenshot: Callable) -> None:
    page = device.page
    make_user("capitana@example.org")
    enter(page, "capitana@example.org")
    make_key(page)
    leave(page)

    enter(page, "capitana@example.org")
    expect(page.get_by_role("heading", name="Verificación en dos pasos")).to_be_visible()
    check(page)
    screenshot(page, "passkey-second-step-phone")
    page.get_by_role("button", name="Usar mi llave de acceso").click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()

    page.goto("/cuentas/llaves/identificarse/?next=/cuentas/correo/")
    check(page)
    screenshot(page, "passkey-confirm-phone")
    page.get_by_role("button", name="Usar mi llave de acceso").click()
    expect(page.get_by_role("heading", name="Cambiar el correo")).to_be_visible()


def test_opens_the_pages_of_a_role(device: Device) -> None:
    """The office sets up a passkey instead of an application of codes, and enters with it alone."""
    page = device.page
    make_user("secretaria@example.org", Role.OFFICE)
    enter(page, "secretaria@example.org")
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()
    page.get_by_role("link", name="Prefiero una llave de acceso").click()
    check(page)
    page.get_by_role("button", name="Crear la llave").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()
    page.goto("/cuenta/")
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()
    leave(page)
    page.goto("/cuentas/entrar/?next=/cuenta/")
    page.get_by_role("button", name="Entrar con llave de acceso").click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()

    page.goto("/cuentas/dos-pasos/")
    page.get_by_role("link", name="Quitar Chrome en Linux").click()
    if page.get_by_role("button", name="Confirmar").is_visible():
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Confirmar").click()
    expect(page.get_by_text("esta llave es la única que tienes")).to_be_visible()
    check(page)
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_the_wrong_finger_is_told_and_leaves_the_password(device: Device) -> None:
    page = device.page
    user = make_user("capitana@example.org")
    enter(page, user.email)
    make_key(page)
    leave(page)
    device.finger(right=False)
    page.goto("/cuentas/entrar/?next=/cuenta/")
    page.get_by_role("button", name="Entrar con llave de acceso").click()
    expect(page.get_by_text("No se ha leído ninguna llave")).to_be_visible()
    check(page)

    enter(page, user.email)
    page.get_by_label("Código").fill(recovery_code(user))
    page.get_by_role("button", name="Entrar", exact=True).click()
    expect(page.get_by_role("heading", name="Mi cuenta")).to_be_visible()


def test_a_removed_key_no_longer_opens(device: Device) -> None:
    page = device.page
    make_user("capitana@example.org")
    enter(page, "capitana@example.org")
    make_key(page)
    Authenticator.objects.filter(type="webauthn").delete()
    leave(page)
    page.goto("/cuentas/entrar/?next=/cuenta/")
    page.get_by_role("button", name="Entrar con llave de acceso").click()

    expect(page.get_by_text("Esa llave de acceso no vale aquí")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/cuentas/entrar/\?next=(/|%2F)cuenta"))


def test_one_device_holds_one_key_of_an_account(device: Device) -> None:
    page = device.page
    make_user("capitana@example.org")
    enter(page, "capitana@example.org")
    make_key(page)
    page.goto("/cuentas/llaves/nueva/")
    page.get_by_role("button", name="Crear la llave").click()

    expect(page.get_by_text("Este aparato ya guarda una llave de tu cuenta")).to_be_visible()


def test_without_a_secure_connection_the_page_says_so(phone: Page, screenshot: Callable) -> None:
    """As over plain HTTP in a hall's network."""
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    phone.goto("/cuentas/entrar/")

    expect(phone.get_by_text("necesitan una dirección que empiece por https")).to_be_visible()
    expect(phone.get_by_role("button", name="Entrar con llave de acceso")).to_be_hidden()
    check(phone)
    screenshot(phone, "passkey-off-phone")


def test_without_script_the_page_says_so(plain_phone: Page) -> None:
    plain_phone.goto("/cuentas/entrar/")

    expect(plain_phone.get_by_text("Las llaves de acceso necesitan JavaScript")).to_be_visible()
    expect(plain_phone.get_by_role("button", name="Entrar con llave de acceso")).to_be_hidden()
