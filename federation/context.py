"""What the shell of every page shows: whose federation it is, and the person's tabs.

Everything is lazy: a fragment that shows neither costs no query.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.models import Federation, Role
from federation.permissions import OFFICE as RUN_OFFICE
from federation.queries.delegations import clubs_of
from federation.queries.roles import current_roles


@dataclass(frozen=True)
class Tab:
    """One entry of the main navigation."""

    label: str
    icon: str
    url: str
    current: bool


@dataclass(frozen=True)
class _Page:
    """A page of the main navigation: its route, words and icon, and the paths that belong under it."""

    route: str
    label: Promise
    icon: str
    paths: tuple[str, ...]


_ALL = _Page(
    "matches:home",
    _("Encuentros"),
    "calendar",
    ("/inicio/", "/encuentros/", "/incidencias/", "/jornadas/", "/comite/"),
)
_OWN = replace(_ALL, label=_("Mis encuentros"))
_LIVE = _Page("matches:live", _("En directo"), "radio", ("/directo/",))
_STANDINGS = _Page("matches:standings_index", _("Clasificación"), "trophy", ("/clasificacion/",))
_BOARD = _Page("matches:open_board", _("Mesa"), "pen-line", ("/mesa/", "/mesas/"))
_VERIFY = _Page("matches:verify", _("Verificar"), "shield-check", ("/verificar/",))
_CLUB = _Page("federation:my_clubs", _("Mi club"), "users", ("/club/",))
_COMMITTEE = _Page("matches:committee_partidas", _("Comité"), "scale", ("/comite/",))
_OFFICE = _Page("federation:office", _("Secretaría"), "clipboard-list", ("/secretaria/",))

PUBLIC = (_STANDINGS, _LIVE, _BOARD, _VERIFY)
PERSON = (_OWN, _LIVE, _BOARD, _VERIFY)
FEDERATION = (_ALL, _LIVE, _BOARD, _VERIFY)
OFFICE = (_ALL, _BOARD, _VERIFY, _OFFICE)
COMMITTEE = (
    replace(_ALL, paths=tuple(path for path in _ALL.paths if path not in _COMMITTEE.paths)),
    _LIVE,
    _VERIFY,
    _COMMITTEE,
)


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
    return [
        Tab(str(page.label), page.icon, reverse(page.route), request.path.startswith(page.paths))
        for page in _pages(request)
    ]


def _pages(request: HttpRequest) -> tuple[_Page, ...]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return PUBLIC
    roles = current_roles(user)
    pages = _pages_of(roles)
    if not clubs_of(user).exists():
        return pages
    # The page that everybody finds without an account makes room for a delegate's own.
    return (*(page for page in pages if page is not _VERIFY), _CLUB)


def _pages_of(roles: frozenset[str]) -> tuple[_Page, ...]:
    if roles & RUN_OFFICE:
        return OFFICE
    if Role.COMMITTEE in roles:
        return COMMITTEE
    return FEDERATION if roles else PERSON
