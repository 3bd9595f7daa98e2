"""Pages behind the login that exist for the tests of what happens when a page is older than its session."""

from django.http import HttpRequest, HttpResponse
from django.template import RequestContext, Template
from django.urls import include, path
from django.views.decorators.http import require_POST

from federation import urls as product
from federation.http import fragment, respond

SENT: list[dict[str, str]] = []
"""What the forms have brought in, in order."""

PAGE = """{% extends "base.html" %}{% block title %}Hoja{% endblock %}{% block content %}<h1>Hoja</h1>
<form class="card" method="post" action="/partida/{{ kind }}/enviar/"
{% if kind == "parte" %}hx-post="/partida/parte/enviar/" hx-target="#respuesta"{% endif %}>{% csrf_token %}
<div class="field"><label for="puntos">Puntos</label><input id="puntos" name="puntos"></div>
<fieldset class="field"><legend class="label">Final</legend><div class="choices">
<label class="choice"><input type="radio" name="final" value="domino" checked>Dominó</label>
<label class="choice"><input type="radio" name="final" value="cierre">Cierre</label></div></fieldset>
<div class="field"><label for="pin">PIN</label><input id="pin" name="pin" inputmode="numeric"></div>
<button class="btn primary">Proponer</button></form><div id="respuesta"></div>{% endblock %}"""
PART = """<p>Tabla del grupo {{ group }}.</p><a class="btn" href="/partida/plana/">Ver el equipo</a>"""
FILTER = (
    """<a class="btn" href="?grupo=A" hx-get="?grupo=A" hx-target="#tabla" hx-push-url="true">Grupo A</a>"""
)
LIST = (
    """{% extends "base.html" %}{% block title %}Grupos{% endblock %}{% block content %}<h1>Grupos</h1>"""
    f"""{FILTER}<div id="tabla">{PART}</div>{{% endblock %}}"""
)


def page(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the form."""
    return HttpResponse(Template(PAGE).render(RequestContext(request, {"kind": kind})))


@require_POST
def send(request: HttpRequest, kind: str) -> HttpResponse:
    """Take it."""
    SENT.append(request.POST.dict())
    return respond(request, f"/partida/{kind}/", rebuild=lambda: HttpResponse("<p>Hecho</p>"))


def groups(request: HttpRequest) -> HttpResponse:
    """Show a list whose filter replaces a part of it and the address."""
    context = RequestContext(request, {"group": request.GET.get("grupo", "B")})
    part = fragment(request, "lista", {"tabla": "tabla"}) == "lista#tabla"
    return HttpResponse(Template(PART if part else LIST).render(context))


urlpatterns = [
    path("partida/<str:kind>/", page),
    path("partida/<str:kind>/enviar/", send),
    path("grupos/", groups),
    path("", include(product)),
]
handler400, handler403 = product.handler400, product.handler403
handler404, handler500 = product.handler404, product.handler500
