"""An encounter that has been closed, signed or sealed, and people at its pages."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from federation.models import User
from matches.actions import encounter_day, signing
from matches.actions.pins import Identified
from matches.actions.sealing import seal_encounter
from matches.models import Acta, ActaContent, Signature
from matches.queries import actas
from matches.rules.sides import Side
from tests.factories import kept_rows, tables, world


# A play of a whole encounter takes a second: the tests of a module share one, each undoing its own writes.
@contextmanager
def kept(blocker: Any, build: Callable[[], Any]) -> Iterator[Any]:
    """Build within a transaction that is undone in the end; for a fixture of a module."""
    with blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


def fresh(built: world.World) -> world.World:
    """A copy whose encounter is read again, for one test."""
    each = copy.copy(built)
    each.reload()
    return each


STROKES = "[[[10,20],[30,40],[500,200]]]"
PLAIN = signing.Drawn(kind="plain", text="", strokes=[[[10, 10], [50, 60]]], without_drawing=False)


@kept_rows.kept
def closed(*, judge: bool = True, **kwargs: object) -> world.World:
    """A world whose encounter has been played and closed: 1–1, partidas 320–20 and 20–320."""
    each = world.playing(judge=judge, **kwargs)
    for board in range(1, len(each.boards()) + 1):
        tables.play_board(each, board, world.phone(each, board))
    closers = [each.director()] if judge else [each.captain(side) for side in Side]
    for by in closers:
        encounter_day.close(encounter_id=each.encounter.pk, by=by)
    each.reload()
    return each


def content_of(each: world.World) -> ActaContent:
    """The text that is to be signed."""
    content = actas.current_content(each.encounter)
    assert content is not None
    return content


def roles(each: world.World) -> dict[str, User]:
    """The account of each signatory."""
    found = {"home_captain": each.captains[Side.HOME], "away_captain": each.captains[Side.AWAY]}
    return {**found, "judge": each.judge} if each.judge else found


def sign(each: world.World, role: str, drawn: signing.Drawn = PLAIN) -> None:
    """Sign in one's own account."""
    user = roles(each)[role]
    signing.sign(
        encounter_id=each.encounter.pk,
        role=role,
        seen_hash=content_of(each).content_hash,
        drawn=drawn,
        who=Identified(user.person_id or 0, "password", "cuenta"),
        by=world.actor(user),
    )


def signed(**kwargs: object) -> world.World:
    """A world whose acta everybody has signed."""
    each = closed(**kwargs)  # type: ignore[arg-type]
    for role in roles(each):
        sign(each, role)
    each.reload()
    return each


def sealed(**kwargs: object) -> tuple[world.World, Acta]:
    """A world whose acta is sealed."""
    each = signed(**kwargs)
    acta = seal_encounter(each.encounter.pk)
    assert acta is not None
    each.reload()
    return each, acta


def at(user: User | None) -> Client:
    """A browser in which somebody is logged in, with no misses counted yet."""
    cache.clear()
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def write(**fields: object) -> dict[str, object]:
    """The fields of a form, with an id of the write."""
    return {"client_id": world.actor().client_id, "device_time": "", **fields}


def signature(each: world.World, role: str, **fields: object) -> dict[str, object]:
    """A signature's form as somebody fills it in."""
    usual = {
        "role": role,
        "seen_hash": content_of(each).content_hash,
        "kind": "plain",
        "text": "",
        "strokes": STROKES,
        "password": world.PASSWORD,
    }
    return write(**{**usual, **fields})


def text_of(response: object) -> str:
    """What a page says, without its marks."""
    html = response.content.decode()  # type: ignore[attr-defined]
    body = re.sub(r"<(script|style|noscript)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def page(each: world.World, what: str = "firma/") -> str:
    """The address of a page of the encounter."""
    return f"/encuentros/{each.encounter.pk}/{what}"


def given(each: world.World) -> dict[str, tuple[str, str, str]]:
    """What each signatory has answered: kind, text, and how he was identified."""
    rows = Signature.objects.filter(content__encounter=each.encounter)
    return {row.role: (row.kind, row.text, row.identified) for row in rows}


def missing(each: world.World, absentee: str, **fields: object) -> dict[str, object]:
    """The form that records who refuses or is absent."""
    usual = {
        "role": absentee,
        "seen_hash": content_of(each).content_hash,
        "kind": "refused",
        "witness": "Rosa Testigo",
        "text": "No está de acuerdo.",
    }
    return write(**{**usual, **fields})
