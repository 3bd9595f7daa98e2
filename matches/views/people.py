"""A person's page for the office: everything that is known of him, on one page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.views.people_rights import rights_context
from federation.models import Person
from federation.views.form_pages import crumb
from federation.views.office import office_only
from matches.views.person_page import person_page


@require_safe
@office_only
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a person, with or without an account. For office and administrators; 404 for others.

    A record that was merged leads to the one that was kept.
    """
    found = get_object_or_404(Person.objects.select_related("user"), pk=pk)
    if found.merged_into_id is not None:
        messages.info(request, gettext("La ficha que buscabas se unió a esta."))
        return redirect("matches:person", pk=found.merged_into_id)
    context = {
        "who": found,
        "page": person_page(found),
        "crumbs": [crumb(gettext("Personas"), reverse("federation:people")), crumb(found)],
        **rights_context(request, getattr(found, "user", None), found),
    }
    return render(request, "matches/person.html", context)
