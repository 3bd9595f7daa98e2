"""System checks of what the database must hold."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections


@register(Tags.database)
def triggers_are_there(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Each append-only table has its triggers (run by `migrate` and `check --database default`)."""
    from federation import triggers  # noqa: PLC0415  needs the models, which load after this module

    found: list[CheckMessage] = []
    for alias in databases or []:
        absent = triggers.missing(connections[alias])
        if absent:
            found.append(
                Error(
                    f"{len(absent)} triggers that protect rows are missing: {', '.join(absent[:3])}",
                    id="federation.E001",
                )
            )
    return found
