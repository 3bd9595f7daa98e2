"""How an installation gets its first administrator."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from federation.models import OutgoingMail, Person, User
from federation.queries.accounts import lasting_administrators
from tests.federation.staff import fields

pytestmark = pytest.mark.django_db


def test_the_command_gives_a_link_that_makes_an_administrator(client: Client) -> None:
    out = StringIO()
    call_command("invite_administrator", "ada@example.org", "Ada", "Gil", stdout=out)
    link = out.getvalue().split("http://localhost:8000")[1].strip()

    client.post(link, fields(password1="fichas-y-marmol", password2="fichas-y-marmol"))

    assert [user.email for user in lasting_administrators()] == ["ada@example.org"]
    assert client.get("/secretaria/").headers["Location"].startswith("/cuentas/dos-pasos/activar/")
    assert not OutgoingMail.objects.filter(kind="federation/email/invitation").exists()


@pytest.mark.parametrize("email", ["ada@example.org", "no es un correo"])
def test_what_cannot_be_leaves_nothing_behind(email: str) -> None:
    User.objects.create_user("ada@example.org", "una-clave-larga-1")
    with pytest.raises(CommandError):
        call_command("invite_administrator", email, "Ada", "Gil", stdout=StringIO())
    assert not Person.objects.exists()
