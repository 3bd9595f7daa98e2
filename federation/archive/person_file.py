"""A person's copy of his data as one file: a page that he can open, and the same for a machine."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from federation.archive.manifest import product
from federation.queries.person_export import Copy

FORMAT = "person-export/1"
PAGE, DATA, STYLE = "datos.html", "datos.json", "estilo.css"
DOCUMENTS = "documentos/"


def as_json(copy: Copy, *, about: Mapping[str, Any]) -> bytes:
    """The copy for a machine; `about` says of whom, by whom and when."""
    told = {
        "format": FORMAT,
        "product": product(),
        **about,
        "tables": [
            {
                "name": table.name,
                "words": table.words,
                "columns": [{"name": name, "words": words} for name, words in table.columns.items()],
                "rows": list(table.rows),
            }
            for table in copy.tables
        ],
        "acts": [{"words": words, "rows": count} for words, count in copy.acts],
        "files": [f"{DOCUMENTS}{name}" for name in sorted(copy.files)],
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def packed(copy: Copy, *, page: str, style: bytes, about: Mapping[str, Any]) -> bytes:
    """The one file: page, style, data and documents."""
    output = BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(PAGE, page)
        archive.writestr(STYLE, style)
        archive.writestr(DATA, as_json(copy, about=about))
        for name, data in sorted(copy.files.items()):
            archive.writestr(f"{DOCUMENTS}{name}", data)
    return output.getvalue()
