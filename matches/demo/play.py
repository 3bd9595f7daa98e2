"""A whole encounter played through the actions, from the line-ups to the last signature.

It shows one of everything: a level draw, a level block, a disagreement that is settled, a
hand taken back, substitutions, an incident, a protest. Everything that is drawn by lot
comes from the seed; the moments are those of the clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from competitions.models import Encounter
from federation.models import User
from matches.actions import encounter_day, line_ups, pins, signing
from matches.actions.line_ups import Names
from matches.actions.pins import Identified
from matches.demo.cast import CannotPlayError, Cast, cast_of
from matches.demo.table import Table
from matches.models import ActaContent, Board
from matches.queries import actas
from matches.queries import line_ups as queries
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from matches.rules.signing import PAD_HEIGHT, PAD_WIDTH, Strokes

Report = Callable[[str], None]
BENCH = 3
PROTEST = "No aceptamos cómo se resolvió la jugada 2 de la mesa 3: las fichas ya se habían movido."


@dataclass(frozen=True)
class Turn:
    """What happens at one table: the ordinary course is `None` everywhere."""

    level_draw: bool = False
    level_block: bool = False
    taken_back: bool = False
    disagreement: bool = False
    substitution: bool = False
    substitution_in_play: bool = False
    incident: bool = False


TURNS = {
    (1, 1): Turn(level_draw=True, level_block=True),
    (2, 1): Turn(taken_back=True),
    (2, 2): Turn(substitution=True, incident=True),
    (3, 1): Turn(disagreement=True),
    (4, 2): Turn(substitution_in_play=True),
}
ORDINARY = Turn()


def next_encounter() -> Encounter:
    """The first encounter that has not begun; CannotPlayError when there is none."""
    found = Encounter.objects.filter(state="scheduled").order_by("round", "number").first()
    if found is None:
        raise CannotPlayError("No queda ningún encuentro por jugar.")
    return found


def play_encounter(encounter_id: int, *, seed: int, report: Report = lambda _line: None) -> Encounter:
    """Play a scheduled encounter until it is signed; give it.

    CannotPlayError when an account is missing or a squad is too small.
    """
    encounter = Encounter.objects.select_related("round__competition", "home__team", "away__team").get(
        pk=encounter_id
    )
    cast = cast_of(encounter, seed)
    named = {side: _line_up(cast, side) for side in Side}
    report(f"{encounter}: alineaciones cerradas.")
    _check_in(cast, named)
    for by in cast.directors():
        encounter_day.start(encounter_id=encounter_id, by=by)
    for board in Board.objects.filter(encounter=encounter_id).order_by("number"):
        _play_board(cast, board, named)
        report(f"Mesa {board.number}: jugada.")
    for by in cast.directors():
        encounter_day.close(encounter_id=encounter_id, by=by)
    _sign(cast)
    report("Cerrado y firmado.")
    return cast.encounter()


def _line_up(cast: Cast, side: Side) -> Names:
    """A draft with one board still empty, then the whole line-up locked."""
    encounter = cast.encounter()
    free = [member.person.pk for member in queries.squad(encounter, side) if not member.blocked]
    boards = queries.boards_of_format(encounter)
    places = sum(board.players_per_side for board in boards)
    if len(free) < places + BENCH:
        raise CannotPlayError(f"{encounter}: faltan jugadores para la alineación.")
    cast.rng.shuffle(free)
    # Captains put themselves first.
    captain = cast.captains[side].person_id
    chosen = iter(sorted(free, key=lambda person: person != captain))
    filled = {board.number: tuple(next(chosen) for _ in range(board.players_per_side)) for board in boards}
    names = Names(boards=dict(filled), substitutes=tuple(next(chosen) for _ in range(BENCH)))
    last = boards[-1]
    draft = Names(boards={**filled, last.number: (None,) * last.players_per_side}, substitutes=())
    line_ups.save_line_up(encounter_id=encounter.pk, names=draft, by=cast.captain(side))
    line_ups.lock_line_up(encounter_id=encounter.pk, names=names, by=cast.captain(side))
    return names


def _check_in(cast: Cast, named: dict[Side, Names]) -> None:
    if cast.judge is not None:
        encounter_day.take_charge(encounter_id=cast.encounter_id, by=cast.by(cast.judge))
    for side, names in named.items():
        captain = cast.captains[side].person_id
        present = dict.fromkeys([*names.people(), *([captain] if captain else [])])
        for person in present:
            pins.check_in(
                encounter_id=cast.encounter_id,
                person_id=person,
                pin=cast.new_pin(person),
                by=cast.by(cast.judge) if cast.judge else cast.captain(side),
            )


def _play_board(cast: Cast, board: Board, named: dict[Side, Names]) -> None:
    table = Table(cast, board)
    for number in range(1, board.partidas.count() + 1):
        table.go_to(number)
        turn = TURNS.get((board.number, number), ORDINARY)
        table.name_officials()
        if turn.substitution:
            table.substitute(Side.AWAY, named[Side.AWAY].substitutes[0], "")
        table.sit_down(tied_first=turn.level_draw)
        _play_partida(table, turn, named)
        table.play_to_the_end()


def _play_partida(table: Table, turn: Turn, named: dict[Side, Names]) -> None:
    """The hands in which something happens; the rest of the partida comes after."""
    table.play_hand()
    if turn.level_block:
        table.play_hand(HandEnding.TIED_BLOCK)
    if turn.taken_back:
        table.play_hand(HandEnding.DOMINO)
        table.take_back("Se apuntó a la pareja equivocada.")
        table.play_hand()
    if turn.disagreement:
        row = table.disagree()
        table.play_hand()
        table.settle(row, "Se vuelven a contar las fichas boca arriba: vale la cuenta del contador.")
    if turn.incident:
        offender = int(table.state().sides[Side.AWAY][1])
        table.incident(
            "comment", "Comenta en voz alta la jugada de su compañero. Se le advierte.", [offender]
        )
    if turn.substitution_in_play and table.cast.judge is not None:
        table.substitute_scorer(named[Side.HOME].substitutes[0], "Se marea y no puede seguir jugando.")


def _sign(cast: Cast) -> None:
    """Home in its account, away under protest (by PIN where a judge has the phone), the judge drawing."""
    content = actas.current_content(cast.encounter())
    if content is None:
        raise CannotPlayError("El encuentro no se ha cerrado.")
    home, away, judge = cast.captains[Side.HOME], cast.captains[Side.AWAY], cast.judge
    plain = signing.Drawn(kind="plain", text="", strokes=[], without_drawing=True)
    protest = signing.Drawn(kind="protest", text=PROTEST, strokes=[], without_drawing=True)
    _sign_as(cast, "home_captain", content, plain, signer=home, account=home)
    _sign_as(cast, "away_captain", content, protest, signer=away, account=judge or away)
    if judge is not None:
        drawn = signing.Drawn(kind="plain", text="", strokes=scribble(cast.rng), without_drawing=False)
        _sign_as(cast, "judge", content, drawn, signer=judge, account=judge)


def _sign_as(
    cast: Cast, role: str, content: ActaContent, drawn: signing.Drawn, *, signer: User, account: User
) -> None:
    """Sign in one's own account with the password, or in the judge's with one's PIN."""
    by = cast.by(account)
    person = signer.person_id or 0
    who = (
        Identified(person_id=person, how="password", device=by.device)
        if account == signer
        else cast.identify(person, by.device)
    )
    signing.sign(
        encounter_id=cast.encounter_id,
        role=role,
        seen_hash=content.content_hash,
        drawn=drawn,
        who=who,
        by=by,
    )


def scribble(rng: Random) -> Strokes:
    """A signature as a finger draws it: a wave that tires, and a line below."""
    middle, waves = PAD_HEIGHT // 2, rng.randrange(4, 7)
    tall = rng.randrange(middle // 2, middle - 20)
    wave = [
        [80 + step * 10, middle + round(tall * (1 - step / 110) * math.sin(step * waves / 12))]
        for step in range(80)
    ]
    below = [[x, PAD_HEIGHT - 40 - x // 20] for x in range(120, PAD_WIDTH - 120, 60)]
    return [wave, below]
