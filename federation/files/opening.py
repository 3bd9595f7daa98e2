"""The bytes of a file told apart: a text, a workbook, or something that is not read, and why."""

from collections.abc import Mapping

from federation.files import limits
from federation.files.delimited import DelimitedSource, HeaderScore, open_text
from federation.files.encodings import decode
from federation.files.results import FileRefusedError
from federation.files.texts import is_blank
from federation.files.workbook import WorkbookSource, open_workbook

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OTHERS = (
    b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh",
    b"\xfd7zXZ",
    b"{\\rtf", b"II*\x00", b"MM\x00*", b"\x7fELF", b"MZ\x90",
)  # fmt: skip
_MARKED_UP = (b"<!doctype", b"<html", b"<?xml", b"<table", b"<svg", b"<head", b"<meta")
_MACRO_NAMES = (".xlsm", ".xltm", ".xlam")


def open_source(
    data: bytes, name: str, score: HeaderScore, choices: Mapping[str, object]
) -> DelimitedSource | WorkbookSource:
    """Open a file as what it is, whatever its name says.

    `choices` may hold `encoding`, `delimiter`, `quote`, `sheet`. Raises FileRefusedError:
    `file_too_large`, `empty_file`, `macro_file`, `old_workbook`, `encrypted_workbook`,
    `not_a_spreadsheet`, and what the readers of texts and workbooks raise.
    """
    if len(data) > limits.LARGEST_FILE:
        raise FileRefusedError("file_too_large", megabytes=limits.LARGEST_FILE // 1024 // 1024)
    if name.lower().endswith(_MACRO_NAMES):
        raise FileRefusedError("macro_file")
    if data.startswith(_OLD_OFFICE):
        raise FileRefusedError("encrypted_workbook" if _ENCRYPTED in data else "old_workbook")
    if data.startswith(_ZIP):
        return open_workbook(data, score, _text_choice(choices, "sheet"))
    if data.startswith(_OTHERS) or data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_MARKED_UP):
        raise FileRefusedError("not_a_spreadsheet")
    text, encoding = decode(data, _text_choice(choices, "encoding"))
    if is_blank(text):
        raise FileRefusedError("empty_file")
    return open_text(
        text,
        encoding,
        score,
        delimiter=_text_choice(choices, "delimiter"),
        quote=_text_choice(choices, "quote"),
    )


def _text_choice(choices: Mapping[str, object], name: str) -> str | None:
    value = choices.get(name)
    if value is None or isinstance(value, str):
        return value
    raise FileRefusedError("choice_not_valid", choice=name)
