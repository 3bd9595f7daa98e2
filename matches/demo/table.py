"""One table of the demonstration: a phone opened on a board, and everything that is written on it."""

from __future__ import annotations

from collections.abc import Sequence

from matches.actions import approvals, incidents, sheets, tables
from matches.actions.approvals import Count
from matches.demo import dominoes
from matches.demo.cast import Cast
from matches.demo.moments import Acts
from matches.models import Board, Partida, SheetEntry
from matches.permissions import Actor
from matches.queries import sheets as queries
from matches.rules.domino.figures import is_doubtful
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import HandRow, Phase, SheetState, append
from matches.rules.sides import SEAT_COUNT, Side
from matches.rules.tiles import FULL_SET

# Two nines and nothing higher: whoever holds them lifts again.
TIED_TILES = ("6-3", "5-4", "4-2", "1-1")
# How many seconds things take at a table: from, to.
SITTING, DRAWING, NAMING, TALKING = (40, 120), (15, 40), (10, 30), (60, 150)
HAND, COUNTING = (100, 215), (5, 18)


class Table:
    """A partida on a phone. Each method is one thing that people do at a table, with its pauses.

    `chance` says which share of the hands goes to the home pair; None: as the tiles fall.
    """

    def __init__(self, cast: Cast, board: Board, *, chance: float | None = None) -> None:
        self.cast, self.board, self.rng, self.chance = cast, board, cast.rng, chance
        self.session, _token = tables.open_board(
            code=board.code, device=f"movil-{board.number}", by=cast.captains[Side.HOME]
        )
        self.partida = board.partidas.get(number=1)
        self._known: SheetState | None = None

    @property
    def device(self) -> str:
        """How this phone is told apart."""
        return f"mesa-{self.session.pk}"

    def phone(self) -> Actor:
        """A write from this phone."""
        return self.cast.at_table(self.session)

    def pause(self, most: tuple[int, int]) -> float:
        """How long something takes, drawn between two figures."""
        return self.rng.uniform(*most)

    def state(self) -> SheetState:
        """The sheet as it stands: read once for each partida, then with each entry that was written."""
        if self._known is None:
            self._known = queries.partida_state(self.partida, self.cast.encounter())
        if self._known is None:
            raise RuntimeError("the partida before this one has not ended")
        return self._known

    @property
    def is_open(self) -> bool:
        """May a hand be written now?"""
        return self.state().can_propose

    def _wrote(self, entry: SheetEntry) -> None:
        self._known = append(self.state(), queries.as_rule_entry(entry))

    def go_to(self, number: int) -> Partida:
        """Turn to another partida of the board."""
        self._known = None
        self.partida = self.board.partidas.get(number=number)
        return self.partida

    # ------------------------------------------------------------ before playing
    def name_officials(self) -> Acts:
        """One of the home pair writes, one of the away pair counts; each says so with his PIN."""
        state = self.state()
        scorer = state.scorer or self.rng.choice(state.sides[Side.HOME])
        counter = state.counter or self.rng.choice(state.sides[Side.AWAY])
        yield self.pause(NAMING)
        entry = sheets.name_officials(
            partida_id=self.partida.pk,
            scorer=int(scorer),
            counter=int(counter),
            done_by=DoneBy.PLAYERS,
            identified=[self.cast.identify(person, self.device) for person in (scorer, counter)],
            by=self.phone(),
        )
        self._wrote(entry)
        yield self.pause(COUNTING)
        who = self.cast.identify(scorer, self.device)
        tables.take_pen(partida_id=self.partida.pk, who=who, by=self.phone())

    def sit_down(self, *, tied_first: bool = False) -> Acts:
        """Draw seats and choose one; in a later partida sit where the swap says."""
        yield self.pause(SITTING)
        if self.state().phase is Phase.SWAP:
            entry = sheets.confirm_seats(
                partida_id=self.partida.pk, answer="none", reason="", by=self.phone()
            )
            self._wrote(entry)
            return
        if tied_first:
            self._draw(TIED_TILES)
            yield self.pause(DRAWING)
        while people := self.state().must_draw:
            tiles = self.rng.sample(FULL_SET, len(people))
            self._draw([str(tile) for tile in tiles])
            yield self.pause(DRAWING)
        seat = self.rng.randrange(SEAT_COUNT)
        self._wrote(sheets.choose_seat(partida_id=self.partida.pk, seat=seat, by=self.phone()))

    def _draw(self, tiles: Sequence[str]) -> None:
        people = self.state().must_draw
        drawn = {int(person): tile for person, tile in zip(people, tiles, strict=True)}
        self._wrote(sheets.record_draw(partida_id=self.partida.pk, tiles=drawn, by=self.phone()))

    # ------------------------------------------------------------ hands
    def propose(self, ending: HandEnding | None = None) -> HandRow:
        """Play a hand (one that ends so, if it is said how) and write it down."""
        state = self.state()
        if state.seats is None or state.next_leader is None:
            raise RuntimeError("nobody can write a hand now")
        played = dominoes.play(
            self.rng,
            state.seats,
            state.sides,
            state.next_leader,
            state.terms.parameters,
            ending=ending,
            winner=self._favoured(),
        )
        written = sheets.propose_hand(
            partida_id=self.partida.pk,
            hand=state.next_hand or 0,
            revision=state.next_revision or 0,
            side=played.side,
            points=played.points,
            ending=played.ending,
            reason="",
            confirmed=is_doubtful(played.ending, played.points),
            by=self.phone(),
        )
        self._wrote(written.entry)
        return self.state().hands[-1]

    def _favoured(self) -> Side | None:
        if self.chance is None:
            return None
        return Side.HOME if self.rng.random() < self.chance else Side.AWAY

    def approve(self) -> None:
        """The counter approves the last hand with his PIN."""
        row = self.state().hands[-1]
        for person in row.missing_approvals:
            written = approvals.approve_hand(
                partida_id=self.partida.pk,
                hand=row.number,
                revision=row.revision,
                who=self.cast.identify(person, self.device),
                by=self.phone(),
            )
            self._wrote(written.entry)

    def play_hand(self, ending: HandEnding | None = None) -> Acts:
        """A hand written and approved."""
        yield self.pause(HAND)
        self.propose(ending)
        yield self.pause(COUNTING)
        self.approve()

    def play_to_the_end(self) -> Acts:
        """Hands until somebody reaches the target."""
        while self.state().phase is Phase.PLAYING:
            yield from self.play_hand()

    def disagree(self) -> HandRow:
        """The counter counts five points less in the hand that was just written: it freezes."""
        row = self.state().hands[-1]
        entry = approvals.disagree(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            count=Count(side=row.side, points=max(row.points - 5, 3), ending=row.ending),
            who=self.cast.identify(self.state().counter or "", self.device),
            by=self.phone(),
        )
        self._wrote(entry)
        return row

    def settle(self, row: HandRow, reason: str) -> None:
        """The counter was right: the judge says so, or both captains where there is none."""
        judge = self.cast.judge
        rival = None
        if judge is None:
            # The home captain writes in his account, the rival types his PIN beside him.
            rival = self.cast.identify(self.cast.captains[Side.AWAY].person_id or 0, self.device)
        by = self.cast.by(judge) if judge else self.cast.captain(Side.HOME)
        frozen = next(each for each in self.state().hands if each.number == row.number)
        theirs = frozen.disagreement or frozen.proposed
        entry = approvals.settle(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            count=Count(side=theirs.side, points=theirs.points, ending=theirs.ending),
            reason=reason,
            rival=rival,
            by=by,
        )
        self._wrote(entry)

    def take_back(self, reason: str) -> None:
        """Scorer and counter take the last hand back, both with their PIN."""
        state = self.state()
        row = state.hands[-1]
        entry = approvals.retract_hand(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            reason=reason,
            identified=[
                self.cast.identify(each or "", self.device) for each in (state.scorer, state.counter)
            ],
            by=self.phone(),
        )
        self._wrote(entry)

    # ------------------------------------------------------------ people
    def substitute(self, side: Side, player_in: int, reason: str) -> int:
        """Somebody of a side who holds no office goes out; give who."""
        state = self.state()
        out = next(int(person) for person in state.sides[side] if person not in (state.scorer, state.counter))
        self._substitute(out, player_in, reason, by=self.phone())
        return out

    def substitute_scorer(self, player_in: int, reason: str) -> Acts:
        """In the middle of a partida the judge lets the scorer be replaced; the new one takes the pen."""
        if self.cast.judge is None:
            raise RuntimeError("during a partida only the judge substitutes")
        out = int(self.state().scorer or 0)
        self._substitute(out, player_in, reason, by=self.cast.by(self.cast.judge))
        yield from self.name_officials()

    def _substitute(self, out: int, player_in: int, reason: str, *, by: Actor) -> None:
        entry = sheets.substitute(
            partida_id=self.partida.pk, player_out=out, player_in=player_in, reason=reason, by=by
        )
        self._wrote(entry)

    def incident(self, kind: str, text: str, people: Sequence[int]) -> None:
        """Write an incident of this partida on its phone."""
        row = self.state().hands[-1]
        incidents.write_incident(
            encounter_id=self.cast.encounter_id,
            partida_id=self.partida.pk,
            hand=row.number,
            kind=kind,
            text=text,
            people_ids=people,
            by=self.phone(),
        )
