"""How a table's pages are answered: the panel that is due, the part asked for, the write that was done."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages as flash
from django.contrib.auth.decorators import login_not_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from federation.actions.receipts import Answer
from federation.http import add_rule_error, etag_of, fragment, is_fragment, not_modified, respond, tagged
from federation.models import Discipline
from federation.rules.errors import RuleError
from matches import messages
from matches.actions.stream import Written
from matches.actions.tables import token_digest
from matches.models import SheetEntry
from matches.queries import tables
from matches.rules.sheet import Phase
from matches.views import (
    board_notes,
    board_page,
    counted_panel,
    paper_links,
    play_panels,
    setup_panels,
    table_timers,
)
from matches.views.access import (
    TABLE_COOKIE,
    Attempt,
    actor_of,
    attempt,
    board_or_404,
    new_client_id,
    status_of,
)
from matches.views.any_table import AnyTable
from matches.views.panels import PLAY, Panel
from matches.views.table import Table

TEMPLATE = "matches/board.html"
PARTS = {"sheet": "sheet", "panel": "blocks"}


def due_panel(table: Table) -> Panel:
    """The one thing to do now at this table, for whoever looks."""
    state = table.sheet
    if not table.writable or state.phase in (Phase.ENDED, Phase.SUSPENDED):
        return setup_panels.over(table)
    if state.phase is Phase.NAMING or (state.seats is not None and None in (state.scorer, state.counter)):
        return setup_panels.naming(table)
    if not table.has_pen:
        return (
            play_panels.pen(table) if table.pen is None and not table.is_judge else play_panels.watch(table)
        )
    if state.phase in (Phase.DRAW, Phase.REDRAW):
        return setup_panels.draw(table)
    if state.phase is Phase.CHOOSE_SEAT:
        return setup_panels.choose_seat(table)
    if state.phase is Phase.SWAP or state.seats_are_stale:
        return setup_panels.swap(table)
    if state.phase is Phase.SETTLEMENT:
        return play_panels.watch(table)
    return counted_panel.entry(table) if board_page.is_counted(table) else play_panels.entry(table)


def tag_of(table: AnyTable[Any, Any, Any], path: str) -> str:
    """The tag of a board's live part at `path`: what was written, the encounter's state, who looks."""
    return etag_of(*table.stamp.parts, get_language(), table.actor.device, table.board.pk, path)


def unchanged(request: HttpRequest, table: AnyTable[Any, Any, Any]) -> HttpResponse | None:
    """A 304 for the live part of a page where nothing has been written since; costs one indexed read."""
    if request.method != "GET" or not is_fragment(request):
        return None
    return not_modified(request, tag_of(table, request.get_full_path()))


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the table that its address names, to whoever may see it; no account is needed.

    A live part where nothing has been written since gets its 304 before a sheet is read.
    """

    @login_not_required
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: HttpRequest, pk: int, number: int | None = None, **kwargs: Any) -> HttpResponse:
        try:
            board, known = board_or_404(request, pk)
        except Http404:
            return closed(request, pk)
        if board.discipline == Discipline.POOL:
            raise Http404
        table = Table(board, actor_of(request), number, known)
        return unchanged(request, table) or view(request, table, **kwargs)

    return wrapped


def closed(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell the phone that had this board open that it has been closed; to anybody else it is unknown."""
    token = request.COOKIES.get(TABLE_COOKIE, "")
    if request.user.is_authenticated or not token or not tables.ended_session(token_digest(token), pk):
        raise Http404
    if is_fragment(request):
        # The live part's script reloads the whole page, which says why.
        return HttpResponse(status=410)
    return render(request, "matches/board_closed.html", status=410)


def show(
    request: HttpRequest, table: Table, panel: Panel, *, status: int = 200, path: str = ""
) -> HttpResponse:
    """The board's page around a panel, or the part of it that htmx asked for.

    From then on its live part follows `path`, or the address of this request.
    """
    path = path or request.get_full_path()
    tag = tag_of(table, path)
    context = {
        **page_of(table, panel),
        # A write's own address answers GET too: with its panel, or with the board once its moment has passed.
        "live_url": path,
        "live_tag": tag,
        "client_id": new_client_id(),
        # A part is asked for by a script, which counts down by itself.
        "counts_down": is_fragment(request),
    }
    template = fragment(request, TEMPLATE, PARTS)
    moved = template.endswith("#blocks") and panel.layout != PLAY
    if moved:
        template = f"{TEMPLATE}#sheet"
    response = render(request, template, context, status=status)
    if moved:
        response["HX-Retarget"], response["HX-Reswap"] = "#sheet", "outerHTML"
    if is_fragment(request) and request.method == "GET":
        return tagged(response, tag)
    # A page kept by the browser would send its old id again.
    response["Cache-Control"] = "no-store, private"
    return response


def page_of(table: Table, panel: Panel) -> dict[str, Any]:
    """Everything that stands around the panel."""
    home, away = board_page.halves(table)
    title, subtitle = board_page.titles(table)
    back_url, back_label = board_page.back(table)
    return {
        "table": table,
        "panel": panel,
        "title": title,
        "subtitle": subtitle,
        "back_url": back_url,
        "back_label": back_label,
        "home": home,
        "away": away,
        "target": board_page.goal(table),
        "seats": board_page.seats(table),
        "steps": board_page.steps(table),
        "next_hand": table.sheet.next_hand,
        "clock": table_timers.partida_timer(table),
        "time_url": table.url_of("happening", "tiempo"),
        "comment": table_timers.comment_timer(table),
        "last_hand_note": table_timers.last_hand_note(table),
        "writer": board_page.writer(table),
        "proposal": board_page.proposal(table),
        "frozen": board_page.frozen(table),
        "rows": board_page.rows(table),
        "notes": board_notes.notes(table),
        "more": board_page.more(table),
        "paper": paper_links.links(table),
        **panel.context,
    }


def to_board(request: HttpRequest, table: Table) -> HttpResponse:
    """The board as it stands, for a page whose moment has passed."""
    if is_fragment(request):
        fresh = table.again()
        return show(request, fresh, due_panel(fresh))
    return redirect("matches:board", pk=table.board.pk)


class Left(Answer):
    """What a receipt keeps of a write, and beside it the write itself, for the answer to it.

    Who repeats the write gets what was kept, and the table is read for him.
    """

    def __init__(self, written: Written) -> None:
        super().__init__(done_with(written.entry))
        self.written = written


def done_with(entry: SheetEntry) -> Answer:
    """What a receipt keeps of a write."""
    return {"entry": entry.pk}


def attempt_proved(
    request: HttpRequest, form: Form, prove: Callable[[], Any], act: Callable[[Any], Answer]
) -> Attempt:
    """As `access.attempt`, with the PINs proved first: a miss is kept whatever becomes of the write."""
    if not form.is_valid():
        return Attempt(None, 422)
    try:
        who = prove()
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return Attempt(None, status_of(error), error)
    return attempt(request, form, lambda: act(who))


def answer(
    request: HttpRequest,
    table: Table,
    done: Attempt,
    failed: Callable[[Table], Panel],
    *,
    said: str = "",
    swaps: bool = False,
) -> HttpResponse:
    """Answer a write: to the board when it was done, else the same panel with what was typed.

    `swaps`: htmx gets the changed parts instead of a new page. `said` is told on it.
    """
    if done.done:
        if said:
            flash.success(request, said)
        written = done.answer.written if isinstance(done.answer, Left) else None
        rebuild = (lambda: _rebuilt(request, table.again(written))) if swaps else None
        return respond(request, "matches:board", pk=table.board.pk, rebuild=rebuild)
    fresh = table.afresh()
    return show(request, fresh, failed(fresh), status=done.status)


def _rebuilt(request: HttpRequest, fresh: Table) -> HttpResponse:
    response = show(request, fresh, due_panel(fresh), path=fresh.url)
    if request.headers.get("HX-Target") != "panel":
        response["HX-Push-Url"] = fresh.url
    return response
