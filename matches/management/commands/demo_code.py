"""Tell the code that an account's second factor asks for now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation.models import User
from matches.demo import accounts
from matches.demo.guard import require_debug


class Command(BaseCommand):
    help = "Dice el código de un solo uso que vale ahora para una cuenta. Solo con DJANGO_DEBUG=1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="Correo de la cuenta (o lo que va antes de la arroba).")

    def handle(self, *args: Any, **options: Any) -> None:
        require_debug()
        typed = options["user"].strip().lower()
        email = typed if "@" in typed else f"{typed}@{accounts.DOMAIN}"
        user = User.objects.filter(email=email).first()
        if user is None:
            raise CommandError(f"No hay ninguna cuenta con el correo {email}.")
        secret = accounts.secret_of(user)
        if secret is None:
            raise CommandError(f"La cuenta {email} no pide código: entra solo con la contraseña.")
        self.stdout.write(accounts.code_now(secret))
