"""Tell the accounts of the demonstration."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.demo import accounts
from matches.demo.guard import require_debug


class Command(BaseCommand):
    help = "Dice las cuentas de demostración con sus contraseñas y secretos. Solo con DJANGO_DEBUG=1."

    def handle(self, *args: Any, **options: Any) -> None:
        require_debug()
        lines = accounts.told()
        if not lines:
            raise CommandError("No hay cuentas de demostración: créalas con manage.py seed_demo.")
        for line in lines:
            self.stdout.write(line)
