"""The way of an import, and what its rows would do. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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


class Weight(StrEnum):
    """How much something told about a row weighs: an error or a question keeps it out."""

    ERROR = "error"
    QUESTION = "question"
    WARNING = "warning"


@dataclass(frozen=True)
class Told:
    """Something told about a row, by code; `data` holds the figures of its words.

    A question has the key of its answer, what stands in the cell, the ways of answering it and the
    values offered, each with its words. `for_all`: one answer may serve all such rows.
    """

    weight: Weight
    column: str | None
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    shown: str = ""
    offers: tuple[tuple[str, str], ...] = ()
    ways: tuple[str, ...] = ()
    for_all: bool = True

    def as_json(self) -> dict[str, Any]:
        """The same to be stored."""
        found: dict[str, Any] = {"weight": self.weight.value, "column": self.column, "code": self.code}
        if self.data:
            found["data"] = dict(self.data)
        if self.weight is Weight.QUESTION:
            found |= {"key": self.key, "shown": self.shown, "ways": list(self.ways)}
            found |= {"offers": [list(offer) for offer in self.offers], "for_all": self.for_all}
        return found


@dataclass
class Plan:
    """What one row of a file would do.

    `changes` are (field, before, after) as they are shown; `keys` the rows of the registry that it
    is about, by name; `work` what the writer of its kind needs, and nobody else looks at.
    """

    number: int
    values: Mapping[str, Any]
    verdict: str = "equal"
    changes: list[tuple[str, Any, Any]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    keys: dict[str, Any] = field(default_factory=dict)
    work: dict[str, Any] = field(default_factory=dict)

    def refuse(self, column: str | None, code: str, **data: object) -> None:
        """Keep the row out, with a reason."""
        self.told.append(Told(Weight.ERROR, column, code, data))

    def ask(self, question: Told) -> None:
        """Keep the row out until somebody has answered."""
        self.told.append(question)

    def warn(self, column: str | None, code: str, **data: object) -> None:
        """Tell something; the row enters."""
        self.told.append(Told(Weight.WARNING, column, code, data))

    @property
    def stays_out(self) -> bool:
        """Does an error or a question keep it out?"""
        return any(each.weight is not Weight.WARNING for each in self.told)

    def settle(self, *, new: bool) -> None:
        """Say what it would do, from what was found."""
        weights = {each.weight for each in self.told}
        if Weight.ERROR in weights:
            self.verdict = "error"
        elif Weight.QUESTION in weights:
            self.verdict = "question"
        elif new:
            self.verdict = "new"
        else:
            self.verdict = "changed" if self.changes else "equal"

    def same_as(self, verdict: str, changes: list[Any], keys: Mapping[str, Any]) -> bool:
        """Is it what was shown?"""
        return (self.verdict, [list(each) for each in self.changes], dict(self.keys)) == (
            verdict,
            [[each["field"], each["old"], each["new"]] for each in changes],
            dict(keys),
        )


def answer_to(choices: Mapping[str, Any], code: str, mark: object, column: str) -> tuple[str, Any] | None:
    """The way and the value that somebody answered with, for a row or for all of them.

    `choices` is what forms wrote; whatever is no answer counts as none.
    """
    answers = choices.get("answers")
    if not isinstance(answers, Mapping):
        return None
    for key in (f"{code}:{mark}:{column}", f"{code}:*:{column}"):
        answer = answers.get(key)
        if isinstance(answer, Mapping) and isinstance(answer.get("way"), str):
            return answer["way"], answer.get("value")
    return None


CORRECTABLE = frozenset(
    {
        "choice_not_valid",
        "columns_missing",
        "duplicate_header",
        "header_not_found",
        "no_rows",
        "not_this_encoding",
        "unclosed_quote",
    }
)
"""Refusals of a whole file that somebody can put right here; with the others it is not even kept."""
