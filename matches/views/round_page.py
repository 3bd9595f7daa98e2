"""The page of a round for those who oversee it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Competition, Round
from competitions.rules.lifecycle import State
from federation import clock
from federation.models import User
from matches.queries import agenda, overviews
from matches.queries.overviews import Overview
from matches.views.overview_rows import Figure, Line, Queue, line_of, queue_of

SEALED = (State.SEALED, State.HOMOLOGATED, State.FINAL, State.DISPUTED)
BEFORE_PLAY = (State.SCHEDULED, State.LINE_UPS)


@dataclass(frozen=True)
class RoundPage:
    """The whole page."""

    round: Round
    competition: Competition
    competitions: Sequence[Competition]
    rounds: Sequence[Round]
    previous: Round | None
    next: Round | None
    figures: tuple[Figure, ...]
    lines: tuple[Line, ...]
    queue: Queue
    hours: int


def round_page(user: User, round_: Round) -> RoundPage:
    """Read and arrange a round. Constant queries for any number of encounters."""
    found = overviews.of_round(user, round_)
    now = clock.now()
    queue = queue_of(found, now)
    competition = round_.competition
    rounds = agenda.rounds_of(competition)
    before = [each for each in rounds if each.number < round_.number]
    after = [each for each in rounds if each.number > round_.number]
    competitions = agenda.current_competitions()
    if competition not in competitions:
        competitions = [competition, *competitions]
    return RoundPage(
        round=round_,
        competition=competition,
        competitions=competitions,
        rounds=rounds,
        previous=before[-1] if before else None,
        next=after[0] if after else None,
        figures=_figures(found, queue),
        lines=tuple(line_of(each, now) for each in found),
        queue=queue,
        hours=_hours(found, competition),
    )


def _hours(found: Sequence[Overview], competition: Competition) -> int:
    """How long an acta of the round may take: what was started keeps the time of its own terms."""
    usual = int(competition.regulation_version.parameters["acta_deadline_hours"])
    return max((overviews.acta_hours(each.standing.encounter) for each in found), default=usual)


def _figures(found: Sequence[Overview], queue: Queue) -> tuple[Figure, ...]:
    states = [each.state for each in found]
    to_close = sum(each.waits_for_close for each in found)
    to_sign = states.count(State.CLOSING)
    late = sum(each.days_late > 0 for each in found)
    return (
        Figure(sum(state in BEFORE_PLAY for state in states), _("por empezar")),
        Figure(states.count(State.PLAYING) - to_close, _("en juego")),
        Figure(to_close, _("por cerrar"), "warn" if to_close else ""),
        Figure(to_sign, _("por firmar"), "warn" if to_sign else ""),
        Figure(len(queue.rows), _("en cola de sellado"), "stop" if queue.stopped else ""),
        Figure(sum(state in SEALED for state in states), _("selladas")),
        Figure(late, _("atrasadas"), "stop" if late else ""),
    )
