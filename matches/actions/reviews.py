"""The committee's look at a sealed acta: it is corrected, or its encounter is opened again."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from competitions.actions.lifecycle import advance
from competitions.models import Encounter
from competitions.rules.lifecycle import Action, Facts, State, missing, transition
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.actions import audit
from federation.rules.errors import ConflictError, RuleError
from matches.actions import event_texts
from matches.actions.acta_content import freeze_correction
from matches.actions.encounter_day import facts_of
from matches.actions.incidents import append_incident
from matches.actions.stream import OpenSheet, append, note
from matches.actions.versions import bump
from matches.models import Acta, ActaReview, Incident, Partida
from matches.permissions import Actor, require_ruling
from matches.queries import acta_versions, actas, encounters, reviews
from matches.queries.reviews import Effect
from matches.rules.reviews import Finding, Subject, Way, check_finding
from matches.rules.sheet import EntryKind

ACTIONS = {Way.CORRECT: Action.CORRECT, Way.REOPEN: Action.REOPEN}


@transaction.atomic
def review_acta(*, encounter_id: int, seen_version: int, way: Way, finding: Finding, by: Actor) -> ActaReview:
    """Decide about a sealed acta as it was shown: `seen_version` in force, `way` what follows.

    Nothing that stands is rewritten: the sheet gets a ruling, the acta a version that replaces the one
    before. Forbidden for whoever is not of the committee, or is a party there; ConflictError
    `action_not_in_state`,
    `version_awaits_seal`, `acta_has_newer_version`, `review_effect_changed`; RuleError from the table's
    guards and `effect_of`.
    """
    encounter = encounters.locked(encounter_id)
    require_ruling(by, encounter)
    transition(State(encounter.state), ACTIONS[way])
    if acta_versions.awaits_seal(encounter):
        # Asked first, so that nobody is told of an effect on a text that is being replaced.
        raise ConflictError("version_awaits_seal")
    check_finding(finding)
    _require_decision(encounter, way, finding)
    acta = actas.current_acta(encounter)
    if acta is None:
        raise ConflictError("action_not_in_state", state=encounter.state, action=ACTIONS[way].value)
    if acta.version != seen_version:
        raise ConflictError("acta_has_newer_version", version=acta.version)
    effect = reviews.effect_of(encounter, acta, finding)
    if effect.way is not way:
        raise ConflictError("review_effect_changed")
    _write(encounter, finding, effect, by)
    review = _record(encounter, acta, finding, effect, by)
    _move(encounter, review, finding, by)
    if way is Way.CORRECT:
        freeze_correction(encounter, review, by=by)
    bump(encounter.pk)
    return review


def _require_decision(encounter: Encounter, way: Way, finding: Finding) -> None:
    """What is final moves by a resolution alone, which is named beside its field."""
    facts = Facts(by=Who.COMMITTEE, reason=finding.reason, decision=finding.decision)
    if "decision_needed" in missing(State(encounter.state), ACTIONS[way], facts):
        raise RuleError("decision_needed", field="decision")


def _write(encounter: Encounter, finding: Finding, effect: Effect, by: Actor) -> None:
    """What the decision leaves among the entries and the incidents; a name leaves nothing there."""
    if effect.ruled is not None:
        ruled, report = effect.ruled, effect.ruled.report
        sheet = OpenSheet(ruled.partida, encounter, ruled.sheet.before, ruled.view)
        append(
            sheet,
            EntryKind.RULING,
            ruled.sheet.data,
            by=by,
            person_id=None,
            hand=report.hand,
            revision=report.revision,
        )
        winner = sheet.team(report.winner) if report.winner else ""
        note(sheet, "ruling", event_texts.ruled(report, winner, ""), by=by, hand=report.hand)
    if finding.subject is Subject.NOTE:
        _note(encounter, finding, by)


def _note(encounter: Encounter, finding: Finding, by: Actor) -> Incident:
    partida = None
    if finding.partida is not None:
        partida = Partida.objects.select_related("board").get(pk=finding.partida, board__encounter=encounter)
    return append_incident(
        encounter=encounter,
        partida=partida,
        hand=None,
        kind="committee_note",
        text=finding.text,
        people_ids=(),
        by=by,
    )


def _record(encounter: Encounter, acta: Acta, finding: Finding, effect: Effect, by: Actor) -> ActaReview:
    review = ActaReview.objects.create(
        encounter=encounter,
        version=acta.version + 1,
        replaced=acta,
        way=effect.way.value,
        subject=finding.subject.value,
        partida_id=effect.ruled.partida.pk if effect.ruled else finding.partida,
        hand=effect.ruled.report.hand if effect.ruled else None,
        person_id=finding.person if finding.subject is Subject.NAME else None,
        reason=finding.reason.strip(),
        decision=finding.decision.strip(),
        account=by.user,
        device=by.device,
        at=clock.now(),
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb=f"acta.{'corrected' if effect.way is Way.CORRECT else 'reopened'}",
        subject=f"acta_review:{review.pk}",
        by=by.user,
        data={
            "version": review.version,
            "replaces": acta.version,
            "subject": review.subject,
            "partida": review.partida_id,
            "hand": review.hand,
            "person": review.person_id,
            "reason": review.reason,
            "decision": review.decision,
        },
    )
    return review


def _move(encounter: Encounter, review: ActaReview, finding: Finding, by: Actor) -> None:
    facts = replace(facts_of(encounter, by=Who.COMMITTEE, reason=review.reason), decision=finding.decision)
    reopened = review.way == Way.REOPEN
    advance(
        encounter,
        Action.REOPEN if reopened else Action.CORRECT,
        facts,
        by=by.user,
        # The close is to come again: what counts from it counts from that one.
        changes={"closed_at": None} if reopened else None,
    )
