"""Reads an export into an empty installation: first all is checked, then all goes in or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from federation import triggers
from federation.archive import manifest as manifests
from federation.archive import tables
from federation.archive.manifest import ArchiveError, Manifest, Report
from federation.queries.rows import Field, columns_of, kind_of, valued

ROWS_AT_ONCE = 1000
FILES_AT_ONCE = 20
ROWS_TOLD = 50_000


def restore(folder: Path, report: Report) -> Manifest:
    """Read the export in `folder` into this installation; give what was read.

    Nothing is written before every file has proved to be the one that was exported, and what is
    written goes in as one transaction. ArchiveError for a folder that is no export, one of another
    version of the program, one that was changed, or an installation that holds something.
    """
    found = manifests.read(folder)
    _require_same_structure(found)
    _require_empty()
    report("Comprobando las huellas…")
    manifests.check_files(folder, found, report)
    report("Escribiendo…")
    with transaction.atomic():
        reader = _Reader(folder.resolve(), found, report)
        for model in tables.tables():
            reader.table(model)
            report(f"  {tables.label(model)}: {found.rows[tables.label(model)]}")
        _finish()
    return found


def _require_same_structure(found: Manifest) -> None:
    described = tables.schema()
    expected = {table["name"] for table in described["tables"]}
    if found.structure != tables.structure(described) or set(found.rows) != expected:
        raise ArchiveError(
            f"La exportación es de {found.product} y aquí está {manifests.product()}: las tablas no son las "
            "mismas. Importa con la misma versión que exportó y actualiza después."
        )
    missing = sorted({f"tables/{name}.jsonl" for name in expected} - set(found.files))
    if missing:
        raise ArchiveError(f"Falta en el manifiesto {missing[0]}.")


def _require_empty() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise ArchiveError("La base de datos no está al día: ejecuta antes «manage.py migrate».")
    for model in tables.tables():
        if models.QuerySet(model).exists():
            raise ArchiveError(
                f"Aquí ya hay datos ({tables.label(model)}): una exportación solo se importa en una "
                "instalación vacía."
            )


class _Reader:
    """Writes the rows of one export into the tables."""

    def __init__(self, root: Path, found: Manifest, report: Report) -> None:
        self.root, self.found, self.report = root, found, report

    def table(self, model: tables.Model) -> None:
        """Insert every row of a table."""
        name = tables.label(model)
        columns = {column.attname: column for column in columns_of(model)}
        rows = self._rows(model, columns)
        count, at_once = 0, FILES_AT_ONCE if tables.has_files(model) else ROWS_AT_ONCE
        while batch := list(islice(rows, at_once)):
            _insert(model, batch, f"{name}, filas {count + 1} a {count + len(batch)}")
            count += len(batch)
            if count % ROWS_TOLD == 0:
                self.report(f"  {name}: {count}…")
        if count != self.found.rows[name]:
            raise ArchiveError(f"{name} tiene {count} filas y el manifiesto dice {self.found.rows[name]}.")

    def _rows(self, model: tables.Model, columns: Mapping[str, Field]) -> Iterator[models.Model]:
        name = f"tables/{tables.label(model)}.jsonl"
        with manifests.path_of(self.root, name).open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield model(**self._values(json.loads(line), columns))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise ArchiveError(f"{name}, línea {number}: {error}") from error

    def _values(self, written: Mapping[str, Any], columns: Mapping[str, Field]) -> dict[str, Any]:
        if set(written) != set(columns):
            raise ValueError("las columnas no son las de la tabla")
        return {name: self._value(column, written[name]) for name, column in columns.items()}

    def _value(self, column: Field, written: Any) -> Any:
        if written is None or kind_of(column) != "file":
            return valued(column, written)
        if not written.startswith(manifests.FILES) or written not in self.found.files:
            raise ValueError(f"{column.attname}: el manifiesto no nombra {written!r}")
        return manifests.path_of(self.root, written).read_bytes()


def _insert(model: tables.Model, batch: list[models.Model], where: str) -> None:
    """Insert rows as they are: no value is made up, as saving would (moments of creation)."""
    fields = columns_of(model)
    rows: Any = models.QuerySet(model)
    most = connection.ops.bulk_batch_size(fields, batch)
    try:
        for begin in range(0, len(batch), most):
            # The same insert as Django's own loading of fixtures, many rows at a time.
            rows._insert(batch[begin : begin + most], fields=fields, raw=True, using=rows.db)  # noqa: SLF001
    except DatabaseError as error:
        raise ArchiveError(f"{where}: la base de datos no lo admite ({error})") from error


def _finish() -> None:
    """What the database must know before the end: that everything points somewhere, and where keys go on."""
    try:
        connection.check_constraints()
    except DatabaseError as error:
        raise ArchiveError(f"Una fila apunta a otra que no está: {error}") from error
    with connection.cursor() as cursor:
        for line in connection.ops.sequence_reset_sql(no_style(), tables.tables()):
            cursor.execute(line)
    absent = triggers.missing(connection)
    if absent:
        raise ArchiveError(f"Faltan las protecciones de {len(absent)} tablas: ejecuta «manage.py migrate».")
