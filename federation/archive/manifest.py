"""The list of what an export holds, with the digest of each file; what it does not say is not believed."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

FORMAT = "federation-export/1"
NAME = "manifest.json"
SCHEMA = "schema.json"
README = "README.txt"
SUMS = "SHA256SUMS"
FILES = "files/"
BLOCK = 1 << 20
Report = Callable[[str], object]
# Plain names in folders below the export: no way up, nothing hidden, nothing that a system reads its own way.
_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}(/[a-z0-9][a-z0-9._-]{0,99}){0,4}", re.IGNORECASE)


class ArchiveError(Exception):
    """The folder is not an export that can be read here; the text says why, for whoever runs the command."""


@dataclass(frozen=True)
class Listed:
    """One file of an export: how large it is and its digest."""

    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What an export says of itself."""

    product: str
    structure: str
    rows: Mapping[str, int]
    files: Mapping[str, Listed]

    def as_json(self, made_at: str) -> dict[str, Any]:
        """As it is written."""
        return {
            "format": FORMAT,
            "product": self.product,
            "made_at": made_at,
            "structure": self.structure,
            "rows": dict(self.rows),
            "files": [
                {"name": name, "bytes": each.size, "sha256": each.sha256}
                for name, each in sorted(self.files.items())
            ],
        }


@cache
def product() -> str:
    """Name and version of this program."""
    project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text(encoding="utf-8"))
    return f"{project['project']['name']} {project['project']['version']}"


def read(folder: Path) -> Manifest:
    """The manifest of an export; ArchiveError for a folder that has none, or one that is not of this kind."""
    try:
        written = json.loads((folder / NAME).read_text(encoding="utf-8"))
        if written["format"] != FORMAT:
            raise ArchiveError(f"El formato es «{written['format']}» y aquí se lee «{FORMAT}».")
        files = {each["name"]: Listed(int(each["bytes"]), str(each["sha256"])) for each in written["files"]}
        if len(files) != len(written["files"]):
            raise ArchiveError("El manifiesto nombra un archivo dos veces.")
        rows = {str(name): int(count) for name, count in written["rows"].items()}
        return Manifest(str(written["product"]), str(written["structure"]), rows, files)
    except FileNotFoundError as error:
        raise ArchiveError(f"Falta {NAME}: la carpeta no es una exportación completa.") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArchiveError(f"{NAME} no se puede leer: {error}") from error


def check_files(folder: Path, manifest: Manifest, report: Report) -> None:
    """ArchiveError unless each file is there, inside the folder, and has its size and digest."""
    root = folder.resolve()
    for number, (name, listed) in enumerate(sorted(manifest.files.items()), start=1):
        path = path_of(root, name)
        size, sha256 = measured(path)
        if (size, sha256) != (listed.size, listed.sha256):
            raise ArchiveError(f"{name} no es el que se exportó: su huella no coincide.")
        if number % 1000 == 0:
            report(f"  {number} archivos comprobados")


def path_of(root: Path, name: str) -> Path:
    """Where a file of an export lies; ArchiveError for a name that leads elsewhere."""
    if not _SAFE.fullmatch(name) or ".." in name:
        raise ArchiveError(f"El manifiesto nombra un archivo que no puede ser suyo: {name[:80]!r}.")
    path = root / name
    # A link inside the folder could lead out of it, whatever its name.
    if not path.is_file() or path.resolve() != path:
        raise ArchiveError(f"Falta el archivo {name}.")
    return path


def measured(path: Path) -> tuple[int, str]:
    """Size and SHA-256 of a file, read block by block."""
    digest, size = hashlib.sha256(), 0
    for block in _blocks(path):
        digest.update(block)
        size += len(block)
    return size, digest.hexdigest()


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block
