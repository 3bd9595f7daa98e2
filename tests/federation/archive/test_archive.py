"""The whole installation written and read again: the same rows; what is refused, with nothing written."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction

from federation import triggers
from federation.archive import manifest as manifests
from federation.archive import tables
from federation.archive.manifest import ArchiveError
from federation.archive.restore import restore
from federation.archive.writing import export
from federation.models import AuditEntry, DataAccess, OutgoingMail, Person, PersonPhoto, Season
from federation.queries.audit import problems
from tests.factories import world
from tests.federation.people import enrol

pytestmark = pytest.mark.django_db
JPEG = b"\xff\xd8\xff" + bytes(range(256))


def _quiet(_line: str) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An export of a world in play with a photo and a second factor; the database is empty again."""
    target = tmp_path / "todo"
    with transaction.atomic():
        each = world.playing(boards=2)
        who = each.people[next(iter(each.people))][0]
        PersonPhoto.objects.create(person=who, jpeg=JPEG, sha256=sha256(JPEG).hexdigest(), at=world.NOW)
        Person.objects.filter(pk=each.stranger.person_id).update(merged_into=who)
        enrol(each.office)
        export(target, _quiet)
        transaction.set_rollback(True)
    assert not Person.objects.exists()
    return target


def _hashes(folder: Path) -> dict[str, str]:
    return {name: each.sha256 for name, each in manifests.read(folder).files.items()}


def _change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "manifest.json"
    written = json.loads(path.read_text())
    change(written)
    path.write_text(json.dumps(written))


def _lie(folder: Path, name: str, data: bytes) -> None:
    """Change a file and its digest too."""
    (folder / name).write_bytes(data)

    def change(written: dict[str, Any]) -> None:
        for each in written["files"]:
            if each["name"] == name:
                each.update(bytes=len(data), sha256=sha256(data).hexdigest())

    _change_manifest(folder, change)


# ---------------------------------------------------------------- there and back
def test_what_was_written_is_read_and_written_again_the_same(folder: Path, tmp_path: Path) -> None:
    restore(folder, _quiet)
    assert bytes(PersonPhoto.objects.get().jpeg) == JPEG
    assert AuditEntry.objects.exists()
    assert list(problems()) == []
    export(tmp_path / "otra", _quiet)
    assert _hashes(tmp_path / "otra") == _hashes(folder)


def test_moments_of_creation_stay_those_of_then(folder: Path) -> None:
    lines = (folder / "tables" / "federation.user.jsonl").read_text().splitlines()
    restore(folder, _quiet)
    joined = [row.isoformat() for row in _users().values_list("date_joined", flat=True)]
    assert joined == [json.loads(line)["date_joined"] for line in lines]


def _users() -> Any:
    return apps.get_model("federation.User").objects.order_by("pk")


def test_new_rows_follow_those_that_came(folder: Path) -> None:
    restore(folder, _quiet)
    last = Person.objects.order_by("-pk").first()
    assert world.person("Nueva", "Persona").pk > last.pk


def test_protections_stand_afterwards(folder: Path) -> None:
    restore(folder, _quiet)
    assert triggers.missing(connection) == []
    with pytest.raises(IntegrityError if connection.vendor == "sqlite" else Exception), transaction.atomic():
        models.QuerySet(AuditEntry).update(verb="otra.cosa")


def test_the_folder_is_for_its_owner_alone_and_says_what_it_is(folder: Path) -> None:
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
    assert "SON DATOS PERSONALES" in (folder / "README.txt").read_text()
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert sums == _hashes(folder)


def test_the_schema_explains_every_column(folder: Path) -> None:
    described = {table["name"]: table for table in json.loads((folder / "schema.json").read_text())["tables"]}
    for name, table in described.items():
        columns = {column["name"] for column in table["columns"]}
        for line in (folder / table["file"]).read_text().splitlines():
            assert set(json.loads(line)) == columns, name
    person = {column["name"]: column for column in described["federation.licence"]["columns"]}["person_id"]
    assert (person["type"], person["references"]) == ("integer", "federation.person")


def test_every_table_travels_or_says_why_it_stays() -> None:
    travelling = {tables.label(model) for model in tables.tables()}
    known = {model._meta.label_lower for model in apps.get_models(include_auto_created=True)}
    assert travelling | set(tables.LEFT_OUT) == known
    assert travelling & set(tables.LEFT_OUT) == set()


# ---------------------------------------------------------------- refused
def _refused(folder: Path, words: str) -> None:
    with pytest.raises(ArchiveError, match=words):
        restore(folder, _quiet)
    assert not Person.objects.exists()


def test_a_changed_row_is_refused(folder: Path) -> None:
    path = folder / "tables" / "federation.person.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Amparo", b"Ampara"))
    _refused(folder, r"federation\.person\.jsonl no es el que se exportó")


def test_a_changed_document_is_refused(folder: Path) -> None:
    (photo,) = (folder / "files").rglob("*.jpg")
    photo.write_bytes(JPEG[:-1])
    _refused(folder, "no es el que se exportó")


def test_a_missing_file_is_refused(folder: Path) -> None:
    (folder / "tables" / "federation.club.jsonl").unlink()
    _refused(folder, "Falta el archivo")


def test_a_folder_without_manifest_is_no_export(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    _refused(folder, "Falta manifest.json")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "federation-export/1"}', '{"format": "otro/9"}'])
def test_a_manifest_that_is_none(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    _refused(folder, "no se puede leer|El formato es")


@pytest.mark.parametrize(
    "name",
    ["../otra.txt", "/etc/hostname", "tables/../../x", "files//x", "a\\b", ".oculto", "tables/.", "x" * 5000],
)
def test_no_name_leads_out_of_the_folder(folder: Path, name: str) -> None:
    (folder.parent / "otra.txt").write_text("")
    entry = {"name": name, "bytes": 0, "sha256": sha256(b"").hexdigest()}
    _change_manifest(folder, lambda written: written["files"].append(entry))
    _refused(folder, "no puede ser suyo|Falta el archivo")


def test_no_link_leads_out_of_the_folder(folder: Path) -> None:
    outside = folder.parent / "fuera.jsonl"
    path = folder / "tables" / "federation.club.jsonl"
    path.rename(outside)
    path.symlink_to(outside)
    _refused(folder, "Falta el archivo")


def test_another_structure_is_refused(folder: Path) -> None:
    _change_manifest(folder, lambda written: written.update(structure="0" * 64, product="federation 9.9"))
    _refused(folder, r"La exportación es de federation 9\.9")


def test_a_table_less_is_refused(folder: Path) -> None:
    _change_manifest(folder, lambda written: written["rows"].pop("federation.club"))
    _refused(folder, "las tablas no son las mismas")


def test_rows_that_the_manifest_does_not_count_are_refused(folder: Path) -> None:
    _change_manifest(folder, lambda written: written["rows"].update({"federation.club": 1}))
    _refused(folder, "el manifiesto dice 1")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (b"[1]\n", "línea 1"),
        (b'{"id": 1}\n', "línea 1: las columnas"),
        (
            b'{"id":1,"name":"%s","starts_on":"2026-09-01","ends_on":"2027-08-31"}\n' % (b"x" * 21),
            "más de 20",
        ),
        (b'{"id":1,"name":"x","starts_on":"ayer","ends_on":"2027-08-31"}\n', "línea 1"),
        (b'{"id":1,"name":"x","starts_on":"2026-09-01","ends_on":"2025-08-31"}\n', "no lo admite"),
        (b'{"id":77,"name":"x","starts_on":"2026-09-01","ends_on":"2027-08-31"}\n', "apunta a otra"),
    ],
)
def test_rows_that_cannot_be_are_refused_whole(folder: Path, row: bytes, words: str) -> None:
    _lie(folder, "tables/federation.season.jsonl", row)
    _refused(folder, words)
    assert not Season.objects.exists()


def test_a_document_that_the_manifest_does_not_name(folder: Path) -> None:
    name = "tables/federation.personphoto.jsonl"
    _lie(folder, name, (folder / name).read_bytes().replace(b"files/", b"../files/"))
    _refused(folder, "el manifiesto no nombra")


def test_only_an_empty_installation_takes_one(folder: Path) -> None:
    world.person("Ya", "Estaba")
    with pytest.raises(ArchiveError, match=r"ya hay datos \(federation\.person\)"):
        restore(folder, _quiet)


def test_an_export_goes_into_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "algo").write_text("")
    with pytest.raises(ArchiveError, match="no está vacía"):
        export(tmp_path, _quiet)
    with pytest.raises(ArchiveError, match="no sirve"):
        export(tmp_path / "algo" / "dentro", _quiet)


def test_what_is_left_half_done_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "schema", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        export(tmp_path / "todo", _quiet)
    assert not (tmp_path / "todo").exists()


# ---------------------------------------------------------------- the commands
def _said(*command: str, **options: Any) -> str:
    output = StringIO()
    call_command(*command, stdout=output, **options)
    return output.getvalue()


def test_an_export_is_logged_and_does_not_tell_of_itself(tmp_path: Path) -> None:
    world.build()
    OutgoingMail.objects.create(kind="x", to="a@example.org", language="es", expires_at=world.NOW)
    said = _said("export_federation", str(tmp_path / "todo"))
    assert "Quedan 1 correos" in said and "datos personales" in said
    logged = DataAccess.objects.get()
    assert (logged.kind, logged.count) == ("federation_export", Person.objects.count())
    assert manifests.read(tmp_path / "todo").rows["federation.dataaccess"] == 0


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"No se ha importado nada\. Falta manifest"):
        call_command("import_federation", str(tmp_path))
    (tmp_path / "algo").write_text("")
    with pytest.raises(CommandError, match="no está vacía"):
        call_command("export_federation", str(tmp_path))


def test_codes_of_another_secret_key_are_refused_or_forgotten(folder: Path, settings: Any) -> None:
    settings.SECRET_KEY = "otra llave, que no abre lo que cerró la de antes"
    with pytest.raises(CommandError, match="La SECRET_KEY no es la de donde se exportó"):
        call_command("import_federation", str(folder), stdout=StringIO())
    assert not Person.objects.exists()
    assert "concuerda" in _said("import_federation", str(folder), forget_codes=True)
    assert not Authenticator.objects.exists()


def test_the_same_secret_key_opens_the_codes(folder: Path) -> None:
    assert "La auditoría concuerda." in _said("import_federation", str(folder))
    assert {each.wrap() is not None for each in Authenticator.objects.all()} == {True}
