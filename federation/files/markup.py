"""The parts of a workbook, which are zipped XML, walked in pieces and never held whole.

Written on expat itself rather than on a tree: what is kept is what the walker keeps. A document type
is refused, and with it every entity, as defusedxml does.
"""

from collections.abc import Iterator, Mapping
from typing import IO, Protocol
from xml.parsers import expat

from federation.files import limits
from federation.files.results import FileRefusedError

_PIECE = 64 * 1024
# A tag or an attribute longer than this is no spreadsheet's.
_LONGEST_TOKEN = 1024 * 1024


class Walker(Protocol):
    """What is told about the elements of a part; names come without their prefix."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Text inside the element begun last, perhaps in pieces."""


def walk(stream: IO[bytes], walker: Walker) -> Iterator[None]:
    """Walk a part, pausing after each piece so that what was found can be taken away.

    Raises FileRefusedError: `damaged_workbook`, `workbook_too_large`.
    """
    parser = _parser(walker)
    unpacked = 0
    try:
        while piece := stream.read(_PIECE):
            unpacked += len(piece)
            if unpacked > limits.LARGEST_PART:
                raise FileRefusedError("workbook_too_large")
            parser.Parse(piece, False)
            if unpacked - parser.CurrentByteIndex > _LONGEST_TOKEN:
                raise FileRefusedError("workbook_too_large")
            yield
        parser.Parse(b"", True)
        yield
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise FileRefusedError("damaged_workbook") from error


def _parser(walker: Walker) -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    local: dict[str, str] = {}

    def name_of(qualified: str) -> str:
        name = local.get(qualified)
        if name is None:
            name = qualified.rpartition(":")[2]
            if len(local) < 500:
                local[qualified] = name
        return name

    def refuse(*_: object) -> None:
        raise FileRefusedError("damaged_workbook")

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: walker.start(name_of(name), attributes)
    parser.EndElementHandler = lambda name: walker.end(name_of(name))
    parser.CharacterDataHandler = walker.text
    return parser
