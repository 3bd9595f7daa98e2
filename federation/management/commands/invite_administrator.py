"""Invite the first administrator of an installation, or one more when nobody can get in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from federation.actions.invitations import invite, make_link
from federation.actions.registry import register_person
from federation.messages import text
from federation.models import OutgoingMail, Role
from federation.rules.errors import RuleError


class Command(BaseCommand):
    help = "Invita a quien llevará la administración y muestra el enlace, por si el correo aún no sale."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("given_name", metavar="nombre")
        parser.add_argument("surname", metavar="apellido")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            validate_email(options["email"])
            link = self._invite(options["email"], options["given_name"], options["surname"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except RuleError as error:
            raise CommandError(text(error)) from error
        self.stdout.write(f"Ábrelo antes de siete días, una sola vez:\n{link}")

    @transaction.atomic
    def _invite(self, email: str, given_name: str, surname: str) -> str:
        person = register_person(
            given_name=given_name,
            surname_1=surname,
            surname_2="",
            birth_date=None,
            consent_on=None,
            by=None,
        )
        invitation = invite(person=person, email=email, role=Role.ADMINISTRATOR, by=None)
        # Whoever runs this hands the link over himself: a mail would make it worthless.
        OutgoingMail.objects.filter(data__invitation=invitation.pk).delete()
        made = make_link(invitation.pk)
        if made is None:
            raise RuleError("invitation_over")
        return f"{settings.SITE_URL.rstrip('/')}{reverse('federation:accept_invitation', args=[made[1]])}"
