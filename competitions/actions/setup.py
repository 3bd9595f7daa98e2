"""Setting up what is played: formats, competitions, rounds, entries, encounters, judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q

from competitions.models import (
    Competition,
    DesignationState,
    Encounter,
    EncounterFormat,
    Entrants,
    Entry,
    FormatBlock,
    FormatBoard,
    JudgeDesignation,
    Round,
)
from competitions.queries import judges
from competitions.queries.captaincy import day_of
from competitions.queries.squads import shared_people
from competitions.rules.entries import check_format, check_sides
from competitions.rules.judges import REFUSED, remarks
from competitions.rules.ready_formats import READY
from federation import clock
from federation.actions import audit, registry
from federation.models import Discipline, Licence, LicenceKind, RegulationVersion, Season, Team, User, Venue
from federation.permissions import require_office
from federation.rules.errors import RuleError
from federation.rules.zones import day_in_zone


@dataclass(frozen=True)
class BoardSpec:
    """One board of a format: its block, and what is played there."""

    block: int
    number: int
    discipline: Discipline
    players_per_side: int
    partidas: int
    weight: int = 1
    length: str = ""
    frames: int | None = None


def _chain(competition: Competition) -> str:
    return f"competition:{competition.pk}"


@transaction.atomic
def create_format(*, name: str, boards: Sequence[BoardSpec], by: User | None) -> EncounterFormat:
    """Make an encounter format; RuleError when it has no board or a board number twice."""
    numbers = [board.number for board in boards]
    if not numbers or len(set(numbers)) != len(numbers):
        raise RuleError("format_boards", field="boards")
    made = EncounterFormat.objects.create(name=name)
    blocks = {
        number: FormatBlock.objects.create(format=made, number=number)
        for number in sorted({board.block for board in boards})
    }
    FormatBoard.objects.bulk_create(
        FormatBoard(
            block=blocks[board.block],
            number=board.number,
            discipline=board.discipline,
            players_per_side=board.players_per_side,
            partidas=board.partidas,
            weight=board.weight,
            length=board.length,
            frames=board.frames,
        )
        for board in boards
    )
    audit.record(
        chain="formats", verb="format.created", subject=f"format:{made.pk}", by=by, data={"name": name}
    )
    return made


def ready_boards(key: str) -> list[BoardSpec]:
    """The boards of a ready-made format, numbered in order; KeyError for one that there is not."""
    return [
        BoardSpec(
            block=board.block,
            number=number,
            discipline=Discipline(board.discipline),
            players_per_side=board.players_per_side,
            partidas=board.partidas,
            length=board.length,
            frames=board.frames,
        )
        for number, board in enumerate(READY[key], start=1)
    ]


@transaction.atomic
def create_competition(
    *,
    season: Season,
    name: str,
    code: str,
    discipline: Discipline,
    entrants: Entrants,
    regulation_version: RegulationVersion,
    encounter_format: EncounterFormat,
    by: User | None,
) -> Competition:
    """Make a competition of a season; RuleError `nobody_plays_domino_alone`, `format_of_other_entrants`."""
    if discipline == Discipline.DOMINO and entrants == Entrants.PLAYERS:
        raise RuleError("nobody_plays_domino_alone", field="entrants")
    boards = FormatBoard.objects.filter(block__format=encounter_format).order_by("number")
    check_format(entrants, discipline, list(boards.values_list("discipline", "players_per_side")))
    competition = Competition.objects.create(
        season=season,
        name=name,
        code=code,
        discipline=discipline,
        entrants=entrants,
        regulation_version=regulation_version,
        format=encounter_format,
    )
    data = {"name": name, "regulation_version": regulation_version.pk}
    audit.record(
        chain=_chain(competition), verb="competition.created", subject=_chain(competition), by=by, data=data
    )
    return competition


@transaction.atomic
def enter_team(*, competition: Competition, team: Team, lot: int, by: User | None) -> Entry:
    """Enter a team with its lot.

    RuleError `other_entrants`, `team_of_another_season`, and `squads_share_people` when somebody of its
    squad is, today or later, in that of another team of the competition: nobody is in two squads of one.
    """
    if competition.entrants != Entrants.TEAMS:
        raise RuleError("other_entrants", field="team")
    if team.season_id != competition.season_id:
        raise RuleError("team_of_another_season", field="team")
    # Whoever writes a squad locks its team: nobody joins one of these meanwhile.
    entered = Entry.objects.filter(competition=competition).values("team")
    list(
        Team.objects.select_for_update()
        .filter(Q(pk=team.pk) | Q(pk__in=entered))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    if shared := shared_people(competition, team):
        raise RuleError("squads_share_people", field="team", people=", ".join(map(str, shared)))
    entry = Entry.objects.create(competition=competition, team=team, lot=lot)
    data = {"team": team.pk, "lot": lot}
    audit.record(
        chain=_chain(competition), verb="team.entered", subject=f"entry:{entry.pk}", by=by, data=data
    )
    return entry


@transaction.atomic
def add_round(*, competition: Competition, number: int, starts_on: date, by: User | None) -> Round:
    """Add a matchday."""
    round_ = Round.objects.create(competition=competition, number=number, starts_on=starts_on)
    data = {"number": number, "date": starts_on.isoformat()}
    audit.record(
        chain=_chain(competition), verb="round.added", subject=f"round:{round_.pk}", by=by, data=data
    )
    return round_


@transaction.atomic
def schedule_encounter(
    *, in_round: Round, number: int, home: Entry, away: Entry, venue: Venue, at: datetime, by: User | None
) -> Encounter:
    """Put an encounter in a round.

    RuleError when a side is not entered there or plays in it already, or the venue is closed that day.
    """
    Competition.objects.select_for_update().get(pk=in_round.competition_id)
    # Whoever closes the venue locks the same row.
    closed_on = Venue.objects.select_for_update().get(pk=venue.pk).closed_on
    if closed_on is not None and day_in_zone(at, venue.time_zone) > closed_on:
        raise RuleError("venue_closed", field="venue")
    if home.pk == away.pk:
        raise RuleError("same_team_twice", field="away")
    sides = {home.pk, away.pk}
    if home.competition_id != in_round.competition_id or away.competition_id != in_round.competition_id:
        raise RuleError("not_entered", field="home")
    check_sides(home.people, away.people)
    for other in Encounter.objects.filter(round=in_round):
        if sides & {other.home_id, other.away_id}:
            raise RuleError("team_plays_already", field="home")
    encounter = Encounter.objects.create(
        round=in_round,
        number=number,
        home=home,
        away=away,
        venue=venue,
        scheduled_at=at,
        format=in_round.competition.format,
    )
    chain = f"encounter:{encounter.pk}"
    data = {"round": in_round.pk, "home": home.pk, "away": away.pk, "at": at.isoformat(), "venue": venue.pk}
    audit.record(chain=chain, verb="encounter.scheduled", subject=chain, by=by, data=data)
    return encounter


@transaction.atomic
def designate_judge(*, encounter: Encounter, licence: Licence, by: User | None) -> JudgeDesignation:
    """Designate a judge in place of any earlier one.

    RuleError when the licence is not a judge's in force that day, or when he is away on it
    (`judge_absent`). A judge of one of the two clubs, or with another encounter that day, is told
    about (`rules.judges`) and not refused. Forbidden for whoever does not run the office.
    """
    require_office(by)
    locked = Encounter.objects.select_for_update().get(pk=encounter.pk)
    day = day_of(locked)
    # Who notes an absence locks the same row.
    registry.lock_person(licence.person)
    in_force = licence.state == "granted" and licence.valid_from <= day <= licence.valid_to
    if licence.kind != LicenceKind.JUDGE or not in_force:
        raise RuleError("not_a_judge", field="judge")
    facts = judges.facts_of([licence.person_id], locked)[licence.person_id]
    for remark in remarks(facts, day, ()):
        if remark in REFUSED:
            raise RuleError(remark.value, field="judge")
    JudgeDesignation.objects.filter(encounter=locked).exclude(state=DesignationState.REPLACED).update(
        state=DesignationState.REPLACED
    )
    designation = JudgeDesignation.objects.create(
        encounter=locked, licence=licence, state=DesignationState.DESIGNATED, designated_at=clock.now()
    )
    chain = f"encounter:{locked.pk}"
    audit.record(chain=chain, verb="judge.designated", subject=chain, by=by, data={"licence": licence.pk})
    return designation
