"""A person's photo: put in place, refused, shown to whoever may see it, taken away."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.models import AuditEntry, DataAccess, Person, PersonPhoto
from federation.photos.drawing import MOST_BYTES
from tests.federation import registry_world, staff
from tests.federation.photos import opened, picture
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def office() -> Client:
    return inside(staff.office("oficina@example.org"))


def page_of(who: Person) -> str:
    return f"/secretaria/personas/{who.pk}/foto/"


def sent(data: bytes, name: str = "foto.jpg") -> dict[str, object]:
    return fields(photo=SimpleUploadedFile(name, data))


def test_a_photo_is_kept_and_replaced(each: Registry, office: Client) -> None:
    who = each.person()
    form = sent(picture())
    assert office.post(page_of(who), form).headers["Location"] == page_of(who)
    kept = PersonPhoto.objects.get(person=who)
    assert opened(bytes(kept.jpeg)).size == (480, 640)
    assert kept.by.email == "oficina@example.org"

    assert office.post(page_of(who), sent(picture(colour="red"))).status_code == 302
    assert PersonPhoto.objects.get(person=who).sha256 != kept.sha256
    verbs = AuditEntry.objects.filter(chain=f"person:{who.pk}", verb__startswith="photo")
    assert verbs.count() == 2


@pytest.mark.parametrize(
    ("data", "name", "status", "words"),
    [
        (b"no es una foto", "foto.jpg", 422, "no es una foto JPEG"),
        (b"", "foto.jpg", 422, "está vacío"),
        (picture(kind="PNG"), "foto.jpg", 422, "acaba en «.jpg» y es PNG"),
        (b"\xff\xd8\xff" + b"\0" * MOST_BYTES, "foto.jpg", 413, "pasa de 5 MB"),
    ],
)
def test_what_is_refused_says_why(
    each: Registry, office: Client, data: bytes, name: str, status: int, words: str
) -> None:
    who = each.person()
    answer = office.post(page_of(who), sent(data, name))
    assert answer.status_code == status
    assert words in answer.context["form"].errors["photo"][0]
    assert not PersonPhoto.objects.exists()


def test_thirty_megabytes_are_thrown_away_and_told(each: Registry, office: Client) -> None:
    who = each.person()
    answer = office.post(page_of(who), sent(b"\xff" * (30 * 1024 * 1024)))
    assert answer.status_code == 413
    assert "El archivo pasa de 5 MB" in answer.content.decode()
    assert not PersonPhoto.objects.exists()


def test_no_file_at_all(each: Registry, office: Client) -> None:
    answer = office.post(page_of(each.person()), fields())
    assert answer.status_code == 422
    assert "Elige una foto" in answer.content.decode()


def test_a_forged_form_is_refused(each: Registry) -> None:
    """The check is asked for after the length was looked at, and it is asked for."""
    user = staff.office("oficina@example.org")
    browser = inside(user)
    browser.handler.enforce_csrf_checks = True
    who = each.person()
    assert browser.post(page_of(who), sent(picture())).status_code == 403
    assert not PersonPhoto.objects.exists()


def test_a_record_that_is_gone_takes_no_photo(each: Registry, office: Client) -> None:
    kept, gone = each.person("Una"), each.person("Otra")
    Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    assert office.post(page_of(gone), sent(picture())).status_code == 409


# ---------------------------------------------------------------- who sees it
def test_the_office_and_the_person_see_a_photo_and_nobody_else(each: Registry, office: Client) -> None:
    who, other = each.person(), each.person("Ana", "Abad")
    office.post(page_of(who), sent(picture()))
    path = f"/personas/{who.pk}/foto.jpg"
    own = inside(staff.staff("ella@example.org", who=who))
    stranger = inside(staff.staff("otra@example.org", who=other))

    shown = office.get(path)
    assert shown.headers["Content-Type"] == "image/jpeg"
    assert shown.headers["Cache-Control"] == "private, no-cache"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert own.get(path).content == shown.content
    assert stranger.get(path).status_code == 404
    assert stranger.get(f"/personas/{other.pk}/foto.jpg").status_code == 404
    assert Client().get(path).headers["Location"].startswith(settings.LOGIN_URL and "/cuentas/entrar/")

    # Looked at by the office: noted once; the same picture again is not sent again.
    assert DataAccess.objects.filter(kind="photo", person=who).count() == 1
    again = office.get(path, headers={"If-None-Match": shown.headers["ETag"]})
    assert again.status_code == 304
    assert DataAccess.objects.filter(kind="photo").count() == 1
    assert own.get(path, headers={"If-None-Match": shown.headers["ETag"]}).status_code == 200


def test_a_photo_is_taken_away(each: Registry, office: Client) -> None:
    who = each.person()
    office.post(page_of(who), sent(picture()))
    path = f"{page_of(who)}quitar/"
    assert "se borra" in office.get(path).content.decode()
    assert office.post(path, fields()).headers["Location"] == page_of(who)
    assert not PersonPhoto.objects.exists()
    assert office.get(f"/personas/{who.pk}/foto.jpg").status_code == 404
    assert office.post(path, fields()).status_code == 302
