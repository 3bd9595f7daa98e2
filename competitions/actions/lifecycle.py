"""The only writer of an encounter's state, driven by the table in `competitions.rules.lifecycle`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import F

from competitions.models import Encounter, TransitionConfirmation
from competitions.rules.lifecycle import Action, Actor, Facts, State, next_state
from federation import clock
from federation.actions import audit
from federation.models import User
from federation.rules.errors import ConflictError

SIDE_OF_CAPTAIN = {Actor.HOME_CAPTAIN: "home", Actor.AWAY_CAPTAIN: "away"}
CAPTAIN_OF_SIDE = {side: actor for actor, side in SIDE_OF_CAPTAIN.items()}


def confirmations(encounter: Encounter, action: Action) -> frozenset[Actor]:
    """The captains who have already said yes to this very transition."""
    sides = TransitionConfirmation.objects.filter(
        encounter=encounter, epoch=encounter.epoch, action=action.value
    ).values_list("side", flat=True)
    return frozenset(CAPTAIN_OF_SIDE[side] for side in sides)


def advance(
    encounter: Encounter,
    action: Action,
    facts: Facts,
    *,
    by: User | None,
    changes: Mapping[str, Any] | None = None,
) -> State:
    """Take `action` on an encounter whose row the caller has locked; give the state after it.

    `changes` are other columns that the transition sets. Where there is no judge the
    first captain's yes is kept and the state stays. Raises as `next_state`, and
    ConflictError("encounter_moved") when the row is no longer what was locked.
    """
    state = State(encounter.state)
    facts = replace(facts, confirmed_by=confirmations(encounter, action))
    after = next_state(state, action, facts)
    if after is state and action is Action.SIGN:
        return state
    if after is state and facts.by in SIDE_OF_CAPTAIN and not facts.has_judge:
        if by is None:
            raise ValueError("a captain's yes has an account behind it")
        _confirm(encounter, action, facts.by, by)
        return state
    columns = dict(changes or {})
    moved = Encounter.objects.filter(pk=encounter.pk, state=state.value, epoch=encounter.epoch).update(
        state=after.value, epoch=F("epoch") + 1, **columns
    )
    if moved != 1:
        raise ConflictError("encounter_moved")
    encounter.state, encounter.epoch = after.value, encounter.epoch + 1
    for column, value in columns.items():
        setattr(encounter, column, value)
    data = {"from": state.value, "to": after.value, "action": action.value, "as": facts.by.value}
    if facts.reason:
        data["reason"] = facts.reason
    if facts.decision:
        data["decision"] = facts.decision
    chain = f"encounter:{encounter.pk}"
    audit.record(chain=chain, verb="encounter.moved", subject=chain, by=by, data=data)
    return after


def _confirm(encounter: Encounter, action: Action, actor: Actor, by: User) -> None:
    _confirmation, made = TransitionConfirmation.objects.get_or_create(
        encounter=encounter,
        epoch=encounter.epoch,
        action=action.value,
        side=SIDE_OF_CAPTAIN[actor],
        defaults={"by": by, "at": clock.now()},
    )
    if not made:
        return
    chain = f"encounter:{encounter.pk}"
    data = {"action": action.value, "as": actor.value}
    audit.record(chain=chain, verb="encounter.confirmed", subject=chain, by=by, data=data)
