"""The panel of a board of 8-ball: the one thing to do now, chosen by the phase and by who looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.forms import BaseForm
from django.utils.translation import gettext as _

from matches.forms import frames as forms
from matches.rules.domino.officials import ApprovalHow
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import FramePhase
from matches.rules.pool.stalemate import Next, after_stalemate
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from matches.views import frame_words
from matches.views.frame_table import FrameTable

RESULT_ONLY = 0


@dataclass(frozen=True)
class FramePanel:
    """A template of `matches/frames/` with what it shows."""

    name: str
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The template's path."""
        return f"matches/frames/{self.name}.html"


def panel_of(name: str, form: BaseForm | None, /, **context: Any) -> FramePanel:
    """A panel around one form."""
    return FramePanel(name, {"form": form, **context})


def due_panel(table: FrameTable) -> FramePanel:
    """The one thing to do now at this table, for whoever looks."""
    sheet = table.sheet
    if not table.writable or sheet.phase in (FramePhase.ENDED, FramePhase.SUSPENDED):
        return over(table)
    if sheet.phase is FramePhase.SETTLEMENT:
        return panel_of("settlement", None, **undo(table))
    if sheet.waiting is not None:
        return panel_of("waiting", None, waits=waits(table), **undo(table))
    if not table.has_pen:
        return pen(table) if table.pen is None and not table.is_judge else watch(table)
    if sheet.phase is FramePhase.LAG:
        return lag(table)
    return entry(table)


def over(table: FrameTable) -> FramePanel:
    """Nothing is left to be written here."""
    sheet = table.sheet
    row = table.last_frame()
    may = table.writable and table.is_current and row is not None and (table.has_pen or table.is_judge)
    return panel_of(
        "over",
        None,
        is_over=table.view.state.is_over,
        standing=frame_words.ended(sheet, table.teams) if sheet.phase is FramePhase.ENDED else "",
        score=frame_words.score(sheet),
        undo_url=table.url_of("retract_frame", row.number, row.revision) if may and row else "",
    )


def people_for(table: FrameTable, keys: Any) -> list[tuple[str, str]]:
    """Choices of persons, each with the team that he speaks for."""
    found = []
    for key in keys:
        side = table.writers.get(key)
        team = f" ({table.name_of_side(side)})" if side else ""
        found.append((key, f"{table.names.short(key)}{team}"))
    return found


def pen_people(table: FrameTable) -> list[tuple[str, str]]:
    """Who may take the pen here: in his own account only himself, on a shared phone whoever speaks there."""
    if table.looker is not None and (table.is_judge or table.looker in table.writers):
        return [(table.looker, table.looker_name)]
    return people_for(table, table.writers)


def pen(table: FrameTable, form: forms.FramePenForm | None = None) -> FramePanel:
    """Taking the pen: a player or a captain with his PIN; the judge and captains in their account without."""
    people = pen_people(table)
    return panel_of(
        "pen",
        form
        or forms.FramePenForm(people=people, initial={"person": people[0][0]} if len(people) == 1 else {}),
        url=table.url_of("take_frame_pen"),
        taker=table.looker_name if len(people) == 1 and people[0][0] == table.looker else "",
        person=people[0][0],
        holder=table.names.short(str(table.pen.person_id)) if table.pen else "",
    )


def watch(table: FrameTable) -> FramePanel:
    """Looking on without the pen."""
    return panel_of("watch", None, pen_url=table.url_of("take_frame_pen"))


def both(table: FrameTable) -> list[tuple[str, str, str]]:
    """Both sides: value, players, team."""
    return [(side.value, table.sides[side], table.name_of_side(side)) for side in Side]


def lag(table: FrameTable, form: forms.LagForm | None = None) -> FramePanel:
    """Who won the lag, and who breaks as he chose (art. 4)."""
    return panel_of(
        "lag",
        form or forms.LagForm(),
        url=table.url_of("lag"),
        sides=both(table),
        frame=table.sheet.next_frame,
        is_decider=table.sheet.is_decider,
    )


def break_(table: FrameTable, form: forms.BreakForm | None = None) -> FramePanel:
    """What the break was, with the choices of articles 6 and 7."""
    breaker = table.sheet.rack_breaker or Side.HOME
    initial = {"breaker": breaker.value, "legality": "legal", "eight": "on_table"}
    return panel_of(
        "break",
        form or forms.BreakForm(initial=initial),
        url=table.url_of("break"),
        frame=table.sheet.next_frame,
        who=table.sides[breaker],
        legalities=list(forms.LEGALITIES.items()),
        eights=list(forms.EIGHTS.items()),
        choices=list(forms.CHOICES.items()),
    )


def rack(table: FrameTable, form: forms.RackForm | None = None) -> FramePanel:
    """Racking again, by agreement or after a stalemate that is replayed."""
    replays = after_stalemate(table.sheet.facts.terms.series.length, table.sheet.facts.terms.parameters)
    causes = [each for each in forms.CAUSES.items() if each[0] == "both_agree" or replays is Next.REPLAY]
    return panel_of(
        "rack",
        form or forms.RackForm(initial={"cause": causes[0][0]}),
        url=table.url_of("rack"),
        causes=causes,
        frame=table.sheet.next_frame,
        rivals=rivals(table),
    )


def rivals(table: FrameTable) -> str:
    """Whose PIN stands for the side that does not write; nobody's where the judge acts."""
    own = table.writes_for()
    return "" if table.is_judge or own is None else table.names.short(table.approvers[own.other][0])


def endings(table: FrameTable) -> list[tuple[str, Any]]:
    """How a frame may end here: level frames only where they are no replay."""
    terms = table.sheet.facts.terms
    drawn = after_stalemate(terms.series.length, terms.parameters) is Next.DRAWN
    return [each for each in forms.ENDINGS.items() if each[0] != Ending.DRAWN.value or drawn]


def figures(table: FrameTable, form: BaseForm) -> dict[str, Any]:
    """What the fields of a frame's end need."""
    level = int(table.sheet.facts.terms.parameters["pool_capture_level"])
    return {
        "form": form,
        "sides": both(table),
        "endings": endings(table),
        "letters": [
            (value, letter, label, forms.HELP[value]) for value, (letter, label) in forms.LETTERS.items()
        ],
        "asks_ending": level != RESULT_ONLY,
    }


def first_ending(table: FrameTable) -> str:
    """What is preset: a legal 8, or nothing but the winner where only results are kept."""
    level = int(table.sheet.facts.terms.parameters["pool_capture_level"])
    return Ending.NOT_NOTED.value if level == RESULT_ONLY else Ending.EIGHT.value


def entry(table: FrameTable, form: forms.FrameForm | None = None, *, code: str = "") -> FramePanel:
    """Writing how the next frame ended: who and how, in two taps."""
    breaker = table.sheet.next_breaker
    moved = code in ("frame_already_written", "frame_out_of_order", "no_pen", "nobody_has_pen")
    return FramePanel(
        "entry",
        {
            **figures(table, form or forms.FrameForm(initial={"ending": first_ending(table)})),
            "url": table.url_of("frame"),
            "frame": table.sheet.next_frame,
            "revision": table.sheet.next_revision,
            "breaker": table.sides[breaker] if breaker else "",
            "has_moved": moved,
            **undo(table),
        },
    )


def undo(table: FrameTable) -> dict[str, Any]:
    """What the bar below needs to take the last frame back."""
    row = table.last_frame()
    may = table.writable and table.is_current and (table.has_pen or table.is_judge)
    if row is None or not may or row.state is HandState.DISAGREED or table.sheet.facts.open.racks:
        return {"undo_url": "", "undo_at_once": False}
    return {
        "undo_url": table.url_of("retract_frame", row.number, row.revision),
        "undo_at_once": row.state is HandState.PROPOSED,
    }


def waits(table: FrameTable) -> dict[str, Any]:
    """The frame that waits, with the way to approve it for each side that is awaited."""
    row = table.last_frame()
    if row is None or row.state is not HandState.PROPOSED:
        return {}
    ways = [
        (
            table.name_of_side(side),
            f"{table.url_of('approve_frame', row.number, row.revision)}?de={side.value}",
        )
        for side in row.sides_missing
    ]
    return {
        "frame": row.number,
        "result": frame_words.row_result(row, table.sides),
        "ways": ways,
        "names": _(" y ").join(name for name, _url in ways),
    }


def approver_people(table: FrameTable, row: FrameFacts, side: Side) -> list[tuple[str, str]]:
    """Who may approve for a side: in his own account only himself, if he is one of them."""
    awaited = table.approvers[side] if side in row.sides_missing else ()
    if table.looker in awaited:
        return people_for(table, [table.looker])
    return people_for(table, awaited)


def approve(
    table: FrameTable, row: FrameFacts, side: Side, form: forms.FrameApprovalForm | None = None
) -> FramePanel:
    """The approval of one frame for one side."""
    people = approver_people(table, row, side)
    own = len(people) == 1 and people[0][0] == table.looker and table.allows(ApprovalHow.OWN_ACCOUNT)
    return panel_of(
        "approve",
        form or forms.FrameApprovalForm(people=people, initial={"person": people[0][0] if people else ""}),
        url=f"{table.url_of('approve_frame', row.number, row.revision)}?de={side.value}",
        disagree_url=f"{table.url_of('disagree_with_frame', row.number, row.revision)}?de={side.value}",
        headline=_("Juego %(frame)s") % {"frame": row.number},
        result=frame_words.row_result(row, table.sides),
        people=people,
        name=people[0][1] if people else "",
        own_account=own,
        by_pin=table.allows(ApprovalHow.PIN),
        by_judge=table.is_judge and table.allows(ApprovalHow.JUDGE_MARK),
    )


def disagree(
    table: FrameTable, row: FrameFacts, side: Side, form: forms.FrameDisagreementForm | None = None
) -> FramePanel:
    """What the other side saw."""
    people = approver_people(table, row, side)
    initial = {"person": people[0][0] if people else "", "ending": first_ending(table)}
    return FramePanel(
        "disagree",
        {
            **figures(table, form or forms.FrameDisagreementForm(people=people, initial=initial)),
            "url": f"{table.url_of('disagree_with_frame', row.number, row.revision)}?de={side.value}",
            "frame": row.number,
            "result": frame_words.row_result(row, table.sides),
            "people": people,
            "name": people[0][1] if people else "",
            "own_account": len(people) == 1 and people[0][0] == table.looker,
        },
    )


def settle(
    table: FrameTable, row: FrameFacts, form: forms.FrameSettlementForm | None = None, *, rival: str = ""
) -> FramePanel:
    """Both versions of a disputed frame and the one that shall stand, with the reason."""
    other = row.disagreement
    shown = row.disagreement and frame_words.figures_result(row.disagreement, table.sides)
    return FramePanel(
        "settle",
        {
            **figures(table, form or forms.FrameSettlementForm(initial={"ending": first_ending(table)})),
            "url": table.url_of("settle_frame", row.number, row.revision),
            "frame": row.number,
            "result": frame_words.figures_result(row.proposed, table.sides),
            "other": shown if other is not None else "",
            "may": table.settles,
            "has_judge": table.judge_id is not None,
            "rival": rival,
        },
    )


def retract(table: FrameTable, row: FrameFacts, form: forms.FrameRetractionForm | None = None) -> FramePanel:
    """Taking the last frame back: at once while it waits, with one PIN of each side after the approval."""
    needs = row.state is not HandState.PROPOSED and not table.is_judge
    names = {side: table.names.short(table.approvers[side][0]) for side in Side}
    return panel_of(
        "retract",
        form or forms.FrameRetractionForm(),
        url=table.url_of("retract_frame", row.number, row.revision),
        frame=row.number,
        result=frame_words.row_result(row, table.sides),
        needs_both=needs,
        home=names[Side.HOME],
        away=names[Side.AWAY],
    )


def concede(table: FrameTable, form: forms.ConcessionForm | None = None, *, rival: str = "") -> FramePanel:
    """A side gives up the partida."""
    return panel_of(
        "concede", form or forms.ConcessionForm(), url=table.url_of("concede"), sides=both(table), rival=rival
    )


def absent(table: FrameTable, form: forms.AbsentForm | None = None, *, rival: str = "") -> FramePanel:
    """One side, or both, did not come."""
    return panel_of(
        "absent", form or forms.AbsentForm(), url=table.url_of("absent"), sides=both(table), rival=rival
    )


def late_side(table: FrameTable, form: forms.LateSideForm | None = None, *, rival: str = "") -> FramePanel:
    """A side came late."""
    ladder = table.sheet.facts.terms.parameters["late_arrival"] or ()
    return panel_of(
        "late_side",
        form or forms.LateSideForm(),
        url=table.url_of("late_side"),
        sides=both(table),
        rival=rival,
        ladder=[(minutes, frames) for minutes, frames in ladder],
    )
