"""Where the four sit, and who leads, in the second partida of two pairs: each option of the regulation."""

from __future__ import annotations

import pytest
import time_machine

from competitions.models import Encounter
from matches.rules.domino.seats import SeatsBy
from matches.rules.sheet import SheetState
from matches.rules.sides import Side
from tests.factories import pairs, tables
from tests.factories.world import NOW, World, phone
from tests.matches.views.phones import page, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db
OUTSIDE = "second_partida_seats_outside_teams"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each() -> World:
    """The home pair has won the first partida; who writes the second one is named."""
    world = pairs.playing(partidas=2, judge=False)
    table = phone(world)
    tables.play_partida(world, world.partida(1, 1), table, Side.HOME)
    tables.name(world, world.partida(1, 2), table)
    return world


def under(world: World, **parameters: object) -> SheetState:
    """The second partida as it stands where the encounter has begun with these parameters."""
    encounter = Encounter.objects.get(pk=world.encounter.pk)
    assert encounter.terms["team_competition"] is False
    encounter.terms["parameters"] |= parameters
    encounter.save(update_fields=["terms"])
    return tables.state(world, world.partida(1, 2))


def told(world: World) -> str:
    """What the board says to one of the home pair, who takes the pen in her own account."""
    client, partida = at(world.captains[Side.HOME]), world.partida(1, 2)
    assert send(client, to(partida, "anotar/"), {}).status_code == 302
    return page(client, partida)


@pytest.mark.parametrize(
    ("parameters", "by", "says"),
    [
        ({}, SeatsBy.KEEP, "Siguen en los mismos asientos"),
        ({OUTSIDE: "new_draw"}, SeatsBy.DRAW, "orteo"),
        ({OUTSIDE: "swap"}, SeatsBy.SWAP, "Inés Marín / Juan Vela: cambio de asientos"),
        ({"seat_swap_scope": "all", OUTSIDE: "keep"}, SeatsBy.SWAP, "cambio de asientos"),
        ({"seat_swap_scope": "never", OUTSIDE: "swap"}, SeatsBy.KEEP, "Siguen en los mismos asientos"),
    ],
)
def test_where_they_sit(each: World, parameters: dict[str, object], by: SeatsBy, says: str) -> None:
    first = tables.state(each, each.partida(1, 1)).seats
    found = under(each, **parameters)
    assert found.plan.by is by
    due = {
        SeatsBy.KEEP: first,
        SeatsBy.SWAP: (first[0], first[3], first[2], first[1]),
        SeatsBy.DRAW: None,
    }[by]
    assert found.due_seats == due
    assert says in told(each)


@pytest.mark.parametrize("outside", ["keep", "swap"])
@pytest.mark.parametrize(
    "reading",
    ["right_of_last_leader", "right_of_last_leader_player", "first_partida_leader", "new_draw"],
)
def test_who_leads(each: World, outside: str, reading: str) -> None:
    before = tables.state(each, each.partida(1, 1))
    last, first = before.due_leads[-1], before.due_leads[0]
    found = under(each, second_partida_leader=reading, **{OUTSIDE: outside})
    if reading == "new_draw":
        assert found.plan.lead_by_draw
        assert found.due_leader is None
        return
    due = found.due_seats
    assert due is not None
    leader = due[found.due_leader]
    expected = {
        "right_of_last_leader": due[(last + 1) % 4],
        "right_of_last_leader_player": before.seats[(last + 1) % 4],
        "first_partida_leader": before.seats[first],
    }
    assert leader == expected[reading]


def test_the_acta_of_a_second_partida_is_recomputed_as_it_was_played(each: World) -> None:
    """The kept seats stand in the sheet, so that page and acta read the same."""
    table = phone(each)
    partida = each.partida(1, 2)
    tables.take_pen(each, partida, table, int(tables.state(each, partida).scorer or 0))
    before = tables.state(each, each.partida(1, 1)).seats
    tables.sheets.confirm_seats(partida_id=partida.pk, answer="", reason="", by=tables.again(table))
    assert tables.state(each, partida).seats == before
    hojas = text_of(at(each.captains[Side.HOME]).get(f"/encuentros/{each.encounter.pk}/"))
    assert "Ana Soler / Luis Pardo" in hojas
