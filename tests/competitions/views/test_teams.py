"""The office's pages of teams and their squads."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import squads
from competitions.actions.teams import TeamDetails, enter_team
from federation.actions.registry import add_to_squad
from federation.models import Licence, RosterEntry, RosterRole, Team
from tests.competitions import squads_world
from tests.competitions.squads_world import NOW, TODAY, Squads
from tests.federation import staff
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/equipos/"
TOMORROW = TODAY + timedelta(days=1)
RULES = {
    "squad_min": 2,
    "squad_max": 3,
    "registration_window": {"from": "2026-09-01", "to": "2026-10-31"},
    "transfer_window": {"from": 7, "to": 9},
    "reserve_team_rule": 4,
}


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each() -> Squads:
    return squads_world.build(**RULES)


@pytest.fixture
def browser(each: Squads) -> Client:
    return inside(staff.office("otra.secretaria@example.org"))


def page(team: Team, rest: str = "") -> str:
    return f"{LIST}{team.pk}/{rest}"


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


# ---------------------------------------------------------------- the list
def names(answer: object) -> list[str]:
    return [row.team.name for row in answer.context["rows"]]  # type: ignore[attr-defined]


def test_the_list_of_a_season_by_club_and_name_and_narrowed(each: Squads, browser: Client) -> None:
    before, by = each.registry.before, each.registry.office
    enter_team(club=each.registry.club, season=before, details=TeamDetails("Viejo"), by=by)
    assert names(browser.get(LIST)) == ["Dos", "Uno A", "Uno B"]
    first, second = each.division_one.pk, each.division_two.pk
    for query, expected in {
        f"competicion={first}": ["Dos", "Uno A"],
        f"competicion={second}": ["Uno B"],
        "q=pena+uno": ["Uno A", "Uno B"],
        "q=uno+b": ["Uno B"],
        f"temporada={each.registry.before.pk}": ["Viejo"],
        "temporada=x&competicion=x": ["Dos", "Uno A", "Uno B"],
    }.items():
        assert names(browser.get(f"{LIST}?{query}")) == expected, query
    for hostile in ("' OR 1=1", "\x00", "<script>alert(1)</script>", "9" * 30):
        answer = browser.get(LIST, {"q": hostile, "temporada": hostile, "competicion": hostile})
        assert answer.status_code == 200 and b"<script>alert" not in answer.content


def test_the_list_tells_who_captains_and_who_is_too_few(each: Squads, browser: Client) -> None:
    each.join(each.first, each.person("Ríos"), "captain")
    each.join(each.rival, each.person(), "captain")
    each.join(each.rival, each.person())
    said = text(browser.get(LIST))
    assert "Nombre01 Ríos" in said and "1 de 2" in said and "Sin capitán" in said
    rows = {row.team.name: row.standing for row in browser.get(LIST).context["rows"]}
    assert {name: row.lacks_players for name, row in rows.items()} == {
        "Uno A": True,
        "Dos": False,
        "Uno B": True,
    }


def test_the_list_is_taken_away(each: Squads, browser: Client) -> None:
    each.join(each.first, each.person("Ríos"), "captain")
    answer = browser.get(f"{LIST}?formato=csv&q=uno+a")
    lines = answer.getvalue().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert lines == [
        "Club;Equipo;Competiciones;Jugadores;Capitán;Sede",
        "Peña Uno;Uno A;Primera;1;Nombre01 Ríos;Bar",
    ]


def test_pages_cost_the_same_for_one_row_and_for_thirty(each: Squads, browser: Client) -> None:
    def place(number: int, *, ends: bool) -> None:
        """Somebody in the squad, now or until yesterday: the registry's low way, past every limit."""
        add_to_squad(
            team=each.first,
            person=each.person(f"Nadie{number}"),
            role=RosterRole.PLAYER,
            valid_from=date(2026, 9, 1),
            valid_to=TODAY - timedelta(days=1) if ends else None,
            by=each.registry.office,
        )

    def add(number: int) -> None:
        place(number, ends=False)
        place(number, ends=True)
        each.person(f"Busca{number}")
        enter_team(
            club=each.registry.club,
            season=each.registry.after,
            details=TeamDetails(f"Otro {number}", None, each.first),
            by=each.registry.office,
        )

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    join = page(each.first, f"inscribir/{each.person().pk}/")
    search = page(each.first, "inscribir/")
    paths = [LIST, page(each.first), join, search, f"{search}?q=busca"]
    before = [(cost(path), cost(path))[1] for path in paths]
    for number in range(1, 30):
        add(number)
    assert [cost(path) for path in paths] == before


# ---------------------------------------------------------------- a team
def test_a_team_is_entered_in_two_steps(each: Squads, browser: Client) -> None:
    first = browser.get(f"{LIST}nuevo/")
    assert "Seguir" in text(first)
    assert browser.post(f"{LIST}nuevo/", fields(name="x")).status_code == 200
    path = f"{LIST}nuevo/?club={each.registry.club.pk}&season={each.registry.after.pk}"
    sent = fields(name="Uno C", venue=each.first.venue_id, reserve_of=each.second.pk)
    answer = browser.post(path, sent)
    made = Team.objects.get(name="Uno C")
    assert answer.headers["Location"] == page(made)
    assert (made.venue, made.reserve_of) == (each.first.venue, each.second)
    taken = browser.post(path, fields(name="uno c"))
    assert (taken.status_code, taken.context["form"]["name"].value()) == (422, "uno c")
    assert "Ya hay un equipo que se llama así" in text(taken)


def test_a_team_is_changed(each: Squads, browser: Client) -> None:
    answer = browser.post(page(each.second, "editar/"), fields(name="Uno Bis", reserve_of=each.first.pk))
    assert answer.headers["Location"] == page(each.second)
    said = text(browser.get(page(each.second)))
    assert "Uno Bis" in said and "Filial de" in said
    assert "Sus filiales" in text(browser.get(page(each.first)))
    circle = browser.post(page(each.first, "editar/"), fields(name="Uno A", reserve_of=each.second.pk))
    assert circle.status_code == 422
    assert "un equipo no puede ser filial de su filial" in text(circle)
    other = browser.post(page(each.first, "editar/"), fields(name="Uno A", reserve_of=each.rival.pk))
    assert other.status_code == 422


def test_the_page_tells_who_is_who_was_and_what_is_asked(each: Squads, browser: Client) -> None:
    captain, leaves, bare = each.person("Ríos"), each.person("Ido"), each.person("Nuevo", licensed=False)
    each.join(each.first, captain, "captain")
    entry = each.join(each.first, leaves)
    squads.leave_squad(entry=entry, last_day=date(2026, 10, 31), by=each.registry.office)
    each.join(each.first, bare, day=TOMORROW, reason="Llega tarde")
    said = text(browser.get(page(each.first)))
    for told in (
        "Nombre01 Ríos",
        "entra el 15 nov 2026",
        "Sin licencia",
        "Quién ha estado",
        "31 oct 2026",
        "Plantilla: entre 2 y 3 jugadores.",
        "Inscripciones: del 1 sep 2026 al 31 oct 2026 (ahora, cerrado)",
        "Traspasos: de la jornada 7 a la 9 (ahora, abierto)",
        "cada jugador puede ayudar arriba 4 veces",
        "Primera pide una plantilla de 2 como mínimo, y quedan 1.",
        "Fuera de plazo o con efecto anterior: Llega tarde",
        "Nombre02 Ido causa baja; último día, 31 oct 2026",
        "Nombre01 Ríos se inscribe como capitán desde el 1 sep 2026",
    ):
        assert told in said, told


def test_a_licence_that_is_no_good_is_told(each: Squads, browser: Client) -> None:
    who = each.person("Ríos")
    each.join(each.first, who)
    for values, told in (
        ({"club": each.registry.other}, "Licencia de otro club"),
        ({"state": "suspended"}, "Licencia suspendida"),
        ({"state": "granted", "valid_to": TODAY - timedelta(days=1)}, "Licencia caducada"),
    ):
        Licence.objects.filter(person=who).update(**values)
        assert told in text(browser.get(page(each.first)))


# ---------------------------------------------------------------- joining
def test_whom_to_enter_is_found_by_name_licence_or_among_those_without_a_team(
    each: Squads, browser: Client
) -> None:
    free, placed = each.person("Núñez"), each.person("Zurbano")
    each.join(each.second, placed)
    path = page(each.first, "inscribir/")
    assert [row[0] for row in browser.get(path).context["rows"]] == [free]
    found = browser.get(f"{path}?q=zurb")
    assert [(row[0], row[2]) for row in found.context["rows"]] == [(placed, "Uno B")]
    number = Licence.objects.get(person=free).number
    assert [row[0] for row in browser.get(f"{path}?q={number}").context["rows"]] == [free]
    assert "No consta nadie así" in text(browser.get(f"{path}?q=zzz"))


def test_somebody_is_entered_and_what_speaks_against_it_is_told_before(each: Squads, browser: Client) -> None:
    who = each.person("Ríos", licensed=False)
    path = page(each.first, f"inscribir/{who.pk}/")
    before = text(browser.get(path))
    assert "Primera admite inscripciones del 01/09/2026 al 31/10/2026." in before
    assert "No tiene licencia de jugador en vigor ese día" in before
    sent = fields(role="player", day="2026-11-14", reason="")
    refused = browser.post(path, sent)
    assert refused.status_code == 422
    assert "reason" in refused.context["form"].errors
    sent = fields(role="player", day="2026-11-14", reason="El correo llegó a tiempo")
    assert [browser.post(path, sent).headers["Location"] for _ in range(2)] == [page(each.first)] * 2
    assert RosterEntry.objects.get().person == who


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"role": "king"}, "role"),
        ({"day": "ayer"}, "day"),
        ({"day": "1800-01-01"}, "day"),
        ({"day": "2026-08-31"}, "day"),
        ({"reason": "x" * 301}, "reason"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(
    each: Squads, browser: Client, wrong: dict, field: str
) -> None:
    who = each.person()
    sent = fields(role="player", day="2026-10-01", reason="") | wrong
    answer = browser.post(page(each.first, f"inscribir/{who.pk}/"), sent)
    assert answer.status_code == 422 and field in answer.context["form"].errors
    assert not RosterEntry.objects.exists()


def test_two_squads_are_refused_with_every_reason(each: Squads, browser: Client) -> None:
    who = each.person()
    each.join(each.rival, who)
    path = page(each.first, f"inscribir/{who.pk}/")
    assert "no puede estar en las dos" in text(browser.get(path))
    answer = browser.post(path, fields(role="player", day="2026-11-14", reason="Lo digo yo"))
    assert answer.status_code == 422
    assert 'value="Lo digo yo"' in answer.content.decode()
    assert RosterEntry.objects.filter(person=who).count() == 1


# ---------------------------------------------------------------- leaving, moving, captains
def test_somebody_leaves_and_a_place_ahead_is_taken_back(each: Squads, browser: Client) -> None:
    entry = each.join(each.first, each.person(), "captain")
    path = f"/secretaria/plantillas/{entry.pk}/"
    assert "se queda sin capitán" in text(browser.get(f"{path}baja/"))
    assert browser.post(f"{path}baja/", fields(day="2026-08-01")).status_code == 422
    assert browser.post(f"{path}baja/", fields(day="2026-11-30")).headers["Location"] == page(each.first)
    assert "sale después del 30 nov 2026" in text(browser.get(page(each.first)))
    assert browser.post(f"{path}retirar/", fields()).status_code == 409
    ahead = each.join(each.first, each.person(), day=TOMORROW, reason="x")
    assert browser.post(f"/secretaria/plantillas/{ahead.pk}/retirar/", fields()).status_code == 302
    assert list(RosterEntry.objects.all()) == [entry]


def test_a_player_moves_with_his_licence(each: Squads, browser: Client) -> None:
    who = each.person()
    entry = each.join(each.first, who)
    path = f"/secretaria/plantillas/{entry.pk}/traspaso/"
    assert browser.post(path, fields(to="", day="2026-11-20")).status_code == 422
    assert browser.post(path, fields(to=each.first.pk, day="2026-11-20")).status_code == 422
    sent = fields(to=each.rival.pk, day="2026-11-20", with_licence="on")
    assert [browser.post(path, sent).headers["Location"] for _ in range(2)] == [page(each.rival)] * 2
    assert Licence.objects.get(person=who).club == each.registry.other
    assert [(row.team, row.valid_from, row.valid_to) for row in who.roster_entries.order_by("pk")] == [
        (each.first, date(2026, 9, 1), date(2026, 11, 19)),
        (each.rival, date(2026, 11, 20), None),
    ]
    # Field report 37: the page of the old team still tells that he was there.
    assert "se va a otro equipo; último día, 19 nov 2026" in text(browser.get(page(each.first)))


def test_a_licence_may_stay_where_it_is(each: Squads, browser: Client) -> None:
    who = each.person()
    entry = each.join(each.first, who)
    sent = fields(to=each.rival.pk, day="2026-11-20")
    assert browser.post(f"/secretaria/plantillas/{entry.pk}/traspaso/", sent).status_code == 302
    assert Licence.objects.get(person=who).club == each.registry.club


def test_the_captaincy_changes_from_the_page(each: Squads, browser: Client) -> None:
    old, new = each.person("Antes"), each.person("Después")
    each.join(each.first, old, "captain")
    each.join(each.first, new, "vice_captain")
    path = page(each.first, "capitania/")
    form = browser.get(path).context["form"]
    assert [str(label) for _value, label in form.fields["person"].choices][1:] == [
        "Nombre01 Antes",
        "Nombre02 Después",
    ]
    assert browser.post(path, fields(role="captain", day="2026-11-14")).status_code == 422
    assert browser.post(path, fields(role="captain", person=new.pk, day="2026-11-13")).status_code == 422
    done = browser.post(path, fields(role="captain", person=new.pk, day="2026-11-14"))
    assert done.headers["Location"] == page(each.first)
    assert each.squad(each.first) == {"Nombre01": "player", "Nombre02": "captain"}
    said = text(browser.get(page(each.first)))
    assert "Nombre02 Después pasa a capitán desde el 14 nov 2026" in said
    browser.post(path, fields(role="vice_captain", person=old.pk, day="2026-11-15"))
    emptied = browser.post(path, fields(role="nobody", day="2026-11-15"))
    assert emptied.status_code == 302
    assert each.squad(each.first, TOMORROW) == {"Nombre01": "player", "Nombre02": "captain"}


def test_unknown_objects_are_not_there(browser: Client) -> None:
    for path in (
        f"{LIST}999999/",
        f"{LIST}999999/editar/",
        f"{LIST}999999/inscribir/",
        f"{LIST}999999/capitania/",
        "/secretaria/plantillas/999999/baja/",
        "/secretaria/plantillas/999999/traspaso/",
        "/secretaria/plantillas/999999/retirar/",
    ):
        assert browser.get(path).status_code == 404, path


def test_they_speak_english_too(each: Squads, browser: Client) -> None:
    browser.post("/idioma/", {"language": "en"})
    each.join(each.first, each.person(), "captain")
    said = text(browser.get(page(each.first)))
    assert "Squad" in said and "Plantilla" not in said
