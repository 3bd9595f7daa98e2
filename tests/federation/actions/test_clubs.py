"""Clubs, venues and tables: written by the office alone, each act in the club's chain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from federation.actions import clubs, venues
from federation.actions.clubs import ClubDetails
from federation.actions.venues import VenueDetails
from federation.models import AuditEntry, Club, Discipline, Venue, VenueTable
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.names import sort_key
from tests.federation import registry_world
from tests.federation.registry_world import Registry

CIF = "G58818501"


@pytest.fixture
def each(db: None) -> Registry:
    return registry_world.build()


def club(each: Registry, **values: str) -> Club:
    details = ClubDetails(**{"name": "Peña La Ñora", "short_name": "La Ñora", **values})
    return clubs.enter_club(details=details, by=each.office)


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def verbs(of: Club) -> list[str]:
    return list(
        AuditEntry.objects.filter(chain=f"club:{of.pk}").order_by("seq").values_list("verb", flat=True)
    )


def test_a_club_is_entered_and_changed_with_its_key_and_its_history(each: Registry) -> None:
    made = club(each, tax_id=CIF, contact_name="Paca Lorente", phone="968000000", colours="Verde y blanco")
    details = replace(clubs.details_of(made), name="Peña Ñora", phone="968111111")
    clubs.change_club(club=made, details=details, by=each.office)
    clubs.change_club(club=made, details=details, by=each.office)

    made.refresh_from_db()
    assert clubs.details_of(made) == details
    assert made.sort_key == sort_key("Peña Ñora", "", "")
    assert verbs(made) == ["club.registered", "club.details_entered", "club.changed"]
    told = AuditEntry.objects.get(verb="club.changed").detail.data
    assert told == {
        "fields": ["name", "phone"],
        "before": {"name": "Peña La Ñora"},
        "after": {"name": "Peña Ñora"},
    }
    assert list(problems()) == []


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"name": "PEÑA UNO"}, "club_name_taken", "name"),
        ({"tax_id": CIF}, "tax_id_taken", "tax_id"),
        ({"tax_id": "12345678Z"}, "tax_id_not_valid", "tax_id"),
        ({"short_name": " "}, "club_name_missing", "short_name"),
    ],
)
def test_what_another_club_has_or_nobody_can_have_is_refused(each: Registry, values, code, field) -> None:
    other = club(each, name="Otra", tax_id=CIF)
    with refused(code, field):
        club(each, **values)
    mine = club(each)
    with refused(code, field):
        clubs.change_club(club=mine, details=replace(clubs.details_of(mine), **values), by=each.office)
    assert clubs.change_club(club=other, details=clubs.details_of(other), by=each.office) == other


def test_a_club_is_closed_and_reopened_with_its_reason(each: Registry) -> None:
    with refused("reason_missing", "reason"):
        clubs.close_club(club=each.club, reason="  ", by=each.office)
    clubs.close_club(club=each.club, reason="Se disuelve", by=each.office)
    with refused("club_closed_already", error=ConflictError):
        clubs.close_club(club=each.club, reason="Otra vez", by=each.office)
    clubs.reopen_club(club=each.club, reason="Vuelve", by=each.office)
    with refused("club_open_already", error=ConflictError):
        clubs.reopen_club(club=each.club, reason="Vuelve", by=each.office)
    assert verbs(each.club)[-2:] == ["club.closed", "club.reopened"]


def test_a_venue_with_its_tables(each: Registry) -> None:
    place = venues.enter_venue(club=each.club, details=VenueDetails("Bar La Plaza"), by=each.office)
    with refused("venue_name_taken", "name"):
        venues.enter_venue(club=each.club, details=VenueDetails("bar la plaza"), by=each.office)
    assert venues.enter_venue(club=each.other, details=VenueDetails("Bar La Plaza"), by=each.office)

    def add(discipline: Discipline, count: int, *, coins: bool = False) -> list[int]:
        made = venues.add_tables(
            venue=place, discipline=discipline, count=count, coin_operated=coins, by=each.office
        )
        return [table.number for table in made]

    assert add(Discipline.DOMINO, 3) == [1, 2, 3]
    assert add(Discipline.POOL, 2, coins=True) == [1, 2]
    venues.remove_table(table=place.tables.get(discipline="domino", number=2), by=each.office)
    assert add(Discipline.DOMINO, 2) == [2, 4]
    with refused("too_many_tables", "count"):
        add(Discipline.DOMINO, 37)
    with refused("coins_are_for_pool", "coin_operated"):
        add(Discipline.DOMINO, 1, coins=True)

    first = place.tables.get(discipline="domino", number=1)
    with refused("table_number_taken", "number"):
        venues.change_table(table=first, number=4, coin_operated=False, by=each.office)
    venues.change_table(table=first, number=1, coin_operated=False, by=each.office)
    assert venues.change_table(table=first, number=9, coin_operated=False, by=each.office).number == 9
    with refused("coins_are_for_pool", "coin_operated"):
        venues.change_table(table=first, number=9, coin_operated=True, by=each.office)
    venues.remove_table(table=first, by=each.office)
    for late in (
        lambda: venues.remove_table(table=first, by=each.office),
        lambda: venues.change_table(table=first, number=1, coin_operated=False, by=each.office),
    ):
        with refused("table_gone", error=ConflictError):
            late()
    assert list(problems()) == []


def test_a_venue_is_changed_closed_and_opened(each: Registry) -> None:
    place = venues.enter_venue(club=each.club, details=VenueDetails("Bar La Plaza"), by=each.office)
    second = venues.enter_venue(club=each.club, details=VenueDetails("Otro"), by=each.office)
    with refused("venue_name_taken", "name"):
        venues.change_venue(venue=second, details=VenueDetails("Bar La Plaza"), by=each.office)
    venues.change_venue(
        venue=place, details=VenueDetails("Bar La Plaza", "Mayor, 1", "Atlantic/Canary"), by=each.office
    )
    venues.close_venue(venue=place, last_day=date(2026, 12, 31), by=each.office)
    with refused("venue_closed_already", error=ConflictError):
        venues.close_venue(venue=place, last_day=date(2026, 12, 31), by=each.office)
    assert Venue.objects.get(pk=place.pk).closed_on == date(2026, 12, 31)
    venues.reopen_venue(venue=place, by=each.office)
    with refused("venue_open_already", error=ConflictError):
        venues.reopen_venue(venue=place, by=each.office)
    assert (place.refresh_from_db(), place.time_zone) == (None, "Atlantic/Canary")


def test_only_the_office_writes_them(each: Registry) -> None:
    place = venues.enter_venue(club=each.club, details=VenueDetails("Bar"), by=each.office)
    (table,) = venues.add_tables(
        venue=place, discipline=Discipline.POOL, count=1, coin_operated=False, by=each.office
    )
    by = each.stranger
    acts: list[Callable[[], object]] = [
        lambda: clubs.enter_club(details=ClubDetails("Otro", "Otro"), by=by),
        lambda: clubs.change_club(club=each.club, details=ClubDetails("Otro", "Otro"), by=by),
        lambda: clubs.close_club(club=each.club, reason="x", by=by),
        lambda: clubs.reopen_club(club=each.club, reason="x", by=by),
        lambda: venues.enter_venue(club=each.club, details=VenueDetails("Otro"), by=by),
        lambda: venues.change_venue(venue=place, details=VenueDetails("Otro"), by=by),
        lambda: venues.close_venue(venue=place, last_day=date(2026, 12, 31), by=by),
        lambda: venues.reopen_venue(venue=place, by=by),
        lambda: venues.add_tables(
            venue=place, discipline=Discipline.POOL, count=1, coin_operated=False, by=by
        ),
        lambda: venues.change_table(table=table, number=2, coin_operated=False, by=by),
        lambda: venues.remove_table(table=table, by=by),
    ]
    for act in acts:
        with refused("only_office", error=ForbiddenError):
            act()
    assert VenueTable.objects.count() == 1


# ---------------------------------------------------------------- two at once
at_once = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def codes(found: list[object]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


class TestAtOnce:
    pytestmark = at_once

    def test_one_club_is_entered_once(self, transactional_db, run_together) -> None:
        each = registry_world.build()
        found = run_together(lambda: club(each, tax_id=CIF), lambda: club(each, tax_id=CIF))
        assert codes(found) == ["club_name_taken", "done"]

    def test_one_cif_is_of_one_club(self, transactional_db, run_together) -> None:
        each = registry_world.build()
        found = run_together(
            lambda: club(each, name="Uno más", tax_id=CIF), lambda: club(each, name="Otro más", tax_id=CIF)
        )
        assert codes(found) == ["done", "tax_id_taken"]

    def test_tables_added_by_two_have_numbers_of_their_own(self, transactional_db, run_together) -> None:
        each = registry_world.build()
        place = venues.enter_venue(club=each.club, details=VenueDetails("Bar"), by=each.office)

        def add() -> object:
            return venues.add_tables(
                venue=place, discipline=Discipline.DOMINO, count=2, coin_operated=False, by=each.office
            )

        assert codes(run_together(add, add)) == ["done", "done"]
        assert sorted(place.tables.values_list("number", flat=True)) == [1, 2, 3, 4]
