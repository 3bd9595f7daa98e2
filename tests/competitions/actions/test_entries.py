"""Pairs and players of a competition: entered, taken out, put into encounters."""

from __future__ import annotations

from datetime import date

import pytest

from competitions.actions import entries, setup
from competitions.actions.entries import Meeting
from competitions.models import Competition, Encounter, Entrants, Entry, EntryPlayer
from federation.actions import merging
from federation.models import AuditEntry, Discipline
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.rules.sides import Side
from tests.factories import pairs, world
from tests.factories.world import NOW, World

pytestmark = pytest.mark.django_db
LOT = {"home_pair_when_neutral": "lot"}


@pytest.fixture
def each() -> World:
    return pairs.scheduled(judge=False)


def competition_of(each: World) -> Competition:
    return Competition.objects.get(pk=each.encounter.round.competition_id)


def player(each: World, given: str, number: str) -> world.Person:
    who = world.person(given, "Nuevo")
    world.licence(who, each.season, number)
    return who


def new_pair(each: World, number: int = 0) -> Entry:
    two = [player(each, f"Alguien{name}", f"77-{number}{name}") for name in "AB"]
    return entries.enter_pair(
        competition=competition_of(each), player=two[0], partner=two[1], name="", by=each.office
    )


def meeting(each: World, home: Entry, away: Entry, number: int = 4) -> Meeting:
    return Meeting(number, home, away, each.encounter.venue, NOW, NOW.date())


def test_a_pair_gets_the_next_lot_and_is_written_down(each: World) -> None:
    entry = new_pair(each)
    assert (entry.lot, entry.name) == (3, "AlguienA Nuevo / AlguienB Nuevo")
    assert EntryPlayer.objects.filter(entry=entry).count() == 2
    assert AuditEntry.objects.filter(verb="entry.made", subject=f"entry:{entry.pk}").exists()


def test_nobody_plays_in_two_pairs_of_a_competition(each: World) -> None:
    with pytest.raises(RuleError, match="entered_already"):
        entries.enter_pair(
            competition=competition_of(each),
            player=player(each, "Otra", "77-1"),
            partner=each.person(Side.HOME, 0),
            name="",
            by=each.office,
        )
    assert Entry.objects.count() == 2


def test_only_office_and_direction_enter_and_make_encounters(each: World) -> None:
    home, away = Entry.objects.order_by("lot")
    competition = competition_of(each)
    two = each.people[Side.HOME]
    refused = [
        lambda by: entries.enter_pair(competition=competition, player=two[0], partner=two[1], name="", by=by),
        lambda by: entries.withdraw(entry=home, by=by),
        lambda by: entries.make_encounter(competition=competition, meeting=meeting(each, home, away), by=by),
    ]
    for act in refused:
        with pytest.raises(ForbiddenError, match="only_office_or_direction"):
            act(each.captains[Side.HOME])


def test_a_pair_that_has_met_nobody_is_taken_out(each: World) -> None:
    entry = new_pair(each)
    entries.withdraw(entry=entry, by=each.office)
    assert not EntryPlayer.objects.filter(entry=entry).exists()
    with pytest.raises(ConflictError, match="entry_has_encounters"):
        entries.withdraw(entry=Entry.objects.get(lot=1), by=each.office)


def test_the_same_pair_on_both_sides_is_refused(each: World) -> None:
    """Field report 33."""
    home = Entry.objects.get(lot=1)
    with pytest.raises(RuleError, match="same_team_twice"):
        entries.make_encounter(
            competition=competition_of(each), meeting=meeting(each, home, home), by=each.office
        )
    assert Encounter.objects.count() == 1


def test_the_first_encounter_of_a_round_makes_the_round(each: World) -> None:
    home, away = Entry.objects.order_by("lot")
    made = entries.make_encounter(
        competition=competition_of(each), meeting=meeting(each, home, away, number=5), by=each.office
    )
    assert (made.round.number, made.number, made.home) == (5, 1, home)
    with pytest.raises(RuleError, match="team_plays_already"):
        entries.make_encounter(
            competition=competition_of(each),
            meeting=meeting(each, new_pair(each), home, number=5),
            by=each.office,
        )


def test_by_lot_either_pair_may_give_the_scorer() -> None:
    each = pairs.scheduled(judge=False, parameters=LOT)
    home, away = Entry.objects.order_by("lot")
    first = {
        entries.make_encounter(
            competition=competition_of(each), meeting=meeting(each, home, away, number), by=each.office
        ).home_id
        for number in range(10, 40)
    }
    # That one and the same comes out thirty times happens once in half a thousand million.
    assert first == {home.pk, away.pk}
    assert AuditEntry.objects.filter(verb="encounter.home_drawn").count() == 30


def test_a_team_enters_no_competition_of_pairs_nor_a_pair_one_of_teams(each: World) -> None:
    team, _people, _venue = world.team("Los Molinos", each.season, 2, 9)
    with pytest.raises(RuleError, match="other_entrants"):
        setup.enter_team(competition=competition_of(each), team=team, lot=9, by=None)
    with pytest.raises(RuleError, match="other_entrants"):
        entries.enter_player(competition=competition_of(each), player=each.people[Side.HOME][0], by=None)


def test_a_player_enters_a_competition_of_pool(each: World) -> None:
    first = competition_of(each)
    format_ = setup.create_format(
        name="Individual",
        boards=[setup.BoardSpec(1, 1, Discipline.POOL, 1, 1, length="race", frames=7)],
        by=None,
    )
    fields = {
        "season": each.season,
        "name": "Individual",
        "code": "I1",
        "entrants": Entrants.PLAYERS,
        "regulation_version": first.regulation_version,
        "by": None,
    }
    made = setup.create_competition(discipline=Discipline.POOL, encounter_format=format_, **fields)
    entry = entries.enter_player(competition=made, player=each.person(Side.AWAY, 1), by=each.office)
    assert (entry.name, entry.people) == ("Juan Vela", (each.person(Side.AWAY, 1).pk,))
    with pytest.raises(RuleError, match="nobody_plays_domino_alone"):
        setup.create_competition(discipline=Discipline.DOMINO, encounter_format=format_, **fields)
    with pytest.raises(RuleError, match="format_of_other_entrants"):
        setup.create_competition(discipline=Discipline.POOL, encounter_format=first.format, **fields)


def test_a_merged_record_goes_on_in_its_pair(each: World) -> None:
    gone = player(each, "Repetida", "77-2")
    entry = entries.enter_pair(
        competition=competition_of(each),
        player=gone,
        partner=player(each, "Otro", "77-3"),
        name="",
        by=each.office,
    )
    kept = world.person("Repetida", "Nuevo", born=date(1980, 5, 17))
    merging.merge(kept=kept, gone=gone, chosen={}, by=each.office)
    entry.refresh_from_db()
    assert entry.player == kept
    assert EntryPlayer.objects.filter(entry=entry, person=kept).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_enter_the_same_player_at_once(run_together) -> None:
    each = pairs.scheduled(judge=False)
    shared = player(each, "Compartida", "77-4")
    others = [player(each, f"Otro{n}", f"77-5{n}") for n in (1, 2)]
    found = run_together(
        *(
            lambda other=other: entries.enter_pair(
                competition=competition_of(each), player=shared, partner=other, name="", by=each.office
            )
            for other in others
        )
    )
    assert [error.code for error in found if isinstance(error, RuleError)] == ["entered_already"]
    assert EntryPlayer.objects.filter(person=shared).count() == 1
