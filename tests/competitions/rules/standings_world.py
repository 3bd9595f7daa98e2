"""Small seasons for the tests of standings, written as results: `"AB 5-3"`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from competitions.rules.standings.facts import (
    Adjustment,
    Criterion,
    Entrant,
    Facts,
    Figures,
    Fixture,
    Play,
    Rest,
    Result,
    Standing,
    StandingsTerms,
    Unplayed,
    Withdrawal,
)
from competitions.rules.standings.scoring import Scoring, ahead
from competitions.rules.standings.table import Standings, standings

START = date(2026, 9, 1)
PARTIDAS = 8
LEAGUE = Scoring(3, 1, 0)
DEFAULT = ("pts", "h2h_pts", "h2h_gd", "gd", "gf", "td", "tf", "lots")


def day(number: int) -> date:
    return START + timedelta(days=number)


def key_of(name: str) -> int:
    return ord(name)


def result(home: int, away: int, **changes: object) -> Result:
    points = LEAGUE.points(home, away, ahead(home, away), home + away)
    sides = Figures(points[0], home), Figures(points[1], away)
    return Result(*sides, ahead(home, away), LEAGUE.at_stake(PARTIDAS), **changes)  # type: ignore[arg-type]


def fixtures(written: Iterable[str]) -> tuple[Fixture, ...]:
    """One encounter a day: `"AB 5-3"`, `"AB -"` while it is to come, `"AB 8-0 awarded"`."""
    found = []
    for number, text in enumerate(written, start=1):
        sides, score, *marks = text.split()
        made = None
        if score != "-":
            play = Play.AWARDED if "awarded" in marks else Play.PLAYED
            firm = Standing.PROVISIONAL if "provisional" in marks else Standing.FINAL
            made = result(*map(int, score.split("-")), play=play, standing=firm)
        found.append(Fixture(key_of(sides[0]), key_of(sides[1]), day(number), made, number))
    return tuple(found)


def facts(
    written: Iterable[str],
    *,
    left: Mapping[str, Withdrawal] | None = None,
    adjustments: Sequence[Adjustment] = (),
    rests: Sequence[Rest] = (),
    as_of: date | None = None,
) -> Facts:
    made = fixtures(written)
    keys = sorted({key for each in made for key in (each.home, each.away)} | {r.entrant for r in rests})
    entrants = tuple(Entrant(key, key, (left or {}).get(chr(key))) for key in keys)
    return Facts(entrants, made, tuple(rests), tuple(adjustments), as_of)


def terms(
    *criteria: str, only_if_complete: bool = False, unplayed: Unplayed = Unplayed.AS_DRAW
) -> StandingsTerms:
    steps = tuple(Criterion(code, only_if_complete) for code in criteria or DEFAULT)
    return StandingsTerms(steps, LEAGUE.forfeit(PARTIDAS, None), "semilla", unplayed)


def order(made: Standings) -> str:
    return "".join(chr(row.key) for row in made.rows)


def stand(written: Iterable[str], *criteria: str, **how: object) -> Standings:
    return standings(facts(written, **how), terms(*criteria))  # type: ignore[arg-type]


def points(made: Standings) -> dict[str, int]:
    return {chr(row.key): row.totals.points for row in made.rows}
