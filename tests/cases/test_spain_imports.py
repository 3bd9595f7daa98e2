"""Every file of `spain/files` brought in through the pages: shown, asked about or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.models import Import
from tests.cases.folder import cases_folder
from tests.factories import world
from tests.federation import staff
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
FILES = sorted((cases_folder() / "spain" / "files").glob("*"))
LIST = "/secretaria/importaciones/"
# By the number at the beginning of its name: what an office is told at once.
REFUSED = {"15": "El archivo está vacío."}


def bring(browser: Client, kind: str, path: Path, **chosen: object) -> Any:
    file = SimpleUploadedFile(path.name, path.read_bytes())
    return browser.post(f"{LIST}nueva/{kind}/", fields(file=file, **chosen), follow=True)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_shown_or_refused(path: Path):
    each = world.build()
    browser = inside(staff.office("otra.secretaria@example.org"))
    for kind, chosen in (
        ("people", {"season": each.season.pk}),
        ("results", {"competition": each.encounter.round.competition_id}),
    ):
        answer = bring(browser, kind, path, **chosen)
        told = REFUSED.get(path.name[:2])
        if told is not None:
            assert answer.status_code == 422
            assert told in answer.content.decode()
            continue
        assert answer.status_code == 200
        source = Import.objects.latest("pk")
        assert source.state in ("ready", "failed")
        assert bool(source.problem) == (source.rows.count() == 0)
        for rest in ("?ver=todo", "preguntas/", "lectura/", "columnas/"):
            assert browser.get(f"{LIST}{source.pk}/{rest}").status_code == 200
        if source.rows.exists():
            row = source.rows.first()
            assert browser.get(f"{LIST}{source.pk}/filas/{row.number}/").status_code == 200  # type: ignore[union-attr]
            table = browser.get(f"{LIST}{source.pk}/?formato=csv")
            assert b"".join(table.streaming_content).count(b"\r\n") > source.rows.count()  # type: ignore[attr-defined]
