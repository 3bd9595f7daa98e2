"""Phones that were opened at tables long ago (`federation.queries.retention`)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from matches.models import TableSession
from matches.queries.people_in_play import OVER


def table_sessions(before: datetime) -> QuerySet[TableSession]:
    """Sessions of tables that ended before, of encounters of which nothing is written any more."""
    sessions = TableSession.objects.annotate(last=Coalesce("ended_at", "opened_at"))
    return sessions.filter(Q(board__encounter__state__in=OVER), last__lt=before)
