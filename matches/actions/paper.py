"""Typing in a partida that was played on paper: its photo first, then the hands with the signatures on it."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from django.db import transaction

from federation import clock
from matches.actions.directing import acts_as_judge, directors
from matches.actions.pins import Identified
from matches.actions.stream import Written, open_sheet, write
from matches.models import PaperSheet
from matches.permissions import Actor
from matches.rules.domino.officials import ApprovalHow
from matches.rules.sheet import EntryKind


@transaction.atomic
def open_paper(*, partida_id: int, jpeg: bytes, rival: Identified | None, by: Actor) -> PaperSheet:
    """Keep the photo of a partida's Hoja of paper (as `photos.drawing.draw_page` drew it), once.

    By the judge; without one by both captains, the rival one (`rival`) with his PIN. From here on
    what is typed counts as transcribed, and the acta says so with the photo's digest.
    ConflictError `on_paper_already`; RuleError `paper_needs_both`, and those of the sheet.
    """
    sheet = open_sheet(partida_id, by)
    resolved = directors(sheet.encounter, rival, by, code="paper_needs_both").resolution()
    digest = hashlib.sha256(jpeg).hexdigest()
    data = {"photo": digest, **resolved.directed()}
    write(sheet, EntryKind.PAPER, data, by=by, person_id=by.person_id)
    return PaperSheet.objects.create(
        partida=sheet.partida, jpeg=jpeg, sha256=digest, at=clock.now(), by=by.user
    )


def approved_on_paper(written: Written, by: Actor) -> Written:
    """The hand just written, with the approval that its signed Hoja of paper gives; else as it was.

    Only what the judge types in: without him the counter approves each hand as at any table.
    Inside the transaction of the hand.
    """
    before = written.sheet
    if before.state.facts.paper is None or not acts_as_judge(before.encounter, by):
        return written
    state = written.view.state_of(before.partida.number)
    assert state is not None  # noqa: S101 - a hand has just been written in it
    row = state.hands[-1]
    if not row.missing_approvals:
        return written
    person = row.missing_approvals[0]
    return write(
        replace(before, view=written.view, state=state),
        EntryKind.APPROVAL,
        {"how": ApprovalHow.PAPER.value, "person": person},
        by=by,
        person_id=int(person),
        hand=row.number,
        revision=row.revision,
    )
