"""The page of a partida before the committee: how it stands, what was told of it, what may be decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.models import Encounter
from federation.rules.errors import RuleError
from matches import messages
from matches.acta.event_remarks import RULINGS
from matches.models import Partida
from matches.permissions import Actor, is_party, may_decide
from matches.queries import committee, day, sheets
from matches.queries.committee import Case
from matches.rules.board import BoardState
from matches.rules.event_reports import Effect, RulingReport, effect_of_ruling, is_open
from matches.rules.resumptions import Course, course
from matches.rules.sheet import EndedHow, Phase, SheetState
from matches.rules.sheet_event_entries import RulingKind
from matches.views import board_notes, board_page, happening_words, incident_rows, moments, partida_words
from matches.views.happening_words import Change
from matches.views.incident_rows import IncidentRow
from matches.views.next_step import Chip
from matches.views.ruling_kinds import DECISIONS, Decision, has_its_place
from matches.views.table import Table

RULED_IN = ("playing", "suspended")


class CaseTable(Table):
    """A board as the committee looks at it: at one partida, whichever is in play."""

    @cached_property
    def number(self) -> int:
        """The partida that it is about; Http404 for one that has not begun."""
        if self.asked is None or self.view.state_of(self.asked) is None:
            raise Http404
        return self.asked


def table_of(partida: Partida, actor: Actor) -> CaseTable:
    """The table of a partida before the committee."""
    return CaseTable(partida.board, actor, asked=partida.number, known=partida.board.encounter)


@dataclass(frozen=True)
class Offer:
    """A decision to choose: what it would do in a line, or the sentence that says why it is not to be had."""

    title: str
    text: str
    effect: str
    url: str


@dataclass(frozen=True)
class CasePage:
    """Everything that the page shows."""

    table: CaseTable
    encounter: Encounter
    title: str
    chip: Chip
    facts: tuple[tuple[str, str], ...]
    halves: Sequence[object]
    target: int | None
    seats: Sequence[object]
    rows: Sequence[object]
    notes: Sequence[str]
    incidents: tuple[IncidentRow, ...]
    offers: tuple[Offer, ...]
    closed: str
    change_day_url: str
    # Has the committee decided already? Another decision takes the place of that one.
    decided: bool


def case_page(table: CaseTable, partida: Partida) -> CasePage:
    """Read and arrange a partida for the committee and those who oversee. Constant queries."""
    encounter, state = table.encounter, table.sheet
    case = committee.cases_of([partida])[0]
    closed = _closed(table)
    decides = not closed
    return CasePage(
        table=table,
        encounter=encounter,
        title=_("Mesa %(board)s · Partida %(partida)s")
        % {"board": table.board.number, "partida": table.number},
        chip=chip_of(state),
        facts=tuple(_facts(table, case)),
        halves=board_page.halves(table),
        target=board_page.goal(table),
        seats=board_page.seats(table) or (),
        rows=board_page.rows(table),
        notes=board_notes.notes(table),
        incidents=_incidents(table),
        offers=tuple(_offers(table, partida)) if decides else (),
        closed=closed,
        change_day_url=_change_day(table, case) if decides else "",
        decided=state.ended_how is EndedHow.DECISION,
    )


def chip_of(state: SheetState) -> Chip:
    """Where a partida stands, as the lists of the committee show it."""
    if state.phase is Phase.SUSPENDED:
        return Chip("suspendida", "pause", _("Suspendida"))
    if state.phase is Phase.ENDED:
        return Chip("conforme", "circle-check", _("Terminada"))
    return Chip("live", "radio", _("En juego"))


def _closed(table: Table) -> str:
    """Why nothing can be decided from here now, or by whoever looks."""
    user = table.actor.user
    if user is None or not may_decide(user):
        return str(messages.MESSAGES["only_the_committee"])
    if is_party(user, table.encounter):
        return str(messages.MESSAGES["ruling_in_own_encounter"])
    if table.encounter.state not in RULED_IN:
        return str(messages.MESSAGES["ruling_not_now"])
    if is_open(table.sheet):
        return str(messages.MESSAGES["nothing_to_rule"])
    return ""


def _facts(table: Table, case: Case) -> Iterator[tuple[str, str]]:
    encounter = table.encounter
    zone = encounter.venue.time_zone
    round_ = encounter.round
    yield _("Encuentro"), f"{table.teams['home']} – {table.teams['away']}"  # type: ignore[index]
    yield (
        _("Competición"),
        f"{round_.competition.name}, {_('jornada %(number)s') % {'number': round_.number}}",
    )
    if case.suspended is not None:
        yield _("Suspendida"), moments.day_and_hour(case.suspended.server_time, zone)
        yield _("Por qué"), str(case.suspended.data.get("reason", ""))
    yield _("Partida"), capfirst(partida_words.standing(table.sheet, table.teams))
    leader = table.sheet.facts.seats and _next_leader(table)
    if leader:
        yield _("Sale"), leader
    yield _("Juez árbitro"), table.judge.full_name if table.judge else _("Sin designar")
    if case.ruled is not None:
        yield _("Decidido"), decided_in_words(case)
    if case.resumption is not None:
        yield _("Se reanuda"), resumes_in_words(case)


def _next_leader(table: Table) -> str:
    """Who would lead if it were resumed now."""
    state = table.sheet
    if state.phase is not Phase.SUSPENDED:
        return ""
    try:
        after = effect_of_ruling(
            table.view.state, table.number, RulingReport(RulingKind.RESUME, reason="?")
        ).after
    except RuleError:
        return ""
    return table.names.short(after.next_leader_person) if after.next_leader_person else ""


def decided_in_words(case: Case) -> str:
    """The last decision, with its day."""
    if case.ruled is None:
        return ""
    said = str(RULINGS[case.ruled.data["kind"]])
    when = moments.short_day(case.ruled.server_time, case.encounter.venue.time_zone)
    return f"{said[:1].upper()}{said[1:]} ({when})"


def resumes_in_words(case: Case) -> str:
    """When and where it goes on."""
    found = case.resumption
    if found is None:
        return ""
    return f"{moments.day_and_hour(found.at, found.venue.time_zone)}, {found.venue.name}"


def _incidents(table: Table) -> tuple[IncidentRow, ...]:
    """Those of this partida and those of the whole encounter, as the acta will have them."""
    user = table.actor.user
    if user is None:
        return ()
    found = [
        each for each in day.incidents_of(table.encounter) if each.partida_id in (None, table.partida.pk)
    ]
    return incident_rows.rows_of(table.encounter, found, user)


def _change_day(table: Table, case: Case) -> str:
    return reverse("matches:resumption", args=[table.encounter.pk]) if case.resumption else ""


def _offers(table: Table, partida: Partida) -> Iterator[Offer]:
    for decision in DECISIONS:
        if not has_its_place(decision, table.sheet):
            continue
        url = reverse("matches:ruling", args=[partida.pk, decision.slug])
        effect, refused = _in_a_line(table, decision)
        yield Offer(str(decision.title), str(decision.text), effect, "" if refused else url)


# What needs no further answer can be told before it is chosen.
_TOLD = (RulingKind.RESUME, RulingKind.VALIDATE, RulingKind.AHEAD_WINS)


def _in_a_line(table: Table, decision: Decision) -> tuple[str, bool]:
    if decision.kind not in _TOLD:
        return "", False
    try:
        found = effect_of_ruling(table.view.state, table.number, RulingReport(decision.kind, reason="?"))
    except RuleError as error:
        # A winner is still to be named: that is asked on its page.
        named = error.code == "winner_needed"
        return ("" if named else str(messages.text(error))), not named
    totals = found.after.totals
    standing = partida_words.standing(found.after, table.teams)
    return f"{totals.home}–{totals.away}, {standing}", False


# ------------------------------------------------------------------ what a decision changes
def changes(table: Table, found: Effect) -> list[Change]:
    """Before and after, as for what happens at a table."""
    return happening_words.changes(table, found)


def sentences(table: Table, report: RulingReport, found: Effect, *, has_day: bool, day: str) -> list[str]:
    """What the figures do not tell: the hands, the acta, and where the encounter goes."""
    said: list[str] = []
    if report.kind is RulingKind.REPLAY_PARTIDA:
        written = len(found.before.facts.current)
        said.append(
            _("Lo anotado (%(home)s–%(away)s en %(hands)s jugadas) queda tachado en el acta.")
            % {"home": found.before.totals.home, "away": found.before.totals.away, "hands": written}
        )
        said.append(_("Se empieza de cero, con los mismos asientos y la misma primera salida."))
    else:
        said += happening_words.sentences(table, found)
    said.append(_course_in_words(table, found, has_day=has_day, day=day))
    return [each for each in said if each]


def _course_in_words(table: Table, found: Effect, *, has_day: bool, day: str) -> str:
    encounter = table.encounter
    others = [view.state.is_over for view in sheets.board_views(encounter) if view.board.pk != table.board.pk]
    states: list[SheetState] = [*table.view.state.partidas]
    states[table.number - 1] = found.after
    own = BoardState(table.view.state.terms, tuple(states))
    goes = course(
        suspended=encounter.state == "suspended",
        over=own.is_over and all(others),
        opened=is_open(found.after),
        has_day=has_day,
    )
    words = {
        Course.STAYS: _("El encuentro sigue en juego.") if is_open(found.after) else "",
        Course.PLAYS: _("El encuentro vuelve a estar en juego."),
        Course.WAITS_FOR_THE_DAY: _("El encuentro sigue suspendido: se reanuda el %(day)s.") % {"day": day},
        Course.WAITS: _("El encuentro sigue suspendido."),
        Course.CLOSES: _("No queda nada por jugar: el encuentro se cierra y pasa a la firma."),
    }
    return words[goes]
