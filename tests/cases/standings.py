"""Translates a season of `standings/README.md` for the product's rules, and their answer back."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from competitions.rules.standings import facts as given
from competitions.rules.standings.criteria import HEAD_TO_HEAD, among_points
from competitions.rules.standings.facts import Criterion, Entrant, Facts, Figures, Fixture, Result
from competitions.rules.standings.figures import Field, Totals
from competitions.rules.standings.ordering import Step, ordered
from competitions.rules.standings.scoring import Scoring, ahead
from competitions.rules.standings.table import Standings, field_of, standings

Case = Mapping[str, Any]
# Games are counted in half points, so that everything is whole.
HALVES = 2
SEED = "worked-cases"
START = date(2000, 1, 1)


def facts_of(
    case: Case, *, shuffle: int = 0, as_of: date | None = None, without: Mapping[str, Any] | None = None
) -> Facts:
    """The facts of a season in an order that `shuffle` gives; `without`: an award that was never made."""
    draw = random.Random(shuffle)
    # A team's number says nothing of its place in the input: its name does not change.
    keys = {name: 100 + place for place, name in enumerate(sorted(case["teams"]))}
    left = {each["team"]: each for each in case.get("withdrawals", ())}
    entrants = [
        Entrant(key, key, _withdrawal(left[name]) if name in left else None) for name, key in keys.items()
    ]
    fixtures = [_fixture(case, row, keys, left, without) for row in case["matches"]]
    adjustments = [
        given.Adjustment(keys[each["team"]], each["points"], _day(each.get("date")), each["reason"])
        for each in case.get("timeline") or case.get("adjustments", ())
    ]
    for rows in (entrants, fixtures, adjustments):
        draw.shuffle(rows)
    return Facts(tuple(entrants), tuple(fixtures), (), tuple(adjustments), as_of)


def terms_of(case: Case, criteria: Sequence[str] | None = None) -> given.StandingsTerms:
    """The terms of a season, or the same with other criteria."""
    scores = [each["score_against"] for each in case.get("withdrawals", ())] or [[0, 0]]
    lost, won = scores[0]
    forfeit = scoring_of(case).forfeit(won, {"for": won, "against": lost})
    codes = criteria if criteria is not None else case["criteria"]
    return given.StandingsTerms(tuple(Criterion(code) for code in codes), forfeit, SEED)


def scoring_of(case: Case) -> Scoring:
    """The points of a season; of games, in halves."""
    times = HALVES if case["shape"] == "games" else 1
    return Scoring(*(int(case["points"][key] * times) for key in ("win", "draw", "loss")))


def answer(case: Case, **how: Any) -> dict[str, Any]:
    """What the product says of a season, shaped as its `expected`, `deciding_ties` and `mini_tables`."""
    facts, terms = facts_of(case, **how), terms_of(case)
    names = names_of(case)
    made = standings(facts, terms)
    rows = games(case, made, field_of(facts, terms)) if case["shape"] == "games" else table(case, made)
    ties = [_tie(step, names) for step in made.ties if step.criterion in case["criteria"]]
    points = {row.key: row.totals.points for row in made.rows}
    small = [
        {"points": points[step.level[0]], **_tie(step, names)}
        for step in made.ties
        if len(step.level) > 2 and step.criterion in HEAD_TO_HEAD
    ]
    return {"expected": rows, "deciding_ties": ties, "mini_tables": small}


def names_of(case: Case) -> dict[int, str]:
    """Team by the key that the facts use."""
    return {100 + place: name for place, name in enumerate(sorted(case["teams"]))}


def table(case: Case, made: Standings) -> list[dict[str, Any]]:
    """The rows of a season of encounters."""
    names = names_of(case)
    return [
        {
            "pos": row.place,
            "team": names[row.key],
            "played": row.totals.played,
            "won": row.totals.won,
            "drawn": row.totals.drawn,
            "lost": row.totals.lost,
            "gf": row.totals.partidas_for,
            "ga": row.totals.partidas_against,
            "points": row.totals.points,
        }
        for row in made.rows
    ]


def games(case: Case, made: Standings, field: Field) -> list[dict[str, Any]]:
    """The rows of a round robin, with the value of each criterion of the case after the points."""
    names = names_of(case)
    values = {
        "direct_encounter": lambda row: _among_equals(field, row.key) / HALVES,
        "sonneborn_berger": lambda row: field.sonneborn_berger(row.key) / (2 * HALVES),
        "wins": lambda row: row.totals.won,
        "koya": lambda row: field.koya(row.key) / HALVES,
    }
    return [
        {"pos": row.place, "team": names[row.key], "points": row.totals.points / HALVES}
        | {code: value(row) for code, value in values.items() if code in case["criteria"]}
        for row in made.rows
    ]


def order_of_totals(case: Case, rows: Sequence[Mapping[str, Any]], shuffle: int) -> list[str]:
    """The order of a table without results, by the figures that it gives."""
    keys = {row["team"]: place for place, row in enumerate(sorted(rows, key=lambda row: row["team"]))}
    mixed = list(rows)
    random.Random(shuffle).shuffle(mixed)
    totals = {keys[row["team"]]: _totals(row) for row in mixed}
    field = Field(totals, {}, {}, {key: key for key in totals}, given.Unplayed.AS_ZERO)
    order, _steps = ordered(field, list(totals), [Criterion(code) for code in case["criteria"]])
    names = {key: name for name, key in keys.items()}
    return [names[key] for key in order]


def _totals(row: Mapping[str, Any]) -> Totals:
    return Totals(
        played=row["played"],
        won=row["won"],
        drawn=row["drawn"],
        lost=row["lost"],
        away_won=0,
        partidas_for=row["gf"],
        partidas_against=row["ga"],
        tantos_for=0,
        tantos_against=0,
        capped_difference=0,
        target_difference=0,
        points=row["points"],
        adjusted=0,
        at_stake=0,
    )


def _among_equals(field: Field, key: int) -> int:
    points = field.totals[key].points
    return among_points(field, [each for each, totals in field.totals.items() if totals.points == points])[
        key
    ]


def _tie(step: Step, names: Mapping[int, str]) -> dict[str, Any]:
    return {"criterion": step.criterion, "values": {names[key]: value for key, value in step.values.items()}}


def _withdrawal(left: Mapping[str, Any]) -> given.Withdrawal:
    return given.Withdrawal(_day(left["after"]), given.Policy(left["policy"]))


def _day(text: str | None) -> date:
    return date.fromisoformat(text) if text else START


def _fixture(
    case: Case,
    row: Sequence[Any],
    keys: Mapping[str, int],
    left: Mapping[str, Any],
    without: Mapping[str, Any] | None,
) -> Fixture:
    columns = dict(zip(case["matches_columns"], row, strict=True))
    home, away = (case["teams"][columns[side]] for side in ("home_index", "away_index"))
    if case["shape"] == "games":
        day = START + timedelta(days=columns["round"])
        figures = [int(columns[key] * HALVES) for key in ("home_points", "away_points")]
    else:
        day = _day(columns["date"])
        figures = [columns["home_goals"], columns["away_goals"]]
        if without and (columns["date"], home, away) == tuple(
            without[key] for key in ("date", "home", "away")
        ):
            figures = without["played"]
    fixture = Fixture(keys[home], keys[away], day)
    # Nobody played what comes after a withdrawal: the rule says what it counts.
    if any(name in left and day > _day(left[name]["after"]) for name in (home, away)):
        return fixture
    return Fixture(keys[home], keys[away], day, _result(case, figures))


def _result(case: Case, figures: Sequence[int]) -> Result:
    home, away = figures
    scoring, winner = scoring_of(case), ahead(home, away)
    points = scoring.points(home, away, winner, home + away)
    return Result(Figures(points[0], home), Figures(points[1], away), winner, scoring.at_stake(home + away))
