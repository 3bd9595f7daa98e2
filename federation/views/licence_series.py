"""The office's pages of the series by which licence numbers are given."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions import licence_series as actions
from federation.forms.licences import SeriesForm
from federation.models import LicenceKind, LicenceSeries, User
from federation.queries import licence_series as queries
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.office import office_only


@require_safe
@office_only
def series(request: HttpRequest) -> HttpResponse:
    """Show each kind's series and the number that it gives next."""
    rows = [(each, queries.first_free(each)[1]) for each in queries.series_of_all_kinds()]
    context = {"rows": rows, "crumbs": _crumbs(gettext("Series"))}
    return render(request, "federation/licence_series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def change_series(request: HttpRequest, kind: str) -> HttpResponse:
    """Change how the next numbers of a kind are made."""
    found = _of_kind(kind)
    initial = {"beginning": found.prefix, "width": found.width, "following": found.last + 1}
    form = SeriesForm(request.POST or None, initial=initial)

    def change() -> str:
        data = form.cleaned_data
        actions.change_series(
            kind=LicenceKind(kind),
            prefix=data["beginning"],
            width=data["width"],
            following=data["following"],
            by=cast("User", request.user),
        )
        return reverse("federation:licence_series")

    page = FormPage(
        title=gettext("Cambiar la serie"),
        about=str(found.get_kind_display()).capitalize(),
        button=gettext("Guardar"),
        back=reverse("federation:licence_series"),
        said=gettext("Serie guardada."),
        note=gettext("Los números que ya se han dado no cambian."),
        crumbs=_crumbs(gettext("Series"), str(found.get_kind_display())),
    )
    return show_form(request, page, form, change)


def _of_kind(kind: str) -> LicenceSeries:
    for found in queries.series_of_all_kinds():
        if found.kind == kind:
            return found
    raise Http404


def _crumbs(here: str, inside: str = "") -> tuple[Crumb, ...]:
    way = crumb(gettext("Licencias"), reverse("federation:licences"))
    if not inside:
        return (way, crumb(here))
    return (way, crumb(here, reverse("federation:licence_series")), crumb(inside))
