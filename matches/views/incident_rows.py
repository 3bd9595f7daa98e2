"""Incidents as lists show them: article and title, where, who, what, and whether they may be amended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Encounter
from federation.models import User
from federation.rules.zones import day_in_zone
from matches import messages
from matches.actions.incidents import AMENDABLE
from matches.models import Incident
from matches.views import moments


@dataclass(frozen=True)
class IncidentRow:
    """One incident of a list."""

    number: int
    title: str
    where: str
    people: str
    text: str
    hour: str
    author: str
    amended: bool
    amend_url: str


def rows_of(encounter: Encounter, incidents: Iterable[Incident], viewer: User) -> tuple[IncidentRow, ...]:
    """The incidents of an encounter for whoever looks. Reads nothing."""
    return tuple(_row(encounter, incident, viewer) for incident in incidents)


def _row(encounter: Encounter, incident: Incident, viewer: User) -> IncidentRow:
    texts = sorted(incident.texts.all(), key=lambda text: text.revision)
    own = incident.account_id == viewer.pk and encounter.state in AMENDABLE
    return IncidentRow(
        number=incident.number,
        title=titled(incident.article, messages.incident_title(incident.kind)),
        where=where(incident),
        people=", ".join(each.person.short_name for each in incident.concerned.all()),
        text=texts[-1].text if texts else "",
        hour=_when(incident, encounter),
        author=incident.author.short_name if incident.author else "",
        amended=len(texts) > 1,
        amend_url=reverse("matches:amend_incident", args=[incident.pk]) if own else "",
    )


def _when(incident: Incident, encounter: Encounter) -> str:
    """The hour; of what was written on another day than that of the encounter, the day too."""
    zone = encounter.venue.time_zone
    if day_in_zone(incident.at, zone) == day_in_zone(encounter.scheduled_at, zone):
        return moments.hour(incident.at, zone)
    return moments.short_day(incident.at, zone)


def titled(article: str, title: str) -> str:
    """The title of a kind of incident, led by its article when it has one."""
    if not article:
        return title
    return _("art. %(article)s, %(title)s") % {"article": article, "title": title}


def where(incident: Incident) -> str:
    """The board, partida and hand of an incident; empty for one of the whole encounter."""
    if incident.partida is None:
        return ""
    numbers = {
        "board": incident.partida.board.number,
        "partida": incident.partida.number,
        "hand": incident.hand,
    }
    if incident.hand is None:
        return _("Mesa %(board)s, partida %(partida)s") % numbers
    return _("Mesa %(board)s, partida %(partida)s, jugada %(hand)s") % numbers
