"""People through the actions: entered, changed, found."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from federation import clock
from federation.actions import people
from federation.models import AuditDetail, Person, PersonalData
from federation.queries.people import found_by
from federation.rules.errors import ForbiddenError, RuleError
from tests.federation import registry_world
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db
DOCUMENT = people.Details(document_kind="DNI", document="12345678Z", email="i@example.org")


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def _found(text: str, *, documents: bool = False) -> list[str]:
    return [str(who) for who in Person.objects.filter(found_by(text, documents=documents))]


@pytest.mark.parametrize("text", ["nunez", "Núñez", "NÚÑ", "iñigo nu", "  nunez   inigo "])
def test_a_name_is_found_without_accents_and_by_its_beginnings(each: Registry, text: str) -> None:
    each.person()
    each.person("Nuria", "Oca")
    assert _found(text) == ["Íñigo Núñez"]


@pytest.mark.parametrize("text", ["unez", "nunez oca", "", "¿?", "%"])
def test_what_is_not_a_beginning_finds_nobody(each: Registry, text: str) -> None:
    each.person()
    assert _found(text) == []


def test_a_licence_is_found_by_its_last_figures(each: Registry) -> None:
    who = each.person()
    each.licence(who, "30-01234")
    each.licence(each.person("Ana", "Abad"), "30-99999")
    assert _found("234") == _found("30-01234") == _found("3001234") == ["Íñigo Núñez"]
    assert _found("300") == []


def test_a_document_is_found_by_the_office_alone(each: Registry) -> None:
    each.person(details=DOCUMENT)
    assert _found("12345678-z", documents=True) == _found("678Z", documents=True) == ["Íñigo Núñez"]
    assert _found("12345678Z") == []


def test_a_new_name_is_found_and_the_old_one_is_not(each: Registry) -> None:
    who = each.person()
    people.change_person(
        person=who, name=people.Name("Íñigo", "Ruiz"), details=people.Details(), by=each.office
    )
    assert (_found("nunez"), _found("ruiz")) == ([], ["Íñigo Ruiz"])


def test_a_document_is_one_persons(each: Registry) -> None:
    each.person(details=DOCUMENT)
    with pytest.raises(RuleError, match="document_taken") as caught:
        each.person("Ana", "Abad", details=DOCUMENT)
    assert (caught.value.field, caught.value.data["person"]) == ("document", "Íñigo Núñez")
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"given": " "}, "name_missing"),
        ({"surname": ""}, "name_missing"),
        ({"birth_date": date(1880, 1, 1)}, "born_too_long_ago"),
        ({"consent_on": clock.today() + timedelta(days=2)}, "consent_in_the_future"),
    ],
)
def test_what_cannot_be_true_is_refused(each: Registry, values: dict[str, object], code: str) -> None:
    with pytest.raises(RuleError, match=code):
        each.person(**values)  # type: ignore[arg-type]
    assert not Person.objects.exists()


def test_nobody_is_born_tomorrow(each: Registry) -> None:
    guardian = people.Details(guardian_name="Rosa", guardian_phone="600000000")
    with pytest.raises(RuleError, match="born_in_the_future"):
        each.person(birth_date=clock.today() + timedelta(days=2), details=guardian)


def test_the_document_is_in_no_chain(each: Registry) -> None:
    who = each.person(details=DOCUMENT)
    details = AuditDetail.objects.filter(entry__chain=f"person:{who.pk}")
    assert "12345678Z" not in str(list(details.values_list("data", flat=True)))
    assert details.filter(entry__verb="person.details_changed").get().data == {
        "fields": ["document_kind", "document", "email"]
    }


def test_the_same_again_changes_nothing(each: Registry) -> None:
    who = each.person(details=DOCUMENT)
    count = AuditDetail.objects.count()
    people.change_person(person=who, name=people.name_of(who), details=DOCUMENT, by=each.office)
    assert AuditDetail.objects.count() == count


def test_only_the_office(each: Registry) -> None:
    with pytest.raises(ForbiddenError):
        people.enter_person(name=people.Name("Ana", "Abad"), details=people.Details(), by=each.stranger)
    assert not PersonalData.objects.exists()
