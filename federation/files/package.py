"""A workbook's package opened with care: refused before memory is spent on what no office sends."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

from federation.files import limits, markup
from federation.files.results import FileRefusedError

_ENTRY = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED_FLAG = 1
# All that a broken package makes Python raise.
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, KeyError, IndexError,
    RuntimeError, OverflowError,
)  # fmt: skip


class Package:
    """The parts of a workbook by name."""

    def __init__(self, data: bytes) -> None:
        """Open it.

        Raises FileRefusedError: `damaged_workbook`, `encrypted_workbook`, `macro_file`, `workbook_bomb`,
        `workbook_too_large`, `open_document`, `binary_workbook`, `not_a_spreadsheet`.
        """
        # Each entry of the directory costs memory of its own before anybody can count them.
        if data.count(_ENTRY) > limits.MOST_PARTS:
            raise FileRefusedError("workbook_too_large")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._parts = {info.filename.lower(): info for info in self._zip.infolist()}
        except _BROKEN as error:
            raise FileRefusedError("damaged_workbook") from error
        self._check_kind()
        self._check_sizes()
        self._check_macros()

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name.lower() in self._parts

    def walk(self, name: str, walker: markup.Walker) -> Iterator[None]:
        """Walk an XML part (see `markup.walk`); `damaged_workbook` where it is missing or broken."""
        with self._opened(name) as stream:
            yield from markup.walk(stream, walker)

    def walk_all(self, name: str, walker: markup.Walker) -> None:
        """Walk an XML part to its end."""
        for _ in self.walk(name, walker):
            pass

    def relations(self, name: str) -> dict[str, Relation]:
        """The parts that a part names, by the id under which it does."""
        folder, file = posixpath.split(name)
        found = _Relations(folder)
        path = posixpath.join(folder, "_rels", f"{file}.rels")
        if self.has(path):
            self.walk_all(path, found)
        return found.by_id

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._zip.open(self._parts[name.lower()]) as stream:
                yield stream
        except FileRefusedError:
            raise
        except _BROKEN as error:
            raise FileRefusedError("damaged_workbook") from error

    def _check_kind(self) -> None:
        if any(info.flag_bits & _ENCRYPTED_FLAG for info in self._parts.values()):
            raise FileRefusedError("encrypted_workbook")
        if "xl/workbook.bin" in self._parts:
            raise FileRefusedError("binary_workbook")
        if "mimetype" in self._parts and "content.xml" in self._parts:
            raise FileRefusedError("open_document")
        if not any(name.startswith("xl/") for name in self._parts) and "_rels/.rels" not in self._parts:
            raise FileRefusedError("not_a_spreadsheet")

    def _check_sizes(self) -> None:
        total = sum(info.file_size for info in self._parts.values())
        if total > limits.LARGEST_UNPACKED:
            raise FileRefusedError("workbook_bomb")
        for info in self._parts.values():
            tight = info.file_size > limits.TIGHTEST_PACKED * max(info.compress_size, 1)
            if tight and info.file_size > limits.LOOSELY_PACKED:
                raise FileRefusedError("workbook_bomb")
            if info.compress_type not in _METHODS:
                raise FileRefusedError("damaged_workbook")

    def _check_macros(self) -> None:
        if any(name.endswith("vbaproject.bin") or "/macrosheets/" in name for name in self._parts):
            raise FileRefusedError("macro_file")
        types = _ContentTypes()
        if self.has("[Content_Types].xml"):
            self.walk_all("[Content_Types].xml", types)
        if types.macros:
            raise FileRefusedError("macro_file")


class Relation:
    """Where a relation points, and what kind of part stands there."""

    def __init__(self, path: str, kind: str) -> None:
        self.path = path
        self.kind = kind


class _Relations:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.by_id: dict[str, Relation] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name != "Relationship" or len(self.by_id) > limits.MOST_PARTS:
            return
        if attributes.get("TargetMode") == "External":
            return
        target = attributes.get("Target", "")
        path = target[1:] if target.startswith("/") else posixpath.join(self._folder, target)
        kind = attributes.get("Type", "").rpartition("/")[2]
        self.by_id[attributes.get("Id", "")] = Relation(posixpath.normpath(path), kind)

    def end(self, name: str) -> None:
        """Nothing to do: a relation is all in its attributes."""

    def text(self, text: str) -> None:
        """Nothing to do."""


class _ContentTypes:
    def __init__(self) -> None:
        self.macros = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        kind = attributes.get("ContentType", "").lower() if name in ("Default", "Override") else ""
        self.macros = self.macros or "macroenabled" in kind or "vbaproject" in kind

    def end(self, name: str) -> None:
        """Nothing to do."""

    def text(self, text: str) -> None:
        """Nothing to do."""
