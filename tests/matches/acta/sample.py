"""A realistic encounter, played hand by hand through the rules, and what its acta holds."""

from datetime import datetime, timedelta, timezone
from typing import Any

from federation.rules.parameters import plain
from matches.acta.document import clean, content_hash
from matches.rules.sheet import Phase, previous_partida
from tests.matches.acta.table import PARAMETERS, Table, figures

ZONE = timezone(timedelta(hours=1))
START = datetime(2026, 11, 28, 20, 0, tzinfo=ZONE)
SEALED_AT = datetime(2026, 11, 28, 23, 19, tzinfo=ZONE)
VERIFY_URL = "https://federacion.example/v/4KQ7-M2XR-9D"

HOME = ["Concha Abellán", "Gil Montes", "Nuria Alcaraz", "Julián Ros", "Salva Pina", "Manu Cerdá",
        "Pilar Sanz", "Quique Beltrán", "Adela Roca", "Ximo Ferri"]  # fmt: skip
AWAY = ["Blas Ortuño", "Merche Gil", "Iván Belmonte", "Paca Lorente", "Dori Nadal", "Fede Cano",
        "Tere Lucas", "Óscar Vidal", "Lidia Conesa"]  # fmt: skip

# Figures of each partida: side, points, mark (c: block); T is a tied block.
HANDS = (
    ("H57 H36 A21 H19 A62c A38 A21 H67 H17 H54 H22 A43 H64", "A32 H29 H65 H41 H30 A70 A21 A27 A30 A50c A70"),
    (
        "H38 A52 H61 A27 T H44 A46c H35 A58 H47 A61 H39 H48",
        "A25 A19 H60 A32 H63 A56 H50 H57 H27 A51 H71",
    ),
    (
        "A38c H66c A30 A38 A39 T A34c H38c A28 A48 H65 H24 H33 A65",
        "H41 A53 H46 H18c H27 A58 H54c A22 H23 H57 H69",
    ),
    (
        "H31 A38 H38 H25 H63 A19 A59 H41 A51 H62 H43",
        "H36 H52 A42 A52c A31 A25 A50c H67 T A17 H45 H55 A66c A68",
    ),
)
DRAWS = (
    ("6-5", "4-3", "5-1", "6-3"),
    ("2-1", "6-6", "0-0", "5-4"),
    ("3-3", "6-4", "5-5", "4-1"),
    ("6-1", "2-2", "5-3", "6-2"),
)


def _first(number: int) -> Table:
    home, away = (
        [str(10 + 2 * number - 2), str(11 + 2 * number - 2)],
        [str(30 + 2 * number - 2), str(31 + 2 * number - 2)],
    )
    table = Table(1, home, away, None, START + timedelta(minutes=number))
    table.name(home[0], away[0])
    table.sit(DRAWS[number - 1])
    for index, text in enumerate(HANDS[number - 1][0].split(), start=1):
        if number == 1 and index == 6:
            _rectified(table, text)
        elif number == 2 and index == 4:
            _disagreed(table, text)
        else:
            table.play(text, "judge_mark" if number == 3 and index == 2 else "pin")
    return table


def _rectified(table: Table, text: str) -> None:
    hand, revision = table.propose("A36")
    table.approve(hand, revision)
    both = [table.state.scorer, table.state.counter]
    table.write(
        "retraction", {"reason": "Se había sumado mal una ficha.", "approved_by": both}, hand, revision
    )
    table.play(text)


def _disagreed(table: Table, text: str) -> None:
    hand, revision = table.propose("A25")
    counter = table.state.counter
    table.write("disagreement", {"person": counter, **figures("A29")}, hand, revision, by=counter)
    reason = "Recontadas las fichas delante de las dos parejas."
    settled = {**figures(text), "reason": reason, "judge": "50", "persons": []}
    table.write("settlement", settled, hand, revision, by="50")


def _second(number: int, before: Table) -> Table:
    table = Table(
        2,
        *([*before.state.sides[side]] for side in ("home", "away")),
        previous_partida(before.state),
        before.at + timedelta(minutes=6),
    )
    table.name(table.starting["home"][0], table.starting["away"][1])
    table.sit()
    for index, text in enumerate(HANDS[number - 1][1].split(), start=1):
        if number == 4 and index == 5:
            cause = "Ausencia justificada por una urgencia familiar, apreciada por el juez árbitro."
            change = {
                "out": table.state.scorer,
                "in": "18",
                "reason": cause,
                "side": "home",
                "before_start": False,
            }
            table.write("substitution", change, by="50", minutes=4)
            table.name("17", table.state.counter)
        table.play(text)
    return table


def boards() -> list[dict[str, Any]]:
    """Four boards of two partidas."""
    made = []
    for number in range(1, 5):
        first = _first(number)
        second = _second(number, first)
        made.append(
            {"number": number, "table": f"Mesa {number}", "partidas": [first.partida(), second.partida()]}
        )
    return made


def _people() -> dict[str, Any]:
    people = {}
    for base, names, side in ((10, HOME, "home"), (30, AWAY, "away")):
        for index, name in enumerate(names):
            role = "player" if index < 8 else "substitute"
            people[str(base + index)] = {
                "name": name,
                "licence": f"30-0{4118 + base * 7 + index * 113}",
                "side": side,
                "role": role,
            }
    people["50"] = {"name": "Amparo Giner Soto", "licence": "J-0142", "side": None, "role": "judge"}
    return people


def _line_up(base: int, substitutes: list[str]) -> dict[str, Any]:
    pairs = [[str(base + 2 * index), str(base + 2 * index + 1)] for index in range(4)]
    return {
        "boards": pairs,
        "substitutes": substitutes,
        "locked_at": (START - timedelta(minutes=12)).isoformat(),
    }


INCIDENTS = [
    {
        "number": 1,
        "article": "15",
        "title": "Pensada en falso",
        "board": 1,
        "partida": 2,
        "hand": 6,
        "at": "2026-11-28T22:09:00+01:00",
        "people": ["10"],
        "text": "Tardó en jugar teniendo una sola ficha con cabida. La pareja rival no pidió anularla.",
        "author": "50",
        "kind": "false_thinking",
    },
    {
        "number": 2,
        "article": "17",
        "title": "Interrupción",
        "board": 4,
        "partida": 2,
        "hand": 11,
        "at": "2026-11-28T22:38:00+01:00",
        "people": ["37"],
        "text": "Necesidad personal avisada antes de empezar.\nDe 22:34 a 22:38, cuatro minutos.",
        "author": "50",
        "kind": "interruption",
    },
]


def content() -> dict[str, Any]:
    """The content of the acta of this encounter."""
    return clean(
        {
            "schema": "acta/1",
            "number": "D1-2627-07-02",
            "code": "4KQ7-M2XR-9D",
            "version": 1,
            "replaces": None,
            "federation": {"name": "Federación de Dominó y Billar del Sureste", "short_name": "FDBS"},
            "season": "2026-27",
            "competition": {"name": "Primera División de dominó", "code": "D1", "discipline": "domino"},
            "round": {"number": 7, "name": "", "of": 14},
            "encounter": {
                "id": "207",
                "scheduled_at": START.isoformat(),
                "started_at": START.isoformat(),
                "closed_at": "2026-11-28T22:58:00+01:00",
                "venue": "Salón La Alquería",
                "time_zone": "Europe/Madrid",
                "format": {
                    "name": "4 mesas, 2 partidas",
                    "boards": 4,
                    "partidas": 2,
                    "team_competition": True,
                },
            },
            "regulation": {
                "name": "Reglamento 2026",
                "version": 3,
                "parameters": plain(PARAMETERS),
                "target": 300,
            },
            "judge": {"person": "50"},
            "teams": {
                "home": {"name": "La Seis Doble", "club": "CD La Seis Doble", "captain": "12"},
                "away": {"name": "Los Molinos", "club": "Peña Los Molinos", "captain": "32"},
            },
            "people": _people(),
            "line_ups": {"home": _line_up(10, ["18", "19"]), "away": _line_up(30, ["38"])},
            "boards": boards(),
            "incidents": INCIDENTS,
            "result": {
                "partidas": {"home": 5, "away": 3},
                "boards": {"home": 1, "away": 0},
                "tantos": {"home": 2260, "away": 1883},
                "points": {"home": 3, "away": 0},
                "winner": "home",
            },
            "closed_by": {"person": "50", "how": "judge"},
            "chain": {"name": "encounter:207", "seq": 231, "head": "5f" * 32},
            "journal": {"seq": 10482, "head": "a3" * 32},
        }
    )


def _strokes() -> list[list[list[int]]]:
    wave = [[20 + 6 * step, 70 + (step * step * 7 + step * 13) % 41 - 20] for step in range(40)]
    return [wave, [[30, 118], [90, 104], [190, 122], [262, 100]]]


def signatures(of: dict[str, Any]) -> list[dict[str, Any]]:
    """A protest, a refusal before a witness, and the judge."""
    digest = content_hash(of)
    common = {"content_hash": digest, "device": "Teléfono del juez árbitro", "witness": None, "text": ""}
    protest = "En la mesa 1, partida 2, se debió anular la jugada 6; se pidió antes de salir en la 7."
    return clean(
        [
            {
                **common,
                "role": "home_captain",
                "person": "12",
                "name": "Nuria Alcaraz",
                "kind": "protest",
                "text": protest,
                "strokes": _strokes(),
                "identified": "password",
                "at": "2026-11-28T23:07:00+01:00",
            },
            {
                **common,
                "role": "away_captain",
                "person": "32",
                "name": "Iván Belmonte",
                "kind": "refused",
                "text": "Dice que no firma nada sin su delegado.",
                "strokes": [],
                "identified": "witness",
                "witness": "Lidia Conesa, 30-05102",
                "at": "2026-11-28T23:09:00+01:00",
            },
            {
                **common,
                "role": "judge",
                "person": "50",
                "name": "Amparo Giner Soto",
                "kind": "plain",
                "strokes": _strokes(),
                "identified": "password",
                "at": "2026-11-28T23:11:00+01:00",
            },
        ]
    )


def long_content(hands: int = 25) -> dict[str, Any]:
    """The same encounter with eight partidas of `hands` hands: short ones, and a last that wins."""
    made = content()
    for board in made["boards"]:
        previous = None
        for partida in board["partidas"]:
            starting = board["partidas"][0]["starting"]
            table = Table(partida["number"], starting["home"], starting["away"], previous, START)
            table.name(starting["home"][0], starting["away"][0])
            table.sit(DRAWS[board["number"] - 1])
            points = max(276 // (hands - 1), 4)
            for index in range(hands - 1):
                table.play("T" if table.state.totals.home + points >= 300 else f"{'HA'[index % 2]}{points}")
            while table.state.phase is not Phase.ENDED:
                table.play("H90")
            previous = previous_partida(table.state)
            partida.update(table.partida())
    return clean(made)
