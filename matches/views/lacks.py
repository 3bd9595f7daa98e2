"""What an encounter waits for and from whom, in words for those who oversee."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Encounter
from competitions.rules.lifecycle import Action, State
from federation.models import Person
from federation.rules.zones import in_zone
from matches.acta import words
from matches.queries import actas
from matches.queries.actas import Signatory
from matches.queries.line_ups import lock_due
from matches.queries.overviews import Overview
from matches.queries.play import BoardPlay
from matches.rules.line_up_order import is_late
from matches.rules.sides import Side
from matches.views import moments
from matches.views.next_step import next_step
from matches.views.table_words import joined

PROTEST_SHOWN = 140


@dataclass(frozen=True)
class Lack:
    """Something that is missing or worth knowing; tone "warn", "stop" or none."""

    text: str
    icon: str = "circle-dashed"
    tone: str = ""


def lacks_of(overview: Overview, now: datetime) -> tuple[Lack, ...]:
    """Everything that an encounter waits for, in order; nothing for one that is done."""
    ways: dict[State, Callable[[Overview, datetime], Iterable[Lack]]] = {
        State.SCHEDULED: _before_play,
        State.LINE_UPS: _before_play,
        State.PLAYING: _in_play,
        State.CLOSING: _signing,
        State.SIGNED: _sealing,
        State.SEALED: _after,
        State.HOMOLOGATED: _done,
        State.FINAL: _done,
        State.DISPUTED: _disputed,
    }
    return tuple(ways.get(overview.state, _elsewhere)(overview, now))


def _done(_overview: Overview, _now: datetime) -> Iterable[Lack]:
    return ()


def _elsewhere(overview: Overview, _now: datetime) -> Iterable[Lack]:
    yield Lack(next_step(overview.standing).text, "clock")


def _teams(encounter: Encounter) -> dict[Side, str]:
    return {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}


def _name(person: Person | None) -> str:
    return person.short_name if person else _("sin capitán")


# ------------------------------------------------------------------ before play
def _before_play(overview: Overview, now: datetime) -> Iterable[Lack]:
    standing, teams = overview.standing, _teams(overview.encounter)
    missing = [side for side in Side if side not in standing.locked] if standing.has_line_ups else []
    if len(missing) == len(Side):
        who = {side.value: _name(overview.captains[side]) for side in Side}
        yield Lack(_("Faltan las dos alineaciones: %(home)s y %(away)s.") % who, "list")
    elif missing:
        said = {"team": teams[missing[0]], "who": _name(overview.captains[missing[0]])}
        yield Lack(_("Falta la alineación de %(team)s: %(who)s.") % said, "list", "warn")
    due = lock_due(overview.encounter)
    if missing and due is not None and is_late(due, now):
        until = {"until": moments.lately(due, overview.encounter.venue.time_zone, now)}
        yield Lack(_("Las alineaciones se cerraban hasta %(until)s.") % until, "octagon-x", "stop")
    judge = standing.judge
    if judge is not None and not standing.in_charge and _its_day(overview.encounter, now):
        said = {"who": judge.short_name}
        yield Lack(_("El juez árbitro no se ha hecho cargo: %(who)s.") % said, "gavel", "warn")
    elif not missing:
        yield Lack(_("Falta que empiece: %(who)s.") % {"who": _directs(overview, Action.START)}, "play")


def _its_day(encounter: Encounter, now: datetime) -> bool:
    zone = encounter.venue.time_zone
    return in_zone(encounter.scheduled_at, zone).date() <= in_zone(now, zone).date()


def _directs(overview: Overview, action: Action) -> str:
    """Whose act is awaited: the judge's, or that of the captains who have not confirmed."""
    standing = overview.standing
    if standing.judge is not None:
        return _("%(who)s, juez árbitro") % {"who": standing.judge.short_name}
    awaited = [side for side in Side if side not in standing.yes_of(action)]
    teams = _teams(overview.encounter)
    return joined([f"{_name(overview.captains[side])} ({teams[side]})" for side in awaited])


# ------------------------------------------------------------------ play
def _in_play(overview: Overview, _now: datetime) -> Iterable[Lack]:
    play = overview.play
    if play is None:
        return
    for board in play.boards:
        for hand in board.in_dispute:
            said = {"board": board.number, "hand": hand}
            text = _("Mesa %(board)s: la jugada %(hand)s está en desacuerdo.")
            if board.of_frames:
                text = _("Mesa %(board)s: el juego %(hand)s está en desacuerdo.")
            yield Lack(text % said, "scale", "stop")
    if play.is_over:
        who = _directs(overview, Action.CLOSE)
        yield Lack(_("Falta cerrar: %(who)s.") % {"who": who}, "lock", "warn")
        return
    playing = [board for board in play.boards if not board.over]
    text = ngettext("Juega la %(boards)s.", "Juegan: %(boards)s.", len(playing))
    yield Lack(text % {"boards": joined([_board(board) for board in playing])}, "radio")


def _board(board: BoardPlay) -> str:
    said = {"board": board.number, "partida": board.partida, "score": f"{board.home}–{board.away}"}
    if not board.begun:
        return _("mesa %(board)s (partida %(partida)s, sin empezar)") % said
    return _("mesa %(board)s (partida %(partida)s, %(score)s)") % said


# ------------------------------------------------------------------ signing and the seal
def _signing(overview: Overview, now: datetime) -> Iterable[Lack]:
    encounter, deadline = overview.encounter, overview.signing_deadline
    zone = encounter.venue.time_zone
    since = moments.lately(encounter.closed_at, zone, now) if encounter.closed_at else ""
    for each in overview.awaited:
        said = {"who": signatory(each, overview.encounter), "since": since}
        yield Lack(_("Falta la firma de %(who)s, desde %(since)s.") % said, "pen-line", "warn")
    yield from answers_of(overview, now)
    if deadline is None:
        return
    until = {"until": moments.lately(deadline, zone, now)}
    if now < deadline:
        yield Lack(_("Se firma hasta %(until)s.") % until, "clock")
    else:
        yield Lack(_("Se firmaba hasta %(until)s: el plazo ha pasado.") % until, "octagon-x", "stop")


def answers_of(overview: Overview, now: datetime) -> Iterable[Lack]:
    """Signatures that are not plain: protests with their text, refusals, absences."""
    for each in overview.protests:
        if each.signature is not None:
            text = Truncator(each.signature.text).chars(PROTEST_SHOWN)
            said = {"who": signatory(each, overview.encounter), "text": text}
            yield Lack(_("Firma bajo protesta %(who)s: «%(text)s»") % said, "flag", "stop")
    for each in overview.refusals:
        if each.signature is not None:
            kind = str(words.SIGNATURE_KINDS[each.signature.kind]).lower()
            said = {"who": signatory(each, overview.encounter), "kind": kind}
            yield Lack(_("No firma %(who)s: %(kind)s.") % said, "user-x")


def signatory(each: Signatory, encounter: Encounter) -> str:
    """A signatory by name and office."""
    person = each.signature.person if each.signature else each.person
    office = words.office(each.role, encounter.home.entrants).lower()
    return f"{_name(person)} ({office})"


def _sealing(overview: Overview, now: datetime) -> Iterable[Lack]:
    since = overview.waits_for_seal_since
    if since is not None:
        when = moments.lately(since, overview.encounter.venue.time_zone, now)
        yield Lack(_("En cola de sellado desde %(since)s.") % {"since": when}, "stamp", "warn")
    yield from answers_of(overview, now)


def _after(overview: Overview, now: datetime) -> Iterable[Lack]:
    if overview.corrected_at is not None:
        when = moments.lately(overview.corrected_at, overview.encounter.venue.time_zone, now)
        text = _("Rectificada por el comité: la nueva versión, en cola de sellado desde %(since)s.")
        yield Lack(text % {"since": when}, "stamp", "warn")
    yield from answers_of(overview, now)
    until = claim_until(overview)
    if until is not None and until > now:
        when = moments.lately(until, overview.encounter.venue.time_zone, now)
        yield Lack(_("Se puede reclamar hasta %(until)s.") % {"until": when}, "clock")


def claim_until(overview: Overview) -> datetime | None:
    """Until when the last protest can become a claim; None without a protest."""
    protested = [each.signature.at for each in overview.protests if each.signature is not None]
    return actas.claim_deadline(overview.encounter, max(protested)) if protested else None


def _disputed(overview: Overview, now: datetime) -> Iterable[Lack]:
    yield from answers_of(overview, now)
    yield Lack(_("Está reclamado: lo decide el comité."), "flag", "warn")
