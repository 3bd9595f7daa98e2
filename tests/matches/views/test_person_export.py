"""A person's copy of his data: everything that is held on him is in it, and nothing of anybody else."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import DataAccess, Person, User
from federation.queries.person_export import OUT, ways_to
from federation.queries.ties import ties
from matches.rules.sides import Side
from tests.factories import world
from tests.federation import staff
from tests.federation.people import PASSWORD
from tests.federation.staff import inside
from tests.matches import marked
from tests.matches.views.after_close import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def each(marked_play: Any) -> world.World:
    return fresh(marked_play[0])


@pytest.fixture
def who(marked_play: Any) -> Person:
    return Person.objects.get(pk=marked_play[1].pk)


def _opened(answer: Any) -> zipfile.ZipFile:
    assert answer.status_code == 200, answer
    return zipfile.ZipFile(BytesIO(answer.content))


def _tables(archive: zipfile.ZipFile) -> dict[str, list[dict[str, Any]]]:
    return {table["name"]: table["rows"] for table in json.loads(archive.read("datos.json"))["tables"]}


def _own(who: Person) -> Client:
    """His own browser, in which he has just said his password."""
    account = User.objects.get(person=who)
    Authenticator.objects.filter(user=account).delete()
    account.set_password(PASSWORD)
    account.save()
    return inside(account)


def _browser(each: world.World) -> Client:
    return inside(staff.office("otra@example.org"))


def test_everything_that_is_held_on_him_is_in_one_file(each: world.World, who: Person) -> None:
    answer = _browser(each).get(f"/secretaria/personas/{who.pk}/copia.zip")
    assert answer["Content-Disposition"] == f'attachment; filename="datos-personales-{who.pk}.zip"'
    archive = _opened(answer)
    assert sorted(archive.namelist()) == [
        "datos.html",
        "datos.json",
        f"documentos/personphoto-{who.pk}.jpg",
        "estilo.css",
    ]
    assert archive.read(f"documentos/personphoto-{who.pk}.jpg") == marked.JPEG
    tables = _tables(archive)
    assert tables["federation.personaldata"][0]["document"] == marked.DETAILS.document
    assert {row["given_name"] for row in tables["federation.person"]} == {"Wenceslao"}
    assert len(tables["federation.person"]) == 2
    assert tables["matches.lineupslot"][0]["line_up"] == "La Seis Doble – Los Molinos"
    assert tables["matches.signature"][0]["strokes"]
    assert tables["matches.incident"] and tables["matches.incidenttext"][0]["text"] == marked.INCIDENT
    assert tables["federation.user"][0]["email"] == marked.ACCOUNT
    assert tables["account.emailaddress"]
    assert [row["number"] for row in tables["federation.importrow"]] == [2, 9]
    assert {row["kind"] for row in tables["federation.dataaccess"]} == {
        "documento",
        "exportación de una persona",
    }
    assert "matches.acta" in tables and "attached" not in tables["matches.acta"][0]
    page = archive.read("datos.html").decode()
    for said in (
        "Wenceslao",
        "12345678Z",
        "Travesía del Bergantín",
        "Cambió el nombre, el nacimiento o el consentimiento",
        "09/03/1971",
        marked.INCIDENT,
    ):
        assert said in page, said
    noted = DataAccess.objects.get(kind="person_export")
    assert (noted.person_id, noted.by.email) == (who.pk, "otra@example.org")


def test_nothing_of_anybody_else_is_in_it(each: world.World, who: Person) -> None:
    others = {str(row) for row in Person.objects.exclude(pk=who.pk).exclude(merged_into=who)}
    said = "".join(
        archive_text
        for archive_text in (
            _opened(_own(who).get("/cuenta/mis-datos.zip")).read(name).decode("utf-8", "replace")
            for name in ("datos.html", "datos.json")
        )
    )
    assert [name for name in sorted(others) if name in said] == []
    emails = set(User.objects.exclude(person=who).values_list("email", flat=True))
    assert [email for email in sorted(emails) if email in said] == []
    secrets = [User.objects.get(person=who).password]
    pin = apps.get_model("matches.TablePin").objects.get(person=who)
    assert not any(secret in said for secret in (*secrets, pin.digest, pin.salt))


def test_each_table_that_is_about_a_person_is_in_the_copy(each: world.World) -> None:
    """A new table with a key to a person, or to something of his, comes into the copy or says why not."""
    tied = {tie.model for tie in ties()}
    owned = tied - {User, Person}
    silent = set()
    for model in apps.get_models():
        if model in tied:
            continue
        for column in model._meta.concrete_fields:
            target = column.related_model
            owner = target in owned or (target is User and column.name in ("user", "account"))
            if owner and not ways_to(model):
                silent.add(f"{model._meta.label_lower}.{column.name}")
    # Django's own log of the tables tells what staff did, and is counted as such.
    assert silent == {"admin.logentry.user"}
    assert {model._meta.label_lower for model in tied} >= OUT
    for model in apps.get_models():
        for way in ways_to(model):
            models.QuerySet(model).filter(**{f"{way}__in": [0]}).exists()
    assert Permission not in tied


def test_one_takes_ones_own_and_nobody_elses(each: world.World, who: Person) -> None:
    account = User.objects.get(person=who)
    browser = _own(who)
    assert "/cuenta/mis-datos.zip" in browser.get("/cuenta/").content.decode()
    tables = _tables(_opened(browser.get("/cuenta/mis-datos.zip")))
    assert tables["federation.person"][0]["id"] == who.pk
    assert tables["usersessions.usersession"][0]["ip"]
    assert DataAccess.objects.get(kind="person_export").by == account
    assert browser.get(f"/secretaria/personas/{who.pk}/copia.zip").status_code == 404
    nobody = inside(User.objects.create_user("nadie@example.org", PASSWORD))
    assert nobody.get("/cuenta/mis-datos.zip").status_code == 404
    assert "mis-datos" not in nobody.get("/cuenta/").content.decode()


def test_the_copy_costs_the_same_for_one_and_for_thirty(each: world.World, who: Person) -> None:
    browser = _browser(each)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/secretaria/personas/{who.pk}/copia.zip").status_code == 200
        return len(queries)

    cost()
    one = cost()
    for number in range(30):
        world.person("Nueva", f"Persona{number}")
        DataAccess.objects.create(person=who, kind="document", at=world.NOW, by=each.office)
        apps.get_model("matches.PinMisses").objects.create(person=who, device=f"d{number}")
        apps.get_model("matches.CheckIn").objects.filter(person=each.person(Side.AWAY, 1)).exists()
    assert cost() == one


def test_a_merged_record_has_no_copy_of_its_own(each: world.World, who: Person) -> None:
    gone = Person.objects.get(merged_into=who)
    assert _browser(each).get(f"/secretaria/personas/{gone.pk}/copia.zip").status_code == 404
