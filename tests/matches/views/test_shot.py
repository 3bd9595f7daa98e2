"""Consulta de jugada: public, nothing written, every answer by the regulation that was chosen."""

import re

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.models import Competition
from federation.models import Discipline, RegulationVersion
from matches.forms.shot import ShotForm
from matches.rules.pool.balls import BALLS
from matches.rules.pool.ruling import rule_shot
from matches.rules.pool.shots import Phase
from tests.factories import world
from tests.pool_strategies import pool_regulations

HERE = "/consulta/"
PLAY = {"phase": "group_play", "group": "low"}


def read(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.django_db
def test_anybody_asks_and_nothing_is_ticked_before(client):
    response = client.get(HERE)

    assert response.status_code == 200
    assert "Consulta de jugada" in read(response) and 'id="respuesta"' not in response.content.decode()
    assert client.post(HERE, PLAY).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({**PLAY, "falls": ["3", "12"], "called": "3", "pocket": "as_called"}, ["Sigue tirando.", "3, 12"]),
        (
            {**PLAY, "falls": ["3", "6", "12"], "called": "3", "pocket": "elsewhere"},
            ["Pierde el turno: tira el rival.", "3, 6, en ese orden", "2.3"],
        ),
        ({**PLAY, "falls": "3", "called": "none"}, ["Pierde el turno", "3, en la línea de pie"]),
        ({**PLAY, "left": "none", "falls": "8", "called": "8"}, ["Gana el juego quien tiraba."]),
        ({**PLAY, "left": "last", "falls": ["7", "8"], "called": "7"}, ["Pierde el juego", "letra b"]),
        ({**PLAY, "falls": "8", "called": "2"}, ["Pierde el juego", "letra e"]),
        ({**PLAY, "off": "8"}, ["Pierde el juego", "letra c"]),
        ({**PLAY, "fouls": "unspecified"}, ["Falta: bola blanca en mano para el rival.", "Falta sí"]),
        (
            {"phase": "break", "fouls": "cue_ball_pocketed", "falls": "3"},
            ["Falta", "letra c", "detrás de la línea de cabeza"],
        ),
        (
            {"phase": "break", "cushions": "fewer"},
            ["Elige el rival.", "Aceptar la mesa", "Colocar y abrir él"],
        ),
        ({"phase": "break", "falls": "8", "choice": "restart"}, ["Se vuelve a empezar: abre el mismo."]),
        ({"phase": "break", "cushions": "fewer", "choice": "rack_and_break"}, ["abre el rival."]),
        ({"phase": "break", "falls": "8", "table": "coin"}, ["Se vuelve a empezar", "mesa de monedas"]),
        (
            {"phase": "open_table", "falls": "11", "called": "11"},
            ["Sigue tirando.", "rayadas (9-15)", "11.2"],
        ),
        (
            {"phase": "open_table", "falls": "5", "called": "5", "pocket": "elsewhere"},
            [
                "Pierde el turno",
                "Bola no anunciada con la mesa abierta",
                "También puede ser: se queda entronerada",
            ],
        ),
    ],
)
def test_what_is_answered(client, asked, told):
    response = client.get(HERE, asked)

    assert response.status_code == 200
    text = read(response)
    assert [words for words in told if words not in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "asked", "told"),
    [
        ("phase", {"phase": ""}, "Indica si fue la apertura"),
        ("phase", {"phase": "later"}, "no es una de las opciones"),
        ("group", {"phase": "group_play"}, "Indica si quien tira juega lisas o rayadas."),
        ("group", {"phase": "group_play", "group": "both"}, "no es una de las opciones"),
        ("left", {**PLAY, "left": "all"}, "no es una de las opciones"),
        ("falls", {**PLAY, "falls": "16", "called": "none"}, "no es una de las opciones"),
        (
            "falls",
            {**PLAY, "left": "none", "falls": "3", "called": "none"},
            "La bola 3 ya no estaba en la mesa",
        ),
        ("called", {**PLAY, "falls": "3"}, "Indica qué bola anunció"),
        ("called", {**PLAY, "called": "0"}, "no es una de las opciones"),
        ("called", {**PLAY, "left": "none", "called": "3"}, "La bola anunciada, la 3, ya no estaba"),
        (
            "off",
            {**PLAY, "falls": "12", "off": "12", "called": "none"},
            "La bola 12 no puede estar dos veces",
        ),
        ("off", {**PLAY, "off": "-1"}, "no es una de las opciones"),
        ("pocket", {**PLAY, "pocket": "7"}, "no es una de las opciones"),
        ("cushions", {"phase": "break", "cushions": "9"}, "no es una de las opciones"),
        ("fouls", {**PLAY, "fouls": "<script>"}, "no es una de las opciones"),
        ("table", {**PLAY, "table": "golden"}, "no es una de las opciones"),
        ("competition", {**PLAY, "competition": "999999"}, "no es una de las opciones"),
        ("competition", {**PLAY, "competition": "' OR 1=1"}, "no es una de las opciones"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(client, field, asked, told):
    response = client.get(HERE, asked)

    assert response.status_code == 422
    assert told in read(response)
    assert list(response.context["form"].errors) == [field]
    assert "<script>" not in response.content.decode().replace("<script defer", "").replace(
        "<script type", ""
    )


def test_a_choice_that_is_none_is_refused_too():
    form = ShotForm({**PLAY, "choice": "win"})
    assert not form.is_valid() and list(form.errors) == ["choice"]


ASKED = st.fixed_dictionaries(
    {"phase": st.sampled_from([phase.value for phase in Phase])},
    optional={
        "group": st.sampled_from(["low", "high", "x\x00"]),
        "left": st.sampled_from(["more", "last", "none"]),
        "falls": st.lists(st.sampled_from([str(ball) for ball in BALLS]), max_size=4, unique=True),
        "off": st.lists(st.sampled_from([str(ball) for ball in BALLS]), max_size=3),
        "called": st.sampled_from(["", "none", "8", "3", "12"]),
        "pocket": st.sampled_from(["as_called", "elsewhere", ""]),
        "through_eight": st.sampled_from(["on", ""]),
        "cushions": st.sampled_from(["four", "fewer", "not_told"]),
        "fouls": st.lists(st.sampled_from(["cue_ball_pocketed", "no_cushion", "advised"]), max_size=2),
        "choice": st.sampled_from(["", "restart", "respot", "accept_table", "rack_and_break"]),
        "table": st.sampled_from(["normal", "coin", "coin_official", ""]),
    },
)


@settings(deadline=None)
@given(ASKED, pool_regulations())
def test_whatever_is_told_is_ruled_or_refused(asked, parameters):
    form = ShotForm(asked)
    if form.is_valid():
        assert rule_shot(form.shot(), parameters).articles


def pool_competition(number: int, parameters) -> Competition:
    base = Competition.objects.select_related("regulation_version").first()
    version = RegulationVersion.objects.create(
        regulation=base.regulation_version.regulation,
        number=100 + number,
        valid_from=base.regulation_version.valid_from,
        parameters=parameters,
    )
    base.pk, base.code, base.name = None, f"b{number}", f"Liga de bola 8, {number}"
    base.discipline, base.regulation_version = Discipline.POOL, version
    base.save()
    return base


@pytest.mark.django_db
def test_it_answers_by_the_regulation_of_the_competition(client, django_assert_num_queries):
    world.locked(boards=1)
    kept = pool_competition(1, {"open_table_wrong_pocket": "stays"})
    asked = {"phase": "open_table", "falls": "5", "called": "5", "pocket": "elsewhere"}
    assert "Se reponen 5" in read(client.get(HERE, asked))
    answer = client.get(HERE, {**asked, "competition": kept.pk})
    assert "Se quedan dentro 5" in read(answer) and str(kept.regulation_version) in read(answer)
    # A domino competition is no regulation for this.
    domino = Competition.objects.exclude(pk=kept.pk).first()
    assert client.get(HERE, {**asked, "competition": domino.pk}).status_code == 422
    with django_assert_num_queries(2) as before:
        client.get(HERE, asked)
    for number in range(2, 31):
        pool_competition(number, {})
    with django_assert_num_queries(len(before)):
        client.get(HERE, asked)


@pytest.mark.django_db
def test_the_way_there(client):
    each = world.locked(boards=1)
    client.force_login(each.judge)
    for page in ("/inicio/", "/mesa/"):
        assert reverse("matches:shot_ruling") in client.get(page).content.decode()
