"""What is drawn in the acta: the parties' strokes and the QR, as SVG. Pure.

Rules of a style sheet do not reach inline SVG in the renderer, so everything is given
as presentation attributes. Only integers and our own words go into the paths.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import segno

Stroke = Sequence[Sequence[int]]

_MARGIN = 6
# A signature of one short dash must not be blown up to the size of the box.
_LEAST_WIDTH, _LEAST_HEIGHT = 200, 90


@dataclass(frozen=True)
class Drawing:
    """A path and the part of the plane that it lies in."""

    path: str
    view_box: str
    width: int = 0


def signature_drawing(strokes: Sequence[Stroke]) -> Drawing | None:
    """Give the drawn signature as one path; None when nothing was drawn."""
    points = [point for stroke in strokes for point in stroke]
    if not points:
        return None
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = max(right - left, _LEAST_WIDTH), max(bottom - top, _LEAST_HEIGHT)
    x = (left + right - width) // 2 - _MARGIN
    y = (top + bottom - height) // 2 - _MARGIN
    box = f"{x} {y} {width + 2 * _MARGIN} {height + 2 * _MARGIN}"
    # The line keeps its weight on paper whatever the size of the screen was.
    return Drawing("".join(_stroke_path(each) for each in strokes), box, max(width // 130, 1))


def _stroke_path(stroke: Stroke) -> str:
    (x, y), *rest = stroke
    if not rest:
        return f"M{x} {y}h1"
    return f"M{x} {y}L" + " ".join(f"{a} {b}" for a, b in rest)


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
