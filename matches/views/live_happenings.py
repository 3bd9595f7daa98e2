"""The last things that happened in an encounter, as spectators may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.rules.zones import day_in_zone, in_zone
from matches.acta.event_remarks import RULINGS
from matches.queries.live import OFFICIAL, LiveBoard, LiveEncounter, LiveFrames, Written
from matches.rules.sheet import EntryKind, HandRow, HandState, Phase, SheetState
from matches.rules.sheet_event_entries import AnnulCause
from matches.rules.sheet_facts import RowFacts
from matches.views import moments
from matches.views.live_boards import AGREED, Names, Teams, figures
from matches.views.live_frames import frames_told
from matches.views.live_words import Told, Words
from matches.views.partida_words import how_ended

MOST = 8


@dataclass(frozen=True)
class Happening:
    """One line: when (with the day, if it is not that of the encounter), what, and more of it."""

    key: str
    when: str
    day: str
    title: str
    text: str
    score: str


def happenings_of(found: LiveEncounter, names: Names, teams: Teams) -> tuple[Happening, ...]:
    """The last happenings of an encounter, the newest first, with the hour of the place."""
    # Of what bears the same moment, the boards come after the start and before the close.
    told = [*_before_play(found), *_of_boards(found, names, teams), *_after_play(found)]
    told.sort(key=lambda each: each.at)
    return tuple(_happening(found, each) for each in reversed(told[-MOST:]))


def _happening(found: LiveEncounter, told: Told) -> Happening:
    zone, scheduled = found.encounter.venue.time_zone, found.encounter.scheduled_at
    same_day = day_in_zone(told.at, zone) == day_in_zone(scheduled, zone)
    day = "" if same_day else date_format(in_zone(told.at, zone), _("D j b"))
    return Happening(told.key, moments.hour(told.at, zone), day, *told.words())


def _before_play(found: LiveEncounter) -> Iterator[Told]:
    encounter = found.encounter
    # Of pairs and players it is known from the first who plays.
    if found.line_ups is not None and encounter.home.is_team:
        yield Told(found.line_ups.revealed_at, "u-alineaciones", lambda: Words(_("Alineaciones publicadas")))
    if found.boards and encounter.started_at is not None:
        yield Told(encounter.started_at, "u-comienzo", lambda: Words(_("Empieza el encuentro")))


def _after_play(found: LiveEncounter) -> Iterator[Told]:
    encounter, outcome = found.encounter, found.outcome
    if found.boards and encounter.closed_at is not None:
        closed = Words(_("Encuentro cerrado"), _("Se firma el acta."))
        yield Told(encounter.closed_at, "u-cierre", lambda: closed)
    if outcome is not None and encounter.state in OFFICIAL:
        titles = {
            "sealed": _("Acta sellada"),
            "corrected": _("Resultado rectificado"),
            "awarded": _("Encuentro adjudicado"),
        }
        title = titles.get(outcome.kind, "")
        if title:
            yield Told(outcome.at, f"u-acta-{outcome.version}", lambda: Words(title))


def _of_boards(found: LiveEncounter, names: Names, teams: Teams) -> Iterator[Told]:
    for board in found.boards:
        if isinstance(board, LiveFrames):
            yield from frames_told(board, names, teams)
            continue
        for number, state in enumerate(board.state.partidas, start=1):
            yield from _Partida(board, number, state, names, teams).told()


class _Partida:
    """The happenings of one partida, from its stream and what it amounts to."""

    def __init__(self, board: LiveBoard, number: int, state: SheetState, names: Names, teams: Teams) -> None:
        self._board, self._number, self._state = board, number, state
        self._names, self._teams = names, teams
        self._rows = {
            (row.number, row.revision): (row, facts)
            for row, facts in zip(state.hands, state.facts.rows, strict=True)
        }
        fallen = [row for row in state.facts.rows if _by_a_drop(row)]
        annulling = [each.entry.seq for each in board.streams[number - 1] if _annuls_by_a_drop(each)]
        self._dropped = dict(zip(annulling, (row.number for row in fallen), strict=False))

    def told(self) -> Iterator[Told]:
        """Everything of it that is public, in the order in which it was written."""
        stream = self._board.streams[self._number - 1]
        last_word = {
            (each.entry.hand, each.entry.revision): each
            for each in stream
            if each.entry.kind in (EntryKind.APPROVAL, EntryKind.SETTLEMENT)
        }
        deciding = stream_end(stream, self._state) if self._state.phase is Phase.ENDED else None
        for each in stream:
            words = self._words_of(each, last_word, deciding)
            if words is not None:
                key = f"u-m{self._board.number}p{self._number}-{each.entry.seq}"
                yield Told(each.at, key, words)

    def _words_of(
        self,
        written: Written,
        last_word: Mapping[tuple[int | None, int | None], Written],
        deciding: Written | None,
    ) -> Callable[[], Words] | None:
        entry = written.entry
        if written is deciding:
            return self._end
        beside = {
            EntryKind.SEATING: self._seated,
            EntryKind.SUBSTITUTION: self._substituted,
            EntryKind.SUSPENSION: self._stopped,
            EntryKind.TIME: self._stopped,
            EntryKind.ANNULMENT: self._annulled,
            EntryKind.RULING: self._ruled,
        }.get(entry.kind)
        if entry.seq in self._dropped:
            beside = self._annulled
        if beside is not None:
            return lambda: beside(written)
        row, facts = self._rows.get((entry.hand or 0, entry.revision or 0), (None, None))
        if row is None or facts is None:
            return None
        if entry.kind is EntryKind.DISAGREEMENT:
            return lambda: Words(self._hand(row), _("En desacuerdo: falta resolverla."))
        if entry.kind is EntryKind.RETRACTION:
            # One that nobody had approved was never public.
            taken_back = Words(self._hand(row), _("Rectificada: no cuenta."))
            return None if facts.roles_missing else lambda: taken_back
        if written is last_word.get((entry.hand, entry.revision)) and facts.state in AGREED:
            return lambda: self._gave(row)
        return None

    def _hand(self, row: HandRow) -> str:
        return _("Mesa %(board)s, jugada %(hand)s") % {"board": self._board.number, "hand": row.number}

    def _gave(self, row: HandRow) -> Words:
        if row.state is HandState.STRUCK:
            return Words(self._hand(row), _("No cuenta."))
        score = "" if row.totals is None else f"{row.totals.home}–{row.totals.away}"
        return Words(self._hand(row), figures(row, self._teams), score)

    def _seated(self, written: Written) -> Words:
        said = {"board": self._board.number, "partida": self._number}
        seats, leader = written.entry.data.get("seats", ()), written.entry.data.get("leader", 0)
        who = self._names.get(seats[leader], "") if leader in range(len(seats)) else ""
        title = _("Mesa %(board)s, empieza la partida %(partida)s") % said
        return Words(title, _("Sale %(who)s.") % {"who": who} if who else "")

    def _substituted(self, written: Written) -> Words:
        into, out = (self._names.get(written.entry.data.get(each, ""), "?") for each in ("in", "out"))
        title = _("Mesa %(board)s, sustitución") % {"board": self._board.number}
        return Words(title, _("Entra %(into)s por %(out)s.") % {"into": into, "out": out})

    def _ruled(self, written: Written) -> Words:
        """What the committee decided; why is the acta's affair."""
        said = {"board": self._board.number, "partida": self._number}
        decision = str(RULINGS[written.entry.data["kind"]])
        title = _("Mesa %(board)s, partida %(partida)s: decide el comité") % said
        return Words(title, f"{decision[:1].upper()}{decision[1:]}.")

    def _stopped(self, written: Written) -> Words:
        said = {"board": self._board.number, "partida": self._number}
        if written.entry.kind is EntryKind.SUSPENSION:
            title = _("Mesa %(board)s, partida %(partida)s suspendida") % said
            return Words(title, _("Decide el comité."))
        return Words(_("Mesa %(board)s, se cumple el tiempo") % said)

    def _annulled(self, written: Written) -> Words:
        """What became of the hand; who gave cause is nobody's business but the acta's."""
        entry = written.entry
        hand = self._dropped.get(entry.seq, entry.hand)
        annulled = entry.seq in self._dropped or entry.data.get("remedy") == "annul"
        title = _("Mesa %(board)s, jugada %(hand)s") % {"board": self._board.number, "hand": hand}
        return Words(title, _("Anulada: no cuenta.") if annulled else _("Se sigue desde una infracción."))

    def _end(self) -> Words:
        totals, winner = self._state.totals, self._state.winner
        said = {"board": self._board.number, "partida": self._number}
        title = (
            _("Mesa %(board)s termina") % said
            if self._number == self._board.state.terms.partidas
            else _("Mesa %(board)s, fin de la partida %(partida)s") % said
        )
        text = _("Gana %(team)s.") % {"team": self._teams[winner]} if winner else ""
        how = how_ended(self._state)
        text = " ".join(filter(None, (text, f"{how[:1].upper()}{how[1:]}." if how else "")))
        return Words(title, text, f"{totals.home}–{totals.away}")


def _by_a_drop(row: RowFacts) -> bool:
    return row.annulled is not None and row.annulled.cause is AnnulCause.DROPPED_TILE


def _annuls_by_a_drop(written: Written) -> bool:
    """The entry of a drop names no hand: it speaks of the one in play then (19.3)."""
    return written.entry.kind is EntryKind.DROP and written.entry.data.get("decision") == "annul"


ENDS = (EntryKind.ABANDONMENT, EntryKind.NO_SHOW, EntryKind.LATE, EntryKind.RULING)


def stream_end(stream: tuple[Written, ...], state: SheetState) -> Written | None:
    """The entry by which a partida that has ended did end: the last that settled a hand, or its own end."""
    kinds: tuple[EntryKind, ...] = (EntryKind.APPROVAL, EntryKind.SETTLEMENT, EntryKind.TIME)
    if state.facts.end is not None:
        kinds = ENDS
    return next((each for each in reversed(stream) if each.entry.kind in kinds), None)
