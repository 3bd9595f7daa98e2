"""The way of an import. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from federation.rules.errors import ConflictError

BIG = 500
"""Above so many rows checking and applying are a job of the worker."""


class ImportAct(StrEnum):
    """What is done with an import, by a person or by the worker."""

    CHECK = "check"
    CHECKED = "checked"
    CORRECT = "correct"
    APPLY = "apply"
    APPLIED = "applied"
    FAIL = "fail"
    DISCARD = "discard"
    UNDO = "undo"


WAY: Mapping[tuple[str, ImportAct], str] = {
    ("uploaded", ImportAct.CHECK): "checking",
    ("uploaded", ImportAct.DISCARD): "discarded",
    ("uploaded", ImportAct.CORRECT): "uploaded",
    ("checking", ImportAct.CHECKED): "ready",
    ("checking", ImportAct.FAIL): "failed",
    ("ready", ImportAct.CORRECT): "uploaded",
    ("ready", ImportAct.APPLY): "applying",
    ("ready", ImportAct.DISCARD): "discarded",
    ("applying", ImportAct.APPLIED): "applied",
    ("applying", ImportAct.FAIL): "failed",
    # What was checked may have changed meanwhile: it is looked at again.
    ("applying", ImportAct.CHECKED): "ready",
    ("failed", ImportAct.CORRECT): "uploaded",
    ("failed", ImportAct.DISCARD): "discarded",
    ("applied", ImportAct.UNDO): "undone",
}


def next_state(state: str, act: ImportAct) -> str:
    """The state after an act; ConflictError `import_moved_on` where there is no such way."""
    after = WAY.get((state, act))
    if after is None:
        raise ConflictError("import_moved_on", state=state)
    return after


def acts_open(state: str) -> tuple[ImportAct, ...]:
    """What may be done with an import in this state."""
    return tuple(act for act in ImportAct if (state, act) in WAY)
