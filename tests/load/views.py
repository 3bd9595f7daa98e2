"""The floors: the least that a view can do for a write, for an unchanged page, for a page of a table.

They belong to the bench and are reached by its own routes only.
"""

import os
from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template import engines
from django.views.decorators.http import require_POST, require_safe

from federation.models import Person, WriteReceipt

ROWS = 30
TAG = '"sin-cambios"'
PAGE = """<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><title>Personas</title></head>
<body>
<table>
<thead>
<tr><th>N.º</th><th>Nombre</th><th>Apellido</th><th>Segundo apellido</th><th>Nacimiento</th></tr>
</thead>
<tbody>{% for person in people %}
<tr>
<td>{{ person.pk }}</td><td>{{ person.given_name }}</td><td>{{ person.surname_1 }}</td>
<td>{{ person.surname_2 }}</td><td>{{ person.birth_date }}</td>
</tr>{% endfor %}
</tbody>
</table>
</body>
</html>
"""


def _measured(response: HttpResponse) -> HttpResponse:
    # Without the middleware nobody else says how long it is, and the answer would come in chunks.
    response["Content-Length"] = str(len(response.content))
    return response


@login_not_required
@require_safe
def process(_request: HttpRequest) -> HttpResponse:
    """Which of the server's processes answers on this connection."""
    return _measured(HttpResponse(str(os.getpid())))


@require_POST
def one_insert(request: HttpRequest) -> HttpResponse:
    """Insert one row in a transaction, for somebody who is logged in where there are logins."""
    with transaction.atomic():
        WriteReceipt.objects.create(
            client_id=request.POST["client_id"], author="banco", body_digest="0" * 64, answer={}
        )
    return _measured(HttpResponse("hecho"))


@login_not_required
@require_safe
def unchanged(_request: HttpRequest) -> HttpResponse:
    """Say that nothing has changed, whoever asks and whatever he has."""
    response = HttpResponseNotModified()
    response["ETag"] = TAG
    return response


@cache
def _page() -> Any:
    return engines["django"].from_string(PAGE)


@login_not_required
@require_safe
def thirty_rows(request: HttpRequest) -> HttpResponse:
    """A table of thirty people: one question to the database, one template without parts."""
    people = list(Person.objects.order_by("pk")[:ROWS])
    return _measured(HttpResponse(_page().render({"people": people}, request)))
