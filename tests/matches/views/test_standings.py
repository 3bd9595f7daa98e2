"""The public standings: what counts, what decides, how new it is and what it costs."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client

from competitions.actions import setup
from competitions.models import Competition
from competitions.queries.standings import league as read
from competitions.rules.standings.table import standings
from federation.actions import regulations
from federation.models import Discipline, Team
from tests.factories.leagues import MadeLeague, league, publish, put
from tests.factories.world import NOW
from tests.matches.views.spectators import contents, part, queries, seen
from tests.matches.views.visits import text_of

pytestmark = pytest.mark.django_db

NAMES = ("Ateneo Marina", "Los Molinos", "La Seis Doble", "Peña El Olivo")


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW + timedelta(days=60), tick=False):
        yield


@pytest.fixture
def made(db) -> MadeLeague:
    return league(NAMES)


def table(made: MadeLeague) -> list[tuple[int | None, str, int]]:
    return [(line.place, line.name, line.points) for line in seen(made.page).lines]


def ring(made: MadeLeague) -> MadeLeague:
    """The first three beat each other in a ring; +2, -2 and 0 among them. The fourth loses to all."""
    first, second, third, last = NAMES
    made.seal(first, second, "6-2")
    made.seal(second, third, "5-3")
    made.seal(third, first, "5-3")
    for name, score in ((first, "5-3"), (second, "8-0"), (third, "7-1")):
        made.seal(name, last, score)
    return made


def test_before_anybody_has_played_there_are_dashes_and_no_explanations(made):
    page = seen(made.page)

    assert page.chip is None
    assert {(line.points, line.played, line.partidas, line.tantos, line.run) for line in page.lines} == {
        (0, 0, "–", "–", ())
    }
    assert page.ties == ()
    assert "sin empezar" in page.subtitle
    assert "2026-27 D1:1" in page.lots


def test_report_7_played_counts_only_what_has_finished(made):
    made.seal(NAMES[0], NAMES[1], "5-3")

    rows = {line.name: line for line in seen(made.page).lines}
    assert {name: (rows[name].played, rows[name].lost) for name in NAMES} == {
        NAMES[0]: (1, 0),
        NAMES[1]: (1, 1),
        NAMES[2]: (0, 0),
        NAMES[3]: (0, 0),
    }
    assert (rows[NAMES[0]].partidas, rows[NAMES[0]].tantos) == ("5–3", "+600")
    assert rows[NAMES[2]].partidas == "–"


def test_report_85_the_criteria_and_the_deciding_figure_stand_beside_the_table(made):
    page = seen(ring(made).page)

    assert [(line.place, line.name, line.decider) for line in page.lines] == [
        (1, "Ateneo Marina", "por la diferencia entre ellos"),
        (2, "La Seis Doble", "por la diferencia entre ellos"),
        (3, "Los Molinos", "por la diferencia entre ellos"),
        (4, "Peña El Olivo", ""),
    ]
    (tie,) = page.ties
    assert tie.title == "Por qué Ateneo Marina va por delante"
    assert tie.intro.startswith(
        "Ateneo Marina, La Seis Doble y Los Molinos tienen 6 puntos. Se compara lo que"
    )
    assert "Ateneo Marina 6–2 Los Molinos" in tie.intro.replace("\u2060", "")
    assert [(step.title, step.text) for step in tie.steps] == [
        ("Puntos entre los empatados", "Todos tienen 3. Siguen iguales."),
        (
            "Diferencia de partidas entre los empatados",
            "Ateneo Marina +2, La Seis Doble 0, Los Molinos −2. Aquí se decide.",
        ),
    ]
    assert tie.rest.startswith("No hizo falta seguir: diferencia de partidas; ")
    assert page.criteria[:2] == ("Puntos", "Puntos entre los empatados")
    told = text_of(Client().get(made.page))
    assert "Cómo se ordena" in told and "Aquí se decide." in told


def test_report_3_another_regulation_another_order(made):
    before = [line.name for line in seen(ring(made).page).lines]
    version = regulations.publish_version(
        name="Reglamento de dominó",
        discipline=Discipline.DOMINO,
        overrides={"standings_criteria": ["pts", "gd", "lots"]},
        valid_from=NOW.date(),
        reason="Se ordena por la diferencia general",
        by=None,
    )
    Competition.objects.filter(pk=made.competition.pk).update(regulation_version=version)

    page = seen(made.page)
    assert before[0] == "Ateneo Marina"
    # The same results: by all partidas the first comes third.
    assert page.lines[2].name == "Ateneo Marina"
    assert page.criteria == ("Puntos", "Diferencia de partidas", "Sorteo")
    assert "versión 2" in page.subtitle


@pytest.mark.parametrize(
    ("states", "label", "told"),
    [
        (("sealed", "final"), "Provisional", "1 resultado es provisional"),
        (("disputed", "sealed"), "Provisional", "2 resultados son provisionales"),
        (("homologated", "final"), "Homologado", ""),
        (("final", "final"), "Firme", ""),
    ],
)
def test_how_firm_it_is(made, states, label, told):
    made.seal(NAMES[0], NAMES[1], "5-3", state=states[0])
    made.seal(NAMES[2], NAMES[3], "5-3", state=states[1])

    page = seen(made.page)
    assert page.chip.label == label
    assert page.firmness.startswith(told) and bool(page.firmness) is bool(told)


def test_only_the_current_outcome_counts(made):
    first, second = NAMES[:2]
    made.seal(first, second, "5-3", state="sealed")
    assert table(made)[0] == (1, first, 3)
    made.seal(first, second, "3-5", kind="corrected", state="sealed")
    assert table(made)[0] == (1, second, 3)
    # Reopened: nothing official stands. With a board pending neither.
    put(made.meet(first, second), "suspended")
    assert {points for _, _, points in table(made)} == {0}
    made.seal(first, second, "4-3", is_pending=True, state="sealed")
    assert {points for _, _, points in table(made)} == {0}
    made.seal(first, second, "8-0", kind="awarded", state="final")
    assert table(made)[0] == (1, first, 3)
    made.seal(first, second, "8-0", kind="annulled", state="annulled")
    assert {points for _, _, points in table(made)} == {0}


def test_report_47_what_is_pending_of_rounds_that_count_is_listed(made):
    first, second = (
        next(each for each in made.encounters.values() if each.round.number == number) for number in (1, 2)
    )
    put(first, "postponed")
    publish(second, 5, 3)

    page = seen(made.page)
    told = {each.key: (each.round, each.chip.label) for each in page.pending}
    assert told.pop(f"x{first.pk}") == ("Jornada 1", "Aplazado")
    assert {round_ for round_, _label in told.values()} == {"Jornada 1", "Jornada 2"}
    assert sum(line.played for line in page.lines) == 2


@pytest.mark.parametrize("state", ["playing", "suspended", "closing", "signed"])
def test_report_13_a_sheet_that_nobody_has_confirmed_moves_nothing(made, state):
    made.seal(NAMES[0], NAMES[2], "5-3")
    before = table(made)
    open_sheet = made.meet(NAMES[1], NAMES[3])
    put(open_sheet, state)

    page = seen(made.page)
    assert [(line.place, line.name, line.points) for line in page.lines] == before
    assert f"x{open_sheet.pk}" in {each.key for each in page.pending}


def test_it_is_told_in_english_too(made):
    ring(made)
    english = contents(part(made.page, language="en"))

    assert "This decides." in english and "Aquí se decide." not in english
    assert "by the difference between them" in english


def kept_and_fresh(made: MadeLeague) -> tuple[str, str]:
    kept = contents(part(made.page))
    caches["pages"].clear()
    return kept, contents(part(made.page))


def test_what_is_kept_is_always_what_would_be_made_anew(made):
    """Whatever moves the standings: a result, its correction, its state, a new entry, another version."""
    first, second, third, _last = NAMES
    moves = (
        lambda: None,
        lambda: made.seal(first, second, "5-3", state="sealed"),
        lambda: made.seal(first, second, "3-5", kind="corrected", state="sealed"),
        lambda: put(made.meet(first, second), "homologated"),
        lambda: put(made.meet(first, third), "postponed"),
        lambda: setup.enter_team(
            competition=made.competition,
            team=Team.objects.create(
                club=made.entries[first].team.club, season=made.competition.season, name="Nuevo"
            ),
            lot=9,
            by=None,
        ),
        lambda: put(made.meet(first, second), "suspended"),
    )
    pages = []
    for move in moves:
        move()
        kept, fresh = kept_and_fresh(made)
        assert kept == fresh
        pages.append(fresh)
    # Each move is seen, but that of an encounter whose round does not count yet.
    assert [one == other for one, other in pairwise(pages)].count(True) <= 1


def test_an_unchanged_page_costs_one_question(made, django_assert_num_queries):
    ring(made)
    tag = part(made.page)["ETag"]
    with django_assert_num_queries(1):
        assert part(made.page, held=tag).status_code == 304
    put(made.meet(*NAMES[:2]), "homologated")
    assert part(made.page, held=tag).status_code == 200


def test_the_page_asks_as_little_of_twelve_teams_as_of_two(db):
    small = league(("Uno", "Dos"))
    small.seal("Uno", "Dos", "5-3")
    few = queries(small.page)
    made = league_of_twelve(small)

    assert queries(made) == few <= 8


def league_of_twelve(small: MadeLeague) -> str:
    """Ten more teams in the same competition, all of whose encounters are played."""
    competition, club = small.competition, small.entries["Uno"].team.club
    for lot in range(3, 13):
        team = Team.objects.create(club=club, season=competition.season, name=f"Equipo {lot:02d}")
        small.entries[team.name] = setup.enter_team(competition=competition, team=team, lot=lot, by=None)
        encounter = next(iter(small.encounters.values()))
        encounter.pk, encounter.state, encounter.epoch, encounter.number = None, "scheduled", 0, lot
        encounter.round = setup.add_round(
            competition=competition, number=lot, starts_on=encounter.scheduled_at.date(), by=None
        )
        encounter.home = small.entries[team.name]
        encounter.save(force_insert=True)
        publish(encounter, lot % 9, 8 - lot % 9)
    return small.page


def test_every_step_of_a_read_league_agrees_with_the_rule(made):
    found = read(ring(made).competition.pk)
    rows = standings(found.facts, found.terms).rows

    assert [f"p{row.key}" for row in rows] == [line.key for line in seen(made.page).lines]
    assert {row.totals.played for row in rows} == {3}


def test_the_way_to_the_standings(made, client):
    assert client.get("/clasificacion/").headers["Location"] == made.page
    for number in ("99999", "9" * 30):
        assert client.get(f"/clasificacion/{number}/").status_code == 404
    front = client.get("/").content.decode()
    assert 'href="/clasificacion/"' in front
    Competition.objects.create(
        season=made.competition.season,
        name="Copa",
        code="C",
        discipline="domino",
        entrants="teams",
        regulation_version=made.competition.regulation_version,
        format=made.competition.format,
    )
    told = client.get("/clasificacion/")
    assert "Copa" in text_of(told) and made.page in told.content.decode()


def test_with_nothing_at_all_the_list_says_so(client, db):
    assert "Todavía no hay ninguna competición." in text_of(client.get("/clasificacion/"))
