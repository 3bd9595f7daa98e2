"""An encounter is put off, dated, not played, awarded, ordered to be played, annulled and repeated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction

from competitions.models import Outcome
from competitions.queries.outcomes import results_of
from competitions.queries.standings import league
from competitions.rules.awards import AwardedTo
from competitions.rules.lifecycle import Action
from competitions.rules.standings.figures import Totals
from competitions.rules.standings.table import standings
from federation.queries import audit
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import decisions, encounter_day, line_ups
from matches.models import Appearance, CheckIn, EncounterDecision, LineUp
from matches.rules.decisions import AskedBy, Cause, Decision
from matches.rules.resumptions import Appointment
from matches.rules.sides import Side
from tests.factories import world

LATER = world.NOW + timedelta(days=10)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with time_machine.travel(world.NOW, tick=False):
        yield


def put_off(**changes: Any) -> Decision:
    usual = Decision(Action.POSTPONE, reason="La sede está en obras", asked_by=AskedBy.HOME)
    return replace(usual, **changes)


def not_played(cause: Cause = Cause.AWAY_ABSENT, **changes: Any) -> Decision:
    usual = Decision(Action.MARK_NOT_PLAYED, reason="No vino nadie de Los Molinos", cause=cause, waited=30)
    return replace(usual, **changes)


def give(to: AwardedTo = AwardedTo.HOME, **changes: Any) -> Decision:
    return replace(Decision(Action.AWARD, reason="Incomparecencia", awarded_to=to), **changes)


def on_day(each: world.World, action: Action = Action.SET_DATE, **changes: Any) -> Decision:
    day = Appointment(LATER, each.encounter.venue_id)
    return replace(Decision(action, reason="Acuerdo de los clubes", day=day), **changes)


def take(
    each: world.World, decision: Decision, by: world.Actor, *, epoch: int | None = None
) -> EncounterDecision:
    made = decisions.decide(
        encounter_id=each.encounter.pk,
        seen_epoch=each.reload().epoch if epoch is None else epoch,
        decision=decision,
        by=world.again(by),
    )
    each.reload()
    return made


def office(each: world.World) -> world.Actor:
    return world.actor(each.office, device="cuenta-secretaria")


def totals(each: world.World) -> tuple[Totals, Totals]:
    found = league(each.encounter.round.competition_id)
    rows = {row.key: row.totals for row in standings(found.facts, found.terms).rows}
    return rows[each.encounter.home_id], rows[each.encounter.away_id]


def test_put_off_after_the_line_ups_and_dated_again_everybody_comes_anew() -> None:
    each = world.locked()
    encounter_day.take_charge(encounter_id=each.encounter.pk, by=each.director())
    world.pins.check_in(
        encounter_id=each.encounter.pk, person_id=each.person(Side.HOME, 0).pk, pin="4071", by=each.director()
    )

    made = take(each, put_off(), office(each))

    assert (each.encounter.state, made.number, made.asked_by, made.was_at) == (
        "postponed", 1, "home", world.NOW,
    )  # fmt: skip
    assert not Appearance.objects.exists() and not CheckIn.objects.exists()
    assert set(LineUp.objects.values_list("state", "blocks_locked")) == {("draft", 0)}
    assert each.encounter.designations.get().state == "designated"

    dated = take(each, on_day(each), office(each))

    assert (each.encounter.state, each.encounter.scheduled_at, dated.at) == ("scheduled", LATER, LATER)
    world.lock(each)
    world.begin(each)
    assert each.encounter.state == "playing"
    assert list(audit.problems()) == []


@pytest.mark.parametrize(
    ("to", "home", "away"),
    [
        (AwardedTo.HOME, (3, 4, 0, 600, 0), (0, 0, 4, 0, 600)),
        (AwardedTo.AWAY, (0, 0, 4, 0, 600), (3, 4, 0, 600, 0)),
        (AwardedTo.NONE, (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ],
)
def test_an_award_counts_in_the_standings_with_its_score_and_never_less_than_nothing(to, home, away) -> None:
    each = world.build(boards=2, parameters={"target_points": 150})
    take(each, not_played(Cause.OTHER), each.director())
    assert [total.played for total in totals(each)] == [0, 0]

    made = take(each, give(to), world.committee())

    assert each.encounter.state == "final" and made.outcome is not None
    assert results_of([each.encounter.pk])[each.encounter.pk] == made.outcome
    figures = tuple(
        (row.points, row.partidas_for, row.partidas_against, row.tantos_for, row.tantos_against)
        for row in totals(each)
    )
    assert figures == (home, away)
    assert [total.played for total in totals(each)] == [1, 1]
    lost = [total.lost for total in totals(each)]
    assert lost == (
        [1, 1] if to is AwardedTo.NONE else [int(to is AwardedTo.AWAY), int(to is AwardedTo.HOME)]
    )


def test_the_regulation_says_the_score_and_what_enters_the_differences() -> None:
    each = world.build(
        boards=2,
        parameters={
            "forfeit_score": {"for": 3, "against": 0},
            "forfeit_enters_differences": False,
            "no_show_score": "target_to_half",
            "target_points": 200,
        },
    )
    take(each, not_played(), office(each))
    outcome = take(each, give(), office(each)).outcome
    assert outcome is not None
    assert (outcome.home_partidas, outcome.away_partidas) == (3, 0)
    assert (outcome.home_tantos, outcome.away_tantos, outcome.target_difference) == (600, 300, 300)
    home, away = totals(each)
    assert (home.points, home.partidas_for, home.tantos_for, away.tantos_against) == (3, 0, 0, 0)


def test_a_later_decision_replaces_the_award_and_the_first_stays_on_record() -> None:
    each = world.build()
    by = world.committee()
    take(each, not_played(), each.director())
    first = take(each, give(), by).outcome
    with pytest.raises(RuleError) as refused:
        take(each, Decision(Action.ANNUL, reason="Recurso estimado"), by)
    assert (refused.value.code, refused.value.field) == ("decision_needed", "resolution")

    take(each, Decision(Action.ANNUL, reason="Recurso estimado", resolution="Apelación 4/2026"), by)
    assert (each.encounter.state, results_of([each.encounter.pk])) == ("annulled", {})
    assert [total.played for total in totals(each)] == [0, 0]

    second = take(each, give(AwardedTo.AWAY, resolution="Apelación 4/2026"), by).outcome
    assert first is not None and second is not None
    assert (first.version, second.version, results_of([each.encounter.pk])[each.encounter.pk]) == (
        1,
        2,
        second,
    )
    assert [total.points for total in totals(each)] == [0, 3]
    for change in (
        "UPDATE competitions_outcome SET home_points = 9",
        "UPDATE matches_encounterdecision SET reason = 'otra'",
        "DELETE FROM matches_encounterdecision",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)

    take(each, Decision(Action.ANNUL, reason="Nuevo recurso", resolution="Apelación 5/2026"), by)
    take(each, on_day(each, Action.REPLAY, resolution="Apelación 5/2026"), by)
    assert (each.encounter.state, each.encounter.scheduled_at) == ("scheduled", LATER)
    assert results_of([each.encounter.pk]) == {}
    world.begin(world.lock(each))
    assert each.encounter.state == "playing"
    assert list(audit.problems()) == []


def test_the_committee_orders_it_to_be_played_and_line_ups_are_locked_anew() -> None:
    each = world.locked()
    take(each, not_played(), each.director())
    assert Appearance.objects.exists()
    take(each, on_day(each, Action.UPHOLD), world.committee())
    assert (each.encounter.state, each.encounter.scheduled_at) == ("scheduled", LATER)
    assert not Appearance.objects.exists()
    line_ups.lock_line_up(
        encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=each.captain(Side.HOME)
    )


def test_who_may_not_and_what_is_missing_is_said() -> None:
    each = world.build()
    by = office(each)
    for who in (each.captain(Side.HOME), world.actor(each.stranger), each.director(), world.committee()):
        with pytest.raises(ForbiddenError, match="decision_not_yours"):
            take(each, put_off(), who)
    for decision, code, field in (
        (put_off(reason="  "), "reason_needed", "reason"),
        (put_off(reason="x" * 1001), "reason_long", "reason"),
        (put_off(asked_by=None), "asked_by_needed", "asked_by"),
        (not_played(None), "cause_needed", "cause"),  # type: ignore[arg-type]
        (not_played(waited=-1), "wait_impossible", "waited"),
        (not_played(waited=601), "wait_impossible", "waited"),
    ):
        with pytest.raises(RuleError) as refused:
            take(each, decision, by)
        assert (refused.value.code, refused.value.field) == (code, field)
    with pytest.raises(ConflictError, match="action_not_in_state"):
        take(each, give(), by)
    take(each, put_off(), by)
    yesterday = Appointment(world.NOW - timedelta(days=1), each.encounter.venue_id)
    for decision, code in (
        (on_day(each, day=None), "new_date_needed"),
        (on_day(each, day=yesterday), "resumption_past"),
        (on_day(each, day=Appointment(LATER, 999_999)), "venue_unknown"),
    ):
        with pytest.raises(RuleError, match=code):
            take(each, decision, by)
    with pytest.raises(ConflictError, match="decision_effect_changed"):
        take(each, on_day(each), by, epoch=0)
    take(each, not_played(), by)
    with pytest.raises(RuleError, match="awarded_to_absent"):
        take(each, give(AwardedTo.AWAY), by)
    with pytest.raises(ForbiddenError):
        take(each, on_day(each, Action.UPHOLD), by)
    assert EncounterDecision.objects.count() == 2


def test_whoever_leads_a_side_decides_nothing_of_it() -> None:
    each = world.build()
    world.accounts.give_role(user=each.captains[Side.HOME], role="office", by=None)
    world.accounts.give_role(user=each.captains[Side.HOME], role="committee", by=None)
    with pytest.raises(ForbiddenError, match="decision_not_yours"):
        take(each, put_off(), each.captain(Side.HOME))


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_of_two_awards_at_once_one_is_written(run_together) -> None:
    each = world.build()
    take(each, not_played(), each.director())
    epoch, by = each.reload().epoch, world.committee()

    found = run_together(
        lambda: take(each, give(AwardedTo.HOME), by, epoch=epoch),
        lambda: take(each, give(AwardedTo.AWAY), by, epoch=epoch),
    )

    assert [each.code for each in found if isinstance(each, ConflictError)] == ["action_not_in_state"]
    assert Outcome.objects.count() == EncounterDecision.objects.filter(action="award").count() == 1
