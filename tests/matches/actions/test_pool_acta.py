"""An encounter with boards of 8-ball and of domino, from its first frame to the sealed acta."""

from __future__ import annotations

import json

import pytest

from competitions.actions import entries, setup
from competitions.actions.setup import BoardSpec
from competitions.models import Outcome
from federation.models import Discipline
from matches.acta.recompute import recompute
from matches.acta.verify import Status
from matches.actions import encounter_day, frame_approvals
from matches.actions.sealing import seal_encounter
from matches.models import Acta
from matches.queries import frame_people
from matches.queries.verification import verify_file
from matches.rules.pool.endings import Ending
from matches.rules.sides import Side
from tests.factories import pool, tables, world
from tests.matches.actions.test_whole_encounter import sign

pytestmark = pytest.mark.django_db


def _sealed(each: world.World) -> Acta:
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()
    for role, user in (
        ("home_captain", each.captains[Side.HOME]),
        ("away_captain", each.captains[Side.AWAY]),
        ("judge", each.judge),
    ):
        sign(each, role, user)
    each.reload()
    acta = seal_encounter(each.encounter.pk)
    assert acta is not None
    return acta


def test_an_encounter_of_both_sports_is_sealed_with_both_kinds_of_sheet_and_recomputed():
    each = world.playing(
        specs=(
            BoardSpec(1, 1, Discipline.DOMINO, 2, 1, 2),
            pool.singles(2, 2, block=2, weight=3),
            pool.doubles(3, block=3),
        ),
        bench=1,
        parameters={"encounter_result_by": "weighted"},
    )
    tables.play_board(each, 1, world.phone(each), (Side.AWAY,))
    singles, phone = each.partida(2), world.phone(each, 2)
    pool.take_pen(each, singles, phone)
    pool.play(each, singles, phone, Side.HOME, Ending.LOSS_E)
    pool.play(each, singles, phone, Side.HOME)
    frame_approvals.report_absent(
        partida_id=each.partida(3).pk, sides=[Side.HOME, Side.AWAY], by=each.director()
    )

    acta = _sealed(each)

    content = json.loads(acta.attached)["content"]
    assert recompute(content) == []
    assert [board.get("series", {}).get("length") for board in content["boards"]] == [None, "race", "fixed"]
    assert [board["partidas"][0]["result"]["status"] for board in content["boards"]] == [
        "ended",
        "ended",
        "no_show",
    ]
    outcome = Outcome.objects.get()
    assert (outcome.winner, outcome.home_partidas, outcome.away_partidas) == ("home", 1, 1)
    assert content["result"]["weighted"] == {"home": 3, "away": 2}
    found = verify_file(bytes(acta.file.pdf))
    assert (found.status, found.differences) == (Status.VALID, ())


def test_six_singles_and_three_doubles_of_one_frame_from_the_line_up_to_the_acta():
    each = world.playing(specs=tuple(setup.ready_boards("pool_6_singles_3_doubles")), bench=0)
    for number in range(1, 10):
        winner = Side.AWAY if number in (2, 5, 7) else Side.HOME
        pool.play_partida(each, each.partida(number), world.phone(each, number), winner)
    content = json.loads(_sealed(each).attached)["content"]
    assert recompute(content) == []
    assert content["result"]["partidas"] == {"home": 6, "away": 3}
    # One lag for all: they alternate from board to board.
    breakers = [board["partidas"][0]["entries"][-2]["data"].get("breaker") for board in content["boards"]]
    assert breakers == ["home", "away"] * 4 + ["home"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda board: board["partidas"][0]["result"].update(home=1), "home is 1, the sheet gives 2"),
        (lambda board: board["series"].update(frames=3), "winner is home, the sheet gives None"),
        (lambda board: board["partidas"][0]["entries"][1].update(kind="hand"), "replayed"),
    ],
)
def test_a_sheet_of_frames_that_says_something_else_is_told(change, said):
    each = world.playing(specs=(pool.singles(1),), bench=1)
    pool.play_partida(each, each.partida(), world.phone(each))
    content = json.loads(_sealed(each).attached)["content"]
    change(content["boards"][0])
    assert any(said in difference for difference in recompute(content)), recompute(content)


def test_two_players_of_an_individual_competition_play_with_the_lag_and_approvals_of_their_own():
    each = world.build(specs=(pool.singles(1),), bench=1, judge=False)
    players = {side: each.person(side, 2 - 1) for side in Side}
    competition = setup.create_competition(
        season=each.season,
        name="Individual de bola 8",
        code="B8",
        discipline=Discipline.POOL,
        entrants="players",
        regulation_version=each.encounter.round.competition.regulation_version,
        encounter_format=each.encounter.format,
        by=None,
    )
    home, away = (
        entries.enter_player(competition=competition, player=players[side], by=each.office) for side in Side
    )
    meeting = entries.Meeting(1, home, away, each.encounter.venue, world.NOW, world.TODAY)
    each.encounter = entries.make_encounter(competition=competition, meeting=meeting, by=each.office)
    for side in Side:
        account = each.vice if side is Side.HOME else world.account("rival@example.org", players[side])
        encounter_day.start(encounter_id=each.encounter.pk, by=world.actor(account))
    assert each.reload().state == "playing"
    assert pool.state(each, each.partida()).needs_lag
    view = pool.view(each, each.partida())
    assert frame_people.approvers(each.encounter, view) == {side: (str(players[side].pk),) for side in Side}
