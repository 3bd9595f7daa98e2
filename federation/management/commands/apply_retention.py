"""Take away what has been kept for as long as its period says."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from federation.actions.retention import apply
from federation.models import Retention
from federation.queries import retention as queries
from federation.rules.retention import PERIODS, What, in_force

AT_ONCE = 1000


class Command(BaseCommand):
    help = (
        "Quita los datos que han cumplido su plazo de conservación, clase a clase y por tandas. Se puede "
        "cortar y repetir: lo que ya se quitó no vuelve a salir. --dry-run solo cuenta; con -v 2 dice cuáles."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Cuenta y no quita nada.")
        parser.add_argument("--only", choices=[each.value for each in What], help="Una sola clase.")

    def handle(self, *args: Any, **options: Any) -> None:
        confirmed = queries.confirmed()
        for what in [What(options["only"])] if options["only"] else list(What):
            months, label = in_force(what, confirmed), Retention.What(what.value).label
            if months is None:
                self._tell_kept(what, label, confirmed)
            elif options["dry_run"]:
                self._tell_due(what, months, label, names=options["verbosity"] > 1)
            else:
                self._apply(what, months, label)

    def _tell_kept(self, what: What, label: object, confirmed: dict[str, int | None]) -> None:
        if what.value in confirmed or PERIODS[what].proposed is None:
            self.stdout.write(f"{label}: sin plazo")
        else:
            due = queries.due(what, PERIODS[what].proposed or 0).count()
            self.stdout.write(
                f"{label}: sin confirmar ({PERIODS[what].proposed} meses propuestos, {due} los cumplen)"
            )

    def _tell_due(self, what: What, months: int, label: object, *, names: bool) -> None:
        found = queries.due(what, months)
        self.stdout.write(f"{label}: {found.count()} ({months} meses)")
        if names:
            for key in found.values_list("pk", flat=True).iterator(chunk_size=AT_ONCE):
                self.stdout.write(f"  n.º {key}")

    def _apply(self, what: What, months: int, label: object) -> None:
        gone = left = 0
        for done in apply(what, months):
            gone, left = gone + done.gone, left + done.left
        more = f", {left} no se pueden todavía" if left else ""
        self.stdout.write(f"{label}: {gone} fuera{more}")
