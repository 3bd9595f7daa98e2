"""People and licences from a file: what each row would do, what is written, and taken back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from federation.actions import duplicates, erasing_places, licences, merging, people
from federation.actions.imports import undoing, uploading, working
from federation.models import (
    AuditEntry,
    DataAccess,
    Import,
    Licence,
    LicenceSeries,
    Person,
    PersonalData,
    PersonKey,
    PersonWord,
    PossibleDuplicate,
)
from federation.queries import erasure
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from tests.federation import registry_world
from tests.federation.imports import making
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(datetime(2026, 11, 14, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def held_by(number: int, each: Registry) -> Person:
    """Somebody recorded as row `number` of a file will bring him."""
    document = making.dni(10_000_000 + number * 37)
    details = people.Details(document_kind="DNI", document=document)
    surnames = str(making.person(number)[1]).split()
    return each.person("Ana", surnames[0], surname_2=surnames[1], details=details)


def test_new_people_come_with_document_words_licence_and_audit(each: Registry):
    source = making.people(each, making.person(1), making.person(2))
    assert (source.state, making.verdicts(source)) == ("ready", [(2, "new"), (3, "new")])
    assert not Person.objects.exists()
    after = making.applied(each, source)
    assert after.state == "applied"
    who = Person.objects.order_by("pk").first()
    assert who is not None
    assert (who.full_name, str(who.birth_date)) == ("Ana Núñez Abadba", "1961-03-05")
    assert PersonalData.objects.get(person=who).document == making.dni(10_000_037)
    assert set(PersonWord.objects.filter(person=who).values_list("word", flat=True)) == {
        "ana",
        "nunez",
        "abadba",
    }
    held = Licence.objects.get(person=who)
    assert (held.number, held.reversed_number, held.state) == ("00001", "10000", "granted")
    assert (held.club, held.season, held.valid_to) == (each.club, each.after, each.after.ends_on)
    verbs = AuditEntry.objects.filter(chain=f"person:{who.pk}").order_by("seq").values_list("verb", flat=True)
    assert list(verbs) == ["person.registered", "licence.imported"]
    assert list(problems()) == []
    written = after.rows.get(number=2).written
    assert written["person"] == who.pk
    assert DataAccess.objects.filter(kind="import_file", by=each.office).count() == 1


def test_the_index_of_likeness_is_what_the_office_would_have_written(each: Registry):
    twin = each.person("Ana", "Núñez", surname_2="Abadba")
    source = making.people(each, making.person(1, born=""))
    assert making.codes(source) == [(2, None, "person_alike")]
    making.applied(each, making.answered(each, source, **{"person_alike:2:person": {"way": "keep"}}))
    made = Person.objects.exclude(pk=twin.pk).get()
    before = set(PersonKey.objects.filter(person=made).values_list("key", flat=True))
    pairs = list(PossibleDuplicate.objects.values_list("first", "second", "reason"))
    assert len(pairs) == 1
    duplicates.look_at(made)
    assert set(PersonKey.objects.filter(person=made).values_list("key", flat=True)) == before
    assert list(PossibleDuplicate.objects.values_list("first", "second", "reason")) == pairs


def test_the_same_file_again_changes_nothing(each: Registry):
    rows = [making.person(number) for number in range(1, 8)] + [making.person(9, document="", born="")]
    making.applied(each, making.people(each, *rows))
    count = AuditEntry.objects.count()
    again = making.people(each, *rows)
    assert {verdict for _number, verdict in making.verdicts(again)} == {"equal"}
    with pytest.raises(RuleError, match="import_nothing"):
        making.applied(each, again)
    assert (Person.objects.count(), AuditEntry.objects.count()) == (8, count + 1)


def test_what_changes_is_told_with_both_values_and_blank_cells_erase_nothing(each: Registry):
    who = held_by(1, each)
    held = each.licence(who, "00001", each.after)
    people.change_person(
        person=who,
        name=people.name_of(who),
        details=people.Details("DNI", making.dni(10_000_037), email="a@example.org"),
        by=each.office,
    )
    headers = (*making.PEOPLE, "Teléfono", "Correo")
    row = (*making.person(1, born="06/03/1961", club="Peña Dos"), "600000000", "")
    source = making.people(each, row, headers=headers)
    assert source.rows.get().changes == [
        {"field": "birth_date", "old": "1980-05-17", "new": "1961-03-06"},
        {"field": "phone", "old": "", "new": "600000000"},
        {"field": "club", "old": "Peña Uno", "new": "Peña Dos"},
    ]
    making.applied(each, source)
    who.refresh_from_db()
    held.refresh_from_db()
    data = PersonalData.objects.get(person=who)
    assert (str(who.birth_date), data.phone, data.email) == ("1961-03-06", "600000000", "a@example.org")
    assert (held.club, who.version) == (each.other, 3)
    undoing.undo(source=source, by=each.office)
    who.refresh_from_db()
    held.refresh_from_db()
    assert (str(who.birth_date), held.club, who.version) == ("1980-05-17", each.club, 4)
    assert PersonalData.objects.get(person=who).phone == ""
    assert list(problems()) == []


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (making.person(1, document="12345678A"), "document", "identity_wrong_control"),
        (making.person(1, born="31/02/1990"), "birth_date", "no_such_date"),
        (making.person(1, born="03/05/2015"), "guardian_name", "guardian_missing"),
        (making.person(1, club="Peñita Unoo"), "club", "club_unknown"),
        (making.person(1, licence="00077"), "licence", "import_licence_of_another"),
        (making.person(2, licence="00077"), "licence", "person_differs"),
        (
            making.person(2, licence="00077", surnames="Ruiz Sanz", given="Leo"),
            "document",
            "import_other_document",
        ),
    ],
)
def test_a_row_that_cannot_enter_says_why(each: Registry, row: tuple, column: str, code: str):
    held_by(1, each)
    other = each.person(
        "Leo", "Ruiz", surname_2="Sanz", details=people.Details("DNI", making.dni(44_444_444))
    )
    if code == "person_differs":
        data = PersonalData.objects.get(person=other)
        data.document_kind = data.document = ""
        data.save()
    each.licence(other, "00077", each.after)
    source = making.people(each, row)
    assert (2, column, code) in making.codes(source)
    with pytest.raises(RuleError) as refused:
        making.applied(each, source)
    assert refused.value.code == "import_has_errors"
    assert source.state == "ready"
    assert Person.objects.count() == 2


def test_all_or_nothing_unless_somebody_leaves_rows_out(each: Registry):
    source = making.people(each, making.person(1), making.person(2, born="31/02/1990"), making.person(3))
    with pytest.raises(RuleError, match="import_has_errors"):
        making.applied(each, source)
    assert not Person.objects.exists()
    making.applied(each, source, leave_out=True)
    assert Person.objects.count() == 2
    assert making.verdicts(Import.objects.get()) == [(2, "new"), (3, "error"), (4, "new")]
    assert "person" not in source.rows.get(number=3).written


def test_a_cell_is_corrected_and_a_line_left_out_on_the_page(each: Registry):
    rows = [making.person(1, born="31/02/1990"), making.person(2, document="12345678A"), making.person(3)]
    source = making.people(each, *rows)
    uploading.correct(source=source, choices={"cells": {"2": {"birth_date": "28/02/1990"}}}, by=each.office)
    after = uploading.correct(source=source, choices={"rows_out": [3]}, by=each.office)
    assert making.verdicts(after) == [(2, "new"), (3, "skipped"), (4, "new")]
    making.applied(each, after)
    assert str(Person.objects.get(surname_2="Abadba").birth_date) == "1990-02-28"


def test_the_club_that_nobody_knows_is_said_once_for_all_its_rows(each: Registry):
    rows = [making.person(number, club="Peña Unno") for number in range(1, 4)]
    source = making.people(each, *rows)
    (group,) = source.detected["questions"]
    assert (group["rows"], group["count"], group["asked"][0]["offers"][0][1]) == (3, 1, "Peña Uno")
    key = group["asked"][0]["key"]
    after = making.answered(each, source, **{key: {"way": "take", "value": f"c:{each.other.pk}"}})
    making.applied(each, after)
    assert set(Licence.objects.values_list("club", flat=True)) == {each.other.pk}


def test_two_people_alike_are_asked_about_and_the_answer_holds(each: Registry):
    who = each.person("Ana", "Núñez", surname_2="Abadba")
    row = making.person(1, born="", document="")
    source = making.people(each, row)
    told = source.rows.get().remarks[0]
    assert (told["code"], told["offers"][0][0]) == ("person_alike", f"p:{who.pk}")
    same = making.answered(each, source, **{"person_alike:*:person": {"way": "take"}})
    assert making.verdicts(same) == [(2, "changed")]
    making.applied(each, same)
    assert Licence.objects.get().person == who
    assert making.verdicts(making.people(each, row)) == [(2, "equal")]


def test_one_person_with_two_licences_in_one_file_is_one(each: Registry):
    headers = (*making.PEOPLE, "Estamento")
    rows = [(*making.person(1), "jugador"), (*making.person(1, licence="J0001"), "juez")]
    source = making.people(each, *rows, headers=headers)
    making.applied(each, source)
    assert Person.objects.count() == 1
    assert set(Licence.objects.values_list("number", "kind")) == {("00001", "player"), ("J0001", "judge")}
    assert {verdict for _number, verdict in making.verdicts(making.people(each, *rows, headers=headers))} == {
        "equal"
    }
    undoing.undo(source=source, by=each.office)
    assert not Person.objects.exists()


def test_rows_without_a_number_get_the_next_one_only_when_asked_for(each: Registry):
    rows = [making.person(number, licence="") for number in (1, 2)]
    source = making.people(each, *rows)
    after = uploading.correct(source=source, choices={"numberless": "series"}, by=each.office)
    making.applied(each, after)
    assert sorted(Licence.objects.values_list("number", flat=True)) == ["0001", "0002"]
    assert LicenceSeries.objects.get(kind="player").last == 2


def test_undo_takes_everything_back_and_only_while_nothing_depends_on_it(each: Registry):
    source = making.applied(each, making.people(each, *(making.person(number) for number in range(1, 4))))
    who = Person.objects.order_by("pk")[0]
    terms = each.terms(each.after, kind="coach")
    granted = licences.request_licence(person=who, season=each.after, terms=terms, by=each.office)
    assert undoing.against(source) == [f"licencia {granted}"]
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=source, by=each.office)
    assert Person.objects.count() == 3


def test_what_was_changed_after_the_import_keeps_it_from_being_undone(each: Registry):
    source = making.applied(each, making.people(each, making.person(1)))
    who = Person.objects.get()
    name = people.Name("Ana María", who.surname_1, who.surname_2, who.birth_date)
    people.change_person(person=who, name=name, details=people.details_of(who), by=each.office)
    with pytest.raises(ConflictError) as refused:
        undoing.undo(source=source, by=each.office)
    assert "Ana María" in str(refused.value.data["what"])


def test_what_an_erasure_has_emptied_is_not_undone_by_halves(each: Registry):
    source = making.applied(each, making.people(each, *(making.person(number) for number in range(1, 4))))
    who = Person.objects.order_by("pk")[1]
    erasing_places.erase_words(erasure.traces_of([who.pk]))
    (line,) = undoing.against(source)
    assert line == "datos suprimidos (3)"
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=source, by=each.office)
    assert Person.objects.count() == 3


def test_undone_leaves_nothing_but_the_audit_and_may_be_done_again(each: Registry):
    rows = [making.person(number) for number in range(1, 4)]
    source = making.applied(each, making.people(each, *rows))
    after = undoing.undo(source=source, by=each.office)
    assert after.state == "undone"
    tables = (Person, PersonalData, PersonWord, PersonKey, Licence)
    assert [table.objects.count() for table in tables] == [0] * 5
    assert list(problems()) == []
    with pytest.raises(ConflictError, match="import_moved_on"):
        undoing.undo(source=source, by=each.office)
    making.applied(each, making.people(each, *rows))
    assert Person.objects.count() == 3


def test_a_record_changed_after_it_was_shown_keeps_everything_out(each: Registry):
    who = held_by(1, each)
    source = making.people(each, making.person(1), making.person(2))
    assert making.verdicts(source) == [(2, "changed"), (3, "new")]
    people.change_person(
        person=who,
        name=people.Name("Ana", who.surname_1, who.surname_2, datetime(1961, 3, 5, tzinfo=UTC).date()),
        details=people.details_of(who),
        by=each.office,
    )
    after = making.applied(each, source)
    assert (after.state, after.detected["changed_meanwhile"], Person.objects.count()) == ("ready", 1, 1)
    assert making.codes(after) == [(2, None, "import_changed_meanwhile")]
    assert making.applied(each, after).state == "applied"
    assert Person.objects.count() == 2


def test_only_whoever_may_import_does(each: Registry):
    source = making.people(each, making.person(1))
    acts = (
        lambda: uploading.upload(
            kind="people", season=each.after, competition_key=None, name="a.csv", data=b"x", by=each.stranger
        ),
        lambda: uploading.correct(source=source, choices={}, by=each.stranger),
        lambda: working.start(source=source, leave_out=False, by=each.stranger),
        lambda: uploading.discard(source=source, by=each.stranger),
        lambda: undoing.undo(source=source, by=each.stranger),
    )
    for act in acts:
        with pytest.raises(ForbiddenError, match="only_office"):
            act()


def test_what_is_discarded_is_gone(each: Registry):
    source = making.people(each, making.person(1))
    after = uploading.discard(source=source, by=each.office)
    assert (after.state, after.file, after.rows.count()) == ("discarded", None, 0)
    with pytest.raises(ConflictError, match="import_moved_on"):
        making.applied(each, after)


def test_whoever_has_another_licence_is_somebody_else_and_that_is_told(each: Registry):
    held = each.licence(each.person("Ana", "Núñez", surname_2="Abadba"), "00077", each.after)
    source = making.people(each, making.person(1, born="", document=""))
    assert (making.verdicts(source), making.codes(source)) == (
        [(2, "new")],
        [(2, None, "import_alike_other_licence")],
    )
    making.applied(each, source)
    assert set(Licence.objects.values_list("number", flat=True)) == {held.number, "00001"}
    assert PossibleDuplicate.objects.count() == 1


def test_the_same_file_after_two_records_were_made_one_still_changes_nothing(each: Registry):
    row = making.person(1)
    making.applied(each, making.people(each, row))
    brought = Person.objects.get()
    kept = each.person("Ana", "Núñez", surname_2="Abadba", birth_date=brought.birth_date)
    merging.merge(kept=kept, gone=brought, chosen={}, by=each.office)
    source = making.people(each, row)
    assert making.verdicts(source) == [(2, "equal")]
    assert source.rows.get().written["person"] == kept.pk
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=Import.objects.earliest("pk"), by=each.office)
