"""People at the pages of an encounter that has not been closed: who asks, who sends, what is read."""

from __future__ import annotations

import html
import itertools
import re
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import User
from tests.factories.world import PASSWORD, World
from tests.federation.people import code_now, enrol

_ids = itertools.count(1)


def at(user: User) -> Client:
    """A browser in which somebody has entered."""
    client = Client()
    client.force_login(user)
    return client


def at_office(world: World) -> Client:
    """The office, with its second factor shown."""
    return with_factor(world.office)


def with_factor(user: User) -> Client:
    """Somebody who holds a role of the federation, with his second factor shown."""
    secret = enrol(user)
    client = Client()
    client.post("/cuentas/entrar/", {"login": user.email, "password": PASSWORD})
    cache.clear()
    client.post("/cuentas/dos-pasos/codigo/", {"code": code_now(secret)})
    return client


def path(world: World, rest: str = "") -> str:
    """A page of the encounter."""
    return f"/encuentros/{world.encounter.pk}/{rest}"


def send(
    client: Client, to: str, data: dict[str, Any] | None = None, *, part: str = "", **extra: Any
) -> HttpResponse:
    """Send a form; `part` as htmx does, for the element with that id."""
    body = {"client_id": f"prueba-vista-{next(_ids):06d}", **(data or {})}
    headers = {"HX-Request": "true", "HX-Target": part} if part else {}
    return client.post(to, body, headers=headers, **extra)  # type: ignore[return-value]


def text_of(response: HttpResponse) -> str:
    """What a person reads in the main part of a page."""
    body = response.content.decode()
    main = re.search(r"<main.*?</main>", body, re.DOTALL)
    plain = re.sub(r"<[^>]+>", " ", main.group() if main else body)
    return re.sub(r"\s+", " ", html.unescape(plain)).strip()


def said(response: HttpResponse) -> str:
    """The messages on top of a page."""
    found = re.search(r'<div id="messages".*?(?=<main)', response.content.decode(), re.DOTALL)
    plain = re.sub(r"<[^>]+>", " ", found.group() if found else "")
    return re.sub(r"\s+", " ", html.unescape(plain)).strip()


def queries(client: Client, to: str) -> int:
    """How many questions a page asks the database."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(to).status_code == 200
    return len(asked)
