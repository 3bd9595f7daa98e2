"""What must be noted of words and interruptions at the table (art. 12, 14, 17). Pure."""

from collections.abc import Mapping
from typing import Any


def comment_is_noted(
    parameters: Mapping[str, Any], *, during_hand: bool, seconds: int, about_rivals: bool, aloud: bool = False
) -> bool:
    """Does a comment between partners go to the acta (art. 12)?

    After a hand a short word about it is free: in a low voice, not about the rivals, and no
    longer than `comment_seconds`.
    """
    return during_hand or aloud or about_rivals or seconds > int(parameters["comment_seconds"])


def is_open_after(*, open_on_table: bool) -> bool:
    """Is the game open, whatever was said? The tile as it lies prevails over the word (art. 14)."""
    return open_on_table


def interruption_is_noted() -> bool:
    """Always, announced before or not (art. 17)."""
    return True
