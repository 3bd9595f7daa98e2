"""The office's front page, and the list of accounts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from federation import messages as words
from federation.forms.office import AccountsFilterForm
from federation.permissions import may_administer, may_run_office
from federation.queries import accounts as account_queries
from federation.queries import invitations as invitation_queries
from federation.rules.errors import ForbiddenError

PER_PAGE = 50
WAITING_SHOWN = 30
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Card:
    """A door of the office's front page that an app above this one gives (`OFFICE_CARDS` in the settings)."""

    id: str
    title: str
    icon: str
    text: str
    url: str
    label: str
    tone: str = ""


def office_only(view: View) -> View:
    """Let the view run for office and administrators; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_run_office(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


def administrators_only(view: View) -> View:
    """Let the view run for administrators; the office may not (403), and others do not see it (404)."""

    @wraps(view)
    @office_only
    def allowed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_administer(request.user):
            raise PermissionDenied(words.text(ForbiddenError("only_administrators")))
        return view(request, *args, **kwargs)

    return allowed


@require_safe
@office_only
def office(request: HttpRequest) -> HttpResponse:
    """Show where the office goes from here, and the invitations that nobody has answered."""
    waiting = invitation_queries.waiting()
    shown = list(waiting[: WAITING_SHOWN + 1])
    context = {
        "cards": [card for name in settings.OFFICE_CARDS for card in import_string(name)()],
        "waiting": shown[:WAITING_SHOWN],
        "more": len(shown) > WAITING_SHOWN,
        "not_sent": invitation_queries.mail_waiting(shown),
        "now": timezone.now(),
        "administers": may_administer(request.user),
    }
    return render(request, "federation/office.html", context)


@require_safe
@office_only
def accounts(request: HttpRequest) -> HttpResponse:
    """List accounts, narrowed by name, role, state and second factor."""
    form = AccountsFilterForm(request.GET)
    page = Paginator(account_queries.accounts(form.chosen()), PER_PAGE).get_page(request.GET.get("pagina"))
    return render(request, "federation/accounts.html", {"form": form, "page": page})
