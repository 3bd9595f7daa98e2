"""An encounter from the line-up to the sealed acta, through the actions."""

import json

import pytest

from competitions.models import Outcome
from federation.queries import audit
from matches.acta.recompute import recompute
from matches.acta.verify import Status
from matches.actions import encounter_day, signing
from matches.actions.pins import Identified
from matches.actions.sealing import seal_encounter
from matches.models import Acta
from matches.queries import actas
from matches.queries.verification import verify_file
from matches.rules.sides import Side
from tests.factories import tables, world

pytestmark = pytest.mark.django_db

DRAWN = signing.Drawn(kind="plain", text="", strokes=[[[10, 10], [50, 60]]], without_drawing=False)


def sign(each: world.World, role: str, user: object, drawn: signing.Drawn = DRAWN) -> None:
    content = actas.current_content(each.encounter)
    assert content is not None
    signing.sign(
        encounter_id=each.encounter.pk,
        role=role,
        seen_hash=content.content_hash,
        drawn=drawn,
        who=Identified(user.person_id, "password", "cuenta"),  # type: ignore[attr-defined]
        by=world.actor(user),  # type: ignore[arg-type]
    )


def closed() -> world.World:
    each = world.playing()
    tables.play_board(each, 1, world.phone(each))
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()
    return each


def test_from_line_up_to_sealed_acta() -> None:
    each = closed()
    assert each.encounter.state == "closing"
    protest = signing.Drawn(
        kind="protest", text="La jugada 3 se contó mal.", strokes=[], without_drawing=True
    )
    sign(each, "home_captain", each.captains[Side.HOME])
    sign(each, "away_captain", each.captains[Side.AWAY], protest)
    assert each.reload().state == "closing"
    sign(each, "judge", each.judge)
    assert each.reload().state == "signed"

    acta = seal_encounter(each.encounter.pk)

    assert each.reload().state == "sealed"
    assert acta is not None
    outcome = Outcome.objects.get()
    assert (outcome.home_partidas, outcome.away_partidas, outcome.winner) == (1, 1, "")
    assert (outcome.home_points, outcome.away_points) == (1, 1)
    attached = json.loads(acta.attached)
    assert recompute(attached["content"]) == []
    # What standings ask of each partida. Each pair won one, whoever lost having reached less than the target.
    target = attached["content"]["regulation"]["target"]
    scores = [
        (partida["result"]["home"], partida["result"]["away"])
        for board in attached["content"]["boards"]
        for partida in board["partidas"]
    ]
    assert outcome.home_capped == sum(min(home, target) for home, _ in scores)
    assert outcome.away_capped == sum(min(away, target) for _, away in scores)
    assert outcome.target_difference == outcome.home_capped - outcome.away_capped
    kinds = {each["role"]: (each["kind"], each["text"]) for each in attached["signatures"]["signatures"]}
    assert kinds == {
        "home_captain": ("plain", ""),
        "away_captain": ("protest", "La jugada 3 se contó mal."),
        "judge": ("plain", ""),
    }
    found = verify_file(bytes(acta.file.pdf))
    assert (found.status, found.differences) == (Status.VALID, ())
    assert list(audit.problems()) == []


def test_sealing_twice_gives_one_acta() -> None:
    each = closed()
    for role, user in (
        ("home_captain", each.captains[Side.HOME]),
        ("away_captain", each.captains[Side.AWAY]),
        ("judge", each.judge),
    ):
        sign(each, role, user)
    assert seal_encounter(each.encounter.pk) is not None
    assert seal_encounter(each.encounter.pk) is None
    assert Acta.objects.count() == Outcome.objects.count() == 1


def test_second_partida_seats_the_losers_swapped() -> None:
    each = world.playing()
    phone = world.phone(each)
    tables.play_partida(each, each.partida(1, 1), phone, Side.HOME)
    before = tables.state(each, each.partida(1, 1)).seats
    tables.sit_down(each, each.partida(1, 2), phone)
    after = tables.state(each, each.partida(1, 2)).seats
    assert before is not None
    assert after is not None
    assert (after[0], after[2]) == (before[0], before[2])
    assert (after[1], after[3]) == (before[3], before[1])
