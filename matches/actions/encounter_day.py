"""The day of the encounter: the judge takes charge, the encounter starts, goes back to play, closes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from competitions.actions.lifecycle import advance
from competitions.models import DesignationState, Encounter, JudgeDesignation
from competitions.queries.entries import is_of_teams
from competitions.rules.lifecycle import Action, Facts, State
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.actions import audit
from federation.rules.errors import ConflictError
from matches.actions.acta_content import freeze_content
from matches.actions.admissions import end_admissions
from matches.actions.boards import make_boards
from matches.actions.line_ups import CAPTAIN, lock_entered
from matches.actions.tables import end_sessions
from matches.actions.versions import bump
from matches.models import LineUp
from matches.permissions import Actor, require_direction, require_judge
from matches.queries import acta_versions, actas, encounters, people, sheets
from matches.queries.reviews import REVIEWABLE
from matches.queries.sheets import AnyView


@transaction.atomic
def take_charge(*, encounter_id: int, by: Actor) -> JudgeDesignation:
    """The designated judge takes charge of the encounter (once; a repeat changes nothing)."""
    encounter = encounters.locked(encounter_id)
    require_judge(by, encounter)
    designation = people.designation(encounter)
    if designation is None:
        raise ConflictError("no_judge_designated")
    if designation.state == DesignationState.IN_CHARGE:
        return designation
    designation.state = DesignationState.IN_CHARGE
    designation.took_charge_at = clock.now()
    designation.save(update_fields=["state", "took_charge_at"])
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="judge.took_charge",
        subject=f"encounter:{encounter.pk}",
        by=by.user,
        data={"device": by.device},
    )
    bump(encounter.pk)
    return designation


def facts_of(
    encounter: Encounter, *, by: Who, reason: str = "", views: Sequence[AnyView] | None = None
) -> Facts:
    """What the lifecycle's guards look at for the actions of the day.

    A page that has read the boards already gives them as `views`.
    """
    # Of pairs and players nothing is to be locked: whoever is entered plays.
    of_teams = is_of_teams(encounter)
    locked = set(LineUp.objects.filter(encounter=encounter, state="locked").values_list("side", flat=True))
    if views is None:
        views = sheets.board_views(encounter) if encounter.terms is not None else []
    unfinished = sum(not view.state.is_done for view in views)
    has_judge = people.designation(encounter) is not None
    signatories = {Who.HOME_CAPTAIN, Who.AWAY_CAPTAIN} | ({Who.JUDGE} if has_judge else set())
    return Facts(
        by=by,
        has_judge=has_judge,
        home_locked="home" in locked or not of_teams,
        away_locked="away" in locked or not of_teams,
        unfinished_boards=unfinished,
        signatories=frozenset(signatories),
        reason=reason,
        version_awaits_seal=encounter.state in REVIEWABLE and acta_versions.awaits_seal(encounter),
    )


def who_directs(by: Actor, encounter: Encounter) -> Who:
    """As what the actor directs the encounter: judge, or captain of a side where there is no judge."""
    side = require_direction(by, encounter)
    return Who.JUDGE if side is None else CAPTAIN[side]


@transaction.atomic
def start(*, encounter_id: int, by: Actor) -> Encounter:
    """Start the encounter when both line-ups are locked: boards are made and the terms stored.

    By the judge, or by both captains where there is none (the second yes starts it). Of pairs and players
    those who are entered are put on the board in the same act.
    RuleError with the guard's code, `entered_may_not_play`; ConflictError when it is not in line-ups.
    """
    encounter = encounters.locked(encounter_id)
    who = who_directs(by, encounter)
    if not is_of_teams(encounter):
        _field(encounter, who, by)
    version = encounters.read_competition_anew(encounter).regulation_version
    changes = {
        "terms": encounters.terms_to_store(encounter),
        "regulation_version": version,
        "started_at": clock.now(),
    }
    after = advance(encounter, Action.START, facts_of(encounter, by=who), by=by.user, changes=changes)
    if after is State.PLAYING:
        make_boards(encounter)
    bump(encounter.pk)
    return encounter


def _field(encounter: Encounter, who: Who, by: Actor) -> None:
    """Let those who are entered play: what for teams is opening and locking two line-ups."""
    if encounter.state == State.SCHEDULED:
        opener = Who.SYSTEM if who is Who.JUDGE else who
        advance(encounter, Action.OPEN_LINE_UPS, Facts(by=opener), by=by.user)
    if encounter.state == State.LINE_UPS:
        lock_entered(encounter, by)


@transaction.atomic
def close(*, encounter_id: int, by: Actor) -> Encounter:
    """Close the encounter: sheets become read-only and the acta's final text is frozen.

    RuleError `boards_unfinished`; otherwise as `start`.
    """
    encounter = encounters.locked(encounter_id)
    who = who_directs(by, encounter)
    changes = {"closed_at": clock.now()}
    after = advance(encounter, Action.CLOSE, facts_of(encounter, by=who), by=by.user, changes=changes)
    if after is State.CLOSING:
        end_sessions(encounter)
        end_admissions(encounter)
        freeze_content(encounter, by=by)
    bump(encounter.pk)
    return encounter


@transaction.atomic
def back_to_play(*, encounter_id: int, reason: str, by: Actor) -> Encounter:
    """Go back to play with a reason while nobody has signed; the frozen text stays as an attempt."""
    encounter = encounters.locked(encounter_id)
    who = who_directs(by, encounter)
    signed = frozenset(Who(role) for role in actas.signed_roles(encounter))
    facts = replace(facts_of(encounter, by=who, reason=reason), signed=signed)
    advance(encounter, Action.BACK_TO_PLAY, facts, by=by.user, changes={"closed_at": None})
    bump(encounter.pk)
    return encounter
