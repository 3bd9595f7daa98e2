"""Triggers that refuse changes to append-only rows, on both engines.

Definitions live here alone. They are re-created after each migrate, because
Django rebuilds tables on SQLite and loses them, and a system check and
`verify_audit` ask whether all are there (design, invariant 3).
"""

from collections.abc import Iterator

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

from federation.models.append_only import AppendOnly

FUNCTION = "refuse_change_of_protected_row"
MESSAGE = "protected row"


def protected_tables() -> list[str]:
    """Names of the tables whose rows are never changed, in order."""
    return sorted(
        model._meta.db_table  # noqa: SLF001  Django's public name for it begins with an underscore
        for model in apps.get_models()
        if issubclass(model, AppendOnly)
    )


def _kept_days() -> dict[str, int]:
    """Tables whose rows may go when they are old enough, and after how many days."""
    return {
        model._meta.db_table: model.kept_days  # noqa: SLF001
        for model in apps.get_models()
        if issubclass(model, AppendOnly) and model.kept_days is not None
    }


def _existing(connection: BaseDatabaseWrapper) -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.table_names(cursor))


def _names(connection: BaseDatabaseWrapper, table: str) -> Iterator[tuple[str, str]]:
    kinds = ["update", "delete"]
    if connection.vendor == "postgresql":
        kinds.append("truncate")
    for kind in kinds:
        yield f"keep_{table}_{kind}", kind


def _create(connection: BaseDatabaseWrapper, table: str, name: str, kind: str) -> str:
    days = _kept_days().get(table) if kind == "delete" else None
    if connection.vendor == "postgresql":
        level = "STATEMENT" if kind == "truncate" else "ROW"
        young = f"WHEN (OLD.at > now() - interval '{days} days') " if days else ""
        return (
            f'CREATE TRIGGER "{name}" BEFORE {kind.upper()} ON "{table}" '
            f"FOR EACH {level} {young}EXECUTE FUNCTION {FUNCTION}()"
        )
    young = f"WHEN OLD.at > datetime('now', '-{days} days') " if days else ""
    return (
        f'CREATE TRIGGER "{name}" BEFORE {kind.upper()} ON "{table}" '
        f"{young}BEGIN SELECT RAISE(ABORT, '{MESSAGE}: {table}'); END"
    )


def drop_all(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away (a test flush needs it; nothing else does)."""
    existing = _existing(connection)
    with connection.cursor() as cursor:
        for table in protected_tables():
            if table not in existing:
                continue
            for name, _kind in _names(connection, table):
                on_table = f' ON "{table}"' if connection.vendor == "postgresql" else ""
                cursor.execute(f'DROP TRIGGER IF EXISTS "{name}"{on_table}')


def install_all(connection: BaseDatabaseWrapper) -> None:
    """Create every trigger anew for the tables that exist."""
    drop_all(connection)
    existing = _existing(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$body$ BEGIN RAISE EXCEPTION '{MESSAGE}: %', TG_TABLE_NAME; END $body$"
            )
        for table in protected_tables():
            if table in existing:
                for name, kind in _names(connection, table):
                    cursor.execute(_create(connection, table, name, kind))


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the triggers that should be there and are not."""
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    existing = _existing(connection)
    return [
        name
        for table in protected_tables()
        if table in existing
        for name, _kind in _names(connection, table)
        if name[:63] not in present
    ]
