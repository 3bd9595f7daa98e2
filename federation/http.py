"""Small helpers between views and the browser. Knows no domain word and no table.

A page works as plain HTML; htmx asks for parts of it. Here is how the server
chooses the part, answers a write in both ways, spares an unchanged answer, and
puts the refusal of a rule beside the field that it belongs to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_not_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from federation.rules.errors import RuleError

MESSAGES_TARGET = "#messages"
"""Where the shell of each page shows what concerns the whole page."""

KEEP_TYPED = "X-Keep-Typed"
"""Header that has the page keep what was typed until its form is shown again (static/js/typed.js)."""

Texts = Callable[[RuleError], str]
"""Gives the words of a refusal; each app has one in its `messages`."""

View = TypeVar("View", bound=Callable[..., HttpResponse])


def for_everybody(view: View) -> View:
    """Mark a public view that shows the same to whoever asks, with an account or without.

    Middleware leaves session and account of such a request alone: thousands follow an encounter.
    """
    view.is_for_everybody = True  # type: ignore[attr-defined]
    return login_not_required(view)


def is_for_everybody(view: Any) -> bool:
    """Say whether a view was marked so."""
    return bool(getattr(view, "is_for_everybody", False))


def is_fragment(request: HttpRequest) -> bool:
    """Say whether htmx asks for a part of a page (and not to restore a whole one from its history)."""
    htmx = _htmx(request)
    return htmx is not None and not htmx.boosted and not htmx.history_restore_request


def _htmx(request: HttpRequest) -> HtmxDetails | None:
    """Give what htmx says of its request; None for a plain one."""
    details: HtmxDetails | None = getattr(request, "htmx", None)
    return details if details else None


def fragment(request: HttpRequest, template: str, targets: Mapping[str, str]) -> str:
    """Give the template to render: `template`, or the part of it that htmx will replace.

    `targets` maps the id of a target element to the name of a partial of `template`.
    The server chooses: a target that is not in it gets the whole page.
    """
    htmx = _htmx(request)
    if htmx is None or not is_fragment(request):
        return template
    partial = targets.get(htmx.target or "")
    return f"{template}#{partial}" if partial else template


def respond(
    request: HttpRequest,
    to: str,
    *args: object,
    rebuild: Callable[[], HttpResponse] | None = None,
    **kwargs: object,
) -> HttpResponse:
    """Answer a write that was done: redirect a plain form; for htmx rebuild the part from fresh data.

    `to` (with `args` and `kwargs`) is a route name, a model with an address, or a path.
    Without `rebuild`, htmx loads the page at `to` whole.
    """
    if not is_fragment(request):
        return HttpResponseRedirect(resolve_url(to, *args, **kwargs))
    if rebuild is not None:
        return rebuild()
    return HttpResponseClientRedirect(resolve_url(to, *args, **kwargs))


def etag_of(*parts: object) -> str:
    """Make a quoted entity tag out of what an answer depends on (versions, language, who looks)."""
    text = "\x1f".join(str(part) for part in parts)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def not_modified(request: HttpRequest, etag: str, *, public: bool = False) -> HttpResponse | None:
    """Give a 304 when the browser holds the answer with this tag already, else None.

    `public` says, as for `tagged`, that an edge may keep it.
    """
    # A proxy that compresses may have made the tag weak; the contents are the same.
    held = {tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))}
    if etag not in held and "*" not in held:
        return None
    return tagged(HttpResponseNotModified(), etag, public=public)


def tagged(response: HttpResponse, etag: str, *, public: bool = False) -> HttpResponse:
    """Put the tag on an answer, with the order to ask again each time; `public` lets an edge keep it."""
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache" if public else "private, no-cache"
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def add_rule_error(form: BaseForm, error: RuleError, texts: Texts) -> None:
    """Put the refusal of a rule on the form: beside its field when the form has it, else on top."""
    field = error.field if error.field in form.fields else None
    form.add_error(field, texts(error))


def notice(
    request: HttpRequest, text: str, *, status: int, tone: str = "stop", **extra: object
) -> HttpResponse:
    """Answer htmx with a notice that goes to the top of the page, whatever the target was.

    `extra` may hold `title`, `href` with `link`, `reference`.
    """
    context = {"text": text, "tone": tone, "alert": True, **extra}
    response = render(request, "components/notice.html", context, status=status)
    response["HX-Retarget"] = MESSAGES_TARGET
    response["HX-Reswap"] = "innerHTML show:window:top"
    return response


def page_behind(request: HttpRequest) -> str:
    """Give the path of the page that the person is looking at (for htmx, not the address of the part)."""
    htmx = _htmx(request)
    return request.get_full_path() if htmx is None else htmx.current_url_abs_path or "/"


def page_of_form(request: HttpRequest) -> str:
    """Give the path of the page that a plain form was sent from, else that of the request."""
    parts = urlsplit(request.headers.get("Referer", ""))
    if (parts.scheme, parts.netloc) != (request.scheme, request.get_host()):
        return request.get_full_path()
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def is_from_here(request: HttpRequest) -> bool:
    """Say whether the browser itself declares that the request came from one of our own pages."""
    origin = request.headers.get("Origin") or request.headers.get("Referer", "")
    parts = urlsplit(origin)
    return bool(parts.netloc) and (parts.scheme, parts.netloc) == (request.scheme, request.get_host())
