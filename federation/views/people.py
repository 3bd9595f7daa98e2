"""The office's pages of people: the list, entering and changing a person, document and contacts."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from federation import clock
from federation import messages as words
from federation.actions import people as actions
from federation.actions.receipts import Answer
from federation.forms.people import PeopleFilterForm, PersonForm
from federation.models import Person, User
from federation.queries import people as queries
from federation.queries import people_list
from federation.queries.licences import shown_for
from federation.queries.pages import MOST_COUNTED, counted, sliced
from federation.rules.people import is_minor
from federation.views.downloads import download, wanted
from federation.views.form_pages import crumb
from federation.views.office import office_only
from federation.views.paging import start_of
from federation.views.people_page import (
    age_text,
    differences,
    field_groups,
    kinds_looked_at,
    personal_facts,
    row_of,
)
from federation.views.registry_tables import people_table, season_shown
from federation.views.writes import attempt, new_client_id, write_once

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@require_safe
@office_only
def people(request: HttpRequest) -> HttpResponseBase:
    """List people, found by name, licence or document, and narrowed by what is known of them."""
    form = PeopleFilterForm(request.GET)
    chosen = form.chosen()
    found = people_list.people(chosen)
    if wanted(request):
        return download(request, people_table(found, chosen, form.described()))
    page = sliced(found, by="sort_key", start=start_of(request), size=PER_PAGE)
    season = season_shown(chosen)
    licences, today = shown_for(page.rows, season), clock.today()
    context = {
        "form": form,
        "page": page,
        "rows": [row_of(who, licences.get(who.pk), today) for who in page.rows],
        "count": counted(found),
        "most": MOST_COUNTED,
        "season": season,
        "inviting": chosen.account == "without",
    }
    return render(request, "federation/people.html", context)


@pages
@office_only
def new_person(request: HttpRequest) -> HttpResponse:
    """Enter a person; somebody of that name and birth date is shown before, to be told apart."""
    by, form = cast("User", request.user), PersonForm(request.POST or None)
    context = _form_context(form, None)
    status = 200
    if request.method == "POST":

        def enter() -> Answer:
            who = actions.enter_person(
                name=form.name(),
                details=form.details(),
                by=by,
                even_if_alike=form.cleaned_data["confirmed"],
            )
            return {"to": _page_of(who)}

        tried = attempt(form, lambda: write_once(request, enter, author=f"user:{by.pk}"), words.text)
        if tried.answer is not None:
            return _done(request, form, gettext("Persona dada de alta."), tried.answer["to"])
        status = tried.status
        if tried.error is not None and tried.error.code == "person_alike":
            context["alike"] = _alike_rows(form)
    return render(request, "federation/person_form.html", context, status=status)


@pages
@office_only
def edit_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a person's record; when somebody else has done so since it was read, show both."""
    by, who = cast("User", request.user), get_object_or_404(Person, pk=pk)
    if request.method != "POST" and (who.merged_into_id is not None or who.erased_at is not None):
        return redirect("matches:person", pk=who.merged_into_id or who.pk)
    name, details = actions.name_of(who), actions.details_of(who)
    form = PersonForm(request.POST or None, initial=PersonForm.initial_of(name, details))
    context = _form_context(form, who)
    if request.method != "POST":
        for kind in kinds_looked_at(details):
            actions.log_access(kind=kind, by=by, person=who)
        return render(request, "federation/person_form.html", context)

    def change() -> Answer:
        actions.change_person(
            person=who, name=form.name(), details=form.details(), by=by, read=_version_read(request)
        )
        return {"to": _page_of(who)}

    tried = attempt(form, lambda: write_once(request, change, author=f"user:{by.pk}"), words.text)
    if tried.answer is not None:
        return _done(request, form, gettext("Datos guardados."), tried.answer["to"])
    if tried.error is not None and tried.error.code == "person_changed":
        context["differences"] = differences(form, name, details)
    else:
        # Only what was read just now may be overwritten, and this page does not show it.
        context["read"] = _version_read(request)
    return render(request, "federation/person_form.html", context, status=tried.status)


@require_safe
@office_only
def person_data(request: HttpRequest, pk: int) -> HttpResponse:
    """Show document, contacts and guardian; it is noted who looked."""
    who = get_object_or_404(Person, pk=pk)
    details = actions.details_of(who)
    for kind in kinds_looked_at(details):
        actions.log_access(kind=kind, by=cast("User", request.user), person=who)
    context = {
        "who": who,
        "groups": personal_facts(details),
        "born": age_text(who.birth_date, clock.today()),
        "minor": is_minor(who.birth_date, clock.today()),
        "crumbs": _crumbs(who, gettext("Documento y contactos")),
    }
    return render(request, "federation/person_data.html", context)


def _form_context(form: PersonForm, who: Person | None) -> dict[str, object]:
    title = gettext("Cambiar datos") if who else gettext("Nueva persona")
    return {
        "form": form,
        "who": who,
        "title": title,
        "read": who.version if who else None,
        "back": _page_of(who) if who else reverse("federation:people"),
        "crumbs": _crumbs(who, title),
        "client_id": new_client_id(),
        **field_groups(form),
    }


def _crumbs(who: Person | None, last: str) -> list[object]:
    people_crumb = crumb(gettext("Personas"), reverse("federation:people"))
    return [people_crumb, *([crumb(who, _page_of(who))] if who else []), crumb(last)]


def _page_of(who: Person) -> str:
    return reverse("matches:person", args=[who.pk])


def _alike_rows(form: PersonForm) -> list[dict[str, str]]:
    name = form.name()
    found = queries.alike(name.given_name, name.surname_1, name.surname_2, birth_date=name.birth_date)
    today = clock.today()
    return [
        {"name": str(who), "url": _page_of(who), "born": age_text(who.birth_date, today)} for who in found
    ]


def _version_read(request: HttpRequest) -> int:
    """The version of the record that the form was shown with; 0, which is nobody's, when it says none."""
    written = request.POST.get("read", "")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0


def _done(request: HttpRequest, form: PersonForm, said: str, to: str) -> HttpResponse:
    messages.success(request, said)
    for change in form.document_changes:
        messages.warning(request, gettext("Documento: %(change)s") % {"change": change})
    return redirect(to)
