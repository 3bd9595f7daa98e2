"""Standings: each criterion, the restart among the level ones, and what was learnt from others' reports."""

from dataclasses import replace

import pytest

from competitions.rules.standings.counting import Ended
from competitions.rules.standings.efectividad import ByPartida, by_partida, capped, target_difference
from competitions.rules.standings.facts import (
    Adjustment,
    Entrant,
    Figures,
    Forfeit,
    Policy,
    Rest,
    Standing,
    Unplayed,
    Winner,
    Withdrawal,
)
from competitions.rules.standings.lots import digest_of, drawn
from competitions.rules.standings.ordering import Verdict
from competitions.rules.standings.scoring import Scoring
from competitions.rules.standings.table import field_of, positions, standings
from tests.competitions.rules.standings_world import (
    day,
    facts,
    key_of,
    order,
    points,
    result,
    stand,
    terms,
)

# Three that beat each other in a ring, and one that loses to all: A +2, B 0, C -2 among themselves.
RING = ["AB 6-2", "BC 5-3", "CA 5-3", "AD 5-3", "BD 8-0", "CD 7-1"]


def values(made, criterion):
    found = [step for step in made.steps if step.criterion == criterion]
    return [{chr(key): value for key, value in step.values.items()} for step in found]


def test_report_1_three_level_are_ranked_by_a_table_of_their_own():
    made = stand(RING)

    assert points(made) == {"A": 6, "B": 6, "C": 6, "D": 0}
    assert values(made, "h2h_gd") == [{"A": 2, "B": -2, "C": 0}]
    # By all partidas A would be the last of the three.
    assert order(made) == "ACBD"
    for turn in range(len(RING)):
        assert order(stand(RING[turn:] + RING[:turn])) == "ACBD"


def steps_of(made):
    return [
        (step.criterion, "".join(sorted(map(chr, step.level))), step.verdict.value) for step in made.steps
    ]


def test_head_to_head_begins_again_among_those_that_it_leaves_level():
    # A beats the other three, who beat each other in a ring. With the partidas against A, B and D would be
    # level at -2; among the three B has +6.
    against_a = ["AB 8-0", "AC 5-3", "AD 5-3"]
    ring = ["BC 8-0", "CD 5-3", "DB 5-3"]
    made = stand([*against_a, *ring, *(f"{name}X 5-3" for name in "BBCCDD")])

    assert points(made) == dict.fromkeys("ABCD", 9) | {"X": 0}
    assert steps_of(made) == [
        ("pts", "ABCDX", "decided"),
        ("h2h_pts", "ABCD", "decided"),
        ("h2h_pts", "BCD", "level"),
        ("h2h_gd", "BCD", "decided"),
    ]
    assert values(made, "h2h_gd") == [{"B": 6, "C": -6, "D": 0}]
    assert order(made) == "ABDCX"


def test_a_later_head_to_head_criterion_begins_the_list_again_at_its_first():
    # All four took four points from each other; their difference parts A and B from C and D, and then the
    # encounters of those two pairs decide.
    made = stand(["AB 6-2", "BC 7-1", "CD 6-2", "DA 5-3", "AC 4-4", "BD 4-4"])

    assert steps_of(made) == [
        ("pts", "ABCD", "level"),
        ("h2h_pts", "ABCD", "level"),
        ("h2h_gd", "ABCD", "decided"),
        ("h2h_pts", "AB", "decided"),
        ("h2h_pts", "CD", "decided"),
    ]
    assert order(made) == "ABCD"


def test_any_other_criterion_goes_on_to_the_next():
    # The three beat each other in a ring; `gd` parts C. A beat B, but what comes next is `gf`: B has more.
    ring = ["AB 5-3", "BC 5-3", "CA 5-3"]
    made = stand([*ring, "CX 8-0", "AX 5-3", "BX 6-4"], "pts", "h2h_pts", "gd", "gf")

    assert steps_of(made)[1:] == [
        ("h2h_pts", "ABC", "level"),
        ("gd", "ABC", "decided"),
        ("gf", "AB", "decided"),
    ]
    assert order(made) == "CBAX"


def test_head_to_head_may_ask_that_all_have_met_equally_often():
    # Of A, B and C only A and B have met.
    season = facts(["AB 5-3", "AX 5-3", "BX 8-0", "BX 8-0", "CX 5-3", "CX 5-3"])
    bare = standings(season, terms("pts", "h2h_pts", "gd"))
    asked = standings(season, terms("pts", "h2h_pts", "gd", only_if_complete=True))

    assert points(bare) == {"A": 6, "B": 6, "C": 6, "X": 0}
    assert order(bare) == "ABCX"
    assert ("h2h_pts", "ABC", "not_used") in steps_of(asked)
    assert order(asked)[0] == "B"


def test_report_5_a_team_that_left_is_treated_by_the_policy_and_is_level_with_nobody_by_wins_alone():
    written = ["XA 5-3", "XB 5-3", "XC 5-3", "YX 5-3", "AX 5-3", "BX 5-3", "YA 5-3", "YB 5-3", "AY 5-3"]
    written += ["BY 5-3", "CY -"]
    left = {"Y": Withdrawal(day(10), Policy.KEEP_PLAYED_FORFEIT_REST)}
    kept = stand(written, "pts", "h2h_pts", "gd", left=left)
    bare = stand(written, "pts", "h2h_pts", "gd")
    struck = stand(written, left={"Y": Withdrawal(day(10), Policy.STRIKE_OUT_ALL)})

    # Level on points they are parted by their own encounter; the forfeit costs Y partidas, not points.
    assert points(bare)["X"] == points(bare)["Y"] == 9
    assert order(bare)[:2] == "YX"
    assert points(kept)["C"] == points(bare)["C"] + 3
    assert order(struck)[-1] == "Y"
    assert struck.rows[-1].place is None
    assert points(struck)["X"] == 9
    assert next(row for row in struck.rows if row.key == key_of("X")).totals.played == 5


@pytest.mark.parametrize(("last", "struck"), [(1, True), (2, False)])
def test_by_half_of_the_calendar(last, struck):
    """Less than half played: nothing counts. From the half on, what was played stands."""
    written = ["YA 5-3", "YB 5-3", "AY -", "BY -", "AB 5-3"]
    made = stand(written, left={"Y": Withdrawal(day(last), Policy.BY_HALF_OF_CALENDAR)})

    assert (key_of("Y") in made.struck_out) is struck
    assert points(made)["A"] == (3 if struck else 6)


def test_two_that_left_meet_in_an_encounter_that_both_lose():
    gone = Withdrawal(day(0), Policy.KEEP_PLAYED_FORFEIT_REST)
    made = stand(["YZ -", "AY -"], left={"Y": gone, "Z": gone})
    rows = {chr(row.key): row.totals for row in made.rows}

    assert (rows["Y"].lost, rows["Z"].lost, rows["A"].won) == (2, 1, 1)
    assert (rows["Z"].partidas_for, rows["Z"].partidas_against) == (0, 0)
    assert (rows["A"].partidas_for, rows["Y"].partidas_against) == (8, 8)


def test_what_the_committee_awarded_stays_when_somebody_leaves():
    gone = {"Y": Withdrawal(day(0), Policy.KEEP_PLAYED_FORFEIT_REST)}
    made = stand(["YA 8-0 awarded"], left=gone)

    assert points(made) == {"Y": 3, "A": 0}


def test_a_day_before_somebody_leaves_nothing_has_changed():
    gone = {"Y": Withdrawal(day(2), Policy.STRIKE_OUT_ALL)}
    written = ["YA 5-3", "AB 5-3", "BY -"]

    assert points(stand(written, left=gone, as_of=day(2))) == {"Y": 3, "A": 3, "B": 0}
    assert points(stand(written, left=gone, as_of=day(3))) == {"Y": 0, "A": 3, "B": 0}


def test_report_7_what_was_not_played_is_nothing():
    made = stand(["AB 5-3", "CD -", "CA -", "DB -"])
    rows = {chr(row.key): row for row in made.rows}

    assert (rows["A"].totals.played, rows["B"].totals.played) == (1, 1)
    for name in "CD":
        assert (rows[name].totals.played, rows[name].totals.lost, rows[name].form) == (0, 0, ())


def test_report_9_a_walkover_counts_the_score_that_was_awarded():
    made = stand(["AB 8-0 awarded", "AC 5-3"])
    rows = {chr(row.key): row.totals for row in made.rows}

    assert (rows["A"].partidas_for, rows["A"].partidas_against) == (13, 3)
    assert (rows["B"].partidas_for, rows["B"].partidas_against) == (0, 8)
    score = LEAGUE_2.forfeit(8, {"for": 6, "against": 1}, enters_differences=False)
    assert score == Forfeit(Figures(2, 6), Figures(0, 1), 2, False)


LEAGUE_2 = Scoring(2, 1, 0)


def test_a_forfeit_may_stay_out_of_the_differences():
    written = facts(["AB -", "AC 5-3"], left={"B": Withdrawal(day(0), Policy.KEEP_PLAYED_FORFEIT_REST)})
    bare = terms("pts", "gd")
    apart = replace(bare, forfeit=replace(bare.forfeit, enters_differences=False))
    counted, left_out = (
        {chr(row.key): row.totals for row in standings(written, each).rows} for each in (bare, apart)
    )

    assert (counted["A"].points, counted["A"].partidas_difference) == (6, 10)
    assert (left_out["A"].points, left_out["A"].partidas_difference) == (6, 2)
    assert left_out["B"].partidas_against == 0


def test_report_11_deductions_count_from_their_day_until_an_appeal_and_leave_partidas_alone():
    cut = Adjustment(key_of("A"), -4, day(2), "Alineación indebida", undone_on=day(4))
    written = ["AB 8-0", "BA 3-5", "AB 5-3", "BA 3-5"]
    found = {number: stand(written, adjustments=[cut], as_of=day(number)) for number in (1, 2, 3, 4)}

    assert [points(found[number])["A"] for number in (1, 2, 3, 4)] == [3, 2, 5, 12]
    rows = {
        number: next(row for row in made.rows if row.key == key_of("A")) for number, made in found.items()
    }
    assert [rows[number].totals.penalty_points for number in (1, 2, 3, 4)] == [0, 4, 4, 0]
    assert [bool(rows[number].adjustments) for number in (1, 2, 3, 4)] == [False, True, True, False]
    assert rows[3].totals.partidas_for == 18
    assert points(stand(written, adjustments=[cut]))["A"] == 12


def test_report_3_the_same_results_under_two_lists_of_criteria():
    written = ["AB 5-3", "AC 3-5", "BC 8-0", "CB 3-5", "BA 4-4", "CA 0-8"]
    # A and B level; B by all partidas, A by what they played against each other.
    assert points(stand(written)) == {"A": 7, "B": 7, "C": 3}
    assert order(stand(written, "pts", "h2h_pts", "gd")) == "ABC"
    assert order(stand([*written, "BC 8-0", "AC 5-3"], "pts", "gd", "h2h_pts")) == "BAC"


def test_provisional_results_are_told_apart():
    made = stand(["AB 5-3", "CD 5-3 provisional"])
    assert made.standing is Standing.PROVISIONAL
    assert {chr(row.key): row.provisional for row in made.rows} == {"A": 0, "B": 0, "C": 1, "D": 1}
    assert stand(["AB 5-3"]).standing is Standing.FINAL


def test_form_is_the_last_five_the_latest_last():
    written = ["AB 5-3", "BA 5-3", "AB 4-4", "AB 5-3", "AB 5-3", "AB 3-5"]
    rows = {chr(row.key): row.form for row in stand(written).rows}

    assert rows["A"] == (Ended.LOST, Ended.DRAWN, Ended.WON, Ended.WON, Ended.LOST)


def test_each_place_has_the_step_that_decided_it():
    made = stand(RING)
    decided = {chr(row.key): row.decided_by.criterion for row in made.rows}

    assert decided["D"] == "pts"
    assert set(decided.values()) <= {"pts", "h2h_gd"}
    assert [row.place for row in made.rows] == [1, 2, 3, 4]


def test_places_after_each_round():
    season = facts(["AB 5-3", "CD 3-5", "BC 8-0", "DA 5-3", "AC -"])
    rounds = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
    found = positions(season, terms("pts", "gd", "lots"), rounds)

    assert {chr(key): len(places) for key, places in found.items()} == dict.fromkeys("ABCD", 2)
    assert [found[key_of(name)][1] for name in "DBAC"] == [1, 2, 3, 4]
    assert sorted(places[0] for places in found.values()) == [1, 2, 3, 4]


def test_lots_are_drawn_again_by_anybody():
    assert drawn("2027", (3, 1, 2)) == drawn("2027", (1, 2, 3))
    assert sorted(drawn("2027", range(30))) == list(range(30))
    assert drawn("2027", range(30)) != drawn("2028", range(30))
    # Without the one that is left out, the others keep their order.
    whole = drawn("2027", range(9))
    assert drawn("2027", [lot for lot in range(9) if lot != 4]) == tuple(lot for lot in whole if lot != 4)
    # What anybody gets with sha256sum.
    assert digest_of("2027", 1).startswith("01f73051b377921e")


def test_every_list_ends_in_a_total_order():
    made = stand(["AB -", "CD -"], "pts")
    assert made.steps[-1].criterion == "lots"
    assert made.steps[-1].verdict is Verdict.DECIDED
    assert len({row.place for row in made.rows}) == 4


TANTOS = [(300, 180, 300), (150, 320, 300), (200, 240, 300), (90, 90, 300)]


def test_efectividad_by_both_formulas():
    """Over the target the excess is ignored; by time it is the plain difference; level is nothing."""
    assert [target_difference(*each) for each in TANTOS] == [120, -150, -40, 0]
    assert [target_difference(rival, own, target) for own, rival, target in TANTOS] == [-120, 150, 40, 0]
    assert [own - rival for own, rival, _ in TANTOS] == [120, -170, -40, 0]
    assert [capped(own, target) for own, _, target in TANTOS] == [300, 150, 200, 90]
    assert [capped(rival, target) for _, rival, target in TANTOS] == [180, 300, 240, 90]


def test_what_the_partidas_of_an_encounter_come_to():
    found = by_partida([each[:2] for each in TANTOS], 300)
    assert found == ByPartida((740, 810), 120 - 150 - 40)


def test_criteria_over_tantos():
    one = facts(["AB 4-4", "CD 4-4"])
    tantos = {"A": (500, 480, 30), "B": (400, 400, -30), "C": (510, 450, 60), "D": (420, 400, -60)}
    made = []
    for fixture in one.fixtures:
        sides = {}
        for side, key in (("home", fixture.home), ("away", fixture.away)):
            total, cut, target = tantos[chr(key)]
            sides[side] = replace(
                getattr(fixture.result, side), tantos=total, capped=cut, target_difference=target
            )
        made.append(replace(fixture, result=replace(fixture.result, **sides)))
    full = replace(one, fixtures=tuple(made))

    assert order(standings(full, terms("pts", "td", "tf"))) == "ACDB"
    assert order(standings(full, terms("pts", "efectividad", "tf"))) == "ACDB"
    assert order(standings(full, terms("pts", "tf"))) == "CADB"
    assert order(standings(full, terms("pts", "td_capped", "tf"))) == "ACDB"
    assert order(standings(full, terms("pts", "efectividad_target"))) == "CABD"


def test_criteria_over_encounters():
    written = ["AB 5-3", "CA 5-3", "BC 4-4", "AD 4-4", "DB 4-4"]
    made = stand(written, "pts")
    assert points(made) == {"C": 4, "A": 4, "D": 2, "B": 2}
    wins = stand(["BA 3-5", "CD 5-3"], "pts", "away_wins", "lots")
    assert order(wins)[:2] == "AC"
    fewer = stand(["AB 5-3", "CB 5-3", "CA 3-5", "AC 3-5", "CD 3-5", "EF 5-3", "EG 5-3"], "pts", "played")
    assert order(fewer)[:3] == "EAC"
    cut = Adjustment(key_of("A"), -3, day(1))
    penalty = stand(["AB 5-3", "AC 5-3", "DB 5-3"], "pts", "penalty_points", adjustments=[cut])
    assert order(penalty)[:2] == "DA"
    assert order(stand(["AB 5-3", "CD 4-4", "DC 4-4", "CE 4-4"], "pts", "wins"))[:2] == "AC"


def swiss():
    # A beat B and C, drew with D; B beat C; D beat B.
    return facts(["AB 5-3", "AC 5-3", "AD 4-4", "BC 5-3", "DB 5-3"])


def test_criteria_over_rivals():
    field = field_of(swiss(), terms())
    a, b = key_of("A"), key_of("B")

    assert {chr(key): total.points for key, total in field.totals.items()} == {"A": 7, "B": 3, "C": 0, "D": 4}
    assert sorted(field.rivals_points(a)) == [0, 3, 4]
    # Half points: two for each win, one for the draw.
    assert field.sonneborn_berger(a) == 2 * 3 + 2 * 0 + 1 * 4
    # D took 4 of 6; B 3 of 9; C nothing.
    assert field.koya(a) == 1
    assert field.koya(b) == 0
    made = {
        code: values(standings(swiss(), terms(code)), code)[0]["A"]
        for code in ("buchholz", "buchholz_cut1", "buchholz_median")
    }
    assert made == {"buchholz": 7, "buchholz_cut1": 7, "buchholz_median": 3}


@pytest.mark.parametrize(("unplayed", "worth"), [(Unplayed.AS_DRAW, 10), (Unplayed.AS_ZERO, 0)])
def test_a_rest_of_a_swiss_in_what_is_made_of_rivals(unplayed, worth):
    rest = Rest(key_of("A"), day(9), Figures(3, 1, 200), at_stake=3)
    field = field_of(replace(swiss(), rests=(rest,)), terms(unplayed=unplayed))
    assert field.totals[key_of("A")].points == 10
    assert sum(field.rivals_points(key_of("A"))) == 7 + worth
    assert field.sonneborn_berger(key_of("A")) == 10 + worth


def test_points_by_each_reading_of_the_regulation():
    by = {name: Scoring.of({"encounter_points": name, "encounter_bonus_points": 1}) for name in KNOWN}
    assert {name: each.points(5, 3, Winner.HOME, 8) for name, each in by.items()} == {
        "3-1-0": (3, 0),
        "2-1-0": (2, 0),
        "per_partida": (5, 3),
    }
    assert by["3-1-0"].points(0, 8, Winner.AWAY, 8) == (0, 4)
    assert by["2-1-0"].points(4, 4, Winner.NOBODY, 8) == (1, 1)
    assert by["per_partida"].at_stake(8) == 9


KNOWN = ("3-1-0", "2-1-0", "per_partida")


def test_nobody_and_one_alone():
    assert standings(replace(facts([]), entrants=()), terms()).rows == ()
    alone = standings(replace(facts([]), entrants=(Entrant(1, 1),)), terms())
    assert [(row.place, row.decided_by) for row in alone.rows] == [(1, None)]
    assert result(5, 3).at_stake == 3
