"""The page of an account: what it can do and why, what it lacks, what was done. A person's: `matches`."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from competitions.queries.rights import rights_of
from competitions.views import rights_page
from federation.models import Person, Role, User
from federation.permissions import may_administer, may_run_office
from federation.queries.history import history

OFFICE_ENDS = ("club_delegate", "acting_captain")


@require_safe
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """What an account of nobody may do. For office and administrators; one of a person leads to his page."""
    if not may_run_office(request.user):
        raise Http404
    user = get_object_or_404(User, pk=pk)
    if user.person_id is not None:
        return redirect("matches:person", pk=user.person_id)
    context = {"who": None, **rights_context(request, user, None)}
    return render(request, "competitions/rights.html", context)


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """What whoever looks may do himself, and what he lacks."""
    user = cast("User", request.user)
    found = rights_of(user, user.person)
    context = {
        "rights": [rights_page.right_row(right) for right in found.rights],
        "lacks": [rights_page.lack_text(lack) for lack in found.lacks],
        "captained": [right for right in found.rights if right.kind in ("captain", "non_playing_captain")],
    }
    return render(request, "competitions/own_rights.html", context)


def rights_context(request: HttpRequest, user: User | None, who: Person | None) -> dict[str, object]:
    """What a page shows of the rights of an account, a person, or a person with his account."""
    found = rights_of(user, who)
    administers = may_administer(request.user)
    ends = (*OFFICE_ENDS, *Role.values) if administers else OFFICE_ENDS
    return {
        "account": user,
        "title": str(who or user),
        "rights": [rights_page.right_row(right, may_end=ends) for right in found.rights],
        "lacks": [rights_page.lack_text(lack) for lack in found.lacks],
        "invitation": found.invitation,
        "acts": rights_page.acts(history(user, who)),
        "administers": administers,
        "is_self": user is not None and user.pk == request.user.pk,
    }
