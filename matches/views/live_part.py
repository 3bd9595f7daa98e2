"""How a public page is answered: whole, as the part that changes, or not at all while nothing has changed.

What it shows of one version is made once in each process and kept. It is told apart by
everything that a write changes (versions, states, epochs) and by the language; what is
changed elsewhere (a name, a consent, a venue) reaches it within `CEILING` seconds, since
the tag changes then whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation

from federation import clock
from federation.http import etag_of, fragment, not_modified, tagged
from federation.rules.zones import in_zone
from matches.queries.stamps import Stamp

PAGE = "matches/live/page.html"
TARGET = "vivo"
CEILING = 120


@dataclass(frozen=True)
class Crumb:
    """One step of the way to a page."""

    label: str
    url: str


class Page(Protocol):
    """What every public page knows of itself."""

    @property
    def template(self) -> str:
        """The template of the part that changes."""
        ...

    @property
    def title(self) -> str:
        """The title of the document."""
        ...

    @property
    def about(self) -> str:
        """A sentence for those who find it from outside."""
        ...

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way here."""
        ...

    @property
    def zone(self) -> str:
        """On which clock its hours are."""
        ...


@dataclass(frozen=True)
class _Kept:
    """The part that changes, made for one tag, and what the page around it says."""

    etag: str
    html: str
    title: str
    about: str
    crumbs: tuple[Crumb, ...]
    zone: str


def answer(request: HttpRequest, stamp: Stamp, read: Callable[[], Page]) -> HttpResponse:
    """Answer for a page that `read` reads, whose contents change with its stamp.

    The part that changes has its language in its address (`idioma`), so that it depends on
    nothing else that a browser sends and may be kept on the way. Without one it is told
    in the language of the request, for that browser only.
    """
    is_part = fragment(request, PAGE, {TARGET: "part"}) != PAGE
    asked = request.GET.get("idioma", "") if is_part else ""
    shared = asked in dict(settings.LANGUAGES)
    language = asked if shared else translation.get_language() or settings.LANGUAGE_CODE
    etag = _tag(stamp, language)
    if is_part and (unchanged := not_modified(request, etag, public=shared)) is not None:
        return unchanged
    with translation.override(language):
        kept = _kept(request.path, stamp, language, etag, read)
        if not is_part:
            made_at = in_zone(clock.now(), kept.zone)
            return render(request, PAGE, {"part": kept, "made_at": made_at})
    response = HttpResponse(kept.html, headers={"Content-Language": language})
    return tagged(response, etag, public=shared)


def _tag(stamp: Stamp, language: str) -> str:
    # Each encounter has its own moment, so that not all are asked for anew at once.
    period = int(clock.now().timestamp() + 7 * stamp.key) // CEILING
    return etag_of(stamp.about, stamp.key, *stamp.parts, language, period)


def _kept(path: str, stamp: Stamp, language: str, etag: str, read: Callable[[], Page]) -> _Kept:
    name = f"part:{stamp.about}:{stamp.key}:{language}"
    kept: _Kept | None = caches["pages"].get(name)
    if kept is None or kept.etag != etag:
        page = read()
        follow = f"{path}?idioma={language}"
        html = render_to_string(page.template, {"page": page, "etag": etag, "follow": follow})
        kept = _Kept(etag, html, page.title, page.about, page.crumbs, page.zone)
        caches["pages"].set(name, kept)
    return kept
