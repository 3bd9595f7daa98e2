"""What the competent body rules of a partida (art. 20): on its sheet, in the acta, and for the encounter."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from competitions.actions.lifecycle import advance
from competitions.models import Encounter
from competitions.rules.lifecycle import Action, State
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.rules.errors import ConflictError, RuleError
from matches.actions import event_texts
from matches.actions.acta_content import freeze_content
from matches.actions.admissions import end_admissions
from matches.actions.encounter_day import facts_of
from matches.actions.resumptions import appoint
from matches.actions.stream import OpenSheet, append, note
from matches.actions.tables import end_sessions, started
from matches.actions.versions import bump
from matches.models import Partida, SheetEntry
from matches.permissions import Actor, require_ruling
from matches.queries import encounters, sheets
from matches.queries.resumptions import resumption_of
from matches.rules.event_reports import RulingReport, effect_of_ruling, is_open
from matches.rules.resumptions import Appointment, Course, course
from matches.rules.sheet import EntryKind

LONGEST_REASON = 1000
RULED_IN = (State.PLAYING, State.SUSPENDED)


@transaction.atomic
def rule_on_partida(
    *, partida_id: int, report: RulingReport, seen: int, resumes: Appointment | None = None, by: Actor
) -> SheetEntry:
    """Write a decision of the committee about a partida, suspended or finished, of an acta not yet closed.

    `seen` is the last entry of the sheet that was decided on. In a suspended encounter a decision that
    leaves something to play begins it at once, or on the day of `resumes`; one that leaves nothing, on
    no board, closes the encounter for its signatures.

    Forbidden for whoever is not of the committee, or is a party there; ConflictError `ruling_not_now`,
    `sheet_moved`; RuleError from `effect_of_ruling`, `reason_long`, `resumption_while_playing`,
    `nothing_to_resume` and those of `appoint`.
    """
    partida = Partida.objects.select_related("board").get(pk=partida_id)
    encounter = encounters.locked(partida.board.encounter_id)
    require_ruling(by, encounter)
    if encounter.state not in RULED_IN:
        raise ConflictError("ruling_not_now")
    if len(report.reason) > LONGEST_REASON:
        raise RuleError("reason_long", field="reason", most=LONGEST_REASON)
    view = sheets.board_view(encounter, partida.board)
    sheet = OpenSheet(partida, encounter, started(view, partida), view)
    if sheet.state.facts.last_seq != seen:
        raise ConflictError("sheet_moved")
    found = effect_of_ruling(view.state, partida.number, report)
    entry = append(
        sheet,
        EntryKind.RULING,
        found.data,
        by=by,
        person_id=None,
        hand=report.hand,
        revision=report.revision,
    )
    opened = is_open(found.after)
    said = _goes_on(encounter, resumes, by, opened=opened)
    winner = sheet.team(report.winner) if report.winner else ""
    note(sheet, "ruling", event_texts.ruled(report, winner, said), by=by, hand=report.hand)
    _move(encounter, report, by, opened=opened)
    return entry


def _goes_on(encounter: Encounter, resumes: Appointment | None, by: Actor, *, opened: bool) -> str:
    """Keep the day for what is to be played, and say it in the words of the acta."""
    if resumes is None:
        return ""
    if not opened:
        raise RuleError("nothing_to_resume", field="when")
    if encounter.state != State.SUSPENDED:
        raise RuleError("resumption_while_playing", field="when")
    made = appoint(encounter, resumes, by=by)
    return event_texts.resumed_on(made.at, made.venue)


def _move(encounter: Encounter, report: RulingReport, by: Actor, *, opened: bool) -> None:
    """A suspended encounter goes on, or is closed when its last partida is decided."""
    suspended = encounter.state == State.SUSPENDED
    views = sheets.board_views(encounter) if suspended else []
    goes = course(
        suspended=suspended,
        over=all(view.state.is_over for view in views),
        opened=opened,
        has_day=resumption_of(encounter) is not None,
    )
    facts = replace(facts_of(encounter, by=Who.COMMITTEE, views=views), decision=report.reason)
    if goes is Course.CLOSES:
        advance(encounter, Action.DECIDE_TO_CLOSE, facts, by=by.user, changes={"closed_at": clock.now()})
        end_sessions(encounter)
        end_admissions(encounter)
        freeze_content(encounter, by=by, how="committee")
    elif goes is Course.PLAYS:
        advance(encounter, Action.DECIDE_TO_PLAY, facts, by=by.user)
    bump(encounter.pk)
