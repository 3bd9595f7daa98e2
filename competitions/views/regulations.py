"""Pages of the regulations: their versions, what one says, and what two differ in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.queries import regulation_changes as changed
from competitions.queries import regulations as queries
from competitions.views.regulation_words import changes, points
from federation.models import RegulationVersion
from federation.parameter_words import GROUP_TITLES, SET_TITLES
from federation.permissions import may_publish_regulations, may_read_regulations
from federation.rules.parameter_groups import GROUPS
from federation.rules.parameters import departing, plain
from federation.rules.ready_made_sets import SETS
from federation.views.form_pages import crumb

View = Callable[..., HttpResponse]


def readers_only(view: View) -> View:
    """Let the view run for whoever may read the regulations; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_read_regulations(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


@require_safe
@readers_only
def regulations(request: HttpRequest) -> HttpResponse:
    """List the regulations with their versions, and the ready-made sets with what each departs in."""
    sets = [
        (each.code, SET_TITLES[each.code], points(each.overrides, plain(each.overrides))) for each in SETS
    ]
    context = {
        "regulations": queries.regulations(),
        "sets": sets,
        "competitions": changed.competition_rows(),
        "waiting": list(changed.open_changes()),
        "may_publish": may_publish_regulations(request.user),
    }
    return render(request, "competitions/regulations.html", context)


@require_safe
@readers_only
def version(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a version: what departs from the usual first, the rest folded in its groups."""
    (found,) = _found([pk])
    stored, apart = found.parameters, departing(found.parameters)
    groups = [
        (GROUP_TITLES[code], points([name for name in names if name not in apart], stored))
        for code, names in GROUPS.items()
    ]
    context = {
        "row": queries.rows_of([found])[0],
        "departing": points(apart, stored),
        "groups": [(title, rows) for title, rows in groups if rows],
        "left_by": changed.left_by(found),
        "others": [each for each in queries.versions_of(found.regulation) if each.pk != found.pk],
        "crumbs": crumbs_of(found),
        "may_publish": may_publish_regulations(request.user),
    }
    return render(request, "competitions/regulation_version.html", context)


@require_safe
@readers_only
def comparison(request: HttpRequest, before: int, after: int) -> HttpResponse:
    """Show what two versions differ in, side by side."""
    first, second = _found([before, after])
    context = {
        "before": first,
        "after": second,
        "before_mark": f"v{first.number}",
        "after_mark": f"v{second.number}",
        "pairs": changes(first.parameters, second.parameters),
        "crumbs": [*crumbs_of(second, linked=True), crumb(gettext("Comparar"))],
    }
    return render(request, "competitions/regulation_comparison.html", context)


def _found(keys: list[int]) -> list[RegulationVersion]:
    rows = RegulationVersion.objects.select_related("regulation").in_bulk(keys)
    if len(rows) < len(set(keys)):
        raise Http404
    return [rows[key] for key in keys]


def crumbs_of(found: RegulationVersion, *, linked: bool = False) -> list[Mapping[str, str]]:
    """The way to a version; `linked` where the page is one behind it."""
    here = reverse("competitions:regulation_version", args=[found.pk]) if linked else ""
    return [crumb(gettext("Reglamentos"), reverse("competitions:regulations")), crumb(found, here)]
