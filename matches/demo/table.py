"""One table of the demonstration: a phone opened on a board, and everything that is written on it."""

from __future__ import annotations

from collections.abc import Sequence

from matches.actions import approvals, incidents, sheets, tables
from matches.actions.approvals import Count
from matches.demo import dominoes
from matches.demo.cast import Cast
from matches.models import Board, Partida
from matches.permissions import Actor
from matches.queries import sheets as queries
from matches.rules.domino.figures import is_doubtful
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import HandRow, Phase, SheetState
from matches.rules.sides import SEAT_COUNT, Side
from matches.rules.tiles import FULL_SET

# Two nines and nothing higher: whoever holds them lifts again.
TIED_TILES = ("6-3", "5-4", "4-2", "1-1")


class Table:
    """A partida on a phone. Each method is one thing that people do at a table."""

    def __init__(self, cast: Cast, board: Board) -> None:
        self.cast, self.board, self.rng = cast, board, cast.rng
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
        self._known = None
        return self.cast.at_table(self.session)

    def state(self) -> SheetState:
        """The sheet as it stands, read again after each write."""
        if self._known is None:
            self._known = queries.partida_state(self.partida, self.cast.encounter())
        if self._known is None:
            raise RuntimeError("the partida before this one has not ended")
        return self._known

    def go_to(self, number: int) -> Partida:
        """Turn to another partida of the board."""
        self._known = None
        self.partida = self.board.partidas.get(number=number)
        return self.partida

    # ------------------------------------------------------------ before playing
    def name_officials(self) -> None:
        """One of the home pair writes, one of the away pair counts; each says so with his PIN."""
        state = self.state()
        scorer = state.scorer or self.rng.choice(state.sides[Side.HOME])
        counter = state.counter or self.rng.choice(state.sides[Side.AWAY])
        sheets.name_officials(
            partida_id=self.partida.pk,
            scorer=int(scorer),
            counter=int(counter),
            done_by=DoneBy.PLAYERS,
            identified=[self.cast.identify(person, self.device) for person in (scorer, counter)],
            by=self.phone(),
        )
        self.take_pen()

    def take_pen(self) -> None:
        """The scorer takes the pen on this phone."""
        who = self.cast.identify(self.state().scorer or "", self.device)
        tables.take_pen(partida_id=self.partida.pk, who=who, by=self.phone())

    def sit_down(self, *, tied_first: bool = False) -> None:
        """Draw seats and choose one; in a later partida sit where the swap says."""
        if self.state().phase is Phase.SWAP:
            sheets.confirm_seats(partida_id=self.partida.pk, answer="none", reason="", by=self.phone())
            return
        if tied_first:
            self._draw(TIED_TILES)
        while people := self.state().must_draw:
            tiles = self.rng.sample(FULL_SET, len(people))
            self._draw([str(tile) for tile in tiles])
        sheets.choose_seat(partida_id=self.partida.pk, seat=self.rng.randrange(SEAT_COUNT), by=self.phone())

    def _draw(self, tiles: Sequence[str]) -> None:
        people = self.state().must_draw
        drawn = {int(person): tile for person, tile in zip(people, tiles, strict=True)}
        sheets.record_draw(partida_id=self.partida.pk, tiles=drawn, by=self.phone())

    # ------------------------------------------------------------ hands
    def propose(self, ending: HandEnding | None = None) -> HandRow:
        """Play a hand (one that ends so, if it is said how) and write it down."""
        state = self.state()
        if state.seats is None or state.next_leader is None:
            raise RuntimeError("nobody can write a hand now")
        played = dominoes.play(
            self.rng, state.seats, state.sides, state.next_leader, state.terms.parameters, ending=ending
        )
        sheets.propose_hand(
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
        return self.state().hands[-1]

    def approve(self) -> None:
        """The counter approves the last hand with his PIN."""
        row = self.state().hands[-1]
        for person in row.missing_approvals:
            approvals.approve_hand(
                partida_id=self.partida.pk,
                hand=row.number,
                revision=row.revision,
                who=self.cast.identify(person, self.device),
                by=self.phone(),
            )

    def play_hand(self, ending: HandEnding | None = None) -> None:
        """A hand written and approved."""
        self.propose(ending)
        self.approve()

    def play_to_the_end(self) -> None:
        """Hands until somebody reaches the target."""
        while self.state().phase is Phase.PLAYING:
            self.play_hand()

    def disagree(self) -> HandRow:
        """The counter counts five points less in a hand that ended by domino: it freezes."""
        row = self.propose(HandEnding.DOMINO)
        approvals.disagree(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            count=Count(side=row.side, points=max(row.points - 5, 3), ending=row.ending),
            who=self.cast.identify(self.state().counter or "", self.device),
            by=self.phone(),
        )
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
        approvals.settle(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            count=Count(side=theirs.side, points=theirs.points, ending=theirs.ending),
            reason=reason,
            rival=rival,
            by=by,
        )
        self._known = None

    def take_back(self, reason: str) -> None:
        """Scorer and counter take the last hand back, both with their PIN."""
        state = self.state()
        row = state.hands[-1]
        approvals.retract_hand(
            partida_id=self.partida.pk,
            hand=row.number,
            revision=row.revision,
            reason=reason,
            identified=[
                self.cast.identify(each or "", self.device) for each in (state.scorer, state.counter)
            ],
            by=self.phone(),
        )

    # ------------------------------------------------------------ people
    def substitute(self, side: Side, player_in: int, reason: str) -> int:
        """Somebody of a side who holds no office goes out; give who."""
        state = self.state()
        out = next(int(person) for person in state.sides[side] if person not in (state.scorer, state.counter))
        self._substitute(out, player_in, reason, by=self.phone())
        return out

    def substitute_scorer(self, player_in: int, reason: str) -> None:
        """In the middle of a partida the judge lets the scorer be replaced; the new one takes the pen."""
        if self.cast.judge is None:
            raise RuntimeError("during a partida only the judge substitutes")
        out = int(self.state().scorer or 0)
        self._substitute(out, player_in, reason, by=self.cast.by(self.cast.judge))
        self.name_officials()

    def _substitute(self, out: int, player_in: int, reason: str, *, by: Actor) -> None:
        sheets.substitute(
            partida_id=self.partida.pk, player_out=out, player_in=player_in, reason=reason, by=by
        )
        self._known = None

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
