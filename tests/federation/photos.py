"""Pictures for the tests of photos and cards, made here so that nobody's face is in the repository."""

from __future__ import annotations

import io

from PIL import Image


def picture(
    size: tuple[int, int] = (600, 800),
    kind: str = "JPEG",
    colour: object = "teal",
    mode: str = "RGB",
    **options: object,
) -> bytes:
    """A picture of one colour in a format of Pillow's."""
    written = io.BytesIO()
    Image.new(mode, size, colour).save(written, kind, **options)
    return written.getvalue()


def halves(upper: str, lower: str, size: tuple[int, int] = (600, 800), **options: object) -> bytes:
    """A JPEG whose upper half has one colour and whose lower half has another."""
    made = Image.new("RGB", size, upper)
    made.paste(Image.new("RGB", (size[0], size[1] // 2), lower), (0, size[1] // 2))
    written = io.BytesIO()
    made.save(written, "JPEG", quality=95, **options)
    return written.getvalue()


def noise(size: tuple[int, int]) -> bytes:
    """A JPEG that does not become small: every point is another."""
    written = io.BytesIO()
    Image.effect_noise(size, 120).convert("RGB").save(written, "JPEG", quality=97)
    return written.getvalue()


def opened(data: bytes) -> Image.Image:
    """The picture that some bytes hold, read whole."""
    found = Image.open(io.BytesIO(data))
    found.load()
    return found
