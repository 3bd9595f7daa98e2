"""Which tables travel, in which order, and what a stranger must know to read them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import translation
from django.utils.text import capfirst

from federation.column_names import name_columns
from federation.models import AppendOnly
from federation.queries.rows import Field, columns_of, kind_of
from federation.rules.chains import canonical

Model = type[models.Model]

OUR_APPS = ("federation", "competitions", "matches")
OF_LIBRARIES = ("account.emailaddress", "admin.logentry", "mfa.authenticator")
"""Tables of libraries that hold something of people: addresses, passkeys and codes, Django's log."""

LEFT_OUT: Mapping[str, str] = {
    "account.emailconfirmation": "enlaces de correo que caducan; este programa no los usa",
    "auth.group": "este programa no los usa: los derechos son funciones",
    "auth.group_permissions": "este programa no los usa: los derechos son funciones",
    "auth.permission": "los escribe el propio programa",
    "contenttypes.contenttype": "los escribe el propio programa",
    "federation.outgoingmail": "correos por salir: salen desde donde se pidieron",
    "federation.user_groups": "este programa no los usa: los derechos son funciones",
    "federation.user_user_permissions": "este programa no los usa: los derechos son funciones",
    "sessions.session": "sesiones abiertas: hay que entrar de nuevo",
    "usersessions.usersession": "sesiones abiertas: hay que entrar de nuevo",
}
"""Every other table, with the reason why it stays."""


def tables() -> list[Model]:
    """The tables that travel, each after those that it points at."""
    named = {
        label(model): model
        for model in apps.get_models(include_auto_created=True)
        if label(model) not in LEFT_OUT
        and (model._meta.app_label in OUR_APPS or label(model) in OF_LIBRARIES)  # noqa: SLF001
    }
    graph = {name: sorted(_needed(model, set(named))) for name, model in sorted(named.items())}
    return [named[name] for name in TopologicalSorter(graph).static_order()]


def _needed(model: Model, known: set[str]) -> set[str]:
    return {
        label(field.related_model)  # type: ignore[arg-type]
        for field in columns_of(model)
        if field.is_relation and label(field.related_model) in known - {label(model)}  # type: ignore[arg-type]
    }


def label(model: Model) -> str:
    """The name of a table that travels, such as `federation.person`."""
    return model._meta.label_lower  # noqa: SLF001


def key_of(model: Model) -> Field:
    """The column that is a table's key."""
    return model._meta.pk  # noqa: SLF001  # type: ignore[return-value]


def has_files(model: Model) -> bool:
    """Does the table hold whole files?"""
    return any(isinstance(field, models.BinaryField) for field in columns_of(model))


def schema() -> dict[str, Any]:
    """The tables as data: names, words, keys and columns, in the federation's language."""
    with translation.override(settings.LANGUAGE_CODE):
        return {"tables": [_described(model) for model in tables()]}


def structure(described: Mapping[str, Any]) -> str:
    """A digest of what two installations must share to exchange data: the words may differ."""
    bare = [
        [table["name"], table["key"], [{**column, "words": ""} for column in table["columns"]]]
        for table in described["tables"]
    ]
    return hashlib.sha256(canonical(bare).encode()).hexdigest()


def _described(model: Model) -> dict[str, Any]:
    name_columns(model)
    meta = model._meta  # noqa: SLF001
    return {
        "name": label(model),
        "words": capfirst(str(meta.verbose_name_plural)),
        "file": f"tables/{label(model)}.jsonl",
        "key": key_of(model).attname,
        "append_only": issubclass(model, AppendOnly),
        "columns": [_column(field) for field in columns_of(model)],
    }


def _column(field: Field) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": field.attname,
        "words": capfirst(str(field.verbose_name)),
        "type": kind_of(field),
        "null": field.null,
    }
    if field.is_relation:
        target: Any = field.related_model
        found["references"] = label(target)
        # Of a table that does not travel the name stands here, and of the others the key.
        found["type"] = "text" if target is ContentType else kind_of(field.target_field)  # type: ignore[attr-defined]
    if field.max_length and found["type"] == "text":
        found["max_length"] = field.max_length
    return found
