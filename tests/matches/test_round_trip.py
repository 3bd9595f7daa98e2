"""A demonstration season with a sealed acta goes from one database engine to the other and back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from federation.archive import manifest as manifests

pytestmark = pytest.mark.django_db
PATIENCE = 600


class Installation:
    """An installation of the product in a database of its own, as its commands see it."""

    def __init__(self, database_url: str, state: Path) -> None:
        self.environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "federation.settings",
            "DJANGO_DEBUG": "1",
            "STATE_DIR": str(state),
            "DATABASE_URL": database_url,
            "LOG_LEVEL": "ERROR",
        }
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *command: str) -> str:
        """Run a command of the product, which must end well; give what it said."""
        ended = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert ended.returncode == 0, f"{command}: {ended.stdout[-2000:]}{ended.stderr[-2000:]}"
        return ended.stdout


def _sqlite(folder: Path, name: str) -> str:
    return f"sqlite:///{folder / name}.sqlite3"


@pytest.fixture
def other_engine(tmp_path: Path) -> Iterator[str]:
    """A database of PostgreSQL where the tests run on it; elsewhere another file."""
    if connection.vendor != "postgresql":
        yield _sqlite(tmp_path, "other")
        return
    server = settings.DATABASES["default"]
    name = f"round_trip_{uuid4().hex[:12]}"
    address = f"postgres://{server['USER']}:{server['PASSWORD']}@{server['HOST']}:{server['PORT']}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as maintenance:
        maintenance.execute(
            sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(name))
        )
        yield f"{address}/{name}"
        maintenance.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _hashes(folder: Path) -> dict[str, str]:
    return {name: each.sha256 for name, each in manifests.read(folder).files.items()}


def test_a_season_goes_to_the_other_engine_and_back(tmp_path: Path, other_engine: str) -> None:
    first = Installation(_sqlite(tmp_path, "first"), tmp_path)
    first.manage("seed_demo", "--stage", "round", "--date", "2026-11-30")
    first.manage("demo_acta", "--out", str(tmp_path / "acta.pdf"))
    first.manage("export_federation", str(tmp_path / "1"))

    second = Installation(other_engine, tmp_path)
    assert "La auditoría concuerda." in second.manage("import_federation", str(tmp_path / "1"))
    second.manage("export_federation", str(tmp_path / "2"))
    third = Installation(_sqlite(tmp_path, "third"), tmp_path)
    third.manage("import_federation", str(tmp_path / "2"))
    third.manage("export_federation", str(tmp_path / "3"))

    assert _hashes(tmp_path / "1") == _hashes(tmp_path / "2") == _hashes(tmp_path / "3")
    (document,) = (tmp_path / "2" / "files").rglob("*.pdf")
    assert document.read_bytes() == (tmp_path / "acta.pdf").read_bytes()
    for each in (second, third):
        assert each.manage("verify_acta", str(document)).startswith("valid")
        assert "concuerda" in each.manage("verify_audit")
        each.manage("check", "--database", "default")
    # Keys go on after those that came.
    assert "/invitacion/" in second.manage("invite_administrator", "nueva@example.org", "Nueva", "Persona")
