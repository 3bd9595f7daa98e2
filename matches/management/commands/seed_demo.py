"""Write the demonstration season."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.demo import accounts, season
from matches.demo.cast import CannotPlayError
from matches.demo.guard import require_debug
from matches.demo.press import spare_processors
from matches.demo.season import STAGES, Stage


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"La fecha se escribe así: 2026-11-30 (y no «{text}»).") from error


class Command(BaseCommand):
    help = (
        "Escribe una federación de demostración, en una sola transacción: si se interrumpe no queda nada "
        "y se vuelve a empezar. Solo con DJANGO_DEBUG=1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--stage",
            choices=[stage.value for stage in Stage],
            default=Stage.ROUND.value,
            help="Hasta dónde llega la temporada. "
            + " ".join(f"{stage.value}: {words}." for stage, words in STAGES.items()),
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
        try:
            season.build(
                seed=options["seed"],
                today=options["date"],
                stage=Stage(options["stage"]),
                workers=spare_processors(),
                report=self._tell,
            )
        except CannotPlayError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt as error:
            raise CommandError(
                "Interrumpido: no se ha guardado nada. Repite la orden para empezar de nuevo."
            ) from error
        self.stdout.write("")
        for line in accounts.told():
            self.stdout.write(line)

    def _tell(self, line: str) -> None:
        # At once, also where the lines go into a file or another program.
        self.stdout.write(line)
        self.stdout.flush()
