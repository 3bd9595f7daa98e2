"""The office accepts a squad that a club proposes: what would change, and what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions import messages as words
from competitions.actions import squad_requests as actions
from competitions.forms.squad_requests import AcceptSquadForm
from competitions.queries import squads as queries
from competitions.queries import teams as team_queries
from competitions.queries.squads import first_free_day
from competitions.rules.squad_proposals import NOBODY, Proposal
from competitions.rules.squads import objections_to_joining
from federation.accounts.delivery import hurry
from federation.actions.requests import last_step
from federation.models import Licence, Person, RequestKind, RosterEntry, RosterRole, Team, User
from federation.views.form_pages import FormPage, show_form
from federation.views.licence_page import Chip, chip_of
from federation.views.office import office_only
from federation.views.office_requests import office_request, page_of, request_context


@dataclass(frozen=True)
class Line:
    """Somebody who joins or leaves: what he is, what speaks against it, and what was refused."""

    field: BoundField
    who: Person
    about: str
    chip: Chip | None
    against: Sequence[str]


@dataclass(frozen=True)
class Office:
    """Who captains or seconds the team now, and who is proposed."""

    field: BoundField
    label: str
    now: str
    proposed: str


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def accept_squad(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a squad as a club proposes it."""
    by, asked = cast("User", request.user), office_request(pk)
    if asked.kind != RequestKind.SQUAD or asked.team_id is None:
        raise Http404
    context = request_context(asked)
    if request.method != "POST" and not context["waits"]:
        return redirect(page_of(asked))
    team = Team.objects.select_related("club", "season").get(pk=asked.team_id)
    proposal = actions.proposal_of(asked)
    if proposal is None:
        raise Http404
    # What was thought out for a day that has passed begins today.
    day = max(proposal.day, first_free_day(team))
    form = AcceptSquadForm(request.POST or None, proposal=proposal, day=day)
    page = FormPage(
        title=str(context["title"]),
        button=gettext("Aceptar"),
        back=reverse("federation:requests"),
        said=gettext("Solicitud aceptada."),
    )
    seen = last_step(asked)

    def act() -> str:
        data = form.cleaned_data
        actions.accept_squad(request=asked, day=data["day"], reason=data["reason"], read=data["read"], by=by)
        hurry()
        return page_of(asked)

    extra = {
        **context,
        "team": team,
        # Whoever typed something wrong has not been shown what was sent since.
        "read": request.POST.get("read", "") if request.method == "POST" and not form.is_valid() else seen,
        **_lines(form, team, proposal),
    }
    template = "competitions/accept_squad.html"
    return show_form(request, page, form, act, texts=words.text, template=template, extra=extra)


def _lines(form: AcceptSquadForm, team: Team, proposal: Proposal) -> dict[str, object]:
    """Who leaves and joins, and who captains, each with what is known. A constant number of queries."""
    day = form.initial["day"]
    members = actions.members_on(team, day)
    people = Person.objects.in_bulk([*proposal.people])
    licences = team_queries.licences(team, proposal.people)
    facts = queries.joining_all(
        team=team,
        people=[key for key in proposal.joins if key in people],
        role=RosterRole.PLAYER,
        day=day,
        ended=actions.ended_by(proposal, members),
    )
    against = {
        key: [words.objection_text(each) for each in objections_to_joining(joining)]
        for key, joining in facts.items()
    }
    return {
        "leaving": _each(form, "leave", proposal.leaves, people, members, licences, {}, day),
        "joining": _each(form, "join", proposal.joins, people, {}, licences, against, day),
        "offices": _offices(form, proposal, people, members),
    }


def _each(
    form: AcceptSquadForm,
    name: str,
    keys: Sequence[int],
    people: Mapping[int, Person],
    members: Mapping[int, RosterEntry],
    licences: Mapping[int, Licence],
    against: Mapping[int, Sequence[str]],
    day: object,
) -> list[Line]:
    return [
        Line(
            field=form[f"{name}_{key}"],
            who=people[key],
            about=str(members[key].get_role_display()).capitalize() if key in members else "",
            chip=chip_of(licences[key], day) if key in licences else None,  # type: ignore[arg-type]
            against=against.get(key, ()),
        )
        for key in keys
        if key in people
    ]


def _offices(
    form: AcceptSquadForm,
    proposal: Proposal,
    people: Mapping[int, Person],
    members: Mapping[int, RosterEntry],
) -> list[Office]:
    roles = {
        "captain": (gettext("Capitán"), (RosterRole.CAPTAIN, RosterRole.NON_PLAYING_CAPTAIN)),
        "vice_captain": (gettext("Subcapitán"), (RosterRole.VICE_CAPTAIN,)),
    }
    found = []
    for name, (label, held) in roles.items():
        chosen = getattr(proposal, name)
        if chosen is None:
            continue
        now = next((str(row.person) for row in members.values() if row.role in held), "")
        proposed = gettext("nadie") if chosen == NOBODY else str(people.get(chosen, ""))
        found.append(Office(form[name], label, now, proposed))
    return found
