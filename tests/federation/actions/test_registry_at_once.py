"""Two of the office at the same moment, with real connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from federation.actions import licence_series, licences, people, renewals
from federation.models import Licence, LicenceKind, LicenceStep, PersonalData
from federation.queries.audit import problems
from federation.rules.licences import LicenceAct
from tests.federation import registry_world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Run = Callable[..., list[Any]]


def _codes(found: list[Any]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


def test_two_numbers_given_at_once_are_two_numbers(run_together: Run) -> None:
    each = registry_world.build()
    first, second = each.person("Ana", "Abad"), each.person("Leo", "Ruiz")
    made = run_together(lambda: each.licence(first), lambda: each.licence(second))
    assert sorted(licence.number for licence in made) == ["0001", "0002"]


def test_one_number_is_given_to_one_of_two(run_together: Run) -> None:
    each = registry_world.build()
    first, second = each.person("Ana", "Abad"), each.person("Leo", "Ruiz")
    found = run_together(lambda: each.licence(first, "77"), lambda: each.licence(second, "77"))
    assert _codes(found) == ["done", "licence_number_taken"]


def test_two_grant_the_same_licence(run_together: Run) -> None:
    each = registry_world.build()
    who = each.person()
    assert _codes(run_together(lambda: each.licence(who), lambda: each.licence(who))) == [
        "done",
        "has_licence",
    ]
    assert Licence.objects.count() == LicenceStep.objects.count() == 1


def test_one_suspends_and_the_other_withdraws(run_together: Run) -> None:
    each = registry_world.build()
    held = each.licence(each.person())

    def act(what: LicenceAct) -> Callable[[], Licence]:
        return lambda: licences.act_on_licence(licence=held, act=what, reason="Motivo", by=each.office)

    found = run_together(act(LicenceAct.SUSPEND), act(LicenceAct.WITHDRAW))
    # Suspended and then withdrawn is a way; withdrawn and then suspended is none.
    assert _codes(found) in (["done", "done"], ["done", "licence_moved_on"])
    assert Licence.objects.get().state == "withdrawn"


def test_a_season_renewed_by_two_at_once_is_renewed_once(run_together: Run) -> None:
    each = registry_world.build()
    keys = [each.licence(each.person(f"Nombre{index}", "Ruiz")).pk for index in range(6)]

    def renew() -> list[Licence]:
        return renewals.renew(licences=keys, after=each.after, by=each.office)

    assert _codes(run_together(renew, renew)) == ["done", "nothing_to_renew"]
    assert Licence.objects.filter(season=each.after).count() == 6
    assert list(problems()) == []


def test_two_enter_one_document(run_together: Run) -> None:
    each = registry_world.build()
    details = people.Details(document_kind="DNI", document="12345678Z")
    found = run_together(
        lambda: each.person("Ana", "Abad", details=details),
        lambda: each.person("Leo", "Ruiz", details=details),
    )
    assert _codes(found) == ["document_taken", "done"]
    assert PersonalData.objects.count() == 1


def test_one_record_is_changed_by_two_who_read_the_same(run_together: Run) -> None:
    each = registry_world.build()
    who = each.person()

    def change(phone: str) -> Callable[[], object]:
        details = people.Details(phone=phone)
        return lambda: people.change_person(
            person=who, name=people.name_of(who), details=details, by=each.office, read=1
        )

    assert _codes(run_together(change("600111111"), change("600222222"))) == ["done", "person_changed"]
    who.refresh_from_db()
    assert (who.version, PersonalData.objects.count()) == (2, 1)


def test_one_licence_is_corrected_by_two_who_read_the_same(run_together: Run) -> None:
    each = registry_world.build()
    held = each.licence(each.person())
    read = licences.mark_of(held)

    def correct(category: str) -> Callable[[], object]:
        terms = each.terms(category=category)
        return lambda: licences.change_licence(licence=held, terms=terms, by=each.office, read=read)

    assert _codes(run_together(correct("Juvenil"), correct("Veterano"))) == ["done", "licence_changed"]


def test_a_series_is_changed_while_a_number_is_given(run_together: Run) -> None:
    each = registry_world.build()
    who = each.person()

    def change() -> object:
        return licence_series.change_series(
            kind=LicenceKind.PLAYER, prefix="M", width=5, following=7, by=each.office
        )

    found = run_together(change, lambda: each.licence(who))
    assert _codes(found) == ["done", "done"]
    assert Licence.objects.get().number in ("0001", "M00007")
    assert each.licence(each.person("Ana", "Abad")).number in ("M00007", "M00008")
