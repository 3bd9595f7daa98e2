"""How long each class of data is kept: the administration sees it, changes it, reads what would go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions import retention as actions
from federation.forms.privacy import PeriodForm
from federation.models import AuditEntry, Retention, User
from federation.queries import retention as queries
from federation.queries.pages import MOST_COUNTED, counted
from federation.rules import retention as rules
from federation.rules.retention import PERIODS, What
from federation.views.acts import acts_of
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.office import administrators_only

pages = require_http_methods(["GET", "HEAD", "POST"])
MOST_ACTS = 20
SINCE: dict[What, Promise] = {
    What.DOCUMENT: _("desde que la federación no tiene nada con la persona"),
    What.CONTACT: _("desde que la federación no tiene nada con la persona"),
    What.PHOTO: _("desde que la federación no tiene nada con la persona"),
    What.NAME: _("desde que la federación no tiene nada con la persona: se suprimen sus datos"),
    What.REQUEST: _("desde la respuesta; queda qué se pidió y cuándo"),
    What.IMPORT_FILE: _("desde que se importó o se descartó; queda el informe"),
    What.ACCESS_LOG: _("desde el acceso"),
    What.TABLE_SESSION: _("desde que se cerró la mesa, con el acta sellada"),
    What.LOGIN_SESSION: _("desde la última vez que se usó"),
    What.RECEIPT: _("desde el envío"),
    What.MAIL: _("desde que se escribió"),
}
ACTS = {
    "retention.changed": _("Plazo de %(what)s: %(months)s. %(reason)s"),
    "retention.applied": _("Quitado por su plazo: %(rows)s de %(what)s"),
}


@dataclass(frozen=True)
class PeriodRow:
    """One class: how long, what that means, and how many rows would go now."""

    what: str
    words: str
    since: str
    months: int | None
    is_proposed: bool
    waits: bool
    due: int


@require_safe
@administrators_only
def periods(request: HttpRequest) -> HttpResponse:
    """Show every class with its period, what would go now, and what was changed and applied last."""
    confirmed = queries.confirmed()
    history = AuditEntry.objects.filter(chain=actions.CHAIN).select_related("actor__person", "detail")
    context = {
        "rows": [_row(what, confirmed) for what in What],
        "most": MOST_COUNTED,
        "acts": acts_of(history.order_by("-seq")[:MOST_ACTS], ACTS, {"what": _label, "months": _months}),
        "crumbs": [crumb(gettext("Secretaría"), reverse("federation:office")), crumb(gettext("Plazos"))],
    }
    return render(request, "federation/retention.html", context)


def _row(what: What, confirmed: dict[str, int | None]) -> PeriodRow:
    months = rules.in_force(what, confirmed)
    shown = confirmed.get(what.value, PERIODS[what].proposed)
    return PeriodRow(
        what=what.value,
        words=str(Retention.What(what.value).label),
        since=str(SINCE[what]),
        months=shown,
        is_proposed=what.value not in confirmed,
        waits=what.value not in confirmed and PERIODS[what].asks_first,
        due=counted(queries.due(what, months)) if months is not None else 0,
    )


def _label(what: object) -> str:
    return str(Retention.What(str(what)).label)


def _months(months: object) -> str:
    return gettext("sin fin") if months is None else gettext("%(months)s meses") % {"months": months}


@pages
@administrators_only
def change_period(request: HttpRequest, what: str) -> HttpResponse:
    """Set or confirm the period of one class, with the reason."""
    if what not in set(What):
        raise Http404
    kind = What(what)
    period, confirmed = PERIODS[kind], queries.confirmed()
    shown = confirmed.get(what, period.proposed)
    form = PeriodForm(request.POST or None, initial={"months": shown})
    endless = gettext(" Vacío: hasta que se pida su supresión.") if period.endless else ""
    form.fields["months"].help_text = (
        gettext("Entre %(least)s y %(most)s.") % {"least": period.least, "most": period.most} + endless
    )
    page = FormPage(
        title=gettext("Plazo de conservación"),
        button=gettext("Guardar el plazo"),
        back=reverse("federation:retention"),
        said=gettext("Plazo guardado."),
        about=f"{capfirst(_label(what))}, {SINCE[kind]}",
        note=gettext("Se aplica cada día. Antes de acortarlo, mira en la lista cuántos cumplirían."),
        crumbs=(
            crumb(gettext("Plazos"), reverse("federation:retention")),
            crumb(capfirst(_label(what))),
        ),
    )

    def act() -> str:
        data = form.cleaned_data
        by = cast("User", request.user)
        actions.change_period(what=kind, months=data["months"], reason=data["reason"], by=by)
        return page.back

    return show_form(request, page, form, act)
