"""Pages of people who may be entered twice: the list, two records compared and made one, an undo."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages as page_messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.actions import duplicates, merging
from federation.actions.people import log_access
from federation.forms.merging import MergeForm, RecordSearchForm
from federation.models import Person, PersonMerge, User
from federation.queries import merging as queries
from federation.queries.people import found_by, present
from federation.views import merging_page
from federation.views.form_pages import crumb
from federation.views.office import office_only
from federation.views.writes import Question, ask, attempt_as_user, new_client_id

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 30


@require_safe
@office_only
def possible_duplicates(request: HttpRequest) -> HttpResponse:
    """List pairs of records that may be one person's, the likeliest first."""
    after = queries.place_of(request.GET.get("tras", ""))
    rows = list(queries.with_licences(queries.to_look_at(after))[: PER_PAGE + 1])
    last = rows[PER_PAGE - 1] if len(rows) > PER_PAGE else None
    context = {
        "pairs": merging_page.pairs(rows[:PER_PAGE]),
        "next": f"{last.reason}-{last.pk}" if last else "",
        "is_first": after is None,
    }
    return render(request, "federation/duplicates.html", context)


@require_safe
@office_only
def merge_with(request: HttpRequest, person: int) -> HttpResponse:
    """Look for the record to be merged into a person's."""
    kept = get_object_or_404(present(), pk=person)
    form = RecordSearchForm(request.GET)
    text = form.text()
    found = (
        present().exclude(pk=kept.pk).filter(found_by(text, documents=True))
        if text
        else Person.objects.none()
    )
    rows = list(found.order_by("sort_key", "pk")[: PER_PAGE + 1])
    context = {
        "kept": kept,
        "form": form,
        "text": text,
        "people": rows[:PER_PAGE],
        "more": len(rows) > PER_PAGE,
        "crumbs": _crumbs(kept),
    }
    return render(request, "federation/merge_with.html", context)


@pages
@office_only
def merge(request: HttpRequest, kept: int, gone: int) -> HttpResponse:
    """Compare two records; on POST make one of them."""
    stays, goes = _both_or_404(kept, gone)
    if kept == gone or stays.merged_into_id or goes.merged_into_id:
        return redirect("matches:person", pk=stays.merged_into_id or kept)
    by = cast("User", request.user)
    compared = merging_page.comparison(stays, goes)
    form = MergeForm(request.POST or None, choices=compared.choices)
    status = 200
    if request.method == "POST":
        tried = attempt_as_user(
            request, form, lambda: merging.merge(kept=stays, gone=goes, chosen=form.chosen(), by=by)
        )
        if tried.done:
            page_messages.success(request, gettext("Las dos fichas son ahora una. Se puede deshacer."))
            return redirect("federation:privacy", person=kept)
        status = tried.status
    else:
        _log_look(by, stays, goes)
    context = {"page": compared, "form": form, "client_id": new_client_id(), "crumbs": _crumbs(stays)}
    return render(request, "federation/merge.html", context, status=status)


def _both_or_404(kept: int, gone: int) -> tuple[Person, Person]:
    found = Person.objects.in_bulk([kept, gone])
    if kept not in found or gone not in found:
        raise Http404
    return found[kept], found[gone]


def _log_look(by: User, *people: Person) -> None:
    for who in merging_page.sensitive(*people):
        log_access(kind="document", by=by, person=who, detail=gettext("comparación de dos fichas"))


@require_POST
@office_only
def dismiss(request: HttpRequest, kept: int, gone: int) -> HttpResponse:
    """Note that two records are two people's."""
    one, other = _both_or_404(kept, gone)
    form = forms.Form(request.POST)
    tried = attempt_as_user(
        request, form, lambda: duplicates.dismiss(one=one, other=other, by=cast("User", request.user))
    )
    if tried.done:
        page_messages.success(request, gettext("Anotado: son dos personas."))
    else:
        page_messages.error(request, " ".join(map(str, form.non_field_errors())))
    return HttpResponseRedirect(reverse("federation:duplicates"))


@pages
@office_only
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then make two records again of what a merge made one."""
    made = get_object_or_404(PersonMerge.objects.select_related("kept", "gone"), pk=pk)
    question = Question(
        title=gettext("Deshacer la unión"),
        text=gettext(
            "Vuelve a haber dos fichas, cada una con lo que tenía: datos, licencias, plantillas y cuenta. "
            "Solo se puede mientras nada de lo que se movió haya cambiado."
        ),
        button=gettext("Volver a tener dos fichas"),
        back=reverse("federation:privacy", args=[made.kept_id]),
    )
    form = forms.Form(request.POST or None)
    by = cast("User", request.user)
    return ask(
        request,
        question,
        form,
        lambda: merging.undo(merge=made, by=by),
        said=gettext("Vuelve a haber dos fichas."),
    )


def _crumbs(kept: Person) -> list[object]:
    return [
        crumb(gettext("Posibles duplicados"), reverse("federation:duplicates")),
        crumb(kept, reverse("matches:person", args=[kept.pk])),
        crumb(gettext("Unir")),
    ]
