"""Teams and squads from a file: what each row would do, what is written, and taken back."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine

from competitions.actions import setup
from competitions.models import Entrants, Entry
from federation.actions import registry, regulations
from federation.actions.imports import undoing
from federation.models import AuditEntry, Import, RosterEntry, Team, Venue
from federation.queries.audit import problems
from federation.rules.errors import ConflictError
from tests.federation import registry_world
from tests.federation.imports import making
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db
TEAMS = ("Equipo", "Club", "Sede", "Licencia del capitán", "Licencia", "Función", "Desde")


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(datetime(2026, 8, 20, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    """Two clubs with a venue each and six people licensed in the season to come."""
    found = registry_world.build()
    for club in (found.club, found.other):
        registry.register_venue(
            club=club, name="Local social", address="", time_zone="Europe/Madrid", tables=(), by=None
        )
    for number in range(1, 7):
        who = found.person("Ana", f"Abad {chr(96 + number)}")
        found.licence(who, f"{number:04d}", found.after, club=found.club)
    return found


def teams(each: Registry, *rows: tuple[object, ...]) -> Import:
    return making.upload(each, making.csv_of(TEAMS, rows), kind="teams")


def squad(name: str) -> list[tuple[str, str]]:
    rows = RosterEntry.objects.filter(team__name=name, valid_to__isnull=True).select_related("person")
    return sorted((row.person.surname_1, row.role) for row in rows)


ROWS = (
    ("Uno A", "Peña Uno", "Local social", "0002", "0001", "", ""),
    ("Uno A", "Peña Uno", "", "0002", "0002", "", ""),
    ("Uno A", "", "", "", "0003", "subcapitán", ""),
    ("Uno B", "Peña Uno", "", "", "0004", "", "01/10/2026"),
)


def test_teams_come_with_venue_and_squad_and_again_change_nothing(each: Registry):
    source = teams(each, *ROWS)
    assert making.verdicts(source) == [(2, "new"), (3, "equal"), (4, "new"), (5, "new")]
    making.applied(each, source)
    assert squad("Uno A") == [("Abad a", "player"), ("Abad b", "captain"), ("Abad c", "vice_captain")]
    team = Team.objects.get(name="Uno A")
    assert (team.club, team.venue, team.season) == (each.club, Venue.objects.get(club=each.club), each.after)
    began = RosterEntry.objects.order_by("person__surname_1").values_list("valid_from", flat=True)
    assert list(began) == [date(2026, 9, 1)] * 3 + [date(2026, 10, 1)]
    assert {verdict for _number, verdict in making.verdicts(teams(each, *ROWS))} == {"equal"}
    verbs = AuditEntry.objects.filter(chain=f"team:{team.pk}").values_list("verb", flat=True)
    assert list(verbs) == ["squad.joined"] * 3
    assert list(problems()) == []


def test_who_is_a_player_in_one_line_and_captain_in_a_later_one_is_captain(each: Registry):
    source = teams(each, ("Uno A", "Peña Uno", "", "", "0001", "", ""), ("Uno A", "", "", "0001", "", "", ""))
    making.applied(each, source)
    assert squad("Uno A") == [("Abad a", "captain")]
    undoing.undo(source=source, by=each.office)
    assert not Team.objects.exists()


def test_undo_gives_back_the_venue_and_takes_the_squad_away(each: Registry):
    team = registry.register_team(club=each.club, season=each.after, name="Uno A", venue=None, by=None)
    source = teams(each, ROWS[0])
    assert [change["field"] for change in source.rows.get().changes] == ["venue", "as_captain", "as_player"]
    making.applied(each, source)
    undoing.undo(source=source, by=each.office)
    team.refresh_from_db()
    assert (team.venue, RosterEntry.objects.count()) == (None, 0)


def competition(each: Registry, **parameters: object):
    return setup.create_competition(
        season=each.after,
        name="Liga",
        code="L",
        discipline="domino",
        entrants=Entrants.TEAMS,
        regulation_version=regulations.publish_version(
            name="Normas",
            discipline="domino",
            overrides=parameters,
            valid_from=date(2026, 9, 1),
            reason="",
            by=None,
        ),
        encounter_format=setup.create_format(
            name="Una mesa", boards=[setup.BoardSpec(1, 1, "domino", 2, 2)], by=None
        ),
        by=None,
    )


def test_a_team_in_a_competition_is_not_taken_back(each: Registry):
    source = making.applied(each, teams(each, *ROWS))
    setup.enter_team(competition=competition(each), team=Team.objects.get(name="Uno A"), lot=1, by=None)
    assert Entry.objects.exists()
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=source, by=each.office)


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (("Uno C", "", "", "", "", "", ""), "club", "import_club_missing"),
        (("Uno A", "Peña Dos", "", "", "", "", ""), "club", "import_team_of_another_club"),
        (("Uno A", "", "Otro sitio", "", "", "", ""), "venue", "import_venue_unknown"),
        (("Uno A", "", "", "", "J999", "", ""), "player", "import_licence_unknown"),
        (("Uno A", "", "", "0005", "", "", ""), "captain", "captain_already"),
        (("Uno A", "", "", "", "0003", "jugador", ""), "player", "import_other_role"),
        (("Uno A", "", "", "", "0005", "", "01/01/2026"), "player", "squad_outside_season"),
        (("Uno B", "", "", "", "0001", "", "01/10/2026"), "player", "two_squads"),
    ],
)
def test_a_row_that_cannot_enter_says_why(each: Registry, row: tuple, column: str, code: str):
    making.applied(each, teams(each, *ROWS))
    played = competition(each)
    for lot, team in enumerate(Team.objects.order_by("name"), start=1):
        setup.enter_team(competition=played, team=team, lot=lot, by=None)
    source = teams(each, row)
    assert (2, column, code) in making.codes(source)
    assert making.verdicts(source)[0][1] in ("error", "question")


def test_the_largest_squad_of_the_regulation_holds_within_one_file(each: Registry):
    making.applied(each, teams(each, ("Uno A", "Peña Uno", "", "", "", "", "")))
    setup.enter_team(
        competition=competition(each, squad_min=2, squad_max=4), team=Team.objects.get(), lot=1, by=None
    )
    source = teams(each, *(("Uno A", "", "", "", f"{number:04d}", "", "") for number in range(1, 7)))
    assert [verdict for _number, verdict in making.verdicts(source)] == ["changed"] * 4 + ["error"] * 2
    assert {code for _line, _column, code in making.codes(source)} == {"squad_full"}
