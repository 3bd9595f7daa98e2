"""Closing a venue: asks what is still to be played there."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions import messages as words
from competitions.actions.venues import close_venue as close
from federation.forms.clubs import LastDayForm
from federation.models import User, Venue
from federation.views.office import office_only
from federation.views.writes import Question, ask


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def close_venue(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the last day, then close a venue."""
    by, found = cast("User", request.user), get_object_or_404(Venue, pk=pk)
    question = Question(
        title=gettext("Cerrar la sede"),
        text=gettext("Después de ese día no se programan encuentros en %(venue)s. Lo jugado se conserva.")
        % {"venue": found},
        button=gettext("Cerrar la sede"),
        back=reverse("federation:venue", args=[found.pk]),
        danger=True,
    )
    form = LastDayForm(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: close(venue=found, last_day=form.day(), by=by),
        said=gettext("Sede cerrada."),
        texts=words.text,
    )
