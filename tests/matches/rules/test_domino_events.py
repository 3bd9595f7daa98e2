"""What happens beside the hands: false thinking and pass, drops, absences, suspensions (art. 12 to 20)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import defaults, readings
from matches.rules.domino import conduct, drops, ending, infractions
from matches.rules.domino.drops import Drop, DropDecision, DropMoment
from matches.rules.domino.ending import AbsenceOutcome, Decision, HandPoints, Needs
from matches.rules.domino.hands import Totals
from matches.rules.domino.infractions import Infraction, Moment, Remedy, Thinking
from matches.rules.sides import Side, left_of, partner_of, right_of
from matches.rules.tiles import FULL_SET, Tile
from tests.strategies import regulations

pytestmark = pytest.mark.pure
SEAT = st.integers(0, 3)
POINTS = st.integers(0, 299)
TOTALS = st.builds(Totals, POINTS, POINTS)
TARGET = 300


def _with(name: str, option: Any) -> Any:
    return readings(name, defaults())[option]


@given(st.sampled_from(Infraction), SEAT, SEAT, regulations())
def test_an_annulled_hand_has_one_next_leader(
    what: Infraction, leader: int, offender: int, parameters: Any
) -> None:
    found = infractions.consequence(what, leader, offender, Remedy.ANNUL, parameters)
    assert found.annulled
    assert found.next_leader in (leader, right_of(leader))
    assert found.lead_lost == (found.next_leader == right_of(leader))
    own = (leader - offender) % 2 == 0
    assert found.lead_lost or not own, "whoever offends with the lead in his pair loses it"


@given(SEAT, SEAT, regulations())
def test_a_hand_that_is_played_again_keeps_its_lead(leader: int, offender: int, parameters: Any) -> None:
    for what in Infraction:
        found = infractions.consequence(what, leader, offender, Remedy.REPLAY, parameters)
        assert (found.annulled, found.lead_lost, found.resumes_at) == (False, False, offender)


@given(SEAT)
def test_offenders_who_are_passed_over_do_not_lead(leader: int) -> None:
    parameters = _with("false_pass_rivals_led", "skip_offenders_next_lead")
    for offender in (right_of(leader), left_of(leader)):
        found = infractions.consequence(Infraction.FALSE_PASS, leader, offender, Remedy.ANNUL, parameters)
        assert (found.next_leader, found.leader_after_next) == (leader, partner_of(leader))


@given(st.sampled_from(Infraction), regulations())
def test_what_may_be_asked_later_may_be_asked_before(what: Infraction, parameters: Any) -> None:
    admitted = [infractions.is_admitted(what, moment, parameters) for moment in Moment]
    assert admitted[0]
    assert admitted == sorted(admitted, reverse=True)


@given(st.sampled_from(FULL_SET), SEAT, st.sampled_from(FULL_SET))
def test_thinking_over_one_tile_with_one_place_is_the_infraction(tile: Tile, end: int, line: Tile) -> None:
    ends = (line.high, line.low)
    fits = {tile.high, tile.low} & set(ends)
    if not fits:
        with pytest.raises(RuleError, match="tile_does_not_fit"):
            infractions.false_thinking(ends, [tile], defaults())
    else:
        found = infractions.false_thinking(ends, [tile], defaults())
        assert (found is Thinking.INFRACTION) == (len(fits) == 1 and ends[0] != ends[1])
    assert infractions.false_thinking((end, end), [], defaults()) is Thinking.NONE


@pytest.mark.parametrize(
    ("option", "expected"),
    [("two_options", Thinking.NONE), ("one_option", Thinking.INFRACTION), ("ask_judge", Thinking.ASK)],
)
def test_equal_ends_are_as_the_regulation_reads_them(option: str, expected: Thinking) -> None:
    parameters = _with("false_thinking_equal_ends", option)
    assert infractions.false_thinking((5, 5), [Tile(5, 3)], parameters) is expected
    assert infractions.false_thinking((5, 5), [Tile(5, 3)], parameters, stopped=False) is Thinking.NONE
    assert infractions.false_thinking((5, 5), [Tile(5, 3), Tile(5, 2)], parameters) is Thinking.NONE


@given(
    moment=st.sampled_from(DropMoment), face_up=st.sampled_from([True, False, None]), parameters=regulations()
)
def test_rivals_decide_exactly_where_they_have_a_choice(
    *, moment: DropMoment, face_up: bool | None, parameters: Any
) -> None:
    found = drops.ruling(moment, parameters, face_up=face_up)
    assert found.rivals_decide == bool(found.options)
    assert not (found.rivals_decide and found.shuffled_again)
    for decision in [*DropDecision, None]:
        good = decision in found.options if found.rivals_decide else decision is None
        if good:
            drops.check_decision(moment, decision, parameters, face_up=face_up)
        else:
            with pytest.raises(RuleError, match="drop_decision"):
                drops.check_decision(moment, decision, parameters, face_up=face_up)


def test_nothing_is_annulled_before_the_lead_nor_shuffled_after_it() -> None:
    assert DropDecision.ANNUL not in drops.ruling(DropMoment.ALL_HAVE_SEVEN, defaults()).options
    assert DropDecision.SHUFFLE_AGAIN not in drops.ruling(DropMoment.DURING_HAND, defaults()).options


DROPS = st.lists(
    st.builds(Drop, st.integers(1, 2), st.sampled_from(Side), st.sampled_from(DropMoment)), max_size=12
)


@given(DROPS, regulations())
def test_drops_are_counted_by_pair_and_partida(fallen: list[Drop], parameters: Any) -> None:
    found = drops.ordinals(fallen, parameters)
    for partida in (1, 2):
        for side in Side:
            own = [
                n
                for n, drop in zip(found, fallen, strict=True)
                if (drop.partida, drop.side) == (partida, side)
            ]
            counted = [number for number in own if number]
            assert counted == list(range(1, len(counted) + 1))
    assert [bool(number) for number in found] == [drops.counts(drop, parameters) for drop in fallen]


@given(TOTALS, st.sampled_from(Side))
def test_whoever_abandons_loses_with_what_he_had(totals: Totals, leaves: Side) -> None:
    found = ending.abandonment(totals, TARGET, leaves)
    assert found.winner is leaves.other
    assert found.final.of(leaves) == totals.of(leaves)
    assert found.final.of(leaves.other) == TARGET == totals.of(leaves.other) + found.added


def test_nobody_abandons_a_partida_that_is_over() -> None:
    with pytest.raises(RuleError, match="partida_over"):
        ending.abandonment(Totals(300, 10), TARGET, Side.HOME)


@given(
    totals=TOTALS,
    side=st.sampled_from(Side),
    bench=st.lists(st.sampled_from("XYZ"), unique=True),
    justified=st.booleans(),
    parameters=regulations(),
)
def test_an_absence_has_one_outcome(
    *, totals: Totals, side: Side, bench: list[str], justified: bool, parameters: Any
) -> None:
    found = ending.absence(totals, TARGET, side, bench, parameters, justified=justified)
    assert bool(found.may_enter) == (found.outcome is AbsenceOutcome.GOES_ON) == (justified and bool(bench))
    assert (found.abandoned is not None) == (found.outcome is AbsenceOutcome.ABANDONMENT)
    if not justified:
        assert found.outcome is AbsenceOutcome.ABANDONMENT


@given(st.sampled_from(Decision), TOTALS, st.sampled_from([*Side, None]), regulations())
def test_a_decision_ends_or_goes_on_never_both(
    decision: Decision, totals: Totals, named: Side | None, parameters: Any
) -> None:
    found = ending.decide(decision, totals, parameters, named=named)
    assert not (found.final is not None and found.starts_at is not None)
    assert found.accepted or found.needs is Needs.ANOTHER_DECISION
    if found.winner is not None:
        assert found.final == totals, "a decision fills nobody up"
    if found.final is not None:
        assert (found.needs is Needs.NOTHING) == (found.winner is not None)
    for score in (found.final, found.starts_at):
        assert score is None or (score.home >= 0 and score.away >= 0)


@given(TOTALS, st.sampled_from(Side), st.integers(0, 153))
def test_a_hand_that_is_replayed_leaves_the_score(totals: Totals, side: Side, points: int) -> None:
    after = totals.plus(side, points)
    found = ending.decide(
        Decision.REPLAY_HAND, after, defaults(), hand=HandPoints(side, points, included=True)
    )
    assert found.starts_at == totals
    outside = HandPoints(side, points, included=False)
    assert ending.decide(Decision.REPLAY_HAND, after, defaults(), hand=outside).starts_at == after


def test_a_hand_cannot_take_more_than_there_is() -> None:
    with pytest.raises(RuleError, match="suspension_hand_unknown"):
        ending.decide(
            Decision.REPLAY_HAND, Totals(10, 0), defaults(), hand=HandPoints(Side.HOME, 11, included=True)
        )


@pytest.mark.parametrize("option", ["refused", "free"])
def test_level_the_body_names_a_winner_only_where_it_may(option: str) -> None:
    parameters = _with("level_ahead_decision", option)
    found = ending.decide(Decision.AHEAD_WINS, Totals(90, 90), parameters, named=Side.AWAY)
    assert found.winner is (Side.AWAY if option == "free" else None)


@given(seconds=st.integers(0, 200), during=st.booleans(), rivals=st.booleans(), aloud=st.booleans())
def test_a_short_low_word_after_the_hand_is_free(
    *, seconds: int, during: bool, rivals: bool, aloud: bool
) -> None:
    noted = conduct.comment_is_noted(
        defaults(), during_hand=during, seconds=seconds, about_rivals=rivals, aloud=aloud
    )
    assert noted == (during or rivals or aloud or seconds > 60)
