"""How the pages of a table of 8-ball are answered, as `table_answers` does for domino."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from federation.actions.receipts import Answer
from federation.http import fragment, is_fragment, respond, tagged
from federation.models import Discipline
from matches.actions.frame_stream import WrittenFrames
from matches.views import frame_page
from matches.views.access import Attempt, actor_of, board_or_404, new_client_id
from matches.views.frame_panels import FramePanel, due_panel
from matches.views.frame_table import FrameTable
from matches.views.table import Table
from matches.views.table_answers import closed, done_with, tag_of, unchanged

TEMPLATE = "matches/frames/board.html"
PARTS = {"sheet": "sheet"}


def at_any_table(
    hands: Callable[..., HttpResponse] | None, frames: Callable[..., HttpResponse]
) -> Callable[..., HttpResponse]:
    """Give a view the table that its address names, the one or the other by what is played at the board.

    Without `hands` a board of domino is not found.
    """

    @login_not_required
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(frames)
    def wrapped(request: HttpRequest, pk: int, number: int | None = None, **kwargs: Any) -> HttpResponse:
        try:
            board, known = board_or_404(request, pk)
        except Http404:
            return closed(request, pk)
        if board.discipline == Discipline.POOL:
            table = FrameTable(board, actor_of(request), number, known)
            return unchanged(request, table) or frames(request, table, **kwargs)
        if hands is None:
            raise Http404
        of_hands = Table(board, actor_of(request), number, known)
        return unchanged(request, of_hands) or hands(request, of_hands, **kwargs)

    return wrapped


def at_frame_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the table of 8-ball that its address names; 404 for a board of another discipline."""
    return at_any_table(None, view)


def show(
    request: HttpRequest, table: FrameTable, panel: FramePanel, *, status: int = 200, path: str = ""
) -> HttpResponse:
    """The board's page around a panel, or the part of it that htmx asked for."""
    path = path or request.get_full_path()
    tag = tag_of(table, path)
    context = {
        **frame_page.page_of(table),
        "panel": panel,
        "live_url": path,
        "live_tag": tag,
        "client_id": new_client_id(),
        **panel.context,
    }
    response = render(request, fragment(request, TEMPLATE, PARTS), context, status=status)
    if is_fragment(request) and request.method == "GET":
        return tagged(response, tag)
    return response


class LeftFrames(Answer):
    """What a receipt keeps of a write, and beside it the write itself, for the answer to it."""

    def __init__(self, written: WrittenFrames) -> None:
        super().__init__(done_with(written.entry))
        self.written = written


def to_board(request: HttpRequest, table: FrameTable) -> HttpResponse:
    """The board as it stands, for a page whose moment has passed."""
    if is_fragment(request):
        fresh = table.again()
        return show(request, fresh, due_panel(fresh))
    return redirect("matches:board", pk=table.board.pk)


def answer(
    request: HttpRequest, table: FrameTable, done: Attempt, failed: Callable[[FrameTable], FramePanel]
) -> HttpResponse:
    """Answer a write: to the board when it was done, else the same panel with what was typed."""
    if done.done:
        written = done.answer.written if isinstance(done.answer, LeftFrames) else None
        return respond(
            request,
            "matches:board",
            pk=table.board.pk,
            rebuild=lambda: _rebuilt(request, table.again(written)),
        )
    fresh = table.afresh()
    return show(request, fresh, failed(fresh), status=done.status)


def _rebuilt(request: HttpRequest, fresh: FrameTable) -> HttpResponse:
    response = show(request, fresh, due_panel(fresh), path=fresh.url)
    response["HX-Push-Url"] = fresh.url
    return response
