"""The check-in: who is here, with which licence, and the PIN that he types himself."""

from __future__ import annotations

import pytest
import time_machine

from federation.models import RosterEntry, RosterRole
from matches.actions import pins
from matches.models import CheckIn, TablePin
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.matches.views.visits import at, at_office, path, queries, said, send

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def row(answer, person) -> object:
    page = answer.context["page"]
    return next(each for squad in page.squads for each in squad.rows if each.id == person.pk)


def test_the_judge_registers_anybody_and_sets_the_pin():
    world = worlds.locked()
    judge, who = at(world.judge), world.person(Side.AWAY, 3)

    answer = send(judge, path(world, "presencia/"), {"person": who.pk, "pin": "2580"}, follow=True)

    assert answer.redirect_chain == [(path(world, f"presencia/#p{who.pk}"), 302)]
    assert [chip.label for chip in row(answer, who).chips] == ["Presente", "Con PIN"]
    assert "2580" not in answer.content.decode()
    assert pins.verify_pin(person_id=who.pk, pin="2580", device="x").person_id == who.pk


def test_whoever_is_here_with_a_pin_takes_a_line_and_the_form_is_folded():
    world = worlds.locked()
    judge, who = at(world.judge), world.person(Side.AWAY, 3)
    to = path(world, "presencia/")

    without = send(judge, to, {"person": who.pk, "pin": ""}, part=f"p{who.pk}").content.decode()
    done = send(judge, to, {"person": who.pk, "pin": "2580"}, part=f"p{who.pk}").content.decode()
    refused = send(judge, to, {"person": who.pk, "pin": "1234"}, part=f"p{who.pk}").content.decode()

    assert "<details" not in without and "Poner PIN" in without
    assert done.count("<details") == 1 and "Cambiar" in done and "Guardar el PIN" in done
    assert judge.get(to).content.decode().count("<details") == 1
    # What was refused is seen, not folded away.
    assert "<details" not in refused and "Ese PIN se adivina enseguida" in refused
    again = send(judge, to, {"person": who.pk, "pin": "3691"}, part=f"p{who.pk}")
    assert again.status_code == 200
    assert pins.verify_pin(person_id=who.pk, pin="3691", device="x").person_id == who.pk


def test_the_line_up_comes_first_once_it_may_be_seen():
    world = worlds.build(boards=1, bench=2)
    world_names = worlds.names(world, Side.HOME)
    reversed_names = worlds.Names(
        boards={1: (world.person(Side.HOME, 3).pk, world.person(Side.HOME, 2).pk)}, substitutes=()
    )
    worlds.line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=reversed_names, by=world.captain(Side.HOME)
    )

    def order(client, squad: int = 0) -> list[str]:
        page = client.get(path(world, "presencia/")).context["page"]
        return [f"{each.name[7:9]} {each.place}".strip() for each in page.squads[squad].rows]

    assert order(at(world.judge)) == ["00", "01", "02", "03"]
    assert order(at(world.captains[Side.HOME]))[:2] == ["03 mesa 1", "02 mesa 1"]
    worlds.line_ups.lock_line_up(
        encounter_id=world.encounter.pk, names=worlds.names(world, Side.AWAY), by=world.captain(Side.AWAY)
    )
    assert order(at(world.judge))[:2] == ["03 mesa 1", "02 mesa 1"]
    assert world_names.boards[1] != reversed_names.boards[1]


@pytest.mark.parametrize(
    ("pin", "words"),
    [
        ("12", "El PIN tiene cuatro cifras."),
        ("12a4", "El PIN tiene cuatro cifras."),
        ("1234", "Ese PIN se adivina enseguida: elige otro."),
    ],
)
def test_a_pin_that_will_not_do_is_told_beside_it_and_nothing_is_written(pin, words):
    world = worlds.locked()
    who = world.person(Side.HOME, 0)

    answer = send(at(world.judge), path(world, "presencia/"), {"person": who.pk, "pin": pin})

    assert answer.status_code == 422
    assert row(answer, who).form.errors == {"pin": [words]}
    assert f'value="{pin}"' not in answer.content.decode()
    assert not CheckIn.objects.exists() and not TablePin.objects.exists()


def test_one_row_is_answered_to_a_part():
    world = worlds.locked()
    who = world.person(Side.HOME, 0)

    answer = send(
        at(world.judge), path(world, "presencia/"), {"person": who.pk, "pin": ""}, part=f"p{who.pk}"
    )

    body = answer.content.decode()
    assert body.count('class="person"') == 1 and "<html" not in body
    assert "1 de 4 presentes" in body


def test_a_captain_registers_his_own_side_alone():
    world = worlds.locked()
    captain, rival = at(world.captains[Side.HOME]), world.person(Side.AWAY, 0)

    page = captain.get(path(world, "presencia/")).context["page"]
    assert [squad.team for squad in page.squads] == ["La Seis Doble"]
    assert send(captain, path(world, "presencia/"), {"person": rival.pk}).status_code == 403
    assert send(captain, path(world, "presencia/"), {"person": "nadie"}).status_code == 422
    assert (
        send(captain, path(world, "presencia/"), {"person": world.person(Side.HOME, 1).pk}).status_code == 302
    )
    assert at_office(world).get(path(world, "presencia/")).status_code == 403
    assert at(world.stranger).get(path(world, "presencia/")).status_code == 404


def test_five_misses_are_shown_and_ended_by_the_judge():
    world = worlds.playing()
    who = world.person(Side.HOME, 0)
    for _miss in range(5):
        with pytest.raises(worlds.pins.RuleError):
            pins.verify_pin(person_id=who.pk, pin="9090", device="telefono")
    judge, captain = at(world.judge), at(world.captains[Side.HOME])
    assert row(judge.get(path(world, "presencia/")), who).blocked
    unblock = path(world, f"presencia/{who.pk}/desbloquear/")
    assert unblock not in captain.get(path(world, "presencia/")).content.decode()
    assert send(captain, unblock).status_code == 403

    answer = send(judge, unblock, follow=True)

    assert said(answer) == "PIN desbloqueado."
    assert not row(answer, who).blocked


def test_many_people_at_the_check_in_ask_no_more_than_a_few():
    world = worlds.locked(bench=1)
    judge = at(world.judge)
    queries(judge, path(world, "presencia/"))
    one = queries(judge, path(world, "presencia/"))
    for index in range(25):
        who = worlds.person(f"Más{index:02d}", "Gente")
        worlds.licence(who, world.season, f"40-{index:04d}")
        RosterEntry.objects.create(
            team=world.teams[Side.HOME], person=who, role=RosterRole.PLAYER, valid_from=world.season.starts_on
        )

    assert queries(judge, path(world, "presencia/")) == one
