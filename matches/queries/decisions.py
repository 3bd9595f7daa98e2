"""What was decided of encounters, what waits for a decision, and what a decision would change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet, Sum

from competitions.models import Encounter, FormatBoard, Outcome
from competitions.queries.entries import of_sides
from competitions.queries.outcomes import results_of
from competitions.queries.standings import League, league, with_outcome
from competitions.rules.awards import Award, AwardedTo, AwardTerms, award
from competitions.rules.lifecycle import TRANSITIONS, Action, Actor, State
from competitions.rules.standings.table import Standings, standings
from federation.models import Discipline
from federation.rules.zones import day_in_zone
from matches.models import EncounterDecision
from matches.queries import encounters, people
from matches.queries.narrowing import EncounterFilter
from matches.queries.reviews import met_by
from matches.rules.decisions import DECISIONS, Cause

# Where somebody of the federation has to decide what follows.
WAITING = (State.NOT_PLAYED, State.POSTPONED, State.ANNULLED)
# Those that hold no place on their day: the hour and the table are free for others.
WITHOUT_PLACE = (State.POSTPONED, State.NOT_PLAYED, State.ANNULLED)


def waiting(chosen: EncounterFilter) -> QuerySet[Encounter]:
    """The encounters that wait for a decision, narrowed by team, competition and state."""
    found = Encounter.objects.filter(state__in=[chosen.state] if chosen.state else WAITING)
    if chosen.competition is not None:
        found = found.filter(round__competition=chosen.competition)
    if chosen.text.strip():
        found = found.filter(met_by(chosen.text))
    return found.select_related("round__competition", "venue", *of_sides())


def cause_of(encounter: Encounter) -> Cause | None:
    """Why it was last noted as not played."""
    rows = EncounterDecision.objects.filter(encounter=encounter, action=Action.MARK_NOT_PLAYED.value)
    last = rows.order_by("-number").first()
    return Cause(last.cause) if last is not None else None


def actions_for(encounter: Encounter, powers: Collection[Actor]) -> tuple[Action, ...]:
    """What may be decided of an encounter as it stands by whoever has these powers, in order."""
    state = State(encounter.state)
    return tuple(
        action
        for action in DECISIONS
        if (found := TRANSITIONS.get((state, action))) is not None and found.who & set(powers)
    )


def award_terms(encounter: Encounter) -> AwardTerms:
    """By what an award is counted: the terms that were frozen, else those that starting now would store."""
    terms = encounters.terms_or_due(encounter)
    boards = FormatBoard.objects.filter(block__format=encounter.format_id)
    of_domino = not boards.exclude(discipline=Discipline.DOMINO).exists()
    return AwardTerms(
        boards=boards.count(),
        partidas=boards.aggregate(sum=Sum("partidas"))["sum"] or 0,
        target=terms.target if of_domino else None,
        parameters=terms.parameters,
    )


@dataclass(frozen=True)
class Effect:
    """What a decision changes: the result, and the standings before and after where it changes them."""

    before: Outcome | None
    award: Award | None
    league: League | None = None
    table: tuple[Standings, Standings] | None = None


def effect_of(encounter: Encounter, action: Action, to: AwardedTo | None) -> Effect:
    """Read what a decision would change. Nothing is written."""
    before = results_of([encounter.pk]).get(encounter.pk)
    given = award(to, award_terms(encounter)) if to is not None else None
    if given is None and before is None:
        return Effect(before, given)
    found = league(encounter.round.competition_id)
    after = as_outcome(given) if given is not None and action is Action.AWARD else None
    facts = with_outcome(found, encounter.pk, after)
    return Effect(before, given, found, (standings(found.facts, found.terms), standings(facts, found.terms)))


def as_outcome(given: Award) -> Outcome:
    """An award in the columns of a result, not saved."""
    return Outcome(
        kind="awarded",
        winner=given.to.value,
        home_partidas=given.home.partidas,
        away_partidas=given.away.partidas,
        home_boards=given.home.boards,
        away_boards=given.away.boards,
        home_tantos=given.home.tantos,
        away_tantos=given.away.tantos,
        home_points=given.home.points,
        away_points=given.away.points,
        home_capped=given.home.tantos,
        away_capped=given.away.tantos,
        target_difference=given.target_difference,
        enters_differences=given.enters_differences,
    )


def clashes(encounter: Encounter, at: datetime, zone: str) -> list[Encounter]:
    """Other encounters of either side, or of its judge, on the day of `at`; none that has lost its place."""
    day = datetime.combine(day_in_zone(at, zone), time.min, ZoneInfo(zone))
    same = Encounter.objects.filter(scheduled_at__gte=day, scheduled_at__lt=day + timedelta(days=1))
    sides = [encounter.home_id, encounter.away_id]
    teams = [key for key in (encounter.home.team_id, encounter.away.team_id) if key is not None]
    meets = Q(home__in=sides) | Q(away__in=sides) | Q(home__team__in=teams) | Q(away__team__in=teams)
    designated = people.designation(encounter)
    if designated is not None:
        meets |= Q(designations__licence=designated.licence_id) & ~Q(designations__state="replaced")
    found = same.filter(meets).exclude(pk=encounter.pk).exclude(state__in=WITHOUT_PLACE)
    return list(found.select_related("venue", *of_sides()).distinct().order_by("scheduled_at", "pk")[:10])
