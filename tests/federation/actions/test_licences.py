"""Licences through the actions: granted, stepped, numbered, renewed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from federation.actions import licences, people, renewals
from federation.models import AuditEntry, Licence, LicenceKind, LicenceStep
from federation.queries.audit import problems
from federation.queries.renewals import renewals as renewal_plan
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.licences import LicenceAct, NotRenewed
from tests.federation import registry_world
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


def test_a_granted_licence_has_its_number_step_and_audit(each: Registry) -> None:
    made = each.licence(each.person(), "30-0001")
    assert (made.state, made.number, made.reversed_number) == ("granted", "30-0001", "100003")
    assert [(step.state, step.by) for step in made.steps.all()] == [("granted", each.office)]
    assert AuditEntry.objects.filter(verb="licence.granted", subject=f"licence:{made.pk}").count() == 1


def test_numbers_come_from_the_series_and_pass_over_those_taken(each: Registry) -> None:
    each.licence(each.person("Ana", "Abad"), "0002")
    made = [each.licence(each.person(name, "Ruiz")).number for name in ("Eva", "Leo")]
    assert made == ["0001", "0003"]
    assert each.licence(each.person("Iria", "Sanz"), kind=LicenceKind.JUDGE).number == "J0001"


def test_a_person_keeps_his_number_the_next_season(each: Registry) -> None:
    who = each.person()
    first = each.licence(who)
    assert each.licence(who, season=each.after).number == first.number


def test_a_number_is_nobody_elses_in_any_season(each: Registry) -> None:
    each.licence(each.person("Ana", "Abad"), "77")
    with pytest.raises(RuleError, match="licence_number_taken"):
        each.licence(each.person(), "77", season=each.after)


def test_two_of_a_kind_in_a_season_are_one_too_many(each: Registry) -> None:
    who = each.person()
    first = each.licence(who)
    with pytest.raises(ConflictError, match="has_licence"):
        each.licence(who)
    licences.act_on_licence(licence=first, act=LicenceAct.WITHDRAW, reason="Baja voluntaria", by=each.office)
    # Whoever comes back does so with the number that is still his own.
    assert each.licence(who).number == first.number


def test_it_never_ends_before_it_begins_nor_leaves_its_season(each: Registry) -> None:
    who, season = each.person(), each.before
    with pytest.raises(RuleError, match="dates_reversed"):
        each.licence(who, valid_from=season.ends_on, valid_to=season.starts_on)
    with pytest.raises(RuleError, match="licence_outside_season"):
        each.licence(who, valid_to=season.ends_on + timedelta(days=1))
    assert not Licence.objects.exists()


def test_a_minor_needs_somebody_who_answers_for_him(each: Registry) -> None:
    born = each.before.starts_on.replace(year=2012)
    with pytest.raises(RuleError, match="guardian_missing"):
        each.person(birth_date=born)
    guardian = people.Details(guardian_name="Rosa Núñez", guardian_phone="600000000")
    assert each.licence(each.person(birth_date=born, details=guardian)).state == "granted"


def test_a_request_is_granted_with_a_number_or_refused_with_a_reason(each: Registry) -> None:
    asked = licences.request_licence(
        person=each.person(), season=each.before, terms=each.terms(), by=each.office
    )
    assert (asked.state, asked.number) == ("requested", "")
    given = licences.act_on_licence(licence=asked, act=LicenceAct.GRANT, by=each.office)
    assert (given.state, given.number) == ("granted", "0001")
    with pytest.raises(ConflictError, match="licence_moved_on"):
        licences.act_on_licence(licence=asked, act=LicenceAct.REFUSE, reason="No", by=each.office)
    assert list(LicenceStep.objects.values_list("state", flat=True)) == ["requested", "granted"]


def test_only_the_office(each: Registry) -> None:
    made = each.licence(each.person())
    with pytest.raises(ForbiddenError):
        licences.act_on_licence(licence=made, act=LicenceAct.SUSPEND, reason="x", by=each.stranger)
    with pytest.raises(ForbiddenError):
        renewals.renew(licences=[made.pk], after=each.after, by=each.stranger)


def test_changing_a_licence_keeps_kind_and_number(each: Registry) -> None:
    made = each.licence(each.person())
    changed = licences.change_licence(
        licence=made, terms=each.terms(club=each.other, category="Veterano"), by=each.office
    )
    assert (changed.club, changed.category, changed.number) == (each.other, "Veterano", made.number)


def _season_of(each: Registry, many: int) -> list[Licence]:
    return [each.licence(each.person(f"Nombre{index}", f"Apellido{index}")) for index in range(many)]


def test_a_season_is_renewed_in_one_act_and_only_once(each: Registry) -> None:
    held = _season_of(each, 5)
    licences.act_on_licence(licence=held[0], act=LicenceAct.SUSPEND, reason="Documentación", by=each.office)
    plan = renewal_plan(each.before, each.after, LicenceKind.PLAYER)
    assert [row.reason for row in plan] == [NotRenewed.NOT_GRANTED, None, None, None, None]
    keys = [row.licence.pk for row in plan]
    made = renewals.renew(licences=keys, after=each.after, by=each.office)
    assert [(row.number, row.state, row.valid_from, row.valid_to) for row in made] == [
        (row.number, "granted", each.after.starts_on, each.after.ends_on) for row in held[1:]
    ]
    assert [row.steps.get().by for row in Licence.objects.filter(season=each.after)] == [each.office] * 4
    with pytest.raises(RuleError, match="nothing_to_renew"):
        renewals.renew(licences=keys, after=each.after, by=each.office)
    assert Licence.objects.filter(season=each.after).count() == 4
    assert list(problems()) == []


def test_a_renewal_of_many_costs_no_more_queries(
    each: Registry, django_assert_max_num_queries: object
) -> None:
    keys = [row.pk for row in _season_of(each, 30)]
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        renewals.renew(licences=keys, after=each.after, by=each.office)


def test_licences_of_two_kinds_are_not_renewed_together(each: Registry) -> None:
    who = each.person()
    keys = [each.licence(who).pk, each.licence(who, kind=LicenceKind.JUDGE).pk]
    with pytest.raises(RuleError, match="kinds_mixed"):
        renewals.renew(licences=keys, after=each.after, by=each.office)
