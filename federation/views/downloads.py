"""A list taken away as it is narrowed on the screen: `?formato=csv` or `?formato=xlsx`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify

from federation.actions.people import log_access
from federation.files.export import ExportValue, csv_pieces, workbook_bytes
from federation.models import User

PARAMETER = "formato"
CSV, XLSX = "csv", "xlsx"
TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True)
class Download:
    """A list with its title, its columns and its rows; `people` tells of how many it holds personal data.

    `narrowed` says in words what the list was narrowed to.
    """

    title: str
    headers: Sequence[str]
    rows: Iterable[Sequence[ExportValue]]
    people: int = 0
    narrowed: str = ""


def wanted(request: HttpRequest) -> bool:
    """Is the list asked for as a file?"""
    return request.GET.get(PARAMETER) in TYPES


def download(request: HttpRequest, table: Download) -> HttpResponseBase:
    """Give the list as a file; that it was taken away is noted when it holds personal data."""
    kind = request.GET[PARAMETER]
    if table.people:
        detail = f"{table.title} ({table.narrowed})" if table.narrowed else table.title
        log_access(kind="list", by=cast("User", request.user), detail=detail, count=table.people)
    name = f"{slugify(table.title)}-{timezone.localdate():%Y-%m-%d}.{kind}"
    if kind == CSV:
        response: HttpResponseBase = StreamingHttpResponse(
            csv_pieces(table.headers, table.rows), content_type=TYPES[CSV]
        )
    else:
        response = HttpResponse(
            workbook_bytes(table.headers, table.rows, table.title), content_type=TYPES[XLSX]
        )
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
