"""Which club a row means, by its name or its short one; a name that nobody knows is asked about. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from federation.rules.importing import Plan, Told, Weight, answer_to
from federation.rules.names import search_key

SUGGESTED = 3


@dataclass(frozen=True)
class ClubFact:
    """A club by its key, with the names that it is known under."""

    key: int
    name: str
    short_name: str
    active: bool = True

    @property
    def keys(self) -> frozenset[str]:
        """What it is found by."""
        return frozenset({search_key(self.name), search_key(self.short_name)} - {""})


def club_of(
    plan: Plan,
    by_name: Mapping[str, Sequence[ClubFact]],
    clubs: Sequence[ClubFact],
    choices: Mapping[str, Any],
) -> ClubFact | None:
    """The club of a row; None without one, or where it has to be asked (then the row stays out)."""
    written = str(plan.values.get("club") or "")
    if not written:
        return None
    key = search_key(written)
    found = list(by_name.get(key, ()))
    if len(found) == 1:
        return found[0]
    answer = answer_to(choices, "club_unknown", key, "club")
    suggested = found or _like(key, clubs)
    if answer is not None and answer[0] == "take":
        chosen = answer[1] if answer[1] is not None or len(suggested) != 1 else f"c:{suggested[0].key}"
        taken = next((club for club in clubs if f"c:{club.key}" == chosen), None)
        if taken is not None:
            return taken
    plan.ask(
        Told(
            Weight.QUESTION,
            "club",
            "club_unknown",
            {"club": written},
            key=f"club_unknown:{key}:club",
            shown=written,
            offers=tuple((f"c:{club.key}", club.name) for club in suggested),
            ways=("take", "leave_out"),
        )
    )
    return None


def _like(key: str, clubs: Sequence[ClubFact]) -> list[ClubFact]:
    by_key = {each: club for club in clubs for each in club.keys}
    near = get_close_matches(key, by_key, n=SUGGESTED * 2, cutoff=0.6)
    return list(dict.fromkeys(by_key[each] for each in near))[:SUGGESTED]
