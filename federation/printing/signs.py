"""Which signs our font on paper has."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"

# What stands for a character that the font lacks; the attached data keeps the character.
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@cache
def _drawable() -> frozenset[int]:
    """The characters that both weights of the font have."""
    files = (FONTS / f"acta-sans-{weight}.ttf" for weight in ("Regular", "Bold"))
    regular, bold = (frozenset(TTFont(each).getBestCmap()) for each in files)
    return (regular & bold) | {ord("\n")}


def printable(value: Any) -> Any:
    """Give a copy of `value` in which every character that the font lacks is replaced.

    Otherwise the renderer would take it from whatever font the machine has, and the
    same document would not give the same bytes everywhere.
    """
    if isinstance(value, str):
        drawable = _drawable()
        return "".join(each if ord(each) in drawable else REPLACEMENT for each in value)
    if isinstance(value, Mapping):
        return {name: printable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [printable(item) for item in value]
    return value
