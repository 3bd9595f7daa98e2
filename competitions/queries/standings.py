"""What standings are made of, read from the current outcomes and nothing else. No rule is here.

An encounter's current outcome counts while its state says that there is one: it was sealed and has not been
reopened or annulled. One with a board pending moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Sum

from competitions.models import Competition, Encounter, Entry, FormatBoard, Outcome, Round
from competitions.queries.entries import entered_in
from competitions.rules.lifecycle import State
from competitions.rules.standings.facts import (
    Criterion,
    Entrant,
    Facts,
    Figures,
    Fixture,
    Play,
    Result,
    Standing,
    StandingsTerms,
    Unplayed,
    Winner,
)
from competitions.rules.standings.scoring import Scoring
from federation.rules.parameters import carried
from federation.rules.zones import day_in_zone

# How firm a result is in each state that has one.
FIRMNESS: Mapping[str, Standing] = {
    State.SEALED: Standing.PROVISIONAL,
    State.DISPUTED: Standing.PROVISIONAL,
    State.HOMOLOGATED: Standing.HOMOLOGATED,
    State.FINAL: Standing.FINAL,
}
WINNERS = {"home": Winner.HOME, "away": Winner.AWAY, "": Winner.NOBODY}


@dataclass(frozen=True)
class Meeting:
    """An encounter: its key, the number of its round, its state, and what standings make of it."""

    key: int
    round_number: int
    state: str
    fixture: Fixture


@dataclass(frozen=True)
class League:
    """A competition with everything that its standings are made of and said with."""

    competition: Competition
    entered: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    facts: Facts
    terms: StandingsTerms
    meetings: tuple[Meeting, ...]


def competitions_with_standings() -> list[Competition]:
    """Competitions of the latest season that has any, by name. One query."""
    rows = Competition.objects.select_related("season").order_by("-season__starts_on", "name", "pk")
    found = list(rows[:200])
    return [each for each in found if each.season_id == found[0].season_id]


def league(pk: int) -> League:
    """Read a competition for its standings. Constant queries; raises Competition.DoesNotExist."""
    competition = Competition.objects.select_related(
        "season", "regulation_version__regulation", "format"
    ).get(pk=pk)
    entered = tuple(entered_in(competition))
    parameters = carried(competition.regulation_version.parameters)
    scoring = Scoring.of(parameters)
    boards = FormatBoard.objects.filter(block__format=competition.format_id)
    partidas = boards.aggregate(sum=Sum("partidas"))["sum"] or 0
    meetings = tuple(_meetings(competition, scoring.at_stake(partidas)))
    forfeit = scoring.forfeit(
        partidas, parameters["forfeit_score"], enters_differences=parameters["forfeit_enters_differences"]
    )
    terms = StandingsTerms(
        tuple(Criterion(code) for code in parameters["standings_criteria"]),
        forfeit,
        seed_of(competition),
        Unplayed(parameters["unplayed_in_buchholz"]),
    )
    entrants = tuple(Entrant(each.pk, each.lot) for each in entered)
    rounds = tuple(Round.objects.filter(competition=competition).order_by("number"))
    facts = Facts(entrants, tuple(meeting.fixture for meeting in meetings))
    return League(competition, entered, rounds, facts, terms, meetings)


def seed_of(competition: Competition) -> str:
    """The seed that lots are drawn with: season and key of the competition, known before anybody plays."""
    return f"{competition.season.name} {competition.code}"


def _meetings(competition: Competition, at_stake: int) -> Iterator[Meeting]:
    """Every encounter in order, with its current outcome. Two queries."""
    outcomes = _current(competition)
    rows = Encounter.objects.filter(round__competition=competition).values_list(
        "pk", "home", "away", "scheduled_at", "venue__time_zone", "state", "round__number"
    )
    for key, home, away, at, zone, state, number in rows.order_by("round__number", "number"):
        outcome = outcomes.get(key) if state in FIRMNESS else None
        result = _result(outcome, FIRMNESS[state], at_stake) if outcome is not None else None
        yield Meeting(key, number, state, Fixture(home, away, day_in_zone(at, zone), result, key))


def _current(competition: Competition) -> dict[int, Outcome]:
    """The last outcome of each encounter that has one, those with a board pending or annulled left out."""
    rows = Outcome.objects.filter(encounter__round__competition=competition).order_by("version")
    last = {row.encounter_id: row for row in rows}
    return {key: row for key, row in last.items() if not row.is_pending and row.kind != "annulled"}


def _result(outcome: Outcome, standing: Standing, at_stake: int) -> Result:
    target = outcome.target_difference or 0
    return Result(
        home=Figures(
            outcome.home_points,
            outcome.home_partidas,
            outcome.home_tantos,
            outcome.home_tantos if outcome.home_capped is None else outcome.home_capped,
            target,
        ),
        away=Figures(
            outcome.away_points,
            outcome.away_partidas,
            outcome.away_tantos,
            outcome.away_tantos if outcome.away_capped is None else outcome.away_capped,
            -target,
        ),
        winner=WINNERS[outcome.winner],
        at_stake=at_stake,
        play=Play.AWARDED if outcome.kind == "awarded" else Play.PLAYED,
        standing=standing,
    )
