"""Taking back what an import wrote: all of it, and only while nothing depends on it or has changed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.utils.translation import gettext

from federation import clock
from federation.actions import audit
from federation.actions.imports.targets import Scope, importer
from federation.actions.imports.working import chain_of
from federation.models import Import, ImportRow, RowVerdict, User
from federation.permissions import require_import
from federation.queries.importing_people import batches
from federation.queries.rows import columns_of, digest, plain, valued
from federation.rules.errors import ConflictError
from federation.rules.importing import ImportAct, next_state

MOST_TOLD = 8
DERIVED = frozenset({"federation.personword", "federation.personkey", "federation.possibleduplicate"})
"""Tables that only serve to find people, and go with them."""
AT_ONCE = 500


@dataclass
class _Wrote:
    """What an import wrote, by table: the digests of what it made, and the columns that it changed."""

    made: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    changed: dict[str, dict[int, list[tuple[dict[str, Any], dict[str, Any]]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    chains: dict[str, None] = field(default_factory=dict)


@transaction.atomic
def undo(*, source: Import, by: User | None) -> Import:
    """Take back everything that an import wrote.

    ConflictError `import_moved_on`, and `import_has_dependants` (`what`) when something was written about
    what it made, or when what it wrote says something else by now.
    """
    require_import(by, source.kind)
    locked = Import.objects.select_for_update().get(pk=source.pk)
    after = next_state(locked.state, ImportAct.UNDO)
    about, noted = importer(locked.kind), _noted(locked)
    about.lock(noted, Scope(locked, locked.season, locked.choices, clock.today()))
    wrote = _wrote(noted)
    if found := [*_emptied(locked), *_against(wrote)]:
        raise ConflictError("import_has_dependants", what="; ".join(found[:MOST_TOLD]), count=len(found))
    changed = _change_back(wrote)
    for table in reversed(about.tables):
        for some in batches(wrote.made.get(table, {})):
            models.QuerySet(_model(table)).filter(pk__in=some).delete()
    about.after_undo(changed)
    locked.state, locked.undone_at = after, clock.now()
    locked.save(update_fields=["state", "undone_at"])
    acts = [
        audit.Act(chain, "import.undone", chain_of(locked), {"import": locked.pk}) for chain in wrote.chains
    ]
    audit.record_all([*acts, audit.Act(chain_of(locked), "import.undone", chain_of(locked), {})], by=by)
    return locked


def against(source: Import) -> list[str]:
    """What keeps an import from being undone, in words; nothing when it can be."""
    return [*_emptied(source), *_against(_wrote(_noted(source)))]


def _emptied(source: Import) -> Iterator[str]:
    """Lines of which nobody knows any more what they wrote: an erasure or a period has emptied them."""
    wrote = ImportRow.objects.filter(source=source, verdict__in=(RowVerdict.NEW, RowVerdict.CHANGED))
    for number in wrote.filter(written={}).order_by("number").values_list("number", flat=True):
        yield f"{gettext('datos suprimidos')} ({number})"


def _noted(source: Import) -> list[dict[str, Any]]:
    rows = ImportRow.objects.filter(source=source).exclude(written={}).order_by("number")
    return list(rows.values_list("written", flat=True))


def _wrote(noted: Sequence[dict[str, Any]]) -> _Wrote:
    found = _Wrote()
    for written in noted:
        if not (written.get("made") or written.get("changed")):
            continue
        for table, key, mark in written.get("made", ()):
            found.made[table][key] = mark
        for table, key, before, after in written.get("changed", ()):
            found.changed[table][key].append((before, after))
        if "chain" in written:
            found.chains[written["chain"]] = None
    return found


def _against(wrote: _Wrote) -> Iterator[str]:
    for table, marks in wrote.made.items():
        yield from _touched(table, marks)
        yield from _dependants(table, wrote)
    for table, keys in wrote.changed.items():
        yield from _changed_since(table, keys)


def _touched(table: str, marks: dict[int, str]) -> Iterator[str]:
    """Rows that were made and are gone or say something else by now."""
    found = _rows(table, marks)
    for key, mark in marks.items():
        if key not in found:
            yield f"{_named(table)} n.º {key}"
        elif digest(found[key]) != mark:
            yield f"{_named(table)} {found[key]}"


def _dependants(table: str, wrote: _Wrote) -> Iterator[str]:
    """Rows that point at what was made and were not made by the same file; what goes with it is none."""
    for relation in _model(table)._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if not isinstance(relation, models.ManyToOneRel):
            continue
        model = relation.related_model
        label = model._meta.label_lower  # noqa: SLF001
        if label in DERIVED:
            continue
        own = set(wrote.made.get(label, {}))
        for some in batches(wrote.made[table]):
            rows: Any = models.QuerySet(model).filter(**{f"{relation.field.name}__in": some})
            for row in rows:
                if row.pk not in own:
                    yield f"{_named(label)} {row}"


def _changed_since(table: str, keys: dict[int, list[tuple[dict[str, Any], dict[str, Any]]]]) -> Iterator[str]:
    found = _rows(table, keys)
    columns = {each.attname: each for each in columns_of(_model(table))}
    for key, changes in keys.items():
        row = found.get(key)
        if row is None:
            yield f"{_named(table)} n.º {key}"
            continue
        now = {name: plain(columns[name], getattr(row, name)) for _before, after in changes for name in after}
        if any(now[name] != value for _before, after in changes for name, value in after.items()):
            yield f"{_named(table)} {row}"


def _change_back(wrote: _Wrote) -> dict[str, list[int]]:
    told: dict[str, list[int]] = {}
    for table, keys in wrote.changed.items():
        found = _rows(table, keys)
        columns = {each.attname: each for each in columns_of(_model(table))}
        names: set[str] = set()
        for key, changes in keys.items():
            for before, _after in reversed(changes):
                for name, value in before.items():
                    setattr(found[key], name, valued(columns[name], value))
                    names.add(name)
        fields = [columns[name].name for name in sorted(names)]
        models.QuerySet(_model(table)).bulk_update(found.values(), fields, batch_size=AT_ONCE)
        told[table] = list(keys)
    return told


def _rows(table: str, keys: Collection[int]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for some in batches(keys):
        rows: Any = models.QuerySet(_model(table)).filter(pk__in=some)
        found |= {row.pk: row for row in rows}
    return found


def _named(table: str) -> str:
    return str(_model(table)._meta.verbose_name)  # noqa: SLF001


def _model(table: str) -> type[models.Model]:
    return apps.get_model(table)
