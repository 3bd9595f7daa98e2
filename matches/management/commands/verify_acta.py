"""Check a PDF from the command line: 0 all agrees, 1 altered, 2 unknown here."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.acta.verify import Status, Verification, verify_bytes
from matches.acta.words import reason_words
from matches.queries import verification

EXIT = {Status.VALID: 0, Status.ALTERED: 1}
UNKNOWN = 2


class Command(BaseCommand):
    help = (
        "Comprueba un acta en PDF. Sale con 0 si todo concuerda, 1 si está alterada, 2 si aquí no se conoce. "
        "De una versión sustituida dice cuál está en vigor, y sale con 0: es buena como lo que fue."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--cert", type=Path, help="Certificado en que confiar, en vez de los guardados aquí."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"No se puede leer: {error}", returncode=UNKNOWN) from error
        if options["cert"]:
            found = verify_bytes(data, trusted_certificates=[options["cert"].read_bytes()])
        else:
            found = verification.verify_file(data)
        self._tell(found)
        if found.stored:
            self._tell_replaced(found)
        sys.exit(EXIT.get(found.status, UNKNOWN))

    def _tell(self, found: Verification) -> None:
        self.stdout.write(found.status.value)
        for reason in found.reasons:
            self.stdout.write(f"  {reason_words(reason)}")
        for difference in found.differences:
            self.stdout.write(f"  {difference}")
        if found.content:
            result = found.content["result"]["partidas"]
            teams = found.content["teams"]
            self.stdout.write(
                f"  {found.content['number']} v{found.content['version']}: "
                f"{teams['home']['name']} {result['home']}–{result['away']} {teams['away']['name']}"
            )

    def _tell_replaced(self, found: Verification) -> None:
        """Is another version in force? The file is good all the same, as what it was."""
        acta = verification.acta_by_digest(found.sha256)
        newest = verification.newest_version(acta) if acta else None
        if acta is not None and newest is not None and newest.version > acta.version:
            self.stdout.write(
                f"  Sustituida: la versión en vigor es la {newest.version}, {newest.content.code}."
            )
