"""What every kind of file is made into before it is understood: numbered records of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

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


class Merged(NamedTuple):
    """A cell that reaches over several rows: its place, its row, and the last one that it covers."""

    place: int
    row: int
    last_row: int


@dataclass
class Layout:
    """What a sheet does with its cells beside holding them; a text file does nothing."""

    hidden_columns: set[int] = field(default_factory=set)
    merged: list[Merged] = field(default_factory=list)


class Source(Protocol):
    """A file opened: what it is and its records, which can be walked more than once."""

    @property
    def dialect(self) -> Dialect:
        """How the bytes were understood."""

    def records(self) -> Iterator[Record]:
        """The rows from the first; raises FileRefusedError at a limit."""

    @property
    def layout(self) -> Layout:
        """How the sheet is laid out; complete after the records were walked."""
