"""A PDF of an HTML document, rendered outside the web process. Knows bytes and no tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SECONDS = 150
_WRITER = Path(__file__).with_name("write_pdf.py")


class PrintingError(RuntimeError):
    """The document could not be rendered within its limits."""


def pdf_of(html: str, pictures: Mapping[str, bytes]) -> bytes:
    """The PDF of a document of ours with its pictures (JPEGs, by the names that it asks for).

    The renderer takes some hundred megabytes; a process of its own gives them back. PrintingError
    when it does not come to an end within `SECONDS` or its memory.
    """
    head = {"html": html, "pictures": [[name, len(data)] for name, data in pictures.items()]}
    try:
        finished = subprocess.run(  # noqa: S603
            [sys.executable, "-I", str(_WRITER)],
            input=b"".join([json.dumps(head).encode("ascii"), b"\n", *pictures.values()]),
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={"LANG": "C.UTF-8", "PATH": os.defpath},
        )
    except subprocess.TimeoutExpired:
        raise PrintingError("the document took too long") from None
    if not finished.stdout.startswith(b"%PDF-"):
        said = finished.stderr.decode("utf-8", "replace").strip().splitlines()
        raise PrintingError(said[-1] if said else f"ended with {finished.returncode}")
    return finished.stdout
