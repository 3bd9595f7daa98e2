"""The timers of a table by the server's clock: how long the partida lasts, and the minute after a hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation import clock
from federation.rules.zones import in_zone
from matches.queries.tables import began_at, ended_last_hand_at
from matches.rules.partida_time import comment_until, playing_time
from matches.rules.sheet import HandState, Phase
from matches.views.table import Table


@dataclass(frozen=True)
class Timer:
    """A moment that is waited for, in milliseconds as scripts count.

    `text` says it to whoever has no script; worked out where it is shown, since it asks for the place.
    """

    until: int
    warned_from: int
    now: int
    text: Callable[[], str]
    is_short: bool
    is_over: bool


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _local(table: Table, moment: datetime) -> datetime:
    return in_zone(moment, table.encounter.venue.time_zone)


def partida_timer(table: Table) -> Timer | None:
    """Until when the partida is played; None without a limit, or once its end is marked."""
    state = table.sheet
    if not table.writable or state.phase is not Phase.PLAYING or state.facts.time_mark is not None:
        return None
    began = began_at(table.view.entries.get(table.number, ()))
    time = playing_time(began, state.terms.parameters)
    if time is None:
        return None
    now = clock.now()
    return Timer(
        until=_milliseconds(time.until),
        warned_from=_milliseconds(time.warned_from),
        now=_milliseconds(now),
        text=lambda: _("hasta las %(hour)s") % {"hour": date_format(_local(table, time.until), "H:i")},
        is_short=time.is_short(now),
        is_over=time.is_over(now),
    )


def comment_timer(table: Table) -> Timer | None:
    """Until when partners may comment on the hand that has just ended (art. 12); None once it is over."""
    state, row = table.sheet, table.last_hand()
    if not table.writable or state.phase is not Phase.PLAYING or row is None:
        return None
    if row.state is HandState.PROPOSED:
        return None
    ended = ended_last_hand_at(table.view, table.number, row.number, row.revision)
    if ended is None:
        return None
    until, now = comment_until(ended, state.terms.parameters), clock.now()
    if now >= until:
        return None
    return Timer(
        until=_milliseconds(until),
        warned_from=_milliseconds(until),
        now=_milliseconds(now),
        text=lambda: _("hasta las %(hour)s") % {"hour": date_format(_local(table, until), "H:i:s")},
        is_short=False,
        is_over=False,
    )


def last_hand_note(table: Table) -> str:
    """That the hand in play is the last one by time, in few words."""
    state = table.sheet
    if state.facts.time_mark is None or state.phase is not Phase.PLAYING:
        return ""
    if state.last_hand:
        return _("Tiempo cumplido: la %(hand)s es la última.") % {"hand": state.next_hand}
    return _("Tiempo cumplido: queda esta jugada y una más.")
