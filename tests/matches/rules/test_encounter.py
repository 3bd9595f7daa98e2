"""The result of an encounter from its partidas, by each parameter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import resolve
from matches.rules.domino.hands import Totals
from matches.rules.encounter import EncounterTerms, PartidaResult, encounter_result
from matches.rules.sides import Side

H, A = Side.HOME, Side.AWAY


def partidas(*winners: tuple[Side | None, Side | None]) -> list[PartidaResult]:
    """Two partidas a board, 300 for the winner and 100 for the other; level ones 200 each."""
    results = []
    for board, pair in enumerate(winners, 1):
        for partida, winner in enumerate(pair, 1):
            home = 200 if winner is None else 300 if winner is H else 100
            results.append(PartidaResult(board, partida, winner, home, 400 - home, home, 400 - home))
    return results


def terms(*, knockout: bool = False, weights=None, **overrides) -> EncounterTerms:
    return EncounterTerms(resolve(overrides), weights or {}, knockout)


def test_by_partidas():
    result = encounter_result(partidas((H, H), (H, A), (A, H), (H, A)), terms())

    assert (result.partidas, result.boards) == (Totals(5, 3), Totals(1, 0))
    assert result.tantos == Totals(300 * 5 + 100 * 3, 300 * 3 + 100 * 5)
    assert (result.winner, result.points, result.needs) == (H, Totals(3, 0), None)


def test_by_boards_and_by_weight_somebody_else_may_win():
    played = partidas((H, H), (A, A), (A, A), (H, H), (H, H))
    played[-1] = PartidaResult(5, 2, None, 0, 0, 0, 0)
    assert encounter_result(played, terms()).winner is H
    uneven = partidas((H, H), (H, H), (A, None), (A, None), (A, None))
    assert encounter_result(uneven, terms()).winner is H
    assert encounter_result(uneven, terms(encounter_result_by="boards")).winner is A
    heavy = terms(encounter_result_by="weighted", weights={3: 5})
    assert encounter_result(uneven, heavy).weighted == Totals(4, 7)
    assert encounter_result(uneven, heavy).winner is A


def test_level_is_a_draw_in_a_league():
    level = partidas((H, A), (A, H))
    assert encounter_result(level, terms()).points == Totals(1, 1)
    assert encounter_result(level, terms(encounter_points="2-1-0")).points == Totals(1, 1)
    assert encounter_result(level, terms(encounter_points="per_partida")).points == Totals(2, 2)
    assert encounter_result(level, terms()).winner is None


def test_level_in_a_knockout():
    level = partidas((H, A))
    level[0] = PartidaResult(1, 1, H, 310, 100, 310, 100)
    assert encounter_result(level, terms(knockout=True)).winner is H
    for option in ("extra_partida", "replay"):
        result = encounter_result(level, terms(knockout=True, level_knockout=option))
        assert (result.winner, result.needs) == (None, option)
    even = encounter_result(partidas((H, A)), terms(knockout=True))
    assert (even.winner, even.needs) == (None, "extra_partida")


def test_points_and_bonus():
    sweep = partidas((A, A), (A, A))
    assert encounter_result(sweep, terms()).points == Totals(0, 3)
    assert encounter_result(sweep, terms(encounter_points="2-1-0")).points == Totals(0, 2)
    assert encounter_result(sweep, terms(encounter_bonus_points=1)).points == Totals(0, 4)
    assert encounter_result(partidas((A, A), (A, H)), terms(encounter_bonus_points=1)).points == Totals(0, 3)


def test_a_pending_board_leaves_everything_open():
    pending = [*partidas((H, H)), PartidaResult(2, 1, None, 10, 20, 10, 20, is_pending=True)]
    result = encounter_result(pending, terms())
    assert (result.winner, result.points, result.needs) == (None, Totals(), "boards_pending")
    assert result.partidas == Totals(2, 0)


def test_a_partida_counts_once():
    with pytest.raises(RuleError, match="partida_twice"):
        encounter_result([*partidas((H, H)), *partidas((H, H))], terms())


@given(
    st.lists(st.tuples(*[st.sampled_from([None, H, A])] * 2), max_size=6),
    st.sampled_from(["partidas", "boards", "weighted"]),
    st.sampled_from(["3-1-0", "2-1-0", "per_partida"]),
    st.randoms(),
)
def test_an_encounter_hands_out_what_its_table_says_in_any_order(boards, by, points, random):
    played = partidas(*boards)
    here = terms(encounter_result_by=by, encounter_points=points)
    result = encounter_result(played, here)
    random.shuffle(played)

    assert encounter_result(played, here) == result
    decided = result.winner is not None
    total = {
        "3-1-0": 3 if decided else 2,
        "2-1-0": 2,
        "per_partida": result.partidas.home + result.partidas.away,
    }
    assert result.points.home + result.points.away == total[points]
