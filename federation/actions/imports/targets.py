"""What a kind of file must be able to do to be imported, and who does it for each kind.

The apps above this one bring theirs by name (`settings.IMPORTERS`), so that nothing here knows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from federation.files.catalogue import TARGETS
from federation.files.targets import Target
from federation.models import Import, Season, User
from federation.queries.importing_people import club_facts
from federation.rules.importing import Plan


@dataclass(frozen=True)
class Scope:
    """What an import is for: its season or competition, what was chosen and answered, and the day."""

    source: Import
    season: Season | None
    choices: Mapping[str, Any]
    today: date
    # Called with how many rows have been compared.
    told: Callable[[int], None] = field(default=lambda _count: None)


class Importer(Protocol):
    """One kind of file."""

    kind: str
    # What has to be said when it is uploaded: "season", "competition", or nothing.
    asks: str
    # The columns that a list of its rows shows.
    shown: tuple[str, ...]
    # Does it hold personal data, whose coming and going is noted?
    personal: bool
    # Why its rows can be looked at and not written; empty where they can.
    only_compared: str
    # The tables that it writes, each after those that its rows point at.
    tables: tuple[str, ...]

    def plan(self, rows: Sequence[tuple[int, Mapping[str, Any]]], scope: Scope) -> list[Plan]:
        """What each row (its number and values) would do, in order; asks the database in bulk."""

    def lock(self, keys: Sequence[Mapping[str, Any]], scope: Scope) -> None:
        """Lock everything that is decided on, in one order; `keys` are those of the plans shown."""

    def write(self, plans: Sequence[Plan], scope: Scope, by: User | None) -> None:
        """Write the plans that enter, in bulk, and note in `work["written"]` what each of them wrote."""

    def after_undo(self, changed: Mapping[str, Sequence[int]]) -> None:
        """Bring up to date what hangs on rows (by table) that an undo has changed back."""

    def title(self, values: Mapping[str, Any]) -> str:
        """How a list names a row, from whatever could be read of it."""

    def scopes(self) -> list[tuple[int, str]]:
        """What it may be uploaded for (competitions), where it asks for one."""

    def options(self, code: str, source: Import) -> list[tuple[str, str]]:
        """Everything that a question may be answered with, beside what it offers."""

    def words(self) -> Mapping[str, Any]:
        """The words of the codes that are its own."""

    def fields(self) -> Mapping[str, Any]:
        """The words of the fields that its changes speak of and that are no columns."""


class Simple:
    """What most kinds answer alike."""

    only_compared = ""

    def scopes(self) -> list[tuple[int, str]]:
        """None is asked for."""
        return []

    def options(self, code: str, source: Import) -> list[tuple[str, str]]:
        """Any club, where a name is no club's."""
        del source
        return [(f"c:{club.key}", club.name) for club in club_facts()] if code == "club_unknown" else []

    def fields(self) -> Mapping[str, Any]:
        """All fields are columns."""
        return {}

    def after_undo(self, changed: Mapping[str, Sequence[int]]) -> None:
        """Nothing hangs on a row beside its own columns."""


def importers() -> list[Importer]:
    """Everybody who brings a kind of file, in the order of the settings."""
    return [importer(kind) for kind in settings.IMPORTERS]


def importer(kind: str) -> Importer:
    """Who imports this kind of file."""
    return cast("Importer", import_string(settings.IMPORTERS[kind]))


def target(kind: str) -> Target:
    """How this kind of file is read."""
    return TARGETS[kind]
