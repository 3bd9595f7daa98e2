"""Which licence a row of people brings, and what it changes in the one that is there. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from federation.rules import licences as rules
from federation.rules.errors import RuleError
from federation.rules.importing import Plan
from federation.rules.importing_clubs import ClubFact
from federation.rules.people import Guardian, lacks_guardian

if TYPE_CHECKING:
    from federation.rules.importing_people import Facts, Known

DEFAULT_KIND = "player"
SERIES = "series"
"""The choice of whoever wants a number of the series for rows that bring none."""


@dataclass(frozen=True)
class SeasonFact:
    """The season that licences are of."""

    key: int
    starts_on: date
    ends_on: date


@dataclass(frozen=True)
class LicenceFact:
    """A licence of the season; without a key an earlier row brings it, without a number it is to come."""

    key: int | None
    kind: str
    number: str
    state: str
    club: int | None
    club_name: str
    category: str
    valid_from: date
    valid_to: date


def plan_licence(
    plan: Plan, person: Known, club: ClubFact | None, facts: Facts, choices: Mapping[str, Any]
) -> None:
    """Add to a plan the licence that the row brings, or what it changes in the person's."""
    values = plan.values
    kind = str(values.get("licence_kind") or DEFAULT_KIND)
    number = str(values.get("licence") or "")
    live = person.live.get(kind)
    if live is not None:
        _change(plan, live, number, club, facts)
        return
    if not number and choices.get("numberless") != SERIES:
        return
    _grant(plan, person, kind, number, club, facts)


def _change(plan: Plan, live: LicenceFact, number: str, club: ClubFact | None, facts: Facts) -> None:
    if number and number != live.number:
        plan.refuse("licence", "import_other_number", number=live.number)
        return
    values = plan.values
    said: dict[str, tuple[Any, str, str]] = {}
    if club is not None and club.key != live.club:
        said["club"] = (club.key, live.club_name, club.name)
    category = str(values.get("category") or "")
    if category and category != live.category:
        said["category"] = (category, live.category, category)
    for name in ("valid_from", "valid_to"):
        day = values.get(name)
        before: date = getattr(live, name)
        if day and day != before.isoformat():
            said[name] = (date.fromisoformat(str(day)), before.isoformat(), str(day))
    if not said:
        return
    if live.state == rules.REQUESTED:
        plan.refuse("licence", "import_licence_requested")
    if live.key is None:
        plan.refuse("licence", "import_licence_twice")
    begin, end = (
        said[name][0] if name in said else getattr(live, name) for name in ("valid_from", "valid_to")
    )
    _check_dates(plan, begin, end, facts.season)
    plan.changes += [(name, before, after) for name, (_value, before, after) in said.items()]
    if live.key is not None:
        plan.keys["licence"] = live.key
    plan.work["licence_changes"] = {name: value for name, (value, _before, _after) in said.items()}


def _grant(plan: Plan, person: Known, kind: str, number: str, club: ClubFact | None, facts: Facts) -> None:
    values, season = plan.values, facts.season
    begin, end = (
        date.fromisoformat(str(values[name])) if values.get(name) else default
        for name, default in (("valid_from", season.starts_on), ("valid_to", season.ends_on))
    )
    _check_dates(plan, begin, end, season)
    if number in facts.live_numbers:
        plan.refuse("licence", "licence_number_in_use", number=number)
    if club is not None and not club.active:
        plan.refuse("club", "import_club_closed", club=club.name)
    fields = plan.values
    guardian = Guardian(
        *(str(fields.get(f"guardian_{part}") or person.values.get(f"guardian_{part}", "")) for part in PARTS)
    )
    born = str(fields.get("birth_date") or person.values.get("birth_date", ""))
    if lacks_guardian(date.fromisoformat(born) if born else None, guardian, begin):
        plan.refuse("guardian_name", "guardian_missing")
    if plan.stays_out:
        return
    chosen = number or person.numbers.get(kind, "")
    fact = LicenceFact(
        None,
        kind,
        chosen,
        rules.GRANTED,
        club.key if club else None,
        club.name if club else "",
        str(values.get("category") or ""),
        begin,
        end,
    )
    person.live[kind] = fact
    if chosen:
        person.numbers[kind] = chosen
    if person.key is not None:
        plan.changes.append(("licence", "", chosen or "…"))
    plan.work["licence"] = fact


PARTS = ("name", "email", "phone")


def _check_dates(plan: Plan, begin: date, end: date, season: SeasonFact) -> None:
    try:
        rules.check_dates(begin, end, season.starts_on, season.ends_on)
    except RuleError as error:
        plan.refuse(error.field, error.code, **error.data)
