"""Pages that exist for the tests of the shell only: the components as the drawn pages arrange them.

Each is public; its template extends the real `base.html`, so that styles, scripts and
policies are those of the product.
"""

import json
from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import RequestContext, Template
from django.templatetags.static import static
from django.urls import include, path
from django.utils.html import format_html

from federation import urls as product
from federation.http import etag_of, not_modified, tagged

SENT: list[dict[str, str]] = []
"""What the pages have received, in order."""

STATE = {"version": 1, "answer": 200, "fail": 0}

SEATS = [
    {"name": "Nuria Alcaraz", "letter": "N", "number": 2},
    {"name": "Iván Belmonte", "letter": "O", "number": 3},
    {"name": "Julián Ros", "letter": "S", "number": 4},
    {"name": "Paca Lorente", "letter": "E", "number": 1, "leader": True},
]
ROWS = [
    {"number": 3, "leader": "Julián", "points": 46, "ending": "Cierre", "home": 38, "away": "(98)",
     "state": "propuesta", "label": "Propuesta", "tone": "wait"},
    {"number": 2, "leader": "Iván", "points": 52, "ending": "Dominó", "home": 38, "away": 52,
     "state": "conforme", "label": "Conforme"},
    {"number": 1, "leader": "Nuria", "points": 38, "ending": "Dominó", "home": 38, "away": 0,
     "state": "conforme", "label": "Conforme"},
]  # fmt: skip
HOME = {"name": "La Seis Doble", "letters": "N·S", "total": 143, "missing": 157}
AWAY = {"name": "Los Molinos", "letters": "O·E", "total": 79, "missing": 221, "proposed": 46}


def _template(name: str) -> Template:
    return Template((Path(__file__).parent / "shell_templates" / f"{name}.html").read_text(encoding="utf-8"))


def show(request: HttpRequest, name: str, **context: object) -> HttpResponse:
    """Render one of the templates beside this module."""
    return HttpResponse(_template(name).render(RequestContext(request, context)))


@login_not_required
def sheet(request: HttpRequest) -> HttpResponse:
    """Show the sheet; answer a write as told by STATE."""
    if request.method == "GET":
        return show(request, "sheet", home=HOME, away=AWAY, seats=SEATS, rows=ROWS)
    SENT.append(request.POST.dict())
    body = json.dumps(request.POST.dict(), ensure_ascii=False)
    answer = format_html('<link rel="icon" href="{}"><p>{}</p>', static("icons/icon.svg"), body)
    return HttpResponse(answer, status=STATE["answer"])


@login_not_required
def live(request: HttpRequest) -> HttpResponse:
    """Show a page with a live part."""
    part = _template("part").render(RequestContext(request, {"version": STATE["version"]}))
    return show(request, "live", part=part)


@login_not_required
def live_part(request: HttpRequest) -> HttpResponse:
    """Answer the live part, or 304, or as a server that is not there."""
    if STATE["fail"]:
        return HttpResponse(status=503)
    etag = etag_of(STATE["version"])
    return not_modified(request, etag) or tagged(show(request, "part", version=STATE["version"]), etag)


urlpatterns = [
    path("hoja/", sheet),
    path("directo/", live),
    path("directo/parte/", live_part),
    path("firma/", login_not_required(lambda request: show(request, "sign"))),
    path("lenta/", login_not_required(lambda request: show(request, "plain"))),
    path("", include(product)),
]
handler400, handler403 = product.handler400, product.handler403
handler404, handler500 = product.handler404, product.handler500
