"""What is drawn in the acta: the parties' strokes, as SVG. Pure.

Rules of a style sheet do not reach inline SVG in the renderer, so everything is given
as presentation attributes. Only integers and our own words go into the paths.
"""

from collections.abc import Sequence

from federation.printing.drawing import Drawing

Stroke = Sequence[Sequence[int]]

_MARGIN = 6
# A signature of one short dash must not be blown up to the size of the box.
_LEAST_WIDTH, _LEAST_HEIGHT = 200, 90


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
