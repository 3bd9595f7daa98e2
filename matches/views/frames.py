"""Writing a partida of 8-ball: pen, lag, breaks, racks, frames with their approvals."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.actions.receipts import Answer
from federation.rules.errors import RuleError
from matches.actions import frame_approvals, frames, tables
from matches.actions.frame_stream import WrittenFrames
from matches.actions.frames import Place
from matches.actions.identifying import identify, on_the_judges_word
from matches.actions.pins import Identified
from matches.forms import frames as forms
from matches.rules.domino.officials import ApprovalHow
from matches.rules.pool.frame_entries import Agreed
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from matches.views import frame_page, frame_panels
from matches.views.access import attempt
from matches.views.frame_answers import answer, at_frame_table, show, to_board
from matches.views.frame_ends import left, rival_name, rival_of
from matches.views.frame_panels import FramePanel, due_panel
from matches.views.frame_table import FrameTable
from matches.views.table_answers import attempt_proved

Failed = Callable[[FrameTable], FramePanel]


def board_of_frames(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Show what the board has to do now."""
    return show(request, table, due_panel(table))


@require_safe
@at_frame_table
def frame_list(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Show one partida's frames whole."""
    return render(request, "matches/frames/list.html", frame_page.page_of(table))


@at_frame_table
def take_frame_pen(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Take the pen on this device: with a PIN on a shared phone, without one in one's own account."""
    if request.method != "POST":
        if not table.writable or table.has_pen:
            return to_board(request, table)
        return show(request, table, frame_panels.pen(table))
    form = forms.FramePenForm(request.POST, people=frame_panels.pen_people(table))

    def prove() -> Identified:
        person = int(form.cleaned_data["person"])
        return identify(person_id=person, pin=form.cleaned_data["pin"], by=table.actor)

    def act(who: Identified) -> Answer:
        return {"pen": frames.take_frame_pen(partida_id=table.partida_id, who=who, by=table.actor).pk}

    done = attempt_proved(request, form, prove, act)
    return answer(request, table, done, lambda fresh: frame_panels.pen(fresh, form))


@at_frame_table
def give_up_frame_pen(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Put the pen down on this device in one tap."""
    if request.method != "POST":
        return to_board(request, table)
    form = Form(request.POST)

    def act() -> Answer:
        tables.give_up_pen(partida_id=table.partida_id, by=table.actor)
        return {}

    return answer(request, table, attempt(request, form, act), due_panel)


def _write(
    request: HttpRequest,
    table: FrameTable,
    form: Form,
    act: Callable[[], WrittenFrames],
    failed: Failed,
) -> HttpResponse:
    done = attempt(request, form, lambda: left(act()))
    return answer(request, table, done, failed)


@at_frame_table
def lag(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Write who won the lag and who breaks."""
    if request.method != "POST":
        return to_board(request, table)
    form = forms.LagForm(request.POST)

    def act() -> WrittenFrames:
        data = form.cleaned_data
        return frames.write_lag(
            partida_id=table.partida_id,
            winner=Side(data["winner"]),
            breaks=Side(data["breaks"]),
            by=table.actor,
        )

    return _write(request, table, form, act, lambda fresh: frame_panels.lag(fresh, form))


@at_frame_table
def break_(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Write what the break was and what was chosen after it."""
    if request.method != "POST":
        if not table.has_pen or table.sheet.rack_breaker is None or table.sheet.waiting is not None:
            return to_board(request, table)
        return show(request, table, frame_panels.break_(table))
    form = forms.BreakForm(request.POST)

    def act() -> WrittenFrames:
        return frames.write_break(partida_id=table.partida_id, told=form.told, by=table.actor)

    return _write(request, table, form, act, lambda fresh: frame_panels.break_(fresh, form))


@at_frame_table
def rack(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Rack the frame again: both agree, or after a stalemate."""
    if request.method != "POST":
        may = (table.has_pen or table.is_judge) and table.sheet.rack_breaker is not None
        if not may or table.sheet.waiting is not None:
            return to_board(request, table)
        return show(request, table, frame_panels.rack(table))
    form = forms.RackForm(request.POST)

    def act(rival: Identified | None) -> Answer:
        cause = Agreed(form.cleaned_data["cause"])
        return left(frames.rack_again(partida_id=table.partida_id, cause=cause, rival=rival, by=table.actor))

    done = attempt_proved(request, form, lambda: _one_of_rivals(table, form), act)
    return answer(request, table, done, lambda fresh: frame_panels.rack(fresh, form))


def _one_of_rivals(table: FrameTable, form: Form) -> Identified | None:
    """Whoever speaks for the side that does not write, by his PIN; nobody where the judge acts."""
    own = table.writes_for()
    if table.is_judge:
        return None
    if own is None:
        raise RuleError("rival_needed", field="pin")
    return _by_pin(table, own.other, form, "pin")


def _by_pin(table: FrameTable, side: Side, form: Form, field: str) -> Identified:
    """The first of those who speak for a side, by his PIN."""
    person = int(table.approvers[side][0])
    return identify(person_id=person, pin=form.cleaned_data[field], by=table.actor, field=field)


@at_frame_table
def frame(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """Write how the next frame ended."""
    if request.method != "POST":
        return to_board(request, table)
    form = forms.FrameForm(request.POST)

    def act() -> Answer:
        at = Place(form.cleaned_data["frame"], form.cleaned_data["revision"])
        return left(
            frames.write_frame(partida_id=table.partida_id, at=at, figures=form.figures, by=table.actor)
        )

    done = attempt(request, form, act)
    code = done.error.code if done.error else ""
    return answer(request, table, done, lambda fresh: frame_panels.entry(fresh, form, code=code))


def _row_or_404(table: FrameTable, hand: int, revision: int) -> FrameFacts:
    row = table.row(hand, revision)
    if row is None:
        raise Http404
    return row


def _asked(request: HttpRequest, row: FrameFacts) -> Side:
    """Whose approval the page is about: the side in its address, or the first that is awaited."""
    said = request.GET.get("de", "")
    if said in list(Side):
        return Side(said)
    return next(iter(row.sides_missing), Side.AWAY)


@at_frame_table
def approve_frame(request: HttpRequest, table: FrameTable, hand: int, revision: int) -> HttpResponse:
    """Ask for a PIN, and approve the frame with it."""
    row = _row_or_404(table, hand, revision)
    side = _asked(request, row)
    if request.method != "POST":
        if not table.writable or side not in row.sides_missing or row.state is not HandState.PROPOSED:
            return to_board(request, table)
        return show(request, table, frame_panels.approve(table, row, side))
    form = forms.FrameApprovalForm(request.POST, people=frame_panels.people_for(table, table.approvers[side]))

    def act(who: Identified) -> Answer:
        at = Place(hand, revision)
        return left(
            frame_approvals.approve_frame(partida_id=table.partida_id, at=at, who=who, by=table.actor)
        )

    def failed(fresh: FrameTable) -> FramePanel:
        return frame_panels.approve(fresh, _row_or_404(fresh, hand, revision), side, form)

    return answer(request, table, attempt_proved(request, form, lambda: _prove(table, form), act), failed)


def _prove(table: FrameTable, form: Form) -> Identified:
    person = int(form.cleaned_data["person"])
    if form.cleaned_data["mark"]:
        return on_the_judges_word(person_id=person, encounter=table.encounter, by=table.actor)
    own_account = table.actor.person_id == person and table.allows(ApprovalHow.OWN_ACCOUNT)
    return identify(person_id=person, pin=form.cleaned_data["pin"], by=table.actor, own_account=own_account)


@at_frame_table
def disagree_with_frame(request: HttpRequest, table: FrameTable, hand: int, revision: int) -> HttpResponse:
    """Freeze a frame with what the other side saw beside it."""
    row = _row_or_404(table, hand, revision)
    side = _asked(request, row)
    if request.method != "POST":
        if not table.writable or side not in row.sides_missing or row.state is not HandState.PROPOSED:
            return to_board(request, table)
        return show(request, table, frame_panels.disagree(table, row, side))
    form = forms.FrameDisagreementForm(
        request.POST, people=frame_panels.people_for(table, table.approvers[side])
    )

    def act(who: Identified) -> Answer:
        return left(
            frame_approvals.disagree_with_frame(
                partida_id=table.partida_id,
                at=Place(hand, revision),
                figures=form.figures,
                who=who,
                by=table.actor,
            )
        )

    def failed(fresh: FrameTable) -> FramePanel:
        return frame_panels.disagree(fresh, _row_or_404(fresh, hand, revision), side, form)

    return answer(request, table, attempt_proved(request, form, lambda: _prove(table, form), act), failed)


@at_frame_table
def settle_frame(request: HttpRequest, table: FrameTable, hand: int, revision: int) -> HttpResponse:
    """Settle a disputed frame: the judge, or a captain with the rival captain's PIN where there is none."""
    row = _row_or_404(table, hand, revision)
    if request.method != "POST":
        if not table.writable or row.state is not HandState.DISAGREED:
            return to_board(request, table)
        return show(request, table, frame_panels.settle(table, row, rival=rival_name(table)))
    form = forms.FrameSettlementForm(request.POST)

    def act(rival: Identified | None) -> Answer:
        return left(
            frame_approvals.settle_frame(
                partida_id=table.partida_id,
                at=Place(hand, revision),
                figures=form.figures,
                reason=form.cleaned_data["reason"],
                rival=rival,
                by=table.actor,
            )
        )

    def failed(fresh: FrameTable) -> FramePanel:
        return frame_panels.settle(fresh, _row_or_404(fresh, hand, revision), form, rival=rival_name(fresh))

    return answer(request, table, attempt_proved(request, form, lambda: rival_of(table, form), act), failed)


@at_frame_table
def retract_frame(request: HttpRequest, table: FrameTable, hand: int, revision: int) -> HttpResponse:
    """Take the last frame back: in one tap while it waits, with one PIN of each side once approved."""
    row = _row_or_404(table, hand, revision)
    if request.method != "POST":
        if not table.writable or row.state is HandState.RETRACTED:
            return to_board(request, table)
        return show(request, table, frame_panels.retract(table, row))
    form = forms.FrameRetractionForm(request.POST)

    def act(identified: list[Identified]) -> Answer:
        return left(
            frames.retract_frame(
                partida_id=table.partida_id, at=Place(hand, revision), identified=identified, by=table.actor
            )
        )

    def failed(fresh: FrameTable) -> FramePanel:
        return frame_panels.retract(fresh, _row_or_404(fresh, hand, revision), form)

    done = attempt_proved(request, form, lambda: _one_of_each(table, row, form), act)
    return answer(request, table, done, failed)


def _one_of_each(table: FrameTable, row: FrameFacts, form: Form) -> list[Identified]:
    """One who speaks for each side, whom an approved frame needs to be taken back without the judge."""
    if row.state not in (HandState.APPROVED, HandState.SETTLED) or table.is_judge:
        return []
    return [_by_pin(table, side, form, f"{side.value}_pin") for side in Side]
