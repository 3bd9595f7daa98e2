"""A path to be drawn as SVG, and the one of a QR code. Pure.

Rules of a style sheet do not reach inline SVG in the renderer, so everything is given
as presentation attributes. Only integers and our own words go into the paths.
"""

from dataclasses import dataclass

import segno


@dataclass(frozen=True)
class Drawing:
    """A path and the part of the plane that it lies in."""

    path: str
    view_box: str
    width: int = 0


def qr_drawing(text: str) -> Drawing:
    """Give the QR code of `text`, one run of dark modules per piece of the path, with the quiet zone."""
    rows = list(segno.make(text, error="m", micro=False, boost_error=False).matrix_iter(border=2))
    pieces = []
    for y, row in enumerate(rows):
        start: int | None = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                pieces.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return Drawing("".join(pieces), f"0 0 {len(rows)} {len(rows)}")
