"""The pages of erasures: who sees them, what they say before, what they leave afterwards, at what cost."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import erasing
from federation.actions.people import log_access
from federation.models import AuditEntry, Erasure, ErasureBasis, ErasureHold, Person
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside
from tests.federation.two_records import details, photo

pytestmark = pytest.mark.django_db
LIST = "/secretaria/supresiones/"


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.administrator())


def _path(who: Person) -> str:
    return f"/secretaria/personas/{who.pk}/suprimir/"


def _text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def _form(**values: object) -> dict[str, object]:
    return fields(**{"basis": "asked", "reason": "Por escrito, el 3 de marzo", "sure": "on", **values})


def test_what_becomes_of_everything_is_said_before_it_is_done(each: Registry, browser: Client) -> None:
    who = each.person(details=details(document_kind="DNI", document="12345678Z"))
    photo(who, b"\xff\xd8\xff")
    log_access(kind="document", by=each.office, person=who)
    path = _path(who)
    text = _text(browser.get(path))
    for words in (
        "Se borra",
        "Datos personales",
        "Fotos",
        "Se queda, con un seudónimo",
        "Las actas selladas no cambian",
    ):
        assert words in text
    assert "12345678Z" not in text

    refused = browser.post(path, _form(reason="Se fue Íñigo Núñez", sure=""))
    assert refused.status_code == 422
    assert "Marca la casilla" in _text(refused)
    refused = browser.post(path, _form(reason="Se fue Íñigo Núñez"))
    assert refused.status_code == 422
    assert "El motivo no puede nombrar a la persona" in _text(refused)
    assert refused.context["form"]["reason"].value() == "Se fue Íñigo Núñez"
    assert not Erasure.objects.exists()

    form = _form()
    done, again = browser.post(path, form), browser.post(path, form)
    made = Erasure.objects.get()
    assert done.headers["Location"] == again.headers["Location"] == f"{LIST}{made.pk}/"
    report = _text(browser.get(done.headers["Location"]))
    for words in (
        f"Ficha n.º {who.pk}",
        "Lo ha pedido la persona",
        "Por escrito, el 3 de marzo",
        "Se borró",
        "Fotos",
    ):
        assert words in report
    assert "Núñez" not in report
    assert browser.post(path, _form()).status_code == 409
    assert browser.get(path).headers["Location"].endswith("/datos-personales/")
    assert f"{LIST}{made.pk}/" in _text(browser.get(f"/secretaria/personas/{who.pk}/datos-personales/"))
    person = _text(browser.get(f"/secretaria/personas/{who.pk}/"))
    assert f"Persona suprimida {who.pk}" in person and "Datos suprimidos" in person
    assert "Núñez" not in person


def test_what_forbids_it_is_said_and_there_is_no_button(each: Registry, browser: Client) -> None:
    who = each.person()
    each.licence(who, "30-77", each.after)
    erasing.hold(person=who, reason="Juzgado n.º 3", by=None)
    text = _text(browser.get(_path(who)))
    assert "Tiene la licencia 30-77 (2026-27)" in text and "Juzgado n.º 3" in text
    assert "Suprimir para siempre" not in text
    assert browser.post(_path(who), _form()).status_code == 409
    assert Person.objects.get(pk=who.pk).erased_at is None


def test_one_identifies_again_first(each: Registry, browser: Client) -> None:
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": 0}]
    session.save()
    answer = browser.get(_path(each.person()))
    assert answer.status_code == 302
    assert "identificarse/?next=" in answer.headers["Location"]


def test_a_hold_is_put_and_lifted_with_reasons(each: Registry, browser: Client) -> None:
    who = each.person()
    own = f"/secretaria/personas/{who.pk}/"
    assert browser.post(f"{own}conservar/", fields(reason="")).status_code == 422
    form = fields(reason="Reclamación 12/2026")
    for _twice in range(2):
        assert browser.post(f"{own}conservar/", form).headers["Location"] == f"{own}datos-personales/"
    held = ErasureHold.objects.get()
    assert "Reclamación 12/2026" in _text(browser.get(f"{own}datos-personales/"))
    assert browser.post(f"{own}conservar/", fields(reason="Otra")).status_code == 409
    lift = f"/secretaria/conservar/{held.pk}/levantar/"
    assert browser.post(lift, fields(reason="Sentencia firme")).status_code == 302
    assert browser.post(lift, fields(reason="Sentencia firme")).status_code == 409
    assert "levantada el" in _text(browser.get(f"{own}datos-personales/"))
    history = _text(browser.get(own))
    assert "Obligación de conservar sus datos: Reclamación 12/2026" in history
    assert list(AuditEntry.objects.filter(verb__startswith="erasure.").values_list("verb", flat=True)) == [
        "erasure.held",
        "erasure.released",
    ]


def test_the_list_and_the_preview_cost_the_same(each: Registry, browser: Client) -> None:
    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    who = each.person("Otra")
    erasing.erase(person=each.person(), basis=ErasureBasis.ENDED, reason="x", by=None)
    cost(LIST)
    list_of_one, preview = cost(LIST), cost(_path(who))
    for number in range(30):
        by = staff.administrator(f"a{number}@example.org")
        erasing.erase(person=each.person(f"B{number}"), basis=ErasureBasis.ENDED, reason="x", by=by)
        erasing.lift(hold=erasing.hold(person=who, reason=f"R{number}", by=by), reason="x", by=by)
    assert cost(LIST) == list_of_one
    assert cost(_path(who)) == preview
    text = b"".join(browser.get(f"{LIST}?formato=csv").streaming_content).decode("utf-8-sig")
    assert len(text.splitlines()) == 32
    assert "Núñez" not in text
