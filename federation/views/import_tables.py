"""The rows of an import as a file: what became of each, or only those that stayed out, to be mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from federation.actions.imports.targets import importer
from federation.files.export import ExportValue
from federation.models import Import, ImportRow
from federation.reading_columns import COLUMNS
from federation.views.downloads import Download
from federation.views.import_page import FILTERS, Words, shown_value

AT_ONCE = 500


def rows_table(source: Import, chosen: str) -> Download:
    """A table under the headers that an import knows, so that it can come back mended."""
    by = importer(source.kind)
    found = ImportRow.objects.filter(source=source).order_by("number")
    if chosen in FILTERS:
        found = found.filter(verdict=chosen)
    mapped = {column for _number, _text, column in source.detected.get("headers", ()) if column}
    columns = [
        name for name in COLUMNS[source.kind] if name in mapped or name in READ_INTO & _brought(mapped)
    ]
    count = source.counts.get(chosen if chosen in FILTERS else "total", 0)
    return Download(
        title=gettext("Importación %(number)s") % {"number": source.pk},
        headers=[
            gettext("Línea"),
            gettext("Qué hace"),
            *(str(COLUMNS[source.kind][name]) for name in columns),
            gettext("Qué pasa"),
        ],
        rows=_rows(found.iterator(chunk_size=AT_ONCE), columns, Words(source, by)),
        people=count if by.personal else 0,
        narrowed=str(FILTERS[chosen]) if chosen in FILTERS else "",
    )


WHOLE_NAMES = frozenset({"surnames", "surnames_given", "given_surnames", "full_name"})
READ_INTO = frozenset({"surname_1", "surname_2", "given_name"})
"""Columns that a whole name is read into."""


def _brought(mapped: set[str]) -> frozenset[str]:
    return READ_INTO if mapped & WHOLE_NAMES else frozenset()


def _rows(
    found: Iterator[ImportRow], columns: Sequence[str], words: Words
) -> Iterator[Sequence[ExportValue]]:
    for row in found:
        line = words.line(row)
        told = [f"{label}: {text}" if label else text for label, text in line.told]
        told += [f"{label}: {old} → {new}" for label, old, new in line.changes]
        yield (
            row.number,
            line.label,
            *(shown_value(name, row.values.get(name)) for name in columns),
            " ".join(told),
        )
