"""Writes the whole installation into a folder: a file of lines per table, documents as files, a manifest."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, models, transaction
from django.db.models.functions import Collate

from federation import clock
from federation.archive import manifest as manifests
from federation.archive import tables
from federation.archive.manifest import ArchiveError, Listed, Manifest, Report
from federation.archive.readme import README
from federation.queries.rows import Field, columns_of, plain
from federation.rules.chains import canonical

ROWS_AT_ONCE = 2000
# A table of documents: each row may be as large as a file.
FILES_AT_ONCE = 20
FILES_PER_FOLDER = 1000
ROWS_TOLD = 50_000
SUFFIXES = ((b"%PDF", "pdf"), (b"\xff\xd8\xff", "jpg"), (b"PK\x03\x04", "zip"))


def export(folder: Path, report: Report) -> Manifest:
    """Write everything into `folder`, which must not exist or be empty; give what was written.

    All of it is as it stood at one moment, whoever writes meanwhile. What is left half done is
    taken away again. ArchiveError when the folder cannot be used.
    """
    _make(folder)
    try:
        with _one_moment():
            return _Writer(folder, report).write()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ArchiveError(f"{folder} no está vacía: elige otra carpeta.")
        # Whoever made it before us may have let others in.
        folder.chmod(0o700)
    except OSError as error:
        raise ArchiveError(f"{folder} no sirve: {error.strerror}.") from error


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it stands now, without keeping anybody from writing."""
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with connection.cursor() as cursor:
        # `atomic` would take the only lock for writing and keep it until the end.
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


class _Writer:
    """Writes one export."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder, self.report = folder, report
        self.files: dict[str, Listed] = {}
        self.rows: dict[str, int] = {}

    def write(self) -> Manifest:
        """Write tables, schema, words and, last of all, the manifest: without it there is no export."""
        for model in tables.tables():
            name = tables.label(model)
            self.rows[name] = self._table(model)
            self.report(f"  {name}: {self.rows[name]}")
        described = tables.schema()
        self._put(manifests.SCHEMA, (json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode())
        self._put(manifests.README, README.encode())
        found = Manifest(manifests.product(), tables.structure(described), self.rows, self.files)
        made_at = clock.now().isoformat(timespec="seconds")
        text = json.dumps(found.as_json(made_at), ensure_ascii=False, indent=1) + "\n"
        sums = "".join(f"{each.sha256}  {name}\n" for name, each in sorted(self.files.items()))
        with self._open(manifests.SUMS) as file:
            file.write(sums.encode())
        with self._open(manifests.NAME) as file:
            file.write(text.encode())
        return found

    def _table(self, model: tables.Model) -> int:
        columns = columns_of(model)
        name = f"tables/{tables.label(model)}.jsonl"
        digest, size, count = hashlib.sha256(), 0, 0
        with self._open(name) as file:
            for values in _values(model, columns):
                row = dict(zip([column.attname for column in columns], values, strict=True))
                line = canonical(self._plain(model, columns, row)).encode() + b"\n"
                file.write(line)
                digest.update(line)
                size, count = size + len(line), count + 1
                if count % ROWS_TOLD == 0:
                    self.report(f"  {tables.label(model)}: {count}…")
        self.files[name] = Listed(size, digest.hexdigest())
        return count

    def _plain(self, model: tables.Model, columns: list[Field], row: dict[str, Any]) -> dict[str, Any]:
        found = {column.attname: plain(column, row[column.attname]) for column in columns}
        for name, value in found.items():
            if isinstance(value, bytes):
                found[name] = self._document(model, name, row[tables.key_of(model).attname], value)
        return found

    def _document(self, model: tables.Model, column: str, key: int, data: bytes) -> str:
        suffix = next((suffix for begin, suffix in SUFFIXES if data.startswith(begin)), "bin")
        part = f"{key // FILES_PER_FOLDER:04d}"
        name = f"{manifests.FILES}{tables.label(model)}/{column}/{part}/{key}.{suffix}"
        self._put(name, data)
        return name

    def _put(self, name: str, data: bytes) -> None:
        with self._open(name) as file:
            file.write(data)
        self.files[name] = Listed(len(data), hashlib.sha256(data).hexdigest())

    def _open(self, name: str) -> Any:
        path = self.folder / name
        for part in reversed(path.relative_to(self.folder).parents[:-1]):
            (self.folder / part).mkdir(mode=0o700, exist_ok=True)
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _values(model: tables.Model, columns: list[Field]) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in the order of its key, a handful in memory at a time."""
    at_once = FILES_AT_ONCE if tables.has_files(model) else ROWS_AT_ONCE
    key = tables.key_of(model)
    rows: Any = models.QuerySet(model).values_list(*(column.attname for column in columns))
    if isinstance(key, models.CharField):
        # Letter by letter: the order of a language differs between databases.
        plain_order = "C" if connection.vendor == "postgresql" else "BINARY"
        rows = rows.order_by(Collate(key.attname, plain_order))
    else:
        rows = rows.order_by(key.attname)
    return iter(rows.iterator(chunk_size=at_once))
