"""What Hypothesis draws of what happens beside the hands: annulments, drops, time, ends, rulings."""

from typing import Any

from hypothesis import strategies as st

from federation.rules.parameters import resolve
from matches.rules.domino.drops import DropMoment, ruling
from matches.rules.domino.infractions import Infraction, is_admitted
from matches.rules.sheet import (
    EndedHow,
    Entry,
    EntryKind,
    HandState,
    Phase,
    SheetState,
    SheetTerms,
    append,
    start,
)
from matches.rules.sheet_event_entries import MomentWord, RulingKind
from matches.rules.sheet_rulings import OPENS, is_undecided
from matches.rules.sides import Side
from tests.strategies import SIDES, PlayedSheet, possible_acts, previous_partidas, regulations

Acts = list[st.SearchStrategy[Entry]]


@st.composite
def eventful_sheets(draw: st.DrawFn, most: int = 24) -> PlayedSheet:
    """A sheet of up to `most` entries with everything that may happen at a table."""
    partida = draw(st.integers(1, 2))
    drawn = dict(draw(regulations()))
    parameters = resolve(
        drawn
        | {
            "time_limit_minutes": 40,
            "late_arrival": [[5, 10], [10, 20], [15, 20]],
            "time_limit_ending": draw(st.sampled_from(["finish_hand", "finish_hand_plus_one"])),
            "time_level": draw(st.sampled_from(["drawn", "extra_hand"])),
        }
    )
    terms = SheetTerms(
        target=draw(st.sampled_from([60, 150, 300])),
        parameters=parameters,
        partida=partida,
        team_competition=draw(st.booleans()),
    )
    previous = draw(previous_partidas()) if partida > 1 else None
    state = start(terms, SIDES, previous)
    entries: list[Entry] = []
    for seq in range(1, draw(st.integers(most // 3, most)) + 1):
        hands, beside = possible_acts(state, seq), event_acts(state, seq)
        if not hands and not beside:
            break
        straight = state.seats is None and hands and draw(st.integers(0, 5))
        unusual = beside and (not hands or not draw(st.integers(0, 4)))
        choice = hands[0] if straight else draw(st.sampled_from(beside if unusual else hands))
        entry = draw(choice)
        entries.append(entry)
        state = append(state, entry)
    return PlayedSheet(terms, previous, tuple(entries))


def event_acts(state: SheetState, seq: int) -> Acts:
    """The events that may come next."""
    if state.phase is Phase.SUSPENDED:
        return _rulings(state, seq, list(RulingKind))
    if state.phase is Phase.ENDED:
        decided = state.ended_how is EndedHow.DECISION
        return _rulings(state, seq, list(RulingKind) if decided else [*OPENS, RulingKind.HAND_STANDS])
    acts: Acts = [
        st.just(_entry(seq, EntryKind.SUSPENSION, {"reason": "apagón"})),
        st.just(
            _entry(
                seq,
                EntryKind.INTERRUPTION,
                {"cause": "causa", "minutes": 4, "announced": False, "person": None},
            )
        ),
    ]
    if state.facts.paper is None:
        acts.append(st.just(_entry(seq, EntryKind.PAPER, {"photo": "a" * 64, "judge": "9", "captains": []})))
    if state.seats is not None and state.phase is not Phase.SETTLEMENT:
        everybody = st.sampled_from([person for pair in state.sides.values() for person in pair])
        acts.append(
            everybody.map(
                lambda person: _entry(seq, EntryKind.ABANDONMENT, {"person": person, "reason": "se va"})
            )
        )
    if not state.facts.rows:
        acts += _before_play(state, seq)
    if state.phase is Phase.PLAYING:
        acts += [_drops(state, seq)] * 2 + _times(state, seq)
    return acts + [_annulments(state, seq)] * 3 if _can_annul(state) else acts


def _entry(seq: int, kind: EntryKind, data: dict[str, Any], row: Any = (None, None)) -> Entry:
    return Entry(seq, kind, row[0], row[1], "9", data)


def _can_annul(state: SheetState) -> bool:
    return state.phase is Phase.PLAYING and state.why_not != "approval_pending"


@st.composite
def _annulments(draw: st.DrawFn, state: SheetState, seq: int) -> Entry:
    """An infraction of the hand in play or of a written one, asked in time."""
    cause = draw(st.sampled_from(Infraction))
    rows = [row for row in state.facts.current if row.state is not HandState.ANNULLED]
    target = draw(st.sampled_from([None, *rows[-2:]]))
    last = bool(rows) and target is state.facts.current[-1]
    words = [MomentWord.AT_ONCE, MomentWord.LATER_IN_HAND]
    if target is not None:
        words = [MomentWord.AFTER_HAND if last else MomentWord.AFTER_NEXT_LEAD]
    in_time = [word for word in words if is_admitted(cause, word.moment, state.terms.parameters)]
    remedy = draw(st.sampled_from(["annul", "replay_from_infraction"]))
    if not in_time or (target is not None and not last and remedy != "annul"):
        # Not to be asked any more: an act that is always possible stands in.
        return _entry(seq, EntryKind.SUSPENSION, {"reason": "fuera de plazo"})
    side = draw(st.sampled_from(Side))
    numbers = (state.next_hand, state.next_revision) if target is None else (target.number, target.revision)
    data = {
        "cause": cause.value,
        "offender": draw(st.sampled_from(state.sides[side])),
        "remedy": remedy,
        "when": draw(st.sampled_from(in_time)).value,
        "asked_by": draw(st.sampled_from(state.sides[side.other])),
        "agreed": [],
        "judge": "9",
        "text": "circunstancias",
        "declared": draw(st.booleans()),
    }
    return _entry(seq, EntryKind.ANNULMENT, data, numbers)


@st.composite
def _drops(draw: st.DrawFn, state: SheetState, seq: int) -> Entry:
    moment, side = draw(st.sampled_from(DropMoment)), draw(st.sampled_from(Side))
    options = ruling(moment, state.terms.parameters).options
    if state.why_not == "approval_pending":
        options = tuple(option for option in options if option != "annul")
    data = {
        "side": side.value,
        "person": draw(st.sampled_from([None, *state.sides[side]])),
        "moment": moment.value,
        "face_up": None,
        "decision": draw(st.sampled_from(options)).value if options else None,
    }
    return _entry(seq, EntryKind.DROP, data)


def _times(state: SheetState, seq: int) -> Acts:
    if state.facts.time_mark is not None:
        return []
    played = [False, True] if state.facts.current else [True]
    return [st.sampled_from(played).map(lambda now: _entry(seq, EntryKind.TIME, {"hand_in_play": now}))]


def _before_play(state: SheetState, seq: int) -> Acts:
    sides = st.sampled_from([["home"], ["away"], ["home", "away"]])
    acts: Acts = [sides.map(lambda absent: _entry(seq, EntryKind.NO_SHOW, {"sides": absent}))]
    if not (state.facts.awarded.home or state.facts.awarded.away):
        late = st.tuples(st.sampled_from(["home", "away"]), st.integers(0, 20))
        acts.append(late.map(lambda pair: _entry(seq, EntryKind.LATE, {"side": pair[0], "minutes": pair[1]})))
    return acts


def _rulings(state: SheetState, seq: int, kinds: list[RulingKind]) -> Acts:
    acts: Acts = []
    hands = [row for row in state.facts.current if row.state is not HandState.ANNULLED]
    last = state.ended_at_hand or len(state.facts.current)
    again: list[tuple[int, int] | None] = [(row.number, row.revision) for row in hands if row.number >= last]
    if is_undecided(state):
        again.append(None)
    rows: dict[RulingKind, list[tuple[int, int] | None]] = {
        RulingKind.VOID_HAND: [(row.number, row.revision) for row in hands],
        RulingKind.HAND_STANDS: [(row.number, row.revision) for row in hands[-1:]],
        RulingKind.REPLAY_HAND: again,
    }
    for kind in kinds:
        data = {"kind": kind.value, "reason": "a juicio del comité", "winner": None, "distorted": True}
        if kind is RulingKind.AHEAD_WINS and state.totals.ahead is None:
            continue
        acts.extend(
            st.just(_entry(seq, EntryKind.RULING, data, *filter(None, [row])))
            for row in rows.get(kind, [None])
        )
    return acts
