"""Venues of clubs and the tables in them: entered, changed, closed, numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction

from federation.actions import audit, registry
from federation.models import Club, Discipline, User, Venue, VenueTable
from federation.permissions import require_office
from federation.rules.clubs import check_table, next_numbers
from federation.rules.errors import ConflictError, RuleError


@dataclass(frozen=True)
class VenueDetails:
    """What is known of a venue."""

    name: str
    address: str = ""
    time_zone: str = "Europe/Madrid"


@transaction.atomic
def enter_venue(*, club: Club, details: VenueDetails, by: User | None) -> Venue:
    """Enter a venue of a club, without tables yet; RuleError `venue_name_taken` when it has that name."""
    require_office(by)
    _lock_club(club.pk)
    _refuse_taken(club.pk, details.name, None)
    return registry.register_venue(
        club=club, name=details.name, address=details.address, time_zone=details.time_zone, tables=[], by=by
    )


@transaction.atomic
def change_venue(*, venue: Venue, details: VenueDetails, by: User | None) -> Venue:
    """Change name, address or time zone of a venue; refusals as `enter_venue`."""
    require_office(by)
    locked = _locked(venue)
    before = details_of(locked)
    if before == details:
        return locked
    _refuse_taken(locked.club_id, details.name, locked)
    for name, value in asdict(details).items():
        setattr(locked, name, value)
    locked.save(update_fields=list(asdict(details)))
    _record(locked, by, "venue.changed", {"before": asdict(before), "after": asdict(details)})
    return locked


@transaction.atomic
def close_venue(*, venue: Venue, last_day: date, by: User | None) -> Venue:
    """Note the last day on which a venue is played in; ConflictError `venue_closed_already`.

    Whether something is to be played there later is asked by the apps that know encounters.
    """
    require_office(by)
    locked = _locked(venue)
    if locked.closed_on is not None:
        raise ConflictError("venue_closed_already")
    locked.closed_on = last_day
    locked.save(update_fields=["closed_on"])
    _record(locked, by, "venue.closed", {"last_day": last_day.isoformat()})
    return locked


@transaction.atomic
def reopen_venue(*, venue: Venue, by: User | None) -> Venue:
    """Open a closed venue again; ConflictError `venue_open_already`."""
    require_office(by)
    locked = _locked(venue)
    if locked.closed_on is None:
        raise ConflictError("venue_open_already")
    locked.closed_on = None
    locked.save(update_fields=["closed_on"])
    _record(locked, by, "venue.reopened", {})
    return locked


@transaction.atomic
def add_tables(
    *, venue: Venue, discipline: Discipline, count: int, coin_operated: bool, by: User | None
) -> list[VenueTable]:
    """Put that many more tables of a kind in a venue, with the lowest free numbers.

    RuleError `too_many_tables`, and `coins_are_for_pool` for domino tables that take coins.
    """
    require_office(by)
    locked = _locked(venue)
    _check_coins(discipline, coin_operated=coin_operated)
    numbers = next_numbers(count, taken=_numbers(locked, discipline))
    made = VenueTable.objects.bulk_create(
        VenueTable(venue=locked, discipline=discipline, number=number, coin_operated=coin_operated)
        for number in numbers
    )
    data = {"discipline": str(discipline), "numbers": numbers, "coin_operated": coin_operated}
    _record(locked, by, "venue.tables_added", data)
    return made


@transaction.atomic
def change_table(*, table: VenueTable, number: int, coin_operated: bool, by: User | None) -> VenueTable:
    """Give a table another number, or say whether it takes coins.

    A board that was played at it keeps the text that it was called by. RuleError `table_number_taken`,
    `table_number_out_of_range`, `coins_are_for_pool`; ConflictError `table_gone`.
    """
    require_office(by)
    locked = _locked_table(table)
    _check_coins(Discipline(locked.discipline), coin_operated=coin_operated)
    others = _numbers(locked.venue, Discipline(locked.discipline), but=locked)
    check_table(number, taken=others)
    before = _told(locked)
    locked.number, locked.coin_operated = number, coin_operated
    locked.save(update_fields=["number", "coin_operated"])
    _record(locked.venue, by, "venue.table_changed", {"before": before, "after": _told(locked)})
    return locked


@transaction.atomic
def remove_table(*, table: VenueTable, by: User | None) -> None:
    """Take a table out of its venue; ConflictError `table_gone` when somebody did before."""
    require_office(by)
    locked = _locked_table(table)
    told = _told(locked)
    venue = locked.venue
    locked.delete()
    _record(venue, by, "venue.table_removed", {"before": told})


def details_of(venue: Venue) -> VenueDetails:
    """What is known of a venue, as it stands."""
    return VenueDetails(venue.name, venue.address, venue.time_zone)


def _lock_club(club_id: int | None) -> None:
    # Its row stands for the names of its venues.
    if club_id is not None:
        Club.objects.select_for_update().get(pk=club_id)


def _locked(venue: Venue) -> Venue:
    _lock_club(venue.club_id)
    return Venue.objects.select_for_update().get(pk=venue.pk)


def _locked_table(table: VenueTable) -> VenueTable:
    venue = _locked(table.venue)
    found = VenueTable.objects.filter(pk=table.pk).first()
    if found is None:
        raise ConflictError("table_gone")
    found.venue = venue
    return found


def _refuse_taken(club_id: int | None, name: str, venue: Venue | None) -> None:
    others = Venue.objects.filter(club=club_id, name__iexact=name)
    if (others.exclude(pk=venue.pk) if venue else others).exists():
        raise RuleError("venue_name_taken", field="name")


def _numbers(venue: Venue, discipline: Discipline, but: VenueTable | None = None) -> list[int]:
    found = VenueTable.objects.filter(venue=venue, discipline=discipline)
    return list((found.exclude(pk=but.pk) if but else found).values_list("number", flat=True))


def _check_coins(discipline: Discipline, *, coin_operated: bool) -> None:
    if coin_operated and discipline != Discipline.POOL:
        raise RuleError("coins_are_for_pool", field="coin_operated")


def _told(table: VenueTable) -> dict[str, object]:
    return {
        "discipline": table.discipline,
        "number": table.number,
        "coin_operated": table.coin_operated,
    }


def _record(venue: Venue, by: User | None, verb: str, data: Mapping[str, object]) -> None:
    # A neutral place belongs to no club.
    chain = f"club:{venue.club_id}" if venue.club_id else f"venue:{venue.pk}"
    audit.record(
        chain=chain,
        verb=verb,
        subject=f"venue:{venue.pk}",
        by=by,
        data={"name": venue.name, **data},
    )
