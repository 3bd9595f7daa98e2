"""Write the demonstration season."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.demo import accounts, season
from matches.demo.guard import require_debug

STAGES = ("round",)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"La fecha se escribe así: 2026-11-30 (y no «{text}»).") from error


class Command(BaseCommand):
    help = "Escribe una federación de demostración a punto de jugar una jornada. Solo con DJANGO_DEBUG=1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--stage", choices=STAGES, default="round", help="Hasta dónde llega la temporada."
        )
        parser.add_argument("--seed", type=int, default=7, help="La misma semilla da la misma gente.")
        parser.add_argument("--date", type=_day, help="Día de la jornada (AAAA-MM-DD); si falta, hoy.")
        parser.add_argument("--if-empty", action="store_true", help="Si ya hay datos, no hace nada.")

    def handle(self, *args: Any, **options: Any) -> None:
        require_debug()
        if not season.is_empty():
            if options["if_empty"]:
                return
            raise CommandError("Ya hay datos: la demostración solo se escribe en una base de datos vacía.")
        season.build(seed=options["seed"], today=options["date"], report=self.stdout.write)
        self.stdout.write("")
        for line in accounts.table(accounts.rows()):
            self.stdout.write(line)
        self.stdout.write("")
        self.stdout.write("Código de ahora: manage.py demo_code CORREO")
