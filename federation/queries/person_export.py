"""Everything that is held on a person, table by table, as he may read it: rights of access and portability.

What names somebody else is told without the name: the copy is his, and their data are theirs.
Secrets (digests of passwords and PINs) are nobody's to read and stay out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext

from federation.column_names import name_columns
from federation.models import AuditEntry, ClubRequest, ImportRow, Person, User
from federation.models.person_ties import Says
from federation.queries.erasure import traces_of
from federation.queries.rows import Field, columns_of, plain
from federation.queries.ties import ties
from federation.rules.traces import Traces

TOLD_WITH: Mapping[str, tuple[str, ...]] = {
    "account.emailaddress": ("user__person",),
    "mfa.authenticator": ("user__person",),
    "usersessions.usersession": ("user__person",),
}
"""Tables of libraries that are his through his account; ours say it themselves."""
OUT = frozenset({"federation.personword", "federation.personkey"})
"""Only indexes of what stands elsewhere in the copy."""
SECRET = frozenset(
    {"body_digest", "data_digest", "digest", "key", "password", "salt", "session_key", "token_digest"}
)
"""Columns that open something, or help to."""
DERIVED = frozenset({"reversed_document", "reversed_number", "sort_key"})
"""Columns by which others are found and sorted."""
SECRET_DATA = frozenset({"mfa.authenticator"})
AT_ONCE = 500


@dataclass(frozen=True)
class Table:
    """The rows of one table that are about the person: columns by name with their words, values as JSON."""

    name: str
    words: str
    columns: Mapping[str, str]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Copy:
    """A person's data: the tables, the documents by their name in the copy, and what he did by table."""

    tables: Sequence[Table]
    files: Mapping[str, bytes] = field(default_factory=dict)
    acts: Sequence[tuple[str, int]] = ()


def copy_of(records: Sequence[int]) -> Copy:
    """Everything held on a person under his record and those merged into it."""
    account = User.objects.filter(person__in=records).first()
    reader = _Reader(records, account, traces_of(records))
    tables = [table for model in _models() if (table := reader.table(model)) is not None]
    tables += [table for table in (reader.imported(), reader.asked(), reader.audit()) if table is not None]
    return Copy(tables=tables, files=reader.files, acts=_acts(account) if account else ())


def _models() -> list[type[models.Model]]:
    """Every table with a key to a person, or to something of his."""
    found = {tie.model for tie in ties()} | {model for model in apps.get_models() if ways_to(model)}
    shown = [model for model in found if model._meta.label_lower not in OUT]  # noqa: SLF001
    return sorted(shown, key=lambda model: (model is not Person, model._meta.label_lower))  # noqa: SLF001


def ways_to(model: type[models.Model]) -> tuple[str, ...]:
    """The ways from a table to the person through something of his; empty for none."""
    label = model._meta.label_lower  # noqa: SLF001
    own: tuple[str, ...] = getattr(model, "told_with", ())
    return TOLD_WITH.get(label, own)


class _Reader:
    """Reads one person's rows."""

    def __init__(self, records: Sequence[int], account: User | None, of: Traces) -> None:
        self.records, self.account, self.of = list(records), account, of
        self.files: dict[str, bytes] = {}

    def table(self, model: type[models.Model]) -> Table | None:
        """His rows of a table with a key to him; None when there are none."""
        keys = [tie.field for tie in ties() if tie.model is model] + list(ways_to(model))
        his = Q()
        for way in keys:
            his |= Q(**{f"{way}__in": self.records})
        if model is Person:
            his = Q(pk__in=self.records)
        rows: QuerySet[Any] = models.QuerySet(model)
        return self._told(model, rows.filter(pk__in=rows.filter(his).values("pk")).order_by("pk"))

    def imported(self) -> Table | None:
        """Rows of imported files that name him by his record or his document."""
        columns = ("pk", "values", "changes", "remarks", "written")
        rows = ImportRow.objects.order_by("pk").values_list(*columns).iterator(chunk_size=AT_ONCE)
        keys = [key for key, *data in rows if self.of.surely_in(data)]
        return self._told(ImportRow, ImportRow.objects.filter(pk__in=keys).order_by("pk"))

    def asked(self) -> Table | None:
        """Requests of clubs that name him among their values and not by a key of their own."""
        others = ClubRequest.objects.exclude(person__in=self.records).order_by("pk")
        rows = others.values_list("pk", "data", "result").iterator(chunk_size=AT_ONCE)
        keys = [key for key, *data in rows if self.of.surely_in(data)]
        found = self._told(ClubRequest, ClubRequest.objects.filter(pk__in=keys).order_by("pk"), whole=False)
        if found is None:
            return None
        return Table(f"{found.name}.named", gettext("Solicitudes que lo nombran"), found.columns, found.rows)

    def audit(self) -> Table | None:
        """What was done with his record and his account, from their chains."""
        chains = [f"person:{key}" for key in self.records]
        chains += [f"account:{self.account.pk}"] if self.account else []
        entries = AuditEntry.objects.filter(chain__in=chains).select_related("detail").order_by("at", "pk")
        rows = [
            {
                "at": entry.at.isoformat(),
                "verb": entry.verb,
                "subject": entry.subject,
                "actor": self._account(entry.actor_id),
                "detail": entry.detail.data if entry.detail.erased_at is None else {},
            }
            for entry in entries
        ]
        words = {
            "at": gettext("Cuándo"),
            "verb": gettext("Qué se hizo"),
            "subject": gettext("Sobre qué"),
            "actor": gettext("Quién"),
            "detail": gettext("Detalle"),
        }
        return Table("federation.auditentry", gettext("Historial"), words, rows) if rows else None

    def _told(self, model: type[models.Model], found: QuerySet[Any], *, whole: bool = True) -> Table | None:
        name_columns(model)
        columns = [each for each in columns_of(model) if self._shown(model, each, whole=whole)]
        rows = list(found.values_list(*(each.attname for each in columns)))
        if not rows:
            return None
        named = _names(columns, rows)
        told = [
            {
                each.name: self._value(model, each, value, named, row[0])
                for each, value in zip(columns, row, strict=True)
            }
            for row in rows
        ]
        meta = model._meta  # noqa: SLF001
        words = {each.name: capfirst(str(each.verbose_name)) for each in columns}
        return Table(meta.label_lower, capfirst(str(meta.verbose_name_plural)), words, told)

    def _shown(self, model: type[models.Model], column: Field, *, whole: bool) -> bool:
        label = model._meta.label_lower  # noqa: SLF001
        if column.name in SECRET | DERIVED or (label in SECRET_DATA and column.name == "data"):
            return False
        says = getattr(model, "says_of_people", {}).get(column.name)
        if says is Says.VALUES and not whole:
            return False
        # Sealed documents name others too; he asks for them by their number, as a party.
        return not (says is Says.SEALED and isinstance(column, models.TextField | models.BinaryField))

    def _value(
        self,
        model: type[models.Model],
        column: Field,
        value: Any,
        named: Mapping[tuple[Any, Any], str],
        key: Any,
    ) -> Any:
        if value is None:
            return None
        if column.is_relation:
            if column.related_model is Person:
                return value if value in self.records else gettext("otra persona")
            if column.related_model is User:
                return self._account(value)
            return named.get((column.related_model, value), value)
        if isinstance(column, models.BinaryField):
            name = f"{model._meta.model_name}-{key}.jpg"  # noqa: SLF001
            self.files[name] = bytes(value)
            return name
        if column.choices:
            return str(dict(column.flatchoices).get(value, value))
        return plain(column, value)

    def _account(self, key: int | None) -> str:
        if key is None:
            return gettext("el sistema")
        own = self.account is not None and key == self.account.pk
        return gettext("su cuenta") if own else gettext("otra cuenta de la federación")


def _names(columns: Sequence[Field], rows: Sequence[Sequence[Any]]) -> dict[tuple[Any, Any], str]:
    """What the rows that these point at are called. A query for each table that they point at."""
    wanted: dict[Any, set[Any]] = defaultdict(set)
    for place, column in enumerate(columns):
        if column.is_relation and column.related_model not in (Person, User):
            wanted[column.related_model].update(row[place] for row in rows if row[place] is not None)
    return {
        (model, key): name for model, keys in wanted.items() for key, name in _called(model, sorted(keys))
    }


def _called(model: Any, keys: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    fields = {each.name for each in model._meta.concrete_fields}  # noqa: SLF001
    paths = getattr(model, "told_by", ("name",) if "name" in fields else ())
    for begin in range(0, len(keys) if paths else 0, AT_ONCE):
        some = model.objects.filter(pk__in=keys[begin : begin + AT_ONCE])
        for key, *parts in some.values_list("pk", *paths):
            yield key, " – ".join(_part(part) for part in parts if part not in (None, ""))


def _part(value: Any) -> str:
    return value.date().isoformat() if isinstance(value, datetime) else str(value)


def _acts(account: User) -> list[tuple[str, int]]:
    """How many rows of each table carry his account as author: what he did, not what is held on him."""
    found: dict[str, int] = defaultdict(int)
    for relation in User._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if not isinstance(relation, models.ManyToOneRel) or relation.related_model is None:
            continue
        model: Any = relation.related_model
        if ways_to(model) or model._meta.label_lower in TOLD_WITH:  # noqa: SLF001
            continue
        name_columns(model)
        rows: QuerySet[Any] = models.QuerySet(model)
        count = rows.filter(**{relation.field.name: account.pk}).count()
        found[capfirst(str(model._meta.verbose_name_plural))] += count  # noqa: SLF001
    return sorted((words, count) for words, count in found.items() if count)
