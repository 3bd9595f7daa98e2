"""What every kind of file is made into before it is understood: numbered records of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from federation.files.cells import Cell
from federation.files.results import Dialect


@dataclass(frozen=True, slots=True)
class Record:
    """A row as it stands: only cells in which something can be seen, by their place from 1.

    `width` is how many cells the row was written with, where the kind of file counts blank ones.
    """

    number: int
    cells: Mapping[int, Cell]
    width: int | None = None
    hidden: bool = False


class Source(Protocol):
    """A file opened: what it is and its records, which can be walked more than once."""

    @property
    def dialect(self) -> Dialect:
        """How the bytes were understood."""

    def records(self) -> Iterator[Record]:
        """The rows from the first; raises FileRefusedError at a limit."""

    def hidden_columns(self) -> frozenset[int]:
        """Columns that the file does not show; complete after the records were walked."""
