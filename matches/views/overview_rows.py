"""Encounters as lines for those who oversee: state, boards, score, what is missing, where to go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.rules.acta_time import sealing_has_stopped
from competitions.rules.lifecycle import State
from matches.queries.overviews import Overview
from matches.views import moments
from matches.views.lacks import Lack, lacks_of
from matches.views.next_step import Chip, chip_of


@dataclass(frozen=True)
class Link:
    """Where to go from a line; `label` says it whole, for whoever does not see the line."""

    url: str
    text: str
    label: str


@dataclass(frozen=True)
class Line:
    """One encounter."""

    url: str
    home: str
    away: str
    competition: str
    round: str
    when: str
    venue: str
    judge: str
    chip: Chip
    boards: str
    score: str
    score_note: str
    late: str
    due: str
    lacks: tuple[Lack, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Queued:
    """One encounter that waits for the seal."""

    url: str
    name: str
    since: str
    waits: str


@dataclass(frozen=True)
class Queue:
    """What waits for the seal, oldest first; `stopped` says for how long when the worker seems not to run."""

    rows: tuple[Queued, ...]
    stopped: str


@dataclass(frozen=True)
class Figure:
    """A figure on top, with its tone ("warn", "stop" or none) and where its encounters are."""

    value: int
    label: str
    tone: str = ""
    url: str = ""


def line_of(overview: Overview, now: datetime) -> Line:
    """The line of one encounter."""
    encounter, standing = overview.encounter, overview.standing
    zone = encounter.venue.time_zone
    score, score_note = _score(overview)
    return Line(
        url=reverse("matches:encounter", args=[encounter.pk]),
        home=encounter.home.name,
        away=encounter.away.name,
        competition=encounter.round.competition.name,
        round=_("jornada %(number)s") % {"number": encounter.round.number},
        when=moments.short_day(encounter.scheduled_at, zone),
        venue=encounter.venue.name,
        judge=standing.judge.short_name if standing.judge else _("sin juez árbitro"),
        chip=chip_of(encounter.state),
        boards=_boards(overview),
        score=score,
        score_note=score_note,
        late=_late(overview.days_late),
        due=_("acta hasta %(when)s") % {"when": moments.until(overview.due, zone, now)},
        lacks=lacks_of(overview, now),
        links=_links(overview),
    )


def _boards(overview: Overview) -> str:
    over, all_ = overview.boards
    return _("%(over)s de %(all)s") % {"over": over, "all": all_} if all_ else ""


def _score(overview: Overview) -> tuple[str, str]:
    """The outcome, or the score of the sheets so far and that it is no more than that."""
    outcome = overview.standing.outcome
    if outcome is not None:
        return f"{outcome.home_partidas}–{outcome.away_partidas}", ""
    if overview.play is None:
        return "", ""
    return f"{overview.play.home}–{overview.play.away}", _("según las hojas")


def _late(days: int) -> str:
    return ngettext("Atrasada %(n)s día", "Atrasada %(n)s días", days) % {"n": days} if days else ""


def _links(overview: Overview) -> tuple[Link, ...]:
    encounter, state = overview.encounter, overview.state
    name = f"{encounter.home.name} – {encounter.away.name}"
    found = []
    if overview.standing.directs and state in (State.SCHEDULED, State.LINE_UPS, State.PLAYING, State.CLOSING):
        found.append(("direction", _("Dirección"), _("Dirigir %(name)s")))
    if state is State.CLOSING:
        found.append(("signing", _("Firmas"), _("Firmas de %(name)s")))
    elif encounter.closed_at is not None and overview.signatories:
        found.append(("acta", _("Acta"), _("Acta de %(name)s")))
    return tuple(
        Link(reverse(f"matches:{route}", args=[encounter.pk]), text, label % {"name": name})
        for route, text, label in found
    )


def queue_of(overviews: Sequence[Overview], now: datetime) -> Queue:
    """What waits for the seal, the oldest first."""
    waiting = [(since, each) for each in overviews if (since := each.waits_for_seal_since) is not None]
    waiting.sort(key=lambda pair: (pair[0], pair[1].encounter.pk))
    stopped = waiting and sealing_has_stopped(waiting[0][0], now)
    return Queue(
        rows=tuple(_queued(each, since, now) for since, each in waiting),
        stopped=_for_how_long(waiting[0][0], now) if stopped else "",
    )


def _queued(overview: Overview, since: datetime, now: datetime) -> Queued:
    encounter = overview.encounter
    return Queued(
        url=reverse("matches:acta", args=[encounter.pk]),
        name=f"{encounter.home.name} – {encounter.away.name}",
        since=_("desde %(when)s") % {"when": moments.lately(since, encounter.venue.time_zone, now)},
        waits=_for_how_long(since, now),
    )


def _for_how_long(since: datetime, now: datetime) -> str:
    return timesince(since, now, depth=1)
