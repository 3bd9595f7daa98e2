"""The lifecycle of an encounter: the table itself, its guards, and walks through it."""

from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from competitions.rules.lifecycle import (
    CAPTAINS,
    GUARDS,
    TRANSITIONS,
    Action,
    Actor,
    Confirmation,
    Facts,
    State,
    actions_in,
    missing,
    next_state,
    waiting_for,
    who_may,
)
from federation.rules.errors import ConflictError, RuleError

HOME, AWAY, JUDGE = Actor.HOME_CAPTAIN, Actor.AWAY_CAPTAIN, Actor.JUDGE
# Whatever a guard asks for is there.
READY = Facts(
    by=JUDGE,
    home_locked=True,
    away_locked=True,
    signatories=frozenset({HOME, AWAY, JUDGE}),
    in_claim_time=True,
    homologation_days_passed=True,
    claim_possible=False,
    reason="motivo",
    decision="resolución 3/2027",
    new_date_given=True,
)

# Written by hand from the design: state, action, who, next.
TABLE = """
scheduled    open_line_ups    home_captain away_captain system         line_ups
scheduled    postpone         office                                   postponed
scheduled    mark_not_played  judge office                             not_played
line_ups     start            judge home_captain away_captain          playing
line_ups     postpone         office                                   postponed
line_ups     mark_not_played  judge office                             not_played
playing      suspend          judge home_captain away_captain          suspended
playing      close            judge home_captain away_captain          closing
suspended    resume           judge home_captain away_captain          playing
suspended    close            judge home_captain away_captain          closing
suspended    decide_to_play   committee                                playing
suspended    decide_to_close  committee                                closing
closing      back_to_play     judge home_captain away_captain          playing
closing      sign             judge home_captain away_captain system   signed
signed       seal             system                                   sealed
sealed       homologate       office system                            homologated
sealed       dispute          home_captain away_captain club_delegate  disputed
sealed       correct          committee                                sealed
sealed       reopen           committee                                suspended
homologated  finalise         system                                   final
homologated  dispute          home_captain away_captain club_delegate  disputed
homologated  correct          committee                                sealed
homologated  reopen           committee                                suspended
disputed     homologate       committee                                homologated
disputed     correct          committee                                sealed
disputed     annul            committee                                annulled
disputed     reopen           committee                                suspended
final        correct          committee                                sealed
final        annul            committee                                annulled
final        reopen           committee                                suspended
postponed    set_date         office                                   scheduled
postponed    mark_not_played  office                                   not_played
not_played   award            office committee                         final
not_played   uphold           committee                                scheduled
annulled     replay           committee                                scheduled
annulled     award            committee                                final
"""
ROWS = [
    (State(first), Action(second), frozenset(map(Actor, who)), State(last))
    for first, second, *who, last in (line.split() for line in TABLE.strip().splitlines())
]


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def test_the_table_is_the_one_of_the_design():
    written = {(state, action): (who, after) for state, action, who, after in ROWS}

    assert {cell: (found.who, found.next) for cell, found in TRANSITIONS.items()} == written


@pytest.mark.parametrize(("state", "action", "who", "after"), ROWS)
def test_each_cell_for_each_actor(state, action, who, after):
    for actor in Actor:
        facts = replace(READY, by=actor, confirmed_by=CAPTAINS, signed=READY.signatories, has_judge=True)
        if action is Action.BACK_TO_PLAY:
            facts = replace(facts, signed=frozenset())
        if actor in who_may(state, action, has_judge=True):
            assert next_state(state, action, facts) is after
        else:
            with refused("actor_may_not"):
                next_state(state, action, facts)


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("action", Action)
def test_what_is_not_in_the_table_is_a_conflict(state, action):
    if (state, action) in TRANSITIONS:
        assert action in actions_in(state)
        return
    with pytest.raises(ConflictError, match="action_not_in_state"):
        next_state(state, action, READY)


BOTH = [cell for cell, found in TRANSITIONS.items() if found.confirmation is not Confirmation.ONE]


@pytest.mark.parametrize(("state", "action"), [cell for cell in BOTH if cell != (State.CLOSING, Action.SIGN)])
def test_without_a_judge_the_second_captain_makes_the_transition(state, action):
    facts = replace(READY, has_judge=False, by=HOME)
    with refused("actor_may_not"):
        next_state(state, action, replace(facts, by=JUDGE))
    assert next_state(state, action, facts) is state
    assert waiting_for(state, action, facts) == {AWAY}
    again = replace(facts, confirmed_by=frozenset({HOME}))
    assert next_state(state, action, again) is state
    second = replace(facts, by=AWAY, confirmed_by=frozenset({HOME}))
    assert next_state(state, action, second) is TRANSITIONS[state, action].next


def test_with_a_judge_captains_do_not_start():
    with refused("actor_may_not"):
        next_state(State.LINE_UPS, Action.START, replace(READY, by=HOME))


@pytest.mark.parametrize(
    ("state", "action", "changes", "codes"),
    [
        (State.LINE_UPS, Action.START, {"home_locked": False, "away_locked": False},
         ["line_up_home_not_locked", "line_up_away_not_locked"]),
        (State.PLAYING, Action.CLOSE, {"unfinished_boards": 1}, ["boards_unfinished"]),
        (State.SUSPENDED, Action.CLOSE, {"unfinished_boards": 1}, ["boards_unfinished"]),
        (State.SUSPENDED, Action.DECIDE_TO_PLAY, {"decision": " "}, ["decision_needed"]),
        (State.CLOSING, Action.BACK_TO_PLAY, {"signed": CAPTAINS, "reason": ""},
         ["somebody_has_signed", "reason_needed"]),
        (State.CLOSING, Action.SIGN, {"signatories": CAPTAINS, "signed": {JUDGE}}, ["not_a_signatory"]),
        (State.SEALED, Action.HOMOLOGATE, {"pending_boards": 1}, ["board_pending"]),
        (State.SEALED, Action.HOMOLOGATE, {"by": Actor.SYSTEM, "homologation_days_passed": False},
         ["homologation_days_running"]),
        (State.SEALED, Action.DISPUTE, {"in_claim_time": False}, ["claim_time_over"]),
        (State.SEALED, Action.CORRECT, {"reason": ""}, ["reason_needed"]),
        (State.SEALED, Action.CORRECT, {"unfinished_boards": 1}, ["boards_unfinished"]),
        (State.HOMOLOGATED, Action.CORRECT, {"version_awaits_seal": True}, ["version_awaits_seal"]),
        (State.SEALED, Action.HOMOLOGATE, {"version_awaits_seal": True}, ["version_awaits_seal"]),
        (State.FINAL, Action.REOPEN, {"version_awaits_seal": True, "reason": "", "decision": ""},
         ["version_awaits_seal", "reason_needed", "decision_needed"]),
        (State.DISPUTED, Action.HOMOLOGATE, {"pending_boards": 1}, ["board_pending"]),
        (State.HOMOLOGATED, Action.FINALISE, {"claim_possible": True}, ["claim_still_possible"]),
        (State.FINAL, Action.CORRECT, {"decision": ""}, ["decision_needed"]),
        (State.POSTPONED, Action.SET_DATE, {"new_date_given": False}, ["new_date_needed"]),
        (State.ANNULLED, Action.REPLAY, {"decision": ""}, ["decision_needed"]),
    ],
)  # fmt: skip
def test_guards_name_what_is_missing(state, action, changes, codes):
    actor = min(who_may(state, action, has_judge=True))
    facts = replace(READY, **({"by": actor} | changes))

    assert missing(state, action, replace(READY, by=actor)) == []
    assert missing(state, action, facts) == codes
    if facts.by in who_may(state, action, has_judge=True):
        with pytest.raises(RuleError) as caught:
            next_state(state, action, facts)
        assert (caught.value.code, caught.value.data["missing"]) == (codes[0], tuple(codes))


def test_the_office_homologates_before_the_days_have_passed():
    facts = replace(READY, by=Actor.OFFICE, homologation_days_passed=False)
    assert next_state(State.SEALED, Action.HOMOLOGATE, facts) is State.HOMOLOGATED


@pytest.mark.parametrize("action", actions_in(State.FINAL))
def test_what_is_final_moves_by_a_decision_only(action):
    with refused("decision_needed"):
        next_state(State.FINAL, action, replace(READY, by=Actor.COMMITTEE, decision=""))


def test_every_guard_is_used():
    assert {code for found in TRANSITIONS.values() for code in found.guards} == set(GUARDS)


@pytest.mark.parametrize(
    ("facts", "after"),
    [
        ({"signed": {HOME}}, State.CLOSING),
        ({"signed": {HOME, AWAY}}, State.CLOSING),
        ({"signed": {HOME, AWAY, JUDGE}}, State.SIGNED),
        ({"signed": {HOME, JUDGE}, "refused": {AWAY}}, State.SIGNED),
        ({"signed": {HOME, JUDGE}, "absent": {AWAY}}, State.CLOSING),
        ({"signed": {HOME, JUDGE}, "absent": {AWAY}, "signing_deadline_passed": True}, State.SIGNED),
        ({"signed": {JUDGE}, "signing_deadline_passed": True}, State.CLOSING),
        ({"signed": {HOME, JUDGE}, "quorum": 2}, State.SIGNED),
        ({"signed": {HOME}, "quorum": 2}, State.CLOSING),
    ],
)
def test_signatures(facts, after):
    given = {key: frozenset(value) if isinstance(value, set) else value for key, value in facts.items()}
    assert next_state(State.CLOSING, Action.SIGN, replace(READY, **given)) is after


class Walk(RuleBasedStateMachine):
    """Anybody tries anything; what is held must hold on every path."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State.SCHEDULED
        self.sealed = False
        self.confirmed: dict[Action, frozenset[Actor]] = {}

    @rule(
        action=st.sampled_from(Action),
        by=st.sampled_from(Actor),
        has_judge=st.booleans(),
        locked=st.booleans(),
        pending=st.integers(0, 1),
        decision=st.sampled_from(["", "R"]),
    )
    def attempt(self, action, by, has_judge, locked, pending, decision) -> None:
        facts = replace(
            READY, by=by, has_judge=has_judge, home_locked=locked, pending_boards=pending,
            decision=decision, confirmed_by=self.confirmed.get(action, frozenset()),
            signed=READY.signatories if action is Action.SIGN else frozenset(),
        )  # fmt: skip
        before = self.state
        try:
            after = next_state(before, action, facts)
        except RuleError:
            return
        self.move(before, action, facts, after)

    @precondition(lambda self: actions_in(self.state))
    @rule(data=st.data())
    def go_on(self, data) -> None:
        """A step that is allowed, so that walks get far."""
        action = data.draw(st.sampled_from(actions_in(self.state)))
        actor = data.draw(st.sampled_from(sorted(who_may(self.state, action, has_judge=True))))
        signed = READY.signatories if action is Action.SIGN else frozenset()
        facts = replace(READY, by=actor, signed=signed)
        self.move(self.state, action, facts, next_state(self.state, action, facts))

    def move(self, before: State, action: Action, facts: Facts, after: State) -> None:
        assert facts.by in who_may(before, action, has_judge=facts.has_judge)
        assert missing(before, action, facts) == []
        if after is before and action is not Action.CORRECT:
            assert not facts.has_judge
            self.confirmed[action] = self.confirmed.get(action, frozenset()) | {facts.by}
            return
        assert after is TRANSITIONS[before, action].next
        if before is State.FINAL:
            # Nothing leaves what is final but a decision of the committee.
            assert facts.by is Actor.COMMITTEE
            assert facts.decision
        if after is State.HOMOLOGATED:
            assert facts.pending_boards == 0
        if after is State.PLAYING and before is State.LINE_UPS:
            assert facts.home_locked
            assert facts.away_locked
        if after is State.SEALED and before is State.SIGNED:
            assert facts.by is Actor.SYSTEM
        self.sealed = self.sealed or after is State.SEALED
        self.state = after
        self.confirmed = {}

    @invariant()
    def homologated_only_after_a_seal(self) -> None:
        if self.state in (State.HOMOLOGATED, State.DISPUTED):
            assert self.sealed


TestWalk = Walk.TestCase
