"""Phones that were opened at tables, forgotten when their time is over (`federation.actions.retention`)."""

from __future__ import annotations

from collections.abc import Sequence

from federation.rules.retention import What
from matches.models import TableSession


def forget_table_sessions(_what: What, keys: Sequence[int]) -> None:
    """Take these away; what was written at the tables keeps the names of their devices."""
    TableSession.objects.filter(pk__in=keys).delete()
