"""What the shell of every page shows: whose federation it is, and the person's tabs.

Everything is lazy: a fragment that shows neither costs no query.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.models import Federation
from federation.queries.roles import current_roles


@dataclass(frozen=True)
class Tab:
    """One entry of the main navigation."""

    label: str
    icon: str
    url: str
    current: bool


_LABELS: dict[str, tuple[object, str]] = {
    "matches:home": (_("Encuentros"), "calendar"),
    "competitions:index": (_("Clasificación"), "trophy"),
    "matches:live": (_("En directo"), "radio"),
    "matches:verify": (_("Verificar"), "shield-check"),
    "federation:office": (_("Secretaría"), "building-2"),
    "matches:cases": (_("Expedientes"), "gavel"),
}
"""Route name to its words and icon. The routes belong to whichever app mixes the facts on that page."""

_PUBLIC = ("competitions:index", "matches:live", "matches:verify")
_PERSON = ("matches:home", "competitions:index", "matches:live", "matches:verify")
_COMMITTEE = ("matches:home", "matches:cases", "competitions:index", "matches:verify")
_OFFICE = ("matches:home", "federation:office", "competitions:index", "matches:verify")


def site(request: HttpRequest) -> dict[str, object]:
    """Give templates `federation` (name, short_name) and `tabs` (at most four `Tab`)."""
    return {
        "federation": SimpleLazyObject(_federation),
        "tabs": SimpleLazyObject(lambda: _tabs(request)),
    }


def _federation() -> Federation:
    found = Federation.objects.first()
    # Before the first set-up there is none yet; pages still need a name to show.
    return found or Federation(name=gettext("Federación"), short_name=gettext("Federación"))


def _tabs(request: HttpRequest) -> list[Tab]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return _build(request, _PUBLIC)
    roles = current_roles(user)
    if roles & {"office", "sporting_director", "administrator"}:
        return _build(request, _OFFICE)
    return _build(request, _COMMITTEE if "committee" in roles else _PERSON)


def _build(request: HttpRequest, names: tuple[str, ...]) -> list[Tab]:
    tabs = []
    for name in names:
        label, icon = _LABELS[name]
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        tabs.append(Tab(str(label), icon, url, request.path.startswith(url)))
    return tabs
