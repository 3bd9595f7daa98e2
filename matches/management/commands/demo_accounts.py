"""Tell the accounts of the demonstration."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.demo import accounts
from matches.demo.guard import require_debug


class Command(BaseCommand):
    help = "Dice las cuentas de demostración con sus contraseñas y secretos. Solo con DJANGO_DEBUG=1."

    def handle(self, *args: Any, **options: Any) -> None:
        require_debug()
        found = accounts.rows()
        if not found:
            raise CommandError("No hay cuentas de demostración: créalas con manage.py seed_demo.")
        for line in accounts.table(found):
            self.stdout.write(line)
        self.stdout.write("")
        self.stdout.write("Código de ahora: manage.py demo_code CORREO")
