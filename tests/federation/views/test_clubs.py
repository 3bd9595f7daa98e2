"""The office's pages of clubs, venues and tables."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.actions import clubs, delegations, registry, venues
from federation.actions.clubs import ClubDetails
from federation.actions.venues import VenueDetails
from federation.models import Club, DataAccess, Discipline, Venue, VenueTable
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/clubes/"
CIF = "G58818501"
HOSTILE = ["' OR 1=1 --", "<script>alert(1)</script>", "%", "\x00", "ñ" * 300, "99999999999999999999", "🎲"]


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(datetime(2026, 11, 14, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.office("otra.secretaria@example.org"))


def enter(each: Registry, name: str, **values: str) -> Club:
    return clubs.enter_club(details=ClubDetails(name, name[:24], **values), by=each.office)


def place(each: Registry, name: str = "Bar La Plaza", *tables: tuple[Discipline, int, bool]) -> Venue:
    made = venues.enter_venue(club=each.club, details=VenueDetails(name), by=each.office)
    for discipline, count, coins in tables:
        venues.add_tables(venue=made, discipline=discipline, count=count, coin_operated=coins, by=each.office)
    return made


def names(answer: object) -> list[str]:
    return [row.club.name for row in answer.context["rows"]]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- the list
def test_the_list_sorts_as_spanish_does_and_narrows(each: Registry, browser: Client) -> None:
    for name in ("Ñora", "Nz", "Óscar", "Oñate"):
        enter(each, name)
    clubs.close_club(club=Club.objects.get(name="Nz"), reason="x", by=each.office)
    place(each, "Bar", (Discipline.POOL, 1, False))
    assert names(browser.get(LIST)) == ["Nz", "Ñora", "Oñate", "Óscar", "Peña Dos", "Peña Uno"]
    for query, expected in {
        "q=nora": ["Ñora"],
        "q=ONATE": ["Oñate"],
        "q=pena+dos": ["Peña Dos"],
        "estado=inactive": ["Nz"],
        "juego=pool": ["Peña Uno"],
        "juego=domino": [],
        "estado=rara&juego=rara": ["Nz", "Ñora", "Oñate", "Óscar", "Peña Dos", "Peña Uno"],
    }.items():
        assert names(browser.get(f"{LIST}?{query}")) == expected, query


def test_the_list_counts_the_season_that_runs(each: Registry, browser: Client) -> None:
    each.licence(each.person("Ana", "Abad"), season=each.after)
    each.licence(each.person("Leo", "Ruiz"), season=each.before)
    registry.register_team(club=each.club, season=each.after, name="Uno A", venue=None, by=None)
    tallies = {row.club.name: row.tally for row in browser.get(LIST).context["rows"]}
    assert (tallies["Peña Uno"].teams, tallies["Peña Uno"].licences) == (1, 1)
    assert (tallies["Peña Dos"].teams, tallies["Peña Dos"].licences) == (0, 0)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_search_breaks_the_list(browser: Client, text: str) -> None:
    answer = browser.get(LIST, {"q": text, "estado": text, "pagina": text})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content


def test_pages_cost_the_same_for_one_row_and_for_thirty(each: Registry, browser: Client) -> None:
    def add(number: int) -> None:
        enter(each, f"Club {number}")
        made = place(each, f"Bar {number}", (Discipline.DOMINO, 1, False))
        season = registry.open_season(
            name=f"T{number}", starts_on=date(1990 + number, 1, 1), ends_on=date(1990 + number, 6, 1), by=None
        )
        registry.register_team(club=each.club, season=season, name="Uno A", venue=made, by=None)
        who = each.person("Ana", f"Abad{number}")
        each.licence(who, season=each.after)
        delegations.name_delegate(
            club=each.club, person=who, valid_from=timezone.localdate(), valid_to=None, by=None
        )

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    paths = [LIST, f"{LIST}{each.club.pk}/", f"/secretaria/sedes/{Venue.objects.get().pk}/"]
    before = [(cost(path), cost(path))[1] for path in paths]
    for number in range(1, 30):
        add(number)
    venues.add_tables(
        venue=Venue.objects.order_by("pk")[0],
        discipline=Discipline.POOL,
        count=30,
        coin_operated=False,
        by=each.office,
    )
    assert [cost(path) for path in paths] == before


# ---------------------------------------------------------------- a club
def test_a_clubs_page_tells_everything_that_is_its(each: Registry, browser: Client) -> None:
    club = each.club
    details = ClubDetails(
        "Peña Uno", "Uno", CIF, "Paca Lorente", "uno@example.org", "968 000 000", "Mayor, 1", "verde"
    )
    clubs.change_club(club=club, details=details, by=each.office)
    place(each, "Bar La Plaza", (Discipline.DOMINO, 4, False), (Discipline.POOL, 2, True))
    above = registry.register_team(club=club, season=each.after, name="Uno A", venue=None, by=None)
    below = registry.register_team(club=club, season=each.after, name="Uno B", venue=None, by=None)
    type(below).objects.filter(pk=below.pk).update(reserve_of=above)
    who = each.person("Delia", "Gada")
    delegations.name_delegate(
        club=club, person=who, valid_from=date(2026, 9, 1), valid_to=None, by=each.office
    )
    each.licence(who, season=each.after)

    text = " ".join(browser.get(f"{LIST}{club.pk}/").content.decode().split())
    for said in (
        CIF,
        "Paca Lorente",
        "968 000 000",
        "verde",
        "4 mesas de dominó, 2 mesas de bola 8 (2 con monedas)",
        "filial de Uno A",
        "Delia Gada",
        "Desde el 1 sep 2026",
        "Datos del club cambiados",
    ):
        assert said in text, said
    page = browser.get(f"{LIST}{club.pk}/").context["page"]
    assert [(str(row.season), row.counts, row.total) for row in page.licences] == [
        ("2026-27", (1, 0, 0, 0), 1)
    ]


def test_a_club_is_entered_with_its_cif_as_it_should_be(each: Registry, browser: Client) -> None:
    form = fields(name="Peña Ñora", short_name="Ñora", tax_id="g-58.818.501", phone="+34 968 000 000")
    answers = [browser.post(f"{LIST}nuevo/", form) for _ in range(2)]
    made = Club.objects.get(name="Peña Ñora")
    assert [answer.headers["Location"] for answer in answers] == [f"{LIST}{made.pk}/"] * 2
    assert made.tax_id == CIF


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"name": ""}, "name", "obligatorio"),
        ({"name": "PEÑA ÚNO"}, "name", "Ya hay un club que se llama así"),
        ({"name": "x" * 81}, "name", "80"),
        ({"short_name": "x" * 25}, "short_name", "24"),
        ({"tax_id": "G58818502"}, "tax_id", "La letra o cifra final no corresponde"),
        ({"tax_id": "12345678Z"}, "tax_id", "es de una persona"),
        ({"tax_id": "'; DROP"}, "tax_id", "No parece"),
        ({"email": "no es correo"}, "email", "correo"),
        ({"phone": "llámame"}, "phone", "Escribe un teléfono"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field_and_kept(
    each: Registry, browser: Client, wrong: dict[str, str], field: str, said: str
) -> None:
    form = fields(name="Peña Ñora", short_name="Ñora", colours="verde") | wrong
    answer = browser.post(f"{LIST}nuevo/", form)
    assert answer.status_code == 422
    assert said.lower() in " ".join(answer.context["form"].errors[field]).lower()
    assert 'value="verde"' in answer.content.decode()
    assert Club.objects.count() == 2


def test_a_club_is_changed_closed_and_reopened(each: Registry, browser: Client) -> None:
    path = f"{LIST}{each.club.pk}/"
    form = browser.get(f"{path}editar/").context["form"]
    assert form["name"].value() == "Peña Uno"
    sent = fields(name="Peña Uno", short_name="Uno", colours="azul")
    assert browser.post(f"{path}editar/", sent).headers["Location"] == path
    assert browser.post(f"{path}baja/", fields(reason="")).status_code == 422
    assert browser.post(f"{path}baja/", fields(reason="Se disuelve")).headers["Location"] == path
    assert browser.post(f"{path}baja/", fields(reason="Otra vez")).status_code == 409
    text = browser.get(path).content.decode()
    assert "De baja" in text and "Club dado de baja: Se disuelve" in text
    assert browser.post(f"{path}alta/", fields(reason="Vuelve")).status_code == 302
    each.club.refresh_from_db()
    assert (each.club.state, each.club.colours) == ("active", "azul")


# ---------------------------------------------------------------- venues and tables
def test_a_venue_with_its_tables_from_the_pages(each: Registry, browser: Client) -> None:
    sent = fields(name="Bar La Plaza", address="Mayor, 1", time_zone="Atlantic/Canary")
    answer = browser.post(f"{LIST}{each.club.pk}/sedes/nueva/", sent)
    made = Venue.objects.get()
    path = f"/secretaria/sedes/{made.pk}/"
    assert (answer.headers["Location"], made.time_zone) == (path, "Atlantic/Canary")
    assert "Canarias" in browser.get(path).content.decode()

    add = fields(discipline="pool", count="2", coin_operated="on")
    assert [browser.post(path, add).status_code for _ in range(2)] == [302, 302]
    assert "Mesa 2 de bola 8, con monedas" in browser.get(path).content.decode()
    first, second = VenueTable.objects.order_by("number")
    table = f"/secretaria/mesas/{first.pk}/"
    taken = browser.post(table, fields(number="2"))
    assert (taken.status_code, taken.context["form"]["number"].value()) == (422, "2")
    assert "Ya hay otra mesa con el número 2" in taken.content.decode()
    assert browser.post(table, fields(number="7")).headers["Location"] == path
    first.refresh_from_db()
    assert (first.number, first.coin_operated) == (7, False)
    assert browser.post(f"{table}quitar/", fields()).headers["Location"] == path
    assert browser.post(f"{table}quitar/", fields()).status_code == 404
    assert list(made.tables.all()) == [second]


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": "0"},
        {"count": "41"},
        {"count": "muchas"},
        {"discipline": "ajedrez"},
        {"coin_operated": "on"},
        {"client_id": ""},
    ],
)
def test_tables_that_cannot_be(each: Registry, browser: Client, wrong: dict[str, str]) -> None:
    made = place(each)
    sent = fields(discipline="domino", count="1") | wrong
    assert browser.post(f"/secretaria/sedes/{made.pk}/", sent).status_code == 422
    assert not VenueTable.objects.exists()


def test_a_venue_is_changed_and_opened_again(each: Registry, browser: Client) -> None:
    made = place(each)
    place(each, "Otro bar")
    path = f"/secretaria/sedes/{made.pk}/"
    sent = fields(name="Otro bar", time_zone="Europe/Madrid")
    assert browser.post(f"{path}editar/", sent).status_code == 422
    sent = fields(name="Bar Nuevo", time_zone="Europe/Madrid")
    assert browser.post(f"{path}editar/", sent).headers["Location"] == path
    assert browser.post(f"{path}editar/", {**sent, **fields(time_zone="Mars/Base")}).status_code == 422
    assert browser.post(f"{path}abrir/", fields()).status_code == 409
    assert browser.post(f"{path}cerrar/", fields(last_day="2026-12-31")).headers["Location"] == path
    assert "Último día: 31 dic 2026" in browser.get(path).content.decode()
    assert browser.post(f"{path}abrir/", fields()).headers["Location"] == path
    assert Venue.objects.get(pk=made.pk).closed_on is None


def test_they_speak_english_too(each: Registry, browser: Client) -> None:
    browser.post("/idioma/", {"language": "en"})
    place(each, "Bar", (Discipline.POOL, 1, True))
    for path in (LIST, f"{LIST}{each.club.pk}/", f"/secretaria/sedes/{Venue.objects.get().pk}/"):
        text = browser.get(path).content.decode()
        assert "Tables" in text or "Clubs" in text
        assert "Sedes y mesas" not in text


# ---------------------------------------------------------------- taken away
def test_the_list_is_taken_away_as_it_is_narrowed_and_noted(each: Registry, browser: Client) -> None:
    enter(each, "=Fórmula", contact_name="Paca", phone="+34 968 000 000")
    enter(each, "Ñora")
    answer = browser.get(f"{LIST}?q=formula&formato=csv&pagina=9")
    lines = answer.getvalue().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 2
    assert lines[1].startswith("'=Fórmula;")
    assert lines[1].endswith(";activo;0;0")
    assert "'+34 968 000 000" in lines[1]
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="clubes-')
    note = DataAccess.objects.get()
    assert (note.kind, note.detail, note.count, str(note.by)) == ("list", "Clubes", 1, "Sara Ríos otr")

    book = browser.get(f"{LIST}?formato=xlsx")
    assert book.content.startswith(b"PK")
    assert browser.get(f"{LIST}?formato=pdf").headers["Content-Type"].startswith("text/html")
