"""Files made for tests: texts in any dialect, and workbooks part by part as no program writes them."""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from federation.files.catalogue import TARGETS
from federation.files.reading import read_file
from federation.files.results import FileReading

TODAY = date(2026, 9, 1)
HEADERS = ("Licencia", "Apellidos", "Nombre", "DNI", "Fecha nacimiento", "Cuota", "Club")
PERSON = ("0012", "Núñez Ibáñez", "Íñigo", "07654321J", "05/03/1961", "25,50", "Peña El Seis Doble")
OTHER = ("0013", "Col·lell Puig", "Gal·la", "23456789D", "31/12/1999", "1.025,00", "Club «Ñ»")


def read(data: bytes, target: str = "people", name: str = "lista", **choices: Any) -> FileReading:
    return read_file(data, name, TARGETS[target], choices, today=TODAY)


def text_file(rows: Iterable[Sequence[str]], delimiter: str = ";", encoding: str = "utf-8") -> bytes:
    return "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)


def people_file(*rows: Sequence[str]) -> bytes:
    return text_file([HEADERS, *rows])


def one_person(**cells: str) -> tuple[str, ...]:
    """PERSON with some cells changed, by header."""
    return tuple(cells.get(header, value) for header, value in zip(HEADERS, PERSON, strict=True))


def values_of(reading: FileReading) -> list[dict[str, Any]]:
    assert reading.refusal is None, reading.refusal
    return [dict(row.values) for row in reading.rows]


# ---------------------------------------------------------------- workbooks
CONTENT_TYPES = '<Types><Default Extension="xml" ContentType="application/xml"/></Types>'
KIND = "http://example.org/relationships"
ROOT_RELATIONS = (
    "<Relationships>"
    '<Relationship Id="rId1" Type="http://example.org/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>"
)


def cell_xml(reference: str, value: Any, style: int | None = None) -> str:
    """A cell: text, number, or raw XML given as (attributes, inside)."""
    styled = "" if style is None else f' s="{style}"'
    if isinstance(value, tuple):
        attributes, inside = value
        return f'<c r="{reference}"{styled} {attributes}>{inside}</c>'
    if isinstance(value, str):
        text = f'<is><t xml:space="preserve">{escape(value)}</t></is>'
        return f'<c r="{reference}"{styled} t="inlineStr">{text}</c>'
    return f'<c r="{reference}"{styled}><v>{value}</v></c>'


def row_xml(number: int, values: Sequence[Any], attributes: str = "") -> str:
    cells = (
        cell_xml(f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place]}{number}", value)
        for place, value in enumerate(values)
        if value is not None
    )
    return f'<row r="{number}" {attributes}>{"".join(cells)}</row>'


def sheet_xml(*rows: str, before: str = "", after: str = "") -> str:
    return f"<worksheet>{before}<sheetData>{''.join(rows)}</sheetData>{after}</worksheet>"


def workbook(
    sheets: Mapping[str, str],
    *,
    states: Mapping[str, str] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
    properties: str = "",
    compression: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A workbook of these sheets; `parts` are added, or replace those made here."""
    states = states or {}
    listed = "".join(
        f"<sheet name={quoteattr(name)} state='{states.get(name, 'visible')}' r:id='rId{number}'/>"
        for number, name in enumerate(sheets, start=1)
    )
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{KIND}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, len(sheets) + 1)
    )
    related += f'<Relationship Id="rId98" Type="{KIND}/styles" Target="styles.xml"/>'
    related += f'<Relationship Id="rId99" Type="{KIND}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": ROOT_RELATIONS,
        "xl/workbook.xml": f'<workbook xmlns:r="r">{properties}<sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
        **{f"xl/worksheets/sheet{number}.xml": xml for number, xml in enumerate(sheets.values(), start=1)},
        **(parts or {}),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as package:
        for name, content in made.items():
            package.writestr(name, content)
    return buffer.getvalue()


def people_workbook(*rows: Sequence[Any], **options: Any) -> bytes:
    body = [row_xml(number, row) for number, row in enumerate([HEADERS, *rows], start=1)]
    return workbook({"Licencias": sheet_xml(*body)}, **options)
