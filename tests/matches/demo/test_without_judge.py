"""The encounter that both captains direct, played by the demonstration."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import translation

from competitions.models import Encounter
from matches.acta.recompute import recompute
from matches.actions.sealing import seal_encounter
from matches.demo import season
from matches.demo.cast import CannotPlayError
from matches.demo.play import next_encounter, play_encounter
from matches.models import SheetEntry
from matches.queries import people
from matches.rules.sides import Side

pytestmark = pytest.mark.django_db


def _captains(encounter: Encounter) -> set[str]:
    captains = (people.captain_of(encounter, side) for side in Side)
    return {str(captain.pk) for captain in captains if captain}


def test_both_captains_direct_settle_close_and_sign(world: season.World) -> None:
    encounter = world.encounters[3]
    # Whoever closes in English still closes a text in the federation's language.
    with translation.override("en"):
        played = play_encounter(encounter.pk, seed=5)
    assert played.state == "signed"
    captains = _captains(encounter)
    settled = SheetEntry.objects.get(kind="settlement")
    assert (settled.data["judge"], set(settled.data["persons"])) == (None, captains)
    acta = seal_encounter(encounter.pk)
    assert acta is not None
    content: dict[str, Any] = json.loads(acta.content.content)
    assert content["judge"] is None
    assert content["closed_by"]["how"] == "both_captains"
    assert set(content["closed_by"]["persons"]) == captains
    assert [incident["title"] for incident in content["incidents"]] == [
        "Comentarios durante la partida",
        "Desacuerdo en el recuento",
    ]
    signatures = json.loads(acta.attached)["signatures"]["signatures"]
    assert [(each["role"], each["identified"]) for each in signatures] == [
        ("home_captain", "password"),
        ("away_captain", "password"),
    ]
    assert recompute(content) == []


def test_an_encounter_whose_captain_has_no_account_is_told(world: season.World) -> None:
    captain = people.captain_of(world.encounters[1], Side.HOME)
    assert captain is not None
    account = captain.user
    account.person = None
    account.save()
    with pytest.raises(CannotPlayError, match="falta la cuenta"):
        play_encounter(world.encounters[1].pk, seed=5)


def test_the_next_encounter_is_the_first_that_has_not_begun(world: season.World) -> None:
    assert next_encounter() == world.encounters[0]
    Encounter.objects.update(state="line_ups")
    with pytest.raises(CannotPlayError, match="ningún encuentro"):
        next_encounter()
