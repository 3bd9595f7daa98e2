"""Line-ups: blind, checked, locked once."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
import time_machine
from django.utils.translation import override

from competitions.actions import setup
from competitions.models import FormatBlock
from federation.actions import registry
from federation.models import Licence
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import line_ups
from matches.actions.line_ups import LineUpRefusedError, Names
from matches.models import Appearance, Incident, LineUp, LineUpSlot
from matches.queries import line_ups as queries
from matches.rules.sides import Side
from tests.factories import world

pytestmark = pytest.mark.django_db


def lock(each: world.World, names: Names, side: Side = Side.HOME) -> LineUp:
    return line_ups.lock_line_up(
        encounter_id=each.encounter.pk, names=names, by=world.actor(each.captains[side])
    )


def codes(error: LineUpRefusedError) -> set[str]:
    return {problem.code for problem in error.problems}


def test_saving_opens_the_line_ups_and_keeps_a_draft() -> None:
    each = world.build()
    names = Names(boards={1: (each.person(Side.HOME, 0).pk, None)}, substitutes=())
    line_ups.save_line_up(encounter_id=each.encounter.pk, names=names, by=each.captain(Side.HOME))
    assert each.reload().state == "line_ups"
    assert LineUp.objects.get().state == "draft"
    assert not queries.are_revealed(each.encounter)


def test_locking_holds_starters_in_the_round_and_keeps_each_answer() -> None:
    each = world.build()
    lock(each, world.names(each, Side.HOME))
    assert set(Appearance.objects.values_list("person", flat=True)) == {
        each.person(Side.HOME, 0).pk,
        each.person(Side.HOME, 1).pk,
    }
    receipt = LineUpSlot.objects.get(board=1, position=1).eligibility
    assert (receipt["licence"], receipt["problems"], receipt["rules"]) == ("30-10000", [], 2)


def test_a_licence_that_expired_yesterday_is_a_block() -> None:
    each = world.build()
    who = each.person(Side.HOME, 0)
    Licence.objects.filter(person=who).update(valid_to=world.days_ago(1))
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, world.names(each, Side.HOME))
    assert codes(found.value) == {"licence_not_in_force"}
    Licence.objects.filter(person=who).update(valid_to=world.TODAY)
    assert lock(each, world.names(each, Side.HOME)).state == "locked"


def test_out_of_the_squad_that_day_is_a_block() -> None:
    each = world.build()
    who = each.person(Side.HOME, 2)
    who.roster_entries.update(valid_to=world.days_ago(1))
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, world.names(each, Side.HOME))
    assert codes(found.value) == {"not_in_squad"}


def test_a_player_twice_is_a_block() -> None:
    each = world.build(boards=2)
    names = world.names(each, Side.HOME)
    twice = dataclasses.replace(
        names, boards={1: names.boards[1], 2: (names.boards[1][0], names.boards[2][1])}
    )
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, twice)
    assert codes(found.value) == {"too_many_boards"}


def test_an_empty_place_is_a_block() -> None:
    each = world.build()
    names = dataclasses.replace(
        world.names(each, Side.HOME), boards={1: (each.person(Side.HOME, 0).pk, None)}
    )
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, names)
    assert codes(found.value) == {"board_incomplete"}


def test_a_refused_lock_writes_nothing() -> None:
    each = world.build()
    names = dataclasses.replace(world.names(each, Side.HOME), boards={1: (None, None)})
    with pytest.raises(LineUpRefusedError):
        lock(each, names)
    assert (LineUp.objects.count(), Appearance.objects.count(), each.reload().state) == (0, 0, "scheduled")


@pytest.mark.parametrize("who", ["rival", "stranger", "nobody"])
def test_a_hidden_field_with_somebody_else_is_refused(who: str) -> None:
    each = world.build()
    ids = {"rival": each.person(Side.AWAY, 0).pk, "stranger": each.stranger.person_id, "nobody": 10**9}
    names = dataclasses.replace(world.names(each, Side.HOME), substitutes=(ids[who],))
    with pytest.raises(RuleError, match="not_in_this_squad"):
        lock(each, names)


@pytest.mark.parametrize("boards", [{}, {1: (1,)}, {2: (1, 2)}, {1: (1, 2), 2: (3, 4)}])
def test_another_shape_is_refused(boards: dict[int, tuple[int, ...]]) -> None:
    each = world.build()
    with pytest.raises(RuleError, match="line_up_shape"):
        lock(each, Names(boards=boards, substitutes=()))


def test_nobody_plays_two_encounters_of_a_round() -> None:
    each = world.build()
    club = each.teams[Side.HOME].club
    venue = each.encounter.venue
    other_team = registry.register_team(club=club, season=each.season, name="Segundo", venue=venue, by=None)
    third = registry.register_team(club=club, season=each.season, name="Tercero", venue=venue, by=None)
    competition = each.encounter.round.competition
    entries = [
        setup.enter_team(competition=competition, team=team, lot=lot, by=None)
        for lot, team in ((3, other_team), (4, third))
    ]
    # The registry's low way: the office's is refused two squads of one competition.
    for index, role in ((0, "player"), (1, "player")):
        registry.add_to_squad(
            team=other_team, person=each.person(Side.HOME, index), role=role,
            valid_from=each.season.starts_on, valid_to=None, by=None,
        )  # fmt: skip
    other = setup.schedule_encounter(
        in_round=each.encounter.round,
        number=9,
        home=entries[0],
        away=entries[1],
        venue=venue,
        at=world.NOW,
        by=None,
    )
    captain = world.account("otra@example.org", world.person("Otra", "Capitana"))
    registry.add_to_squad(
        team=other_team, person=captain.person, role="non_playing_captain", valid_from=each.season.starts_on,
        valid_to=None, by=None,
    )  # fmt: skip
    lock(each, world.names(each, Side.HOME))
    names = Names(boards={1: (each.person(Side.HOME, 0).pk, each.person(Side.HOME, 1).pk)}, substitutes=())
    with pytest.raises(LineUpRefusedError) as found:
        line_ups.lock_line_up(encounter_id=other.pk, names=names, by=world.actor(captain))
    assert codes(found.value) == {"already_in_round"}


def test_a_locked_line_up_is_neither_saved_nor_locked_again() -> None:
    each = world.build()
    lock(each, world.names(each, Side.HOME))
    for act in (line_ups.save_line_up, line_ups.lock_line_up):
        with pytest.raises(ConflictError, match="line_up_locked"):
            act(
                encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=each.captain(Side.HOME)
            )


@pytest.mark.parametrize("who", ["judge", "office", "stranger"])
def test_only_captains_touch_a_line_up(who: str) -> None:
    each = world.build()
    with pytest.raises(ForbiddenError, match="only_captains"):
        line_ups.save_line_up(
            encounter_id=each.encounter.pk,
            names=world.names(each, Side.HOME),
            by=world.actor(getattr(each, who)),
        )


def test_the_vice_captain_may() -> None:
    each = world.build()
    made = line_ups.lock_line_up(
        encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=world.actor(each.vice)
    )
    assert (made.side, made.locked_by) == ("home", each.vice)


def test_revealed_only_when_both_are_locked() -> None:
    each = world.build()
    lock(each, world.names(each, Side.HOME))
    assert not queries.are_revealed(each.encounter)
    lock(each, world.names(each, Side.AWAY), Side.AWAY)
    assert queries.are_revealed(each.encounter)


def test_squad_queries_do_not_grow_with_the_squad(django_assert_num_queries) -> None:
    small, counts = world.build(bench=0), []
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for extra in (0, 30):
        for number in range(extra):
            who = world.person(f"Nuevo{number}", "Fichaje")
            world.licence(who, small.season, f"99-{number:03d}")
            registry.add_to_squad(
                team=small.teams[Side.HOME], person=who, role="player", valid_from=small.season.starts_on,
                valid_to=None, by=None,
            )  # fmt: skip
        encounter = small.reload()
        with CaptureQueriesContext(
            connection,
        ) as captured:
            members = queries.squad(encounter, Side.HOME)
        counts.append((len(captured), len(members)))
    assert counts[0][0] == counts[1][0]
    assert counts[1][1] == counts[0][1] + 30


# ---------------------------------------------------------------- the order and the time of the regulation
def in_blocks(mode: str, **parameters: object) -> world.World:
    """Two blocks of one board, each side with people enough."""
    each = world.build(boards=2, parameters={"line_up_mode": mode, **parameters})
    second = queries.boards_of_format(each.encounter)[1]
    second.block = FormatBlock.objects.create(format=each.encounter.format, number=2)
    second.save(update_fields=["block"])
    return each


def refused(each: world.World, side: Side, names: Names | None = None) -> str:
    with pytest.raises(ConflictError) as found:
        lock(each, names or world.names(each, side), side)
    return found.value.code


def test_home_first_the_away_captain_waits_and_may_prepare_his() -> None:
    each = world.build(parameters={"line_up_mode": "home_first"})
    names = world.names(each, Side.AWAY)
    line_ups.save_line_up(encounter_id=each.encounter.pk, names=names, by=each.captain(Side.AWAY))
    assert refused(each, Side.AWAY) == "rival_locks_first"
    lock(each, world.names(each, Side.HOME))
    assert lock(each, names, Side.AWAY).state == "locked"


@pytest.mark.parametrize("mode", ["blind_both_lock", "open"])
def test_otherwise_each_locks_when_he_likes(mode: str) -> None:
    each = world.build(parameters={"line_up_mode": mode})
    assert lock(each, world.names(each, Side.AWAY), Side.AWAY).state == "locked"


def test_block_by_block_each_lock_takes_its_boards_and_the_last_the_substitutes() -> None:
    each = in_blocks("alternate_by_block")
    home, away = (world.names(each, side) for side in Side)
    # The second board may still be empty when the first block is locked.
    first = dataclasses.replace(home, boards={1: home.boards[1], 2: (None, None)}, substitutes=())
    assert refused(each, Side.AWAY) == "rival_locks_first"
    assert (lock(each, first).state, lock(each, away, Side.AWAY).state) == ("draft", "draft")
    assert Appearance.objects.count() == 4
    assert refused(each, Side.HOME, home) == "rival_locks_first"
    assert not queries.are_revealed(each.encounter)
    other = dataclasses.replace(away, boards={1: tuple(reversed(away.boards[1])), 2: away.boards[2]})
    assert refused(each, Side.AWAY, other) == "line_up_block_locked"
    assert lock(each, away, Side.AWAY).state == "locked"
    assert lock(each, home).state == "locked"
    assert queries.are_revealed(each.encounter)
    assert Appearance.objects.count() == 8
    slots = LineUpSlot.objects.filter(line_up__side="home")
    assert list(
        slots.filter(board__isnull=False).order_by("board", "position").values_list("person", flat=True)
    ) == [
        *home.boards[1],
        *home.boards[2],
    ]
    assert refused(each, Side.HOME, home) == "line_up_locked"


def test_a_block_is_locked_with_what_speaks_against_it_alone() -> None:
    each = in_blocks("alternate_by_block")
    names = world.names(each, Side.HOME)
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, dataclasses.replace(names, boards={1: (names.boards[1][0], None), 2: (None, None)}))
    assert codes(found.value) == {"board_incomplete"}
    lock(each, names)
    lock(each, world.names(each, Side.AWAY), Side.AWAY)
    lock(each, world.names(each, Side.AWAY), Side.AWAY)
    with pytest.raises(LineUpRefusedError) as found:
        lock(each, dataclasses.replace(names, boards={1: names.boards[1], 2: names.boards[1]}))
    assert "too_many_boards" in codes(found.value)


def test_the_format_of_one_block_alternates_as_home_first() -> None:
    each = world.build(parameters={"line_up_mode": "alternate_by_block"})
    assert refused(each, Side.AWAY) == "rival_locks_first"
    assert lock(each, world.names(each, Side.HOME)).state == "locked"


@pytest.mark.parametrize(("minutes", "written"), [(29, 0), (30, 0), (31, 1), (None, 0)])
def test_who_is_late_locks_and_the_acta_says_so(minutes: int | None, written: int) -> None:
    each = world.build(parameters={"line_up_lock_minutes": minutes})
    with time_machine.travel(world.NOW - timedelta(minutes=30, seconds=1), tick=True), override("en"):
        assert lock(each, world.names(each, Side.HOME)).state == "locked"
    found = list(Incident.objects.values_list("kind", "author", "texts__text"))
    text = "La Seis Doble cerró su alineación el 28/11/2026 19:29. El plazo era hasta el 28/11/2026 19:29."
    assert found == [("late_line_up", each.person(Side.HOME, 0).pk, text)] * written
