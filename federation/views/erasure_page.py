"""What the pages of an erasure say of each table: what goes, what is emptied, what stays and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.apps import apps
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from federation.queries.erasure import Fate

KINDS: Mapping[str, Promise] = {
    "deleted": _("Se borra"),
    "emptied": _("Se queda sin sus datos"),
    "kept": _("Se queda, con un seudónimo"),
}
DONE: Mapping[str, Promise] = {
    "deleted": _("Se borró"),
    "emptied": _("Quedó sin sus datos"),
    "kept": _("Se conserva, con un seudónimo"),
}
OF_LIBRARIES: Mapping[str, Promise] = {
    "account.emailaddress": _("correos de la cuenta"),
    "admin.logentry": _("registro de las tablas"),
    "mfa.authenticator": _("llaves y códigos de la cuenta"),
    "usersessions.usersession": _("sesiones abiertas"),
}
"""Tables that are not ours, in our words."""


@dataclass(frozen=True)
class Line:
    """One table in a group: what its rows are called, how many there are, and why they stay."""

    words: str
    rows: int
    why: str = ""


@dataclass(frozen=True)
class Group:
    """The tables that meet one fate."""

    kind: str
    title: str
    lines: list[Line]


def fates_by_kind(fates: Iterable[Fate]) -> list[Group]:
    """What would become of each table, by fate."""
    found: dict[str, list[Line]] = {kind: [] for kind in KINDS}
    for fate in fates:
        found[fate.what].append(Line(capfirst(fate.words), fate.rows, fate.why))
    return [Group(kind, str(KINDS[kind]), _sorted(lines)) for kind, lines in found.items() if lines]


def report_groups(counts: Mapping[str, Mapping[str, int]]) -> list[Group]:
    """What became of each table, by fate, from a report."""
    groups = []
    for kind, title in DONE.items():
        lines = [Line(capfirst(words_of(table)), rows) for table, rows in counts.get(kind, {}).items()]
        if lines:
            groups.append(Group(kind, str(title), _sorted(lines)))
    return groups


def words_of(table: str) -> str:
    """What the rows of a table are called; its name when the program has no such table any more."""
    if table in OF_LIBRARIES:
        return str(OF_LIBRARIES[table])
    try:
        return str(apps.get_model(table)._meta.verbose_name_plural)  # noqa: SLF001
    except LookupError:
        return table


def _sorted(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: line.words.casefold())
