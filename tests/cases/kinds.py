"""What `rulebook-kinds.md` says of each kind of case: its keys, their types and every allowed word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HEADING = re.compile(r"^### (.+)$")
ROW = re.compile(r"^\| (in|out) \| `(\w+)` \| `([^`]+)` \|")


@dataclass(frozen=True)
class Kind:
    """The types of the keys of `input` and of `expected`."""

    given: Mapping[str, str]
    answered: Mapping[str, str]

    def words(self, key: str) -> tuple[str | None, ...]:
        """Every word that a key of `input` may hold; None where null is one."""
        found = (part.strip() for part in self.given[key].strip("[]").split("/"))
        return tuple(None if word == "null" else word for word in found)


def kinds_in(path: Path) -> dict[str, Kind]:
    """Each kind that the page has a block for."""
    found: dict[str, Kind] = {}
    names: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            names = re.findall(r"`(\w+)`", heading[1])
            found |= {name: Kind({}, {}) for name in names}
        elif row := ROW.match(line):
            side, key, what = row.groups()
            for name in names:
                keys = found[name].given if side == "in" else found[name].answered
                keys[key] = what  # type: ignore[index]
    return found
