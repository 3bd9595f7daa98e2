"""What the table writes before and between approvals: naming, draw, seats, hands, substitutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions.directing import acts_as_judge, directors, judge_of
from matches.actions.paper import approved_on_paper
from matches.actions.pins import Identified
from matches.actions.stream import OpenSheet, Written, append, later_entries, note, open_sheet, write
from matches.actions.tables import end_pens_of_others
from matches.models import Appearance, BoardAppearance, SheetEntry
from matches.permissions import Actor
from matches.queries import line_ups
from matches.rules.domino.counting import Counted, LeftOver, left_needs_reason
from matches.rules.domino.draw import seats_from_draw
from matches.rules.domino.figures import needs_reason
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.domino.seats import SeatsBy, seatings_of_ask
from matches.rules.event_reports import Resolution
from matches.rules.sheet import EntryKind
from matches.rules.sheet_checks import leader_for_answer
from matches.rules.sides import Side

# The answers to "who swaps?" in the order in which the rule lists the seatings.
WHO_SWAPS = ("none", "home", "away", "both")


@transaction.atomic
def name_officials(
    *,
    partida_id: int,
    scorer: int,
    counter: int,
    done_by: DoneBy,
    identified: Sequence[Identified],
    by: Actor,
) -> SheetEntry:
    """Name the scorer (home pair) and the counter (away pair) of a partida (art. 6).

    The first naming is free; later each newly named person must have identified
    himself, or the judge acts. `done_by` judge: only by the judge.
    RuleError as `check_naming`, or `naming_needs_pin`.
    """
    sheet = open_sheet(partida_id, by)
    judge = judge_of(sheet.encounter)
    as_judge = acts_as_judge(sheet.encounter, by)
    if done_by is DoneBy.JUDGE and not as_judge:
        raise ForbiddenError("only_the_judge")
    if not as_judge:
        _check_renaming(sheet, scorer=scorer, counter=counter, identified=identified)
    data = {
        "scorer": str(scorer),
        "counter": str(counter),
        "done_by": done_by.value,
        "judge": str(judge) if done_by is DoneBy.JUDGE else None,
    }
    who = by.person_id if as_judge else next((each.person_id for each in identified), None)
    entry = append(sheet, EntryKind.NAMING, data, by=by, person_id=who)
    # The pen is the named scorer's, or the judge's: whoever was named before puts it down.
    end_pens_of_others(sheet.partida, keepers=[scorer, *([judge] if judge is not None else [])])
    return entry


def _check_renaming(sheet: OpenSheet, *, scorer: int, counter: int, identified: Sequence[Identified]) -> None:
    state = sheet.state
    if state.scorer is None and state.counter is None and not state.hands and not state.facts.changes:
        return
    known = {each.person_id for each in identified}
    for named, held in ((scorer, state.scorer), (counter, state.counter)):
        if str(named) != held and named not in known:
            raise RuleError("naming_needs_pin", field="pin")


@transaction.atomic
def record_draw(*, partida_id: int, tiles: Mapping[int, str], by: Actor) -> SheetEntry:
    """Write the tiles drawn for the seats, or the redraw of those who are level (art. 7.2)."""
    sheet = open_sheet(partida_id, by)
    pen = sheet.require_pen(by)
    data = {"tiles": {str(person): tile for person, tile in tiles.items()}}
    return append(sheet, EntryKind.DRAW, data, by=by, person_id=pen.person_id)


@transaction.atomic
def choose_seat(*, partida_id: int, seat: int, by: Actor) -> SheetEntry:
    """Seat the four as drawn, with the seat that the leader chose (art. 7.4)."""
    sheet = open_sheet(partida_id, by)
    pen = sheet.require_pen(by)
    result = sheet.state.draw_result
    if result is None or sheet.state.must_draw:
        raise RuleError("draw_not_settled")
    data = {
        "seats": list(seats_from_draw(result, seat)),
        "leader": seat,
        "origin": "draw",
        "reason": "",
        "chosen_seat": seat,
    }
    return append(sheet, EntryKind.SEATING, data, by=by, person_id=pen.person_id)


@transaction.atomic
def seat_by_hand(*, partida_id: int, seats: Sequence[int], leader: int, reason: str, by: Actor) -> SheetEntry:
    """Seat the four in another way than drawn, with a reason; it becomes an incident."""
    sheet = open_sheet(partida_id, by)
    pen = sheet.require_pen(by)
    data = {
        "seats": [str(person) for person in seats],
        "leader": leader,
        "origin": "manual",
        "reason": reason,
        "chosen_seat": None,
    }
    entry = append(sheet, EntryKind.SEATING, data, by=by, person_id=pen.person_id)
    note(sheet, "manual_seats", reason, by=by)
    return entry


@transaction.atomic
def confirm_seats(*, partida_id: int, answer: str, reason: str, by: Actor) -> SheetEntry:
    """Sit down for a later partida in the seats that are due: the losers swapped (art. 7.2).

    `answer` ("none", "home", "away", "both": who swaps) and `reason` only count where
    nobody lost and the regulation leaves it to the judge. RuleError as `check_entry`.
    """
    sheet = open_sheet(partida_id, by)
    pen = sheet.require_pen(by)
    state = sheet.state
    if state.plan.by is SeatsBy.ASK:
        return _seats_by_answer(sheet, answer=answer, reason=reason, by=by, person_id=pen.person_id)
    if state.due_seats is None or state.due_leader is None:
        raise RuleError("draw_not_settled")
    data = {
        "seats": list(state.due_seats),
        "leader": state.due_leader,
        "origin": state.plan.by.value,
        "reason": "",
        "chosen_seat": None,
    }
    return append(sheet, EntryKind.SEATING, data, by=by, person_id=pen.person_id)


def _seats_by_answer(sheet: OpenSheet, *, answer: str, reason: str, by: Actor, person_id: int) -> SheetEntry:
    facts = sheet.state.facts
    if answer not in WHO_SWAPS or facts.previous is None:
        raise RuleError("swap_answer_needed", field="answer")
    allowed = seatings_of_ask(facts.previous, facts.starting, facts.changes)
    seats = allowed[WHO_SWAPS.index(answer)]
    leader = leader_for_answer(sheet.state, seats)
    if leader is None:
        raise RuleError("draw_not_settled")
    data = {
        "seats": list(seats),
        "leader": leader,
        "origin": "keep" if answer == "none" else "swap",
        "reason": reason,
        "chosen_seat": None,
    }
    return append(sheet, EntryKind.SEATING, data, by=by, person_id=person_id)


@transaction.atomic
def propose_hand(
    *,
    partida_id: int,
    hand: int,
    revision: int,
    side: Side | None,
    points: int,
    ending: HandEnding,
    reason: str,
    confirmed: bool,
    left: LeftOver | None = None,
    by: Actor,
) -> Written:
    """Write one hand; it counts when the counter approves it (art. 6, 18).

    `hand` and `revision` are those that the page showed: another one written
    meanwhile makes a ConflictError. RuleError `doubtful_points` asks for `confirmed`,
    `recount_needed` for a reason, which becomes an incident. `left` is what each of the
    four had left, where the hand was counted so (`hand_entry`); there points alone are the
    judge's, with a reason, or a Hoja's of paper: else RuleError `hand_needs_left`.
    """
    sheet = open_sheet(partida_id, by)
    pen = sheet.require_pen(by)
    state = sheet.state
    if state.next_leader is None or state.next_leader_person is None:
        # The flow checks say why nothing can be written; a leader is no matter then.
        leader, person = 0, state.sides[Side.HOME][0]
    else:
        leader, person = state.next_leader, state.next_leader_person
    data = {
        "side": side.value if side else None,
        "points": points,
        "ending": ending.value,
        "leader": leader,
        "leader_person": person,
        "reason": reason,
        **({} if left is None else {"left": _as_kept(left)}),
    }
    alone = _points_alone(sheet, left, by)
    if alone:
        data["judge"] = str(by.person_id)
    written = write(
        sheet,
        EntryKind.HAND,
        data,
        by=by,
        person_id=pen.person_id,
        hand=hand,
        revision=revision,
        confirmed=confirmed,
    )
    unlikely = left is not None and left_needs_reason(left, Counted(side, points, ending))
    if needs_reason(ending, points) or unlikely or alone:
        note(sheet, "figure_kept_with_reason", reason, by=by, hand=hand)
    return approved_on_paper(written, by)


def _points_alone(sheet: OpenSheet, left: LeftOver | None, by: Actor) -> bool:
    """Does the judge answer for points where the regulation has hands counted by what is left?"""
    state = sheet.state
    if left is not None or state.facts.paper is not None or state.terms.parameters["hand_entry"] == "points":
        return False
    return acts_as_judge(sheet.encounter, by)


def _as_kept(left: LeftOver) -> dict[str, object]:
    return {
        person: each if isinstance(each, int) else [str(tile) for tile in each]
        for person, each in left.items()
    }


@transaction.atomic
def substitute(
    *,
    partida_id: int,
    player_out: int,
    player_in: int,
    reason: str,
    rival: Identified | None = None,
    by: Actor,
) -> SheetEntry:
    """Put a substitute of the locked line-up in for a player (art. 7.2, 20).

    Before the first hand of a partida whoever holds the pen writes it; during one
    only the judge allows it, with the justified cause, and it becomes an incident.
    Where there is no judge: both captains, or nobody (`absence_without_judge`).
    RuleError: `not_a_named_substitute`, `plays_already`, `reason_required`, `absence_to_committee`,
    `next_partida_seated`, and those of the sheet.
    """
    sheet = open_sheet(partida_id, by)
    if later_entries(sheet).exists():
        # Whoever begins the next partida is who ends this one: that is written already.
        raise ConflictError("next_partida_seated")
    started = bool(sheet.state.facts.rows)
    side = _side_at_table(sheet, player_out)
    allowed = _allowed_by(sheet, rival, by) if started else Resolution()
    as_judge = started or acts_as_judge(sheet.encounter, by)
    person_id = by.person_id if as_judge else sheet.require_pen(by).person_id
    if player_in not in [person.pk for person in line_ups.substitutes(sheet.encounter, side)]:
        raise RuleError("not_a_named_substitute", field="player_in")
    data = {
        "out": str(player_out),
        "in": str(player_in),
        "reason": reason,
        "side": side.value,
        "before_start": not started,
        **allowed.directed(),
    }
    entry = append(sheet, EntryKind.SUBSTITUTION, data, by=by, person_id=person_id)
    _appear(sheet, side, player_in)
    if started:
        note(sheet, "substitution_in_play", reason, by=by, people_ids=[player_out, player_in])
    return entry


def _allowed_by(sheet: OpenSheet, rival: Identified | None, by: Actor) -> Resolution:
    """Who allows a substitution during the partida (art. 20)."""
    if judge_of(sheet.encounter) is not None:
        if not acts_as_judge(sheet.encounter, by):
            raise ForbiddenError("only_the_judge_substitutes")
    elif sheet.state.terms.parameters["absence_without_judge"] == "committee":
        raise RuleError("absence_to_committee")
    return directors(sheet.encounter, rival, by, code="captains_needed").resolution()


def _side_at_table(sheet: OpenSheet, person: int) -> Side:
    side = sheet.state.side_of(str(person))
    if side is None:
        raise RuleError("not_at_this_table", field="player_out", person=person)
    return side


def _appear(sheet: OpenSheet, side: Side, person: int) -> None:
    """Hold in the database that an entered substitute plays here and nowhere else in the round and block."""
    encounter, board = sheet.encounter, sheet.partida.board
    try:
        with transaction.atomic():
            appearance, _made = Appearance.objects.get_or_create(
                round_id=encounter.round_id,
                person_id=person,
                defaults={"encounter": encounter, "side": side.value},
            )
            same_board = appearance.boards.filter(block=board.block, board=board.number).exists()
            if not same_board:
                BoardAppearance.objects.create(appearance=appearance, block=board.block, board=board.number)
    except IntegrityError as error:
        raise ConflictError("plays_already", field="player_in") from error
    if appearance.encounter_id != encounter.pk:
        raise ConflictError("plays_already", field="player_in")
