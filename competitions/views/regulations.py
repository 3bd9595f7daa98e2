"""Pages of the regulations: their versions, what one says, and what two differ in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.queries import regulations as queries
from federation.models import RegulationVersion
from federation.parameter_explanations import EXPLANATIONS
from federation.parameter_words import GROUP_TITLES, SET_TITLES, describe, other_values
from federation.permissions import may_read_regulations
from federation.rules.parameter_groups import GROUPS
from federation.rules.parameters import CATALOGUE, defaults, departing, differences, plain
from federation.rules.ready_made_sets import SETS
from federation.views.form_pages import crumb

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Point:
    """A parameter of a version in words: what it is called and says, why it is there, what is usual."""

    name: str
    label: str
    value: str
    article: str
    explanation: str
    usual: str
    others: str


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
    sets = [(SET_TITLES[each.code], points(each.overrides, plain(each.overrides))) for each in SETS]
    context = {"regulations": queries.regulations(), "sets": sets}
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
        "others": [each for each in queries.versions_of(found.regulation) if each.pk != found.pk],
        "crumbs": _crumbs(found),
    }
    return render(request, "competitions/regulation_version.html", context)


@require_safe
@readers_only
def comparison(request: HttpRequest, before: int, after: int) -> HttpResponse:
    """Show what two versions differ in, side by side."""
    first, second = _found([before, after])
    names = differences(first.parameters, second.parameters)
    sides = zip(points(names, first.parameters), points(names, second.parameters), strict=True)
    context = {
        "before": first,
        "after": second,
        "pairs": list(sides),
        "crumbs": [*_crumbs(second, linked=True), crumb(gettext("Comparar"))],
    }
    return render(request, "competitions/regulation_comparison.html", context)


def points(names: Iterable[str], stored: Mapping[str, Any]) -> list[Point]:
    """The parameters in words, as a stored set has them; what it does not name plays by its default."""
    usual = plain(defaults())
    return [_point(name, {**usual, **stored}.get(name), usual.get(name)) for name in names]


def _point(name: str, value: Any, usual: Any) -> Point:
    label, told = describe(name, value)
    return Point(
        name=name,
        label=label[:1].upper() + label[1:],
        value=told,
        article=CATALOGUE[name].article if name in CATALOGUE else "",
        explanation=str(EXPLANATIONS.get(name, "")),
        usual=describe(name, usual)[1] if value != usual else "",
        others="; ".join(other_values(name, value)),
    )


def _found(keys: list[int]) -> list[RegulationVersion]:
    rows = RegulationVersion.objects.select_related("regulation").in_bulk(keys)
    if len(rows) < len(set(keys)):
        raise Http404
    return [rows[key] for key in keys]


def _crumbs(found: RegulationVersion, *, linked: bool = False) -> list[Mapping[str, str]]:
    here = reverse("competitions:regulation_version", args=[found.pk]) if linked else ""
    return [crumb(gettext("Reglamentos"), reverse("competitions:regulations")), crumb(found, here)]
