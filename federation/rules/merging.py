"""Two records of one person made one: which value stays, and what forbids it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from federation.rules.errors import ConflictError, RuleError

OWN_FIELDS = ("given_name", "surname_1", "surname_2", "birth_date", "consent_on")
"""What says who the person is."""
DETAIL_FIELDS = ("document", "email", "phone", "address", "guardian")
FIELDS = (*OWN_FIELDS, *DETAIL_FIELDS, "photo")
MUST_CHOOSE = frozenset({"document", "birth_date"})
"""Two different ones are two people, unless somebody says which is right."""


class Origin(StrEnum):
    """Whose value it is: of the record that stays, or of the one that goes."""

    KEPT = "kept"
    GONE = "gone"


@dataclass(frozen=True)
class Record:
    """One of the two: its values (empty ones left out) and what it holds.

    `account` is "open", "closed" or nothing; `licences` are those in force or asked for, as (season,
    kind) with their words; `encounters` all that it took part in, with their words; `in_play` those
    that are not over and name it.
    """

    values: Mapping[str, object]
    standing: bool = True
    account: str = ""
    licences: Mapping[tuple[int, str], str] = field(default_factory=dict)
    encounters: Mapping[int, str] = field(default_factory=dict)
    in_play: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Block:
    """Something that forbids it; the code has its words."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)


class MergeRefusedError(ConflictError):
    """Two records cannot be made one now; `blocks` says everything that speaks against it."""

    def __init__(self, blocks: list[Block]) -> None:
        data: dict[str, Any] = dict(blocks[0].data)
        super().__init__(blocks[0].code, **data)
        self.blocks = tuple(blocks)


def differing(kept: Record, gone: Record) -> list[str]:
    """Fields in which both say something and not the same: somebody chooses, or the kept one's stays."""
    return [
        name
        for name in FIELDS
        if name in kept.values and name in gone.values and kept.values[name] != gone.values[name]
    ]


def outcome(kept: Record, gone: Record, chosen: Mapping[str, Origin]) -> dict[str, Origin]:
    """Whose value each field has afterwards.

    What was chosen, where both say something; else whoever says something; the kept one's when both
    say the same. RuleError `merge_choose` (with the field) for a document or a birth date of which
    there are two and nobody has said which is right.
    """
    open_fields = set(differing(kept, gone))
    for name in sorted(MUST_CHOOSE & open_fields - set(chosen)):
        raise RuleError("merge_choose", field=name)
    found = {}
    for name in FIELDS:
        missing = name not in kept.values and name in gone.values
        found[name] = chosen.get(name, Origin.KEPT) if name in open_fields else Origin.KEPT
        found[name] = Origin.GONE if missing else found[name]
    return found


def blocks(kept: Record, gone: Record) -> list[Block]:
    """Everything that forbids making these two one, whatever is chosen; nothing when it can be done."""
    if not (kept.standing and gone.standing):
        return [Block("person_gone")]
    found = []
    # A closed one may stay with the record that goes.
    if kept.account and gone.account == "open":
        found.append(Block("merge_two_accounts"))
    found += [
        Block("merge_two_licences", {"licence": words})
        for key, words in sorted(gone.licences.items())
        if key in kept.licences
    ]
    found += [
        Block("merge_same_encounter", {"encounter": words})
        for key, words in sorted(gone.encounters.items())
        if key in kept.encounters
    ]
    in_play = {**kept.in_play, **gone.in_play}
    found += [Block("merge_in_play", {"encounter": words}) for _key, words in sorted(in_play.items())]
    return found
