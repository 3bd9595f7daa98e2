"""A partida that was played on paper: its photo is taken in, and shown to those who may see it."""

from __future__ import annotations

from django.contrib import messages as flash
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions.receipts import Answer
from federation.http import etag_of, not_modified, tagged
from federation.photos.drawing import MOST_BYTES
from federation.views.form_pages import crumb
from federation.views.oversize import is_oversize, throw_away
from matches import messages
from matches.actions import paper as actions
from matches.actions.pins import Identified
from matches.forms.paper_photo import PaperPhotoForm
from matches.queries import paper as queries
from matches.queries import people
from matches.views import paper_links
from matches.views.access import actor_of, board_or_404, new_client_id, table_session
from matches.views.happening import CAPTAINS, prove_rival, way_of
from matches.views.table import Table
from matches.views.table_answers import attempt_proved

HTTP_TOO_LARGE = 413


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Ask for the photo of a partida's Hoja of paper, and open the partida to be typed in from it.

    The announced length is looked at before anything reads the body, and that is before the
    check against forged forms, which is why it is asked for in the next step.
    """
    board, known = board_or_404(request, pk)
    table = Table(board, actor_of(request), number, known)
    if not table.settles:
        raise PermissionDenied(
            str(messages.MESSAGES["only_the_judge" if table.judge_id else "only_captains"])
        )
    if request.method == "POST" and is_oversize(request, MOST_BYTES):
        throw_away(request)
        form = PaperPhotoForm({}, {}, is_oversize=True, both=_both(table))
        return _show(request, table, form, status=HTTP_TOO_LARGE)
    answer: HttpResponse = _take(request, table)
    return answer


def _both(table: Table) -> bool:
    return way_of(table, directed=True) == CAPTAINS


@csrf_protect
def _take(request: HttpRequest, table: Table) -> HttpResponse:
    if request.method != "POST":
        if not paper_links.may_open(table):
            return redirect(table.url)
        return _show(request, table, PaperPhotoForm(both=_both(table)))
    form = PaperPhotoForm(request.POST, request.FILES, both=_both(table))

    def prove() -> Identified | None:
        return prove_rival(table, form.cleaned_data["pin"]) if _both(table) else None

    def act(rival: Identified | None) -> Answer:
        kept = actions.open_paper(
            partida_id=table.partida_id, jpeg=form.cleaned_data["photo"], rival=rival, by=table.actor
        )
        return {"paper": kept.pk}

    done = attempt_proved(request, form, prove, act)
    if not done.done:
        too_large = form.has_error("photo", "too_large")
        return _show(request, table, form, status=HTTP_TOO_LARGE if too_large else done.status)
    flash.success(request, _("Foto guardada. Pasa ahora las jugadas de la Hoja, en su orden."))
    return redirect(table.url)


def _show(request: HttpRequest, table: Table, form: PaperPhotoForm, *, status: int = 200) -> HttpResponse:
    name = {"board": table.board.number, "partida": table.number}
    title = _("Mesa %(board)s · Partida %(partida)s") % name
    context = {
        "form": form,
        "title": title,
        "back": table.url,
        "by_judge": table.is_judge,
        "client_id": new_client_id(),
        "crumbs": [crumb(title, table.url), crumb(_("Jugada en papel"))],
    }
    return render(request, "matches/paper.html", context, status=status)


@login_not_required
@require_safe
def paper_photo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Give the photo of a partida's Hoja of paper to those who may see the encounter, and at its table."""
    found = queries.paper_sheet(pk, number)
    if found is None or not _may_see(request, pk, found.partida.board.encounter_id):
        raise Http404
    etag = etag_of("paper", found.sha256)
    if same := not_modified(request, etag):
        return same
    return tagged(HttpResponse(bytes(found.jpeg), content_type="image/jpeg"), etag)


def _may_see(request: HttpRequest, board: int, encounter: int) -> bool:
    if request.user.is_authenticated:
        return people.visible_encounters(request.user).filter(pk=encounter).exists()
    session = table_session(request)
    return session is not None and session.board_id == board
