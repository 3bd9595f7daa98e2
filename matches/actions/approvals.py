"""Approving hands, disagreeing, settling, taking back (art. 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions.incidents import append_incident
from matches.actions.pins import Identified
from matches.actions.stream import OpenSheet, Written, append, open_sheet, write
from matches.actions.tables import require_pen
from matches.models import SheetEntry
from matches.permissions import Actor, require_side
from matches.queries import people
from matches.rules.domino.hands import HandEnding
from matches.rules.sheet import EntryKind
from matches.rules.sides import Side


@dataclass(frozen=True)
class Count:
    """What somebody counted in a hand."""

    side: Side | None
    points: int
    ending: HandEnding

    def data(self) -> dict[str, object]:
        """As an entry holds it."""
        return {
            "side": self.side.value if self.side else None,
            "points": self.points,
            "ending": self.ending.value,
        }


@transaction.atomic
def approve_hand(*, partida_id: int, hand: int, revision: int, who: Identified, by: Actor) -> Written:
    """Approve a proposed hand: it enters the sheet (art. 6).

    RuleError `approval_not_theirs` for anybody but those who are named for it;
    ConflictError when that revision no longer waits.
    """
    sheet = open_sheet(partida_id, by)
    data = {"how": who.how, "person": str(who.person_id)}
    return write(
        sheet, EntryKind.APPROVAL, data, by=by, person_id=who.person_id, hand=hand, revision=revision
    )


@transaction.atomic
def disagree(
    *, partida_id: int, hand: int, revision: int, count: Count, who: Identified, by: Actor
) -> SheetEntry:
    """Freeze a proposed hand with the other figure beside it; later hands go on."""
    sheet = open_sheet(partida_id, by)
    data = {"person": str(who.person_id), **count.data()}
    return append(
        sheet, EntryKind.DISAGREEMENT, data, by=by, person_id=who.person_id, hand=hand, revision=revision
    )


@transaction.atomic
def settle(
    *,
    partida_id: int,
    hand: int,
    revision: int,
    count: Count,
    reason: str,
    rival: Identified | None,
    by: Actor,
) -> SheetEntry:
    """Settle a frozen hand with a reason: the judge, or both captains where there is none.

    Without a judge one captain acts in his account and the rival captain (`rival`)
    identifies by PIN on the same phone. The settlement is an incident of the acta.
    """
    sheet = open_sheet(partida_id, by)
    judge, persons = _settlers(sheet, rival, by)
    data = {
        **count.data(),
        "reason": reason,
        "judge": str(judge) if judge else None,
        "persons": [str(person) for person in persons],
    }
    entry = append(
        sheet, EntryKind.SETTLEMENT, data, by=by, person_id=by.person_id, hand=hand, revision=revision
    )
    append_incident(
        encounter=sheet.encounter,
        partida=sheet.partida,
        hand=hand,
        kind="disagreement_settled",
        text=reason,
        people_ids=[],
        by=by,
    )
    return entry


def _settlers(sheet: OpenSheet, rival: Identified | None, by: Actor) -> tuple[int | None, list[int]]:
    designation = people.designation(sheet.encounter)
    if designation is not None:
        if by.person_id != designation.licence.person_id:
            raise ForbiddenError("only_the_judge")
        return by.person_id, []
    side = require_side(by, sheet.encounter)
    captain = people.captain_of(sheet.encounter, side.other)
    if rival is None or captain is None or rival.person_id != captain.pk or by.person_id is None:
        raise RuleError("settlement_needs_both", field="pin")
    return None, [by.person_id, rival.person_id]


@transaction.atomic
def retract_hand(
    *, partida_id: int, hand: int, revision: int, reason: str, identified: Sequence[Identified], by: Actor
) -> SheetEntry:
    """Take the last hand back; the row stays, struck.

    A proposed one: whoever holds the pen. An approved one: scorer and counter
    identified, or the judge. RuleError `retraction_needs_both`; ConflictError
    `next_partida_begun` once the next partida rests on how this one ended.
    """
    sheet = open_sheet(partida_id, by)
    if _later_partida_begun(sheet):
        raise ConflictError("next_partida_begun")
    designation = people.designation(sheet.encounter)
    acts_as_judge = designation is not None and by.person_id == designation.licence.person_id
    person_id = by.person_id if acts_as_judge else require_pen(sheet.partida, by).person_id
    data = {
        "reason": reason,
        "approved_by": [str(each.person_id) for each in identified],
        "judge": str(by.person_id) if acts_as_judge else None,
    }
    return append(sheet, EntryKind.RETRACTION, data, by=by, person_id=person_id, hand=hand, revision=revision)


def _later_partida_begun(sheet: OpenSheet) -> bool:
    """Is anything written in a later partida? Its seats follow from who lost this one (art. 7.2)."""
    return SheetEntry.objects.filter(
        partida__board=sheet.partida.board_id, partida__number__gt=sheet.partida.number
    ).exists()
