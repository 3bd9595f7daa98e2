"""Play a whole encounter, seal its acta in this process, and write the PDF."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from federation.actions.audit import anchor_heads
from matches.actions.sealing import seal_encounter
from matches.demo import season
from matches.demo.cast import CannotPlayError
from matches.demo.guard import require_debug
from matches.demo.play import next_encounter, play_encounter
from matches.queries.actas import current_acta


class Command(BaseCommand):
    help = "Juega un encuentro entero, sella su acta y escribe el PDF. Solo con DJANGO_DEBUG=1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, required=True, help="Dónde se escribe el PDF.")
        parser.add_argument("--seed", type=int, default=7, help="La misma semilla da las mismas manos.")

    def handle(self, *args: Any, **options: Any) -> None:
        require_debug()
        out: Path = options["out"]
        if not out.parent.is_dir():
            raise CommandError(f"No existe la carpeta {out.parent}.")
        if season.is_empty():
            season.build(seed=options["seed"], report=self.stdout.write)
        try:
            encounter = play_encounter(next_encounter().pk, seed=options["seed"], report=self.stdout.write)
        except CannotPlayError as error:
            raise CommandError(str(error)) from error
        # A worker that runs beside this may have been first: then the acta is there already.
        acta = seal_encounter(encounter.pk) or current_acta(encounter)
        anchor_heads()
        if acta is None:
            raise CommandError("El encuentro no ha quedado firmado: no hay acta que sellar.")
        try:
            out.write_bytes(bytes(acta.file.pdf))
        except OSError as error:
            raise CommandError(f"No se puede escribir {out}: {error.strerror}") from error
        self.stdout.write(f"Acta {acta.content.number}, versión {acta.version}, en {out}")
        self.stdout.write(f"Código   {acta.content.code}")
        self.stdout.write(f"Huella   {acta.content.content_hash}")
        self.stdout.write(f"PDF      {acta.file.sha256}")
