"""Who may be entered twice: found as people are entered and changed, at a cost that does not grow."""

from __future__ import annotations

from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.actions import duplicates, people
from federation.models import Person, PersonKey, PossibleDuplicate
from federation.queries.merging import to_look_at
from federation.rules.errors import ConflictError, ForbiddenError
from tests.federation import registry_world
from tests.federation.registry_world import Registry
from tests.federation.two_records import details, merge, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def _pairs() -> list[tuple[int, int, int]]:
    return list(to_look_at().values_list("first", "second", "reason"))


def _rename(each: Registry, who: Person, given: str, **values: Any) -> None:
    data = values.pop("details", people.details_of(who))
    name = people.Name(given, who.surname_1, who.surname_2, values.get("born", who.birth_date))
    people.change_person(person=who, name=name, details=data, by=each.office)


def test_they_are_found_as_they_are_entered(each: Registry) -> None:
    one = each.person(details=details(document_kind="DNI", document="12345678Z"))
    each.person("Otra", "Persona")
    same = each.person("Inigo", "Nunez", birth_date=date(1999, 1, 1))
    assert _pairs() == []
    twice = each.person("Inigo", "Nunez")
    assert _pairs() == [(one.pk, twice.pk, 2)]
    number = each.person(
        "Otro",
        "Nombre",
        details=details(document_kind="passport", document="12345678", document_country="FR"),
    )
    assert _pairs() == [(one.pk, number.pk, 1), (one.pk, twice.pk, 2)]
    assert same.pk


def test_a_change_finds_and_forgets(each: Registry) -> None:
    one, other = each.person(), each.person("Otro")
    assert _pairs() == []
    _rename(each, other, "Íñigo")
    assert _pairs() == [(one.pk, other.pk, 2)]
    _rename(each, other, "Otro")
    assert _pairs() == []


def test_who_was_said_to_be_two_is_not_asked_about_again(each: Registry) -> None:
    one, other = each.person(), each.person()
    duplicates.dismiss(one=other, other=one, by=each.office)
    assert _pairs() == []
    _rename(each, other, "Íñigo", details=details(phone="600000000"))
    assert _pairs() == []
    pair = PossibleDuplicate.objects.get()
    assert pair.dismissed_by == each.office
    with pytest.raises(ConflictError, match="duplicate_moved_on"):
        duplicates.dismiss(one=one, other=other, by=each.office)
    with pytest.raises(ForbiddenError):
        duplicates.dismiss(one=one, other=other, by=each.stranger)


def test_a_merged_pair_is_off_the_list_and_comes_back(each: Registry) -> None:
    one, other, third = each.person(), each.person(), each.person()
    assert len(_pairs()) == 3
    made = merge(each, one, other)
    assert _pairs() == [(one.pk, third.pk, 2)]
    undo(each, made)
    assert len(_pairs()) == 3


def test_everybody_is_looked_at_by_the_command(each: Registry) -> None:
    for _number in range(3):
        each.person()
    PossibleDuplicate.objects.all().delete()
    PersonKey.objects.all().delete()
    output = StringIO()
    call_command("find_duplicates", stdout=output)
    assert "3" in output.getvalue()
    assert len(_pairs()) == 3


def test_entering_somebody_costs_the_same_among_few_and_many(each: Registry) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            each.person("Alguien", "Distinto", birth_date=date(1970, 1, 1 + Person.objects.count() % 28))
        return len(queries)

    cost()
    first = cost()
    PersonKey.objects.bulk_create(
        PersonKey(person=each.person(f"N{number}", f"A{number}"), key=f"{number:032d}")
        for number in range(30)
    )
    assert cost() == first
