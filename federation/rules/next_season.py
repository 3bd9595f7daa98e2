"""The season that follows: its dates, and which teams and people go over into it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum

from federation.rules.errors import RuleError

LONGEST = 800
"""Days; a season of more than two years is a slip of the pen."""
CAPTAINS = frozenset({"captain", "non_playing_captain"})


class TeamStays(StrEnum):
    """Why a team is not copied; each has its words."""

    HAS_ONE = "has_one"
    CLUB_INACTIVE = "club_inactive"


class PersonStays(StrEnum):
    """Why somebody is not copied, or what is told of one who is; each has its words."""

    ERASED = "erased"
    MERGED = "merged"
    NO_LICENCE = "no_licence"


def check_season(starts_on: date, ends_on: date, others: Iterable[tuple[str, date, date]]) -> None:
    """RuleError `dates_reversed`, `season_too_long`, or `season_overlaps` with the name of the other."""
    if ends_on <= starts_on:
        raise RuleError("dates_reversed", field="ends_on")
    if (ends_on - starts_on).days > LONGEST:
        raise RuleError("season_too_long", field="ends_on")
    for name, begins, ends in others:
        if starts_on <= ends and begins <= ends_on:
            raise RuleError("season_overlaps", field="starts_on", season=name)


def next_dates(ends_on: date) -> tuple[date, date]:
    """A year from the day after the last season."""
    begins = ends_on + timedelta(days=1)
    # The day before the same day of the next year; a leap day ends on 28 February.
    year = begins.year + 1
    try:
        after = begins.replace(year=year)
    except ValueError:
        after = date(year, 3, 1)
    return begins, after - timedelta(days=1)


def next_name(name: str) -> str:
    """A season's name with its years one on: «2026-27» gives «2027-28»; empty for what has no years."""
    if found := re.fullmatch(r"(\d{4})([-/])(\d{2})", name):
        return f"{int(found[1]) + 1}{found[2]}{(int(found[3]) + 1) % 100:02d}"
    if found := re.fullmatch(r"(\d{4})([-/])(\d{4})", name):
        return f"{int(found[1]) + 1}{found[2]}{int(found[3]) + 1}"
    return str(int(name) + 1) if re.fullmatch(r"\d{4}", name) else ""


def team_stays(*, has_one: bool, club_active: bool) -> TeamStays | None:
    """Why a team of the season before is not copied, or None when it is."""
    if has_one:
        return TeamStays.HAS_ONE
    return None if club_active else TeamStays.CLUB_INACTIVE


def person_stays(*, erased: bool, merged: bool, licensed: bool) -> PersonStays | None:
    """What speaks against somebody of a squad of the season before, or None."""
    if erased:
        return PersonStays.ERASED
    if merged:
        return PersonStays.MERGED
    return None if licensed else PersonStays.NO_LICENCE


def goes_over(reason: PersonStays | None, role: str, *, only_licensed: bool) -> bool:
    """Is somebody copied? Captains stay without a renewed licence; who is gone never does."""
    if reason is PersonStays.NO_LICENCE:
        return not only_licensed or role in CAPTAINS
    return reason is None
