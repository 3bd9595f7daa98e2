"""What a signature may be. Pure."""

from collections.abc import Sequence

from federation.rules.errors import RuleError

LONGEST_PROTEST = 1000
LONGEST_WITNESS = 120
MOST_STROKES = 60
# The published schema of the acta allows 1200 points in one stroke.
MOST_POINTS = 1200
# The pad that every drawing is scaled to (static/js/signature.js keeps to the same figures).
PAD_WIDTH, PAD_HEIGHT = 1000, 400

Strokes = list[list[list[int]]]


def check_strokes(value: object) -> Strokes:
    """A drawn signature as strokes of whole points within the pad; [] when nothing was drawn.

    RuleError `strokes_invalid` for anything else: it comes from a device that nobody trusts.
    """
    if not isinstance(value, list) or len(value) > MOST_STROKES:
        raise RuleError("strokes_invalid", field="strokes")
    points = [point for stroke in value if isinstance(stroke, list) for point in stroke]
    if len(points) > MOST_POINTS or any(not isinstance(stroke, list) or not stroke for stroke in value):
        raise RuleError("strokes_invalid", field="strokes")
    if not all(_is_point(point) for point in points):
        raise RuleError("strokes_invalid", field="strokes")
    return [[[point[0], point[1]] for point in stroke] for stroke in value]


def _is_point(point: object) -> bool:
    if not isinstance(point, list) or len(point) != 2:
        return False
    if any(isinstance(each, bool) or not isinstance(each, int) for each in point):
        return False
    x, y = point
    return bool(0 <= x <= PAD_WIDTH and 0 <= y <= PAD_HEIGHT)


def check_signature(kind: str, *, text: str, strokes: Sequence[object], without_drawing: bool) -> None:
    """RuleError unless a signatory may sign so: `signature_kind`, `protest_text_needed`,
    `protest_text_long`, `signature_not_drawn`.
    """
    if kind not in ("plain", "protest"):
        raise RuleError("signature_kind", field="kind")
    if kind == "protest" and not text.strip():
        raise RuleError("protest_text_needed", field="text")
    if len(text) > LONGEST_PROTEST:
        raise RuleError("protest_text_long", field="text", most=LONGEST_PROTEST)
    if not strokes and not without_drawing:
        raise RuleError("signature_not_drawn", field="strokes")
