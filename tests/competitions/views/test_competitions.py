"""The pages of competitions: the list, who takes part, entering pairs, making encounters."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import entries
from competitions.models import Encounter, Entry
from federation.models import Role
from tests.factories import pairs, world
from tests.factories.world import World
from tests.federation import staff
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/competiciones/"


@pytest.fixture
def each() -> World:
    return pairs.scheduled(judge=False)


@pytest.fixture
def direction(each: World) -> Client:
    return inside(staff.staff("direccion@example.org", Role.SPORTING_DIRECTOR, who=staff.person("Dora")))


def page(each: World, rest: str = "") -> str:
    return f"{LIST}{each.encounter.round.competition_id}/{rest}"


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def players(each: World, *names: str) -> list[world.Person]:
    found = []
    for number, name in enumerate(names):
        who = world.person(*name.split())
        world.licence(who, each.season, f"88-{number:04d}")
        found.append(who)
    return found


def enter(direction: Client, each: World, **values: object) -> object:
    sent = {"player": "88-0000", "partner": "88-0001", "name": "", **values}
    return direction.post(page(each, "inscribir/"), fields(**sent))


def test_the_direction_finds_competitions_from_its_first_page(each: World, direction: Client) -> None:
    assert LIST in direction.get("/inicio/").content.decode()
    assert page(each) in direction.get(LIST).content.decode()
    shown = text(direction.get(page(each)))
    assert "Ana Soler / Luis Pardo" in shown
    assert "30-home-Ana" in shown
    assert "versión 1" in shown


def test_a_pair_is_entered_by_numbers_or_names(each: World, direction: Client) -> None:
    players(each, "Rosa Gil", "Tomás Ruiz", "Eva Ruiz")
    assert enter(direction, each, player="rosa gil", name="Las Salinas").status_code == 302
    entry = Entry.objects.get(lot=3)
    assert (entry.name, entry.player.given_name, entry.partner.given_name) == (
        "Las Salinas",
        "Rosa",
        "Tomás",
    )
    assert "Las Salinas" in text(direction.get(page(each)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"player": "nadie así"}, "Nadie con licencia de jugador"),
        ({"player": "Ruiz"}, "Puede ser: 88-0002 Eva Ruiz; 88-0001 Tomás Ruiz."),
        ({"partner": "88-0000"}, "La misma persona no puede estar dos veces."),
        ({"partner": "30-away-Juan"}, "Juan Vela ya está en esta competición."),
        ({"player": ""}, "obligatorio"),
        ({"name": "x" * 61}, "60 caracteres"),
        ({"player": "<script>alert(1)</script>"}, "Nadie con licencia de jugador"),
        ({"player": "9" * 79}, "Nadie con licencia de jugador"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(
    each: World, direction: Client, change: dict[str, str], said: str
) -> None:
    players(each, "Rosa Gil", "Tomás Ruiz", "Eva Ruiz")
    answer = enter(direction, each, **{"name": "Las Salinas", **change})
    assert answer.status_code == 422
    shown = text(answer)
    assert said in shown
    assert "<script>alert" not in shown
    if "name" not in change:
        assert "Las Salinas" in shown
    assert Entry.objects.count() == 2


def test_the_same_form_sent_twice_enters_once(each: World, direction: Client) -> None:
    players(each, "Rosa Gil", "Tomás Ruiz")
    sent = fields(player="88-0000", partner="88-0001", name="")
    first, second = (direction.post(page(each, "inscribir/"), sent) for _ in range(2))
    assert (first.status_code, second.status_code, first.url) == (302, 302, second.url)
    assert Entry.objects.count() == 3


def meeting(each: World, **values: object) -> dict[str, object]:
    home, away = Entry.objects.order_by("lot")[:2]
    return fields(
        **{
            "round": 4,
            "home": home.pk,
            "away": away.pk,
            "venue": each.encounter.venue_id,
            "day": "2026-12-05",
            "time": "20:30",
            **values,
        }
    )


def test_an_encounter_is_made_on_the_clocks_of_its_venue(each: World, direction: Client) -> None:
    assert "hace de local y pone al anotador" in text(direction.get(page(each, "encuentros/nuevo/")))
    assert direction.post(page(each, "encuentros/nuevo/"), meeting(each)).status_code == 302
    made = Encounter.objects.get(round__number=4)
    assert made.scheduled_at.isoformat() == "2026-12-05T19:30:00+00:00"
    assert "Jornada 4" in text(direction.get(page(each)))


def test_the_same_pair_on_both_sides_is_refused_by_the_server(each: World, direction: Client) -> None:
    """Field report 33: the hidden or changed field makes both sides the same pair."""
    same = Entry.objects.get(lot=1).pk
    answer = direction.post(page(each, "encuentros/nuevo/"), meeting(each, away=same))
    assert answer.status_code == 422
    assert "Nadie puede jugar contra sí mismo: elige a otro rival." in text(answer)
    assert Encounter.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"day": "2020-01-01"}, "fuera de la temporada"),
        ({"round": "0"}, "mayor o igual"),
        ({"round": "3"}, "ya juega en esa jornada"),
        ({"home": "99999999999999999999"}, "opción"),
        ({"time": "25:00"}, "hora"),
    ],
)
def test_an_encounter_that_cannot_be_says_why(
    each: World, direction: Client, change: dict[str, str], said: str
) -> None:
    answer = direction.post(page(each, "encuentros/nuevo/"), meeting(each, **change))
    assert answer.status_code == 422
    assert said in text(answer)
    assert Encounter.objects.count() == 1


def test_who_has_met_nobody_can_be_taken_out(each: World, direction: Client) -> None:
    players(each, "Rosa Gil", "Tomás Ruiz")
    enter(direction, each)
    path = f"/secretaria/inscripciones/{Entry.objects.get(lot=3).pk}/quitar/"
    assert path in direction.get(page(each)).content.decode()
    assert "deja de participar" in text(direction.get(path))
    assert direction.post(path, fields()).status_code == 302
    assert Entry.objects.count() == 2
    refused = direction.post(f"/secretaria/inscripciones/{Entry.objects.get(lot=1).pk}/quitar/", fields())
    assert refused.status_code == 409
    assert "Ya tiene encuentros" in text(refused)


def test_a_hundred_pairs_cost_what_two_cost_and_are_found(each: World, direction: Client) -> None:
    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert direction.get(path).status_code == 200
        return len(asked)

    few = count(page(each)), count(page(each, "encuentros/nuevo/")), count(LIST)
    competition = each.encounter.round.competition
    for number in range(0, 60, 2):
        two = []
        for place in (number, number + 1):
            who = world.person(f"Nombre{place:02d}", "Inscrito")
            world.licence(who, each.season, f"99-{place:04d}")
            two.append(who)
        entries.enter_pair(competition=competition, player=two[0], partner=two[1], name="", by=None)
    assert (count(page(each)), count(page(each, "encuentros/nuevo/")), count(LIST)) == few
    found = text(direction.get(f"{page(each)}?q=99-0007"))
    assert "Nombre06 Inscrito / Nombre07 Inscrito" in found
    assert "Ana Soler" in text(direction.get(f"{page(each)}?q=soler+ána"))
    assert "Nombre08" not in found
    csv = direction.get(f"{page(each)}?formato=csv")
    assert "99-0007 Nombre07 Inscrito" in b"".join(csv).decode("utf-8-sig")
