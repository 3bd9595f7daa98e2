"""An encounter that cannot be finished today: suspended, and resumed on its day. By whoever directs it."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from competitions.models import Encounter
from federation.actions.receipts import Answer
from federation.views.form_pages import FormPage, crumb, show_form
from matches import messages
from matches.actions import resumptions
from matches.forms.direction import NoFieldsForm, SuspendForm
from matches.views import side_words
from matches.views.access import actor_of
from matches.views.direction import act_of_direction, directed_or_403


@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why, and suspend the encounter: at once by the judge, else when both captains have said so."""
    encounter, standing = directed_or_403(request, pk)
    back = reverse("matches:direction", args=[pk])
    if encounter.state != "playing" and request.method != "POST":
        return redirect(back)
    form = SuspendForm(request.POST or None)
    by_both = standing.designation is None
    page = FormPage(
        title=_("Suspender el encuentro"),
        button=_("Confirmar la suspensión") if by_both else _("Suspender"),
        back=back,
        said=_("Consta. Se suspende cuando lo confirmen %(both)s.") % {"both": side_words.both(encounter)}
        if by_both
        else _("Encuentro suspendido."),
        about=f"{encounter.home.name} – {encounter.away.name}",
        note=_(
            "Se guardan el tanteo, los asientos y a quién toca salir en cada mesa, y los teléfonos se "
            "desconectan. Otro día se abre cada mesa otra vez y cada uno pone su PIN."
        ),
        danger=True,
        crumbs=(crumb(_("Dirección"), back), crumb(_("Suspender"))),
    )

    def act() -> str:
        reason = form.cleaned_data["reason"]
        resumptions.suspend_encounter(encounter_id=pk, reason=reason, by=actor_of(request))
        return back

    return show_form(request, page, form, act, texts=messages.text)


@require_POST
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on with a suspended encounter."""
    encounter, _standing = directed_or_403(request, pk)

    def act() -> dict[str, object]:
        return {"state": resumptions.resume_encounter(encounter_id=pk, by=actor_of(request)).state}

    return act_of_direction(request, encounter, NoFieldsForm({}), act, done=partial(_resumed, encounter))


def _resumed(encounter: Encounter, answer: Answer) -> str:
    if answer.get("state") == "playing":
        return _("El encuentro sigue: abre cada mesa en su teléfono.")
    said = {"other": side_words.other(encounter)}
    return _("Has confirmado la reanudación. Falta que lo confirme %(other)s.") % said
