"""Demonstrations have known passwords: they stay where DJANGO_DEBUG is set."""

from django.conf import settings
from django.core.management.base import CommandError


def require_debug() -> None:
    """CommandError unless this installation runs in debug."""
    if not settings.DEBUG:
        raise CommandError(
            "Esta orden maneja cuentas de demostración con contraseña conocida: "
            "solo funciona con DJANGO_DEBUG=1 y nunca en una federación de verdad."
        )
