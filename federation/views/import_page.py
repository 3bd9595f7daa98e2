"""What the pages of an import show, ready for their templates. Asks the database for a page of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from federation import messages, reading_messages
from federation.actions.imports.targets import Importer, importer
from federation.forms.imports import ENCODING_WORDS, SEPARATORS
from federation.import_messages import COMMON_WORDS
from federation.messages import fill
from federation.models import Import, ImportRow, ImportState, RowVerdict
from federation.reading_columns import COLUMNS
from federation.rules.errors import RuleError

PER_PAGE = 50
EVERYTHING = "todo"
FILTERS: Mapping[str, Any] = {
    "error": _("Errores"),
    "question": _("Preguntas"),
    "new": _("Altas"),
    "changed": _("Cambios"),
    "equal": _("Iguales"),
    "skipped": _("Saltadas"),
}
SHAPES: Mapping[str, tuple[str, Any]] = {
    "error": ("bloqueo", _("Error")),
    "question": ("aviso", _("Pregunta")),
    "new": ("conforme", _("Alta")),
    "changed": ("propuesta", _("Cambio")),
    "equal": ("", _("Igual")),
    "skipped": ("anulada", _("Saltada")),
}
STATES: Mapping[str, tuple[str, Any]] = {
    "uploaded": ("pendiente", _("Por revisar")),
    "checking": ("pendiente", _("Leyéndose")),
    "ready": ("aviso", _("Por importar")),
    "applying": ("pendiente", _("Importándose")),
    "applied": ("conforme", _("Importada")),
    "failed": ("bloqueo", _("No se ha podido")),
    "discarded": ("anulada", _("Descartada")),
    "undone": ("anulada", _("Deshecha")),
}
WORKING = (ImportState.CHECKING, ImportState.APPLYING)
DAYS = frozenset({"birth_date", "consent_on", "valid_from", "valid_to", "joined_on"})


@dataclass(frozen=True)
class Cell:
    """One cell of a row: its text, and whether something is wrong or asked there."""

    label: str
    text: str
    mark: str = ""

    @property
    def is_short(self) -> bool:
        """Is it one number or day, that is never parted?"""
        return len(self.text) < LONGEST_WHOLE and " " not in self.text


LONGEST_WHOLE = 16


@dataclass(frozen=True)
class Line:
    """One row of a file: what it says, what it does, and why not."""

    number: int
    title: str
    verdict: str
    shape: str
    label: str
    cells: Sequence[Cell]
    changes: Sequence[tuple[str, str, str]]
    told: Sequence[tuple[str, str]]
    correctable: bool


@dataclass(frozen=True)
class Filter:
    """One way of narrowing the rows, with how many they are."""

    key: str
    label: str
    count: int
    current: bool


@dataclass(frozen=True)
class Rows:
    """A page of rows, the columns that it shows, and the filters."""

    page: Page[ImportRow]
    lines: Sequence[Line]
    headers: Sequence[str]
    filters: Sequence[Filter]


def rows_page(source: Import, chosen: str, page: str | None) -> Rows:
    """A page of an import's rows, narrowed by what they do; what keeps it back comes first. Two queries."""
    by = importer(source.kind)
    current = _shown(source, chosen)
    found = ImportRow.objects.filter(source=source).order_by("number")
    if current != EVERYTHING:
        found = found.filter(verdict=current)
    paged = _Counted(found, PER_PAGE, source.counts.get("total" if current == EVERYTHING else current, 0))
    shown = paged.get_page(page)
    words = Words(source, by)
    lines = [words.line(row) for row in shown]
    counts = source.counts
    filters = [
        Filter(key, str(label), counts.get(key, 0), key == current)
        for key, label in FILTERS.items()
        if counts.get(key, 0)
    ]
    filters.append(Filter(EVERYTHING, gettext("Todas"), counts.get("total", 0), current == EVERYTHING))
    return Rows(shown, lines, words.headers, filters)


class _Counted(Paginator):
    """Pages of rows whose number is known."""

    def __init__(self, rows: Any, size: int, count: int) -> None:
        super().__init__(rows, size)
        self._count = count

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count


def _shown(source: Import, chosen: str) -> str:
    if chosen in FILTERS or chosen == EVERYTHING:
        return chosen
    first = next((key for key in ("error", "question") if source.counts.get(key)), EVERYTHING)
    return first if source.state == ImportState.READY else EVERYTHING


class Words:
    """The words for the rows of one import."""

    def __init__(self, source: Import, by: Importer) -> None:
        self._source, self._by = source, by
        self._columns = COLUMNS[source.kind]
        self._own = by.words()
        self._fields = by.fields()

    @property
    def headers(self) -> list[str]:
        """What the columns of the list are called."""
        return [self.label(name) for name in self._by.shown]

    def label(self, name: str) -> str:
        """What a field or column is called."""
        return str(self._columns.get(name) or self._fields.get(name) or name)

    def line(self, row: ImportRow) -> Line:
        """A row to be shown."""
        shape, label = SHAPES[row.verdict]
        marks = {told["column"]: told["weight"] for told in row.remarks if told["weight"] != "warning"}
        # A word that belongs to a column that the list does not show names it.
        return Line(
            number=row.number,
            title=self._by.title(row.values),
            verdict=row.verdict,
            shape=shape,
            label=str(label),
            cells=[
                Cell(self.label(name), shown_value(name, row.values.get(name)), marks.get(name, ""))
                for name in self._by.shown
            ],
            changes=[
                (self.label(each["field"]), _before(each), shown_value(each["field"], each["new"]) or "—")
                for each in row.changes
            ],
            told=[
                (self.label(told["column"]) if told["column"] else "", self.text(told))
                for told in row.remarks
            ],
            correctable=row.verdict in (RowVerdict.ERROR, RowVerdict.QUESTION)
            and self._source.state == ImportState.READY,
        )

    def text(self, told: Mapping[str, Any]) -> str:
        """The words of something told about a row."""
        code, data = told["code"], dict(told.get("data", {}))
        if told["weight"] == "question":
            return fill(self._own.get(code) or reading_messages.QUESTIONS.get(code) or code, data)
        for words in (
            self._own,
            COMMON_WORDS,
            reading_messages.PROBLEMS,
            reading_messages.CHANGES,
            reading_messages.SKIPPED,
        ):
            if code in words:
                return fill(words[code], data)
        return refusal_words(code, data)


def refusal_words(code: str, data: Mapping[str, Any]) -> str:
    """The words of a code: of a whole file, or of any rule of any app."""
    if code in reading_messages.REFUSALS:
        return fill(reading_messages.REFUSALS[code], data)
    if code in messages.MESSAGES:
        return fill(messages.MESSAGES[code], data)
    text: str = import_string(settings.REFUSAL_TEXT)(RuleError(code, **data))
    return text


def _before(change: Mapping[str, Any]) -> str:
    return shown_value(change["field"], change["old"]) or "—"


def shown_value(name: str, value: Any) -> str:
    """A value as people write it: a day as one."""
    if value in (None, ""):
        return ""
    if name in DAYS:
        try:
            return date_format(date.fromisoformat(str(value)), "d/m/Y")
        except ValueError:
            return str(value)
    return str(value)


def file_facts(source: Import) -> list[tuple[str, str]]:
    """How the file was understood."""
    told = source.detected
    facts: list[tuple[str, str]] = []
    if told.get("kind") == "workbook":
        facts.append((gettext("Hoja"), str(told.get("sheet") or "—")))
        if len(told.get("sheets", ())) > 1:
            others = [name for name in told["sheets"] if name != told.get("sheet")]
            facts.append((gettext("Otras hojas"), ", ".join(others)))
    elif told.get("encoding"):
        facts.append((gettext("Codificación"), ENCODING_WORDS.get(told["encoding"], told["encoding"])))
        facts.append((gettext("Separador"), str(SEPARATORS.get(told.get("delimiter"), "—"))))
    header = told.get("header_row")
    facts.append(
        (gettext("Títulos"), gettext("línea %(row)s") % {"row": header} if header else gettext("no tiene"))
    )
    return facts


def notes_of(source: Import) -> list[str]:
    """What was changed while reading, told together."""
    found = []
    for code, count in source.detected.get("notes", {}).items():
        times = ngettext("%(count)s vez", "%(count)s veces", count) % {"count": count}
        found.append(f"{reading_messages.change_text(code)} ({times})")
    columns = COLUMNS[source.kind]
    for note in source.detected.get("about_columns", ()):
        label = columns.get(note["column"] or "", "")
        text = reading_messages.change_text(note["code"], note["data"])
        found.append(f"{label}: {text}" if label else text)
    return found
