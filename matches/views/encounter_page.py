"""The page of an encounter: how it stands, what is due, its boards, line-ups and incidents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from competitions.models import Encounter
from competitions.rules.lifecycle import OPEN_AGAIN, Facts
from competitions.rules.lifecycle import Actor as Who
from matches import messages
from matches.actions.encounter_day import facts_of
from matches.queries import actas, agenda, day, line_ups, sheets
from matches.queries.acta_facts import result_of
from matches.queries.agenda import Standing
from matches.queries.frames import FrameView
from matches.queries.people import entries_of
from matches.queries.reviews import REVIEWABLE
from matches.queries.sheets import AnyView
from matches.rules.sides import Side
from matches.views import (
    board_codes,
    incident_rows,
    line_up_page,
    line_up_turns,
    moments,
    side_words,
)
from matches.views.account import account_of
from matches.views.acta_versions import VersionLine, version_lines
from matches.views.board_cards import BoardCard, hands_card
from matches.views.board_codes import BoardCode
from matches.views.frame_cards import frame_card
from matches.views.incident_rows import IncidentRow
from matches.views.moves import Move, moves_of, who_looks
from matches.views.next_step import Chip, Step, chip_of, next_step

AFTER_PLAY = ("closing", "signed", "sealed", "homologated", "final", "disputed")


@dataclass(frozen=True)
class Score:
    """One half of the encounter's tile."""

    name: str
    total: int
    lead: bool
    note: str


@dataclass(frozen=True)
class Stage:
    """One step of the encounter: done, now or next."""

    when: str
    title: str
    text: str
    css: str


@dataclass(frozen=True)
class TeamLineUp:
    """A revealed line-up."""

    team: str
    rows: tuple[line_up_turns.Row, ...]


@dataclass(frozen=True)
class EncounterPage:
    """Everything that the pages of an encounter show; each template takes what it needs."""

    encounter: Encounter
    standing: Standing
    home: str
    away: str
    chip: Chip
    step: Step
    when: str
    judge: str
    without_judge: str
    own_presence: str
    in_charge: bool
    score: tuple[Score, Score] | None
    stages: tuple[Stage, ...]
    moves: tuple[Move, ...]
    cards: tuple[BoardCard, ...]
    codes: tuple[BoardCode, ...]
    line_ups: tuple[TeamLineUp, ...]
    incidents: tuple[IncidentRow, ...]
    may_write_incident: bool
    actas: tuple[VersionLine, ...]
    # Does whoever looks see what is before the committee, where something is?
    before_committee: bool = False

    @property
    def all_over(self) -> bool:
        """Have all boards ended? Then closing comes first on the page, before the boards."""
        return bool(self.cards) and all(card.over for card in self.cards)


def encounter_page(request: HttpRequest, encounter: Encounter) -> EncounterPage:
    """Read and arrange an encounter for whoever looks. Constant queries, boards and entries once."""
    standing = agenda.standing_of(account_of(request), encounter)
    started = encounter.terms is not None
    views = sheets.board_views(encounter) if started else []
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    cards = _cards(views, day.names(encounter) if started else {}, teams)
    facts = facts_of(encounter, by=who_looks(standing), views=views)
    concerned = standing.side is not None or standing.is_judge
    return EncounterPage(
        encounter=encounter,
        standing=standing,
        home=teams[Side.HOME],
        away=teams[Side.AWAY],
        chip=chip_of(encounter.state),
        step=next_step(standing),
        when=moments.day_and_hour(encounter.scheduled_at, encounter.venue.time_zone),
        judge=standing.judge.full_name if standing.judge else "",
        without_judge=_("Sin designar: dirigen %(both)s") % {"both": side_words.both(encounter)},
        own_presence=side_words.own_presence(encounter),
        in_charge=standing.in_charge,
        score=_score(encounter, views, teams) if started else None,
        stages=_stages(standing, facts, cards),
        moves=moves_of(standing, _with_signed(facts, standing), cards, _obstacles(standing)),
        cards=tuple(cards),
        codes=tuple(board_codes.codes_of(request, cards)) if concerned and _playing(encounter) else (),
        line_ups=_line_ups(standing, teams),
        incidents=incident_rows.rows_of(encounter, day.incidents_of(encounter), account_of(request)),
        may_write_incident=_may_write_incident(standing),
        actas=_actas(encounter),
        before_committee=_before_committee(request, views),
    )


def _cards(views: Sequence[AnyView], names: Mapping[str, str], teams: Mapping[Side, str]) -> list[BoardCard]:
    """The boards as cards, in their order, each in the way of its sport. Reads nothing."""
    return [
        frame_card(view, names, teams) if isinstance(view, FrameView) else hands_card(view, names, teams)
        for view in views
    ]


def _figures(views: Sequence[AnyView], number: int) -> str:
    """What was made over all boards, in the words of what was played."""
    sports = {isinstance(view, FrameView) for view in views}
    if sports == {True}:
        return _("%(points)s juegos") % {"points": number}
    words = _("%(points)s tantos y juegos") if len(sports) > 1 else _("%(points)s tantos")
    return words % {"points": number}


def _before_committee(request: HttpRequest, views: Sequence[AnyView]) -> bool:
    return any(view.state.has_stopped for view in views) and agenda.oversees(account_of(request))


def _actas(encounter: Encounter) -> tuple[VersionLine, ...]:
    """Every sealed version, once one has replaced another or is about to."""
    if encounter.state not in (*REVIEWABLE, *OPEN_AGAIN):
        return ()
    lines = version_lines(encounter, actas.actas_of(encounter))
    return lines if len(lines) > 1 or encounter.state in OPEN_AGAIN else ()


def _playing(encounter: Encounter) -> bool:
    return encounter.state == "playing"


def _with_signed(facts: Facts, standing: Standing) -> Facts:
    return replace(facts, signed=frozenset(Who(role) for role in standing.answered))


def _may_write_incident(standing: Standing) -> bool:
    if standing.is_judge:
        return standing.encounter.state in ("line_ups", "playing", "closing")
    return standing.side is not None and standing.encounter.state in ("line_ups", "playing")


def _score(encounter: Encounter, views: Sequence[AnyView], teams: dict[Side, str]) -> tuple[Score, Score]:
    result = result_of(encounter, list(views))
    over = encounter.state in AFTER_PLAY
    halves = {
        side: Score(
            name=teams[side],
            total=result.partidas.of(side),
            lead=result.partidas.of(side) > result.partidas.of(side.other),
            note=_figures(views, result.tantos.of(side)) if over else _("partidas ganadas"),
        )
        for side in Side
    }
    return halves[Side.HOME], halves[Side.AWAY]


def _line_ups(standing: Standing, teams: dict[Side, str]) -> tuple[TeamLineUp, ...]:
    """Both line-ups once both are locked; before that nothing of either."""
    if not standing.has_line_ups:
        return _entered(standing.encounter, teams)
    if not standing.both_locked:
        return ()
    found = day.both_line_ups(standing.encounter)
    return tuple(TeamLineUp(teams[side], line_up_page.whole(found.get(side))) for side in Side)


def _entered(encounter: Encounter, teams: dict[Side, str]) -> tuple[TeamLineUp, ...]:
    """Who plays where pairs or players meet: whoever is entered, from the first."""
    title = _("Mesa %(number)s") % {"number": 1}
    people = {
        side: tuple(each.short_name for each in (entry.player, entry.partner) if each is not None)
        for side, entry in entries_of(encounter).items()
    }
    return tuple(TeamLineUp(teams[side], (line_up_turns.Row(title, people[side]),)) for side in Side)


def _obstacles(standing: Standing) -> tuple[str, ...]:
    """Why somebody who is entered may not play, told before anybody tries to start."""
    encounter = standing.encounter
    if standing.has_line_ups or encounter.state not in ("scheduled", "line_ups"):
        return ()
    return tuple(
        f"{member.person.short_name}: {messages.problem_text(problem)}"
        for side in Side
        for member in line_ups.squad(encounter, side)
        for problem in member.problems
        if problem.blocks
    )


def _stages(standing: Standing, facts: Facts, cards: Sequence[BoardCard]) -> tuple[Stage, ...]:
    encounter = standing.encounter
    state, zone = encounter.state, encounter.venue.time_zone
    now = {"scheduled": 0, "line_ups": 0, "playing": 1, "suspended": 1, "closing": 2, "signed": 3}.get(state)
    if state in ("postponed", "not_played", "annulled"):
        return ()
    reached = 4 if now is None else now

    def stage(index: int, title: str, text: str, moment: datetime | None = None) -> Stage:
        css = "now" if index == now else ("next" if index > reached else "")
        return Stage(moments.hour(moment, zone) if moment else "", title, text, css)

    locked_last = max(standing.locked.values()) if standing.locked and standing.both_locked else None
    return (
        stage(0, _("Alineaciones"), _locked_text(standing), locked_last)
        if standing.has_line_ups
        else stage(0, _("Presencia"), ""),
        stage(1, _("Juego"), _boards_text(cards), encounter.started_at),
        stage(2, _("Cierre y firma"), _signed_text(standing, facts), encounter.closed_at),
        stage(3, _("Acta sellada"), "", None),
    )


def _locked_text(standing: Standing) -> str:
    encounter, zone = standing.encounter, standing.encounter.venue.time_zone
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    said = [
        _("%(team)s, cerrada a las %(hour)s")
        % {"team": teams[side], "hour": moments.hour(standing.locked[side], zone)}
        if side in standing.locked
        else _("%(team)s, sin cerrar") % {"team": teams[side]}
        for side in Side
    ]
    return ". ".join(said) + "."


def _boards_text(cards: Sequence[BoardCard]) -> str:
    if not cards:
        return ""
    over = sum(card.over for card in cards)
    return _("%(over)s de %(all)s mesas terminadas.") % {"over": over, "all": len(cards)}


def _signed_text(standing: Standing, facts: Facts) -> str:
    if standing.encounter.closed_at is None:
        return ""
    said = {"signed": len(standing.answered), "all": len(facts.signatories)}
    return _("%(signed)s de %(all)s firmas.") % said
