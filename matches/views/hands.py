"""Writing, approving, disputing, settling and taking back the hands of a partida."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from federation.actions.receipts import Answer
from federation.rules.errors import RuleError
from matches.actions import approvals, sheets
from matches.actions.identifying import identify, on_the_judges_word
from matches.actions.pins import Identified
from matches.forms.sheets import ApprovalForm, DisagreementForm, HandForm, RetractionForm, SettlementForm
from matches.queries import line_ups, people
from matches.rules.domino.officials import ApprovalHow
from matches.rules.sheet import HandRow, HandState
from matches.views import board_page, play_panels
from matches.views.access import attempt
from matches.views.panels import Panel
from matches.views.table import Table
from matches.views.table_answers import Left, answer, at_table, attempt_proved, done_with, show, to_board


@at_table
def propose(request: HttpRequest, table: Table) -> HttpResponse:
    """Write the next hand; a doubtful figure is asked again, a conflict shows both versions."""
    if request.method != "POST":
        if not board_page.writes_points_alone(table):
            return to_board(request, table)
        return show(request, table, play_panels.entry(table))
    form = HandForm(request.POST)
    done = attempt(request, form, lambda: _propose(table, form))
    return answer(request, table, done, lambda fresh: play_panels.entry(fresh, form, done.error), swaps=True)


def _propose(table: Table, form: HandForm) -> Answer:
    data, count = form.cleaned_data, form.count
    assert count is not None  # noqa: S101 - a valid form has its figures
    revision = data["revision"]
    if data["replaces"] is not None:
        # Somebody was first, and this correction takes his proposal back in the same act.
        revision = data["replaces"]
        approvals.retract_hand(
            partida_id=table.partida_id,
            hand=data["hand"],
            revision=revision,
            reason="",
            identified=[],
            by=table.actor,
        )
        revision += 1
    written = sheets.propose_hand(
        partida_id=table.partida_id,
        hand=data["hand"],
        revision=revision,
        side=count.side,
        points=count.points,
        ending=count.ending,
        reason=data["reason"],
        confirmed=form.is_confirmed,
        by=table.actor,
    )
    return Left(written)


def _row_or_404(table: Table, hand: int, revision: int) -> HandRow:
    row = table.row(hand, revision)
    if row is None:
        raise Http404
    return row


def _asked(request: HttpRequest, row: HandRow) -> str:
    """Whose approval the page is about: the one in its address, or the first that is awaited."""
    person = request.GET.get("de", "")
    return person if person in row.missing_approvals else next(iter(row.missing_approvals), "")


def _approver(table: Table, person: int) -> int:
    """Somebody who plays at this board: nobody else's PIN is asked here. Whom it takes, the sheet says."""
    if not line_ups.plays_at(table.board, person):
        raise RuleError("approval_not_theirs", field="person")
    return person


@at_table
def approve(request: HttpRequest, table: Table, hand: int, revision: int) -> HttpResponse:
    """Ask for a PIN in the place of the keypad, and approve the hand with it."""
    if request.method != "POST":
        row = _row_or_404(table, hand, revision)
        if not table.writable or not row.missing_approvals or row.state is not HandState.PROPOSED:
            return to_board(request, table)
        return show(request, table, play_panels.approve(table, row, _asked(request, row)))
    form = ApprovalForm(request.POST)

    def act(who: Identified) -> Answer:
        written = approvals.approve_hand(
            partida_id=table.partida_id, hand=hand, revision=revision, who=who, by=table.actor
        )
        return Left(written)

    def failed(fresh: Table) -> Panel:
        return play_panels.approve(fresh, _row_or_404(fresh, hand, revision), _posted_person(form), form)

    done = attempt_proved(request, form, lambda: _prove(table, form), act)
    return answer(request, table, done, failed, swaps=True)


def _prove(table: Table, form: ApprovalForm) -> Identified:
    person = _approver(table, form.cleaned_data["person"])
    if form.cleaned_data["mark"]:
        return on_the_judges_word(person_id=person, encounter=table.encounter, by=table.actor)
    own_account = table.actor.person_id == person and table.allows(ApprovalHow.OWN_ACCOUNT)
    return identify(person_id=person, pin=form.cleaned_data["pin"], by=table.actor, own_account=own_account)


def _posted_person(form: ApprovalForm | DisagreementForm) -> str:
    return str(form.cleaned_data.get("person") or "") if hasattr(form, "cleaned_data") else ""


@at_table
def disagree(request: HttpRequest, table: Table, hand: int, revision: int) -> HttpResponse:
    """Freeze a proposed hand with the other count beside it."""
    row = _row_or_404(table, hand, revision)
    if request.method != "POST":
        if not table.writable or not row.missing_approvals or row.state is not HandState.PROPOSED:
            return to_board(request, table)
        return show(request, table, play_panels.disagree(table, row, _asked(request, row)))
    form = DisagreementForm(request.POST)

    def prove() -> Identified:
        person = _approver(table, form.cleaned_data["person"])
        return identify(person_id=person, pin=form.cleaned_data["pin"], by=table.actor)

    def act(who: Identified) -> Answer:
        assert form.count is not None  # noqa: S101 - a valid form has its figures
        entry = approvals.disagree(
            partida_id=table.partida.pk,
            hand=hand,
            revision=revision,
            count=form.count,
            who=who,
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> Panel:
        return play_panels.disagree(fresh, _row_or_404(fresh, hand, revision), _posted_person(form), form)

    return answer(request, table, attempt_proved(request, form, prove, act), failed)


@at_table
def settle(request: HttpRequest, table: Table, hand: int, revision: int) -> HttpResponse:
    """Settle a frozen hand: the judge, or a captain with the rival captain's PIN where there is none."""
    row = _row_or_404(table, hand, revision)
    rival = None
    if table.judge_id is None and table.side is not None:
        rival = people.captain_of(table.encounter, table.side.other)
    name = rival.short_name if rival else ""
    if request.method != "POST":
        if not table.writable or row.state is not HandState.DISAGREED:
            return to_board(request, table)
        return show(request, table, play_panels.settle(table, row, rival=name))
    form = SettlementForm(request.POST)

    def prove() -> Identified | None:
        if rival is None:
            return None
        return identify(person_id=rival.pk, pin=form.cleaned_data["pin"], by=table.actor)

    def act(who: Identified | None) -> Answer:
        assert form.count is not None  # noqa: S101 - a valid form has its figures
        entry = approvals.settle(
            partida_id=table.partida.pk,
            hand=hand,
            revision=revision,
            count=form.count,
            reason=form.cleaned_data["reason"],
            rival=who,
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> Panel:
        return play_panels.settle(fresh, _row_or_404(fresh, hand, revision), form, rival=name)

    return answer(request, table, attempt_proved(request, form, prove, act), failed)


@at_table
def retract(request: HttpRequest, table: Table, hand: int, revision: int) -> HttpResponse:
    """Take the last hand back: in one tap while it is proposed, with both PINs once approved."""
    row = _row_or_404(table, hand, revision)
    if request.method != "POST":
        if not table.writable or row.state is HandState.RETRACTED:
            return to_board(request, table)
        return show(request, table, play_panels.retract(table, row))
    form = RetractionForm(request.POST)

    def act(identified: list[Identified]) -> Answer:
        entry = approvals.retract_hand(
            partida_id=table.partida.pk,
            hand=hand,
            revision=revision,
            reason=form.cleaned_data["reason"],
            identified=identified,
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> Panel:
        return play_panels.retract(fresh, _row_or_404(fresh, hand, revision), form)

    done = attempt_proved(request, form, lambda: _both(table, row, form), act)
    return answer(request, table, done, failed, swaps=table.is_current)


def _both(table: Table, row: HandRow, form: RetractionForm) -> list[Identified]:
    """Scorer and counter, whom an approved hand needs to be taken back without the judge."""
    if row.state not in (HandState.APPROVED, HandState.SETTLED) or table.is_judge:
        return []
    named = (("scorer_pin", table.sheet.scorer), ("counter_pin", table.sheet.counter))
    return [
        identify(person_id=int(person), pin=form.cleaned_data[field], by=table.actor, field=field)
        for field, person in named
        if person is not None
    ]
