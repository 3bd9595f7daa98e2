"""The life of an encounter: one table of (state, action) and what each asks for. Pure.

A state changes only through this table. Where there is no judge both captains act:
two confirmations, the second makes the transition; so a call may leave the state as
it is, and `waiting_for` tells whose act is still awaited.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from federation.rules.errors import ConflictError, RuleError


class State(StrEnum):
    """Where an encounter stands."""

    SCHEDULED = "scheduled"
    LINE_UPS = "line_ups"
    PLAYING = "playing"
    SUSPENDED = "suspended"
    CLOSING = "closing"
    SIGNED = "signed"
    SEALED = "sealed"
    HOMOLOGATED = "homologated"
    FINAL = "final"
    DISPUTED = "disputed"
    POSTPONED = "postponed"
    NOT_PLAYED = "not_played"
    ANNULLED = "annulled"


class Action(StrEnum):
    """What may be done to an encounter. The committee's decision on a suspended one is two actions."""

    OPEN_LINE_UPS = "open_line_ups"
    POSTPONE = "postpone"
    MARK_NOT_PLAYED = "mark_not_played"
    START = "start"
    SUSPEND = "suspend"
    RESUME = "resume"
    CLOSE = "close"
    DECIDE_TO_PLAY = "decide_to_play"
    DECIDE_TO_CLOSE = "decide_to_close"
    BACK_TO_PLAY = "back_to_play"
    SIGN = "sign"
    SEAL = "seal"
    HOMOLOGATE = "homologate"
    DISPUTE = "dispute"
    CORRECT = "correct"
    REOPEN = "reopen"
    FINALISE = "finalise"
    ANNUL = "annul"
    SET_DATE = "set_date"
    AWARD = "award"
    UPHOLD = "uphold"
    REPLAY = "replay"


class Actor(StrEnum):
    """As what somebody acts."""

    HOME_CAPTAIN = "home_captain"
    AWAY_CAPTAIN = "away_captain"
    JUDGE = "judge"
    CLUB_DELEGATE = "club_delegate"
    OFFICE = "office"
    COMMITTEE = "committee"
    SYSTEM = "system"


CAPTAINS = frozenset({Actor.HOME_CAPTAIN, Actor.AWAY_CAPTAIN})


@dataclass(frozen=True)
class Facts:
    """What the guards look at. A caller gives those that its action needs.

    `confirmed_by`: captains whose yes to this very transition is already recorded.
    `signed`, `refused`, `absent`: what is recorded of each signatory, this act included.
    `version_awaits_seal`: a corrected version of the acta is decided and not sealed yet.
    """

    by: Actor
    has_judge: bool = True
    confirmed_by: frozenset[Actor] = frozenset()
    home_locked: bool = False
    away_locked: bool = False
    unfinished_boards: int = 0
    pending_boards: int = 0
    version_awaits_seal: bool = False
    signatories: frozenset[Actor] = CAPTAINS
    signed: frozenset[Actor] = frozenset()
    refused: frozenset[Actor] = frozenset()
    absent: frozenset[Actor] = frozenset()
    quorum: int | None = None
    signing_deadline_passed: bool = False
    in_claim_time: bool = False
    homologation_days_passed: bool = False
    claim_possible: bool = True
    reason: str = ""
    decision: str = ""
    new_date_given: bool = False


GUARDS: Mapping[str, Callable[[Facts], bool]] = MappingProxyType(
    {
        "line_up_home_not_locked": lambda facts: facts.home_locked,
        "line_up_away_not_locked": lambda facts: facts.away_locked,
        "boards_unfinished": lambda facts: facts.unfinished_boards == 0,
        "board_pending": lambda facts: facts.pending_boards == 0,
        "version_awaits_seal": lambda facts: not facts.version_awaits_seal,
        "somebody_has_signed": lambda facts: not facts.signed,
        "not_a_signatory": lambda facts: facts.signed <= facts.signatories,
        "claim_time_over": lambda facts: facts.in_claim_time,
        "homologation_days_running": lambda facts: (
            facts.by is not Actor.SYSTEM or facts.homologation_days_passed
        ),
        "claim_still_possible": lambda facts: not facts.claim_possible,
        "reason_needed": lambda facts: bool(facts.reason.strip()),
        "decision_needed": lambda facts: bool(facts.decision.strip()),
        "new_date_needed": lambda facts: facts.new_date_given,
    }
)


class Confirmation(StrEnum):
    """Whether one act is enough."""

    ONE = "one"
    BOTH_CAPTAINS_WITHOUT_JUDGE = "both_captains_without_judge"
    SIGNATURES = "signatures"


@dataclass(frozen=True)
class Transition:
    """A cell of the table: where it leads, who may, what must hold, and how many must act."""

    next: State
    who: frozenset[Actor]
    guards: tuple[str, ...] = ()
    confirmation: Confirmation = Confirmation.ONE


def _by(next_state: State, *who: Actor, guards: tuple[str, ...] = ()) -> Transition:
    return Transition(next_state, frozenset(who), guards)


def _judge_or_both(next_state: State, *guards: str) -> Transition:
    who = CAPTAINS | {Actor.JUDGE}
    return Transition(next_state, who, guards, Confirmation.BOTH_CAPTAINS_WITHOUT_JUDGE)


_OFFICE, _COMMITTEE, _JUDGE, _SYSTEM = Actor.OFFICE, Actor.COMMITTEE, Actor.JUDGE, Actor.SYSTEM
_CLAIMANTS = (*sorted(CAPTAINS), Actor.CLUB_DELEGATE)
_BOTH_LOCKED = ("line_up_home_not_locked", "line_up_away_not_locked")
_REASON, _DECISION, _IN_TIME = ("reason_needed",), ("decision_needed",), ("claim_time_over",)
# What a committee has decided stands in no acta until its version is sealed: nothing is built on the old one.
_IN_FORCE = ("version_awaits_seal",)
_CORRECTABLE = (*_IN_FORCE, "boards_unfinished", *_REASON)
_REOPENABLE = (*_IN_FORCE, *_REASON)
_HOMOLOGABLE = (*_IN_FORCE, "board_pending", "homologation_days_running")
_SIGNERS = CAPTAINS | {Actor.JUDGE, Actor.SYSTEM}

TRANSITIONS: Mapping[tuple[State, Action], Transition] = MappingProxyType(
    {
        # The system where nobody sets a line-up: of pairs and players, those who are entered play.
        (State.SCHEDULED, Action.OPEN_LINE_UPS): _by(State.LINE_UPS, *CAPTAINS, _SYSTEM),
        (State.SCHEDULED, Action.POSTPONE): _by(State.POSTPONED, _OFFICE),
        (State.SCHEDULED, Action.MARK_NOT_PLAYED): _by(State.NOT_PLAYED, _JUDGE, _OFFICE),
        (State.LINE_UPS, Action.START): _judge_or_both(State.PLAYING, *_BOTH_LOCKED),
        (State.LINE_UPS, Action.POSTPONE): _by(State.POSTPONED, _OFFICE),
        (State.LINE_UPS, Action.MARK_NOT_PLAYED): _by(State.NOT_PLAYED, _JUDGE, _OFFICE),
        (State.PLAYING, Action.SUSPEND): _judge_or_both(State.SUSPENDED),
        (State.PLAYING, Action.CLOSE): _judge_or_both(State.CLOSING, "boards_unfinished"),
        (State.SUSPENDED, Action.RESUME): _judge_or_both(State.PLAYING),
        (State.SUSPENDED, Action.CLOSE): _judge_or_both(State.CLOSING, "boards_unfinished"),
        (State.SUSPENDED, Action.DECIDE_TO_PLAY): _by(State.PLAYING, _COMMITTEE, guards=_DECISION),
        (State.SUSPENDED, Action.DECIDE_TO_CLOSE): _by(State.CLOSING, _COMMITTEE, guards=_DECISION),
        (State.CLOSING, Action.BACK_TO_PLAY): _judge_or_both(
            State.PLAYING, "somebody_has_signed", "reason_needed"
        ),
        (State.CLOSING, Action.SIGN): Transition(
            State.SIGNED, _SIGNERS, ("not_a_signatory",), Confirmation.SIGNATURES
        ),
        (State.SIGNED, Action.SEAL): _by(State.SEALED, _SYSTEM),
        (State.SEALED, Action.HOMOLOGATE): _by(State.HOMOLOGATED, _OFFICE, _SYSTEM, guards=_HOMOLOGABLE),
        (State.SEALED, Action.DISPUTE): _by(State.DISPUTED, *_CLAIMANTS, guards=_IN_TIME),
        (State.SEALED, Action.CORRECT): _by(State.SEALED, _COMMITTEE, guards=_CORRECTABLE),
        (State.SEALED, Action.REOPEN): _by(State.SUSPENDED, _COMMITTEE, guards=_REOPENABLE),
        (State.HOMOLOGATED, Action.FINALISE): _by(
            State.FINAL, _SYSTEM, guards=(*_IN_FORCE, "claim_still_possible")
        ),
        (State.HOMOLOGATED, Action.DISPUTE): _by(State.DISPUTED, *_CLAIMANTS, guards=_IN_TIME),
        (State.HOMOLOGATED, Action.CORRECT): _by(State.SEALED, _COMMITTEE, guards=_CORRECTABLE),
        (State.HOMOLOGATED, Action.REOPEN): _by(State.SUSPENDED, _COMMITTEE, guards=_REOPENABLE),
        (State.DISPUTED, Action.HOMOLOGATE): _by(
            State.HOMOLOGATED, _COMMITTEE, guards=(*_IN_FORCE, "board_pending", *_REASON)
        ),
        (State.DISPUTED, Action.CORRECT): _by(State.SEALED, _COMMITTEE, guards=_CORRECTABLE),
        (State.DISPUTED, Action.ANNUL): _by(State.ANNULLED, _COMMITTEE, guards=_REOPENABLE),
        (State.DISPUTED, Action.REOPEN): _by(State.SUSPENDED, _COMMITTEE, guards=_REOPENABLE),
        (State.FINAL, Action.CORRECT): _by(State.SEALED, _COMMITTEE, guards=(*_CORRECTABLE, *_DECISION)),
        (State.FINAL, Action.ANNUL): _by(State.ANNULLED, _COMMITTEE, guards=(*_IN_FORCE, *_DECISION)),
        (State.FINAL, Action.REOPEN): _by(State.SUSPENDED, _COMMITTEE, guards=(*_REOPENABLE, *_DECISION)),
        (State.POSTPONED, Action.SET_DATE): _by(State.SCHEDULED, _OFFICE, guards=("new_date_needed",)),
        (State.POSTPONED, Action.MARK_NOT_PLAYED): _by(State.NOT_PLAYED, _OFFICE),
        (State.NOT_PLAYED, Action.AWARD): _by(State.FINAL, _OFFICE, _COMMITTEE, guards=_REASON),
        (State.NOT_PLAYED, Action.UPHOLD): _by(State.SCHEDULED, _COMMITTEE, guards=_REASON),
        (State.ANNULLED, Action.REPLAY): _by(State.SCHEDULED, _COMMITTEE, guards=_DECISION),
        (State.ANNULLED, Action.AWARD): _by(State.FINAL, _COMMITTEE, guards=_DECISION),
    }
)


# Where an encounter that has an acta is again, once a committee has reopened it.
OPEN_AGAIN = frozenset({State.SUSPENDED, State.PLAYING, State.CLOSING, State.SIGNED})


def transition(state: State, action: Action) -> Transition:
    """The cell of the table; ConflictError `action_not_in_state` where there is none."""
    found = TRANSITIONS.get((state, action))
    if found is None:
        raise ConflictError("action_not_in_state", state=str(state), action=str(action))
    return found


def actions_in(state: State) -> tuple[Action, ...]:
    """The actions that the table knows in a state, in its order."""
    return tuple(action for known, action in TRANSITIONS if known is state)


def who_may(state: State, action: Action, *, has_judge: bool) -> frozenset[Actor]:
    """Who may act here: the captains replace the judge only where there is none."""
    found = transition(state, action)
    if found.confirmation is not Confirmation.BOTH_CAPTAINS_WITHOUT_JUDGE:
        return found.who
    return frozenset({Actor.JUDGE}) if has_judge else CAPTAINS


def missing(state: State, action: Action, facts: Facts) -> list[str]:
    """The codes of what is missing for an action, in the order of the table; none: it may be done.

    Raises ConflictError `action_not_in_state`.
    """
    return [code for code in transition(state, action).guards if not GUARDS[code](facts)]


def waiting_for(state: State, action: Action, facts: Facts) -> frozenset[Actor]:
    """Who must still act before the transition is made, once `facts.by` has acted."""
    found = transition(state, action)
    if found.confirmation is Confirmation.SIGNATURES:
        return _signatures_awaited(facts)
    if found.confirmation is Confirmation.BOTH_CAPTAINS_WITHOUT_JUDGE and not facts.has_judge:
        return CAPTAINS - facts.confirmed_by - {facts.by}
    return frozenset()


def _signatures_awaited(facts: Facts) -> frozenset[Actor]:
    """A refusal settles its signatory at once; an absence at the deadline. Neither blocks the seal."""
    if facts.quorum is not None and len(facts.signed) >= facts.quorum:
        return frozenset()
    settled = facts.signed | facts.refused
    if facts.signing_deadline_passed:
        settled |= facts.absent
    return facts.signatories - settled


def next_state(state: State, action: Action, facts: Facts) -> State:
    """The state after `facts.by` has done `action`; the same one while others must act too.

    Raises ConflictError `action_not_in_state`, RuleError `actor_may_not`, or RuleError
    with the first of the guards' codes and all of them in `missing`.
    """
    found = transition(state, action)
    if facts.by not in who_may(state, action, has_judge=facts.has_judge):
        raise RuleError("actor_may_not", action=str(action), actor=str(facts.by))
    codes = missing(state, action, facts)
    if codes:
        raise RuleError(codes[0], missing=tuple(codes))
    return state if waiting_for(state, action, facts) else found.next
