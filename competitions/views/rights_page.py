"""What the page "qué puede hacer y por qué" shows, ready for its template. Asks the database for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext

from competitions.queries.rights import Lack, Right
from competitions.views.rights_words import ABILITIES, ACTS, LACKS, SOURCES, TITLES
from federation.messages import fill
from federation.models import AuditEntry


@dataclass(frozen=True)
class RightRow:
    """One right with its source, what it allows, and the page that ends it (empty where none does)."""

    title: str
    source: str
    abilities: list[str]
    pending: bool
    end_url: str
    end_label: str


@dataclass(frozen=True)
class Act:
    """One line of the history."""

    at: datetime
    text: str
    author: str


def right_row(right: Right, *, may_end: Iterable[str] = ()) -> RightRow:
    """Give a right in words; `may_end` names the kinds that whoever looks may end."""
    route = "" if right.kind not in may_end else _END.get(right.kind, "federation:end_role")
    keys = [right.object_id] if route == "competitions:acting_captain" else [right.source_id]
    return RightRow(
        title=fill(TITLES[right.kind], {"of": right.of}),
        source=_source(right),
        abilities=[str(line) for line in ABILITIES[right.kind]],
        pending=right.pending,
        end_url=reverse(route, args=keys) if route else "",
        end_label=gettext("Ver") if route == "competitions:acting_captain" else gettext("Quitar"),
    )


_END = {
    "club_delegate": "federation:dismiss_delegate",
    "acting_captain": "competitions:acting_captain",
}


def _source(right: Right) -> str:
    parts = []
    if right.since and right.since == right.until:
        parts.append(gettext("el %(day)s") % {"day": _day(right.since)})
    elif right.kind == "judge" and right.until:
        parts.append(gettext("se juega el %(day)s") % {"day": _day(right.until)})
    else:
        if right.since:
            parts.append(gettext("desde el %(day)s") % {"day": _day(right.since)})
        if right.until:
            parts.append(gettext("hasta el %(day)s") % {"day": _day(right.until)})
    if right.given_by:
        parts.append(gettext("por %(who)s") % {"who": right.given_by})
    elif right.kind in SOURCES:
        parts.append(str(SOURCES[right.kind]))
    else:
        parts.append(gettext("por la puesta en marcha"))
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def lack_text(lack: Lack) -> str:
    """Say what is missing."""
    return fill(LACKS[lack.code], {"of": lack.of})


def acts(entries: Iterable[AuditEntry]) -> list[Act]:
    """Give the history in words; an act without words of its own shows its name."""
    return [Act(entry.at, _act(entry), _author(entry)) for entry in entries]


def _act(entry: AuditEntry) -> str:
    detail = getattr(entry, "detail", None)
    data: Mapping[str, object] = detail.data if detail is not None and detail.erased_at is None else {}
    words = {name: _value(name, value) for name, value in data.items()}
    return fill(ACTS.get(entry.verb, entry.verb), words).strip(" :")


def _value(name: str, value: object) -> str:
    if name == "role":
        return str(TITLES.get(str(value), value)).lower()
    if name in ("from", "to") and value:
        day = parse_date(str(value)[:10])
        return _day(day) if day and len(str(value)) == len("2026-01-01") else str(value)
    return str(value or "")


def _author(entry: AuditEntry) -> str:
    return str(entry.actor) if entry.actor else gettext("el sistema")


def _day(day: date) -> str:
    return date_format(day, gettext("j b Y"))
