"""What happened beside the hands is said in the acta, and its sheets still give its result."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from matches.acta.event_remarks import _TELLERS, tell_event
from matches.acta.people import People
from matches.acta.recompute import recompute, replayed
from matches.rules.board import status_of
from matches.rules.sheet_events import STEPS

ANNULMENT = {
    "cause": "false_thinking",
    "offender": "30",
    "remedy": "annul",
    "when": "later_in_hand",
    "asked_by": "10",
    "agreed": [],
    "judge": "50",
    "text": "Se detuvo con una sola ficha.",
    "declared": True,
}
RULING = {"kind": "validate", "reason": "Era muy tarde.", "winner": None}


@pytest.fixture
def content(acta: tuple[dict[str, Any], Any]) -> dict[str, Any]:
    return copy.deepcopy(acta[0])


def said(content: dict[str, Any], kind: str, data: dict[str, Any], hand: int | None = None) -> str:
    return tell_event({"kind": kind, "hand": hand, "data": data}, People(content), "21:40")


@pytest.mark.parametrize(
    ("kind", "data", "hand", "words"),
    [
        ("annulment", ANNULMENT, 3, "Jugada 3, anulada: pensada en falso (art. 15)"),
        ("annulment", ANNULMENT | {"remedy": "replay_from_infraction"}, 3, "reanudada desde la infracción"),
        ("annulment", ANNULMENT | {"judge": None, "agreed": ["10", "31"]}, 3, "Conformes:"),
        (
            "drop",
            {"side": "home", "person": None, "moment": "during_hand", "face_up": None, "decision": "annul"},
            3,
            "La pareja contraria decide: se anula la jugada.",
        ),
        (
            "interruption",
            {"cause": "Indisposición.", "minutes": 4, "announced": True, "person": "10"},
            None,
            "Interrupción de 4 minutos (art. 17, 21:40): Indisposición.",
        ),
        ("time", {"hand_in_play": True}, None, "Se cumple el tiempo con una jugada en curso (21:40)."),
        ("suspension", {"reason": "Apagón."}, None, "Partida suspendida (art. 20, 21:40): Apagón."),
        ("ruling", RULING, None, "vale el tanteo que había. Era muy tarde."),
        ("ruling", RULING | {"kind": "void_hand"}, 4, "la jugada es nula. Jugada 4."),
        (
            "abandonment",
            {"person": "30", "reason": "Se marcha."},
            None,
            "gana la pareja contraria. Se marcha.",
        ),
        (
            "paper",
            {"photo": "ab" * 32, "judge": None, "captains": ["10", "31"]},
            None,
            f"Transcrita de la Hoja en papel (21:40). Foto de la Hoja, SHA-256: {'ab' * 32}. La pasan los",
        ),
        ("no_show", {"sides": ["home"]}, None, "Incomparecencia de La Seis Doble."),
        ("late", {"side": "away", "minutes": 12}, None, "llega con 12 minutos de retraso (21:40)."),
    ],
)
def test_each_kind_is_said(
    content: dict[str, Any], kind: str, data: dict[str, Any], hand: int | None, words: str
) -> None:
    assert words in said(content, kind, data, hand)


def test_no_kind_is_left_unsaid(content: dict[str, Any]) -> None:
    """Every kind of event that the fold knows has its words."""
    assert {kind.value for kind in STEPS} == set(_TELLERS)
    assert said(content, "hand", {}) == ""


def _with(partida: dict[str, Any], kind: str, data: dict[str, Any], hand: int | None = None) -> None:
    last = partida["entries"][-1]
    entry = {**last, "seq": last["seq"] + 1, "kind": kind, "data": data, "hand": hand, "revision": None}
    partida["entries"].append(entry)


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([("suspension", {"reason": "Apagón."})], "pending"),
        ([("suspension", {"reason": "Apagón."}), ("ruling", RULING)], "decided"),
        ([("abandonment", {"person": "16", "reason": "Se marcha."})], "abandonment"),
    ],
)
def test_a_partida_with_another_end_is_recomputed(
    content: dict[str, Any], events: list[tuple[str, dict[str, Any]]], status: str
) -> None:
    partida = content["boards"][3]["partidas"][1]
    partida["entries"] = partida["entries"][:-4]
    for kind, data in events:
        if kind == "abandonment":
            data = {**data, "person": partida["starting"]["away"][0]}
        _with(partida, kind, data)
    state = replayed(content)[3].states[1]
    assert state is not None
    assert status_of(state) == status
    partida["result"] = {
        "winner": state.winner.value if state.winner else None,
        "home": state.totals.home,
        "away": state.totals.away,
        "hands": 12,
        "status": status,
        "counted": {"home": state.counts_outside.home, "away": state.counts_outside.away},
    }
    about_sheets = [line for line in recompute(content) if line.startswith("board")]
    assert about_sheets == []
    partida["result"]["away"] += 1
    assert [line for line in recompute(content) if line.startswith("board 4, partida 2: away")] != []
