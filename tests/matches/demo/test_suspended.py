"""An evening of the demonstration that could not be finished: it waits for the committee."""

from __future__ import annotations

from random import Random

import pytest

from federation.queries.audit import problems
from matches.demo import places, season
from matches.demo.play import play_encounter
from matches.demo.scripts import BLACKOUT, SUSPENDED_IN, Script, Turn, season_script
from matches.queries import committee
from matches.rules.sheet import Phase
from tests.matches.demo.conftest import DAY


def test_one_evening_of_the_half_season_is_stopped() -> None:
    scripts = {
        (number, encounter): season_script(
            Random(f"{number}/{encounter}"), number, encounter, difference=0, waits=False
        )
        for number in range(1, places.FIRST_LEG + 1)
        for encounter in range(1, 5)
    }
    assert [
        place for place, script in scripts.items() if any(turn.suspension for turn in script.turns.values())
    ] == [SUSPENDED_IN]


@pytest.mark.django_db
def test_it_waits_for_the_committee_with_its_score() -> None:
    world = season.build(seed=7, today=DAY, target=200)
    script = Script(turns={(places.BOARDS, places.PARTIDAS): Turn(suspension=BLACKOUT)})
    played = play_encounter(world.encounters[1].pk, seed=7, script=script)
    assert played.state == "suspended"
    (partida,) = committee.partidas(committee.Asked())
    (case,) = committee.cases_of([partida])
    assert case.sheet is not None
    assert (case.sheet.phase, partida.board.number) == (Phase.SUSPENDED, places.BOARDS)
    assert case.suspended is not None
    assert case.suspended.data["reason"] == BLACKOUT
    assert list(problems()) == []
