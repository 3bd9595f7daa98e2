"""The judge's help: he shows a QR, the captain's phone opens this encounter with it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from competitions.models import Encounter
from federation.rules.errors import RuleError
from matches import messages
from matches.actions import admissions as actions
from matches.forms.admissions import AdmissionForm
from matches.middleware import SESSION_KEY
from matches.queries import admissions as queries
from matches.queries import people
from matches.views.access import actor_of, attempt, device_of, encounter_or_404, new_client_id
from matches.views.account import account_of
from matches.views.board_codes import drawing_of

page = require_http_methods(["GET", "HEAD", "POST"])


@page
@never_cache
def help_captain(request: HttpRequest, pk: int) -> HttpResponse:
    """The judge chooses whom to help and shows the QR that admits him."""
    encounter = encounter_or_404(request, pk)
    if not people.is_judge(account_of(request), encounter):
        raise PermissionDenied(str(messages.MESSAGES["only_the_judge"]))
    found = queries.admissible(encounter)
    if request.method != "POST":
        return _choose(request, encounter, AdmissionForm(people=found), found)
    form = AdmissionForm(request.POST, people=found)
    shown: dict[str, str] = {}

    def act() -> dict[str, object]:
        admission, token = actions.admit_captain(
            encounter_id=pk, person_id=form.cleaned_data["person"], by=actor_of(request)
        )
        # The stored answer holds the digest alone: the database knows no token.
        shown[admission.token_digest] = token
        return {"digest": admission.token_digest}

    result = attempt(request, form, act)
    # A repeat gets the first answer, whose token this request does not have: no drawing again.
    token = shown.get(result.answer["digest"]) if result.answer else None
    if token is None:
        return _choose(request, encounter, form, found, status=result.status)
    address = request.build_absolute_uri(reverse("matches:take_admission", args=[token]))
    whom = next(each for each in found if each.person.pk == form.cleaned_data["person"])
    context = {"encounter": encounter, "whom": whom, "address": address, "drawing": drawing_of(address)}
    return render(request, "matches/help_shown.html", context)


def _choose(
    request: HttpRequest,
    encounter: Encounter,
    form: AdmissionForm,
    found: list[queries.Admissible],
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "encounter": encounter,
        "form": form,
        "found": found,
        "open": encounter.state in queries.ADMITTING,
        "client_id": new_client_id(),
    }
    return render(request, "matches/help_captain.html", context, status=status)


@login_not_required
@page
@never_cache
def take_admission(request: HttpRequest, token: str) -> HttpResponse:
    """The captain's phone: say what the QR opens, and open it when asked to."""
    admission = actions.waiting(token)
    if admission is None:
        return render(request, "matches/help_over.html", status=404)
    if request.method != "POST":
        return render(request, "matches/help_taken.html", {"admission": admission, "token": token})
    device, _new = device_of(request)
    try:
        taken = actions.take_admission(token=token, device=device)
    except RuleError:
        # Somebody was quicker with the same QR.
        return render(request, "matches/help_over.html", status=409)
    login(request, taken.account, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[SESSION_KEY] = taken.pk
    return redirect("matches:encounter", pk=taken.encounter_id)
