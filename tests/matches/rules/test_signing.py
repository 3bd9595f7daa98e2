"""What a signature may be: the drawing that a pad makes, and the text of a protest."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from matches.acta import shape
from matches.rules import signing

POINT = st.tuples(st.integers(0, signing.PAD_WIDTH), st.integers(0, signing.PAD_HEIGHT)).map(list)
DRAWING = st.lists(st.lists(POINT, min_size=1, max_size=20), max_size=signing.MOST_STROKES)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=20,
)


def outcome(check: Callable[[], object]) -> str | None:
    """The code of the refusal, or None."""
    try:
        check()
    except RuleError as error:
        return error.code
    return None


@given(DRAWING)
def test_every_drawing_of_a_pad_passes_and_fits_the_published_schema(drawing: list[list[list[int]]]) -> None:
    assert signing.check_strokes(drawing) == drawing
    rule = shape.schema()["$defs"]["signature"]["properties"]["strokes"]
    assert list(shape._walk(drawing, rule, "strokes", 0)) == []


@given(ANYTHING)
def test_anything_else_is_refused_in_one_way(value: object) -> None:
    assert outcome(lambda: signing.check_strokes(value)) in (None, "strokes_invalid")


def test_the_largest_drawing_fits_the_schema_and_one_point_more_is_refused() -> None:
    largest = [[[signing.PAD_WIDTH, signing.PAD_HEIGHT]] * signing.MOST_POINTS]
    rule = shape.schema()["$defs"]["signature"]["properties"]["strokes"]
    assert list(shape._walk(signing.check_strokes(largest), rule, "strokes", 0)) == []
    for refused in (
        [[[0, 0]] * (signing.MOST_POINTS + 1)],
        [[[0, 0]]] * (signing.MOST_STROKES + 1),
        [[[0, signing.PAD_HEIGHT + 1]]],
        [[[True, 0]]],
    ):
        with pytest.raises(RuleError):
            signing.check_strokes(refused)


def test_the_script_keeps_to_the_limits_of_the_rule() -> None:
    script = (Path(settings.BASE_DIR) / "static" / "js" / "signature.js").read_text(encoding="utf-8")
    limits = dict(re.findall(r"const (\w+) = (\d+);", script))
    assert limits == {
        "WIDTH": str(signing.PAD_WIDTH),
        "MOST_STROKES": str(signing.MOST_STROKES),
        "MOST_POINTS": str(signing.MOST_POINTS),
    }


@pytest.mark.parametrize(
    ("kind", "text", "strokes", "code"),
    [
        ("absent", "", [[[1, 1]]], "signature_kind"),
        ("protest", " ", [[[1, 1]]], "protest_text_needed"),
        ("protest", "x" * 1001, [[[1, 1]]], "protest_text_long"),
        ("plain", "", [], "signature_not_drawn"),
        ("plain", "", [[[1, 1]]], None),
        ("protest", "x" * 1000, [[[1, 1]]], None),
    ],
)
def test_a_signature(kind: str, text: str, strokes: list[object], code: str | None) -> None:
    def check(*, without_drawing: bool) -> str | None:
        return outcome(
            lambda: signing.check_signature(kind, text=text, strokes=strokes, without_drawing=without_drawing)
        )

    assert check(without_drawing=False) == code
    assert check(without_drawing=True) == (None if code == "signature_not_drawn" else code)
