"""Signing before its time, after it, without a judge, and of a large encounter."""

import pytest

from matches.actions import approvals, encounter_day, incidents
from matches.actions.sealing import seal_encounter
from matches.rules.sides import Side
from tests.factories import tables, world
from tests.matches.views.after_close import (
    at,
    closed,
    given,
    missing,
    page,
    roles,
    sign,
    signature,
    signed,
    text_of,
    write,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("boards", [1, 3])
def test_queries_do_not_grow_with_the_boards(boards: int, django_assert_max_num_queries) -> None:
    each = closed(boards=boards)
    client = at(each.captains[Side.HOME])
    with django_assert_max_num_queries(24):
        client.get(page(each))


def test_before_the_close_there_is_nothing_to_sign() -> None:
    each = world.playing()
    answer = at(each.captains[Side.HOME]).get(page(each))
    assert (answer.status_code, answer["Location"]) == (302, f"/encuentros/{each.encounter.pk}/")
    client = at(each.captains[Side.HOME])
    assert client.post(page(each), write(role="home_captain")).status_code == 409


def test_without_a_judge_the_rival_records_it() -> None:
    each = closed(judge=False)
    client = at(each.captains[Side.HOME])
    assert client.post(page(each, "firma/falta/"), missing(each, "home_captain")).status_code == 403
    absent = missing(each, "away_captain", kind="absent", text="")
    assert client.post(page(each, "firma/falta/"), absent).status_code == 302
    assert given(each)["away_captain"] == ("absent", "", "witness")
    done = client.post(page(each), signature(each, "home_captain"))
    assert done["Location"] == page(each)
    waiting = text_of(client.get(page(each, "acta/")))
    assert "Se espera a que acabe el plazo" in waiting and "Ausente" in waiting


def test_once_signed_the_page_is_the_acta() -> None:
    each = signed()
    answer = at(each.judge).get(page(each))
    assert (answer.status_code, answer["Location"]) == (302, page(each, "acta/"))
    late = at(each.judge).post(page(each), signature(each, "judge"))
    assert late.status_code == 409
    assert "El acta no está abierta a la firma." in text_of(late)


def test_the_acta_page_follows_until_it_is_sealed() -> None:
    each = closed()
    client = at(each.captains[Side.HOME])
    part = {"HX-Request": "true", "HX-Target": "estado-acta"}
    assert "Faltan 3 firmas" in text_of(client.get(page(each, "acta/")))
    assert client.get(page(each, "acta.pdf")).status_code == 404
    for role in roles(each):
        sign(each, role)
    signed_now = client.get(page(each, "acta/"), headers=part)
    assert "Se está sellando" in text_of(signed_now)
    assert client.get(page(each, "acta.json")).status_code == 404
    assert seal_encounter(each.encounter.pk) is not None
    etag = {"If-None-Match": signed_now["ETag"]}
    assert "Acta sellada" in text_of(client.get(page(each, "acta/"), headers={**part, **etag}))


def test_before_the_close_there_is_no_acta() -> None:
    each = world.playing()
    answer = at(each.judge).get(page(each, "acta/"))
    assert (answer.status_code, answer["Location"]) == (302, f"/encuentros/{each.encounter.pk}/")
    assert at(each.judge).get(page(each, "firma/falta/")).status_code == 302


def test_incidents_and_what_was_rectified_are_part_of_the_text() -> None:
    each = world.playing(parameters={"claim_hours": 0})
    phone = world.phone(each)
    partida = each.partida(1, 1)
    tables.sit_down(each, partida, phone)
    number = tables.propose(each, partida, phone, 60)
    approvals.retract_hand(
        partida_id=partida.pk, hand=number, revision=1, reason="", identified=[], by=world.again(phone)
    )
    incidents.write_incident(
        encounter_id=each.encounter.pk,
        partida_id=partida.pk,
        hand=1,
        kind="touched_tile",
        text="Tocó una ficha que no era suya.\nSe le advirtió.",
        people_ids=[each.person(Side.AWAY, 0).pk],
        by=each.director(),
    )
    while tables.state(each, partida).phase == "playing":
        tables.play_hand(each, partida, phone, 80)
    tables.play_partida(each, each.partida(1, 2), phone, Side.AWAY)
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    answer = at(each.captains[Side.HOME]).get(page(each))
    said = text_of(answer)
    assert "Incidencia que consta" in said
    assert "Mesa 1, partida 1, jugada 1" in said and "Tocó una ficha que no era suya. Se le advirtió." in said
    assert "30-20000" in said and "La hace constar Amparo Giner." in said
    assert answer.context["text"].rows[0].ending == "1 rectificada, 1 incidencia"
    assert "rectificada" in said
    assert "Abre el plazo de reclamación" not in said
