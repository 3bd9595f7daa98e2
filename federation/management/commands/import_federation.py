"""Rebuild an installation from an export, in an empty database of either engine."""

from pathlib import Path
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from federation.accounts import MFAAdapter
from federation.archive.manifest import ArchiveError, Manifest
from federation.archive.restore import restore
from federation.queries.audit import problems

NOTHING = "No se ha importado nada."
# What the installation's secret key closes; a passkey has nothing to hide.
CLOSED = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


class Command(BaseCommand):
    help = "Reconstruye una federación desde una carpeta de export_federation, en una instalación vacía."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="La carpeta exportada.")
        parser.add_argument(
            "--forget-codes",
            action="store_true",
            help="Sin los códigos de la verificación en dos pasos: cada cuenta pone otros al entrar.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = self._restore(options["folder"], forget_codes=options["forget_codes"])
        except ArchiveError as error:
            raise CommandError(f"{NOTHING} {error}") from error
        self.stdout.write(f"{sum(found.rows.values())} filas de {found.product}.")
        wrong = sum(1 for _line in problems())
        if wrong:
            raise CommandError(
                f"Todo está importado, pero la auditoría no concuerda en {wrong} puntos. Mira con "
                "«manage.py verify_audit» si ya era así donde se exportó."
            )
        self.stdout.write("La auditoría concuerda.")

    @transaction.atomic
    def _restore(self, folder: Path, *, forget_codes: bool) -> Manifest:
        found = restore(folder, self.stdout.write)
        if forget_codes:
            Authenticator.objects.filter(type__in=CLOSED).delete()
        elif not _codes_open():
            raise CommandError(
                f"{NOTHING} La SECRET_KEY no es la de donde se exportó, y con otra no valen los códigos "
                "de la verificación en dos pasos. Pon aquella, o importa con --forget-codes."
            )
        return found


def _codes_open() -> bool:
    """Can this installation read the secrets of the second factor (if there is one to try)?"""
    factor = Authenticator.objects.filter(type=Authenticator.Type.TOTP).first()
    if factor is None:
        return True
    try:
        MFAAdapter().decrypt(factor.data["secret"])
    except InvalidToken:
        return False
    return True
