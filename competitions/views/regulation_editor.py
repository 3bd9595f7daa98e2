"""Writing a version of a regulation: from where to begin, the form, what changes, publishing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions import messages as words
from competitions.forms.regulations import RegulationForm
from competitions.queries import regulations as queries
from competitions.views.regulation_words import changes
from competitions.views.regulations import readers_only
from federation.actions.regulations import publish_version
from federation.models import Discipline, User
from federation.parameter_words import SET_TITLES
from federation.permissions import may_publish_regulations
from federation.rules.errors import ConflictError, ForbiddenError
from federation.rules.parameters import departing, plain
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.writes import NOT_OF_THE_BODY, new_client_id

View = Callable[..., HttpResponse]
PUBLISH, LOOK, EDIT = "publish", "look", "edit"
FORM, PREVIEW = "competitions/regulation_form.html", "competitions/regulation_preview.html"


def director_only(view: View) -> View:
    """Let the view run for the sporting director; readers may not (403), and others do not see it (404)."""

    @wraps(view)
    @readers_only
    def allowed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_publish_regulations(request.user):
            raise PermissionDenied(words.text(ForbiddenError("only_direction")))
        return view(request, *args, **kwargs)

    return allowed


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def new_version(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a version, show what it changes, and publish it once that was seen.

    Three steps of one address: each sends the whole form, so that nothing is kept before it is published.
    """
    beginning = queries.beginning(code)
    if beginning is None:
        raise Http404
    form = RegulationForm(request.POST or None, beginning=beginning)
    page = _page(beginning)
    step = request.POST.get("step", LOOK)
    ready = form.is_bound and form.is_valid()
    context = {**_context(request, form, ready=ready), "beginning": _told(beginning)}
    if ready and step != PUBLISH:
        shown = {**context, "page": page, "form": form, "client_id": new_client_id()}
        return render(request, FORM if step == EDIT else PREVIEW, shown)
    by = cast("User", request.user)
    return show_form(
        request,
        page,
        form,
        lambda: _publish(form, request.POST.get("seen", ""), by),
        texts=words.text,
        template=PREVIEW if ready else FORM,
        extra=context,
    )


def _publish(form: RegulationForm, seen: str, by: User) -> str:
    if seen != form.stamp():
        raise ConflictError("regulation_not_looked_at")
    proposal = form.proposal()
    made = publish_version(
        name=proposal.name,
        discipline=Discipline(proposal.discipline),
        overrides=proposal.parameters,
        valid_from=proposal.valid_from,
        reason=proposal.reason,
        by=by,
        after=form.number() - 1,
    )
    return reverse("competitions:regulation_version", args=[made.pk])


def _page(beginning: queries.Beginning) -> FormPage:
    return FormPage(
        title=gettext("Nueva versión") if beginning.version else gettext("Nuevo reglamento"),
        button=gettext("Publicar"),
        back=reverse("competitions:regulations"),
        said=gettext("Versión publicada. Ninguna competición la usa todavía: elígela en cada una."),
        about=gettext("A partir de %(what)s.") % {"what": _told(beginning)},
        crumbs=(
            crumb(gettext("Reglamentos"), reverse("competitions:regulations")),
            crumb(gettext("Nueva versión") if beginning.version else gettext("Nuevo reglamento")),
        ),
    )


def _told(beginning: queries.Beginning) -> str:
    return str(beginning.version or SET_TITLES[beginning.code])


def _context(request: HttpRequest, form: RegulationForm, *, ready: bool) -> dict[str, object]:
    if not ready:
        return {}
    proposal = form.proposal()
    after = plain(proposal.parameters)
    return {
        "proposal": proposal,
        "number": form.number(),
        "seen": form.stamp(),
        "pairs": changes(plain(form.beginning.parameters), after),
        "apart": len(departing(after)),
        "sent": _sent(request, form),
    }


def _sent(request: HttpRequest, form: RegulationForm) -> list[tuple[str, str]]:
    """What the form sent, to be sent again as it is with the next step."""
    known = form.fields.keys()
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name.partition("-")[0] in known and name not in NOT_OF_THE_BODY
        for value in values
    ]
