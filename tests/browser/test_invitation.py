"""From the invitation to the invited person's own page, and the pages of rights, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation.accounts.delivery import deliver_due
from federation.actions import delegations, invitations
from federation.actions.accounts import close_account, end_role, give_role
from federation.models import Club, Federation, Role, User
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in_by_form
from tests.factories import world
from tests.federation import staff
from tests.federation.people import code_now, enrol, link_in

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ["phone", "desktop"]


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


def enter(page: Page, user: User, secret: str = "", password: str = staff.PASSWORD) -> None:
    """Log in through the forms."""
    log_in_by_form(page, user.email, password, "/", secret)
    expect(page.get_by_role("link", name="Mi cuenta")).to_be_visible()


def a_federation() -> None:
    Federation.objects.create(name="Federación de Dominó y Billar del Sureste", short_name="FDB Sureste")


@pytest.mark.parametrize("size", SIZES)
def test_from_the_invitation_to_the_own_page(open_page, watch, screenshot, size: str) -> None:
    """Invitation, password, second factor, and the page of the new office."""
    a_federation()
    by = staff.administrator()
    who = staff.person("Nuria", "Alcaraz")
    page = open_page(size)
    enter(page, by, enrol(by))

    page.get_by_role("link", name="Secretaría").click()
    check(page)
    screenshot(page, f"office-{size}")
    page.get_by_role("link", name="Buscar a quién invitar").click()
    page.get_by_label("Nombre, licencia o documento").fill("alcaraz")
    page.get_by_role("button", name="Buscar").click()
    check(page)
    screenshot(page, f"office-people-{size}")
    page.get_by_role("link", name="Invitar a Alcaraz, Nuria").click()
    check(page)
    page.get_by_label("Correo").fill("nuria@example.org")
    page.get_by_label("Función").select_option(label="secretaría")
    screenshot(page, f"office-invite-{size}")
    page.get_by_role("button", name="Enviar la invitación").click()
    expect(page.get_by_text("Invitación enviada a nuria@example.org.")).to_be_visible()
    check(page)
    screenshot(page, f"office-invited-{size}")

    deliver_due()
    (message,) = mail.outbox
    new = open_page(size)
    take_up(new, link_in(message), screenshot, size)
    assert User.objects.get(email="nuria@example.org").person == who

    # The role ends while she is inside: the next tap meets it.
    watch.allow("status of 404")
    new.goto("/secretaria/cuentas/")
    check(new)
    end_role(assignment=User.objects.get(person=who).role_assignments.get(), by=by)
    new.get_by_role("button", name="Buscar").click()
    expect(new.get_by_role("heading", level=1)).not_to_have_text("Cuentas")
    expect(new.get_by_role("link", name="Secretaría")).to_have_count(0)


def take_up(page: Page, link: str, screenshot: Callable[[Page, str], object], size: str) -> None:
    """Open the link, choose a password (a short one first), set up the second factor, see one's rights."""
    page.goto(link)
    expect(page.get_by_role("heading", name="Hola, Nuria")).to_be_visible()
    check(page)
    for password in ("corta", "fichas-y-marmol"):
        page.get_by_label("Contraseña").fill(password)
        page.get_by_label("La misma otra vez").fill(password)
        page.get_by_role("button", name="Abrir mi cuenta").click()
        if password == "corta":
            expect(page.get_by_text("demasiado corta")).to_be_visible()
            check(page)
            screenshot(page, f"invitation-{size}")

    expect(page.get_by_role("heading", name="Activar la verificación en dos pasos")).to_be_visible()
    page.get_by_text("Escribir la clave a mano").click()
    secret = page.locator(".secret").inner_text().replace("\n", "").replace(" ", "")
    page.get_by_label("Código", exact=True).fill(code_now(secret))
    page.get_by_role("button", name="Activar").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()
    page.goto("/cuenta/que-puedo-hacer/")
    expect(page.get_by_text("por Ada Gil")).to_be_visible()
    check(page)
    screenshot(page, f"own-rights-{size}")


def test_an_invitation_without_script(plain_phone: Page) -> None:
    a_federation()
    invitations.invite(person=staff.person(), email="nuria@example.org", role=None, by=None)
    deliver_due()
    plain_phone.goto(link_in(mail.outbox[0]))
    plain_phone.get_by_label("Contraseña").fill("fichas-y-marmol")
    plain_phone.get_by_label("La misma otra vez").fill("fichas-y-marmol")
    plain_phone.get_by_role("button", name="Abrir mi cuenta").click()
    expect(plain_phone.get_by_role("link", name="Mi cuenta")).to_be_visible()


def test_a_link_that_is_over(phone: Page, watch, screenshot) -> None:
    watch.allow("status of 404")
    phone.goto("/invitacion/ya-no/")
    expect(phone.get_by_role("heading", name="Este enlace ya no vale")).to_be_visible()
    check(phone)
    screenshot(phone, "invitation-over")


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_rights(open_page, watch, screenshot, size: str) -> None:
    each = world.build(at=timezone.now() + timedelta(days=1))
    by = staff.administrator()
    captain = each.captains[Side.HOME]
    give_role(user=captain, role=Role.COMMITTEE, by=by)
    delegations.name_delegate(
        club=Club.objects.get(name="Club Los Molinos"),
        person=captain.person,
        valid_from=timezone.localdate(),
        valid_to=timezone.localdate() + timedelta(days=30),
        by=by,
    )
    page = open_page(size)
    enter(page, by, enrol(by))
    for path, name in (
        ("/secretaria/cuentas/", "accounts"),
        (f"/secretaria/personas/{captain.person_id}/", "rights"),
        (f"/secretaria/cuentas/{captain.pk}/funciones/", "give-role"),
        (f"/secretaria/funciones/{captain.role_assignments.get().pk}/quitar/", "end-role"),
        (f"/secretaria/cuentas/{captain.pk}/cerrar/", "close-account"),
        (f"/secretaria/personas/{captain.person_id}/delegado/", "delegate"),
    ):
        page.goto(path)
        check(page)
        screenshot(page, f"office-{name}-{size}")
    page.get_by_role("button", name="Nombrar").click()
    page.goto(f"/secretaria/funciones/{by.role_assignments.get().pk}/quitar/")
    page.get_by_role("button", name="Quitar la función").click()
    expect(page.get_by_text("Nadie se quita a sí mismo")).to_be_visible()
    check(page)
    screenshot(page, f"office-refused-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_the_captain_names_who_acts_for_him(open_page, screenshot, size: str) -> None:
    each = world.build(at=timezone.now() + timedelta(days=1))
    page = open_page(size)
    enter(page, each.captains[Side.HOME], password=world.PASSWORD)
    page.goto("/cuenta/que-puedo-hacer/")
    check(page)
    page.get_by_role("link", name="La Seis Doble").click()
    page.get_by_role("button", name="Nombrar").click()
    page.get_by_label("Quién").select_option(index=1)
    page.get_by_role("button", name="Nombrar").click()
    expect(page.get_by_text("Elige un encuentro, o escribe el primer y el último día.")).to_be_visible()
    check(page)
    screenshot(page, f"acting-captain-{size}")
    page.get_by_label("Para un encuentro").select_option(index=1)
    page.get_by_role("button", name="Nombrar").click()
    expect(page.get_by_text("Capitán en funciones nombrado.")).to_be_visible()
    check(page)
    screenshot(page, f"acting-captain-named-{size}")
    page.get_by_role("link", name="Retirar a").click()
    page.get_by_role("button", name="Retirar").click()
    expect(page.get_by_text("Nombramiento retirado.")).to_be_visible()


def test_a_closed_account_is_out_at_the_next_tap(phone: Page) -> None:
    a_federation()
    by = staff.administrator()
    user = staff.staff("paca@example.org", who=staff.person("Paca", "Lorente"))
    enter(phone, user)
    close_account(user=user, reason="Se va", by=by)
    phone.get_by_role("link", name="Mi cuenta").click()
    expect(phone.get_by_role("heading", name="Entrar")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_administration_keeps_to_the_policy(open_page, screenshot, size: str) -> None:
    """Django's own pages under our policy: nothing inside them is refused by the browser."""
    world.locked(at=timezone.now() + timedelta(days=1))
    by = staff.administrator()
    page = open_page(size)
    enter(page, by, enrol(by))
    for path, name in (
        ("/admin/", "index"),
        ("/admin/federation/user/", "users"),
        (f"/admin/federation/user/{by.pk}/change/", "user"),
        ("/admin/federation/auditentry/", "audit"),
    ):
        page.goto(path)
        expect(page.locator("#content")).to_be_visible()
        screenshot(page, f"admin-{name}-{size}")
    page.goto("/admin/federation/user/")
    page.locator(".action-select").first.check()
