"""The line-up of a captain's side: drafted, checked name by name, locked for good."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from competitions.queries.entries import is_of_teams
from federation.http import etag_of, fragment, is_fragment, not_modified, tagged
from federation.rules.errors import ConflictError
from matches import messages
from matches.actions.line_ups import Names, lock_line_up, names_of, save_line_up
from matches.forms.line_ups import LineUpForm, encoded, values_of
from matches.queries import people
from matches.queries.encounters import version_of
from matches.views.access import Attempt, actor_of, attempt, encounter_or_404, new_client_id
from matches.views.account import account_of
from matches.views.line_up_page import Desk, Difference, differences, line_up_page, read_desk

TEMPLATE = "matches/line_up.html"
CONFIRM = "cerrar"


@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a captain his side's line-up, keep the draft, and lock it.

    POST `do`: save, review (save and go on to lock), lock, repeat (the last locked one).
    """
    encounter = encounter_or_404(request, pk)
    side = people.side_of(account_of(request), encounter)
    if side is None:
        raise PermissionDenied(str(messages.MESSAGES["only_captains"]))
    if not is_of_teams(encounter):
        # Whoever is entered plays: there is nothing to set, and no page leads here.
        notices.info(request, str(messages.MESSAGES["no_line_ups_here"]))
        return HttpResponseRedirect(reverse("matches:encounter", args=[pk]))
    if request.method == "POST":
        acts = {"lock": _lock, "repeat": _repeat}
        return acts.get(request.POST.get("do", ""), _save)(
            request, read_desk(encounter, side, account_of(request))
        )
    etag = etag_of(version_of(pk), encounter.state, request.user.pk, get_language())
    part = fragment(request, TEMPLATE, {"rival": "rival", "cierre": "lock"})
    unchanged = not_modified(request, etag) if part != TEMPLATE else None
    if unchanged is not None:
        return unchanged
    response = _show(request, read_desk(encounter, side, account_of(request)), template=part, etag=etag)
    return tagged(response, etag) if part != TEMPLATE else response


def _show(
    request: HttpRequest,
    desk: Desk,
    form: LineUpForm | None = None,
    *,
    template: str = TEMPLATE,
    status: int = 200,
    etag: str = "",
    overtaken: tuple[Difference, ...] = (),
) -> HttpResponse:
    page = line_up_page(desk, form or desk.form(), differences=overtaken)
    wants_to_lock = request.GET.get("paso") == CONFIRM and form is None
    context = {
        "page": page,
        "client_id": new_client_id(),
        "etag": etag,
        "base": encoded(desk.stored),
        "confirming": bool(wants_to_lock and page.ready and not page.turns.waits),
        "stored": values_of(desk.stored).items() if desk.stored else (),
    }
    return render(request, template, context, status=status)


def _save(request: HttpRequest, desk: Desk) -> HttpResponse:
    def act(form: LineUpForm) -> dict[str, object]:
        saved = save_line_up(
            encounter_id=desk.encounter.pk, names=form.names(), by=actor_of(request), seen=form.seen()
        )
        return {"line_up": saved.pk}

    return _write(request, desk, act, back=_after_save)


def _after_save(request: HttpRequest, desk: Desk) -> HttpResponse:
    if is_fragment(request):
        # The lists stay as they are under the thumb: only the answers are exchanged.
        fresh = read_desk(desk.encounter, desk.side, account_of(request))
        form = fresh.form(request.POST)
        return _show(request, fresh, form, template=f"{TEMPLATE}#answers")
    path = reverse("matches:line_up", args=[desk.encounter.pk])
    if request.POST.get("do") == "review":
        return HttpResponseRedirect(f"{path}?paso={CONFIRM}")
    notices.success(request, _("Borrador guardado."))
    return HttpResponseRedirect(path)


def _lock(request: HttpRequest, desk: Desk) -> HttpResponse:
    def act(form: LineUpForm) -> dict[str, object]:
        locked = lock_line_up(
            encounter_id=desk.encounter.pk, names=form.names(), by=actor_of(request), seen=form.seen()
        )
        return {"line_up": locked.pk}

    def back(request: HttpRequest, desk: Desk) -> HttpResponse:
        whole = desk.order.next_block(desk.side) == desk.order.blocks
        notices.success(request, _("Alineación cerrada.") if whole else _("Bloque cerrado."))
        return HttpResponseRedirect(reverse("matches:line_up", args=[desk.encounter.pk]))

    return _write(request, desk, act, back=back)


def _repeat(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Put the names of the last locked line-up that are still in the squad."""
    earlier = names_of(desk.earlier) if desk.earlier else Names(boards={}, substitutes=())
    squad = {member.person.pk for member in desk.members}
    data = {name: person for name, person in values_of(earlier).items() if person in squad}
    form = desk.form({**data, "base": request.POST.get("base", "")})

    def act(form: LineUpForm) -> dict[str, object]:
        saved = save_line_up(
            encounter_id=desk.encounter.pk, names=form.names(), by=actor_of(request), seen=form.seen()
        )
        return {"line_up": saved.pk}

    return _write(request, desk, act, back=_after_save, form=form)


def _write(
    request: HttpRequest,
    desk: Desk,
    act: Callable[[LineUpForm], dict[str, object]],
    *,
    back: Callable[[HttpRequest, Desk], HttpResponse],
    form: LineUpForm | None = None,
) -> HttpResponse:
    sent = form or desk.form(request.POST)
    result = attempt(request, sent, lambda: act(sent))
    if result.done:
        return back(request, desk)
    return _refused(request, desk, sent, result)


def _refused(request: HttpRequest, desk: Desk, form: LineUpForm, result: Attempt) -> HttpResponse:
    """The page again with what was sent; in a conflict, beside it what stands now.

    The page carries the draft of now as its base: whoever sends it again has seen it.
    """
    fresh = read_desk(desk.encounter, desk.side, account_of(request))
    fresh.encounter.refresh_from_db(fields=["state"])
    overtaken: tuple[Difference, ...] = ()
    if isinstance(result.error, ConflictError):
        overtaken = differences(fresh, form.names())
    if not is_fragment(request):
        return _show(request, fresh, form, status=result.status, overtaken=overtaken)
    if not overtaken and result.status == 422:
        return _show(request, fresh, form, template=f"{TEMPLATE}#answers", status=422)
    response = _show(
        request, fresh, form, template=f"{TEMPLATE}#body", status=result.status, overtaken=overtaken
    )
    response["HX-Retarget"], response["HX-Reswap"] = "#alineacion", "outerHTML show:window:top"
    return response
