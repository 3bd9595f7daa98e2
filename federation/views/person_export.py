"""The copy of somebody's data: given by the office when he asks for it, or taken from his own account."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation import clock
from federation.accounts import recently_identified
from federation.actions.people import log_access
from federation.archive.person_file import packed
from federation.messages import fill
from federation.models import Federation, Person, User
from federation.queries.people import keys_of
from federation.queries.person_export import Copy, Table, copy_of
from federation.views.erasure_page import OF_LIBRARIES
from federation.views.office import office_only

FIRST = (
    "federation.person",
    "federation.personaldata",
    "federation.personphoto",
    "federation.licence",
    "federation.licencestep",
    "federation.rosterentry",
    "matches.lineupslot",
    "matches.appearance",
    "matches.acta",
)
"""What he looks for first; the rest follows by its words."""
PLUMBING = frozenset({"client_id", "id", "person", "sha256", "user", "version"})
"""Columns that say nothing to him; a machine finds them in the data."""
WIDEST = 6
MOST_SHOWN = 300
DAY = len("2026-11-28")
STYLE = Path(settings.BASE_DIR) / "static" / "css" / "person-export.css"


OWN_WORDS = {"federation.person": _("ficha"), "federation.user": _("cuenta")}


@dataclass(frozen=True)
class Shown:
    """A table on the page: as a table where it is narrow, else a list of what each row says."""

    id: str
    words: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    count: int

    @property
    def is_narrow(self) -> bool:
        """Do its columns fit beside each other?"""
        return len(self.headers) <= WIDEST

    @property
    def pairs(self) -> list[list[tuple[str, str]]]:
        """Each row as words and values, without what is empty."""
        return [
            [(words, value) for words, value in zip(self.headers, row, strict=True) if value != "—"]
            for row in self.rows
        ]


@require_safe
@office_only
@recently_identified
def person_copy(request: HttpRequest, person: int) -> HttpResponse:
    """Give the copy of a person's data, to be handed to him; it is noted who took it."""
    return _given(request, get_object_or_404(Person, pk=person, merged_into__isnull=True))


@require_safe
@recently_identified
def own_copy(request: HttpRequest) -> HttpResponse:
    """Give the copy of one's own data; 404 for an account of nobody on record."""
    who = cast("User", request.user).person
    if who is None:
        raise Http404
    return _given(request, who)


def _given(request: HttpRequest, who: Person) -> HttpResponse:
    by = cast("User", request.user)
    # First, so that the copy tells of itself.
    log_access(kind="person_export", by=by, person=who)
    copy = _worded(copy_of(keys_of(who)))
    federation = Federation.objects.first()
    about = {
        "federation": federation.name if federation else "",
        "person": who.pk,
        "made_at": clock.now().isoformat(timespec="seconds"),
    }
    context = {
        "who": who,
        "federation": about["federation"],
        "made_at": clock.now(),
        "tables": _shown(copy),
        "acts": copy.acts,
        "most": MOST_SHOWN,
    }
    page = render_to_string("federation/person_export.html", context)
    data = packed(copy, page=page, style=STYLE.read_bytes(), about=about)
    name = gettext("datos-personales-%(key)s") % {"key": who.pk}
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"', "Content-Length": str(len(data))}
    return HttpResponse(data, content_type="application/zip", headers=headers)


def _worded(copy: Copy) -> Copy:
    """The copy with words for what was done, which the apps above this one know."""
    acts = import_string(settings.ACT_WORDS)
    tables = []
    for table in copy.tables:
        rows = table.rows
        if table.name == "federation.auditentry":
            rows = [{**row, "verb": fill(acts.get(row["verb"], row["verb"]), row["detail"])} for row in rows]
        words = OWN_WORDS.get(table.name) or OF_LIBRARIES.get(table.name) or table.words
        tables.append(Table(table.name, capfirst(str(words)), table.columns, rows))
    return Copy(tables, copy.files, copy.acts)


def _shown(copy: Copy) -> list[Shown]:
    def place(table: Table) -> tuple[int, str]:
        first = FIRST.index(table.name) if table.name in FIRST else len(FIRST)
        return first, table.words.casefold()

    return [_shown_table(table) for table in sorted(copy.tables, key=place)]


def _shown_table(table: Table) -> Shown:
    columns = {name: words for name, words in table.columns.items() if name not in PLUMBING}
    return Shown(
        id=table.name.replace(".", "-"),
        words=table.words,
        headers=list(columns.values()),
        rows=[[_told(row[name]) for name in columns] for row in table.rows[:MOST_SHOWN]],
        count=len(table.rows),
    )


def _told(value: Any) -> str:
    """A value as people read it."""
    if value is None or value in ("", {}, []):
        return "—"
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    moment = _moment(str(value))
    return moment or str(value)


def _moment(text: str) -> str:
    try:
        found: date | datetime | None = parse_date(text) if len(text) == DAY else parse_datetime(text)
    except ValueError:
        return ""
    if isinstance(found, datetime):
        local = timezone.localtime(found) if timezone.is_aware(found) else found
        return date_format(local, "d/m/Y H:i")
    return date_format(found, "d/m/Y") if found else ""
