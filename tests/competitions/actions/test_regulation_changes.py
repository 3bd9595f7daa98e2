"""The version of a competition: chosen, frozen by the start, changed with the committee; who is first."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from competitions.actions import setup
from competitions.actions.regulation_changes import (
    choose_version,
    decide_change,
    propose_change,
    withdraw_change,
)
from competitions.models import Encounter, RegulationChange
from competitions.rules.regulation_changes import Decision
from federation.models import AuditEntry, Discipline
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import encounter_day
from tests.competitions import changes_world
from tests.competitions.changes_world import Changes, version
from tests.factories import world
from tests.factories.world import NOW, TODAY


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW, tick=True):
        yield


def choose(each: Changes, **values: object) -> RegulationChange:
    fields = {"competition": each.competition, "version": each.second, "reason": "", "by": each.director}
    return choose_version(**{**fields, **values})  # type: ignore[arg-type]


def propose(each: Changes, **values: object) -> RegulationChange:
    fields = {"competition": each.competition, "version": each.second, "reason": "Asamblea"}
    return propose_change(**{**fields, "by": each.director, **values})  # type: ignore[arg-type]


def decide(change: RegulationChange, by: object, decision: Decision = Decision.APPROVE, note: str = ""):
    return decide_change(change=change, decision=decision, note=note, by=by)  # type: ignore[arg-type]


def begun() -> Changes:
    """The encounter has started."""
    each = changes_world.build(locked=True)
    world.begin(each.world)
    return each


def later(each: Changes) -> Encounter:
    """One more encounter, a week after."""
    first = each.world.encounter
    in_round = setup.add_round(
        competition=each.competition, number=8, starts_on=TODAY + timedelta(days=7), by=None
    )
    return setup.schedule_encounter(
        in_round=in_round, number=1, home=first.away, away=first.home, venue=first.venue,
        at=NOW + timedelta(days=7), by=None,
    )  # fmt: skip


def refused(code: str, error: type[RuleError] = RuleError):
    return pytest.raises(error, match=f"^{code}( |$)")


@pytest.mark.django_db
def test_before_the_start_the_director_chooses_as_often_as_he_likes():
    each = changes_world.build()
    choose(each, reason="Es el de este año")
    assert each.competition.regulation_version == each.second
    choose(each, version=each.first)
    assert each.competition.regulation_version == each.first
    entry = AuditEntry.objects.filter(chain=f"competition:{each.competition.pk}").last()
    assert entry.verb == "regulation.chosen" and entry.actor == each.director
    assert entry.detail.data["after"] == each.first.pk
    for by in (each.committee, each.world.office):
        with refused("only_direction", ForbiddenError):
            choose(each, by=by)
    with refused("competition_not_begun", ConflictError):
        propose(each)


@pytest.mark.django_db
def test_a_version_of_another_game_or_that_does_not_count_yet_is_refused():
    each = changes_world.build()
    for made, code in (
        (version("Bola 8", Discipline.POOL), "version_of_another_game"),
        (version("Otro", valid_from=TODAY + timedelta(days=1)), "version_not_yet_valid"),
        (each.first, "version_in_use"),
    ):
        with refused(code):
            choose(each, version=made)
    assert not RegulationChange.objects.exists()


@pytest.mark.django_db
def test_the_first_start_freezes_and_what_starts_is_what_was_chosen():
    each = changes_world.build(locked=True)
    choose(each)
    world.begin(each.world)
    encounter = each.world.reload()
    assert encounter.terms["target"] == 200 and encounter.regulation_version == each.second
    with refused("competition_begun", ConflictError):
        choose(each, version=each.first)
    assert each.competition.regulation_version == each.second


@pytest.mark.django_db
def test_in_season_a_reason_and_another_person_change_what_has_not_started():
    each = begun()
    ahead = later(each)
    change = propose(each, by=each.both)
    assert each.competition.regulation_version == each.first, "nothing changes before it is approved"
    with refused("change_waits", ConflictError):
        propose(each)
    with refused("proposer_decides_not", ForbiddenError):
        decide(change, each.both)
    for by in (each.director, each.world.office):
        with refused("only_committee", ForbiddenError):
            decide(change, by)
    assert decide(change, each.committee).state == "approved"
    played = each.world.reload()
    assert (played.terms["target"], played.regulation_version) == (300, each.first)
    ahead.refresh_from_db()
    assert each.competition.regulation_version == each.second and ahead.terms is None
    entry = AuditEntry.objects.filter(chain=f"competition:{each.competition.pk}").last()
    assert (entry.verb, entry.actor) == ("regulation.approved", each.committee)
    assert entry.detail.data["still_to_play"] == 1
    for again in (lambda: decide(change, each.committee), lambda: withdraw_change(change=change, by=None)):
        with refused("change_decided", ConflictError):
            again()


@pytest.mark.django_db
def test_without_a_reason_nothing_is_proposed_and_without_a_word_nothing_refused():
    each = begun()
    with refused("reason_missing"):
        propose(each, reason=" ")
    change = propose(each)
    with refused("note_missing"):
        decide(change, each.committee, Decision.REFUSE)
    assert decide(change, each.committee, Decision.REFUSE, "A mitad de liga no").state == "refused"
    assert each.competition.regulation_version == each.first
    withdrawn = withdraw_change(change=propose(each), by=each.director)
    assert withdrawn.state == "withdrawn"
    with refused("only_direction", ForbiddenError):
        withdraw_change(change=propose(each), by=each.committee)


@pytest.mark.django_db
def test_a_change_is_judged_again_when_it_is_decided():
    each = begun()
    change = propose(each)
    with (
        time_machine.travel(NOW + timedelta(days=400), tick=True),
        refused("season_over", ConflictError),
    ):
        decide_change(change=change, decision=Decision.APPROVE, note="", by=each.committee)
    assert each.competition.regulation_version == each.first


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_choosing_against_the_start_is_one_before_the_other(run_together):
    """Whoever is first: what started has the terms of the version that the competition keeps."""
    each = changes_world.build(locked=True)
    encounter_day.take_charge(encounter_id=each.world.encounter.pk, by=each.world.director())
    _started, chosen = run_together(
        lambda: encounter_day.start(encounter_id=each.world.encounter.pk, by=each.world.director()),
        lambda: choose(each),
    )
    encounter = each.world.reload()
    assert encounter.regulation_version == each.competition.regulation_version
    assert encounter.terms["target"] == (300 if isinstance(chosen, ConflictError) else 200)
    assert isinstance(chosen, RegulationChange | ConflictError)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_propose_and_two_who_decide_at_once(run_together):
    each = begun()
    made = run_together(lambda: propose(each), lambda: propose(each, by=each.both))
    assert {type(one) for one in made} == {RegulationChange, ConflictError}
    change = RegulationChange.objects.get()
    decided = run_together(
        lambda: decide(change, each.committee),
        lambda: withdraw_change(change=change, by=each.director),
    )
    assert {type(one) for one in decided} == {RegulationChange, ConflictError}
    change.refresh_from_db()
    kept = each.second if change.state == "approved" else each.first
    assert each.competition.regulation_version == kept
