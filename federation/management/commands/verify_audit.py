"""Check the whole audit: chains, details, heads, journal, triggers."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.models import AuditEntry
from federation.queries import audit


class Command(BaseCommand):
    help = "Comprueba la auditoría de principio a fin; acaba con error si algo no concuerda."

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(audit.problems())
        for line in found:
            self.stderr.write(line)
        if found:
            raise CommandError(f"La auditoría no concuerda: {len(found)} problemas.")
        self.stdout.write(f"La auditoría concuerda: {AuditEntry.objects.count()} asientos.")
