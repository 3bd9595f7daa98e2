"""Seasons: opened by the office, and teams with their squads copied into the next in one act."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import clubs, next_season, registry, venues
from federation.models import AuditEntry, Person, RosterEntry, RosterRole, Season, Team
from federation.queries.audit import problems
from federation.rules.errors import ForbiddenError, RuleError
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/temporadas/"


@pytest.fixture(autouse=True)
def _the_day():
    # Late in the season before: the next one is still to begin.
    with time_machine.travel(datetime(2026, 7, 14, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.office("otra.secretaria@example.org"))


def refused(code: str, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: found.code == code)


def team(each: Registry, name: str, **values: object) -> Team:
    kwargs = {"club": each.club, "season": each.before, "venue": None, "by": None, **values}
    return registry.register_team(name=name, **kwargs)  # type: ignore[arg-type]


def join(each: Registry, of: Team, surname: str, role: str = "player", *, renewed: bool = True) -> Person:
    who = each.person("Nombre", surname)
    registry.add_to_squad(
        team=of, person=who, role=RosterRole(role), valid_from=each.before.starts_on, valid_to=None, by=None
    )
    if renewed:
        each.licence(who, season=each.after)
    return who


def copy(each: Registry, *teams: Team, only_licensed: bool = False, by: object = None) -> list[Team]:
    keys = [each_team.pk for each_team in teams]
    return next_season.copy_teams(
        teams=keys, after=each.after, only_licensed=only_licensed, by=by or each.office  # type: ignore[arg-type]
    )  # fmt: skip


def squad(of: Team) -> dict[str, str]:
    rows = RosterEntry.objects.filter(team=of).select_related("person")
    return {row.person.surname_1: row.role for row in rows}


# ---------------------------------------------------------------- opening
def test_the_next_season_is_proposed_and_opened(each: Registry, browser: Client) -> None:
    form = browser.get(f"{LIST}nueva/").context["form"]
    assert [str(form[name].value()) for name in ("name", "starts_on", "ends_on")] == [
        "2027-28",
        "2027-09-01",
        "2028-08-31",
    ]
    sent = fields(name="2027-28", starts_on="2027-09-01", ends_on="2028-08-31")
    assert [browser.post(f"{LIST}nueva/", sent).headers["Location"] for _ in range(2)] == [LIST] * 2
    rows = browser.get(LIST).context["lines"]
    assert [(str(line.row.season), line.running, line.ahead, line.may_copy) for line in rows] == [
        ("2027-28", False, True, True),
        ("2026-27", False, True, True),
        ("2025-26", True, False, False),
    ]


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"name": "2026-27"}, "name", "Ya hay una temporada"),
        ({"name": ""}, "name", "obligatorio"),
        ({"name": "x" * 21}, "name", "20"),
        ({"starts_on": "2027-08-31"}, "starts_on", "Se pisa con la temporada 2026-27"),
        ({"ends_on": "2027-09-01"}, "ends_on", "anterior"),
        ({"ends_on": "2037-09-01"}, "ends_on", "no dura más"),
        ({"ends_on": "nunca"}, "ends_on", "fecha"),
    ],
)
def test_a_season_that_cannot_be(each: Registry, browser: Client, wrong: dict, field: str, said: str) -> None:
    sent = fields(name="2027-28", starts_on="2027-09-01", ends_on="2028-08-31") | wrong
    answer = browser.post(f"{LIST}nueva/", sent)
    assert answer.status_code == 422
    assert said in " ".join(answer.context["form"].errors[field])
    assert Season.objects.count() == 2


# ---------------------------------------------------------------- copying
def test_teams_go_over_with_squads_roles_and_reserves(each: Registry) -> None:
    above, below = team(each, "Uno A"), team(each, "Uno B")
    Team.objects.filter(pk=below.pk).update(reserve_of=above)
    join(each, above, "Alcaraz", "captain", renewed=False)
    join(each, above, "Belmonte", "vice_captain")
    join(each, above, "Ros", renewed=False)
    join(each, below, "Lorente")

    first, second = copy(each, above, below)
    assert squad(first) == {"Alcaraz": "captain", "Belmonte": "vice_captain", "Ros": "player"}
    assert (squad(second), second.reserve_of) == ({"Lorente": "player"}, first)
    assert set(RosterEntry.objects.filter(team=first).values_list("valid_from", "valid_to")) == {
        (each.after.starts_on, None)
    }
    # The season before stays as it was.
    assert squad(above) == squad(first) and RosterEntry.objects.filter(team=above).count() == 3
    assert list(problems()) == []
    with refused("nothing_to_copy"):
        copy(each, above, below)
    assert Team.objects.filter(season=each.after).count() == 2


def test_only_those_who_renewed_and_the_captain(each: Registry) -> None:
    first = team(each, "Uno A")
    join(each, first, "Alcaraz", "captain", renewed=False)
    join(each, first, "Belmonte", "vice_captain", renewed=False)
    join(each, first, "Ros", renewed=False)
    join(each, first, "Lorente")
    (made,) = copy(each, first, only_licensed=True)
    assert squad(made) == {"Alcaraz": "captain", "Lorente": "player"}


def test_who_left_or_is_gone_and_what_is_closed_stays_behind(each: Registry) -> None:
    place = registry.register_venue(
        club=each.club, name="Bar", address="", time_zone="Europe/Madrid", tables=[], by=None
    )
    first, closed = team(each, "Uno A", venue=place), team(each, "Dos A", club=each.other)
    join(each, first, "Lorente")
    left, merged, erased = (join(each, first, name) for name in ("Ido", "Unido", "Borrado"))
    RosterEntry.objects.filter(person=left).update(valid_to=date(2026, 6, 30))
    Person.objects.filter(pk=merged.pk).update(merged_into=left)
    Person.objects.filter(pk=erased.pk).update(erased_at=datetime(2026, 1, 1, tzinfo=UTC))
    join(each, closed, "Otro")
    clubs.close_club(club=each.other, reason="x", by=each.office)
    venues.close_venue(venue=place, last_day=date(2026, 7, 31), by=each.office)
    (made,) = copy(each, first, closed)
    assert (squad(made), made.venue) == ({"Lorente": "player"}, None)


def test_a_team_of_that_name_is_not_copied_again_and_is_still_the_one_above(each: Registry) -> None:
    above, below = team(each, "Uno A"), team(each, "Uno B")
    Team.objects.filter(pk=below.pk).update(reserve_of=above)
    there = team(each, "UNO A", season=each.after)
    (made,) = copy(each, above, below)
    assert (made.name, made.reserve_of) == ("Uno B", there)


def test_what_cannot_be_copied(each: Registry) -> None:
    theirs = team(each, "Nuevo", season=each.after)
    with refused("nothing_to_copy"):
        copy(each, theirs)
    with refused("only_office", ForbiddenError):
        copy(each, theirs, by=each.stranger)
    with refused("no_season_before"):
        next_season.copy_teams(teams=[theirs.pk], after=each.before, only_licensed=False, by=each.office)
    with refused("only_office", ForbiddenError):
        next_season.open_next(
            name="x", starts_on=date(2030, 1, 1), ends_on=date(2031, 1, 1), by=each.stranger
        )


def test_copying_costs_the_same_for_one_team_and_for_thirty(each: Registry) -> None:
    def cost(names: list[str]) -> int:
        teams = [team(each, name) for name in names]
        for made in teams:
            join(each, made, f"De {made.name}", "captain")
        with CaptureQueriesContext(connection) as queries:
            copy(each, *teams)
        return len(queries)

    assert cost(["Uno A"]) == cost([f"Más {number:02d}" for number in range(30)])
    assert AuditEntry.objects.filter(verb="squad.copied").count() == 31


# ---------------------------------------------------------------- the page
def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def test_the_preview_tells_who_has_not_renewed_and_copies_what_is_marked(
    each: Registry, browser: Client
) -> None:
    first, second, third = team(each, "Uno A"), team(each, "Uno B"), team(each, "Uno C")
    team(each, "Uno C", season=each.after)
    join(each, first, "Alcaraz", "captain", renewed=False)
    join(each, first, "Ros")
    join(each, second, "Lorente")
    path = f"{LIST}{each.after.pk}/equipos/"
    answer = browser.get(path)
    said = text(answer)
    assert (answer.context["able"], answer.context["people"], answer.context["without"]) == (2, 3, 1)
    assert "1 sin licencia renovada" in said and "Nombre Alcaraz" in said
    assert "Ya está en la temporada nueva" in said
    assert said.count("checked") == 3  # Two teams, and everybody of each squad.

    none = browser.post(path, fields(who="everybody"))
    assert none.status_code == 422 and "Marca al menos un equipo." in text(none)
    sent = fields(teams=[first.pk], who="licensed")
    back = f"/secretaria/equipos/?temporada={each.after.pk}"
    assert [browser.post(path, sent).headers["Location"] for _ in range(2)] == [back] * 2
    made = Team.objects.get(season=each.after, name="Uno A")
    assert squad(made) == {"Alcaraz": "captain", "Ros": "player"}
    assert not Team.objects.filter(season=each.after, name="Uno B").exists()
    again = browser.post(path, fields(teams=[first.pk, third.pk], who="everybody"))
    assert again.status_code == 422 and "No queda ningún equipo" in text(again)
    assert browser.post(path, fields(teams=["x"], who="king")).status_code == 422


def test_nothing_to_copy_is_said(each: Registry, browser: Client) -> None:
    assert "No hay una temporada anterior" in text(browser.get(f"{LIST}{each.before.pk}/equipos/"))
    assert "No queda ningún equipo por copiar" in text(browser.get(f"{LIST}{each.after.pk}/equipos/"))
    assert browser.get(f"{LIST}999999/equipos/").status_code == 404


def test_pages_cost_the_same_for_one_row_and_for_thirty(each: Registry, browser: Client) -> None:
    def add(number: int) -> None:
        made = team(each, f"Equipo {number}")
        join(each, made, f"Uno{number}", "captain", renewed=False)
        year = 1960 + number
        registry.open_season(name=f"T{year}", starts_on=date(year, 1, 1), ends_on=date(year, 6, 1), by=None)

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    paths = [LIST, f"{LIST}nueva/", f"{LIST}{each.after.pk}/equipos/"]
    before = [(cost(path), cost(path))[1] for path in paths]
    for number in range(1, 30):
        add(number)
    assert [cost(path) for path in paths] == before


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_open_a_season_and_two_copy_at_once(run_together) -> None:
    each = registry_world.build()
    first = team(each, "Uno A")
    join(each, first, "Alcaraz", "captain")

    def opens(name: str):
        return lambda: next_season.open_next(
            name=name, starts_on=date(2027, 9, 1), ends_on=date(2028, 8, 31), by=each.office
        )

    def codes(found: list) -> list[str]:
        return sorted(getattr(result, "code", "done") for result in found)

    assert codes(run_together(opens("2027-28"), opens("27/28"))) == ["done", "season_overlaps"]
    found = run_together(lambda: copy(each, first), lambda: copy(each, first))
    assert codes(found) == ["done", "nothing_to_copy"]
    assert RosterEntry.objects.filter(team__season=each.after).count() == 1
