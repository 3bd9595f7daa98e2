"""Clubs, their venues and the tables there, written in bulk from the plans of an import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from federation.actions import audit
from federation.actions.clubs import TOLD
from federation.actions.imports import written
from federation.actions.imports.targets import Scope, Simple
from federation.import_messages import CLUB_WORDS
from federation.models import Club, Discipline, Federation, User, Venue, VenueTable
from federation.queries.importing_people import batches
from federation.rules.clubs import next_numbers
from federation.rules.importing import Plan
from federation.rules.importing_club_rows import COIN, DOMINO, FIELDS, POOL, ClubRows, KnownClub, KnownVenue
from federation.rules.names import search_key, sort_key

AT_ONCE = 500


@dataclass(frozen=True)
class ClubsImporter(Simple):
    """Clubs with contacts and tax number; a row may bring a venue with its tables."""

    kind: str = "clubs"
    asks: str = ""
    shown: tuple[str, ...] = ("tax_id", "venue", "email")
    personal: bool = False
    tables: tuple[str, ...] = ("federation.club", "federation.venue", "federation.venuetable")

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """What each row would do."""
        del scope
        planner = ClubRows(known_clubs())
        return [planner.plan(number, values) for number, values in rows]

    def lock(self, keys: Sequence[Mapping[str, Any]], scope: Scope) -> None:
        """The clubs, then their venues, each in the order of their keys."""
        del scope
        for model, name in ((Club, "club"), (Venue, "venue")):
            for some in batches({each[name] for each in keys if name in each}):
                rows = model.objects.select_for_update().filter(pk__in=some).order_by("pk")
                list(rows.values_list("pk", flat=True))

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Write clubs, venues, tables; what was done goes into the chain of each club."""
        _make_clubs(plans)
        _change_clubs(plans)
        _write_venues(plans)
        _write_tables(plans)
        audit.record_all(_acts(plans, scope.source.pk), by=by)

    def title(self, values: Mapping[str, Any]) -> str:
        """How a list of rows names one."""
        return str(values.get("name") or "")

    def words(self) -> Mapping[str, Any]:
        """The words of what is told about rows of clubs."""
        return CLUB_WORDS


def known_clubs() -> list[KnownClub]:
    """Every club with its venues and their tables. Three queries."""
    clubs = {
        club.pk: KnownClub(club.pk, {name: getattr(club, name) for name in FIELDS})
        for club in Club.objects.all()
    }
    venues = {}
    for venue in Venue.objects.filter(club__isnull=False).order_by("closed_on", "pk"):
        known = KnownVenue(venue.pk, venue.name, venue.address)
        venues[venue.pk] = known
        clubs[venue.club_id or 0].venues.setdefault(search_key(venue.name), known)
    for table in VenueTable.objects.filter(venue__in=venues):
        tables = venues[table.venue_id].tables
        tables[table.discipline] = tables.get(table.discipline, 0) + 1
        if table.coin_operated:
            tables[COIN] = tables.get(COIN, 0) + 1
    return list(clubs.values())


def _make_clubs(plans: Sequence[Plan]) -> None:
    first = [plan for plan in plans if plan.work["new"]]
    rows = [Club(**plan.work["club"].values) for plan in first]
    for row in rows:
        row.sort_key = sort_key(row.name, "", "")
    Club.objects.bulk_create(rows, batch_size=AT_ONCE)
    for plan, row in zip(first, rows, strict=True):
        plan.work["club"].key = row.pk
        written.note_made(plan, row)


def _change_clubs(plans: Sequence[Plan]) -> None:
    changing = [plan for plan in plans if plan.work["fields"] and "club" in plan.keys]
    keys = {plan.keys["club"] for plan in changing}
    rows = {row.pk: row for some in batches(keys) for row in Club.objects.filter(pk__in=some)}
    for plan in changing:
        values = dict(plan.work["fields"])
        if "name" in values:
            values["sort_key"] = sort_key(values["name"], "", "")
        row = rows[plan.keys["club"]]
        written.note_changed(plan, row, *written.assign(row, values))
    Club.objects.bulk_update(rows.values(), [*FIELDS, "sort_key"], batch_size=AT_ONCE)


def _write_venues(plans: Sequence[Plan]) -> None:
    zone = Federation.objects.values_list("time_zone", flat=True).first() or "Europe/Madrid"
    fresh = [plan for plan in plans if plan.work.get("new_venue")]
    rows = []
    for plan in fresh:
        known: KnownVenue = plan.work["venue"]
        club: KnownClub = plan.work["club"]
        rows.append(Venue(club_id=club.key, name=known.name, address=known.address, time_zone=zone))
    Venue.objects.bulk_create(rows, batch_size=AT_ONCE)
    for plan, row in zip(fresh, rows, strict=True):
        plan.work["venue"].key = row.pk
        written.note_made(plan, row)
    moved = [plan for plan in plans if plan.work.get("venue_address") is not None and "venue" in plan.keys]
    held = {plan.keys["venue"] for plan in moved}
    found = {row.pk: row for some in batches(held) for row in Venue.objects.filter(pk__in=some)}
    for plan in moved:
        row = found[plan.keys["venue"]]
        written.note_changed(plan, row, *written.assign(row, {"address": plan.work["venue_address"]}))
    Venue.objects.bulk_update(found.values(), ["address"], batch_size=AT_ONCE)


def _write_tables(plans: Sequence[Plan]) -> None:
    adding = [plan for plan in plans if any(plan.work.get("added", {}).values())]
    taken: dict[tuple[int, str], list[int]] = defaultdict(list)
    for some in batches({plan.work["venue"].key for plan in adding}):
        for table in VenueTable.objects.filter(venue__in=some):
            taken[table.venue_id, table.discipline].append(table.number)
    rows: list[tuple[Plan, VenueTable]] = []
    for plan in adding:
        venue, added = plan.work["venue"].key, plan.work["added"]
        for discipline in (DOMINO, POOL):
            used = taken[venue, discipline]
            coins = added.get(COIN, 0) if discipline == POOL else 0
            for place, number in enumerate(next_numbers(added.get(discipline, 0), taken=used)):
                used.append(number)
                table = VenueTable(
                    venue_id=venue,
                    number=number,
                    discipline=Discipline(discipline),
                    coin_operated=place < coins,
                )
                rows.append((plan, table))
    VenueTable.objects.bulk_create([row for _plan, row in rows], batch_size=AT_ONCE)
    for plan, row in rows:
        written.note_made(plan, row)


def _acts(plans: Sequence[Plan], source: int) -> list[audit.Act]:
    found = []
    for plan in plans:
        club: KnownClub = plan.work["club"]
        chain = f"club:{club.key}"
        written.of(plan)["chain"] = chain
        if plan.work["new"]:
            data: dict[str, Any] = {"name": club.values["name"], "import": source}
            found.append(audit.Act(chain, "club.registered", chain, data))
        elif plan.work["fields"]:
            told = {name: (before, after) for name, before, after in plan.changes if name in TOLD}
            data = {
                "fields": list(plan.work["fields"]),
                "before": {name: before for name, (before, _after) in told.items()},
                "after": {name: after for name, (_before, after) in told.items()},
                "import": source,
            }
            found.append(audit.Act(chain, "club.changed", chain, data))
        if plan.work.get("new_venue"):
            venue: KnownVenue = plan.work["venue"]
            data = {"name": venue.name, "tables": [], "import": source}
            found.append(audit.Act(chain, "venue.registered", f"venue:{venue.key}", data))
        elif plan.work.get("venue_address") is not None or any(plan.work.get("added", {}).values()):
            venue = plan.work["venue"]
            data = {"name": venue.name, "added": plan.work["added"], "import": source}
            found.append(audit.Act(chain, "venue.changed", f"venue:{venue.key}", data))
    return found


IMPORTER = ClubsImporter()
