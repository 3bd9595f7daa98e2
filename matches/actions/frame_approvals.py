"""Approving frames, disagreeing, settling; a partida that is conceded or not played (8-ball)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from federation.rules.errors import RuleError
from matches.actions import event_texts
from matches.actions.directing import directors
from matches.actions.frame_stream import OpenFrames, WrittenFrames, open_frames, write_frames
from matches.actions.frames import Place, figures_data
from matches.actions.pins import Identified
from matches.actions.stream import note
from matches.permissions import Actor
from matches.queries import frame_people
from matches.rules.pool.frame_entries import FrameFigures
from matches.rules.pool.frames import FrameEntryKind
from matches.rules.sides import Side


def _side_of_approver(sheet: OpenFrames, who: Identified) -> Side:
    """The side that somebody may approve for; RuleError `frame_approval_not_theirs`."""
    for side, people in frame_people.approvers(sheet.encounter, sheet.view).items():
        if str(who.person_id) in people:
            return side
    raise RuleError("frame_approval_not_theirs", field="person")


@transaction.atomic
def approve_frame(*, partida_id: int, at: Place, who: Identified, by: Actor) -> WrittenFrames:
    """Approve a frame for the side that did not write it: its captain, or in individual play its player.

    RuleError `frame_approval_not_theirs`, `approval_own_frame`; ConflictError when it no longer waits.
    """
    sheet = open_frames(partida_id, by)
    side = _side_of_approver(sheet, who)
    data = {"side": side.value, "person": str(who.person_id), "how": who.how}
    return write_frames(
        sheet,
        FrameEntryKind.APPROVAL,
        data,
        by=by,
        person_id=who.person_id,
        frame=at.frame,
        revision=at.revision,
    )


@transaction.atomic
def disagree_with_frame(
    *, partida_id: int, at: Place, figures: FrameFigures, who: Identified, by: Actor
) -> WrittenFrames:
    """Freeze a frame with what the other side saw beside it; later frames go on while none decides."""
    sheet = open_frames(partida_id, by)
    side = _side_of_approver(sheet, who)
    data = {"of": side.value, "person": str(who.person_id), **figures_data(figures)}
    return write_frames(
        sheet,
        FrameEntryKind.DISAGREEMENT,
        data,
        by=by,
        person_id=who.person_id,
        frame=at.frame,
        revision=at.revision,
    )


@transaction.atomic
def settle_frame(
    *,
    partida_id: int,
    at: Place,
    figures: FrameFigures,
    reason: str,
    rival: Identified | None,
    by: Actor,
) -> WrittenFrames:
    """Settle a disputed frame with a reason: the judge, or both captains where there is none."""
    sheet = open_frames(partida_id, by)
    settlers = directors(sheet.encounter, rival, by, code="settlement_needs_both").resolution()
    data = {
        **figures_data(figures),
        "reason": reason,
        "judge": settlers.judge,
        "persons": list(settlers.captains),
    }
    written = write_frames(
        sheet,
        FrameEntryKind.SETTLEMENT,
        data,
        by=by,
        person_id=by.person_id,
        frame=at.frame,
        revision=at.revision,
    )
    note(sheet, "frame_settled", reason, by=by, hand=at.frame)
    return written


@transaction.atomic
def concede_partida(
    *, partida_id: int, side: Side, reason: str, rival: Identified | None = None, by: Actor
) -> WrittenFrames:
    """A side gives up the partida, with its reason: the frames that are left go to the other."""
    sheet = open_frames(partida_id, by)
    data = {"side": side.value, "reason": reason}
    return _directed(
        sheet, FrameEntryKind.CONCESSION, data, by=by, rival=rival, incident=("concession", reason)
    )


@transaction.atomic
def report_absent(
    *, partida_id: int, sides: Sequence[Side], rival: Identified | None = None, by: Actor
) -> WrittenFrames:
    """One side, or both, did not come: the partida ends without a frame."""
    sheet = open_frames(partida_id, by)
    data = {"sides": [side.value for side in sides]}
    text = event_texts.absent([sheet.team(side) for side in sides])
    return _directed(sheet, FrameEntryKind.NO_SHOW, data, by=by, rival=rival, incident=("no_show", text))


@transaction.atomic
def report_late_side(
    *, partida_id: int, side: Side, minutes: int, rival: Identified | None = None, by: Actor
) -> WrittenFrames:
    """A side came late: the other gets the frames of the ladder (`late_arrival`)."""
    sheet = open_frames(partida_id, by)
    data = {"side": side.value, "minutes": minutes}
    text = event_texts.late(sheet.team(side), minutes)
    return _directed(sheet, FrameEntryKind.LATE, data, by=by, rival=rival, incident=("late", text))


def _directed(
    sheet: OpenFrames,
    kind: FrameEntryKind,
    data: Mapping[str, Any],
    *,
    by: Actor,
    rival: Identified | None,
    incident: tuple[str, str],
) -> WrittenFrames:
    """Append what only judge or captains write, with its incident."""
    both = directors(sheet.encounter, rival, by, code="captains_needed").resolution()
    written = write_frames(sheet, kind, {**data, **both.directed()}, by=by, person_id=by.person_id)
    note(sheet, *incident, by=by, hand=sheet.state.next_frame)
    return written
