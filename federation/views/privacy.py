"""A person's data as the law looks at them: who looked at them, what was made one of his, what is kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation.models import Erasure, Person
from federation.permissions import may_administer
from federation.queries.erasure import holds_of
from federation.queries.merging import merges_of
from federation.views.form_pages import crumb
from federation.views.office import office_only


@require_safe
@office_only
def privacy(request: HttpRequest, person: int) -> HttpResponse:
    """Show what was merged into a record, and lead to everything that is done with a person's data."""
    who = get_object_or_404(Person, pk=person)
    if who.merged_into_id is not None:
        return redirect("federation:privacy", person=who.merged_into_id)
    context = {
        "who": who,
        "merges": merges_of(who),
        "administers": may_administer(request.user),
        "holds": (holds := holds_of(who)),
        "held": any(each.lifted_at is None for each in holds),
        "erasure": Erasure.objects.filter(person=who).first(),
        "crumbs": [
            crumb(who, reverse("matches:person", args=[who.pk])),
            crumb(gettext("Datos personales")),
        ],
    }
    return render(request, "federation/privacy.html", context)
