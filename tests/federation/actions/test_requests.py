"""What clubs ask for, as actions: nothing changes before acceptance, each step dated, mailed and recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
import time_machine

from federation.actions import (
    change_requests,
    clubs,
    delegations,
    erasing,
    licences,
    merging,
    people,
    registry,
    renewal_requests,
    requests,
)
from federation.actions.licence_requests import Known, Newcomer, Wanted, answer_licence, completed
from federation.actions.people import Details, Name
from federation.models import (
    AuditDetail,
    ClubDelegation,
    ClubRequest,
    ErasureBasis,
    Licence,
    OutgoingMail,
    Person,
    PersonPhoto,
    Role,
)
from federation.queries.audit import problems
from federation.queries.club_area import people_of
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.licences import LicenceAct
from federation.rules.requests import RequestAct
from tests.federation import club_world, staff
from tests.federation.club_world import ADULT, DNI, NOW, PAPERS, ClubWorld
from tests.federation.photos import picture

CHILD = replace(ADULT, birth_date=date(2015, 1, 1))
GUARDIAN = Details(guardian_name="Eva Gil", guardian_phone="600000000")


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each(db: None) -> ClubWorld:
    found = club_world.build()
    staff.staff("otra@example.org", Role.OFFICE)
    OutgoingMail.objects.all().delete()
    return found


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def mailed() -> list[tuple[str, str]]:
    found = [(mail.to, mail.data["step"]) for mail in OutgoingMail.objects.order_by("pk")]
    OutgoingMail.objects.all().delete()
    return found


# ---------------------------------------------------------------- somebody new
def test_nothing_changes_before_acceptance(each: ClubWorld) -> None:
    before = Person.objects.count(), Licence.objects.count()
    asked = each.ask_new(photo=picture((480, 640)))
    assert (Person.objects.count(), Licence.objects.count()) == before
    assert (asked.state, asked.person, asked.sent_by) == ("sent", None, each.delegate)
    assert 0 <= (asked.sent_at - NOW).total_seconds() < 60
    assert [(step.state, step.by) for step in asked.steps.all()] == [("sent", each.delegate)]
    assert mailed() == [("secretaria@example.org", "sent"), ("otra@example.org", "sent")]


def test_an_accepted_newcomer_is_entered_with_photo_and_licence(each: ClubWorld) -> None:
    asked = each.ask_new(photo=picture((480, 640)))
    mailed()
    done = each.accept(asked)
    licence = Licence.objects.get()
    who = licence.person
    assert (licence.state, licence.club, licence.season) == ("granted", each.club, each.registry.after)
    assert (people.name_of(who), people.details_of(who)) == (ADULT, PAPERS)
    assert PersonPhoto.objects.filter(person=who).exists()
    done.refresh_from_db()
    assert (done.state, done.person, done.photo) == ("accepted", who, None)
    assert done.result == {"person": who.pk, "licence": licence.pk}
    assert [step.by for step in done.steps.order_by("pk")] == [each.delegate, each.registry.office]
    assert mailed() == [("dora@example.org", "accepted"), ("dina@example.org", "accepted")]
    assert list(problems()) == []


def test_documents_are_in_no_audit_and_in_no_mail(each: ClubWorld) -> None:
    asked = each.ask_new()
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text=f"¿{DNI}?", by=each.registry.office)
    requests.answer(request=asked, text=f"Sí, {DNI}", by=each.delegate)
    each.accept(asked)
    written = json.dumps([*AuditDetail.objects.values_list("data", flat=True)])
    written += json.dumps([*OutgoingMail.objects.values_list("data", flat=True)])
    assert DNI not in written and "iker@example.org" not in written and "600000001" not in written
    assert "Sanz" not in json.dumps([*OutgoingMail.objects.values_list("data", flat=True)])


def test_what_cannot_be_true_is_not_sent(each: ClubWorld) -> None:
    for name, field, code in (
        (Name("", "Sanz"), "given_name", "name_missing"),
        (replace(ADULT, birth_date=date(2027, 1, 1)), "birth_date", "born_in_the_future"),
        (replace(ADULT, birth_date=None), "birth_date", "birth_date_missing"),
        (replace(ADULT, consent_on=date(2027, 1, 1)), "consent_on", "consent_in_the_future"),
        (CHILD, "guardian_name", "guardian_missing"),
    ):
        with refused(code, field):
            each.ask_new(name)
    assert not ClubRequest.objects.exists()
    assert each.ask_new(CHILD, GUARDIAN).state == "sent"


def test_somebody_who_is_there_gets_the_licence_and_what_his_record_lacks(each: ClubWorld) -> None:
    there = each.registry.person("Iker", "Sanz", birth_date=None, details=Details(email="otro@example.org"))
    asked = each.ask_new()
    filled = completed(there, ADULT, PAPERS)
    assert filled is not None
    done = each.accept(asked, Known(there, filled))
    there.refresh_from_db()
    assert (done.person, there.birth_date, there.surname_2) == (there, ADULT.birth_date, "Oca")
    # What the record said stays; what it did not say is filled.
    assert people.details_of(there) == replace(PAPERS, email="otro@example.org")
    assert Licence.objects.get().person == there
    assert completed(there, ADULT, PAPERS) is None


def test_a_refused_acceptance_writes_nothing(each: ClubWorld) -> None:
    owner = each.registry.person("Otra", "Dueña", details=PAPERS)
    asked, count = each.ask_new(), Person.objects.count()
    with refused("document_taken", "document"):
        each.accept(asked)
    each.registry.licence(owner, "77", season=each.registry.after)
    with refused("licence_number_taken", "number"):
        each.accept(asked, Newcomer(ADULT, Details()), number="77")
    with refused("has_licence", "kind", ConflictError):
        each.accept(asked, Known(owner))
    child = each.registry.person("Nico", "Chico", birth_date=date(1999, 1, 1))
    Person.objects.filter(pk=child.pk).update(birth_date=CHILD.birth_date)
    with refused("guardian_missing", "kind"):
        each.accept(asked, Known(child))
    asked.refresh_from_db()
    assert (asked.state, Person.objects.count(), asked.steps.count()) == ("sent", count + 1, 1)


# ---------------------------------------------------------------- the way of a request
def test_the_office_asks_for_more_and_the_club_answers(each: ClubWorld) -> None:
    asked = each.ask_new()
    first = requests.last_step(asked)
    mailed()
    with refused("reason_missing", "text"):
        requests.reply(request=asked, act=RequestAct.ASK_MORE, text="  ", by=each.registry.office)
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text="¿DNI?", by=each.registry.office)
    assert mailed() == [("dora@example.org", "more_asked"), ("dina@example.org", "more_asked")]
    with refused("answer_missing", "text"):
        requests.answer(request=asked, text=" ", by=each.delegate)
    other = Newcomer(replace(ADULT, given_name="Íker"), PAPERS, None)
    answer_licence(request=asked, wanted=Wanted("judge"), newcomer=other, text="Ya", by=each.colleague)
    asked.refresh_from_db()
    assert (asked.state, asked.data["licence"]["kind"]) == ("sent", "judge")
    assert asked.data["person"]["given_name"] == "Íker"
    assert {step for _to, step in mailed()} == {"answered"}
    assert [(step.state, step.text) for step in asked.steps.order_by("pk")] == [
        ("sent", ""),
        ("more_asked", "¿DNI?"),
        ("sent", "Ya"),
    ]
    # Whoever decides has read what was sent before it was changed.
    with refused("request_changed", None, ConflictError):
        each.accept(asked, read=first)
    assert each.accept(asked).state == "accepted"


def test_what_is_decided_or_withdrawn_is_over(each: ClubWorld) -> None:
    gone, turned_down = each.ask_new(), each.ask_new()
    requests.withdraw(request=gone, text="Se va", by=each.delegate)
    requests.reply(request=turned_down, act=RequestAct.REFUSE, text="No", by=each.registry.office)
    for asked in (gone, turned_down):
        for act in (
            lambda asked=asked: each.accept(asked),
            lambda asked=asked: requests.answer(request=asked, text="Sí", by=each.delegate),
            lambda asked=asked: requests.withdraw(request=asked, by=each.delegate),
            lambda asked=asked: requests.reply(
                request=asked, act=RequestAct.REFUSE, text="No", by=each.registry.office
            ),
        ):
            with refused("request_moved_on", None, ConflictError):
                act()


def test_each_does_what_is_his(each: ClubWorld) -> None:
    asked, who = each.ask_new(), each.member()
    foreign, office, stranger = each.foreign, each.registry.office, each.registry.stranger
    for by in (foreign, office, stranger):
        with refused("only_delegates", None, ForbiddenError):
            requests.withdraw(request=asked, by=by)
        with refused("only_delegates", None, ForbiddenError):
            requests.answer(request=asked, text="x", by=by)
        with refused("only_delegates", None, ForbiddenError):
            requests.send(club=each.club, asked=[], by=by)
    for by in (each.delegate, foreign, stranger):
        with refused("only_office", None, ForbiddenError):
            each.accept(asked, by=by)
        with refused("only_office", None, ForbiddenError):
            requests.reply(request=asked, act=RequestAct.REFUSE, text="x", by=by)
        with refused("only_office", None, ForbiddenError):
            renewal_requests.decide_renewals(accepted=each.ask_renewals(who)[:0], refused={1: "x"}, by=by)
        ClubRequest.objects.filter(kind="renewal").update(state="withdrawn")


def test_a_delegation_that_ended_asks_for_nothing_more(each: ClubWorld) -> None:
    asked = each.ask_new()
    held = ClubDelegation.objects.get(person=each.delegate.person)
    delegations.dismiss_delegate(delegation=held, by=each.registry.office)
    with refused("only_delegates", None, ForbiddenError):
        each.ask_new()
    mailed()
    requests.reply(request=asked, act=RequestAct.REFUSE, text="No", by=each.registry.office)
    assert mailed() == [("dina@example.org", "refused")]


def test_a_closed_club_asks_for_nothing(each: ClubWorld) -> None:
    clubs.close_club(club=each.club, reason="Se disuelve", by=each.registry.office)
    with refused("club_not_active"):
        each.ask_new()


def test_the_offices_own_address_gets_the_mail_where_there_is_one(each: ClubWorld, settings) -> None:
    settings.OFFICE_EMAIL = "oficina@example.org"
    each.ask_new()
    assert mailed() == [("oficina@example.org", "sent")]


# ---------------------------------------------------------------- somebody known
def test_a_licence_of_somebody_known(each: ClubWorld) -> None:
    who = each.member()
    done = each.accept(each.ask_known(who), Known(who))
    assert (done.person, Licence.objects.filter(season=each.registry.after).get().person) == (who, who)
    with refused("has_licence", "kind", ConflictError):
        each.ask_known(who)
    each.ask_known(who, "captain")
    with refused("request_already", None, ConflictError):
        each.ask_known(who, "captain")
    elsewhere = each.registry.person("Otro", "Club")
    each.registry.licence(elsewhere, season=each.registry.after, club=each.registry.other)
    with refused("not_of_the_club"):
        each.ask_known(elsewhere)


def test_whoever_went_to_another_club_is_not_of_this_one_any_more(each: ClubWorld) -> None:
    gone, stays, back = each.member("Ida"), each.member("Queda"), each.member("Vuelta")
    for who in (gone, back):
        each.registry.licence(who, season=each.registry.after, club=each.registry.other)
    team = registry.register_team(
        club=each.club, season=each.registry.after, name="A", venue=None, by=each.registry.office
    )
    registry.add_to_squad(
        team=team, person=back, role="player", valid_from=NOW.date(), valid_to=None, by=None
    )
    assert set(people_of(each.club)) == {stays, back}


# ---------------------------------------------------------------- a change of data
def test_a_change_of_data(each: ClubWorld) -> None:
    who = each.registry.person("Ana", "Gil", details=PAPERS)
    each.registry.licence(who)
    ask = {"club": each.club, "season": each.registry.after, "person": who, "by": each.delegate}
    with refused("request_says_nothing"):
        change_requests.ask_change(**ask, values={})
    asked = change_requests.ask_change(**ask, values={"surname_2": "Gómez", "phone": "611111111"})
    with refused("request_already", None, ConflictError):
        change_requests.ask_change(**ask, values={"phone": "1"})
    name, details = change_requests.wished(asked)
    assert (name.surname_2, details) == ("Gómez", replace(PAPERS, phone="611111111"))
    done = {"request": asked, "name": name, "details": details, "by": each.registry.office}
    people.change_person(
        person=who, name=people.name_of(who), details=replace(PAPERS, phone="1"), by=each.registry.office
    )
    with refused("person_changed", None, ConflictError):
        change_requests.accept_change(**done, version=who.version, read=requests.last_step(asked))
    change_requests.accept_change(**done, version=who.version + 1, read=requests.last_step(asked))
    who.refresh_from_db()
    assert (who.surname_2, people.details_of(who).phone) == ("Gómez", "611111111")
    asked.refresh_from_db()
    assert (asked.state, asked.result) == ("accepted", {"person": who.pk})


# ---------------------------------------------------------------- renewals
def test_a_list_of_renewals_is_decided_one_by_one(each: ClubWorld) -> None:
    first, second, third = (each.member(name) for name in ("Abad", "Bos", "Cid"))
    judge = each.registry.licence(first, kind="judge")
    mailed()
    asked = each.ask_renewals(first, second, third)
    assert mailed() == [("secretaria@example.org", "sent"), ("otra@example.org", "sent")]
    assert [len(row.data["licences"]) for row in asked] == [2, 1, 1]
    with refused("renewal_changed"):
        each.ask_renewals(second)
    with refused("reason_missing", f"reason_{asked[1].pk}"):
        renewal_requests.decide_renewals(
            accepted=asked[:1], refused={asked[1].pk: " "}, by=each.registry.office
        )
    renewal_requests.decide_renewals(
        accepted=asked[:1], refused={asked[1].pk: "Debe la cuota"}, by=each.registry.office
    )
    states = [ClubRequest.objects.get(pk=row.pk).state for row in asked]
    assert states == ["accepted", "refused", "sent"]
    new = Licence.objects.filter(season=each.registry.after)
    assert {(row.person, row.kind) for row in new} == {(first, "player"), (first, "judge")}
    assert ClubRequest.objects.get(pk=asked[0].pk).result == {
        "person": first.pk,
        "licences": sorted(new.values_list("pk", flat=True)),
    } and judge.number in new.values_list("number", flat=True)
    assert mailed() == [
        (f"{name}@example.org", step) for step in ("accepted", "refused") for name in ("dora", "dina")
    ]
    # Whoever was refused may be asked for again.
    each.ask_renewals(second)


def test_what_cannot_be_renewed_any_more_stops_the_whole_list(each: ClubWorld) -> None:
    first, second = each.member("Abad"), each.member("Bos")
    asked = each.ask_renewals(first, second)
    held = second.licences.get()
    licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="x", by=each.registry.office)
    with refused("not_renewable", f"choice_{asked[1].pk}"):
        renewal_requests.decide_renewals(accepted=asked, refused={}, by=each.registry.office)
    assert not Licence.objects.filter(season=each.registry.after).exists()
    with refused("nothing_chosen"):
        renewal_requests.decide_renewals(accepted=[], refused={}, by=each.registry.office)
    with refused("nothing_chosen"):
        each.ask_renewals()
    requests.withdraw(request=asked[0], by=each.delegate)
    with refused("request_moved_on", None, ConflictError):
        renewal_requests.decide_renewals(accepted=asked[:1], refused={}, by=each.registry.office)


# ---------------------------------------------------------------- what is kept of somebody
def test_a_request_follows_the_record_that_stays_and_is_emptied_with_it(each: ClubWorld) -> None:
    kept = each.registry.person("Iker", "Sanz", surname_2="Oca", birth_date=ADULT.birth_date)
    asked = each.accept(each.ask_new())
    gone = asked.person
    held = Licence.objects.get()
    licences.act_on_licence(licence=held, act=LicenceAct.WITHDRAW, reason="x", by=each.registry.office)
    merging.merge(kept=kept, gone=gone, chosen={}, by=each.registry.office)
    asked.refresh_from_db()
    assert asked.person == kept
    turned_down = each.ask_new(photo=picture((480, 640)))
    requests.reply(request=turned_down, act=RequestAct.REFUSE, text="No", by=each.registry.office)
    erasing.erase(person=kept, basis=ErasureBasis.ASKED, reason="Por escrito", by=None)
    for row in (asked, turned_down):
        row.refresh_from_db()
        assert (row.data, row.photo) == ({}, None)
    assert asked.state == "accepted"
