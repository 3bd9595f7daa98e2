"""What Hypothesis draws for the sheet of frames: acts that a table could try, and nonsense."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import FrameEntryKind, FrameRulingKind, Legality
from matches.rules.pool.frames import FrameState
from matches.rules.pool.series import Length, SeriesTerms
from matches.rules.pool.shots import Choice
from matches.rules.pool.slow_play import Step
from matches.rules.sides import Side
from tests.strategies import JSON

SIDES = {Side.HOME: ("1",), Side.AWAY: ("2",)}
SIDE = st.sampled_from(["home", "away"])
PLAYER = st.sampled_from(["1", "2"])
REFEREE = {"judge": "9", "captains": []}
KIND = FrameEntryKind
# Most of what a table writes are frames and approvals.
KINDS = st.sampled_from(
    [*FrameEntryKind, *[KIND.FRAME] * 8, *[KIND.APPROVAL] * 8, *[KIND.LAG] * 3, *[KIND.BREAK] * 3]
)
ENDINGS = [Ending.EIGHT, Ending.EIGHT, Ending.LOSS_A, Ending.LOSS_F, Ending.CONCEDED, Ending.NOT_NOTED]


@dataclass(frozen=True)
class Act:
    """Something that a table tries to write."""

    kind: FrameEntryKind
    data: Any
    frame: int | None = None
    revision: int | None = None


def lengths() -> st.SearchStrategy[SeriesTerms]:
    """A race or a fixed number of frames."""
    return st.builds(SeriesTerms, st.sampled_from(Length), st.integers(1, 4))


@st.composite
def figures(draw: st.DrawFn) -> dict[str, Any]:
    """How a frame can have ended."""
    ending = draw(st.sampled_from([*ENDINGS, Ending.DRAWN]))
    side = None if ending is Ending.DRAWN else draw(SIDE)
    return {"ending": ending.value, "side": side, "run_out": ending is Ending.EIGHT and draw(st.booleans())}


@st.composite
def acts(draw: st.DrawFn, state: FrameState) -> Act:
    """An act with data that fits where the sheet stands, or nearly."""
    kind = draw(KINDS)
    if kind in (KIND.FRAME, KIND.NULL_GAME):
        return Act(kind, draw(_data(kind, state)), state.next_frame, state.next_revision)
    if kind in (KIND.APPROVAL, KIND.DISAGREEMENT, KIND.SETTLEMENT, KIND.RETRACTION) and state.facts.current:
        rows = state.facts.current
        fitting = {KIND.APPROVAL: "proposed", KIND.DISAGREEMENT: "proposed", KIND.SETTLEMENT: "disagreed"}
        wanted = [row for row in rows if row.state.value == fitting.get(kind)] or [rows[-1]]
        row = draw(st.sampled_from(wanted))
        return Act(kind, draw(_data(kind, state)), row.number, row.revision)
    return Act(kind, draw(_data(kind, state)))


def _data(kind: FrameEntryKind, state: FrameState) -> st.SearchStrategy[Mapping[str, Any]]:
    last = state.facts.current[-1] if state.facts.current else None
    missing = [side.value for side in last.sides_missing] if last else []
    breaker = state.next_breaker.value if state.next_breaker else "home"
    rack = state.rack_breaker.value if state.rack_breaker else "home"
    fixed = st.fixed_dictionaries
    shapes: dict[FrameEntryKind, st.SearchStrategy[Any]] = {
        KIND.LAG: fixed({"winner": SIDE, "breaks": SIDE}),
        KIND.BREAK: fixed(
            {
                "breaker": st.just(rack),
                "legality": st.sampled_from([legality.value for legality in Legality]),
                "eight": st.sampled_from(["on_table", "on_table", "pocketed", "off"]),
                "cue_ball_gone": st.booleans(),
                "choice": st.none() | st.sampled_from([choice.value for choice in Choice]),
            }
        ),
        KIND.NEW_RACK: fixed({"cause": st.sampled_from(["both_agree", "stalemate"]), **_just(REFEREE)}),
        KIND.GROUPS: fixed({"side": SIDE, "group": st.sampled_from(["low", "high"])}),
        KIND.FOUL: PLAYER.flatmap(
            lambda person: fixed(
                {
                    "side": st.just("home" if person == "1" else "away"),
                    "person": st.just(person),
                    "letter": st.sampled_from("abcdefg"),
                    "on_purpose": st.booleans(),
                }
            )
        ),
        KIND.WARNING: fixed({"person": PLAYER, **_just(REFEREE)}),
        KIND.PACE: fixed(
            {
                "person": PLAYER,
                "step": st.sampled_from([step.value for step in Step]),
                "seconds": st.none() | st.integers(0, 200),
                **_just(REFEREE),
            }
        ),
        KIND.FRAME: st.builds(
            lambda told, by: {**told, "breaker": breaker, "written_by": by},
            figures(),
            st.sampled_from(["home", "away", "judge"]),
        ),
        KIND.NULL_GAME: fixed({"person": PLAYER, **_just({"reason": "reincide", "judge": "9"})}),
        KIND.APPROVAL: fixed(
            {"side": st.sampled_from(missing or ["home"]), **_just({"person": "7", "how": "pin"})}
        ),
        KIND.DISAGREEMENT: st.builds(
            lambda told, side: {**told, "of": side}, figures(), st.sampled_from(missing or ["home"])
        ),
        KIND.SETTLEMENT: figures().map(lambda told: {**told, "reason": "visto", "judge": "9", "persons": []}),
        KIND.RETRACTION: st.just({"judge": "9", "approved_by": []}),
        KIND.LATE: fixed({"side": SIDE, "minutes": st.integers(0, 40)}),
        KIND.NO_SHOW: st.just({"sides": ["home"]}) | st.just({"sides": ["home", "away"]}),
        KIND.CONCESSION: fixed({"side": SIDE, "reason": st.just("se retira")}),
        KIND.DISQUALIFICATION: fixed({"person": PLAYER, **_just({"director": "8", "reason": "conducta"})}),
        KIND.SUSPENSION: st.just({"reason": "sin luz"}),
        KIND.RULING: fixed(
            {
                "kind": st.sampled_from([kind.value for kind in FrameRulingKind]),
                "winner": st.none() | SIDE,
                "reason": st.just("resuelve"),
            }
        ),
    }
    return shapes[kind]


def _just(values: Mapping[str, Any]) -> dict[str, st.SearchStrategy[Any]]:
    return {key: st.just(value) for key, value in values.items()}


def damaged(act: Act) -> st.SearchStrategy[Act]:
    """The same act as a device that nobody trusts might send it."""
    if not act.data:
        return st.just(act)
    keys = st.sampled_from(sorted(act.data))
    spoilt = st.builds(lambda key, value: {**act.data, key: value}, keys, JSON)
    return (spoilt | JSON).map(lambda data: Act(act.kind, data, act.frame, act.revision))
