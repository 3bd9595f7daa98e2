"""Pages for what went wrong: each says what happened and what to do now."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from federation.http import KEEP_TYPED, MESSAGES_TARGET, is_fragment, is_from_here, notice, page_behind
from federation.rules.errors import RuleError

log = logging.getLogger(__name__)

NEVER_REPEATED = ("password", "pin", "code", "csrf")
"""Parts of field names whose values never go back to the page."""


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request cannot be understood (a broken upload, too many fields)."""
    if is_fragment(request):
        text = _("No se ha entendido el envío. Recarga la página y prueba otra vez.")
        return notice(request, text, status=400)
    return render(request, "400.html", status=400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: may see, may not do. The text of the exception is the reason, when the view gave one."""
    reason = str(exception) or _("Tu función no permite hacer esto.")
    if is_fragment(request):
        return notice(request, reason, status=403, title=_("No puedes hacer esto"))
    return render(request, "403.html", {"reason": reason}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is no such page, or the person may not know of it."""
    if is_fragment(request):
        return notice(request, _("Esto ya no está, o no puedes verlo. Recarga la página."), status=404)
    return render(request, "404.html", status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429: a limit was reached (docs/operations.md, Limits)."""
    if is_fragment(request):
        text = _("Demasiados intentos seguidos. Espera unos minutos y prueba otra vez.")
        return notice(request, text, status=429)
    return render(request, "429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a short page with a reference that is also in the log. Asks the database for nothing."""
    reference = secrets.token_hex(4).upper()
    log.error("server error, reference %s, %s %s", reference, request.method, request.path, exc_info=True)
    text = _("Ha fallado el servidor. No se ha guardado nada a medias.")
    context = {"reference": reference, "text": text, "tone": "stop", "alert": True}
    if is_fragment(request):
        response = HttpResponse(render_to_string("components/notice.html", context), status=500)
        response["HX-Retarget"], response["HX-Reswap"] = MESSAGES_TARGET, "innerHTML show:window:top"
        return response
    return HttpResponse(render_to_string("500.html", context), status=500)


def refused(request: HttpRequest, error: RuleError, *, status: int) -> HttpResponse:
    """422 or 409 for a refusal that no view turned into its own page."""
    text = refusal_text(error)
    if is_fragment(request):
        return notice(request, text, status=status)
    context = {"text": text, "conflict": status == 409}
    return render(request, "federation/refused.html", context, status=status)


def refusal_text(error: RuleError) -> str:
    """Give the words of a refusal. They belong to the app on top, which only the settings may name here."""
    return str(import_string(settings.REFUSAL_TEXT)(error))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's mark is missing or old (another login in this browser, a page open for long).

    What was typed goes back to the page, to be sent again with a fresh mark, but only
    when the browser declares that it came from our own page: otherwise this page would
    do the work of whoever forges a form.
    """
    if is_fragment(request):
        response = notice(
            request,
            _("La página llevaba mucho abierta, o has entrado otra vez. Lo que has escrito se conserva."),
            status=403,
            title=_("No se ha enviado"),
            href=page_behind(request),
            link=_("Recargar la página"),
        )
        response[KEEP_TYPED] = "1"
        return response
    get_token(request)
    kept = _what_was_typed(request) if is_from_here(request) else None
    context = {"kept": kept, "action": request.get_full_path()}
    return render(request, "federation/csrf_failure.html", context, status=403)


def _what_was_typed(request: HttpRequest) -> list[tuple[str, str]] | None:
    names: Iterable[str] = request.POST.keys()
    hidden = [name for name in names if any(part in name.lower() for part in NEVER_REPEATED)]
    if request.FILES or any(name != "csrfmiddlewaretoken" for name in hidden):
        return None
    return [(name, value) for name, values in request.POST.lists() if name not in hidden for value in values]
