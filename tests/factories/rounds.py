"""More encounters beside that of the small world: of its round and others, each with people of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from competitions.actions import setup
from competitions.models import Round
from matches.actions import encounter_day, signing
from matches.rules.sides import Side
from tests.factories import tables, world
from tests.factories.world import NOW, World
from tests.matches.views.after_close import PLAIN, roles, sign


def beside(
    first: World,
    number: int,
    *,
    at: datetime = NOW,
    judge: bool = True,
    bench: int = 0,
    in_round: Round | None = None,
) -> World:
    """Another encounter of the same competition, of two new teams, that is scheduled."""
    competition = first.encounter.round.competition
    boards = sum(block.boards.count() for block in first.encounter.format.blocks.all())
    teams, people, entries, venue = {}, {}, {}, first.encounter.venue
    for side, lot in ((Side.HOME, 2 * number + 1), (Side.AWAY, 2 * number + 2)):
        teams[side], people[side], _venue = world.team(f"Equipo {lot}", first.season, boards * 2 + bench, lot)
        entries[side] = setup.enter_team(competition=competition, team=teams[side], lot=lot, by=None)
    encounter = setup.schedule_encounter(
        in_round=in_round or first.encounter.round,
        number=number,
        home=entries[Side.HOME],
        away=entries[Side.AWAY],
        venue=venue,
        at=at,
        by=None,
    )
    captains = {
        side: world.account(f"capitan.{side.value}.{number}@example.org", people[side][0]) for side in Side
    }
    made = replace(
        first, encounter=encounter, teams=teams, people=people, captains=captains, judge=None, pins={}
    )
    if judge:
        made.judge = world.judge_of(first.season, encounter, number)
    return made


def close(each: World) -> World:
    """Play every board of an encounter that has begun, and close it."""
    for board in range(1, len(each.boards()) + 1):
        tables.play_board(each, board, world.phone(each, board))
    for by in [each.director()] if each.judge else [each.captain(side) for side in Side]:
        encounter_day.close(encounter_id=each.encounter.pk, by=by)
    each.reload()
    return each


def sign_all(each: World, *, protest: str = "") -> World:
    """Everybody signs; the away captain under protest when there is something to protest."""
    protested = signing.Drawn(kind="protest", text=protest, strokes=[], without_drawing=True)
    for role in roles(each):
        sign(each, role, protested if protest and role == "away_captain" else PLAIN)
    each.reload()
    return each
