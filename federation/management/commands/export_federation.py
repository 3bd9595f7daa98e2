"""Write everything of this installation into a folder, in open formats."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation.actions.people import log_access
from federation.archive.manifest import ArchiveError
from federation.archive.writing import export
from federation.models import OutgoingMail, Person


class Command(BaseCommand):
    help = (
        "Escribe toda la federación en una carpeta nueva, en formatos abiertos: tablas, actas selladas, "
        "huellas. Son datos personales: la carpeta solo la lee quien la escribe."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="Carpeta que no existe o está vacía.")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        waiting = OutgoingMail.objects.count()
        try:
            found = export(folder, self.stdout.write)
        except ArchiveError as error:
            raise CommandError(str(error)) from error
        # Afterwards, so that the copy says nothing of itself and a copy of the copy is the same.
        log_access(
            kind="federation_export", by=None, detail=str(folder.resolve()), count=Person.objects.count()
        )
        self.stdout.write(f"{sum(found.rows.values())} filas y {len(found.files)} archivos en {folder}.")
        if waiting:
            self.stdout.write(f"Quedan {waiting} correos por salir: no van en la exportación.")
        self.stdout.write(
            "Son datos personales: guarda la carpeta cifrada y bórrala cuando no haga falta. La llave del "
            "sello, SECRET_KEY y TABLE_PIN_PEPPER no están en ella: llévalas aparte."
        )
