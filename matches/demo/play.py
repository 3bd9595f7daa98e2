"""A whole encounter played through the actions, from the line-ups to the last signature.

Everything that is drawn by lot comes from the seed. The moments are those of the clock,
or, in weeks that are past, those of the evening: four tables that play at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

from competitions.models import Encounter
from competitions.queries.entries import of_sides
from federation.models import User
from matches.actions import encounter_day, line_ups, partida_events, pins, resumptions, signing
from matches.actions.line_ups import Names
from matches.actions.pins import Identified
from matches.demo import accounts
from matches.demo.cast import CannotPlayError, Cast, cast_of
from matches.demo.moments import Acts, Moments, at_once, in_turn
from matches.demo.scripts import EVERYTHING, Answer, Script, Turn
from matches.demo.table import COUNTING, HAND, TALKING, Table
from matches.models import ActaContent, Board
from matches.queries import actas
from matches.queries import line_ups as queries
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from matches.rules.signing import PAD_HEIGHT, PAD_WIDTH, Strokes

Report = Callable[[str], None]
BENCH = 3
# Minutes from the hour of the encounter.
DRAFTS, LOCKS, CHECK_IN = -150, -32, -13


def next_encounter() -> Encounter:
    """The first encounter of teams that has not begun; CannotPlayError when there is none."""
    of_teams = Encounter.objects.filter(home__team__isnull=False)
    found = of_teams.filter(state="scheduled").order_by("round", "number").first()
    if found is None:
        raise CannotPlayError("No queda ningún encuentro por jugar.")
    return found


def play_encounter(
    encounter_id: int,
    *,
    seed: int,
    script: Script = EVERYTHING,
    moments: Moments | None = None,
    report: Report = lambda _line: None,
) -> Encounter:
    """Play a scheduled encounter until everybody has answered the acta as the script says; give it.

    One that the script stops ends suspended.

    With `moments` they go on through the evening, from before its drafts on: the caller
    lets the clock show them. CannotPlayError when an account is missing or a squad is too small.
    """
    encounter = Encounter.objects.select_related("round__competition", *of_sides()).get(pk=encounter_id)
    evening = _Evening(cast_of(encounter, seed), script, encounter, moments)
    evening.set_line_ups()
    report(f"{encounter}: alineaciones cerradas.")
    evening.check_in()
    evening.play()
    for board in evening.boards:
        report(f"Mesa {board.number}: jugada.")
    if evening.halted:
        evening.suspend()
        report("Suspendido: decide el comité.")
        return evening.cast.encounter()
    evening.close()
    evening.sign()
    report("Cerrado y firmado.")
    return evening.cast.encounter()


class _Evening:
    """One encounter from its drafts to its signatures."""

    def __init__(self, cast: Cast, script: Script, encounter: Encounter, moments: Moments | None) -> None:
        self.cast, self.script, self.rng = cast, script, cast.rng
        self.hour, self.moments = encounter.scheduled_at, moments
        self.named: dict[Side, Names] = {}
        self.boards: list[Board] = []
        # Has a partida stopped that will not go on tonight?
        self.halted = False

    # ------------------------------------------------------------ the time
    def _not_before(self, minutes: float) -> None:
        """Wait until so many minutes after the hour of the encounter, unless it is later already."""
        if self.moments is not None:
            self.moments.turn_to(max(self.moments.at, self.hour + timedelta(minutes=minutes)))

    def _wait(self, least: float, most: float) -> None:
        seconds = self.rng.uniform(least, most)
        if self.moments is not None:
            self.moments.wait(seconds)

    def _run(self, acts: Sequence[Acts]) -> None:
        if self.moments is None:
            in_turn(acts)
        else:
            at_once(self.moments, acts)

    # ------------------------------------------------------------ before the hour
    def set_line_ups(self) -> None:
        """Each side keeps a draft with one board still empty, and locks the whole before the hour."""
        self._not_before(DRAFTS)
        for side in Side:
            self._wait(60, 2400)
            self.named[side] = self._draft(side)
        self._not_before(LOCKS)
        if self.cast.judge is not None:
            encounter_day.take_charge(encounter_id=self.cast.encounter_id, by=self.cast.by(self.cast.judge))
        for side, names in self.named.items():
            self._wait(60, 480)
            line_ups.lock_line_up(
                encounter_id=self.cast.encounter_id, names=names, by=self.cast.captain(side)
            )

    def _draft(self, side: Side) -> Names:
        cast, encounter = self.cast, self.cast.encounter()
        free = [member.person.pk for member in queries.squad(encounter, side) if not member.blocked]
        boards = queries.boards_of_format(encounter)
        places = sum(board.players_per_side for board in boards)
        if len(free) < places + BENCH:
            raise CannotPlayError(f"{encounter}: faltan jugadores para la alineación.")
        self.rng.shuffle(free)
        # Captains put themselves first.
        captain = cast.captains[side].person_id
        chosen = iter(sorted(free, key=lambda person: person != captain))
        filled = {
            board.number: tuple(next(chosen) for _ in range(board.players_per_side)) for board in boards
        }
        names = Names(boards=dict(filled), substitutes=tuple(next(chosen) for _ in range(BENCH)))
        last = boards[-1]
        draft = Names(boards={**filled, last.number: (None,) * last.players_per_side}, substitutes=())
        line_ups.save_line_up(encounter_id=encounter.pk, names=draft, by=cast.captain(side))
        return names

    def check_in(self) -> None:
        """Whoever plays shows the licence and is given his PIN; with a judge, on the judge's phone."""
        cast = self.cast
        self._not_before(CHECK_IN)
        for side, names in self.named.items():
            captain = cast.captains[side].person_id
            for person in dict.fromkeys([*names.people(), *([captain] if captain else [])]):
                self._wait(8, 24)
                pins.check_in(
                    encounter_id=cast.encounter_id,
                    person_id=person,
                    pin=accounts.PIN,
                    by=cast.by(cast.judge) if cast.judge else cast.captain(side),
                )

    # ------------------------------------------------------------ the tables
    def play(self) -> None:
        """Start, and play every board to its end."""
        self._not_before(0)
        for by in self.cast.directors():
            self._wait(20, 360)
            encounter_day.start(encounter_id=self.cast.encounter_id, by=by)
        self.boards = list(Board.objects.filter(encounter=self.cast.encounter_id).order_by("number"))
        self._run([self._board(board) for board in self.boards])

    def _board(self, board: Board) -> Acts:
        yield self.rng.uniform(30, 240)
        table = Table(self.cast, board, chance=self.script.chance)
        for number in range(1, board.partidas.count() + 1):
            table.go_to(number)
            turn = self.script.turn(board.number, number)
            yield from table.name_officials()
            if turn.substitution:
                table.substitute(Side.AWAY, self.named[Side.AWAY].substitutes[0], "")
            yield from table.sit_down(tied_first=turn.level_draw)
            yield from self._partida(table, turn)
            if turn.suspension and table.is_open:
                yield from self._suspended(table, turn.suspension)
                continue
            yield from table.play_to_the_end()

    def _partida(self, table: Table, turn: Turn) -> Acts:
        """The hands in which something happens; the rest of the partida comes after."""
        yield from table.play_hand()
        if turn.level_block and table.is_open:
            yield from table.play_hand(HandEnding.TIED_BLOCK)
        if turn.taken_back and table.is_open:
            yield from _taken_back(table)
        if turn.disagreement and table.is_open:
            yield from _disagreement(table)
        if turn.incident is not None:
            yield table.pause(TALKING)
            of = turn.incident.of
            named = [int(table.state().sides[of][1])] if of else []
            table.incident(turn.incident.kind, turn.incident.text, named)
        if turn.substitution_in_play and table.is_open and table.cast.judge is not None:
            yield table.pause(TALKING)
            coming = self.named[Side.HOME].substitutes[0]
            yield from table.substitute_scorer(coming, "Se marea y no puede seguir jugando.")

    def _suspended(self, table: Table, reason: str) -> Acts:
        """A few hands more, and then it cannot go on."""
        for _hand in range(2):
            if table.is_open:
                yield from table.play_hand()
        if not table.is_open:
            return
        yield table.pause(TALKING)
        self.halted = True
        partida_events.suspend_partida(
            partida_id=table.partida.pk, reason=reason, by=self.cast.directors()[0]
        )

    def suspend(self) -> None:
        """What is left is for another day: the judge says so."""
        self._wait(60, 240)
        resumptions.suspend_encounter(
            encounter_id=self.cast.encounter_id,
            reason="Con una mesa parada no se puede cerrar. Seguirá otro día.",
            by=self.cast.directors()[0],
        )

    # ------------------------------------------------------------ the acta
    def close(self) -> None:
        """Close: the judge, or both captains."""
        for by in self.cast.directors():
            self._wait(60, 240)
            encounter_day.close(encounter_id=self.cast.encounter_id, by=by)

    def sign(self) -> None:
        """Each answers the acta in turn, as the script says."""
        cast = self.cast
        content = actas.current_content(cast.encounter())
        if content is None:
            raise CannotPlayError("El encuentro no se ha cerrado.")
        signers = {"home_captain": cast.captains[Side.HOME], "away_captain": cast.captains[Side.AWAY]}
        if cast.judge is not None:
            signers["judge"] = cast.judge
        for role, signer in signers.items():
            answer = self.script.answer(role)
            self._wait(45, 300)
            if answer.kind == "refused":
                self._refuse(role, content, answer)
            elif answer.kind != "none":
                self._sign_as(role, content, answer, signer)

    def _sign_as(self, role: str, content: ActaContent, answer: Answer, signer: User) -> None:
        """Sign in one's own account with the password, or in the judge's with one's PIN."""
        cast = self.cast
        account = cast.judge if answer.by_pin and cast.judge is not None else signer
        by = cast.by(account)
        person = signer.person_id or 0
        who = (
            Identified(person_id=person, how="password", device=by.device)
            if account == signer
            else cast.identify(person, by.device)
        )
        drawn = signing.Drawn(
            kind=answer.kind,
            text=answer.text,
            strokes=scribble(self.rng) if answer.drawn else [],
            without_drawing=not answer.drawn,
        )
        signing.sign(
            encounter_id=cast.encounter_id,
            role=role,
            seen_hash=content.content_hash,
            drawn=drawn,
            who=who,
            by=by,
        )

    def _refuse(self, role: str, content: ActaContent, answer: Answer) -> None:
        """The judge writes down who refuses, before a witness; without a judge the other captain does."""
        cast = self.cast
        side = Side.HOME if role == "home_captain" else Side.AWAY
        witness = queries.substitutes(cast.encounter(), side.other)[-1]
        signing.record_missing(
            encounter_id=cast.encounter_id,
            role=role,
            kind="refused",
            text=answer.text,
            witness=witness.full_name,
            seen_hash=content.content_hash,
            by=cast.by(cast.judge) if cast.judge else cast.captain(side.other),
        )


def _taken_back(table: Table) -> Acts:
    """A hand that was written for the wrong pair, and written again."""
    yield from table.play_hand(HandEnding.DOMINO)
    yield table.pause(COUNTING)
    table.take_back("Se apuntó a la pareja equivocada.")
    yield from table.play_hand()


def _disagreement(table: Table) -> Acts:
    """A hand that freezes; the next one is played before it is settled."""
    yield table.pause(HAND)
    table.propose(HandEnding.DOMINO)
    yield table.pause(COUNTING)
    row = table.disagree()
    yield from table.play_hand()
    yield table.pause(TALKING)
    table.settle(row, "Se vuelven a contar las fichas boca arriba: vale la cuenta del contador.")


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
