"""Reserve teams at the line-up: who may help above, and who has come to stay there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from competitions.models import Encounter, Entry
from federation.actions import registry
from federation.models import Person, RosterEntry, Team
from federation.rules.errors import RuleError
from matches.actions import line_ups
from matches.actions.line_ups import LineUpRefusedError, Names
from matches.models import Appearance, LineUp
from matches.queries import line_ups as queries
from matches.rules.sides import Side
from tests.factories import world
from tests.factories.world import World

pytestmark = pytest.mark.django_db
LIMIT = 2


@dataclass
class Club:
    """The home team of the world, and its reserve team in a division below."""

    each: World
    below: Team
    helpers: list[Person]
    lower: Encounter

    def names(self, *people: Person) -> Names:
        """A line-up of the upper team: these in the first places, then its own."""
        ids = [who.pk for who in people] + [who.pk for who in self.each.people[Side.HOME]]
        return Names(boards={1: (ids[0], ids[1])}, substitutes=())

    def answer(self, who: Person, encounter: Encounter | None = None) -> list[str]:
        """What is told of somebody on the line-up page of the upper team, or in another encounter."""
        members = queries.squad(encounter or self.each.reload(), Side.HOME)
        return [p.code for member in members if member.person == who for p in member.problems]

    def play(self, who: Person, times: int = 1, state: str = "sealed") -> None:
        """Let somebody have been in that many played encounters of the upper team."""
        first = self.each.encounter
        for _ in range(times):
            number = first.round.competition.rounds.count() + 20
            round_ = setup.add_round(
                competition=first.round.competition, number=number, starts_on=world.TODAY, by=None
            )
            made = setup.schedule_encounter(
                in_round=round_, number=1, home=first.home, away=first.away, venue=first.venue,
                at=world.NOW - timedelta(days=7), by=None,
            )  # fmt: skip
            Encounter.objects.filter(pk=made.pk).update(
                state=state,
                terms={},
                started_at=world.NOW,
                regulation_version=first.round.competition.regulation_version,
            )
            Appearance.objects.create(encounter=made, round=round_, person=who, side="home")


def build(limit: int | None = LIMIT, *, players: int = 2) -> Club:
    each = world.build(parameters={"reserve_team_rule": limit})
    upper = each.teams[Side.HOME]
    below = registry.register_team(
        club=upper.club, season=each.season, name="Filial", venue=upper.venue, by=None
    )
    Team.objects.filter(pk=below.pk).update(reserve_of=upper)
    helpers = []
    for index in range(players):
        who = world.person(f"Filial{index:02d}", "Abajo")
        world.licence(who, each.season, f"50-{index:03d}")
        registry.add_to_squad(
            team=below, person=who, role="player", valid_from=each.season.starts_on, valid_to=None, by=None
        )
        helpers.append(who)
    return Club(each, below, helpers, _second_division(each, below))


def _second_division(each: World, below: Team) -> Encounter:
    first = each.encounter.round.competition
    second = setup.create_competition(
        season=each.season, name="Segunda", code="D2", discipline=first.discipline, entrants=first.entrants,
        regulation_version=first.regulation_version, encounter_format=first.format, by=None,
    )  # fmt: skip
    rival = registry.register_team(
        club=each.teams[Side.AWAY].club, season=each.season, name="Otro", venue=below.venue, by=None
    )
    home, away = (
        setup.enter_team(competition=second, team=team, lot=lot, by=None)
        for lot, team in enumerate((below, rival), start=1)
    )
    round_ = setup.add_round(competition=second, number=1, starts_on=world.TODAY, by=None)
    return setup.schedule_encounter(
        in_round=round_, number=1, home=home, away=away, venue=below.venue, at=world.NOW, by=None
    )


def lock(club: Club, names: Names) -> LineUp:
    return line_ups.lock_line_up(
        encounter_id=club.each.encounter.pk, names=names, by=club.each.captain(Side.HOME)
    )


def test_players_of_the_reserve_team_are_offered_after_the_own_ones_and_may_be_lined_up() -> None:
    club = build()
    members = queries.squad(club.each.encounter, Side.HOME)
    assert [(m.person, m.helps_from) for m in members[-2:]] == [(who, "Filial") for who in club.helpers]
    assert {m.helps_from for m in members[:-2]} == {""}
    assert [p.code for m in members for p in m.problems] == []
    assert lock(club, club.names(*club.helpers)).state == "locked"
    assert set(Appearance.objects.values_list("person", flat=True)) == {who.pk for who in club.helpers}


@pytest.mark.parametrize(
    ("times", "above", "below"),
    [
        (0, [], []),
        (1, ["reserve_last_time"], []),
        (2, ["reserve_will_stay"], []),
        (3, [], ["stays_above"]),
    ],
)
def test_how_often_he_has_helped_decides_where_he_plays(times: int, above: list, below: list) -> None:
    club = build()
    who = club.helpers[0]
    club.play(who, times)
    assert club.answer(who) == above
    assert club.answer(who, club.lower) == below
    # Others are not touched by it.
    assert club.answer(club.helpers[1]) == club.answer(club.helpers[1], club.lower) == []


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        ("playing", True),
        ("homologated", True),
        ("final", True),
        ("annulled", False),
        ("not_played", False),
        ("line_ups", False),
    ],
)
def test_only_encounters_that_were_played_count(state: str, counts: bool) -> None:  # noqa: FBT001
    club = build(limit=1)
    who = club.helpers[0]
    club.play(who, 2, state)
    assert club.answer(who, club.lower) == (["stays_above"] if counts else [])


def test_an_encounter_awarded_unplayed_does_not_count() -> None:
    club = build(limit=1)
    club.play(club.helpers[0], 2, "final")
    Encounter.objects.filter(state="final").update(started_at=None)
    assert club.answer(club.helpers[0], club.lower) == []


def test_who_stays_above_is_refused_below_as_starter_and_as_substitute() -> None:
    club = build(players=4)
    who, *others = club.helpers
    club.play(who, LIMIT + 1)
    captain = world.account("filial@example.org", others[0])
    RosterEntry.objects.filter(person=others[0]).update(role="captain")
    for names in (
        Names(boards={1: (who.pk, others[0].pk)}, substitutes=()),
        Names(boards={1: (others[0].pk, others[1].pk)}, substitutes=(who.pk,)),
    ):
        with pytest.raises(LineUpRefusedError) as found:
            line_ups.lock_line_up(encounter_id=club.lower.pk, names=names, by=world.actor(captain))
        assert [problem.code for problem in found.value.problems] == ["stays_above"]
    without = Names(boards={1: (others[0].pk, others[1].pk)}, substitutes=())
    assert line_ups.lock_line_up(encounter_id=club.lower.pk, names=without, by=world.actor(captain))


@pytest.mark.parametrize("how", ["no rule", "same competition", "left", "another club"])
def test_who_may_not_help(how: str) -> None:
    club = build(limit=None if how == "no rule" else LIMIT)
    who = club.helpers[0]
    if how == "same competition":
        setup.enter_team(competition=club.each.encounter.round.competition, team=club.below, lot=9, by=None)
    elif how == "left":
        RosterEntry.objects.filter(person=who).update(valid_to=world.days_ago(1))
    elif how == "another club":
        Team.objects.filter(pk=club.below.pk).update(reserve_of=None)
    assert who not in [member.person for member in queries.squad(club.each.reload(), Side.HOME)]
    with pytest.raises(RuleError, match="not_in_this_squad"):
        lock(club, club.names(who))


def test_a_captain_two_steps_above_may_be_helped_too() -> None:
    club = build()
    third = registry.register_team(
        club=club.below.club, season=club.each.season, name="Tercero", venue=None, by=None
    )
    Team.objects.filter(pk=third.pk).update(reserve_of=club.below)
    who = world.person("Cadete", "Abajo")
    world.licence(who, club.each.season, "60-001")
    registry.add_to_squad(
        team=third, person=who, role="player", valid_from=club.each.season.starts_on, valid_to=None, by=None
    )
    assert club.answer(who) == []
    assert club.answer(who, club.lower) == []
    club.play(who, LIMIT + 1)
    # He stays with the first team: out in both below it.
    assert club.answer(who) == []
    assert not Entry.objects.filter(team=third).exists()


def test_after_a_transfer_each_day_has_its_team() -> None:
    """Field report 37: who was in which squad is told by its dates, before and after."""
    club = build()
    who = club.helpers[0]
    day = world.TODAY + timedelta(days=30)
    RosterEntry.objects.filter(person=who).update(valid_to=day - timedelta(days=1))
    registry.add_to_squad(
        team=club.each.teams[Side.AWAY], person=who, role="player", valid_from=day, valid_to=None, by=None
    )
    encounter = club.each.reload()
    assert queries.sides_of_people(encounter).get(who.pk) is None
    Encounter.objects.filter(pk=encounter.pk).update(scheduled_at=world.NOW + timedelta(days=40))
    assert queries.sides_of_people(club.each.reload())[who.pk] is Side.AWAY
    assert club.answer(who, club.lower) == []


def test_queries_do_not_grow_with_the_squads() -> None:
    club = build(players=2)

    def cost() -> int:
        encounter = club.each.reload()
        with CaptureQueriesContext(connection) as captured:
            queries.squad(encounter, Side.HOME)
        return len(captured)

    first = cost()
    for index in range(30):
        who = world.person(f"Más{index:02d}", "Abajo")
        world.licence(who, club.each.season, f"70-{index:03d}")
        registry.add_to_squad(
            team=club.below, person=who, role="player", valid_from=club.each.season.starts_on,
            valid_to=None, by=None,
        )  # fmt: skip
        club.play(who, 1)
    assert cost() == first
