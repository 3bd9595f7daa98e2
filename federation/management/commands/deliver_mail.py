"""Sends the account mail that waits: what a mail server refused, or a process that ended left behind."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.accounts.delivery import deliver_due


class Command(BaseCommand):
    help = "Envía el correo de las cuentas que espera a salir."

    def handle(self, *args: Any, **options: Any) -> None:
        sent = deliver_due()
        self.stdout.write(f"Correos enviados: {sent}.")
