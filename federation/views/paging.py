"""Where a page of a long list begins, as its address says it: by the keys of rows, never by names."""

from __future__ import annotations

from django.http import HttpRequest

from federation.queries.pages import Start

LONGEST_KEY = 18


def start_of(request: HttpRequest) -> Start:
    """The row after which (`tras`) or before which (`antes`) the page begins."""
    return Start(after=_key(request, "tras"), before=_key(request, "antes"))


def _key(request: HttpRequest, name: str) -> int | None:
    written = request.GET.get(name, "")
    return int(written) if written.isascii() and written.isdigit() and len(written) <= LONGEST_KEY else None
