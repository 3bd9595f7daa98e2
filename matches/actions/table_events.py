"""What happens in a hand beside its figures: infractions and their remedy, drops (art. 15, 16, 19)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from federation.rules.errors import RuleError
from matches.actions import event_texts
from matches.actions.directing import acts_as_judge, directors
from matches.actions.pins import Identified
from matches.actions.stream import OpenSheet, append, later_entries, note, open_sheet
from matches.models import Incident, SheetEntry
from matches.permissions import Actor
from matches.queries import people
from matches.queries.sheets import as_rule_entry
from matches.rules.domino.drops import DropDecision, is_noted
from matches.rules.domino.infractions import Infraction, Moment, check_breach, is_admitted
from matches.rules.event_reports import DropReport, InfractionReport, Resolution, drops_of
from matches.rules.sheet import EntryKind
from matches.rules.sheet import append as with_entry


@transaction.atomic
def report_infraction(
    *,
    partida_id: int,
    report: InfractionReport,
    agreed: Sequence[int] = (),
    identified: Sequence[Identified] = (),
    rival: Identified | None = None,
    by: Actor,
) -> Incident:
    """Write a false thinking or a false pass: the remedy on the sheet, the note for the acta (art. 15, 16).

    It is resolved by the judge (who says in `agreed` which of the four are content), where there is
    none by both captains (`rival` beside the one whose account this is), or by one of each pair with
    his PIN on the phone that holds the pen (`identified`). With no remedy asked the hand stands, and
    the note is due all the same. RuleError as `check_entry`, `licence_number_missing` (no note of
    art. 15 without it), `annulment_needs_both`, `asker_not_here`.
    """
    sheet = open_sheet(partida_id, by)
    resolved, person_id = _resolve(sheet, report, agreed, identified, rival, by)
    licence = people.licence_numbers(sheet.encounter, [int(report.offender)]).get(int(report.offender), "")
    if report.infraction is Infraction.FALSE_THINKING and not licence:
        raise RuleError("licence_number_missing", field="offender")
    leader = _leader_of(sheet, report)
    if report.remedy is not None:
        _check_next_partida(sheet, report)
        append(
            sheet,
            EntryKind.ANNULMENT,
            report.data(resolved),
            by=by,
            person_id=person_id,
            hand=report.hand,
            revision=report.revision,
        )
    else:
        _check_note(sheet, report, by_judge=resolved.judge is not None)
    return note(
        sheet,
        report.infraction.value,
        event_texts.infraction(report, event_texts.names_of([leader]), licence=licence, leader=leader),
        by=by,
        hand=report.hand,
        people_ids=[int(report.offender)],
    )


def _resolve(
    sheet: OpenSheet,
    report: InfractionReport,
    agreed: Sequence[int],
    identified: Sequence[Identified],
    rival: Identified | None,
    by: Actor,
) -> tuple[Resolution, int | None]:
    """Who resolves it, and whose act it is."""
    if acts_as_judge(sheet.encounter, by):
        content = tuple(str(person) for person in agreed)
        return Resolution(judge=str(by.person_id), agreed=content), by.person_id
    if rival is not None:
        both = directors(sheet.encounter, rival, by, code="annulment_needs_both")
        return both.resolution(), by.person_id
    pen = sheet.require_pen(by)
    here = [str(each.person_id) for each in identified]
    if report.remedy is not None and report.asked_by not in here:
        raise RuleError("asker_not_here", field="asker_pin")
    return Resolution(agreed=tuple(here)), pen.person_id


def _leader_of(sheet: OpenSheet, report: InfractionReport) -> str:
    for row in sheet.state.hands:
        if (row.number, row.revision) == (report.hand, report.revision):
            return row.leader_person
    return sheet.state.next_leader_person or ""


def _check_next_partida(sheet: OpenSheet, report: InfractionReport) -> None:
    """The last hand may be asked about until the board's next partida is led, or later by the regulation."""
    if not later_entries(sheet).filter(kind=EntryKind.HAND).exists():
        return
    if not is_admitted(report.infraction, Moment.AFTER_NEXT_LEAD, sheet.state.terms.parameters):
        raise RuleError("asked_too_late", field="when")


def _check_note(sheet: OpenSheet, report: InfractionReport, *, by_judge: bool) -> None:
    """The note of a hand that stands: somebody of this table, facts, and a true infraction."""
    if not any(report.offender in pair for pair in sheet.state.sides.values()):
        raise RuleError("not_at_this_table", field="offender")
    if not report.text.strip():
        raise RuleError("reason_required", field="text")
    parameters = sheet.state.terms.parameters
    check_breach(report.infraction, report.tile, report.ends, parameters, judge_says=by_judge)


@transaction.atomic
def report_drop(
    *, partida_id: int, report: DropReport, rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """Write a tile that fell and what the rivals decided; from a number on it is an incident (art. 19).

    By whoever holds the pen, or the judge. Annulled: the rival who decides it identifies himself
    (`rival`), unless the judge writes it. RuleError as `check_entry`, `drop_decision_needs_rival`.
    """
    sheet = open_sheet(partida_id, by)
    judge = acts_as_judge(sheet.encounter, by)
    person_id = by.person_id if judge else sheet.require_pen(by).person_id
    proved = rival is not None and str(rival.person_id) == report.decided_by
    if report.decision is DropDecision.ANNUL and not judge and not proved:
        raise RuleError("drop_decision_needs_rival", field="pin")
    entry = append(sheet, EntryKind.DROP, report.data(), by=by, person_id=person_id)
    counted = drops_of(with_entry(sheet.state, as_rule_entry(entry)))
    if is_noted(counted.last_ordinal, sheet.state.terms.parameters):
        text = event_texts.dropped(sheet.team(report.side), counted.last_ordinal, report.moment)
        people_ids = [int(report.person)]
        note(sheet, "dropped_tiles", text, by=by, hand=sheet.state.next_hand, people_ids=people_ids)
    return entry
