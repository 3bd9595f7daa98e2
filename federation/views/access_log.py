"""Who looked at personal data, or took them away: the administration's list, which is a list of such data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation.files.export import ExportValue
from federation.forms.privacy import AccessFilterForm
from federation.models import DataAccess, Person
from federation.queries import access_log as queries
from federation.queries.pages import MOST_COUNTED, counted, sliced
from federation.views.downloads import Download, download, wanted
from federation.views.form_pages import crumb
from federation.views.office import administrators_only
from federation.views.paging import start_of

PER_PAGE = 50
AT_ONCE = 1000


@dataclass(frozen=True)
class AccessRow:
    """One access in the list; `count` is 0 where it is one person's data."""

    at: datetime
    what: str
    name: str
    url: str
    detail: str
    count: int
    by: str


@require_safe
@administrators_only
def access_log(request: HttpRequest) -> HttpResponseBase:
    """List accesses to personal data, the last first."""
    form = AccessFilterForm(request.GET)
    chosen = form.chosen()
    found = queries.accesses(chosen)
    if wanted(request):
        return download(request, _table(found, form.described()))
    page = sliced(found, by="at", start=start_of(request), size=PER_PAGE, last_first=True)
    who = Person.objects.filter(pk=chosen.person).first() if chosen.person else None
    context = {
        "form": form,
        "who": who,
        "page": page,
        "rows": [_row(each) for each in page.rows],
        "count": counted(found),
        "most": MOST_COUNTED,
        "crumbs": [
            crumb(gettext("Secretaría"), reverse("federation:office")),
            crumb(gettext("Accesos a datos")),
        ],
    }
    return render(request, "federation/access_log.html", context)


def _row(each: DataAccess) -> AccessRow:
    return AccessRow(
        at=each.at,
        what=str(each.get_kind_display()),
        name=str(each.person) if each.person else "",
        url=reverse("matches:person", args=[each.person_id]) if each.person_id else "",
        detail=each.detail,
        count=0 if each.person_id else each.count,
        by=_by(each),
    )


def _by(each: DataAccess) -> str:
    return str(each.by) if each.by else gettext("el sistema")


def _table(found: QuerySet[DataAccess], narrowed: str) -> Download:
    return Download(
        title=gettext("Accesos a datos"),
        headers=(
            gettext("Cuándo"),
            gettext("Qué"),
            gettext("De quién"),
            gettext("Detalle"),
            gettext("Personas"),
            gettext("Quién miró"),
        ),
        rows=_rows(found),
        people=found.count(),
        narrowed=narrowed,
    )


def _rows(found: QuerySet[DataAccess]) -> Iterator[Sequence[ExportValue]]:
    for each in found.order_by("-at", "-pk").iterator(chunk_size=AT_ONCE):
        yield (
            timezone.make_naive(each.at),
            str(each.get_kind_display()),
            str(each.person) if each.person else "",
            each.detail,
            each.count,
            _by(each),
        )
