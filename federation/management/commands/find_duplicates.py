"""Look at everybody for records that may be one person's."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.actions.duplicates import find_all
from federation.queries.merging import to_look_at


class Command(BaseCommand):
    help = (
        "Busca fichas que puedan ser de una misma persona, entre todas. Hace falta una vez si se han metido "
        "personas por otro camino que las páginas; después se hace solo."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        for done in find_all():
            self.stdout.write(f"{done} fichas miradas")
        self.stdout.write(f"{done} fichas. Parejas por mirar: {to_look_at().count()}.")
