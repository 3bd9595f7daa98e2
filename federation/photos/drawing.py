"""From a file that somebody sent to the photo that is kept. Knows bytes and no tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path, PurePath

from federation.rules.errors import RuleError

MOST_BYTES = 5 * 1024 * 1024
SECONDS = 20
_DRAWER = Path(__file__).with_name("draw_picture.py")
_JPEG_BEGINS = b"\xff\xd8\xff"
_EXTENSIONS = {"JPEG": {".jpg", ".jpeg", ".jpe", ".jfif"}, "PNG": {".png"}, "WebP": {".webp"}}
_APPLE = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"})
CODES = frozenset(
    {
        "photo_animated",
        "photo_broken",
        "photo_empty",
        "photo_heic",
        "photo_not_picture",
        "photo_too_expensive",
        "photo_too_large",
        "photo_too_many_pixels",
        "photo_too_small",
        "photo_wrong_extension",
    }
)


def draw_photo(data: bytes, name: str) -> bytes:
    """The photo as a JPEG of 480 by 640, drawn anew: upright, cropped, without what came with it.

    `name` is the file's, whose extension must agree with what it holds. RuleError with one of
    `CODES` (field `photo`). The file is read in a separate process with limits, so that whatever
    it does is done to that.
    """
    return _drawn(data, name, "photo")


def draw_page(data: bytes, name: str) -> bytes:
    """The photo of a sheet of paper as `draw_photo` draws one, but whole, and large enough to be read."""
    return _drawn(data, name, "page")


def _drawn(data: bytes, name: str, what: str) -> bytes:
    if not data:
        raise _refused("photo_empty")
    if len(data) > MOST_BYTES:
        raise _refused("photo_too_large")
    kind = _kind_of(data)
    extension = PurePath(name).suffix.lower()
    if extension and extension not in _EXTENSIONS[kind]:
        raise _refused("photo_wrong_extension", extension=extension, kind=kind)
    drawn = _run(data, what)
    if not drawn.startswith(_JPEG_BEGINS):
        code = drawn.decode("ascii", "replace")
        raise _refused(code if code in CODES else "photo_too_expensive")
    return drawn


def _kind_of(data: bytes) -> str:
    if data.startswith(_JPEG_BEGINS):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and data[8:12] in _APPLE:
        raise _refused("photo_heic")
    raise _refused("photo_not_picture")


def _run(data: bytes, what: str) -> bytes:
    try:
        finished = subprocess.run(  # noqa: S603
            [sys.executable, "-I", str(_DRAWER), what],
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            # None of the secrets in our environment is its business.
            env={"LANG": "C.UTF-8", "PATH": os.defpath},
        )
    except subprocess.TimeoutExpired:
        return b"photo_too_expensive"
    return finished.stdout


def _refused(code: str, **data: object) -> RuleError:
    return RuleError(code, field="photo", **data)
