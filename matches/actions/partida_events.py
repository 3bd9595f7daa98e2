"""What happens to a partida as a whole: it stands still, runs out of time, cannot go on, is not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from federation import clock
from federation.rules.errors import RuleError
from matches.actions import event_texts
from matches.actions.directing import acts_as_judge, directors
from matches.actions.pins import Identified
from matches.actions.stream import OpenSheet, append, note, open_sheet
from matches.models import SheetEntry
from matches.permissions import Actor
from matches.queries import line_ups
from matches.queries.tables import began_at
from matches.rules.event_reports import outcome_of_absence
from matches.rules.partida_time import playing_time
from matches.rules.sheet import EntryKind
from matches.rules.sides import Side


def _writes(sheet: OpenSheet, by: Actor) -> int | None:
    """Whose act it is: the judge's in his account, else that of whoever holds the pen on this device."""
    if acts_as_judge(sheet.encounter, by):
        return by.person_id
    return sheet.require_pen(by).person_id


@transaction.atomic
def report_interruption(
    *,
    partida_id: int,
    person: int | None,
    cause: str,
    minutes: int,
    announced: bool,
    measure: str,
    by: Actor,
) -> SheetEntry:
    """Write that a partida stood still: always an incident, announced or not (art. 17)."""
    sheet = open_sheet(partida_id, by)
    data = {
        "cause": cause,
        "minutes": minutes,
        "announced": announced,
        "person": str(person) if person else None,
        "measure": measure,
    }
    entry = append(sheet, EntryKind.INTERRUPTION, data, by=by, person_id=_writes(sheet, by))
    text = event_texts.interrupted(cause, minutes, measure, announced=announced)
    hand, people_ids = sheet.state.next_hand, [person] if person else []
    note(sheet, "interruption", text, by=by, hand=hand, people_ids=people_ids)
    return entry


@transaction.atomic
def mark_time(*, partida_id: int, hand_in_play: bool, by: Actor) -> SheetEntry:
    """Write that the time is over (`time_limit_minutes`): the hands that are left are counted from here.

    Before its minute only the judge may: RuleError `time_not_over`.
    """
    sheet = open_sheet(partida_id, by)
    judge = acts_as_judge(sheet.encounter, by)
    time = playing_time(began_at(sheet.partida.entries.order_by("seq")), sheet.state.terms.parameters)
    if not judge and time is not None and not time.is_over(clock.now()):
        raise RuleError("time_not_over")
    data = {"hand_in_play": hand_in_play}
    return append(sheet, EntryKind.TIME, data, by=by, person_id=_writes(sheet, by))


@transaction.atomic
def suspend_partida(
    *, partida_id: int, reason: str, rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """Stop a partida that cannot go on: score, seats and lead stay, the competent body decides (art. 20).

    By the judge, or by both captains where there is none.
    """
    return _directed(
        partida_id,
        EntryKind.SUSPENSION,
        {"reason": reason},
        by=by,
        rival=rival,
        incident=("suspension", reason),
    )


@transaction.atomic
def report_abandonment(
    *, partida_id: int, person: int, reason: str, rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """A player left without a justified cause: his pair loses, nobody takes his place (art. 20)."""
    return _directed(
        partida_id,
        EntryKind.ABANDONMENT,
        {"person": str(person), "reason": reason},
        by=by,
        rival=rival,
        incident=("abandonment", reason),
        people_ids=[person],
    )


@transaction.atomic
def report_absence(
    *, partida_id: int, person: int, reason: str, rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """A player must go with a justified cause and nobody is left to enter for him (art. 20).

    The partida is suspended, or lost as an abandonment (`justified_absence_without_substitute`).
    RuleError `substitute_may_enter` while a named substitute is left.
    """
    sheet = open_sheet(partida_id, by)
    kind = outcome_of_absence(sheet.state, str(person), _free_substitutes(sheet, person))
    if kind is EntryKind.SUSPENSION:
        return suspend_partida(partida_id=partida_id, reason=reason, rival=rival, by=by)
    return report_abandonment(partida_id=partida_id, person=person, reason=reason, rival=rival, by=by)


def _free_substitutes(sheet: OpenSheet, person: int) -> tuple[str, ...]:
    side = sheet.state.side_of(str(person))
    if side is None:
        return ()
    seated = [each for pair in sheet.state.sides.values() for each in pair]
    found = line_ups.free_substitutes(sheet.encounter, side, sheet.partida.board, seated)
    return tuple(str(each.pk) for each in found)


@transaction.atomic
def report_no_show(
    *, partida_id: int, sides: Sequence[Side], rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """One pair, or both, did not come: the partida ends without a hand (`no_show_score`)."""
    sheet = open_sheet(partida_id, by)
    teams = [sheet.team(side) for side in sides]
    return _directed(
        partida_id,
        EntryKind.NO_SHOW,
        {"sides": [side.value for side in sides]},
        by=by,
        rival=rival,
        incident=("no_show", event_texts.absent(teams)),
    )


@transaction.atomic
def report_late(
    *, partida_id: int, side: Side, minutes: int, rival: Identified | None = None, by: Actor
) -> SheetEntry:
    """A pair came late: its rivals get what the ladder gives (`late_arrival`)."""
    sheet = open_sheet(partida_id, by)
    return _directed(
        partida_id,
        EntryKind.LATE,
        {"side": side.value, "minutes": minutes},
        by=by,
        rival=rival,
        incident=("late", event_texts.late(sheet.team(side), minutes)),
    )


def _directed(
    partida_id: int,
    kind: EntryKind,
    data: Mapping[str, Any],
    *,
    by: Actor,
    rival: Identified | None,
    incident: tuple[str, str],
    people_ids: Sequence[int] = (),
) -> SheetEntry:
    """Append what only judge or captains write, with its incident."""
    sheet = open_sheet(partida_id, by)
    both = directors(sheet.encounter, rival, by, code="captains_needed").resolution()
    entry = append(sheet, kind, {**data, **both.directed()}, by=by, person_id=by.person_id)
    note(sheet, *incident, by=by, hand=sheet.state.next_hand, people_ids=people_ids)
    return entry
