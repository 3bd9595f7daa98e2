"""The start page of whoever has an account: what is next for him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Competition, Round
from competitions.permissions import may_run_competitions
from federation.models import User
from federation.permissions import may_import
from federation.queries.judges import is_judge
from matches.queries import agenda
from matches.queries.agenda import Standing
from matches.views import moments, side_words
from matches.views.next_step import Chip, Step, chip_of, next_step


@dataclass(frozen=True)
class EncounterRow:
    """One encounter in a list."""

    url: str
    home: str
    away: str
    home_score: int | None
    away_score: int | None
    chip: Chip
    meta: str
    venue: str
    step: Step
    judged: bool


@dataclass(frozen=True)
class NextEncounter:
    """The encounter on top, with what to do."""

    row: EncounterRow
    when: str
    venue: str
    address: str
    competition: str
    round: int
    rival: str
    team: str
    judge: str
    without_judge: str
    judged: bool


@dataclass(frozen=True)
class RoundView:
    """A round of a competition as those who oversee see it."""

    competitions: Sequence[Competition]
    competition: Competition | None
    rounds: Sequence[Round]
    round: Round | None
    rows: tuple[EncounterRow, ...]


@dataclass(frozen=True)
class HomePage:
    """The whole page."""

    next: NextEncounter | None
    ahead: tuple[EncounterRow, ...]
    past: tuple[EncounterRow, ...]
    season: RoundView | None
    judges: bool
    imports: bool
    competitions: bool

    @property
    def is_empty(self) -> bool:
        """Is there nothing at all to show?"""
        return self.next is None and not self.past and self.season is None


def home_page(user: User, *, competition: int | None, round_number: int | None) -> HomePage:
    """What a person sees first; `competition` and `round_number` are chosen by those who oversee."""
    ahead, past = agenda.own_agenda(user)
    season = _season(user, competition, round_number) if agenda.oversees(user) else None
    return HomePage(
        next=_next(ahead[0]) if ahead else None,
        ahead=tuple(_row(standing) for standing in ahead[1:]),
        past=tuple(_row(standing) for standing in past),
        season=season,
        judges=user.person_id is not None and is_judge(user.person_id),
        competitions=season is not None and may_run_competitions(user),
        imports=season is not None and may_import(user, "calendar"),
    )


def _row(standing: Standing) -> EncounterRow:
    encounter, outcome = standing.encounter, standing.outcome
    return EncounterRow(
        url=reverse("matches:encounter", args=[encounter.pk]),
        home=encounter.home.name,
        away=encounter.away.name,
        home_score=outcome.home_partidas if outcome else None,
        away_score=outcome.away_partidas if outcome else None,
        chip=chip_of(encounter.state),
        meta=_meta(standing),
        venue=place_of(standing),
        step=next_step(standing),
        judged=standing.is_judge,
    )


def _meta(standing: Standing) -> str:
    """Its day and hour; of a suspended one those on which it goes on, where they are set."""
    day = standing.halt.resumption if standing.halt else None
    if day is None:
        return moments.short_day(standing.encounter.scheduled_at, standing.encounter.venue.time_zone)
    return _("se reanuda el %(when)s") % {"when": moments.short_day(day.at, day.venue.time_zone)}


def place_of(standing: Standing) -> str:
    """Where it is played, or goes on."""
    day = standing.halt.resumption if standing.halt else None
    return str(day.venue.name if day else standing.encounter.venue.name)


def _next(standing: Standing) -> NextEncounter:
    encounter, side = standing.encounter, standing.side
    day = standing.halt.resumption if standing.halt else None
    at, venue = (day.at, day.venue) if day else (encounter.scheduled_at, encounter.venue)
    teams = {"home": encounter.home.name, "away": encounter.away.name}
    return NextEncounter(
        row=_row(standing),
        when=moments.day_and_hour(at, venue.time_zone),
        venue=venue.name,
        address=venue.address,
        competition=encounter.round.competition.name,
        round=encounter.round.number,
        rival=teams[side.other] if side else "",
        team=teams[side] if side else "",
        judge=standing.judge.full_name if standing.judge else "",
        without_judge=_("Sin designar: dirigen %(both)s") % {"both": side_words.both(encounter)},
        judged=standing.is_judge,
    )


def _season(user: User, wanted: int | None, round_number: int | None) -> RoundView:
    competitions = agenda.current_competitions()
    competition = next((each for each in competitions if each.pk == wanted), None)
    competition = competition or (competitions[0] if competitions else None)
    if competition is None:
        return RoundView((), None, (), None, ())
    rounds = agenda.rounds_of(competition)
    round_ = next((each for each in rounds if each.number == round_number), None)
    round_ = round_ or agenda.round_in_play(competition, rounds)
    standings = agenda.round_standings(user, round_) if round_ else []
    return RoundView(competitions, competition, rounds, round_, tuple(_row(each) for each in standings))
