"""The line-up of a captain: answers name by name, the draft, the lock, and what goes wrong on the way."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from competitions.actions import setup
from federation.models import Licence, RosterEntry
from matches.actions import line_ups as actions
from matches.forms.line_ups import decoded, encoded
from matches.models import Appearance, LineUp
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.visits import at, path, queries, said, send, text_of

pytestmark = pytest.mark.django_db
PLACES = ("mesa1_1", "mesa1_2", "mesa2_1", "mesa2_2")


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


@pytest.fixture
def world() -> World:
    return worlds.build(boards=2, bench=3)


def people(world: World, side: Side = Side.HOME) -> dict[str, int]:
    """The natural line-up of a side as the form sends it."""
    ids = [who.pk for who in world.people[side]]
    return {**dict(zip(PLACES, ids, strict=False)), "suplente_1": ids[4], "base": "-"}


def home(world: World):
    return at(world.captains[Side.HOME])


def stored(world: World, side: Side = Side.HOME):
    return actions.names_of(LineUp.objects.get(encounter=world.encounter, side=side))


# ---------------------------------------------------------------- the page
def test_each_place_offers_the_squad_by_name_and_says_what_is_missing(world):
    answer = home(world).get(path(world, "alineacion/"))

    page = answer.context["page"]
    options = [words for _value, words in page.form.fields["mesa1_1"].choices]
    assert options == ["—", *(f"Jugador{index:02d} Casa" for index in range(7))]
    assert [short.text for short in page.short] == ["mesa 1 (2 jugadores)", "mesa 2 (2 jugadores)"]
    assert page.ready == ""
    assert "Revisar y cerrar" not in text_of(answer)
    assert "Fuera" not in text_of(answer)


def test_a_draft_is_kept_and_answered_name_by_name(world):
    client = home(world)

    answer = send(client, path(world, "alineacion/"), {**people(world), "do": "save"}, follow=True)

    assert said(answer) == "Borrador guardado."
    assert stored(world).boards == {
        1: tuple(people(world)[p] for p in PLACES[:2]),
        2: tuple(people(world)[p] for p in PLACES[2:]),
    }
    page = answer.context["page"]
    assert {slot.chip.label for bench in page.benches[:2] for slot in bench.slots} == {"Puede jugar"}
    assert page.benches[0].slots[0].licence == "30-10000"
    assert page.ready == "4 titulares y 1 suplente, sin bloqueos."


def test_a_licence_that_ended_yesterday_blocks_that_name_and_the_lock(world):
    out = world.person(Side.HOME, 2)
    Licence.objects.filter(person=out).update(valid_to=worlds.TODAY - timedelta(days=1))
    client = home(world)

    answer = send(client, path(world, "alineacion/"), {**people(world), "do": "save"}, follow=True)

    slot = answer.context["page"].benches[1].slots[0]
    assert (slot.chip.label, slot.reasons) == (
        "Bloqueo",
        (("octagon-x", "Su licencia 30-10002 no vale el día del encuentro."),),
    )
    assert [(gap.place, gap.where) for gap in answer.context["page"].gaps] == [
        ("id_mesa2_1", "Mesa 2: Jugador02 Casa")
    ]
    refused = send(client, path(world, "alineacion/"), {**people(world), "do": "lock"})
    assert refused.status_code == 422
    assert "La alineación no se puede cerrar" in text_of(refused)
    assert not Appearance.objects.exists()


def test_somebody_twice_is_blocked_in_both_places(world):
    ids = people(world)

    answer = send(home(world), path(world, "alineacion/"), {**ids, "mesa2_1": ids["mesa1_1"]}, follow=True)

    slots = {slot.name: slot for bench in answer.context["page"].benches for slot in bench.slots}
    for place in ("mesa1_1", "mesa2_1"):
        assert slots[place].reasons == (("octagon-x", "Está en 2 mesas y el máximo es 1."),)
    assert slots["mesa1_2"].chip.label == "Puede jugar"


def test_somebody_of_another_team_is_refused_beside_his_place_and_the_rest_is_kept(world):
    ids = {**people(world), "mesa2_2": world.person(Side.AWAY, 0).pk}

    answer = send(home(world), path(world, "alineacion/"), ids)

    assert answer.status_code == 422
    form = answer.context["page"].form
    assert form.errors == {"mesa2_2": ["Solo se alinea a jugadores de la plantilla del equipo."]}
    assert form["mesa1_1"].value() == str(ids["mesa1_1"])
    assert not LineUp.objects.exists()


# ---------------------------------------------------------------- a change at a time
def test_a_change_answers_with_the_answers_alone_and_the_lists_stay(world):
    ids = people(world)

    answer = send(home(world), path(world, "alineacion/"), {"mesa1_1": ids["mesa1_1"], "base": "-"}, part="x")

    body = answer.content.decode()
    assert answer.status_code == 200
    assert "<select" not in body and "<html" not in body
    assert 'id="respuesta-mesa1_1" hx-swap-oob="innerHTML"' in body and "Puede jugar" in body
    assert f'name="base" value="1.1.{ids["mesa1_1"]}"' in body
    assert "mesa 1 (1 jugador)" in body


def test_the_draft_of_another_is_not_overwritten_and_both_are_shown(world):
    ids = people(world)
    captain, vice = home(world), at(world.vice)
    send(captain, path(world, "alineacion/"), ids)
    base = encoded(stored(world))
    other = world.person(Side.HOME, 6).pk
    send(vice, path(world, "alineacion/"), {**ids, "mesa1_1": other, "base": base})

    mine = world.person(Side.HOME, 5).pk
    answer = send(captain, path(world, "alineacion/"), {**ids, "suplente_1": mine, "base": base})

    assert answer.status_code == 409
    assert "Otra persona ha cambiado la alineación mientras tanto." in text_of(answer)
    assert [(each.place, each.theirs, each.mine) for each in answer.context["page"].differences] == [
        ("Mesa 1", "Jugador06 Casa", "Jugador00 Casa"),
        ("Suplente 1", "Jugador04 Casa", "Jugador05 Casa"),
    ]
    assert answer.context["page"].form["suplente_1"].value() == str(mine)
    assert stored(world).boards[1][0] == other
    again = {**ids, "suplente_1": mine, "base": answer.context["base"]}
    assert send(captain, path(world, "alineacion/"), again).status_code == 302
    assert stored(world).boards[1][0] == ids["mesa1_1"]


def test_ones_own_change_on_its_way_is_no_conflict(world):
    """A page sends a change by itself, and the whole form before the answer has come."""
    client, ids = home(world), people(world)
    send(client, path(world, "alineacion/"), {"mesa1_1": ids["mesa1_1"], "base": "-"}, part="x")

    assert send(client, path(world, "alineacion/"), ids).status_code == 302


def test_the_same_sending_twice_is_one(world):
    client, ids = home(world), people(world)
    body = {**ids, "do": "lock", "client_id": "la-misma-pulsacion"}

    first, second = (
        send(client, path(world, "alineacion/"), body),
        send(client, path(world, "alineacion/"), body),
    )

    assert (first.status_code, second.status_code) == (302, 302)
    assert LineUp.objects.filter(state="locked").count() == 1


@pytest.mark.parametrize("text", ["", "x", "1.1", "1.9.4", "a.b.c", "-", "1.1.5 0.1.7"])
def test_what_a_page_says_it_showed_is_read_or_ignored(text):
    assert decoded(text) is None or encoded(decoded(text)) == text


# ---------------------------------------------------------------- the lock
def test_the_lock_is_asked_once_more_with_everything_in_sight(world):
    client = home(world)

    answer = send(client, path(world, "alineacion/"), {**people(world), "do": "review"}, follow=True)

    assert answer.redirect_chain == [(path(world, "alineacion/?paso=cerrar"), 302)]
    words = text_of(answer)
    assert "no se puede deshacer" in words and "Jugador03 Casa" in words
    assert LineUp.objects.get().state == "draft"


def test_an_incomplete_one_is_not_asked_for_the_lock(world):
    ids = {**people(world), "mesa1_1": ""}

    answer = send(home(world), path(world, "alineacion/"), {**ids, "do": "review"}, follow=True)

    assert not answer.context["confirming"]
    assert "mesa 1 (1 jugador)" in text_of(answer)


def test_locked_it_is_only_read_and_the_rival_learns_the_hour_alone(world):
    client = home(world)
    answer = send(client, path(world, "alineacion/"), {**people(world), "do": "lock"}, follow=True)

    assert said(answer) == "Alineación cerrada."
    assert "<select" not in answer.content.decode().split("<footer")[0]
    rival = at(world.captains[Side.AWAY])
    for page in ("alineacion/", ""):
        words = text_of(rival.get(path(world, page)))
        assert "Casa" not in words
        assert "a las 20:0" in words
    judge = at(world.judge)
    for page in ("juez/", ""):
        assert "Jugador04 Casa" not in text_of(judge.get(path(world, page)))


def test_both_are_revealed_when_both_are_locked(world):
    client = home(world)
    send(client, path(world, "alineacion/"), {**people(world), "do": "lock"})
    send(
        at(world.captains[Side.AWAY]), path(world, "alineacion/"), {**people(world, Side.AWAY), "do": "lock"}
    )

    for page in ("alineacion/", ""):
        words = text_of(client.get(path(world, page)))
        assert "Jugador00 Casa" in words and "Jugador00 Fuera" in words


def test_who_comes_late_sees_what_was_locked_beside_his_own(world):
    ids = people(world)
    vice = at(world.vice)
    send(home(world), path(world, "alineacion/"), {**ids, "do": "lock"})

    late = {**ids, "mesa1_1": world.person(Side.HOME, 6).pk, "base": "-"}
    answer = send(vice, path(world, "alineacion/"), late)

    assert answer.status_code == 409
    words = text_of(answer)
    assert "La alineación ya está cerrada y no se puede cambiar." in words
    assert [(each.theirs, each.mine) for each in answer.context["page"].differences] == [
        ("Jugador00 Casa", "Jugador06 Casa")
    ]


def test_the_rivals_side_is_asked_for_again_and_costs_nothing_while_nothing_changes(world):
    client = home(world)
    etag = client.get(path(world, "alineacion/")).context["etag"]
    live = {"HX-Request": "true", "HX-Target": "rival", "If-None-Match": etag}

    assert client.get(path(world, "alineacion/"), headers=live).status_code == 304
    send(
        at(world.captains[Side.AWAY]), path(world, "alineacion/"), {**people(world, Side.AWAY), "do": "lock"}
    )
    changed = client.get(path(world, "alineacion/"), headers=live)
    assert changed.status_code == 200
    assert "Cerrada a las" in changed.content.decode() and "<select" not in changed.content.decode()


# ---------------------------------------------------------------- who may
def test_who_may(world):
    line_up = path(world, "alineacion/")
    assert at(world.stranger).get(line_up).status_code == 404
    assert send(at(world.stranger), line_up, people(world)).status_code == 404
    refused = at(world.judge).get(line_up)
    assert refused.status_code == 403
    assert "capitán" in text_of(refused)
    assert at(world.vice).get(line_up).status_code == 200


def test_a_captain_writes_his_own_side_alone(world):
    away = at(world.captains[Side.AWAY])

    assert send(away, path(world, "alineacion/"), people(world)).status_code == 422
    assert not LineUp.objects.exists()


# ---------------------------------------------------------------- the last one again
def test_the_last_locked_line_up_is_put_again_without_who_left(world):
    client, ids = home(world), people(world)
    send(client, path(world, "alineacion/"), {**ids, "do": "lock"})
    competition = world.encounter.round.competition
    entries = {entry.lot: entry for entry in competition.entries.all()}
    later = worlds.NOW + timedelta(weeks=1)
    nextly = setup.schedule_encounter(
        in_round=setup.add_round(competition=competition, number=8, starts_on=later.date(), by=None),
        number=1,
        home=entries[2],
        away=entries[1],
        venue=world.encounter.venue,
        at=later,
        by=None,
    )
    world.person(Side.HOME, 3).roster_entries.all().delete()
    page = f"/encuentros/{nextly.pk}/alineacion/"
    assert "Repetir la última" in text_of(client.get(page))

    answer = send(client, page, {"do": "repeat", "base": "-"}, follow=True)

    names = actions.names_of(LineUp.objects.get(encounter=nextly))
    assert names.boards == {1: (ids["mesa1_1"], ids["mesa1_2"]), 2: (ids["mesa2_1"],)}
    assert names.substitutes == (ids["suplente_1"],)
    assert [short.text for short in answer.context["page"].short] == ["mesa 2 (1 jugador)"]
    assert "Repetir la última" not in text_of(answer)


def test_a_line_up_asks_no_more_for_a_large_squad(world):
    client = home(world)
    queries(client, path(world, "alineacion/"))
    few = queries(client, path(world, "alineacion/"))
    for index in range(30):
        who = worlds.person(f"Más{index:02d}", "Gente")
        worlds.licence(who, world.season, f"40-{index:04d}")
        RosterEntry.objects.create(
            team=world.teams[Side.HOME], person=who, role="player", valid_from=world.season.starts_on
        )

    assert queries(client, path(world, "alineacion/")) == few
