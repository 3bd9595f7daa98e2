"""Licences: the way from request to end, whether one holds on a day, who may be renewed. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

from federation.rules.errors import ConflictError, RuleError

REQUESTED, GRANTED, SUSPENDED, WITHDRAWN, REFUSED = (
    "requested",
    "granted",
    "suspended",
    "withdrawn",
    "refused",
)
EXPIRED, NOT_YET = "expired", "not_yet"
"""What dates add to the states that are stored."""

# Signs that nobody takes for another: no 0, O, 1, I, L or U.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 16
CODE_GROUP = 4


class LicenceAct(StrEnum):
    """What the office does with a licence."""

    GRANT = "grant"
    REFUSE = "refuse"
    SUSPEND = "suspend"
    RESTORE = "restore"
    WITHDRAW = "withdraw"


WAY: Mapping[tuple[str, LicenceAct], str] = {
    (REQUESTED, LicenceAct.GRANT): GRANTED,
    (REQUESTED, LicenceAct.REFUSE): REFUSED,
    (GRANTED, LicenceAct.SUSPEND): SUSPENDED,
    (GRANTED, LicenceAct.WITHDRAW): WITHDRAWN,
    (SUSPENDED, LicenceAct.RESTORE): GRANTED,
    (SUSPENDED, LicenceAct.WITHDRAW): WITHDRAWN,
}
SAYS_WHY = frozenset({LicenceAct.REFUSE, LicenceAct.SUSPEND, LicenceAct.WITHDRAW})
"""Acts that take something away: they carry a reason."""


def next_state(state: str, act: LicenceAct, reason: str) -> str:
    """The state after an act; ConflictError `licence_moved_on` where there is no such way.

    RuleError `reason_missing` for an act that must say why.
    """
    after = WAY.get((state, act))
    if after is None:
        raise ConflictError("licence_moved_on", state=state)
    if act in SAYS_WHY and not reason.strip():
        raise RuleError("reason_missing", field="reason")
    return after


def acts_open(state: str) -> tuple[LicenceAct, ...]:
    """What may be done with a licence in this state, in the order of the enumeration."""
    return tuple(act for act in LicenceAct if (state, act) in WAY)


def standing(state: str, valid_from: date, valid_to: date, day: date) -> str:
    """How a licence stands on a day: its state, or `expired`, or `not_yet` for one granted ahead."""
    if state in (GRANTED, SUSPENDED) and day > valid_to:
        return EXPIRED
    if state == GRANTED and day < valid_from:
        return NOT_YET
    return state


def check_dates(valid_from: date, valid_to: date, season_from: date, season_to: date) -> None:
    """RuleError when a licence ends before it begins, or leaves its season."""
    if valid_to < valid_from:
        raise RuleError("dates_reversed", field="valid_to")
    if valid_from < season_from or valid_to > season_to:
        field = "valid_from" if valid_from < season_from else "valid_to"
        raise RuleError("licence_outside_season", field=field, begin=season_from, end=season_to)


def number_of(prefix: str, width: int, counter: int) -> str:
    """A licence number of a series: its prefix and the counter with leading zeros."""
    return f"{prefix}{counter:0{width}d}"


LONGEST_PREFIX, MOST_FIGURES = 8, 10


def check_series(prefix: str, width: int, following: int) -> None:
    """RuleError for a series whose numbers nobody could type: a prefix has letters, figures, - / and dots."""
    typed = all(sign.isascii() and (sign.isalnum() or sign in "-/.") for sign in prefix)
    if len(prefix) > LONGEST_PREFIX or not typed:
        raise RuleError("series_prefix", field="beginning", longest=LONGEST_PREFIX)
    if not 1 <= width <= MOST_FIGURES:
        raise RuleError("series_width", field="width", most=MOST_FIGURES)
    if not 1 <= following < 10**width:
        raise RuleError("series_following", field="following", most=10**width - 1)


def normal_code(typed: str) -> str | None:
    """The code of a card as it is kept, from any writing of it (case, spaces, hyphens); None for none."""
    bare = "".join(sign for sign in typed.upper() if sign not in " -")
    known = len(bare) == CODE_LENGTH and all(sign in CODE_ALPHABET for sign in bare)
    return bare if known else None


def grouped_code(code: str) -> str:
    """A code in groups of four, as people read it."""
    return "-".join(code[start : start + CODE_GROUP] for start in range(0, len(code), CODE_GROUP))


class NotRenewed(StrEnum):
    """Why a licence is left out of a season's renewal; each has its words."""

    NOT_GRANTED = "not_granted"
    HAS_ONE = "has_one"
    CLUB_INACTIVE = "club_inactive"
    ERASED = "erased"
    MERGED = "merged"
    NO_GUARDIAN = "no_guardian"


def not_renewed(
    *, state: str, has_one: bool, club_active: bool, erased: bool, merged: bool, lacks_guardian: bool
) -> NotRenewed | None:
    """Why this licence of the season before cannot simply be renewed, or None when it can."""
    reasons = (
        (erased, NotRenewed.ERASED),
        (merged, NotRenewed.MERGED),
        (has_one, NotRenewed.HAS_ONE),
        (state != GRANTED, NotRenewed.NOT_GRANTED),
        (not club_active, NotRenewed.CLUB_INACTIVE),
        (lacks_guardian, NotRenewed.NO_GUARDIAN),
    )
    return next((reason for holds, reason in reasons if holds), None)
