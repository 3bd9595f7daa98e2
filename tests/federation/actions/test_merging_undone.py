"""A merge undone leaves everything as it was, or is refused because something has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation import clock
from federation.actions import licences, people
from federation.models import AuditEntry, Licence, LicenceKind, Person, PersonalData
from federation.queries.audit import problems
from federation.queries.people import keys_of
from federation.rules.errors import ConflictError
from federation.rules.licences import LicenceAct
from federation.rules.merging import MergeRefusedError, Origin
from tests.federation import registry_world
from tests.federation.dumps import differences, dump
from tests.federation.registry_world import Registry
from tests.federation.two_records import account, details, join, merge, photo, team, undo

pytestmark = pytest.mark.django_db
GONE = Origin.GONE


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def test_an_undo_gives_back_everything(each: Registry) -> None:
    kept = each.person(details=details(document_kind="DNI", document="12345678Z"))
    gone = each.person(
        "Iñigo", "Nuñez", details=details(document_kind="DNI", document="23456789D", email="a@b.es")
    )
    each.licence(gone, "77")
    account(gone)
    before = dump()
    made = merge(each, kept, gone, document=GONE, surname_1=GONE)
    assert differences(before, dump()) != {}
    undone = undo(each, made)
    assert differences(before, dump()) == {}
    assert undone.undone_by == each.office
    with pytest.raises(ConflictError, match="merge_undone_already"):
        undo(each, made)
    assert list(problems()) == []


def test_what_has_changed_since_forbids_an_undo(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    held = each.licence(gone, "77")
    made = merge(each, kept, gone)
    licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="Motivo", by=each.office)
    with pytest.raises(ConflictError, match="merge_changed_since") as caught:
        undo(each, made)
    assert caught.value.data["what"] == "licencia 77 Íñigo Núñez"
    assert Person.objects.get(pk=gone.pk).merged_into_id == kept.pk


def test_a_name_taken_over_and_changed_since_forbids_it_too(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo", surname_2="Oca")
    made = merge(each, kept, gone)
    changed = people.Name("Íñigo", "Núñez", "Otro", registry_world.ADULT)
    people.change_person(person=kept, name=changed, details=details(), by=each.office)
    with pytest.raises(ConflictError, match="merge_changed_since") as caught:
        undo(each, made)
    assert "segundo apellido" in caught.value.data["what"]


@pytest.mark.parametrize("of_kept", [True, False], ids=["exchanged", "moved"])
def test_contacts_changed_since_forbid_it(each: Registry, of_kept: bool) -> None:  # noqa: FBT001
    kept = each.person(details=details(phone="600000000") if of_kept else details())
    gone = each.person("Iñigo", details=details(email="a@example.org"))
    made = merge(each, kept, gone)
    PersonalData.objects.filter(person=kept).update(email="b@example.org")
    with pytest.raises(ConflictError, match="merge_changed_since") as caught:
        undo(each, made)
    assert caught.value.data["what"] == "datos personales"


def test_whoever_logs_in_meanwhile_forbids_nothing(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    user = account(gone)
    made = merge(each, kept, gone)
    type(user).objects.filter(pk=user.pk).update(last_login=clock.now(), password="otra")
    undo(each, made)
    user.refresh_from_db()
    assert user.person_id == gone.pk


def test_merges_of_merges_are_undone_in_turn(each: Registry) -> None:
    first, second, third = each.person("Uno"), each.person("Dos"), each.person("Tres")
    before = dump()
    inner = merge(each, second, third)
    middle = dump()
    outer = merge(each, first, second)
    third.refresh_from_db()
    assert (third.merged_into_id, third.given_name, keys_of(first)) == (
        first.pk,
        "Uno",
        [first.pk, second.pk, third.pk],
    )
    with pytest.raises(ConflictError, match="merge_changed_since"):
        undo(each, inner)
    undo(each, outer)
    assert differences(middle, dump()) == {}
    undo(each, inner)
    assert differences(before, dump()) == {}


def test_the_audit_tells_it_in_both_chains_and_names_nobody(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    each.licence(gone, "77")
    undo(each, merge(each, kept, gone))
    told = {
        (entry.chain, entry.verb): entry.detail.data
        for entry in AuditEntry.objects.filter(
            verb__in=["person.merged", "person.merged_into", "person.separated"]
        )
    }
    assert told == {
        (f"person:{kept.pk}", "person.merged"): {"other": gone.pk, "moved": {"federation.licence": 1}},
        (f"person:{gone.pk}", "person.merged_into"): {"other": kept.pk},
        (f"person:{kept.pk}", "person.separated"): {"other": gone.pk},
        (f"person:{gone.pk}", "person.separated"): {"other": kept.pk},
    }


_who = st.fixed_dictionaries(
    {
        "given_name": st.sampled_from(["Ana", "Anna", "Ána"]),
        "surname_2": st.sampled_from(["", "Oca", "Ruiz"]),
        "birth_date": st.sampled_from([None, date(1980, 5, 17), date(1990, 1, 1)]),
        "consent_on": st.sampled_from([None, date(2025, 1, 1)]),
        "email": st.sampled_from(["", "a@example.org", "b@example.org"]),
        "phone": st.sampled_from(["", "600000000", "611111111"]),
        "guardian": st.booleans(),
        "document": st.booleans(),
        "photo": st.sampled_from([b"", b"x", b"y"]),
        "seasons": st.sets(st.sampled_from(["before", "after"])),
        "kind": st.sampled_from([LicenceKind.PLAYER, LicenceKind.JUDGE]),
        "account": st.booleans(),
        "squad": st.booleans(),
    }
)


def _enter(each: Registry, number: int, values: dict[str, Any]) -> Person:
    data = details(
        document_kind="DNI" if values["document"] else "",
        document=f"1234567{number}Z" if values["document"] else "",
        email=values["email"],
        phone=values["phone"],
        guardian_name=f"Tutora {number}" if values["guardian"] else "",
    )
    names = {name: values[name] for name in ("surname_2", "birth_date", "consent_on")}
    who = each.person(values["given_name"], "Núñez", details=data, **names)
    for season in sorted(values["seasons"]):
        each.licence(who, f"{number}-{season}", getattr(each, season), kind=values["kind"])
    if values["photo"]:
        photo(who, values["photo"])
    if values["account"]:
        account(who, f"{number}@example.org")
    if values["squad"]:
        join(team(each, f"Equipo {number}"), who)
    return who


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


_origins = st.sampled_from(list(Origin))
_chosen = st.dictionaries(
    st.sampled_from(["given_name", "surname_2", "email", "phone", "guardian", "photo"]), _origins
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(one=_who, other=_who, chosen=_chosen, answer=_origins)
def test_a_merge_undone_leaves_everything_as_it_was(
    each: Registry, one: dict[str, Any], other: dict[str, Any], chosen: dict[str, Origin], answer: Origin
) -> None:
    with _taken_back():
        kept, gone = _enter(each, 1, one), _enter(each, 2, other)
        before = dump()
        try:
            made = merge(each, kept, gone, document=answer, birth_date=answer, **chosen)
        except MergeRefusedError:
            assert differences(before, dump()) == {}
            return
        assert not Licence.objects.filter(person=gone).exists()
        undo(each, made)
        assert differences(before, dump()) == {}
