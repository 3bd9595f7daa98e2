"""Acting captains of a team: who is named, naming another, taking it back."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions import messages as words
from competitions.actions.captaincy import dismiss_acting_captain, name_acting_captain
from competitions.forms.captaincy import ActingCaptainForm
from competitions.models import ActingCaptain
from competitions.permissions import may_name_acting_captain, may_see_captaincy
from competitions.queries.captaincy import day_of, of_team
from federation.models import Team, User
from federation.rules.errors import ForbiddenError
from federation.views.writes import Question, ask, attempt_as_user, new_client_id

pages = require_http_methods(["GET", "HEAD", "POST"])


def team_or_404(user: User, pk: int) -> Team:
    """The team, for whoever may see who speaks for it; 404 otherwise."""
    team = get_object_or_404(Team.objects.select_related("club", "season"), pk=pk)
    if not may_see_captaincy(user, team):
        raise Http404
    return team


@pages
def acting_captain(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who acts for a team's captain, and name somebody."""
    user = cast("User", request.user)
    team = team_or_404(user, pk)
    may_name = may_name_acting_captain(user, team)
    form = ActingCaptainForm(request.POST or None, team=team)
    status = 200
    if request.method == "POST":
        _require(may_name)
        tried = attempt_as_user(request, form, lambda: _name(form, team, user), words.text)
        if tried.done:
            messages.success(request, gettext("Capitán en funciones nombrado."))
            return redirect("competitions:acting_captain", pk=team.pk)
        status = tried.status
    context = {
        "team": team,
        "named": [(row, day_of(row.encounter) if row.encounter else None) for row in of_team(team)],
        "form": form,
        "may_name": may_name,
        "client_id": new_client_id(),
    }
    return render(request, "competitions/acting_captain.html", context, status=status)


def _name(form: forms.Form, team: Team, by: User) -> None:
    data = form.cleaned_data
    name_acting_captain(team=team, person=data["person"], term=data["term"], by=by)


@pages
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take an acting captaincy back."""
    user = cast("User", request.user)
    acting = get_object_or_404(ActingCaptain.objects.select_related("team", "person"), pk=pk)
    team = team_or_404(user, acting.team_id)
    _require(may_name_acting_captain(user, team))
    question = Question(
        title=gettext("Retirar al capitán en funciones"),
        text=gettext("%(who)s deja de actuar por %(team)s ahora mismo.")
        % {"who": acting.person, "team": team},
        button=gettext("Retirar"),
        back=reverse("competitions:acting_captain", args=[team.pk]),
        danger=True,
    )
    return ask(
        request,
        question,
        forms.Form(request.POST or None),
        lambda: dismiss_acting_captain(acting=acting, by=user),
        said=gettext("Nombramiento retirado."),
        texts=words.text,
    )


def _require(allowed: bool) -> None:  # noqa: FBT001 - one word, said at the call
    if not allowed:
        raise PermissionDenied(words.text(ForbiddenError("only_the_captain_or_office")))
