"""Account mail against a real mail server on this machine: what arrives, in which words, and refusals."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

import environ
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone, translation

from federation.accounts.delivery import deliver_due
from federation.models import Federation, OutgoingMail, User
from tests.federation.people import code_now, identify, link_in, log_in, make_user

pytestmark = pytest.mark.django_db

RESET = "/cuentas/clave/olvidada/"
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/129.0.0.0 Mobile Safari/537.36"
NEW_PASSWORD = "otra-clave-larga-2"
KINDS = sorted(
    str(path.relative_to(settings.BASE_DIR / "templates")).removesuffix("_subject.txt")
    for folder in ("account", "mfa")
    for path in (settings.BASE_DIR / "templates" / folder / "email").glob("*_subject.txt")
)


class Mailbox:
    """A mail server that keeps what it takes, or refuses with `answer`."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.answer = "250 taken"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            self.received.append(message_from_bytes(envelope.content, policy=policy.default))
        return self.answer


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    """Run the server on a port of its own, and have the product send to it as EMAIL_URL says."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    for name, value in environ.Env.email_url_config(f"smtp://127.0.0.1:{port}").items():
        setattr(settings, name, value)
    settings.SITE_URL = "https://actas.example.org"
    settings.DEFAULT_FROM_EMAIL = "Federación <avisos@example.org>"
    Federation.objects.create(name="Federación de Dominó y Billar del Sureste", short_name="FDB Sureste")
    yield box
    controller.stop()


@pytest.fixture
def user() -> User:
    return make_user("capitana@example.org")


def wait_over() -> None:
    """Let the time pass after which what was refused is tried again."""
    OutgoingMail.objects.update(due_at=timezone.now())


def text_of(message: EmailMessage) -> str:
    return message.get_content()


def test_reset_arrives_with_its_headers(mailbox: Mailbox, client: Client, user: User) -> None:
    client.post(RESET, {"email": user.email}, headers={"Host": "testserver"})
    assert deliver_due() == 1

    (message,) = mailbox.received
    assert message["Subject"] == "FDB Sureste: Poner otra contraseña"
    assert parseaddr(message["To"])[1] == user.email
    assert message["From"] == "Federación <avisos@example.org>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Content-Language"] == "es"
    assert message["Message-ID"].endswith("@actas.example.org>")
    assert message["Date"]
    assert message.get_content_type() == "text/plain"
    # Never the host that the request named.
    assert "https://actas.example.org/cuentas/clave/nueva/" in text_of(message)
    assert "testserver" not in text_of(message)
    assert socket.gethostname() not in str(message["Message-ID"])


def notice_of(mailbox: Mailbox) -> str:
    deliver_due()
    return text_of(mailbox.received[-1])


def test_each_change_is_told_with_its_device(mailbox: Mailbox, user: User) -> None:
    client = log_in(Client(HTTP_USER_AGENT=PHONE, REMOTE_ADDR="203.0.113.9"), user)
    sent = {"oldpassword": "una-clave-larga-1", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/cuentas/clave/", sent)

    notice = notice_of(mailbox)
    assert mailbox.received[-1]["Subject"] == "FDB Sureste: Se ha cambiado tu contraseña"
    assert "Se ha cambiado la contraseña de tu cuenta." in notice
    assert "Desde: Chrome en Android, dirección 203.0.113.9" in notice
    assert "Cuándo: " in notice
    assert "Si no has sido tú" in notice
    assert "https://actas.example.org/cuentas/clave/olvidada/" in notice


def test_mail_is_in_the_language_of_the_page(mailbox: Mailbox, user: User) -> None:
    client = log_in(Client(HTTP_USER_AGENT=PHONE, HTTP_ACCEPT_LANGUAGE="en"), user)
    sent = {"oldpassword": "una-clave-larga-1", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/cuentas/clave/", sent)

    notice = notice_of(mailbox)
    assert mailbox.received[-1]["Subject"] == "FDB Sureste: Your password has been changed"
    assert mailbox.received[-1]["Content-Language"] == "en"
    assert "From: Chrome on Android" in notice
    assert "If this was not you" in notice


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_message_has_both_languages(kind: str, language: str) -> None:
    """No sentence of one language is left in a message of the other."""
    context = {
        "at": timezone.now(),
        "ip": "203.0.113.9",
        "device": "Chrome",
        "from_email": "a",
        "to_email": "b",
    }
    with translation.override(language):
        words = render_to_string(f"{kind}_subject.txt", context) + render_to_string(
            f"{kind}_message.txt", context
        )

    other = {"es": r"\b(your|the|has been)\b", "en": r"\b(tu|de la|se ha|ha cambiado)\b"}[language]
    assert not re.search(other, words, re.IGNORECASE), words


@pytest.mark.django_db(transaction=True)
def test_second_factor_and_codes_are_told(mailbox: Mailbox, user: User) -> None:
    client = log_in(Client(), user)
    identify(client)
    page = client.get("/cuentas/dos-pasos/activar/")
    client.post("/cuentas/dos-pasos/activar/", {"code": code_now(page.context["form"].secret)})
    client.post("/cuentas/dos-pasos/recuperacion/nuevos/")
    client.post("/cuentas/dos-pasos/quitar/")
    deliver_due()

    assert [message["Subject"].removeprefix("FDB Sureste: ") for message in mailbox.received] == [
        "Verificación en dos pasos activada",
        "Códigos de recuperación nuevos",
        "Aplicación de códigos quitada",
    ]


def test_change_of_address_sends_to_both(mailbox: Mailbox, user: User) -> None:
    client = log_in(Client(), user)
    client.post("/cuentas/correo/", {"email": "nueva@example.org"})
    deliver_due()
    (proof,) = mailbox.received
    assert proof["To"] == "nueva@example.org"
    body = type("Body", (), {"body": text_of(proof)})
    client.post(link_in(body))
    deliver_due()

    assert mailbox.received[-1]["To"] == "capitana@example.org"
    assert mailbox.received[-1]["Subject"] == "FDB Sureste: Ha cambiado el correo de tu cuenta"
    assert "avisa enseguida a la secretaría" in text_of(mailbox.received[-1])


@pytest.mark.parametrize("answer", ["451 come again later", "550 not here"])
def test_a_server_that_refuses_breaks_no_page_and_loses_nothing(
    mailbox: Mailbox, client: Client, user: User, answer: str, caplog
) -> None:
    mailbox.answer = answer
    page = client.post(RESET, {"email": user.email}, follow=True)
    assert "Puede tardar unos minutos" in page.content.decode()
    with caplog.at_level(logging.WARNING):
        assert deliver_due() == 0
    assert "tried again later" in caplog.text
    assert user.email not in caplog.text

    mailbox.answer = "250 taken"
    assert deliver_due() == 0, "it waits a while"
    wait_over()
    assert deliver_due() == 1
    assert not OutgoingMail.objects.exists()


def test_no_server_at_all(client: Client, user: User, settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    client.post(RESET, {"email": user.email})

    assert deliver_due() == 0
    assert OutgoingMail.objects.get().attempts == 1


def test_the_page_of_the_change_says_that_the_link_has_not_left(mailbox: Mailbox, user: User) -> None:
    mailbox.answer = "451 come again later"
    client = log_in(Client(), user)
    client.post("/cuentas/correo/", {"email": "nueva@example.org"})
    deliver_due()

    assert "El enlace todavía no ha podido salir" in client.get("/cuentas/correo/").content.decode()


def test_what_is_over_is_given_up(mailbox: Mailbox, client: Client, user: User, caplog) -> None:
    mailbox.answer = "451 come again later"
    client.post(RESET, {"email": user.email})
    OutgoingMail.objects.update(expires_at=timezone.now())
    with caplog.at_level(logging.WARNING):
        deliver_due()

    assert "given up" in caplog.text
    assert not OutgoingMail.objects.exists()


def test_the_command_sends_what_waits(mailbox: Mailbox, client: Client, user: User, capsys) -> None:
    client.post(RESET, {"email": user.email})
    call_command("deliver_mail")

    assert "Correos enviados: 1." in capsys.readouterr().out
    assert len(mailbox.received) == 1


def test_no_secret_waits_in_the_database(client: Client, user: User) -> None:
    client.post(RESET, {"email": user.email})
    waiting = OutgoingMail.objects.get()

    assert waiting.data == {}
    assert waiting.user is None


def test_of_two_workers_one_sends(user: User, client: Client, mailbox: Mailbox) -> None:
    from federation.actions.mail import take_due

    client.post(RESET, {"email": user.email})
    assert len(take_due(10)) == 1
    assert take_due(10) == []
    assert deliver_due() == 0


def test_closed_accounts_get_no_link(mailbox: Mailbox, client: Client, user: User) -> None:
    user.is_active = False
    user.save()
    client.post(RESET, {"email": user.email})
    deliver_due()

    assert mailbox.received == []
