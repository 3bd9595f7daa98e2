"""Directing an encounter: charge, presences, start, all boards at once, close, and back to play.

By the designated judge; where there is none, by both captains.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from competitions.models import Encounter
from federation.actions.receipts import Answer
from federation.http import etag_of, fragment, is_fragment, not_modified, tagged
from matches import messages
from matches.actions import encounter_day, pins
from matches.forms.direction import BackToPlayForm, CheckInForm, NoFieldsForm
from matches.queries import agenda
from matches.queries.encounters import version_of
from matches.views import side_words
from matches.views.access import actor_of, attempt, encounter_or_404, new_client_id
from matches.views.account import account_of
from matches.views.direction_page import CHECK_IN_STATES, check_in_page, counts_of, sides_to_check
from matches.views.encounter_page import encounter_page

TEMPLATE = "matches/direction.html"
CHECK_IN = "matches/check_in.html"
CLOSE = "matches/close.html"


def directed_or_403(request: HttpRequest, pk: int) -> tuple[Encounter, agenda.Standing]:
    """The encounter for whoever directs it; 404 for who may not see it, 403 with a reason for others."""
    encounter = encounter_or_404(request, pk)
    standing = agenda.standing_of(account_of(request), encounter)
    if not standing.directs:
        code = "only_the_judge" if standing.designation is not None else "only_captains"
        raise PermissionDenied(str(messages.MESSAGES[code]))
    return encounter, standing


def _done(encounter: Encounter) -> dict[str, object]:
    return {"state": encounter.state}


@require_safe
def direction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everything at once to whoever directs; it asks for itself again each second."""
    encounter, _standing = directed_or_403(request, pk)
    etag = etag_of(
        "direction", version_of(pk), encounter.state, encounter.epoch, request.user.pk, get_language()
    )
    part = fragment(request, TEMPLATE, {"vivo": "live"})
    if part != TEMPLATE:
        unchanged = not_modified(request, etag)
        if unchanged is not None:
            return unchanged
    response = _show(request, encounter, template=part, etag=etag)
    return response if part == TEMPLATE else tagged(response, etag)


def _show(
    request: HttpRequest,
    encounter: Encounter,
    form: BaseForm | None = None,
    *,
    template: str = TEMPLATE,
    etag: str = "",
    status: int = 200,
) -> HttpResponse:
    page = encounter_page(request, encounter)
    context = {
        "page": page,
        "charge_first": page.standing.is_judge and not page.in_charge and _before_close(encounter),
        "squads": counts_of(page.standing) if encounter.terms is None else (),
        "form": form or NoFieldsForm(),
        "reason": form if isinstance(form, BackToPlayForm) else BackToPlayForm(),
        "etag": etag,
        "client_id": new_client_id(),
    }
    return render(request, template, context, status=status)


def _before_close(encounter: Encounter) -> bool:
    return encounter.state in CHECK_IN_STATES


def act_of_direction(
    request: HttpRequest,
    encounter: Encounter,
    form: BaseForm,
    act: Callable[[], dict[str, object]],
    *,
    done: Callable[[Answer], str],
    to: str = "",
) -> HttpResponse:
    """Run one act of the direction; on a refusal show the same page with it."""
    result = attempt(request, form, act)
    if result.answer is not None:
        notices.success(request, done(result.answer))
        return HttpResponseRedirect(to or reverse("matches:direction", args=[encounter.pk]))
    return _show(request, encounter_or_404(request, encounter.pk), form, status=result.status)


@require_POST
def take_charge(request: HttpRequest, pk: int) -> HttpResponse:
    """The designated judge takes charge of the encounter."""
    encounter = encounter_or_404(request, pk)
    if not agenda.standing_of(account_of(request), encounter).is_judge:
        raise PermissionDenied(str(messages.MESSAGES["only_the_judge"]))

    def act() -> dict[str, object]:
        return {"designation": encounter_day.take_charge(encounter_id=pk, by=actor_of(request)).pk}

    return act_of_direction(
        request, encounter, NoFieldsForm({}), act, done=lambda _answer: _("Estás a cargo del encuentro.")
    )


@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the encounter: the judge, or the second captain's yes where there is none."""
    encounter, _standing = directed_or_403(request, pk)

    def act() -> dict[str, object]:
        return _done(encounter_day.start(encounter_id=pk, by=actor_of(request)))

    return act_of_direction(request, encounter, NoFieldsForm({}), act, done=partial(_started, encounter))


def _started(encounter: Encounter, answer: Answer) -> str:
    if answer.get("state") == "playing":
        return _("El encuentro ha empezado.")
    said = {"other": side_words.other(encounter)}
    return _("Has confirmado el comienzo. Falta que lo confirme %(other)s.") % said


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Note who is here with the licence and set PINs: the judge for both sides, a captain for his own."""
    encounter = encounter_or_404(request, pk)
    standing = agenda.standing_of(account_of(request), encounter)
    if not sides_to_check(standing):
        raise PermissionDenied(str(messages.MESSAGES["only_captains"]))
    if request.method != "POST":
        return render(request, CHECK_IN, {"page": check_in_page(standing)})
    person = _number(request.POST.get("person", ""))
    form = CheckInForm(request.POST, person=person)
    result = attempt(request, form, lambda: _checked(request, pk, person, form))
    if result.done:
        return _checked_in(request, standing, person)
    page = check_in_page(standing, bound={person: form})
    if is_fragment(request):
        return _row_of(request, page, person, status=result.status)
    known = any(row.id == person for squad in page.squads for row in squad.rows)
    context = {"page": page, "stray": None if known else form}
    return render(request, CHECK_IN, context, status=result.status)


def _checked(request: HttpRequest, pk: int, person: int, form: CheckInForm) -> dict[str, object]:
    entry = pins.check_in(
        encounter_id=pk, person_id=person, pin=form.cleaned_data["pin"].strip(), by=actor_of(request)
    )
    return {"check_in": entry.pk}


def _checked_in(request: HttpRequest, standing: agenda.Standing, person: int) -> HttpResponse:
    if is_fragment(request):
        return _row_of(request, check_in_page(standing), person)
    return HttpResponseRedirect(f"{reverse('matches:check_in', args=[standing.encounter.pk])}#p{person}")


def _row_of(request: HttpRequest, page: object, person: int, *, status: int = 200) -> HttpResponse:
    rows = [row for squad in page.squads for row in squad.rows if row.id == person]  # type: ignore[attr-defined]
    if not rows:
        raise PermissionDenied(str(messages.MESSAGES["not_in_this_encounter"]))
    context = {"page": page, "row": rows[0]}
    return render(request, f"{CHECK_IN}#answer", context, status=status)


def _number(text: str) -> int:
    """A key from a form; 0, which nobody has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


@require_POST
def unblock(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """End a person's block on every device."""
    encounter, _standing = directed_or_403(request, pk)

    def act() -> dict[str, object]:
        pins.unblock(encounter_id=pk, person_id=person, by=actor_of(request))
        return {"person": person}

    to = f"{reverse('matches:check_in', args=[pk])}#p{person}"
    return act_of_direction(
        request, encounter, NoFieldsForm({}), act, done=lambda _answer: _("PIN desbloqueado."), to=to
    )


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the result and what is missing, and close: from then on the sheets are read-only."""
    encounter, standing = directed_or_403(request, pk)
    if encounter.state not in ("playing", "suspended") and request.method != "POST":
        return HttpResponseRedirect(reverse("matches:encounter", args=[pk]))
    form = NoFieldsForm(request.POST or None)
    status = 200
    if request.method == "POST":
        result = attempt(
            request, form, lambda: _done(encounter_day.close(encounter_id=pk, by=actor_of(request)))
        )
        if result.done:
            return _closed(request, encounter, result.answer or {})
        status, encounter = result.status, encounter_or_404(request, pk)
    context = {
        "page": encounter_page(request, encounter),
        "form": form,
        "client_id": new_client_id(),
        "by_both": standing.designation is None,
    }
    return render(request, CLOSE, context, status=status)


def _closed(request: HttpRequest, encounter: Encounter, answer: Answer) -> HttpResponse:
    if answer.get("state") == "closing":
        notices.success(request, _("Encuentro cerrado. Ahora se firma el acta."))
        return HttpResponseRedirect(reverse("matches:signing", args=[encounter.pk]))
    said = {"other": side_words.other(encounter)}
    notices.success(request, _("Has confirmado el cierre. Falta que lo confirme %(other)s.") % said)
    return HttpResponseRedirect(reverse("matches:encounter", args=[encounter.pk]))


@require_POST
def back_to_play(request: HttpRequest, pk: int) -> HttpResponse:
    """Go back from the close to play, with a reason, while nobody has signed."""
    encounter, _standing = directed_or_403(request, pk)
    form = BackToPlayForm(request.POST)

    def act() -> dict[str, object]:
        reason = form.cleaned_data["reason"]
        return _done(encounter_day.back_to_play(encounter_id=pk, reason=reason, by=actor_of(request)))

    return act_of_direction(request, encounter, form, act, done=partial(_resumed, encounter))


def _resumed(encounter: Encounter, answer: Answer) -> str:
    if answer.get("state") == "playing":
        return _("El encuentro vuelve al juego.")
    said = {"other": side_words.other(encounter)}
    return _("Has pedido volver al juego. Falta que lo confirme %(other)s.") % said
