"""The demonstration season: what it holds, and whom it lets be refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator

from competitions.models import Encounter
from federation.models import (
    AuditEntry,
    Club,
    Licence,
    LicenceKind,
    Person,
    RosterRole,
    Team,
    VenueTable,
)
from federation.queries.audit import problems
from federation.queries.roles import PRIVILEGED, current_roles
from federation.rules.errors import ConflictError
from matches.demo import accounts, places, season
from matches.queries import line_ups, people
from matches.rules.sides import Side
from tests.matches.demo.conftest import DAY


def test_the_season_has_what_a_federation_has(world: season.World, db: None) -> None:
    assert world.season.name == "2026-27"
    assert world.season.starts_on <= DAY <= world.season.ends_on
    assert (Club.objects.count(), Team.objects.count()) == (4, 8)
    assert Licence.objects.count() == 100
    assert Licence.objects.filter(kind=LicenceKind.JUDGE).count() == places.JUDGES
    assert VenueTable.objects.filter(discipline="domino").count() == 4 * places.DOMINO_TABLES
    for team in Team.objects.all():
        roles = sorted(team.roster.values_list("role", flat=True))
        assert roles.count(RosterRole.CAPTAIN) == roles.count(RosterRole.VICE_CAPTAIN) == 1
    version = world.competition.regulation_version
    assert (version.regulation.name, version.number) == ("Reglamento de dominó", 1)
    assert version.parameters["target_points"] == 300
    assert (world.competition.code, world.competition.rounds.count()) == ("D1", 14)


def test_a_tournament_of_pairs_has_its_first_round_tonight(world: season.World, db: None) -> None:
    pairs = Encounter.objects.filter(round__competition__entrants="pairs")
    meetings = pairs.order_by("number")
    assert [each.state for each in meetings] == ["scheduled"] * 2
    assert {people.encounter_day(each) for each in meetings} == {DAY}
    assert meetings[0].home.name == "Los Norteños"
    sides = [people.side_of(world.users[f"pareja.{side}"], meetings[0]) for side in ("local", "visitante")]
    assert sides == [Side.HOME, Side.AWAY]
    terms = meetings[0].round.competition.regulation_version.parameters
    assert (terms["target_points"], terms["time_limit_minutes"]) == (200, 45)


def test_a_race_of_8_ball_between_two_players_is_tonight(world: season.World, db: None) -> None:
    encounter = Encounter.objects.get(round__competition__discipline="pool")
    assert people.encounter_day(encounter) == DAY
    (board,) = line_ups.boards_of_format(encounter)
    assert (board.players_per_side, board.length, board.frames) == (1, "race", 7)


def test_the_round_is_played_tonight(world: season.World, db: None) -> None:
    encounters = world.encounters
    assert [encounter.state for encounter in encounters] == ["scheduled"] * 4
    assert {people.encounter_day(encounter) for encounter in encounters} == {DAY}
    judges = [people.designation(encounter) for encounter in encounters]
    assert [judge is not None for judge in judges] == [True, True, True, False]
    assert len({encounter.venue_id for encounter in encounters}) == 4
    format_ = encounters[0].format
    boards = line_ups.boards_of_format(encounters[0])
    assert [(board.number, board.partidas, board.block.number) for board in boards] == [
        (number, 2, 1) for number in range(1, 5)
    ]
    assert format_.name == places.FORMAT


def test_minors_with_and_without_consent(world: season.World, db: None) -> None:
    young = Person.objects.filter(birth_date__gt=DAY.replace(year=DAY.year - 18), licences__isnull=False)
    assert young.filter(public_name_consent_on__isnull=False).count() == 2
    assert young.filter(public_name_consent_on__isnull=True).count() == 2
    assert set(young.values_list("licences__category", flat=True)) == {"Juvenil"}


def _refused(encounter: Encounter, side: Side) -> dict[str, list[str]]:
    return {
        member.person.full_name: [problem.code for problem in member.problems]
        for member in line_ups.squad(encounter, side)
        if member.blocked
    }


def test_each_refusal_of_a_line_up_can_be_shown(world: season.World, db: None) -> None:
    first = world.encounters[0]
    home = world.squads["Huerta Segura"].people
    away = world.squads["Levante Salinas"].people
    assert _refused(first, Side.HOME) == {
        home[10].full_name: ["licence_not_in_force"],
        home[11].full_name: ["not_in_squad"],
        home[12].full_name: ["in_rival_squad"],
    }
    refused = _refused(first, Side.AWAY)
    assert refused.pop(home[12].full_name) == ["in_rival_squad"]
    assert refused.pop(away[10].full_name) == ["licence_not_in_force"]
    assert refused.pop(away[11].full_name) == ["licence_not_in_force"]
    assert list(refused.values()) == [["no_player_licence"]]
    assert home[10].licences.get().valid_to == DAY - timedelta(days=1)
    assert away[11].licences.get().valid_from == DAY + timedelta(days=1)


def test_every_encounter_can_be_played(world: season.World, db: None) -> None:
    for encounter in world.encounters:
        for side in Side:
            free = [member for member in line_ups.squad(encounter, side) if not member.blocked]
            assert len(free) >= 8 + 2
            captain = people.captain_of(encounter, side)
            assert captain is not None
            assert captain in [member.person for member in free]
            assert people.side_of(captain.user, encounter) is side
    for number in (1, 2, 3):
        designation = people.designation(world.encounters[number - 1])
        assert designation is not None
        assert designation.licence.person.user.email == f"juez{'' if number == 1 else number}@example.org"


def test_accounts_of_every_role_and_their_second_factors(world: season.World, db: None) -> None:
    held = set()
    for user in world.users.values():
        roles = current_roles(user)
        held |= roles
        assert Authenticator.objects.filter(user=user).exists() is bool(roles & PRIVILEGED)
        assert user.check_password(accounts.PASSWORD)
        assert not user.is_superuser
    assert held == PRIVILEGED


def test_the_audit_of_the_season_agrees(world: season.World, db: None) -> None:
    assert list(problems()) == []
    # After the first two accounts, every act carries the name of whoever did it.
    assert AuditEntry.objects.filter(actor__isnull=True).exclude(chain="journal").count() <= 8


@pytest.mark.django_db
def test_a_season_is_written_once(world: season.World) -> None:
    with pytest.raises(ConflictError):
        season.build(seed=7, today=DAY)
