"""What a row of clubs would do: the club, its venue, and the tables there. Pure.

A club is found by its CIF, then by its name. It may come again with another venue; a blank cell says
nothing, and tables that are there are never taken away by a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from federation.rules.clubs import MOST_TABLES, check_club
from federation.rules.errors import RuleError
from federation.rules.importing import Plan
from federation.rules.names import search_key

FIELDS = ("name", "short_name", "tax_id", "contact_name", "email", "phone", "address", "colours")
LONGEST_SHORT_NAME = 24
DOMINO, POOL, COIN = "domino", "pool", "coin"
TABLES = {"domino_tables": DOMINO, "pool_tables": POOL}


@dataclass
class KnownVenue:
    """A venue as it is recorded, or as an earlier row of the file makes it."""

    key: int | None
    name: str
    address: str = ""
    # How many tables of each discipline there are, and how many of them take coins.
    tables: dict[str, int] = field(default_factory=dict)
    set_by: dict[str, int] = field(default_factory=dict)


@dataclass
class KnownClub:
    """A club as it is recorded, or as an earlier row of the file makes it."""

    key: int | None
    values: dict[str, str]
    venues: dict[str, KnownVenue] = field(default_factory=dict)
    set_by: dict[str, int] = field(default_factory=dict)


class ClubRows:
    """Plans the rows of one file, in their order: what one enters, the next ones find."""

    def __init__(self, clubs: list[KnownClub]) -> None:
        self._by_name: dict[str, KnownClub] = {}
        self._by_tax_id: dict[str, KnownClub] = {}
        for club in clubs:
            self._index(club)

    def _index(self, club: KnownClub) -> None:
        self._by_name[search_key(club.values["name"])] = club
        if club.values.get("tax_id"):
            self._by_tax_id[club.values["tax_id"]] = club

    def plan(self, number: int, values: Mapping[str, Any]) -> Plan:
        """What this row would do."""
        plan = Plan(number, values)
        said = {name: str(values[name]) for name in FIELDS if values.get(name) not in (None, "")}
        named, numbered = (
            self._by_name.get(search_key(said["name"])),
            self._by_tax_id.get(said.get("tax_id", "")),
        )
        if named and numbered and named is not numbered:
            plan.refuse("tax_id", "import_tax_id_of_another", club=numbered.values["name"])
        found = numbered or named
        club = found or KnownClub(None, {})
        fields = self._changes(plan, club, said)
        if found is None and "short_name" not in fields:
            fields["short_name"] = said["name"][:LONGEST_SHORT_NAME].strip()
        self._check(plan, {**club.values, **fields})
        venue = self._venue(plan, club)
        if not plan.stays_out:
            club.values.update(fields)
            club.set_by.update(dict.fromkeys(fields, number))
            self._index(club)
            if club.key is not None:
                plan.keys["club"] = club.key
            plan.work |= {"club": club, "fields": fields, "new": found is None, **venue}
            self._settle_venue(club, venue, number)
        # A second row about a club that the file brings adds to what is new.
        adds = bool(fields or (venue and (venue["new_venue"] or any(venue["added"].values()))))
        plan.settle(new=club.key is None and adds)
        return plan

    def _changes(self, plan: Plan, club: KnownClub, said: Mapping[str, str]) -> dict[str, str]:
        fields = {}
        for name, value in said.items():
            before = club.values.get(name, "")
            if value == before:
                continue
            if name in club.set_by and not (name == "short_name" and name not in plan.values):
                plan.refuse(name, "import_rows_disagree", line=club.set_by[name])
            fields[name] = value
            if club.key is not None:
                plan.changes.append((name, before, value))
        return fields

    def _check(self, plan: Plan, values: Mapping[str, str]) -> None:
        if len(values.get("tax_id", "")) > 9:
            plan.refuse("tax_id", "tax_id_not_valid")
            return
        try:
            check_club(
                name=values.get("name", ""),
                short_name=values.get("short_name", ""),
                tax_id=values.get("tax_id", ""),
            )
        except RuleError as error:
            plan.refuse(error.field, error.code, **error.data)

    def _venue(self, plan: Plan, club: KnownClub) -> dict[str, Any]:
        """The venue of the row: itself, what changes in it, and the tables that it gets."""
        values = plan.values
        name = str(values.get("venue") or "")
        if not name:
            if any(values.get(column) for column in (*TABLES, "coin_tables", "venue_address")):
                plan.refuse("venue", "import_venue_missing")
            return {}
        found = club.venues.get(search_key(name))
        venue = found or KnownVenue(None, name)
        address = str(values.get("venue_address") or "")
        readdressed = bool(address) and address != venue.address
        if readdressed and "address" in venue.set_by:
            plan.refuse("venue_address", "import_rows_disagree", line=venue.set_by["address"])
        added = self._tables(plan, venue)
        if club.key is not None:
            if found is None:
                plan.changes.append(("venue", "", name))
            if readdressed:
                plan.changes.append(("venue_address", venue.address, address))
            plan.changes += [
                (column, venue.tables.get(kind, 0), venue.tables.get(kind, 0) + added[kind])
                for column, kind in TABLES.items()
                if added.get(kind)
            ]
        if found is not None and found.key is not None:
            plan.keys["venue"] = found.key
        return {
            "venue": venue,
            "new_venue": found is None,
            "venue_address": address if readdressed else None,
            "added": added,
        }

    def _tables(self, plan: Plan, venue: KnownVenue) -> dict[str, int]:
        added: dict[str, int] = {}
        for column, kind in TABLES.items():
            wanted = plan.values.get(column)
            if wanted is None:
                continue
            there = venue.tables.get(kind, 0)
            if int(wanted) > MOST_TABLES:
                plan.refuse(column, "too_many_tables", most=MOST_TABLES)
            elif int(wanted) < there:
                plan.warn(column, "import_tables_fewer", there=there)
            else:
                added[kind] = int(wanted) - there
        coins = int(plan.values.get("coin_tables") or 0)
        if coins > int(plan.values.get("pool_tables") or 0):
            plan.refuse("coin_tables", "import_more_coins")
        added[COIN] = max(0, min(coins - venue.tables.get(COIN, 0), added.get(POOL, 0)))
        return added

    def _settle_venue(self, club: KnownClub, venue: Mapping[str, Any], number: int) -> None:
        if not venue:
            return
        known: KnownVenue = venue["venue"]
        club.venues[search_key(known.name)] = known
        if venue["venue_address"] is not None:
            known.address = venue["venue_address"]
            known.set_by["address"] = number
        for kind, count in venue["added"].items():
            known.tables[kind] = known.tables.get(kind, 0) + count
