"""A whole encounter played by the demonstration, from an empty database to a file that verifies."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import override_settings

from competitions.models import Encounter, Outcome
from federation.queries.audit import problems
from matches.acta import document
from matches.acta.recompute import recompute
from matches.actions.sealing import render
from matches.models import Acta, Incident, SheetEntry
from matches.queries import actas, encounters


@dataclass(frozen=True)
class Played:
    """What the command left and said."""

    acta: Acta
    path: Path
    told: str
    content: dict[str, Any]
    signed: dict[str, Any]


@pytest.fixture(scope="module")
def played(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """`demo_acta` on an empty database, once for all tests that only read."""
    path = tmp_path_factory.mktemp("demo") / "acta.pdf"
    with django_db_blocker.unblock(), override_settings(DEBUG=True), transaction.atomic():
        output = StringIO()
        call_command("demo_acta", "--out", str(path), "--seed", "7", stdout=output)
        acta = Acta.objects.select_related("content", "file", "encounter").get()
        attached = json.loads(acta.attached)
        yield Played(acta, path, output.getvalue(), attached["content"], attached["signatures"])
        transaction.set_rollback(True)


def test_the_command_writes_the_sealed_file_and_says_which(played: Played, db: None) -> None:
    assert played.path.read_bytes() == bytes(played.acta.file.pdf)
    for figure in (
        "D1-2627-01-01",
        played.acta.content.code,
        played.acta.content.content_hash,
        played.acta.file.sha256,
    ):
        assert figure in played.told


def test_the_encounter_ends_sealed_with_its_outcome(played: Played, db: None) -> None:
    encounter = Encounter.objects.get(pk=played.acta.encounter_id)
    assert encounter.state == "sealed"
    outcome = Outcome.objects.get(encounter=encounter)
    result = played.content["result"]
    assert {"home": outcome.home_partidas, "away": outcome.away_partidas} == result["partidas"]
    assert {"home": outcome.home_points, "away": outcome.away_points} == result["points"]
    assert outcome.home_partidas + outcome.away_partidas == 8
    assert list(problems()) == []


def test_the_json_inside_the_file_recomputes_the_result(played: Played, db: None) -> None:
    with pikepdf.open(played.path) as opened:
        data = opened.attachments["acta.json"].get_file().read_bytes()
    content, signed = document.read_attached(data)
    assert (content, signed) == (played.content, played.signed)
    assert document.content_hash(content) == played.acta.content.content_hash == signed["content_hash"]
    assert recompute(content) == []
    for board in content["boards"]:
        for partida in board["partidas"]:
            result = partida["result"]
            assert result["status"] == "ended"
            assert max(result["home"], result["away"]) >= 300 > min(result["home"], result["away"])


def test_one_of_everything_happens(played: Played, db: None) -> None:
    kinds = Counter(SheetEntry.objects.values_list("kind", flat=True))
    assert kinds["retraction"] == kinds["disagreement"] == kinds["settlement"] == 1
    assert kinds["substitution"] == 2
    assert kinds["seating"] == 8
    # Four draws at least, one of them level and drawn again.
    assert kinds["draw"] >= 5
    assert SheetEntry.objects.filter(kind="hand", data__ending="tied_block").exists()
    assert set(SheetEntry.objects.filter(kind="approval").values_list("data__how", flat=True)) == {"pin"}
    assert [incident.kind for incident in Incident.objects.order_by("number")] == [
        "comment",
        "disagreement_settled",
        "substitution_in_play",
    ]


def test_each_signs_in_a_way_of_his_own(played: Played, db: None) -> None:
    signatures = {each["role"]: each for each in played.signed["signatures"]}
    assert {role: (each["kind"], each["identified"]) for role, each in signatures.items()} == {
        "home_captain": ("plain", "password"),
        "away_captain": ("protest", "pin_in_judge_session"),
        "judge": ("plain", "password"),
    }
    assert signatures["away_captain"]["text"].startswith("No aceptamos")
    assert signatures["judge"]["strokes"]
    assert not signatures["home_captain"]["strokes"]


def test_the_acta_names_tables_journal_and_titles(played: Played, db: None) -> None:
    content = played.content
    assert [board["table"] for board in content["boards"]] == ["Mesa 1", "Mesa 2", "Mesa 3", "Mesa 4"]
    assert content["journal"]["seq"] == 1
    assert len(content["journal"]["head"]) == 64
    assert content["incidents"][0]["title"] == "Comentarios durante la partida"


def test_a_second_rendering_gives_the_same_unsigned_bytes(played: Played, db: None) -> None:
    encounter = Encounter.objects.select_related(*encounters.RELATED).get(pk=played.acta.encounter_id)
    content = actas.current_content(encounter)
    assert content is not None
    assert document.sha256(render(encounter, content).unsigned) == played.acta.file.unsigned_sha256


def _verified(path: Path) -> tuple[int, str]:
    output = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("verify_acta", str(path), stdout=output)
    return int(str(left.value.code)), output.getvalue()


def test_the_file_verifies(played: Played, db: None) -> None:
    code, told = _verified(played.path)
    assert code == 0
    assert told.startswith("valid")
    assert "Huerta Segura" in told


def test_a_changed_byte_and_an_addition_are_altered(played: Played, db: None, tmp_path: Path) -> None:
    data = bytearray(played.path.read_bytes())
    data[len(data) // 2] ^= 1
    changed, added = tmp_path / "changed.pdf", tmp_path / "added.pdf"
    changed.write_bytes(data)
    added.write_bytes(played.path.read_bytes() + b"\n% something more\n")
    assert _verified(changed)[0] == 1
    assert _verified(added)[0] == 1


def test_what_is_not_ours_is_unknown(played: Played, db: None, tmp_path: Path) -> None:
    foreign, text = tmp_path / "foreign.pdf", tmp_path / "text.txt"
    blank = pikepdf.new()
    blank.add_blank_page()
    blank.save(foreign)
    text.write_text("no es un PDF")
    assert _verified(foreign)[0] == 2
    assert _verified(text)[0] == 2


def test_pdfsig_accepts_the_seal(played: Played, db: None) -> None:
    said = subprocess.run(
        ["pdfsig", str(played.path)], capture_output=True, text=True, check=False, timeout=60
    ).stdout
    assert "Signature is Valid." in said
    assert "Total document signed" in said
