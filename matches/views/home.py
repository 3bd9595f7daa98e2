"""Where a person with an account begins."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.account import account_of
from matches.views.home_page import home_page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is next: a captain's and a judge's encounters; the round to those who oversee.

    `competicion` and `jornada` in the address choose what those who oversee see.
    """
    page = home_page(
        account_of(request),
        competition=number_in(request.GET.get("competicion", "")),
        round_number=number_in(request.GET.get("jornada", "")),
    )
    return render(request, "matches/home.html", {"page": page})


def number_in(text: str) -> int | None:
    """A number from an address; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
