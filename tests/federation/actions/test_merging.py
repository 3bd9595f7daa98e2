"""Two records made one: what moves, whose value stays, what forbids it."""

from __future__ import annotations

from datetime import date

import pytest
from django.apps import apps

from federation.actions import delegations, invitations, licences, merging, people
from federation.models import Licence, LicenceKind, Person, PersonMerge, PersonPhoto
from federation.queries.audit import problems
from federation.queries.people import found_by, keys_of, present
from federation.queries.ties import ties
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.licences import LicenceAct
from federation.rules.merging import MergeRefusedError, Origin
from tests.federation import registry_world
from tests.federation.registry_world import Registry
from tests.federation.two_records import account, details, join, merge, photo, team, undo

pytestmark = pytest.mark.django_db
KEPT, GONE = Origin.KEPT, Origin.GONE


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def _codes(caught: pytest.ExceptionInfo[MergeRefusedError]) -> list[str]:
    return [block.code for block in caught.value.blocks]


# ---------------------------------------------------------------- what is moved, what is taken over
def test_licences_squads_and_delegations_go_to_the_record_that_stays(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo", "Nuñez")
    held = each.licence(gone, "30-01234")
    joined = join(team(each), gone)
    delegation = delegations.name_delegate(
        club=each.club, person=gone, valid_from=date(2025, 9, 1), valid_to=None, by=each.office
    )

    merge(each, kept, gone)

    for row in (held, joined, delegation):
        row.refresh_from_db()
        assert row.person_id == kept.pk
    gone.refresh_from_db()
    assert (gone.merged_into_id, gone.full_name) == (kept.pk, "Íñigo Núñez")
    assert (keys_of(kept), list(present())) == ([kept.pk, gone.pk], [kept])
    assert list(problems()) == []


def test_what_only_one_says_is_taken_over(each: Registry) -> None:
    kept = each.person(birth_date=None, details=details(email="i@example.org"))
    gone = each.person(
        surname_2="Oca",
        details=details(document_kind="DNI", document="12345678Z", phone="600000000", email="i@example.org"),
    )
    photo(gone, b"foto")
    merge(each, kept, gone)
    kept.refresh_from_db()
    assert (kept.full_name, kept.birth_date, kept.sort_key) == (
        "Íñigo Núñez Oca",
        registry_world.ADULT,
        "nun\uffffez oca in\uffffigo",
    )
    assert people.details_of(kept) == details(
        document_kind="DNI", document="12345678Z", phone="600000000", email="i@example.org"
    )
    assert bytes(kept.photo.jpeg) == b"foto"


def test_where_both_say_something_somebody_chooses(each: Registry) -> None:
    kept = each.person(details=details(document_kind="DNI", document="12345678Z", phone="600000000"))
    gone = each.person("Iñaki", details=details(document_kind="NIE", document="X1234567L", phone="611111111"))
    photo(kept, b"una")
    photo(gone, b"otra")
    merge(each, kept, gone, given_name=GONE, document=GONE, phone=KEPT, photo=GONE)
    kept.refresh_from_db()
    assert kept.given_name == "Iñaki"
    assert people.details_of(kept) == details(document_kind="NIE", document="X1234567L", phone="600000000")
    assert bytes(kept.photo.jpeg) == b"otra"
    # Nothing is lost: what was not chosen is still there, with the record that is gone.
    assert people.details_of(gone).document == "12345678Z"
    assert bytes(PersonPhoto.objects.get(person=gone).jpeg) == b"una"


@pytest.mark.parametrize("name", ["document", "birth_date"])
def test_two_documents_or_births_ask_for_an_answer(each: Registry, name: str) -> None:
    born = {} if name == "document" else {"birth_date": date(1981, 1, 1)}
    documents = ("12345678Z", "23456789D") if name == "document" else ("", "")
    kept, gone = (
        each.person(details=details(document_kind="DNI" if text else "", document=text), **values)
        for text, values in zip(documents, ({}, born), strict=True)
    )
    with pytest.raises(RuleError, match="merge_choose") as caught:
        merge(each, kept, gone)
    assert caught.value.field == name
    merge(each, kept, gone, **{name: KEPT})


def test_either_name_finds_the_record_that_stays(each: Registry) -> None:
    kept, gone = each.person("María José", "Ruiz"), each.person("Mariajo", "Ruiz")
    made = merge(each, kept, gone)
    for text in ("maria ruiz", "mariajo ruiz"):
        assert list(present().filter(found_by(text, documents=False))) == [kept]
    undo(each, made)
    assert list(present().filter(found_by("mariajo", documents=False))) == [gone]


def test_a_change_of_name_afterwards_is_shown_by_both(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    made = merge(each, kept, gone)
    people.change_person(
        person=kept,
        name=people.Name("Íñigo", "Núñez", "Oca", registry_world.ADULT),
        details=details(),
        by=each.office,
    )
    gone.refresh_from_db()
    assert gone.full_name == "Íñigo Núñez Oca"
    undo(each, made)
    gone.refresh_from_db()
    assert (gone.full_name, Person.objects.get(pk=kept.pk).full_name) == ("Iñigo Núñez", "Íñigo Núñez Oca")


# ---------------------------------------------------------------- what forbids it
def test_two_accounts_are_not_one(each: Registry) -> None:
    pair = each.person(), each.person("Iñigo")
    for number, who in enumerate(pair):
        account(who, f"{number}@example.org")
    with pytest.raises(MergeRefusedError) as caught:
        merge(each, *pair)
    assert _codes(caught) == ["merge_two_accounts"]
    assert not PersonMerge.objects.exists()


def test_two_licences_of_a_kind_in_a_season(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    each.licence(kept, "1")
    held = each.licence(gone, "2")
    each.licence(gone, "3", kind=LicenceKind.JUDGE)
    with pytest.raises(MergeRefusedError) as caught:
        merge(each, kept, gone)
    assert _codes(caught) == ["merge_two_licences"]
    assert caught.value.blocks[0].data == {"licence": "2 (2025-26)"}
    licences.act_on_licence(licence=held, act=LicenceAct.WITHDRAW, reason="Repetida", by=each.office)
    merge(each, kept, gone)
    assert Licence.objects.filter(person=kept).count() == 3


def test_two_places_in_one_squad(each: Registry) -> None:
    kept, gone, squad = each.person(), each.person("Iñigo"), team(each)
    join(squad, kept)
    join(squad, gone)
    with pytest.raises(MergeRefusedError) as caught:
        merge(each, kept, gone)
    assert [(block.code, block.data["table"]) for block in caught.value.blocks] == [
        ("merge_clash", "plantilla")
    ]


def test_two_open_invitations(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    for number, who in enumerate((kept, gone)):
        invitations.invite(person=who, email=f"{number}@example.org", role=None, by=each.office)
    with pytest.raises(MergeRefusedError) as caught:
        merge(each, kept, gone)
    assert _codes(caught) == ["merge_clash"]


def test_one_that_is_gone_is_merged_no_more(each: Registry) -> None:
    first, second, third = each.person(), each.person("Iñigo"), each.person("Inigo")
    merge(each, first, second)
    with pytest.raises(MergeRefusedError, match="person_gone"):
        merge(each, third, second)
    with pytest.raises(ConflictError, match="person_gone"):
        merge(each, third, third)


def test_nothing_new_is_written_about_one_that_is_gone(each: Registry) -> None:
    kept, gone, squad = each.person(), each.person("Iñigo"), team(each)
    merge(each, kept, gone)
    acts = [
        lambda: each.licence(gone, "1"),
        lambda: join(squad, gone),
        lambda: invitations.invite(person=gone, email="x@example.org", role=None, by=each.office),
        lambda: delegations.name_delegate(
            club=each.club, person=gone, valid_from=date(2026, 1, 1), valid_to=None, by=each.office
        ),
        lambda: people.change_person(
            person=gone, name=people.Name("Otro", "Nombre"), details=details(), by=each.office
        ),
    ]
    for act in acts:
        with pytest.raises(ConflictError, match="person_gone"):
            act()


def test_only_the_office(each: Registry) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    with pytest.raises(ForbiddenError):
        merging.merge(kept=kept, gone=gone, chosen={}, by=each.stranger)
    made = merge(each, kept, gone)
    with pytest.raises(ForbiddenError):
        merging.undo(merge=made, by=each.stranger)


# ---------------------------------------------------------------- every table
def test_every_table_says_what_becomes_of_its_rows() -> None:
    """A new table that points at a person declares `person_tie`, or is only ever inserted into."""
    silent = [tie.label for tie in ties() if not tie.written_once and not hasattr(tie.model, "person_tie")]
    assert silent == []
    assert {tie.label for tie in ties()} >= {
        "federation.licence",
        "matches.lineupslot",
        "competitions.actingcaptain",
    }


def test_every_key_to_a_person_is_found() -> None:
    keys = {
        (model._meta.label_lower, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is Person
    }
    assert {(tie.label, tie.field) for tie in ties()} == keys
