"""Clubs, venues and tables from a file."""

from __future__ import annotations

import pytest

from federation.actions import venues
from federation.actions.imports import undoing
from federation.models import AuditEntry, Club, Venue, VenueTable
from federation.queries.audit import problems
from federation.rules.errors import ConflictError
from tests.federation import registry_world
from tests.federation.imports import making
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db
CIF = "G58818501"


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def clubs(each: Registry, *rows: tuple[object, ...]):
    return making.upload(each, making.csv_of(making.CLUBS, rows), kind="clubs")


def tables(name: str) -> list[tuple[str, int, bool]]:
    found = VenueTable.objects.filter(venue__name=name).order_by("discipline", "number")
    return list(found.values_list("discipline", "number", "coin_operated"))


def test_a_club_comes_with_two_venues_and_their_tables(each: Registry):
    rows = [
        ("Peña El Seis Doble", CIF, "club@example.org", "Bar Uno", 2, 2, 1),
        ("Peña El Seis Doble", "", "", "Bar Dos", 1, "", ""),
    ]
    source = clubs(each, *rows)
    assert making.verdicts(source) == [(2, "new"), (3, "new")]
    making.applied(each, source)
    club = Club.objects.get(tax_id=CIF)
    assert (club.short_name, club.email) == ("Peña El Seis Doble", "club@example.org")
    assert tables("Bar Uno") == [
        ("domino", 1, False),
        ("domino", 2, False),
        ("pool", 1, True),
        ("pool", 2, False),
    ]
    assert tables("Bar Dos") == [("domino", 1, False)]
    assert making.verdicts(clubs(each, *rows)) == [(2, "equal"), (3, "equal")]
    verbs = AuditEntry.objects.filter(chain=f"club:{club.pk}").order_by("seq").values_list("verb", flat=True)
    assert list(verbs) == ["club.registered", "venue.registered", "venue.registered"]
    undoing.undo(source=source, by=each.office)
    assert (Club.objects.count(), Venue.objects.count(), VenueTable.objects.count()) == (2, 0, 0)
    assert list(problems()) == []


def test_a_club_that_is_there_is_changed_and_gets_more_tables(each: Registry):
    making.applied(each, clubs(each, ("Peña Uno", "", "", "Bar", 2, "", "")))
    source = clubs(each, ("pena uno", CIF, "uno@example.org", "BAR", 3, 1, ""))
    assert source.rows.get().changes == [
        {"field": "name", "old": "Peña Uno", "new": "pena uno"},
        {"field": "tax_id", "old": "", "new": CIF},
        {"field": "email", "old": "", "new": "uno@example.org"},
        {"field": "domino_tables", "old": 2, "new": 3},
        {"field": "pool_tables", "old": 0, "new": 1},
    ]
    making.applied(each, source)
    assert len(tables("Bar")) == 4
    undoing.undo(source=source, by=each.office)
    each.club.refresh_from_db()
    assert (each.club.name, each.club.tax_id, len(tables("Bar"))) == ("Peña Uno", "", 2)


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (("Peña Uno", "G58818502", "", "", "", "", ""), "tax_id", "identity_wrong_control"),
        (("Peña Uno", "", "no es", "", "", "", ""), "email", "email_not_valid"),
        (("Peña Uno", "", "", "", 2, "", ""), "venue", "import_venue_missing"),
        (("Peña Uno", "", "", "Bar", 41, "", ""), "domino_tables", "too_many_tables"),
        (("Peña Uno", "", "", "Bar", 1, 1, 2), "coin_tables", "import_more_coins"),
        (("Peña Dos", CIF, "", "", "", "", ""), "tax_id", "import_tax_id_of_another"),
    ],
)
def test_a_row_that_cannot_enter_says_why(each: Registry, row: tuple, column: str, code: str):
    making.applied(each, clubs(each, ("Peña Uno", CIF, "", "", "", "", "")))
    assert (2, column, code) in making.codes(clubs(each, row))


def test_fewer_tables_are_told_and_none_is_taken_away(each: Registry):
    making.applied(each, clubs(each, ("Peña Uno", "", "", "Bar", 3, "", "")))
    source = clubs(each, ("Peña Uno", "", "", "Bar", 2, "", ""))
    assert (making.verdicts(source), making.codes(source)) == (
        [(2, "equal")],
        [(2, "domino_tables", "import_tables_fewer")],
    )


def test_a_table_added_by_hand_keeps_the_venue_from_going(each: Registry):
    source = making.applied(each, clubs(each, ("Peña Tres", "", "", "Bar", 1, "", "")))
    venue = Venue.objects.get()
    venues.add_tables(venue=venue, discipline="domino", count=1, coin_operated=False, by=each.office)
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=source, by=each.office)
