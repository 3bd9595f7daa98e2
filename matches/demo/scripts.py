"""What happens in an encounter of the demonstration: at which table, and how each answers the acta."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from matches.demo import places
from matches.rules.sides import Side


@dataclass(frozen=True)
class Happening:
    """An incident that somebody writes at a table; `of` is the side of the player whom it names."""

    kind: str
    text: str
    of: Side | None = None


@dataclass(frozen=True)
class Turn:
    """What happens in one partida: the ordinary course is nothing of it."""

    level_draw: bool = False
    level_block: bool = False
    taken_back: bool = False
    disagreement: bool = False
    substitution: bool = False
    substitution_in_play: bool = False
    incident: Happening | None = None
    # Why the partida stops after its first hands and waits for the committee.
    suspension: str = ""


@dataclass(frozen=True)
class Answer:
    """How a signatory answers the acta: "plain", "protest", "refused", or "none" as long as we look.

    `text` is the protest, or what the refusal is about. `by_pin`: on the judge's phone.
    """

    kind: str = "plain"
    text: str = ""
    drawn: bool = False
    by_pin: bool = False


@dataclass(frozen=True)
class Script:
    """An encounter: what happens by (board, partida), how likely a hand is the home pair's, the answers."""

    turns: Mapping[tuple[int, int], Turn] = field(default_factory=dict)
    chance: float | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)

    def turn(self, board: int, partida: int) -> Turn:
        """What happens in a partida."""
        return self.turns.get((board, partida), ORDINARY)

    def answer(self, role: str) -> Answer:
        """How a role answers: as it should be, unless it is said otherwise."""
        return self.answers.get(role, Answer())


ORDINARY = Turn()
COMMENT = Happening("comment", "Comenta en voz alta la jugada de su compañero. Se le advierte.", of=Side.AWAY)
INCIDENTS = (
    COMMENT,
    Happening("late", "La pareja visitante llega a la mesa doce minutos después de la hora.", of=Side.AWAY),
    Happening("touched_tile", "Toca una ficha y coloca otra. Se le obliga a jugar la tocada.", of=Side.HOME),
    Happening(
        "false_pass", "Pasa llevando palo. Se rectifica antes de que juegue el siguiente.", of=Side.AWAY
    ),
    Happening("interruption", "Se va la luz del local durante seis minutos. La jugada sigue donde estaba."),
    Happening("posture", "Apoya las fichas fuera de la mesa. Atiende la advertencia.", of=Side.HOME),
    Happening("dropped_tiles", "Se caen dos fichas boca arriba al repartir. Se vuelve a repartir."),
    Happening("material", "Falta la blanca doble en el juego de fichas. Se cambia por otro."),
    Happening("false_thinking", "Se detiene a pensar sin tener juego. Se le advierte.", of=Side.AWAY),
    Happening("object_on_table", "Vasos sobre la mesa. Se retiran.", of=None),
)
PROTEST = "No aceptamos cómo se resolvió la jugada 2 de la mesa 3: las fichas ya se habían movido."
ANOTHER_PROTEST = "Hubo público de pie junto a las mesas 1 y 2 durante toda la segunda partida."
REFUSAL = "Dice que no está conforme con el resultado y que no firma."

TURNS = {
    (1, 1): Turn(level_draw=True, level_block=True),
    (2, 1): Turn(taken_back=True),
    (2, 2): Turn(substitution=True, incident=COMMENT),
    (3, 1): Turn(disagreement=True),
    (4, 2): Turn(substitution_in_play=True),
}
# Home in its account, away under protest (by PIN where a judge has the phone), the judge drawing.
ANSWERS = {
    "away_captain": Answer("protest", text=PROTEST, by_pin=True),
    "judge": Answer(drawn=True),
}
EVERYTHING = Script(turns=TURNS, answers=ANSWERS)

# Acts of the half season that are like no others, by (round, encounter): how the acta was answered.
_REMARKABLE: Mapping[tuple[int, int], Mapping[str, Answer]] = {
    (1, 1): ANSWERS,
    (1, 3): {"home_captain": Answer("refused", text=REFUSAL), "judge": Answer(drawn=True)},
    # Left without signing: noted absent when the time to sign was over.
    (3, 1): {"away_captain": Answer("none"), "judge": Answer(drawn=True)},
    (4, 1): {"away_captain": Answer("protest", text=ANOTHER_PROTEST, drawn=True)},
    (5, 4): {"home_captain": Answer("refused", text=REFUSAL), "away_captain": Answer(drawn=True)},
}
# One that was not finished, and waits for the committee.
SUSPENDED_IN = (6, 2)
BLACKOUT = "Se va la luz del local a las doce y media y la compañía no da hora para la avería."
# A round that has just been played, by encounter.
_CLOSED: Mapping[int, Mapping[str, Answer]] = {
    1: {"home_captain": Answer("none"), "away_captain": Answer("none"), "judge": Answer("none")},
    2: {"away_captain": Answer("protest", text=PROTEST), "judge": Answer("none")},
    3: {"home_captain": Answer(drawn=True), "away_captain": Answer(by_pin=True), "judge": Answer(drawn=True)},
    4: {"home_captain": Answer(drawn=True), "away_captain": Answer("none")},
}

# Of a hundred encounters, in how many each thing happens somewhere.
_USUAL = (
    (60, Turn(substitution=True)),
    (30, Turn(taken_back=True)),
    (20, Turn(level_block=True)),
    (15, Turn(disagreement=True)),
    (15, Turn(level_draw=True)),
    (10, Turn(substitution_in_play=True)),
)
_SLOPE, _DAY = 0.025, 0.05


def strengths(seed: int) -> dict[int, int]:
    """How strong each lot is this season, from the weakest to the strongest."""
    order = list(range(-3, 5))
    Random(f"{seed}/strengths").shuffle(order)  # noqa: S311 - to be repeated, not to be secret
    return dict(enumerate(order, start=1))


def season_script(rng: Random, number: int, encounter: int, *, difference: int, waits: bool) -> Script:
    """An evening of the half season; `waits`: the home captain has not signed yet."""
    script = ordinary(rng, difference)
    answers = _REMARKABLE.get((number, encounter))
    if answers is not None:
        # Where somebody protests, there is something to protest against.
        turns = TURNS if answers is ANSWERS else script.turns
        script = replace(script, turns=turns, answers=answers)
    if (number, encounter) == SUSPENDED_IN:
        turns = {**script.turns, (places.BOARDS, places.PARTIDAS): Turn(suspension=BLACKOUT)}
        script = replace(script, turns=turns)
    if waits:
        script = replace(script, answers={**script.answers, "home_captain": Answer("none")})
    return script


def closed_script(encounter: int) -> Script:
    """A round that has just been played: each encounter's acta stands elsewhere."""
    return Script(turns=TURNS, answers=_CLOSED[encounter])


def ordinary(rng: Random, difference: int) -> Script:
    """An evening as others: a few things happen, and the stronger team wins more hands."""
    places_left = [
        (board, partida) for board in range(1, places.BOARDS + 1) for partida in range(1, places.PARTIDAS + 1)
    ]
    rng.shuffle(places_left)
    turns = {}
    for percent, turn in _USUAL:
        if rng.randrange(100) >= percent:
            continue
        # Who has just sat down for the second partida draws no seats.
        only = 1 if turn.level_draw else 2 if turn.substitution else None
        place = next(each for each in places_left if only in (None, each[1]))
        places_left.remove(place)
        turns[place] = turn
    if rng.random() < 0.6:
        turns[places_left.pop()] = Turn(incident=rng.choice(INCIDENTS))
    chance = min(max(0.5 + _SLOPE * difference + rng.uniform(-_DAY, _DAY), 0.28), 0.72)
    answers = {
        "home_captain": Answer(drawn=rng.random() < 0.5),
        "away_captain": Answer(drawn=rng.random() < 0.5, by_pin=rng.random() < 0.4),
        "judge": Answer(drawn=True),
    }
    return Script(turns=turns, chance=chance, answers=answers)
