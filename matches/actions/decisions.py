"""What the federation decides of a whole encounter: another day, not played, a result, annulled, repeated."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Max

from competitions.actions.lifecycle import advance
from competitions.actions.results import Score, publish_outcome
from competitions.models import DesignationState, Encounter, JudgeDesignation, Outcome
from competitions.rules.awards import Award, award
from competitions.rules.lifecycle import Action, Facts, State, transition
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.actions import audit
from federation.models import Venue
from federation.rules.errors import ConflictError, RuleError
from matches.actions.admissions import end_admissions
from matches.actions.versions import bump
from matches.models import Appearance, Board, BoardAppearance, CheckIn, EncounterDecision, LineUp
from matches.permissions import Actor, require_decision
from matches.queries import acta_versions, decisions, encounters
from matches.queries.reviews import REVIEWABLE
from matches.rules.decisions import Decision, check_award, check_decision

# After these everybody comes anew: nobody is checked in, no line-up is locked, no judge is in charge.
COME_ANEW = frozenset({Action.POSTPONE, Action.UPHOLD, Action.REPLAY})


@transaction.atomic
def decide(*, encounter_id: int, seen_epoch: int, decision: Decision, by: Actor) -> EncounterDecision:
    """Take a decision about an encounter as it was shown (`seen_epoch`); it moves by the lifecycle's table.

    Forbidden `decision_not_yours`; ConflictError `action_not_in_state`, `decision_effect_changed`,
    `replay_of_played`, `version_awaits_seal`; RuleError from `check_decision`, `check_award`, `venue_unknown`
    and the table's guards.
    """
    encounter = encounters.locked(encounter_id)
    action = decision.action
    who = require_decision(by, encounter, action)
    transition(State(encounter.state), action)
    if encounter.epoch != seen_epoch:
        raise ConflictError("decision_effect_changed")
    check_decision(decision, clock.now())
    if decision.awarded_to is not None and encounter.state == State.NOT_PLAYED:
        check_award(decision.awarded_to, decisions.cause_of(encounter), who)
    if action is Action.REPLAY and Board.objects.filter(encounter=encounter).exists():
        raise ConflictError("replay_of_played")
    was_at, was_in = encounter.scheduled_at, encounter.venue
    _move(encounter, decision, who, by)
    made = _record(encounter, decision, who, by, was_at=was_at, was_in=was_in)
    if action in COME_ANEW:
        _release(encounter)
    end_admissions(encounter)
    bump(encounter.pk)
    return made


def _move(encounter: Encounter, decision: Decision, who: Who, by: Actor) -> None:
    awaits = encounter.state in REVIEWABLE and acta_versions.awaits_seal(encounter)
    facts = Facts(
        by=who,
        reason=decision.reason,
        decision=decision.resolution,
        new_date_given=decision.day is not None,
        version_awaits_seal=awaits,
    )
    changes: dict[str, Any] = {}
    if decision.day is not None:
        venue = Venue.objects.filter(pk=decision.day.venue_id).first()
        if venue is None:
            raise RuleError("venue_unknown", field="venue")
        changes = {"scheduled_at": decision.day.at, "venue": venue}
    try:
        advance(encounter, decision.action, facts, by=by.user, changes=changes)
    except RuleError as error:
        # Beside its field, where the guard asks for what the page asks.
        field = {"decision_needed": "resolution", "reason_needed": "reason"}.get(error.code)
        raise RuleError(error.code, field=field, **error.data) if field else error from None


def _award(encounter: Encounter, decision: Decision) -> Outcome | None:
    if decision.awarded_to is None or decision.action is not Action.AWARD:
        return None
    given = award(decision.awarded_to, decisions.award_terms(encounter))
    home, away = _scores(given)
    return publish_outcome(
        encounter=encounter,
        kind="awarded",
        home=home,
        away=away,
        winner=given.to.value,
        is_pending=False,
        at=clock.now(),
        target_difference=given.target_difference,
        enters_differences=given.enters_differences,
    )


def _scores(given: Award) -> tuple[Score, Score]:
    home, away = (Score(**asdict(each), capped=each.tantos) for each in (given.home, given.away))
    return home, away


def _record(
    encounter: Encounter, decision: Decision, who: Who, by: Actor, *, was_at: Any, was_in: Venue
) -> EncounterDecision:
    outcome = _award(encounter, decision)
    last = EncounterDecision.objects.filter(encounter=encounter).aggregate(last=Max("number"))["last"] or 0
    moved = decision.day is not None
    made = EncounterDecision.objects.create(
        encounter=encounter,
        number=last + 1,
        action=decision.action.value,
        made_as=who.value,
        reason=decision.reason.strip(),
        reach=decision.reach.value,
        decision=decision.resolution.strip(),
        asked_by=decision.asked_by.value if decision.asked_by else "",
        cause=decision.cause.value if decision.cause else "",
        waited=decision.waited,
        awarded_to=decision.awarded_to.value if decision.awarded_to else "",
        outcome=outcome,
        was_at=was_at,
        was_in=was_in,
        at=encounter.scheduled_at if moved else None,
        venue=encounter.venue if moved else None,
        account=by.user,
        device=by.device,
        made_at=clock.now(),
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb=f"encounter.{decision.action.value}",
        subject=f"encounter_decision:{made.pk}",
        by=by.user,
        data={
            "number": made.number,
            "as": made.made_as,
            "asked_by": made.asked_by,
            "cause": made.cause,
            "waited": made.waited,
            "awarded_to": made.awarded_to,
            "outcome": outcome.version if outcome else None,
            "was_at": made.was_at.isoformat(),
            "at": made.at.isoformat() if made.at else None,
            "venue": made.venue_id,
        },
    )
    return made


def _release(encounter: Encounter) -> None:
    """Open what the first evening had closed: the names stay as drafts, and nobody is held by them."""
    BoardAppearance.objects.filter(appearance__encounter=encounter).delete()
    Appearance.objects.filter(encounter=encounter).delete()
    LineUp.objects.filter(encounter=encounter).update(
        state="draft", blocks_locked=0, locked_at=None, locked_by=None
    )
    CheckIn.objects.filter(encounter=encounter).delete()
    JudgeDesignation.objects.filter(encounter=encounter, state=DesignationState.IN_CHARGE).update(
        state=DesignationState.DESIGNATED, took_charge_at=None
    )
