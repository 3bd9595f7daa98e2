"""Each key of each kind of entry with each wrong value, where the entry itself would be accepted."""

import pytest

from federation.rules.errors import RuleError
from matches.rules.sheet import Entry, EntryKind, append, check_entry
from tests.matches.rules.writer import SEATS, Writer

WRONG = (
    None, True, False, 0, 1, 4, -1, 10**30, 1.5, "", "1", "9", "home", "judge", "x" * 3000, "6-3",
    [], ["1"], [["1"], "2"], [["1"], "3", "2", "4"], [None] * 4, ["1", "3", "2", "4"], ["1"] * 4, ["1"] * 9,
    {}, {"1": "6-6"}, {"1": None}, {"": "6-6"}, {1: "6-6"},
    {"1": "6-6", "2": "5-5", "3": "0-0", "4": "9-9"}, {"1": ["6-6"], "2": {}, "3": 3, "4": None},
)  # fmt: skip


def unseated() -> Writer:
    writer = Writer(seated=False)
    writer.name()
    return writer


def drawn() -> Writer:
    writer = unseated()
    writer.put("draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-5", "4": "2-0"}})
    return writer


def proposed() -> Writer:
    writer = Writer()
    writer.propose("home", 30)
    return writer


def approved() -> Writer:
    writer = proposed()
    writer.approve()
    return writer


def disagreed() -> Writer:
    writer = proposed()
    writer.disagree(20)
    return writer


FIGURES = {"side": "home", "points": 40, "ending": "domino"}
ACCEPTED = [
    (Writer, "naming", {"scorer": "1", "counter": "3", "done_by": "judge", "judge": "9"}, None),
    (unseated, "draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-5", "4": "2-0"}}, None),
    (
        drawn,
        "seating",
        {"seats": list(SEATS), "leader": 0, "origin": "draw", "reason": "", "chosen_seat": 0},
        None,
    ),
    (Writer, "hand", FIGURES | {"leader": 0, "leader_person": "1", "reason": ""}, 1),
    (proposed, "approval", {"how": "pin", "person": "3"}, 1),
    (proposed, "disagreement", FIGURES | {"person": "3"}, 1),
    (disagreed, "settlement", FIGURES | {"reason": "x", "judge": "9", "persons": []}, 1),
    (disagreed, "settlement", FIGURES | {"reason": "x", "judge": None, "persons": ["1", "3"]}, 1),
    (approved, "retraction", {"reason": "", "approved_by": ["1", "3"], "judge": None}, 1),
    (
        proposed,
        "substitution",
        {"out": "1", "in": "7", "reason": "x", "side": "home", "before_start": False},
        None,
    ),
]
DAMAGED = [
    pytest.param(make, kind, data, hand, key, id=f"{kind}-{key}")
    for make, kind, data, hand in ACCEPTED
    for key in data
]


@pytest.mark.parametrize(("make", "kind", "data", "hand"), ACCEPTED)
def test_undamaged_it_is_accepted(make, kind, data, hand):
    check_entry(make().state, EntryKind(kind), data, hand, hand and 1, "1")


@pytest.mark.parametrize(("make", "kind", "data", "hand", "key"), DAMAGED)
def test_damaged_it_is_accepted_or_refused_and_never_breaks(make, kind, data, hand, key):
    state = make().state
    missing = {name: value for name, value in data.items() if name != key}
    for damaged in (missing, *({**data, key: wrong} for wrong in WRONG)):
        try:
            check_entry(state, EntryKind(kind), damaged, hand, hand and 1, "1", confirmed=True)
        except RuleError:
            continue
        append(state, Entry(1000, EntryKind(kind), hand, hand and 1, "1", damaged))


@pytest.mark.parametrize("wrong", [None, "hand", 3, [], [("side", "home")]])
def test_data_that_is_no_mapping(wrong):
    with pytest.raises(RuleError, match="malformed_entry"):
        check_entry(Writer().state, EntryKind.HAND, wrong, 1, 1, "1")
    with pytest.raises(RuleError, match="malformed_entry"):
        check_entry(Writer().state, "dance", {}, 1, 1, "1")
