"""What Hypothesis draws for the tests of the rules: parameters, tiles, whole sheets, and nonsense."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from hypothesis import strategies as st

from federation.rules.parameters import CATALOGUE, Parameter, ParameterKind, resolve
from matches.rules.domino.seats import EndedHow, PreviousPartida, swap
from matches.rules.sheet import Entry, EntryKind, Phase, SheetState, SheetTerms, append, start
from matches.rules.sheet_checks import leader_for_answer
from matches.rules.sides import Side
from matches.rules.tiles import FULL_SET, Tile

SIDES = {Side.HOME: ("1", "2"), Side.AWAY: ("3", "4")}
SEATS = ("1", "3", "2", "4")
DOMINO_CHOICES = [
    parameter
    for parameter in CATALOGUE.values()
    if parameter.group == "domino" and parameter.kind in (ParameterKind.CHOICE, ParameterKind.SWITCH)
]


# Those that change what a sheet does: always drawn; of the others a few.
OF_A_SHEET = ("tied_block", "second_partida_leader", "seat_draw_tie", "swap_without_winner")


@st.composite
def regulations(draw: st.DrawFn) -> Mapping[str, Any]:
    """Resolved parameters, each open point of domino with any of its options."""
    chosen = [CATALOGUE[name] for name in OF_A_SHEET]
    chosen += draw(st.lists(st.sampled_from(DOMINO_CHOICES), unique=True, max_size=5))
    return resolve({parameter.name: draw(st.sampled_from(parameter.options)) for parameter in chosen})


def values_of(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Any value of a parameter, as it is kept: each option, figure, order, ladder, window."""
    found = _VALUES[parameter.kind](parameter)
    return st.none() | found if parameter.optional else found


def _numbers(parameter: Parameter) -> st.SearchStrategy[int]:
    return st.integers(parameter.minimum, parameter.maximum)


def _ladders(parameter: Parameter) -> st.SearchStrategy[Any]:
    minutes = st.lists(_numbers(parameter), min_size=1, max_size=6, unique=True).map(sorted)
    points = st.lists(_numbers(parameter), min_size=6, max_size=6).map(sorted)
    return st.builds(lambda first, second: tuple(zip(first, second, strict=False)), minutes, points)


def _windows(parameter: Parameter) -> st.SearchStrategy[Any]:
    bounds = st.one_of(st.tuples(_DAYS, _DAYS), st.tuples(_numbers(parameter), _numbers(parameter)))
    return bounds.map(lambda pair: dict(zip(("from", "to"), sorted(pair), strict=True)))


_DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31)).map(date.isoformat)
_VALUES = {
    ParameterKind.CHOICE: lambda each: st.sampled_from(each.options),
    ParameterKind.SWITCH: lambda each: st.sampled_from(each.options),
    ParameterKind.INTEGER: _numbers,
    ParameterKind.SEVERAL: lambda each: st.sets(st.sampled_from(each.options), min_size=1).map(
        lambda chosen: tuple(option for option in each.options if option in chosen)
    ),
    ParameterKind.SEQUENCE: lambda each: st.lists(st.sampled_from(each.options), min_size=1, unique=True).map(
        tuple
    ),
    ParameterKind.LADDER: _ladders,
    ParameterKind.DATES: lambda _each: st.sets(_DAYS, max_size=5).map(lambda days: tuple(sorted(days))),
    ParameterKind.WINDOW: _windows,
    ParameterKind.SCORE: lambda each: st.fixed_dictionaries(
        {"for": _numbers(each), "against": _numbers(each)}
    ),
}


def drawn_tiles(persons: tuple[str, ...]) -> st.SearchStrategy[dict[str, str]]:
    """A different tile for each person, as a form sends it."""
    lists = st.lists(st.sampled_from(FULL_SET), min_size=len(persons), max_size=len(persons), unique=True)
    return lists.map(lambda tiles: {person: str(tile) for person, tile in zip(persons, tiles, strict=True)})


@st.composite
def lines_until_block_or_domino(draw: st.DrawFn) -> tuple[dict[str, list[Tile]], list[Tile], str]:
    """A hand really played: what is left to each, what lies on the table, and how it ended."""
    tiles = draw(st.permutations(FULL_SET))
    left = {person: list(tiles[7 * n : 7 * n + 7]) for n, person in enumerate(SEATS)}
    table: list[Tile] = []
    ends: tuple[int, int] | None = None
    turn, passes = 0, 0
    while passes < len(SEATS):
        person = SEATS[turn % len(SEATS)]
        turn += 1
        fitting = [t for t in left[person] if ends is None or {t.high, t.low} & set(ends)]
        if not fitting:
            passes += 1
            continue
        passes = 0
        tile = draw(st.sampled_from(fitting))
        left[person].remove(tile)
        table.append(tile)
        ends = _ends_after(ends, tile, first=draw(st.booleans()))
        if not left[person]:
            return left, table, "domino"
    return left, table, "block"


def _ends_after(ends: tuple[int, int] | None, tile: Tile, *, first: bool) -> tuple[int, int]:
    if ends is None:
        return tile.high, tile.low
    one, other = ends if first else (ends[1], ends[0])
    if one not in (tile.high, tile.low):
        one, other = other, one
    return (tile.low if tile.high == one else tile.high), other


@dataclass(frozen=True)
class PlayedSheet:
    """A sheet that a table could have written."""

    terms: SheetTerms
    previous: PreviousPartida | None
    entries: tuple[Entry, ...]

    def before(self) -> SheetState:
        """The state before its first entry."""
        return start(self.terms, SIDES, self.previous)


@st.composite
def previous_partidas(draw: st.DrawFn) -> PreviousPartida:
    """A partida that came before, in the seats of `SIDES`."""
    seats = draw(st.sampled_from([SEATS, swap(SEATS, ("1", "2")), swap(SEATS, ("3", "4"))]))
    leads = tuple(draw(st.lists(st.integers(0, 3), max_size=6)))
    winner = draw(st.sampled_from([None, Side.HOME, Side.AWAY]))
    return PreviousPartida(seats, leads, winner, draw(st.sampled_from(EndedHow)))


@st.composite
def sheets(draw: st.DrawFn, most: int = 24) -> PlayedSheet:
    """A sheet of up to `most` entries, each of them allowed when it was written.

    Most of them sit down at once, so that there is room for hands.
    """
    partida = draw(st.integers(1, 3))
    terms = SheetTerms(
        target=draw(st.sampled_from([20, 60, 100, 150, 300])),
        parameters=draw(regulations()),
        partida=partida,
        team_competition=draw(st.booleans()),
    )
    previous = draw(previous_partidas()) if partida > 1 else None
    state = start(terms, SIDES, previous)
    entries: list[Entry] = []
    straight = draw(st.sampled_from([True, True, True, False]))
    for seq in range(1, draw(st.integers(most // 4, most)) + 1):
        acts = possible_acts(state, seq)
        if not acts or (state.phase is Phase.ENDED and draw(st.integers(0, 3))):
            # An ended sheet can only be taken back, and few are.
            break
        sitting = straight and state.seats is None
        entry = draw(acts[0] if sitting else draw(st.sampled_from(acts)))
        entries.append(entry)
        state = append(state, entry)
    return PlayedSheet(terms, previous, tuple(entries))


def possible_acts(state: SheetState, seq: int) -> list[st.SearchStrategy[Entry]]:
    """The entries that may come next, the likely ones several times and first."""

    def entry(kind: EntryKind, data: dict[str, Any], row: Any = None) -> Entry:
        return Entry(seq, kind, row and row.number, row and row.revision, "1", data)

    acts: list[st.SearchStrategy[Entry]] = []
    if state.phase not in (Phase.ENDED, Phase.SUSPENDED):
        acts.append(_namings(state).map(lambda data: entry(EntryKind.NAMING, data)))
        if seq % 3 == 0:
            acts.append(_substitutions(state, seq).map(lambda data: entry(EntryKind.SUBSTITUTION, data)))
    if state.phase in (Phase.DRAW, Phase.REDRAW):
        tiles = drawn_tiles(state.must_draw).map(lambda tiles: {"tiles": tiles})
        acts = [tiles.map(lambda data: entry(EntryKind.DRAW, data))] * 3 + acts
    if state.phase in (Phase.CHOOSE_SEAT, Phase.SWAP):
        acts = [_seatings(state).map(lambda data: entry(EntryKind.SEATING, data))] * 3 + acts
    if state.can_propose:
        numbers = (state.next_hand, state.next_revision)
        acts += [_hands(state).map(lambda data: Entry(seq, EntryKind.HAND, *numbers, "1", data))] * 6
    return acts + _acts_on_hands(state, entry)


SETTLED = {"reason": "recuento", "judge": "9", "persons": []}


def _acts_on_hands(state: SheetState, entry: Any) -> list[st.SearchStrategy[Entry]]:
    acts: list[st.SearchStrategy[Entry]] = []
    if state.phase is Phase.SUSPENDED or state.facts.end is not None:
        return acts
    for row in state.hands:
        if row.state == "proposed" and row.missing_approvals:
            person = row.missing_approvals[0]
            yes = {"how": "pin", "person": person}
            acts += [st.just(entry(EntryKind.APPROVAL, yes, row))] * 4
            acts.append(
                figures().map(
                    lambda data, person=person, row=row: entry(
                        EntryKind.DISAGREEMENT, data | {"person": person}, row
                    )
                )
            )
        if row.state == "disagreed" and state.phase not in (Phase.ENDED, Phase.SUSPENDED):
            acts.append(figures().map(lambda data, row=row: entry(EntryKind.SETTLEMENT, data | SETTLED, row)))
    current = [row for row in state.hands if row.state not in ("retracted", "set_aside")]
    if current and current[-1].state in ("proposed", "approved", "settled"):
        taken_back = {"reason": "", "approved_by": [], "judge": "9"}
        acts.append(st.just(entry(EntryKind.RETRACTION, taken_back, current[-1])))
    return acts


def _namings(state: SheetState) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "scorer": st.sampled_from(state.sides[Side.HOME]),
            "counter": st.sampled_from(state.sides[Side.AWAY]),
            "done_by": st.sampled_from(["players", "players", "judge"]),
            "judge": st.just("9"),
        }
    )


def _substitutions(state: SheetState, seq: int) -> st.SearchStrategy[dict[str, Any]]:
    side = st.sampled_from(list(Side))
    return side.flatmap(
        lambda side: st.fixed_dictionaries(
            {
                "out": st.sampled_from(state.sides[side]),
                "in": st.just(f"s{seq}"),
                "reason": st.just("causa justificada"),
                "side": st.just(side.value),
                "before_start": st.just(not state.hands),
            }
        )
    )


@st.composite
def _seatings(draw: st.DrawFn, state: SheetState) -> dict[str, Any]:
    data: dict[str, Any] = {"reason": "", "chosen_seat": None, "origin": state.plan.by.value}
    if state.plan.by == "draw":
        chosen = draw(st.integers(0, 3))
        result = state.draw_result
        around = (result.leader, result.right_of_leader, result.partner, result.left_of_leader)
        seats = [around[(seat - chosen) % 4] for seat in range(4)]
        return data | {"seats": seats, "leader": chosen, "chosen_seat": chosen}
    if state.due_seats is not None:
        return data | {"seats": list(state.due_seats), "leader": state.due_leader}
    before = state.facts.previous.seats
    same = tuple(state.facts.changes.get(person, person) for person in before)
    seats = draw(st.sampled_from([same, swap(same, same[0::2]), swap(same, same[1::2])]))
    leader = leader_for_answer(state, seats)
    return data | {
        "seats": list(seats),
        "leader": leader,
        "origin": "keep" if seats == same else "swap",
        "reason": "decide el juez",
    }


@st.composite
def figures(draw: st.DrawFn) -> dict[str, Any]:
    """A side, points and an ending that a hand can have."""
    ending = draw(st.sampled_from(["domino", "block", "tied_block"]))
    if ending == "tied_block":
        return {"side": None, "points": 0, "ending": ending}
    points = draw(st.integers(3, 153) if ending == "domino" else st.integers(3, 63).map(lambda n: 2 * n))
    return {"side": draw(st.sampled_from(["home", "away"])), "points": points, "ending": ending}


def _hands(state: SheetState) -> st.SearchStrategy[dict[str, Any]]:
    return figures().map(
        lambda data: (
            data
            | {
                "leader": state.next_leader,
                "leader_person": state.next_leader_person,
                "reason": "ficha mal colocada",
            }
        )
    )


# ---------------------------------------------------------------- nonsense
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["1", "3", "home"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=8,
)
PLAUSIBLE = st.sampled_from(
    [
        None, True, False, 0, 1, 3, 4, -1, 40, 10**30, "", "1", "2", "3", "4", "9", "home", "away", "players",
        "judge", "pin", "domino", "block", "tied_block", "draw", "swap", "keep", "manual", "6-3", "7-1",
        ["1", "3", "2", "4"], ["1", "2", "3", "4"], ["1"], {"1": "6-6", "2": "5-5", "3": "0-0", "4": "1-0"},
        {"1": "6-6"}, {},
    ]
)  # fmt: skip


SHAPES = {
    EntryKind.NAMING: ("scorer", "counter", "done_by", "judge"),
    EntryKind.DRAW: ("tiles",),
    EntryKind.SEATING: ("seats", "leader", "origin", "reason", "chosen_seat"),
    EntryKind.HAND: ("side", "points", "ending", "leader", "leader_person", "reason"),
    EntryKind.APPROVAL: ("how", "person"),
    EntryKind.DISAGREEMENT: ("person", "side", "points", "ending"),
    EntryKind.SETTLEMENT: ("side", "points", "ending", "reason", "judge", "persons"),
    EntryKind.RETRACTION: ("reason", "approved_by", "judge"),
    EntryKind.SUBSTITUTION: ("out", "in", "reason", "side", "before_start"),
    EntryKind.ANNULMENT: (
        "cause",
        "offender",
        "remedy",
        "when",
        "asked_by",
        "agreed",
        "judge",
        "text",
        "declared",
    ),
    EntryKind.DROP: ("side", "person", "moment", "face_up", "decision"),
    EntryKind.INTERRUPTION: ("cause", "minutes", "announced", "person"),
    EntryKind.TIME: ("hand_in_play",),
    EntryKind.SUSPENSION: ("reason",),
    EntryKind.RULING: ("kind", "reason", "winner"),
    EntryKind.ABANDONMENT: ("person", "reason"),
    EntryKind.NO_SHOW: ("sides",),
    EntryKind.LATE: ("side", "minutes"),
    EntryKind.PAPER: ("photo", "judge", "captains"),
}
PERSONS = st.sampled_from(["1", "2", "3", "4", "9", "s3"])
SENSIBLE = {
    "done_by": st.sampled_from(["players", "judge"]),
    "tiles": st.sampled_from([("1", "2", "3", "4"), ("1", "3"), ("1", "2")]).flatmap(drawn_tiles),
    "seats": st.permutations(["1", "2", "3", "4"]),
    "leader": st.integers(0, 3),
    "chosen_seat": st.none() | st.integers(0, 3),
    "origin": st.sampled_from(["draw", "swap", "keep", "manual"]),
    "reason": st.sampled_from(["", "motivo"]),
    "side": st.sampled_from(["home", "away", None]),
    "points": st.integers(-1, 200),
    "ending": st.sampled_from(["domino", "block", "tied_block"]),
    "how": st.sampled_from(["pin", "own_account", "judge_mark", "paper"]),
    "persons": st.lists(PERSONS, max_size=3),
    "approved_by": st.lists(PERSONS, max_size=3),
    "before_start": st.booleans(),
    "cause": st.sampled_from(["false_thinking", "false_pass", "dropped_tile", "ruling", "otra"]),
    "remedy": st.sampled_from(["annul", "replay_from_infraction"]),
    "when": st.sampled_from(["at_once", "later_in_hand", "after_hand", "after_next_lead"]),
    "agreed": st.lists(PERSONS, max_size=3),
    "text": st.sampled_from(["", "texto"]),
    "declared": st.booleans(),
    "moment": st.sampled_from(["while_shuffling", "while_taking", "all_have_seven", "during_hand"]),
    "face_up": st.sampled_from([True, False, None]),
    "decision": st.sampled_from(["shuffle_again", "go_on", "annul", None]),
    "minutes": st.integers(-1, 2000),
    "photo": st.sampled_from(["a" * 64, "0" * 64, "A" * 64, ""]),
    "captains": st.lists(PERSONS, max_size=3),
    "announced": st.booleans(),
    "hand_in_play": st.booleans(),
    "kind": st.sampled_from(
        ["resume", "validate", "ahead_wins", "replay_hand", "replay_partida", "void_hand", "hand_stands"]
    ),
    "winner": st.sampled_from(["home", "away", None]),
    "sides": st.lists(st.sampled_from(["home", "away"]), max_size=2),
}


@st.composite
def nonsense_data(draw: st.DrawFn, kind: EntryKind) -> Any:
    """Data that an untrusted device might send: of the right shape with any values, or worse."""
    keys = SHAPES[kind]
    data = {key: draw(SENSIBLE.get(key, PERSONS)) for key in keys}
    damage = draw(st.sampled_from(["none", "none", "none", "value", "value", "missing", "all"]))
    if damage == "all":
        return draw(JSON)
    if damage != "none":
        key = draw(st.sampled_from(keys))
        data[key] = draw(PLAUSIBLE | JSON)
        if damage == "missing":
            del data[key]
    return data
