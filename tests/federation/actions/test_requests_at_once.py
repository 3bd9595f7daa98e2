"""Two who decide one request, or decide it while the club takes it back, with real connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from federation.actions import licence_requests, merging, people, renewal_requests, requests
from federation.actions.licence_requests import Known, Newcomer
from federation.models import ClubRequest, Licence, Person, RequestStep, Role
from federation.queries.audit import problems
from federation.rules.requests import RequestAct
from tests.federation import club_world, staff
from tests.federation.club_world import ADULT, PAPERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Run = Callable[..., list[Any]]


def _codes(found: list[Any]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


def test_one_request_is_decided_once_whoever_comes_together(run_together: Run) -> None:
    each = club_world.build()
    other, there = staff.staff("otra@example.org", Role.OFFICE), each.member("Sanz")

    def refuse(asked: ClubRequest) -> Callable[[], object]:
        return lambda: requests.reply(request=asked, act=RequestAct.REFUSE, text="No", by=other)

    def rivals(asked: ClubRequest) -> list[Callable[[], object]]:
        return [
            lambda: each.accept(asked, by=other),
            lambda: each.accept(asked, Known(there)),
            refuse(asked),
            lambda: requests.withdraw(request=asked, by=each.delegate),
        ]

    for number in range(4):
        asked = each.ask_new()
        before = Person.objects.count(), Licence.objects.count()
        rival = rivals(asked)[number]
        found = run_together(lambda asked=asked: each.accept(asked, Newcomer(ADULT, people.Details())), rival)
        assert _codes(found) == ["done", "request_moved_on"], number
        asked.refresh_from_db()
        assert asked.steps.count() == 2
        made = asked.state == "accepted"
        assert Licence.objects.count() == before[1] + made
        # Only what was accepted was entered; the loser left nobody.
        assert Person.objects.count() - before[0] in ((0, 1) if made else (0,))
        Licence.objects.filter(person=there, season=each.registry.after).update(state="withdrawn")
    assert list(problems()) == []


def test_two_decide_one_list_and_two_ask_for_one(run_together: Run) -> None:
    each = club_world.build()
    who, second = each.member("Abad"), each.member("Bos")
    asked = run_together(lambda: each.ask_renewals(who, second), lambda: each.ask_renewals(second, who))
    assert _codes(asked) == ["done", "renewal_changed"]
    rows = list(ClubRequest.objects.order_by("pk"))

    def decide(*, accept: bool) -> Callable[[], object]:
        return lambda: renewal_requests.decide_renewals(
            accepted=rows if accept else [],
            refused={} if accept else {row.pk: "No" for row in rows},
            by=each.registry.office,
        )

    found = run_together(decide(accept=True), decide(accept=False))
    assert _codes(found) == ["done", "request_moved_on"]
    assert RequestStep.objects.count() == 4
    assert Licence.objects.filter(season=each.registry.after).count() in (0, 2)


def test_two_delegates_ask_for_the_same_licence(run_together: Run) -> None:
    each = club_world.build()
    who = each.member("Abad")
    found = run_together(lambda: each.ask_known(who), lambda: each.ask_known(who))
    assert _codes(found) == ["done", "request_already"]


def test_a_document_entered_meanwhile_is_told(run_together: Run) -> None:
    each = club_world.build()
    asked = each.ask_new()

    def enter() -> Person:
        return people.enter_person(name=ADULT, details=PAPERS, by=each.registry.office)

    found = run_together(enter, lambda: each.accept(asked))
    assert _codes(found) == ["document_taken", "done"]
    assert licence_requests.completed(Person.objects.get(given_name="Iker"), ADULT, PAPERS) is None


def test_a_record_is_merged_while_its_request_is_accepted(run_together: Run) -> None:
    each = club_world.build()
    for number in range(3):
        gone, kept = each.member(f"Abad {number}"), each.registry.person("Nora", f"Abad {number}")
        asked = each.ask_known(gone)
        found = run_together(
            lambda asked=asked, gone=gone: each.accept(asked, Known(gone)),
            lambda kept=kept, gone=gone: merging.merge(
                kept=kept, gone=gone, chosen={}, by=each.registry.office
            ),
        )
        # Whoever comes second has waited; the licence and the request are of the record that stays.
        assert _codes(found) in (["done", "done"], ["done", "person_gone"])
        asked.refresh_from_db()
        assert asked.person == kept
        made = Licence.objects.filter(season=each.registry.after, person=kept).count()
        assert made == (asked.state == "accepted")
