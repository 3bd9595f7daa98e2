"""Pages on which the administration erases data, forbids it for a time, and reads what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from federation import messages as words
from federation.accounts import recently_identified
from federation.actions import erasing
from federation.files.export import ExportValue
from federation.forms.fields import ReasonForm
from federation.forms.privacy import EraseForm, HoldForm
from federation.models import Erasure, ErasureBasis, ErasureHold, Person, User
from federation.queries import erasure as queries
from federation.queries.pages import MOST_COUNTED, counted, sliced
from federation.queries.people import keys_of
from federation.rules.erasure import blocks
from federation.views.downloads import Download, download, wanted
from federation.views.erasure_page import fates_by_kind, report_groups
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.office import administrators_only
from federation.views.paging import start_of

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@pages
@administrators_only
@recently_identified
def erase_person(request: HttpRequest, person: int) -> HttpResponse:
    """Show what becomes of a person's data and what forbids it; on POST erase them and show the report."""
    who = get_object_or_404(Person, pk=person)
    if request.method != "POST" and (who.erased_at is not None or who.merged_into_id is not None):
        return redirect("federation:privacy", person=who.merged_into_id or who.pk)
    form = EraseForm(request.POST or None)
    page = FormPage(
        title=gettext("Suprimir sus datos"),
        button=gettext("Suprimir para siempre"),
        back=reverse("federation:privacy", args=[who.pk]),
        said=gettext("Datos suprimidos. Este es el informe."),
        about=str(who),
        danger=True,
        crumbs=_crumbs_of(who, gettext("Suprimir")),
    )

    def act() -> str:
        made = erasing.erase(
            person=who,
            basis=ErasureBasis(form.cleaned_data["basis"]),
            reason=form.cleaned_data["reason"],
            by=cast("User", request.user),
        )
        return reverse("federation:erasure", args=[made.pk])

    against = blocks(queries.standing_of(who))
    extra = {
        "who": who,
        "stops": [words.fill(words.MESSAGES[each.code], each.data) for each in against],
        "groups": fates_by_kind(queries.fates(keys_of(who))),
    }
    return show_form(request, page, form, act, template="federation/erase.html", extra=extra)


@require_safe
@administrators_only
def erasures(request: HttpRequest) -> HttpResponseBase:
    """List the erasures, the last first."""
    found = Erasure.objects.select_related("by__person").defer("counts")
    if wanted(request):
        return download(request, _table(found))
    page = sliced(found, by="at", start=start_of(request), size=PER_PAGE, last_first=True)
    context = {
        "page": page,
        "count": counted(found),
        "most": MOST_COUNTED,
        "crumbs": [crumb(gettext("Secretaría"), reverse("federation:office")), crumb(gettext("Supresiones"))],
    }
    return render(request, "federation/erasures.html", context)


@require_safe
@administrators_only
def erasure(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the report of one erasure."""
    found = get_object_or_404(Erasure.objects.select_related("by__person"), pk=pk)
    context = {
        "erasure": found,
        "groups": report_groups(found.counts),
        "crumbs": [
            crumb(gettext("Supresiones"), reverse("federation:erasures")),
            crumb(gettext("Ficha n.º %(number)s") % {"number": found.person_id}),
        ],
    }
    return render(request, "federation/erasure.html", context)


@pages
@administrators_only
def hold_data(request: HttpRequest, person: int) -> HttpResponse:
    """Forbid the erasure of a person's data, with the reason."""
    who = get_object_or_404(Person, pk=person)
    page = FormPage(
        title=gettext("Obligación de conservar sus datos"),
        button=gettext("Anotar la obligación"),
        back=reverse("federation:privacy", args=[who.pk]),
        said=gettext("Anotado: no se pueden suprimir hasta que se levante."),
        about=str(who),
        crumbs=_crumbs_of(who, gettext("Conservar")),
    )
    form = HoldForm(request.POST or None)
    return show_form(request, page, form, _acting(request, page, form, partial(erasing.hold, person=who)))


@pages
@administrators_only
def release_data(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a duty to keep somebody's data, with the reason."""
    held = get_object_or_404(ErasureHold.objects.select_related("person"), pk=pk)
    page = FormPage(
        title=gettext("Levantar la obligación"),
        button=gettext("Levantarla"),
        back=reverse("federation:privacy", args=[held.person_id]),
        said=gettext("Levantada: sus datos se pueden suprimir."),
        about=str(held.person),
        crumbs=_crumbs_of(held.person, gettext("Levantar")),
    )
    form = ReasonForm(request.POST or None)
    return show_form(request, page, form, _acting(request, page, form, partial(erasing.lift, hold=held)))


def _acting(
    request: HttpRequest, page: FormPage, form: HoldForm | ReasonForm, action: Callable[..., object]
) -> Callable[[], str]:
    def act() -> str:
        action(reason=form.cleaned_data["reason"], by=cast("User", request.user))
        return page.back

    return act


def _crumbs_of(who: Person, last: str) -> tuple[Crumb, ...]:
    return (
        crumb(who, reverse("matches:person", args=[who.pk])),
        crumb(gettext("Datos personales"), reverse("federation:privacy", args=[who.pk])),
        crumb(last),
    )


def _table(found: QuerySet[Erasure]) -> Download:
    return Download(
        title=gettext("Supresiones"),
        headers=(
            gettext("Cuándo"),
            gettext("Ficha"),
            gettext("Motivo legal"),
            gettext("Por qué"),
            gettext("Quién"),
        ),
        rows=_rows(found),
    )


def _rows(found: QuerySet[Erasure]) -> Iterator[Sequence[ExportValue]]:
    for each in found.order_by("-at", "-pk").iterator(chunk_size=1000):
        by = str(each.by) if each.by else gettext("el sistema")
        yield (timezone.make_naive(each.at), each.person_id, str(each.get_basis_display()), each.reason, by)
