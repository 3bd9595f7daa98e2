"""Panels while the hands are played: writing one, approving, disagreeing, settling, taking back, the pen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from federation.rules.errors import RuleError
from matches.forms.sheets import (
    ENDINGS,
    ApprovalForm,
    DisagreementForm,
    HandForm,
    RetractionForm,
    SettlementForm,
    figures_of,
)
from matches.forms.tables import PinForm
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import ApprovalHow
from matches.rules.sheet import EntryKind, HandRow, HandState, Phase
from matches.rules.sides import Side
from matches.views import board_page, panels
from matches.views import table_words as words
from matches.views.panels import Panel
from matches.views.table import Table

NEEDS_REASON = ("block_must_be_even", "domino_beyond_reach")


@dataclass(frozen=True)
class SideChoice:
    """A button that names a pair."""

    value: str
    name: str
    people: str


@dataclass(frozen=True)
class Conflict:
    """What the sheet says of a hand and what one wrote oneself, side by side."""

    title: str
    theirs: str
    theirs_words: str
    mine: str
    mine_words: str
    own: dict[str, Any]
    revision: int
    can_replace: bool


def sides(table: Table) -> list[SideChoice]:
    """Both pairs, home first."""
    return [
        SideChoice(
            side.value, table.name_of_side(side), " · ".join(map(table.names.given, table.sheet.sides[side]))
        )
        for side in Side
    ]


def undo_url(table: Table) -> str:
    """Where the last hand is taken back in one tap; empty when it is not to be done from here."""
    row = table.last_hand()
    if row is None or row.state not in (HandState.PROPOSED, HandState.APPROVED, HandState.SETTLED):
        return ""
    if not table.writable or not (table.has_pen or table.is_judge):
        return ""
    return table.url_of("retract", row.number, row.revision)


def undo(table: Table) -> dict[str, Any]:
    """What the bar below needs to take the last hand back."""
    row = table.last_hand()
    url = undo_url(table)
    return {
        "undo_url": url,
        "undo_at_once": bool(url) and row is not None and row.state is HandState.PROPOSED,
    }


def entry(table: Table, form: HandForm | None = None, error: RuleError | None = None) -> Panel:
    """Writing the next hand by its points."""
    conflict, alone = _conflict(table, form, error), board_page.is_counted(table)
    code = error.code if error else ""
    shown = None if conflict else form
    return panels.panel_of(
        table,
        "entry",
        shown or HandForm(initial={"ending": HandEnding.DOMINO.value}),
        url=table.url_of("propose"),
        # Whoever has lost the pen and was not first sees what stands, not a new form.
        hand=None if conflict and not table.has_pen else table.sheet.next_hand,
        revision=table.sheet.next_revision,
        sides=sides(table),
        endings=[(ending.value, label) for ending, label in ENDINGS.items()],
        points_alone=alone,
        asks_reason=alone or code in NEEDS_REASON or bool(shown and shown.data.get("reason")),
        doubtful=error.data.get("points") if error and code == "doubtful_points" else None,
        no_pen=code in ("no_pen", "nobody_has_pen"),
        approval_pending=code == "approval_pending",
        conflict=conflict,
        pen_url=table.url_of("take_pen"),
        **undo(table),
    )


def _conflict(table: Table, form: HandForm | None, error: RuleError | None) -> Conflict | None:
    """Somebody else has written the hand that one was writing."""
    if (
        form is None
        or error is None
        or error.code not in ("hand_already_written", "no_pen", "hand_out_of_order")
    ):
        return None
    number = form.cleaned_data.get("hand")
    row = next((row for row in reversed(table.sheet.hands) if row.number == number), None)
    if row is None or row.state is HandState.RETRACTED or form.count is None:
        return None
    mine = form.count
    author = _author(table, row)
    return Conflict(
        title=_("%(name)s ya anotó la jugada %(hand)s.") % {"name": author, "hand": row.number},
        theirs=words.points(row),
        theirs_words=words.figures(table, row),
        mine="–" if mine.side is None else str(mine.points),
        mine_words=words.counted(table, mine.side, mine.points, mine.ending),
        own=figures_of(form.data) | {"hand": row.number, "reason": form.cleaned_data.get("reason", "")},
        revision=row.revision,
        can_replace=table.has_pen and row.state is HandState.PROPOSED and row == table.last_hand(),
    )


def _author(table: Table, row: HandRow) -> str:
    for made in table.view.entries.get(table.number, ()):
        if made.kind == EntryKind.HAND and (made.hand, made.revision) == (row.number, row.revision):
            return table.names.given(str(made.person_id))
    return _("Otra persona")


def watch(table: Table) -> Panel:
    """Looking on without the pen: who writes, and how to take it."""
    if table.sheet.phase is Phase.SETTLEMENT:
        return panels.panel_of(
            table, "settlement", None, settles=table.settles, who=words.who_settles(table), **undo(table)
        )
    return panels.panel_of(table, "watch", None, pen_url=table.url_of("take_pen"), **undo(table))


def pen(table: Table, form: PinForm | None = None) -> Panel:
    """Taking the pen: the scorer with his PIN, the judge or the scorer in his own account."""
    scorer = table.sheet.scorer
    own = table.is_judge or table.looker == scorer
    return panels.panel_of(
        table,
        "pen",
        form or PinForm(),
        url=table.url_of("take_pen"),
        scorer=table.names.short(scorer),
        taker=table.looker_name if own else "",
        holder=table.names.short(str(table.pen.person_id)) if table.pen else "",
        naming_url=table.url_of("name_officials"),
        **undo(table),
    )


def approve(table: Table, row: HandRow, person: str, form: ApprovalForm | None = None) -> Panel:
    """The approval of one hand, in the place of the keypad."""
    ways = board_page.ways_to_approve(table, person)
    return panels.panel_of(
        table,
        "approve",
        form or ApprovalForm(initial={"person": person}),
        layout=panels.PLAY,
        url=table.url_of("approve", row.number, row.revision),
        disagree_url=f"{table.url_of('disagree', row.number, row.revision)}?de={person}",
        headline=words.headline(table, row),
        detail=_("%(ending)s · salió %(name)s")
        % {"ending": words.ending(row.ending), "name": table.names.short(row.leader_person)},
        person=person,
        name=table.names.short(person),
        role=words.role_of(table, person),
        by_pin=ApprovalHow.PIN in ways,
        own_account=ApprovalHow.OWN_ACCOUNT in ways,
        by_judge=ApprovalHow.JUDGE_MARK in ways,
        **undo(table),
    )


def disagree(table: Table, row: HandRow, person: str, form: DisagreementForm | None = None) -> Panel:
    """The other count of whoever should approve."""
    return panels.panel_of(
        table,
        "disagree",
        form or DisagreementForm(initial={"person": person, "ending": row.ending.value}),
        layout=panels.PLAY,
        url=table.url_of("disagree", row.number, row.revision),
        hand=row.number,
        proposed=words.figures(table, row),
        person=person,
        name=table.names.short(person),
        own_account=table.looker == person,
        sides=sides(table),
        endings=[(ending.value, label) for ending, label in ENDINGS.items()],
    )


def settle(table: Table, row: HandRow, form: SettlementForm | None = None, *, rival: str = "") -> Panel:
    """Both figures of a frozen hand and the one that shall stand, with the reason."""
    initial = {"side": row.proposed.side, "points": row.proposed.points, "ending": row.proposed.ending}
    return panels.panel_of(
        table,
        "settle",
        form or SettlementForm(initial={key: value for key, value in initial.items() if value is not None}),
        layout=panels.PLAY,
        url=table.url_of("settle", row.number, row.revision),
        hand=row.number,
        proposed=(words.points(row.proposed), words.figures(table, row.proposed)),
        counted=None
        if row.disagreement is None
        else (words.points(row.disagreement), words.figures(table, row.disagreement)),
        counter=table.names.given(row.disagreed_by),
        may=table.settles,
        who=words.who_settles(table),
        rival=rival,
        sides=sides(table),
        endings=[(ending.value, label) for ending, label in ENDINGS.items()],
    )


def retract(table: Table, row: HandRow, form: RetractionForm | None = None) -> Panel:
    """Taking the last hand back: at once while it is proposed, with both PINs after the approval."""
    both = row.state is not HandState.PROPOSED and not table.is_judge
    return panels.panel_of(
        table,
        "retract",
        form or RetractionForm(),
        layout=panels.PLAY if table.is_current else panels.PLAIN,
        url=table.url_of("retract", row.number, row.revision),
        hand=row.number,
        figures=words.figures(table, row),
        needs_both=both,
        scorer=table.names.short(table.sheet.scorer),
        counter=table.names.short(table.sheet.counter),
        scorer_here=table.looker == table.sheet.scorer,
        counter_here=table.looker == table.sheet.counter,
    )
