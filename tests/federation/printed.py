"""What a PDF says and how large its pages are."""

from __future__ import annotations

import io
import re
import subprocess

import pikepdf

MILLIMETRES = 72 / 25.4


def text_of(pdf: bytes) -> str:
    """The words of a PDF, laid out as on its pages."""
    run = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return run.stdout.decode("utf-8")


def heights_of(pdf: bytes, word: str) -> list[int]:
    """How far below the top each occurrence of a word stands, in whole points."""
    run = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True)
    found = re.findall(rf'yMin="([\d.]+)"[^>]*>{re.escape(word)}</word>', run.stdout.decode("utf-8"))
    return [round(float(each)) for each in found]


def boxes(pdf: bytes) -> list[tuple[int, int]]:
    """The size of each page in tenths of a millimetre."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return [
            tuple(round(float(side) / MILLIMETRES * 10) for side in page.mediabox[2:])
            for page in opened.pages
        ]
