"""Is this acta genuine? Public, by code or with the PDF, which is checked and never stored."""

from __future__ import annotations

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from federation.views.oversize import is_oversize, throw_away
from matches.acta import document
from matches.acta.verify import Status
from matches.acta.words import reason_words
from matches.forms.verification import VerifyForm
from matches.queries import verification
from matches.views.verification_page import (
    Answer,
    answer_by_code,
    answer_by_file,
    answer_unknown_code,
)

TEMPLATE = "matches/verify.html"
LONGEST_NAME = 80


@login_not_required
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Ask for a code or a PDF, and answer.

    The announced length is looked at before anything reads the body, and that is before
    the check against forged forms, which is why it is asked for in the next step.
    """
    if request.method == "POST" and is_oversize(request, settings.VERIFY_UPLOAD_LIMIT):
        throw_away(request)
        return _show(request, VerifyForm({}, {}, is_oversize=True), status=413)
    return _verify(request)


@csrf_protect
def _verify(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, VerifyForm())
    form = VerifyForm(request.POST, request.FILES)
    if not form.is_valid():
        too_large = form.has_error("pdf", "too_large")
        return _show(request, form, status=413 if too_large else 422)
    if form.cleaned_data["pdf"] is None:
        return redirect("matches:verify_code", code=form.cleaned_data["code"])
    return _verify_file(request, form)


def _verify_file(request: HttpRequest, form: VerifyForm) -> HttpResponse:
    if not ratelimit.consume(request, action="verify_file"):
        form.add_error("pdf", _("Demasiadas comprobaciones seguidas. Espera un minuto y prueba otra vez."))
        return _show(request, form, status=429)
    file = form.cleaned_data["pdf"]
    found = verification.verify_file(file.read(settings.VERIFY_UPLOAD_LIMIT + 1))
    if found.status in (Status.NOT_PDF, Status.TOO_LARGE):
        form.add_error("pdf", reason_words(found.reasons[0]))
        return _show(request, form, status=422)
    return _show(request, VerifyForm(), answer_by_file(found, str(file.name)[:LONGEST_NAME], request.user))


@login_not_required
@require_safe
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """Say what is known of the acta with this code, in whatever writing; 404 when there is none."""
    acta = verification.acta_by_code(code)
    if acta is None:
        shown = document.normal_code(code) or code[:LONGEST_NAME]
        form = VerifyForm(initial={"code": shown})
        return _show(request, form, answer_unknown_code(shown), status=404)
    return _show(request, VerifyForm(), answer_by_code(acta, request.user))


def _show(
    request: HttpRequest, form: VerifyForm, answer: Answer | None = None, *, status: int = 200
) -> HttpResponse:
    return render(request, TEMPLATE, {"form": form, "answer": answer}, status=status)
