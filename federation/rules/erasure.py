"""When a person's data may be erased, and what is left in the place of his name. Pure.

Articles 17 and 18 of the General Data Protection Regulation: not while they are needed, nor while
a law or a claim wants them kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from federation.rules.errors import ConflictError, RuleError
from federation.rules.merging import Block
from federation.rules.traces import Traces

GIVEN_NAME = "Persona"
SURNAME = "suprimida"


@dataclass(frozen=True)
class Standing:
    """What a person still has to do with the federation; each tells of one thing, in words.

    `is_record` is False for a record that was merged into another or erased already.
    """

    is_record: bool = True
    holds: Sequence[str] = ()
    open_encounters: Sequence[str] = ()
    roles: Sequence[str] = ()
    licences: Sequence[str] = ()
    squads: Sequence[str] = ()
    delegations: Sequence[str] = ()
    requests: Sequence[str] = ()
    contact_of: Sequence[str] = ()
    more: Sequence[Block] = field(default=())


class ErasureRefusedError(ConflictError):
    """Data cannot be erased now; `blocks` says everything that speaks against it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        data: dict[str, Any] = dict(blocks[0].data)
        super().__init__(blocks[0].code, **data)
        self.blocks = tuple(blocks)


def blocks(standing: Standing) -> list[Block]:
    """Everything that forbids the erasure; nothing when it can be done."""
    if not standing.is_record:
        return [Block("person_gone")]
    told: Mapping[str, Sequence[str]] = {
        "erasure_hold": standing.holds,
        "erasure_in_play": standing.open_encounters,
        "erasure_role": standing.roles,
        "erasure_licence": standing.licences,
        "erasure_squad": standing.squads,
        "erasure_delegation": standing.delegations,
        "erasure_request": standing.requests,
        "erasure_contact": standing.contact_of,
    }
    return [Block(code, {"what": what}) for code, found in told.items() for what in found] + list(
        standing.more
    )


def check_reason(reason: str, of: Traces, *, field: str = "reason") -> str:
    """The reason without spaces around it; RuleError `reason_missing`, or `reason_names_person`.

    It stays when everything else is gone, so it may not say whose data they were.
    """
    told = reason.strip()
    if not told:
        raise RuleError("reason_missing", field=field)
    if of.in_text(told):
        raise RuleError("reason_names_person", field=field)
    return told


def pseudonym(key: int) -> tuple[str, str]:
    """Given name and surname that a record has when its own are gone: told apart by the record's number."""
    return GIVEN_NAME, f"{SURNAME} {key}"
