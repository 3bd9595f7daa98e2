"""Files as an office brings them: made here row by row, with documents whose letter is right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from federation.actions.imports import uploading, working
from federation.models import Import
from tests.federation.registry_world import Registry

LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
PEOPLE = ("Licencia", "Apellidos", "Nombre", "DNI", "F. nacimiento", "Club")
CLUBS = ("Club", "CIF", "Correo", "Sede", "Mesas dominó", "Mesas billar", "Mesas con monedas")


def dni(number: int) -> str:
    """A DNI with its letter."""
    return f"{number:08d}{LETTERS[number % 23]}"


def csv_of(headers: Sequence[str], rows: Iterable[Sequence[object]], encoding: str = "cp1252") -> bytes:
    """A file as a Spanish spreadsheet saves it."""
    lines = [";".join(headers), *(";".join(map(str, row)) for row in rows)]
    return "\r\n".join(lines).encode(encoding)


def person(number: int, **values: object) -> tuple[object, ...]:
    """A row of PEOPLE about somebody of his own."""
    found = {
        "licence": f"{number:05d}",
        "surnames": f"Núñez Abad{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}",
        "given": "Ana",
        "document": dni(10_000_000 + number * 37),
        "born": "05/03/1961",
        "club": "Peña Uno",
    } | values
    return tuple(found.values())


def upload(each: Registry, data: bytes, *, kind: str = "people", name: str = "lista.csv") -> Import:
    """A file taken in by the office; people come into the later season."""
    return uploading.upload(
        kind=kind,
        season=each.after if kind in ("people", "teams") else None,
        competition_key=None,
        name=name,
        data=data,
        by=each.office,
    )


def people(each: Registry, *rows: Sequence[object], headers: Sequence[str] = PEOPLE) -> Import:
    """A list of people taken in."""
    return upload(each, csv_of(headers, rows))


def applied(each: Registry, source: Import, *, leave_out: bool = False) -> Import:
    """The import, applied by the office."""
    return working.start(source=source, leave_out=leave_out, by=each.office)


def answered(each: Registry, source: Import, **answers: object) -> Import:
    """The import with these answers, by the keys of what it asks."""
    return uploading.correct(source=source, choices={"answers": answers}, by=each.office)


def verdicts(source: Import) -> list[tuple[int, str]]:
    """What each row does, in order."""
    return list(source.rows.values_list("number", "verdict"))


def codes(source: Import) -> list[tuple[int, str | None, str]]:
    """What is told about rows: line, column, code."""
    return [(row.number, told["column"], told["code"]) for row in source.rows.all() for told in row.remarks]
