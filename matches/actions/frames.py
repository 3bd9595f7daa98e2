"""What the table writes of a partida of 8-ball: pen, lag, breaks, racks, frames, what is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from federation.rules.errors import ConflictError, RuleError
from matches.actions.directing import acts_as_judge, judge_of
from matches.actions.frame_stream import OpenFrames, WrittenFrames, open_frames, write_frames
from matches.actions.pins import Identified
from matches.actions.stream import entries_after
from matches.actions.tables import hand_pen
from matches.models import Board, Pen, SheetEntry
from matches.permissions import Actor
from matches.queries import frame_people
from matches.rules.frame_board import opening_breakers, passes_its_lag_on
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import Agreed, EightOnBreak, FrameFigures, Legality
from matches.rules.pool.frames import FrameEntryKind
from matches.rules.pool.shots import Choice
from matches.rules.sides import Side


@transaction.atomic
def take_frame_pen(*, partida_id: int, who: Identified, by: Actor) -> Pen:
    """Take the pen of a partida of 8-ball on this device: a player of the board, a captain, or the judge.

    Whoever holds it on another device loses it, visibly. RuleError `pen_only_sides`.
    """
    sheet = open_frames(partida_id, by)
    known = frame_people.writers(sheet.encounter, sheet.view)
    if str(who.person_id) not in known and who.person_id != judge_of(sheet.encounter):
        raise RuleError("pen_only_sides", field="person")
    return hand_pen(sheet.partida, sheet.encounter, who=who, by=by)


@transaction.atomic
def write_lag(*, partida_id: int, winner: Side, breaks: Side, by: Actor) -> WrittenFrames:
    """Write who won the lag and, apart from it, who breaks as he chose (art. 4).

    In a team encounter whose boards alternate, the first lag says who breaks first at each of them.
    ConflictError `lag_passed_on` to change one from which another board has begun.
    """
    sheet = open_frames(partida_id, by)
    pen = sheet.require_pen(by)
    first = not sheet.state.facts.current
    data = {"winner": winner.value, "breaks": breaks.value}
    written = write_frames(sheet, FrameEntryKind.LAG, data, by=by, person_id=pen.person_id)
    if first and sheet.partida.number == 1:
        _pass_on(sheet, breaks)
    return written


def _pass_on(sheet: OpenFrames, breaks: Side) -> None:
    """Who breaks first at the other boards, stored there."""
    terms = sheet.view.state.terms
    if not passes_its_lag_on(terms.parameters, team=terms.team_competition):
        return
    boards = list(Board.objects.filter(encounter=sheet.encounter, discipline="pool").order_by("number"))
    at = next(index for index, board in enumerate(boards) if board.pk == sheet.partida.board_id)
    due = opening_breakers(len(boards), terms.parameters, team=terms.team_competition, lag=(at, breaks))
    others = [(board, side) for board, side in zip(boards, due, strict=True) if board.pk != boards[at].pk]
    moved = [(board, side) for board, side in others if side and board.first_breaker != side.value]
    if SheetEntry.objects.filter(partida__board__in=[board.pk for board, _ in moved]).exists():
        raise ConflictError("lag_passed_on")
    for board, side in moved:
        board.first_breaker = side.value
    Board.objects.bulk_update([board for board, _ in moved], ["first_breaker"])


@dataclass(frozen=True)
class Break:
    """What is told of a break: who broke, whether it was legal, the 8, the cue ball, what was chosen."""

    breaker: Side
    legality: Legality
    eight: EightOnBreak
    cue_ball_gone: bool
    choice: Choice | None

    def data(self) -> dict[str, object]:
        """As an entry holds it."""
        return {
            "breaker": self.breaker.value,
            "legality": self.legality.value,
            "eight": self.eight.value,
            "cue_ball_gone": self.cue_ball_gone,
            "choice": self.choice.value if self.choice else None,
        }


@transaction.atomic
def write_break(*, partida_id: int, told: Break, by: Actor) -> WrittenFrames:
    """Write what a break was, with the choice that articles 6 and 7.2 leave: perhaps a new rack follows."""
    sheet = open_frames(partida_id, by)
    pen = sheet.require_pen(by)
    return write_frames(sheet, FrameEntryKind.BREAK, told.data(), by=by, person_id=pen.person_id)


@transaction.atomic
def rack_again(*, partida_id: int, cause: Agreed, rival: Identified | None, by: Actor) -> WrittenFrames:
    """Rack the frame again: both agree (21.2), or after a stalemate that is played again (21.1).

    By the judge, or by whoever holds the pen together with one who speaks for the other side.
    """
    sheet = open_frames(partida_id, by)
    if acts_as_judge(sheet.encounter, by):
        judge, captains, person = str(by.person_id), [], by.person_id
    else:
        pen = sheet.require_pen(by)
        judge, captains, person = None, [str(pen.person_id), *_other_side(sheet, pen, rival)], pen.person_id
    data = {"cause": cause.value, "judge": judge, "captains": captains}
    return write_frames(sheet, FrameEntryKind.NEW_RACK, data, by=by, person_id=person)


def _other_side(sheet: OpenFrames, pen: Pen, rival: Identified | None) -> list[str]:
    """Whoever speaks for the side that does not write, once he has identified himself."""
    if rival is None:
        return []
    own = frame_people.side_of(sheet.encounter, sheet.view, pen.person_id)
    theirs = frame_people.side_of(sheet.encounter, sheet.view, rival.person_id)
    if own is None or theirs is not own.other:
        raise RuleError("rival_needed", field="pin")
    return [str(rival.person_id)]


@dataclass(frozen=True)
class Place:
    """Which frame, and which revision of it, somebody had before him."""

    frame: int
    revision: int


@transaction.atomic
def write_frame(*, partida_id: int, at: Place, figures: FrameFigures, by: Actor) -> WrittenFrames:
    """Write how a frame ended; it counts when the side that did not write approves it.

    `at` is what the page showed: another one written meanwhile makes a ConflictError.
    """
    sheet = open_frames(partida_id, by)
    pen = sheet.require_pen(by)
    # Where none can break, the checks say why; a breaker is no matter then.
    breaker = sheet.state.next_breaker or Side.HOME
    data = {**figures_data(figures), "breaker": breaker.value, "written_by": sheet.writer(pen).value}
    return write_frames(
        sheet,
        FrameEntryKind.FRAME,
        data,
        by=by,
        person_id=pen.person_id,
        frame=at.frame,
        revision=at.revision,
    )


def figures_data(figures: FrameFigures) -> dict[str, object]:
    """How a frame ended, as an entry holds it."""
    return {
        "ending": figures.ending.value,
        "side": figures.side.value if figures.side else None,
        "run_out": figures.run_out and figures.ending is Ending.EIGHT,
    }


@transaction.atomic
def retract_frame(
    *, partida_id: int, at: Place, identified: Sequence[Identified], by: Actor
) -> WrittenFrames:
    """Take the last frame back; the row stays, struck.

    One that waits: whoever holds the pen. An approved one: one of each side, or the judge.
    ConflictError `next_partida_begun` once the next partida rests on how this one ended.
    """
    sheet = open_frames(partida_id, by)
    if entries_after(sheet.partida).exists():
        raise ConflictError("next_partida_begun")
    as_judge = acts_as_judge(sheet.encounter, by)
    person = by.person_id if as_judge else sheet.require_pen(by).person_id
    data = {
        "approved_by": _one_of_each(sheet, identified),
        "judge": str(by.person_id) if as_judge else None,
    }
    return write_frames(
        sheet, FrameEntryKind.RETRACTION, data, by=by, person_id=person, frame=at.frame, revision=at.revision
    )


def _one_of_each(sheet: OpenFrames, identified: Sequence[Identified]) -> list[str]:
    """Those who agree, one of each side; two of one side are none."""
    sides = {frame_people.side_of(sheet.encounter, sheet.view, each.person_id): each for each in identified}
    return [str(each.person_id) for side, each in sides.items() if side is not None]
