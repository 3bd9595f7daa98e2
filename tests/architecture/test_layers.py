"""The direction of imports and of foreign keys, and what the plain layers keep away from."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
# From the bottom up: an app may point at itself and at what comes before it.
APPS = ("federation", "competitions", "matches")
PLAIN = [
    *(ROOT / app / "rules" for app in APPS),
    ROOT / "federation" / "files",
    ROOT / "matches" / "acta" / "document.py",
]
CLOCKS = {"now", "utcnow", "today", "time", "monotonic", "localtime", "localdate"}


def _modules(*places: Path) -> list[Path]:
    return sorted(
        path
        for place in places
        for path in ([place] if place.suffix == ".py" else place.rglob("*.py"))
        if path.exists()
    )


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_imports_keep_to_their_layers():
    """import-linter, with the contracts of pyproject.toml."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[ended.stdout.find("Contracts") :] + ended.stderr


def test_foreign_keys_never_point_upward():
    """A relation is a dependency that no import shows."""
    upward = [
        f"{model._meta.label}.{field.name} -> {field.related_model._meta.label}"
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS
        for field in model._meta.get_fields()
        if field.is_relation and not field.auto_created and field.related_model is not None
        if field.related_model._meta.app_label in APPS
        and APPS.index(field.related_model._meta.app_label) > APPS.index(model._meta.app_label)
    ]
    assert upward == []


def test_no_relation_hides_its_target():
    """A generic foreign key would point anywhere, unseen by the test above and by the database."""
    generic = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in APPS
        for field in model._meta.get_fields()
        if field.is_relation and field.related_model is None
    ]
    assert generic == []


@pytest.mark.parametrize("path", _modules(*PLAIN), ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_know_neither_clock_nor_chance(path):
    """What a rule answers depends on what it is given, or it could not be replayed."""
    imported = {name.split(".")[0] for name in _imported(path)}
    assert not {"random", "time", "os", "uuid"} & imported
    # A document's code is drawn; a rule draws nothing.
    assert "secrets" not in imported or "acta" in path.parts
    asked = [
        f"line {call.lineno}: {ast.unparse(call.func)}"
        for call in _calls(path)
        if isinstance(call.func, ast.Attribute) and call.func.attr in CLOCKS and not call.args
    ]
    # `moment.time()` of a given moment is arithmetic, not a look at the clock.
    assert [
        line for line in asked if line.split(": ")[1].split(".")[0] in {"datetime", "date", "dt", "time"}
    ] == []


WRITES = {
    "create",
    "acreate",
    "bulk_create",
    "bulk_update",
    "get_or_create",
    "update_or_create",
}
READERS = ("views", "forms", "queries", "permissions.py", "rules", "messages.py")


@pytest.mark.parametrize(
    "path",
    _modules(*(ROOT / app / reader for app in APPS for reader in READERS)),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_only_actions_write(path):
    """Views, forms and queries have no write of their own: an action locks, checks, writes and audits."""
    written = [
        f"line {call.lineno}: {ast.unparse(call.func)}"
        for call in _calls(path)
        if isinstance(call.func, ast.Attribute)
        and (
            call.func.attr in WRITES
            # `instance.save()`, not `signed.save(path)`; a form with commit=False writes nothing.
            or (call.func.attr in {"save", "delete"} and not call.args and not call.keywords)
            or (call.func.attr in {"update", "delete"} and "objects" in ast.unparse(call.func))
        )
    ]
    assert written == []


def test_migrations_match_the_models(db):
    """Nobody changed a model without its migration."""
    from django.core.management import call_command

    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
