"""What Hypothesis draws for the tests of 8-ball: regulations and strokes that could be described."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from federation.rules.parameters import CATALOGUE, ParameterKind, resolve
from matches.rules.pool.balls import BALLS, EIGHT, POCKETS, Group, group_of
from matches.rules.pool.shots import Call, Choice, Foul, Phase, Shot

POOL_CHOICES = [
    parameter
    for parameter in CATALOGUE.values()
    if parameter.group == "pool" and parameter.kind in (ParameterKind.CHOICE, ParameterKind.SWITCH)
]


@st.composite
def pool_regulations(draw: st.DrawFn) -> Mapping[str, Any]:
    """Resolved parameters, some open points of 8-ball with any of their options."""
    chosen = draw(st.lists(st.sampled_from(POOL_CHOICES), unique=True, max_size=8))
    return resolve({parameter.name: draw(st.sampled_from(parameter.options)) for parameter in chosen})


@st.composite
def shots(draw: st.DrawFn, *phases: Phase) -> Shot:
    """A stroke that can be: what moves was on the table, and nothing is at two places."""
    phase = draw(st.sampled_from(phases or tuple(Phase)))
    group = draw(st.sampled_from(Group)) if phase is Phase.GROUP_PLAY else None
    left = (
        draw(st.none() | st.lists(st.sampled_from(group.balls), unique=True, max_size=3)) if group else None
    )
    there = [ball for ball in BALLS if left is None or group_of(ball) is not group or ball in left]
    moved = draw(st.lists(st.sampled_from(there), unique=True, max_size=5))
    if draw(st.booleans()) and EIGHT not in moved:
        moved.append(EIGHT)
    fallen = draw(st.integers(0, len(moved)))
    falls = {ball: draw(st.none() | st.sampled_from(POCKETS)) for ball in moved[:fallen]}
    called = draw(st.none() | st.builds(Call, st.sampled_from(there), st.sampled_from(POCKETS)))
    if called and called.ball in falls and draw(st.booleans()):
        falls[called.ball] = called.pocket
    return Shot(
        phase=phase,
        group=group,
        group_left=None if left is None else tuple(left),
        called=called,
        falls=falls,
        off=tuple(moved[fallen:]),
        first_contact=draw(st.none() | st.sampled_from(there)),
        through_eight=draw(st.booleans()),
        fouls=tuple(draw(st.lists(st.sampled_from(Foul), unique=True, max_size=2))),
        consecutive_fouls=draw(st.none() | st.integers(1, 9)),
        to_cushion=draw(st.none() | st.integers(0, 15)),
        choice=draw(st.none() | st.sampled_from(Choice)),
        coin_table=draw(st.booleans()),
        official=draw(st.booleans()),
    )
