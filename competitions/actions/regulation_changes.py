"""The version that a competition plays by: chosen before it starts, changed with the committee after.

Locks: the competition first. Whoever chooses locks after it the encounters that nobody has started, so that
a start waits for him or he sees it; whoever starts an encounter has locked it and reads the competition
anew (`matches.actions.encounter_day`).
"""

from __future__ import annotations

from django.db import transaction

from competitions.models import Competition, RegulationChange
from competitions.permissions import require_committee
from competitions.queries import regulation_changes as queries
from competitions.rules.regulation_changes import (
    ChangeState,
    Decision,
    check_choice,
    check_decision,
    check_open,
    check_proposal,
)
from federation import clock
from federation.actions import audit
from federation.models import RegulationVersion, User
from federation.permissions import require_direction


@transaction.atomic
def choose_version(
    *, competition: Competition, version: RegulationVersion, reason: str, by: User | None
) -> RegulationChange:
    """Have a competition that has not started play by another version.

    ConflictError `competition_begun` and as `rules.regulation_changes.objection`. Forbidden for whoever
    is not the sporting director.
    """
    require_direction(by)
    locked = _locked(competition)
    list(queries.not_started(locked).select_for_update().order_by("pk").values_list("pk", flat=True))
    check_choice(queries.candidate(version, locked), queries.standing_of(locked), clock.today())
    made = _step(locked, version, ChangeState.CHOSEN, reason, by)
    _apply(locked, version)
    return made


@transaction.atomic
def propose_change(
    *, competition: Competition, version: RegulationVersion, reason: str, by: User | None
) -> RegulationChange:
    """Put to the committee that the rest of a season be played by another version.

    RuleError `reason_missing`; ConflictError `competition_not_begun`, `change_waits` and as `objection`.
    Forbidden for whoever is not the sporting director.
    """
    require_direction(by)
    locked = _locked(competition)
    standing = queries.standing_of(locked)
    check_proposal(queries.candidate(version, locked), standing, clock.today(), reason)
    return _step(locked, version, ChangeState.PROPOSED, reason, by)


@transaction.atomic
def decide_change(*, change: RegulationChange, decision: Decision, note: str, by: User) -> RegulationChange:
    """Approve or refuse a proposed change, as one member of the committee.

    Approved, the encounters that nobody has started are played by the new version; the others keep
    their terms. ConflictError `change_decided`; ForbiddenError `proposer_decides_not`, or for whoever is
    not of the committee; RuleError `note_missing` and as `objection`.
    """
    require_committee(by)
    competition = _locked(change.competition)
    locked = _locked_change(change)
    version = locked.after
    standing = queries.standing_of(competition, but=locked)
    check_decision(
        decision,
        queries.candidate(version, competition),
        standing,
        clock.today(),
        note,
        own=locked.proposed_by_id == by.pk,
    )
    state = ChangeState.APPROVED if decision is Decision.APPROVE else ChangeState.REFUSED
    _close(locked, state, note, by)
    if state is ChangeState.APPROVED:
        _apply(competition, version)
    return locked


@transaction.atomic
def withdraw_change(*, change: RegulationChange, by: User | None) -> RegulationChange:
    """Take a proposed change back. ConflictError `change_decided`; for the sporting director alone."""
    require_direction(by)
    _locked(change.competition)
    locked = _locked_change(change)
    _close(locked, ChangeState.WITHDRAWN, "", by)
    return locked


def _locked(competition: Competition) -> Competition:
    return Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)


def _locked_change(change: RegulationChange) -> RegulationChange:
    rows = RegulationChange.objects.select_for_update(of=("self",)).select_related("after__regulation")
    locked = rows.get(pk=change.pk)
    check_open(ChangeState(locked.state))
    return locked


def _apply(competition: Competition, version: RegulationVersion) -> None:
    Competition.objects.filter(pk=competition.pk).update(regulation_version=version)


def _step(
    competition: Competition, version: RegulationVersion, state: ChangeState, reason: str, by: User | None
) -> RegulationChange:
    made = RegulationChange.objects.create(
        competition=competition,
        before_id=competition.regulation_version_id,
        after=version,
        state=state,
        reason=reason.strip(),
        proposed_by=by,
        proposed_at=clock.now(),
    )
    _record(made, by, reason=made.reason)
    return made


def _close(change: RegulationChange, state: ChangeState, note: str, by: User | None) -> None:
    change.state, change.note = state, note.strip()
    change.decided_by, change.decided_at = by, clock.now()
    change.save(update_fields=["state", "note", "decided_by", "decided_at"])
    left = queries.still_to_play(change.competition_id)
    _record(change, by, note=change.note, still_to_play=left)


def _record(change: RegulationChange, by: User | None, **said: object) -> None:
    """Into the chain of the competition, under the state: `regulation.chosen`, `regulation.proposed`…"""
    data = {"before": change.before_id, "after": change.after_id, **said}
    audit.record(
        chain=f"competition:{change.competition_id}",
        verb=f"regulation.{change.state}",
        subject=f"regulation_change:{change.pk}",
        by=by,
        data=data,
    )
