"""What pages show of an encounter's day: names, presences, PINs, incidents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from competitions.models import Encounter
from competitions.queries.entries import is_of_teams
from federation import clock
from federation.models import Licence, Person, RosterEntry
from matches.models import CheckIn, Incident, LineUp, LineUpSlot, PinMisses, TablePin
from matches.queries.line_ups import sides_of_people, team_of
from matches.queries.people import encounter_day, on_roster
from matches.rules.sides import Side


def names(encounter: Encounter) -> dict[str, str]:
    """The short name of everybody in both line-ups, by the key that the rules use."""
    slots = LineUpSlot.objects.filter(line_up__encounter=encounter)
    return {
        str(person.pk): person.short_name for person in Person.objects.filter(pk__in=slots.values("person"))
    }


@dataclass(frozen=True)
class Attendance:
    """One person of a squad at the encounter: seen or not, and how his PIN stands."""

    person: Person
    side: Side
    licence: str
    seen_at: datetime | None
    pin: str  # "set", "expired" or "none"
    blocked: bool
    place: tuple[int, int] | None  # board (0: substitute) and position, where the line-up may be shown


def attendance(
    encounter: Encounter, sides: Collection[Side], *, line_ups_of: Collection[Side]
) -> dict[Side, list[Attendance]]:
    """The squads of these sides on the encounter's day, names of the line-up first. Constant queries.

    `line_ups_of`: the sides whose line-up whoever looks may see now.
    """
    side_of = sides_of_people(encounter)
    people = {
        person.pk: (person, side_of[person.pk])
        for person in _people_of_sides(encounter, sides)
        if side_of[person.pk] in sides
    }
    licences = _licences(encounter, people)
    seen = dict(CheckIn.objects.filter(encounter=encounter, person__in=people).values_list("person", "at"))
    pins, blocked = _pins(people), _blocked(people)
    places = _places(encounter, line_ups_of)
    found: dict[Side, list[Attendance]] = {side: [] for side in sides}
    for key, (person, side) in people.items():
        found[side].append(
            Attendance(
                person=person,
                side=side,
                licence=licences.get(key, ""),
                seen_at=seen.get(key),
                pin=pins.get(key, "none"),
                blocked=key in blocked,
                place=places.get(key),
            )
        )
    for rows in found.values():
        rows.sort(key=_line_up_first)
    return found


def _people_of_sides(encounter: Encounter, sides: Collection[Side]) -> list[Person]:
    """The squads of these sides on the encounter's day, by name; of pairs, those who are entered."""
    if not is_of_teams(encounter):
        entered = (encounter.home, encounter.away)
        return [each for entry in entered for each in (entry.player, entry.partner) if each is not None]
    entries = (
        RosterEntry.objects.filter(team__in=[team_of(encounter, side) for side in sides])
        .filter(on_roster(encounter_day(encounter)))
        .select_related("person")
        .order_by("person__sort_key", "person")
    )
    return [entry.person for entry in entries]


def _line_up_first(row: Attendance) -> tuple[int, int, int]:
    if row.place is None:
        return (2, 0, 0)
    board, position = row.place
    return (0, board, position) if board else (1, 0, position)


def _licences(encounter: Encounter, people: Collection[int]) -> dict[int, str]:
    season = encounter.round.competition.season_id
    rows = Licence.objects.filter(person__in=people, season=season).exclude(state="withdrawn")
    # A player's licence is the one shown at the table when somebody holds several.
    return dict(rows.order_by("kind").values_list("person", "number"))


def _pins(people: Collection[int]) -> dict[int, str]:
    today = clock.today()
    rows = TablePin.objects.filter(person__in=people).values_list("person", "expires_on")
    return {person: "set" if expires_on >= today else "expired" for person, expires_on in rows}


def _blocked(people: Collection[int]) -> set[int]:
    now = clock.now()
    misses: dict[int, int] = defaultdict(int)
    found: set[int] = set()
    for row in PinMisses.objects.filter(person__in=people):
        misses[row.person_id] += row.total
        if row.blocked_until is not None and row.blocked_until > now:
            found.add(row.person_id)
    return found | {key for key, total in misses.items() if total >= settings.TABLE_PIN_MISSES_EVERYWHERE}


def _places(encounter: Encounter, sides: Collection[Side]) -> dict[int, tuple[int, int]]:
    slots = LineUpSlot.objects.filter(line_up__encounter=encounter, line_up__side__in=[*sides])
    return {
        person: (board or 0, position)
        for person, board, position in slots.values_list("person", "board", "position")
    }


def incidents_of(encounter: Encounter) -> list[Incident]:
    """The incidents of an encounter with their texts and people, in order. Constant queries."""
    return list(
        Incident.objects.filter(encounter=encounter)
        .select_related("partida__board", "author")
        .prefetch_related("texts", "concerned__person")
        .order_by("number")
    )


def both_line_ups(encounter: Encounter) -> dict[Side, LineUp]:
    """Both line-ups with slots and people; whoever calls asks before whether they are revealed."""
    rows = LineUp.objects.filter(encounter=encounter).prefetch_related("slots__person")
    return {Side(row.side): row for row in rows}


def last_line_up(encounter: Encounter, side: Side) -> LineUp | None:
    """The line-up that a side's team locked last in another encounter, with its slots."""
    team = team_of(encounter, side)
    own = LineUp.objects.filter(
        state="locked", side="home", encounter__home__team=team
    ) | LineUp.objects.filter(state="locked", side="away", encounter__away__team=team)
    others = own.exclude(encounter=encounter).filter(encounter__format=encounter.format_id)
    return others.prefetch_related("slots").order_by("-locked_at").first()
