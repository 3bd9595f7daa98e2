"""Inviting through the pages, and the page behind the link."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from federation.actions import invitations
from federation.models import Invitation, OutgoingMail, Role, User
from tests.federation import staff
from tests.federation.people import link_in, log_in, mail_sent
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

GOOD = {"password1": "fichas-y-marmol", "password2": "fichas-y-marmol"}


def invited(**changes: object) -> tuple[Invitation, str]:
    who = changes.pop("who", None) or staff.person()
    values = {"person": who, "email": "nuria@example.org", "role": None, "by": None, **changes}
    invitation = invitations.invite(**values)
    return invitation, link_in(mail_sent()[-1])


def test_the_office_finds_and_invites(client: Client) -> None:
    who = staff.person("Íñigo", "Peña")
    browser = inside(staff.office())

    assert b"Invitar a" in browser.get("/secretaria/personas/?q=inigo+pena&cuenta=without").content
    answer = browser.post(f"/secretaria/personas/{who.pk}/invitar/", fields(email="inigo@example.org"))

    assert answer.headers["Location"] == f"/secretaria/personas/{who.pk}/"
    page = browser.get(answer.headers["Location"]).content.decode()
    assert "Invitación enviada a inigo@example.org" in page
    assert "aún no ha respondido a la invitación" in page
    assert [message.to for message in mail_sent()] == [["inigo@example.org"]]
    assert "inigo@example.org" in browser.get("/secretaria/").content.decode()


def test_the_same_form_sent_twice_is_one_invitation() -> None:
    who, browser = staff.person(), inside(staff.office())
    form = fields(email="nuria@example.org")
    path = f"/secretaria/personas/{who.pk}/invitar/"

    first, second = browser.post(path, form), browser.post(path, form)

    assert (first.status_code, second.status_code) == (302, 302)
    assert OutgoingMail.objects.count() == 1
    other = browser.post(path, {**form, "email": "otra@example.org"})
    assert other.status_code == 409
    assert "otra@example.org" in other.content.decode()


def test_who_was_second_is_told_and_keeps_what_he_typed() -> None:
    who = staff.person()
    invited(who=who)

    answer = inside(staff.office()).post(
        f"/secretaria/personas/{who.pk}/invitar/", fields(email="segunda@example.org")
    )

    assert answer.status_code == 409
    assert "Otra persona la ha invitado ya" in answer.content.decode()
    assert 'value="segunda@example.org"' in answer.content.decode()


@pytest.mark.parametrize(
    "email",
    ["", "no es un correo", "a@b", f"{'a' * 250}@example.org", "<script>@example.org", "a\r\nBcc: b@c.es"],
)
def test_an_address_that_cannot_be_one(email: str) -> None:
    who = staff.person()
    answer = inside(staff.office()).post(f"/secretaria/personas/{who.pk}/invitar/", fields(email=email))

    assert answer.status_code == 422
    assert "<script>@" not in answer.content.decode()
    assert not Invitation.objects.exists()


def test_the_office_cannot_promise_a_role() -> None:
    who, browser = staff.person(), inside(staff.office())
    path = f"/secretaria/personas/{who.pk}/invitar/"

    assert b'name="role"' not in browser.get(path).content
    answer = browser.post(path, fields(email="nuria@example.org", role="administrator"))

    assert answer.status_code == 403
    assert "solo lo puede hacer la administración" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_an_administrator_identifies_again_to_promise_a_role() -> None:
    who, browser = staff.person(), inside(staff.administrator())
    path = f"/secretaria/personas/{who.pk}/invitar/"
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        answer = browser.post(path, fields(email="nuria@example.org", role="committee"))
        assert answer.headers["Location"].startswith("/cuentas/identificarse/")
        assert not Invitation.objects.exists()
        # Sent again by itself once he has said who he is.
        done = browser.post(answer.headers["Location"], {"password": staff.PASSWORD, "next": path})

    assert done.headers["Location"] == f"/secretaria/personas/{who.pk}/"
    assert Invitation.objects.get().role == "committee"


def test_sending_again_and_withdrawing_ask_first() -> None:
    invitation, link = invited()
    browser = inside(staff.office())
    again, back = (f"/secretaria/invitaciones/{invitation.pk}/{act}/" for act in ("reenviar", "retirar"))

    assert b"nuria@example.org" in browser.get(again).content
    early = browser.post(again, fields())
    assert early.status_code == 409
    assert "Espera un minuto" in early.content.decode()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert browser.post(again, fields()).status_code == 302
    assert Client().get(link).status_code == 404
    assert browser.post(back, fields()).status_code == 302
    assert browser.post(back, fields()).status_code == 409
    new = link_in(mail.outbox[-1])
    assert Client().get(new).status_code == 404


# ---------------------------------------------------------------- behind the link
def test_the_invited_chooses_a_password_and_is_inside(client: Client) -> None:
    _invitation, link = invited()
    page = client.get(link)
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    assert "nuria@example.org" in page.content.decode()

    answer = client.post(link, fields(**GOOD))

    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.get("/", follow=True).redirect_chain == [("/inicio/", 302)]
    assert "nuria@example.org" in client.get("/cuenta/").content.decode()
    assert log_in(Client(), User.objects.get()).get("/cuenta/").status_code == 302  # another password
    assert Client().get(link).status_code == 404


def test_with_a_role_the_way_leads_to_the_second_factor(client: Client) -> None:
    _invitation, link = invited(role=Role.OFFICE)
    client.post(link, fields(**GOOD))

    answer = client.get("/secretaria/")

    assert answer.headers["Location"].startswith("/cuentas/dos-pasos/activar/")
    # The password was chosen just now: it is not asked for again.
    assert client.get("/cuentas/dos-pasos/activar/").status_code == 200


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("fichas-1", "fichas-1", "demasiado corta"),
        ("1234567890123", "1234567890123", "numérica"),
        ("password123", "password123", "común"),
        ("nuria@example.org", "nuria@example.org", "Se parece demasiado"),
        ("Alcaraz2026", "Alcaraz2026", "Se parece demasiado"),
        ("fichas-y-marmol", "fichas-y-madera", "no son iguales"),
        ("", "", "obligatorio"),
        ("x" * 500, "x" * 500, "200"),
    ],
)
def test_a_password_that_will_not_do(client: Client, first: str, second: str, words: str) -> None:
    _invitation, link = invited()

    answer = client.post(link, fields(password1=first, password2=second))

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not first or first not in answer.content.decode().replace("nuria@example.org", "", 1)
    assert not User.objects.exists()


def test_every_link_that_is_over_gets_one_and_the_same_page(client: Client) -> None:
    used, withdrawn, late = (
        invited(who=staff.person(name), email=f"{name}@example.org") for name in ("uno", "dos", "tres")
    )
    Client().post(used[1], fields(**GOOD))
    invitations.withdraw(invitation=withdrawn[0], by=None)
    Invitation.objects.filter(pk=late[0].pk).update(expires_at=timezone.now())

    answers = [
        getattr(client, method)(link, *data)
        for link in (used[1], withdrawn[1], late[1], "/invitacion/nunca/", f"/invitacion/{'x' * 43}/")
        for method, data in (("get", ()), ("post", (fields(**GOOD),)))
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert len({mask(answer.content.decode()) for answer in answers}) == 1
    assert User.objects.count() == 1


def mask(page: str) -> str:
    """The page without what differs at each request: the form's mark, and its own address."""
    import re

    page = re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]+"', "", page)
    return re.sub(r"/invitacion/[^/\"]+/", "", page)


def test_a_double_tap_opens_one_account_and_says_so(client: Client) -> None:
    _invitation, link = invited()
    form = fields(**GOOD)
    client.post(link, form)

    # The second request of a double tap, which left before the first one's cookies came.
    late = Client().post(link, form)
    assert (late.status_code, late.headers["Location"]) == (302, "/cuentas/entrar/")
    # In the browser that is inside already, the link leads on.
    assert client.post(link, form).headers["Location"] == "/"
    assert User.objects.count() == 1


def test_somebody_who_is_inside_does_not_take_anothers_invitation() -> None:
    _invitation, link = invited()
    browser = inside(staff.staff("otra@example.org", who=staff.person("Otra")))

    for answer in (browser.get(link), browser.post(link, fields(**GOOD))):
        assert answer.status_code == 409
        assert "Esta invitación es para Nuria" in answer.content.decode()
    assert User.objects.count() == 1


def test_the_link_asks_for_no_login_and_no_other_page_of_the_office_is_public(client: Client) -> None:
    invitation, _link = invited()
    for path in (
        "/secretaria/",
        "/secretaria/cuentas/",
        "/secretaria/personas/",
        f"/secretaria/personas/{invitation.person_id}/invitar/",
        f"/secretaria/invitaciones/{invitation.pk}/reenviar/",
    ):
        assert client.get(path).headers["Location"] == f"/cuentas/entrar/?next={path}"
        assert client.post(path).headers["Location"] == f"/cuentas/entrar/?next={path}"
