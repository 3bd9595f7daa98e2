"""Signing the frozen text, each identified again; and recording who refuses or is absent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages as notes
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from competitions.models import Encounter
from competitions.rules.lifecycle import State
from federation.actions.receipts import Answer
from federation.http import add_rule_error, etag_of, fragment, not_modified, respond, tagged
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches import messages
from matches.actions import signing as actions
from matches.actions.pins import Identified, verify_pin
from matches.forms.signing import HandedSignatureForm, MissingForm, OwnSignatureForm, SignatureForm
from matches.models import ActaContent
from matches.queries import actas
from matches.queries.encounters import version_of
from matches.views.access import Attempt, actor_of, attempt, encounter_or_404, new_client_id, status_of
from matches.views.identity import identified_by_password
from matches.views.signing_page import Signer, SigningPage, signing_page

TEMPLATE = "matches/signing.html"
BEFORE_CLOSE = frozenset({State.SCHEDULED, State.LINE_UPS, State.PLAYING, State.SUSPENDED, State.POSTPONED})


@require_http_methods(["GET", "POST"])
def signing(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the final text and who has signed; take a signature by password, or by a captain's PIN."""
    encounter = encounter_or_404(request, pk)
    content = actas.current_content(encounter)
    if request.method == "POST":
        return _sign(request, encounter, content)
    if encounter.state != State.CLOSING or content is None:
        return _elsewhere(request, encounter)
    etag = etag_of("signing", version_of(pk), request.user.pk, request.LANGUAGE_CODE, request.get_full_path())
    template = fragment(request, TEMPLATE, {"firmas": "signatures"})
    if template != TEMPLATE and (same := not_modified(request, etag)):
        return same
    page = signing_page(request, encounter, content)
    answer = _show(request, page, _form(page.signer), template=template, etag=etag)
    return tagged(answer, etag) if template != TEMPLATE else answer


def _elsewhere(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """Where to go when nothing is signed now: the acta, or the encounter that is still played."""
    if encounter.state not in BEFORE_CLOSE:
        return respond(request, "matches:acta", pk=encounter.pk)
    notes.info(request, _("El acta se firma cuando se cierra el encuentro."))
    return respond(request, "matches:encounter", pk=encounter.pk)


def _form(signer: Signer | None, data: Mapping[str, Any] | None = None) -> SignatureForm | None:
    if signer is None:
        return None
    return HandedSignatureForm(data) if signer.handed else OwnSignatureForm(data)


def _show(
    request: HttpRequest,
    page: SigningPage,
    form: SignatureForm | None,
    *,
    template: str = TEMPLATE,
    status: int = 200,
    etag: str = "",
    refusal: str = "",
) -> HttpResponse:
    context = {
        "page": page,
        "text": page.text if template == TEMPLATE else None,
        "form": form,
        "client_id": new_client_id(),
        "etag": etag,
        "refusal": refusal,
        "crumbs": [
            {"label": str(page.encounter), "url": reverse("matches:encounter", args=[page.encounter.pk])},
            {"label": _("Firma"), "url": ""},
        ],
    }
    return render(request, template, context, status=status)


def _sign(request: HttpRequest, encounter: Encounter, content: ActaContent | None) -> HttpResponse:
    if content is None:
        raise ConflictError("not_signing_now")
    page = signing_page(request, encounter, content, role=request.POST.get("role") or "?")
    form = _form(page.signer, request.POST)
    if page.signer is None or form is None:
        refusal = messages.text(ForbiddenError("not_your_signature"))
        return _show(request, page, None, status=403, refusal=refusal)
    done = _attempt(request, encounter, form, page.signer)
    if done.answer is None:
        return _show(request, page, form, status=done.status)
    notes.success(request, _signed_words(done.answer))
    return _onward(encounter, done.answer)


def _onward(encounter: Encounter, answer: Answer) -> HttpResponse:
    """Back to the signing while somebody is awaited, else to the acta that is being sealed."""
    route = "matches:signing" if answer["state"] == State.CLOSING else "matches:acta"
    return redirect(route, pk=encounter.pk)


def _attempt(request: HttpRequest, encounter: Encounter, form: SignatureForm, signer: Signer) -> Attempt:
    """Identify first, in a transaction of its own (a miss is kept whatever follows); then sign, once."""
    if not form.is_valid():
        return Attempt(None, 422)
    try:
        who = _identified(request, form, signer)
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return Attempt(None, status_of(error), error)
    return attempt(request, form, lambda: _act(request, encounter, form, signer, who))


def _identified(request: HttpRequest, form: SignatureForm, signer: Signer) -> Identified:
    by = actor_of(request)
    if signer.handed:
        return verify_pin(person_id=signer.person_id, pin=form.cleaned_data["pin"], device=by.device)
    return identified_by_password(request, form.cleaned_data["password"], by)


def _act(
    request: HttpRequest, encounter: Encounter, form: SignatureForm, signer: Signer, who: Identified
) -> Answer:
    given = form.cleaned_data
    drawn = actions.Drawn(
        kind=given["kind"],
        text=given["text"],
        strokes=[] if given["without_drawing"] else given["strokes"],
        without_drawing=given["without_drawing"],
    )
    signature = actions.sign(
        encounter_id=encounter.pk,
        role=signer.role,
        seen_hash=given["seen_hash"],
        drawn=drawn,
        who=who,
        by=actor_of(request),
    )
    state = Encounter.objects.values_list("state", flat=True).get(pk=encounter.pk)
    return {"role": signer.role, "name": signer.name, "kind": signature.kind, "state": state}


def _signed_words(answer: Answer) -> str:
    if answer["kind"] == "protest":
        return _("%(name)s: firmada bajo protesta.") % answer
    return _("%(name)s: firmada conforme.") % answer


@require_http_methods(["GET", "POST"])
def record_missing(request: HttpRequest, pk: int) -> HttpResponse:
    """Record, with a witness, that somebody refuses to sign or is absent: the judge, or the rival captain."""
    encounter = encounter_or_404(request, pk)
    content = actas.current_content(encounter)
    if content is None or (request.method == "GET" and encounter.state != State.CLOSING):
        return _elsewhere(request, encounter)
    page = signing_page(request, encounter, content)
    roles = [(row.role, f"{row.name} · {row.office}") for row in page.rows if row.missing_url]
    if not roles and request.method == "GET":
        raise PermissionDenied(
            _("La negativa o la ausencia la hace constar el juez árbitro o, si no lo hay, el rival.")
        )
    if request.method == "GET":
        form = MissingForm(roles=roles, initial={"role": request.GET.get("firmante") or roles[0][0]})
        return _show_missing(request, page, form)
    form = MissingForm(request.POST, roles=[(row.role, row.name) for row in page.rows])
    done = attempt(request, form, lambda: _record(request, encounter, form))
    if done.answer is None:
        form.offer(roles)
        return _show_missing(request, page, form, status=done.status)
    notes.success(request, _("Consta en el acta."))
    return _onward(encounter, done.answer)


def _record(request: HttpRequest, encounter: Encounter, form: MissingForm) -> Answer:
    given = form.cleaned_data
    actions.record_missing(encounter_id=encounter.pk, by=actor_of(request), **given)
    return {"state": Encounter.objects.values_list("state", flat=True).get(pk=encounter.pk)}


def _show_missing(
    request: HttpRequest, page: SigningPage, form: MissingForm, *, status: int = 200
) -> HttpResponse:
    here = reverse("matches:signing", args=[page.encounter.pk])
    context = {
        "page": page,
        "form": form,
        "client_id": new_client_id(),
        "crumbs": [
            {"label": str(page.encounter), "url": reverse("matches:encounter", args=[page.encounter.pk])},
            {"label": _("Firma"), "url": here},
            {"label": _("Firma que falta"), "url": ""},
        ],
    }
    return render(request, "matches/record_missing.html", context, status=status)
