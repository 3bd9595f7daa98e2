"""What ends a partida of 8-ball otherwise than by its frames: conceded, nobody there, late."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import Form
from django.http import HttpRequest, HttpResponse

from federation.actions.receipts import Answer
from matches.actions import frame_approvals
from matches.actions.frame_stream import WrittenFrames
from matches.actions.identifying import identify
from matches.actions.pins import Identified
from matches.forms import frames as forms
from matches.queries import people
from matches.rules.sides import Side
from matches.views import frame_panels
from matches.views.frame_answers import LeftFrames, answer, at_frame_table, show, to_board
from matches.views.frame_panels import FramePanel
from matches.views.frame_table import FrameTable
from matches.views.table_answers import attempt_proved

Failed = Callable[[FrameTable], FramePanel]


def left(written: WrittenFrames) -> Answer:
    """What the receipt of a write keeps."""
    return LeftFrames(written)


def _rival_person(table: FrameTable) -> int | None:
    """The rival captain, whose PIN is asked where there is no judge."""
    if table.judge_id is not None or table.side is None:
        return None
    rival = people.captain_of(table.encounter, table.side.other)
    return rival.pk if rival else None


def rival_name(table: FrameTable) -> str:
    """His name, for the words beside his PIN; empty where nobody's is asked."""
    person = _rival_person(table)
    return table.names.short(str(person)) if person else ""


def rival_of(table: FrameTable, form: Form) -> Identified | None:
    """The rival captain by his PIN; nobody where the judge decides."""
    person = _rival_person(table)
    if person is None:
        return None
    return identify(person_id=person, pin=form.cleaned_data["pin"], by=table.actor)


def _ending(
    request: HttpRequest,
    table: FrameTable,
    form: Form,
    act: Callable[[Identified | None], WrittenFrames],
    failed: Failed,
) -> HttpResponse:
    done = attempt_proved(request, form, lambda: rival_of(table, form), lambda rival: left(act(rival)))
    return answer(request, table, done, failed)


def _shown(request: HttpRequest, table: FrameTable, panel: Callable[..., FramePanel]) -> HttpResponse:
    if not table.writable or not table.settles:
        return to_board(request, table)
    return show(request, table, panel(table, rival=rival_name(table)))


@at_frame_table
def concede(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """A side gives up the partida."""
    if request.method != "POST":
        return _shown(request, table, frame_panels.concede)
    form = forms.ConcessionForm(request.POST)

    def act(rival: Identified | None) -> WrittenFrames:
        return frame_approvals.concede_partida(
            partida_id=table.partida_id,
            side=Side(form.cleaned_data["side"]),
            reason=form.cleaned_data["reason"],
            rival=rival,
            by=table.actor,
        )

    return _ending(
        request, table, form, act, lambda fresh: frame_panels.concede(fresh, form, rival=rival_name(fresh))
    )


@at_frame_table
def absent(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """One side, or both, did not come."""
    if request.method != "POST":
        return _shown(request, table, frame_panels.absent)
    form = forms.AbsentForm(request.POST)

    def act(rival: Identified | None) -> WrittenFrames:
        return frame_approvals.report_absent(
            partida_id=table.partida_id, sides=form.absent, rival=rival, by=table.actor
        )

    return _ending(
        request, table, form, act, lambda fresh: frame_panels.absent(fresh, form, rival=rival_name(fresh))
    )


@at_frame_table
def late_side(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """A side came late."""
    if request.method != "POST":
        return _shown(request, table, frame_panels.late_side)
    form = forms.LateSideForm(request.POST)

    def act(rival: Identified | None) -> WrittenFrames:
        return frame_approvals.report_late_side(
            partida_id=table.partida_id,
            side=Side(form.cleaned_data["side"]),
            minutes=form.cleaned_data["minutes"],
            rival=rival,
            by=table.actor,
        )

    return _ending(
        request, table, form, act, lambda fresh: frame_panels.late_side(fresh, form, rival=rival_name(fresh))
    )
