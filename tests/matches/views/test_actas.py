"""The acta's page for its parties, and the documents that only they get."""

import json

import pytest

from federation.models import AuditEntry, DataAccess
from federation.queries import audit
from matches.acta import document
from matches.acta.verify import Status
from matches.models import Acta
from matches.queries.verification import verify_file
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.views.after_close import at, fresh, kept, page, sealed, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, sealed) as made:
        yield made


@pytest.fixture
def each(built: tuple[world.World, Acta], db: None) -> world.World:
    return fresh(built[0])


def test_the_sealed_acta_and_the_ways_to_it(each: world.World) -> None:
    acta = Acta.objects.get()
    answer = at(each.captains[Side.HOME]).get(page(each, "acta/"))
    said = text_of(answer)
    assert answer.status_code == 200
    for words in ("Acta sellada", f"{acta.content.number}, versión 1", acta.content.code, "provisional"):
        assert words in said
    assert "Sello de demostración" in said
    html = answer.content.decode()
    assert page(each, "acta.pdf") in html and page(each, "acta.json") in html
    assert f"/verificar/{acta.content.code}/" in html
    assert "data-live-url" not in html


def test_the_pdf_is_the_sealed_one_and_its_download_is_written_down(each: world.World) -> None:
    acta = Acta.objects.get()
    answer = at(each.captains[Side.AWAY]).get(page(each, "acta.pdf"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'attachment; filename="acta-{acta.content.number}-v1.pdf"'
    assert "no-store" in answer["Cache-Control"]
    assert answer.content == bytes(acta.file.pdf)
    assert verify_file(answer.content).status is Status.VALID
    entry = AuditEntry.objects.get(verb="acta.downloaded")
    assert (entry.chain, entry.subject) == (f"encounter:{each.encounter.pk}", f"acta:{acta.pk}")
    assert (entry.actor, entry.detail.data["form"]) == (each.captains[Side.AWAY], "pdf")
    # It names minors in full, and licences: its public page does not.
    noted = DataAccess.objects.get(kind="acta")
    assert (noted.by, noted.detail) == (entry.actor, f"{acta.content.number}, v1 (pdf)")
    assert noted.count == len(json.loads(acta.content.content)["people"]) > 0
    assert list(audit.problems()) == []


def test_the_data_are_those_inside(each: world.World) -> None:
    answer = at(each.judge).get(page(each, "acta.json"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].endswith('.json"')
    assert answer.content == Acta.objects.get().attached.encode()
    content, signatures = document.read_attached(answer.content)
    assert content == json.loads(Acta.objects.get().content.content)
    assert len(signatures["signatures"]) == 3
    assert AuditEntry.objects.get(verb="acta.downloaded").detail.data["form"] == "json"


@pytest.mark.parametrize("what", ["acta/", "acta.pdf", "acta.json"])
def test_only_parties(each: world.World, what: str) -> None:
    assert at(None).get(page(each, what)).status_code == 302
    assert at(each.stranger).get(page(each, what)).status_code == 404
    assert at(each.vice).get(page(each, what)).status_code == 200
    assert at(each.vice).post(page(each, what)).status_code == 405


@pytest.mark.parametrize(
    ("version", "status"), [("1", 200), ("2", 404), ("x", 404), ("9" * 30, 404), ("", 200)]
)
def test_a_version(each: world.World, version: str, status: int) -> None:
    answer = at(each.judge).get(page(each, f"acta.pdf?version={version}"))
    assert answer.status_code == status


def test_queries_are_few(each: world.World, django_assert_max_num_queries) -> None:
    client = at(each.judge)
    with django_assert_max_num_queries(22):
        client.get(page(each, "acta/"))


def test_the_part_that_is_polled(each: world.World) -> None:
    other = at(each.judge).get(
        page(each, "acta/"), headers={"HX-Request": "true", "HX-Target": "estado-acta"}
    )
    assert b"<html" not in other.content
    assert "ETag" in other
    again = {"HX-Request": "true", "HX-Target": "estado-acta", "If-None-Match": other["ETag"]}
    assert at(each.judge).get(page(each, "acta/"), headers=again).status_code == 304
