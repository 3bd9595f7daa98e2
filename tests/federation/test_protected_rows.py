"""Rows that are written once: refused by the models and, in plain SQL, by both engines."""

from __future__ import annotations

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.state import ProjectState
from django.utils import timezone

from federation import triggers
from federation.actions import audit, registry
from federation.models import AppendOnly, AuditDetail, AuditEntry, ChainHead, ProtectedRowError
from federation.queries.audit import entry_digest, problems

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> AuditEntry:
    registry.register_club(name="Club de prueba", short_name="Prueba", by=None)
    return AuditEntry.objects.get()


def test_the_design_s_rows_are_all_protected() -> None:
    assert set(triggers.protected_tables()) >= {
        "competitions_outcome",
        "federation_auditentry",
        "federation_regulationversion",
        "matches_acta",
        "matches_actacontent",
        "matches_actafile",
        "matches_incident",
        "matches_incidenttext",
        "matches_sheetentry",
        "matches_signature",
    }
    assert triggers.missing(connection) == []


def _statements() -> list[str]:
    kinds = ["UPDATE {table} SET {column} = {column}", "DELETE FROM {table}"]
    if connection.vendor == "postgresql":
        kinds.append("TRUNCATE {table} CASCADE")
    return kinds


@pytest.mark.parametrize("kind", ["update", "delete", "truncate"])
def test_sql_cannot_change_a_protected_row(entry: AuditEntry, kind: str) -> None:
    if kind == "truncate" and connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE")
    statements = {statement.split()[0].lower(): statement for statement in _statements()}
    statement = statements[kind].format(table="federation_auditentry", column="verb")
    if connection.vendor == "postgresql":
        # TRUNCATE is refused earlier while the rows of this test's own transaction are being checked.
        connection.check_constraints()
    with (
        pytest.raises(DatabaseError, match="protected row"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert AuditEntry.objects.get().pk == entry.pk


@pytest.mark.parametrize("table", triggers.protected_tables())
def test_each_protected_table_has_a_trigger_for_each_way(table: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
                "WHERE relname = %s AND NOT tgisinternal",
                [table],
            )
            wanted = 3
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
            wanted = 2
        assert len(cursor.fetchall()) == wanted


def test_models_refuse_before_the_database_has_to(entry: AuditEntry) -> None:
    entry.verb = "otra"
    for act in (
        entry.save,
        entry.delete,
        lambda: AuditEntry.objects.update(verb="otra"),
        lambda: AuditEntry.objects.all().delete(),
    ):
        with pytest.raises(ProtectedRowError):
            act()


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_rebuilds_a_table_leaves_the_triggers(entry: AuditEntry) -> None:
    """On SQLite Django rebuilds a table to change a column and loses its triggers; migrate restores them."""
    before = ProjectState.from_apps(apps)
    alter = migrations.AlterField("auditentry", "verb", models.CharField(max_length=61))
    after = before.clone()
    alter.state_forwards("federation", after)
    with connection.schema_editor() as editor:
        alter.database_forwards("federation", editor, before, after)
    if connection.vendor == "sqlite":
        assert triggers.missing(connection) != []
        out = StringIO()
        with pytest.raises(SystemCheckError, match="triggers"):
            call_command("check", databases=["default"], stdout=out, stderr=out)
    call_command("migrate", verbosity=0, skip_checks=True)
    assert triggers.missing(connection) == []
    with (
        pytest.raises(DatabaseError, match="protected row"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM federation_auditentry")
    undo = migrations.AlterField("auditentry", "verb", models.CharField(max_length=60))
    with connection.schema_editor() as editor:
        undo.database_forwards("federation", editor, after, before)
    triggers.install_all(connection)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("labels", [(), ("federation",), ("competitions",), ("matches",), ("sessions",)])
def test_each_migrate_makes_the_triggers_of_all_apps_once(
    monkeypatch: pytest.MonkeyPatch, labels: tuple[str, ...]
) -> None:
    made = []
    install = triggers.install_all
    monkeypatch.setattr(triggers, "install_all", lambda each: (made.append(each.alias), install(each)))
    triggers.drop_all(connection)
    assert triggers.missing(connection) != []
    call_command("migrate", *labels, verbosity=0, skip_checks=True)
    assert made == ["default"]
    assert triggers.missing(connection) == []


def test_every_append_only_model_is_found() -> None:
    assert len(AppendOnly.__subclasses__()) == len(triggers.protected_tables())


# ---------------------------------------------------------------- the audit
def test_a_clean_audit_has_no_problem(entry: AuditEntry) -> None:
    audit.anchor_heads()
    assert list(problems()) == []
    assert audit.anchor_heads() is None


def _without_triggers(statement: str, parameters: list[object]) -> None:
    triggers.drop_all(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    triggers.install_all(connection)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE federation_auditentry SET verb = 'otra'", "does not have its digest"),
        ("UPDATE federation_auditdetail SET salt = 'x'", "the detail does not have its digest"),
        ("UPDATE federation_chainhead SET digest = 'x'", "the head is not the last link"),
        ("DELETE FROM federation_auditdetail", "its detail is missing"),
    ],
)
def test_each_tampering_is_found(entry: AuditEntry, statement: str, says: str) -> None:
    _without_triggers(statement, [])
    assert any(says in line for line in problems())


def test_a_rewritten_chain_is_found_by_its_anchor(entry: AuditEntry) -> None:
    """Whoever rewrites the last link with a right digest is still betrayed by the journal."""
    audit.anchor_heads()
    forged = AuditEntry.objects.get(pk=entry.pk)
    forged.subject = "club:999"
    forged.digest = entry_digest(forged)
    _without_triggers(
        "UPDATE federation_auditentry SET subject = %s, digest = %s WHERE id = %s",
        [forged.subject, forged.digest, forged.pk],
    )
    ChainHead.objects.filter(chain=entry.chain).update(digest=forged.digest)
    found = list(problems())
    assert len(found) == 1
    assert "anchors" in found[0]


def test_an_erased_detail_leaves_the_chain_whole(entry: AuditEntry) -> None:
    AuditDetail.objects.filter(entry=entry).update(data={}, salt="", erased_at=timezone.now())
    assert list(problems()) == []


def test_missing_triggers_are_told(entry: AuditEntry) -> None:
    triggers.drop_all(connection)
    try:
        assert any("missing trigger" in line for line in problems())
    finally:
        triggers.install_all(connection)
