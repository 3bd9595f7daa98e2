"""Approving hands, disagreeing, settling, taking back (art. 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from federation.rules.errors import ConflictError
from matches.actions.directing import acts_as_judge, directors
from matches.actions.pins import Identified
from matches.actions.stream import Written, append, later_entries, note, open_sheet, write
from matches.models import SheetEntry
from matches.permissions import Actor
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
    settlers = directors(sheet.encounter, rival, by, code="settlement_needs_both").resolution()
    data = {
        **count.data(),
        "reason": reason,
        "judge": settlers.judge,
        "persons": list(settlers.captains),
    }
    entry = append(
        sheet, EntryKind.SETTLEMENT, data, by=by, person_id=by.person_id, hand=hand, revision=revision
    )
    note(sheet, "disagreement_settled", reason, by=by, hand=hand)
    return entry


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
    if later_entries(sheet).exists():
        raise ConflictError("next_partida_begun")
    as_judge = acts_as_judge(sheet.encounter, by)
    person_id = by.person_id if as_judge else sheet.require_pen(by).person_id
    data = {
        "reason": reason,
        "approved_by": [str(each.person_id) for each in identified],
        "judge": str(by.person_id) if as_judge else None,
    }
    return append(sheet, EntryKind.RETRACTION, data, by=by, person_id=person_id, hand=hand, revision=revision)
