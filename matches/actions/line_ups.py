"""Line-ups: opened, saved as a draft, locked in the order that the regulation says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.actions.lifecycle import advance
from competitions.models import Encounter, FormatBoard
from competitions.queries.entries import is_of_teams
from competitions.rules.lifecycle import Action, Facts, State
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.actions import audit
from federation.actions.registry import lock_all_standing
from federation.models import Person
from federation.rules.errors import ConflictError, RuleError
from federation.rules.zones import in_zone
from matches import messages
from matches.actions.incidents import append_incident
from matches.actions.versions import bump
from matches.models import Appearance, BoardAppearance, LineUp, LineUpSlot
from matches.permissions import Actor, require_side
from matches.queries import encounters, people
from matches.queries import line_ups as queries
from matches.rules import eligibility, line_up_order
from matches.rules.sides import Side

RULES_VERSION = 2

CAPTAIN = {Side.HOME: Who.HOME_CAPTAIN, Side.AWAY: Who.AWAY_CAPTAIN}


@dataclass(frozen=True)
class Names:
    """A line-up as a captain puts it: person ids (None: nobody yet) by board number, and substitutes."""

    boards: dict[int, tuple[int | None, ...]]
    substitutes: tuple[int, ...]

    def people(self) -> list[int]:
        """Everybody named, each once, in order."""
        on_boards = (person for number in sorted(self.boards) for person in self.boards[number])
        return list(dict.fromkeys(person for person in (*on_boards, *self.substitutes) if person is not None))

    def places(self) -> dict[tuple[int | None, int], int]:
        """Who is named at each place: (board, position), or (None, position) for a substitute."""
        return {(board, position): person for board, position, person in _places(self)}


class LineUpRefusedError(RuleError):
    """A line-up cannot be locked; `problems` says everything that speaks against it."""

    def __init__(self, problems: Sequence[eligibility.Problem]) -> None:
        super().__init__("line_up_refused", count=len(problems))
        self.problems = tuple(problems)


@transaction.atomic
def save_line_up(*, encounter_id: int, names: Names, by: Actor, seen: Names | None = None) -> LineUp:
    """Keep a side's draft, opening the line-ups of a scheduled encounter.

    Whoever is named must be of the side's squad or at least known there; problems are
    answered on the page and block only the lock. `seen` is the draft that the page
    showed. RuleError `not_in_this_squad`, `line_up_shape`; ConflictError
    `line_up_locked`, `line_up_block_locked`, `line_up_changed`, `action_not_in_state`.
    """
    encounter, side = _opened(encounter_id, by)
    boards = queries.boards_of_format(encounter)
    line_up = _draft(encounter, side)
    _write(encounter, side, line_up, names, boards, seen=seen)
    _record(encounter, "line_up.saved", side, by, {"people": names.people()})
    return line_up


@transaction.atomic
def lock_line_up(*, encounter_id: int, names: Names, by: Actor, seen: Names | None = None) -> LineUp:
    """Lock a side's line-up for good, or the block whose turn it is (`line_up_mode`).

    After the time that the regulation gives (`line_up_lock_minutes`) it is locked all the
    same, and an incident says so. LineUpRefusedError with the problems; ConflictError
    `rival_locks_first` out of turn, `plays_already` when somebody was locked in another
    encounter of the round in the meantime, or as `save_line_up`.
    """
    encounter, side = _opened(encounter_id, by)
    boards = queries.boards_of_format(encounter)
    order = queries.lock_order(encounter, boards)
    line_up_order.check_lock(order, side)
    line_up = _lock_names(encounter, side, _draft(encounter, side), names, order, by, seen=seen)
    _note_when_late(encounter, side, by)
    bump(encounter.pk)
    return line_up


def lock_entered(encounter: Encounter, by: Actor) -> None:
    """Put whoever is entered on the board, where pairs or players meet: nobody sets a line-up there.

    Under the encounter's lock, in `line_ups`; what was locked by one yes stays. RuleError
    `entered_may_not_play` for somebody who may not be lined up; ConflictError `plays_already`.
    """
    boards = queries.boards_of_format(encounter)
    if LineUp.objects.filter(encounter=encounter).exists():
        return
    order = line_up_order.LockOrder(line_up_order.LineUpMode.OPEN, blocks=len(boards))
    entered = queries.own_people(encounter)
    line_ups = {
        side: LineUp.objects.create(encounter=encounter, side=side.value, saved_at=clock.now())
        for side in entered
    }
    prefetch_related_objects(list(line_ups.values()), "slots")
    for side, line_up in line_ups.items():
        own = entered[side]
        names = Names(boards={board.number: own for board in boards}, substitutes=())
        try:
            _lock_names(encounter, side, line_up, names, order, by)
        except LineUpRefusedError as error:
            raise _may_not_play(error.problems[0]) from error


def _may_not_play(problem: eligibility.Problem) -> RuleError:
    who = Person.objects.get(pk=int(problem.data["person"]))
    why = messages.problem_text(problem)
    return RuleError("entered_may_not_play", who=who.full_name, why=why)


def _lock_names(
    encounter: Encounter,
    side: Side,
    line_up: LineUp,
    names: Names,
    order: line_up_order.LockOrder,
    by: Actor,
    *,
    seen: Names | None = None,
) -> LineUp:
    """Write the names and lock them up to the block whose turn it is."""
    boards = queries.boards_of_format(encounter)
    _write(encounter, side, line_up, names, boards, seen=seen)
    part = part_of(names, queries.blocks_in_order(boards), order.next_block(side))
    blocks = [problem for problem in problems_of(encounter, side, part) if problem.blocks]
    if blocks:
        raise LineUpRefusedError(blocks)
    try:
        with transaction.atomic():
            _appear(encounter, side, part, boards, after=order.locked(side))
    except IntegrityError as error:
        raise ConflictError("plays_already") from error
    _lock(line_up, order.next_block(side), order.blocks, by)
    verb = "line_up.locked" if line_up.locked_at else "line_up.block_locked"
    data = {"people": part.people(), "blocks": line_up.blocks_locked}
    _record(encounter, verb, side, by, data)
    return line_up


def part_of(names: Names, blocks: Sequence[Sequence[int]], upto: int) -> Names:
    """What is locked with a block: its boards and those before it; substitutes only with the last one."""
    wanted = {number for own in blocks[:upto] for number in own}
    return Names(
        boards={number: people for number, people in names.boards.items() if number in wanted},
        substitutes=names.substitutes if upto == len(blocks) else (),
    )


def _lock(line_up: LineUp, block: int, blocks: int, by: Actor) -> None:
    line_up.blocks_locked = block
    if block == blocks:
        line_up.state, line_up.locked_at, line_up.locked_by = "locked", clock.now(), by.user
    line_up.save(update_fields=["blocks_locked", "state", "locked_at", "locked_by"])


def _note_when_late(encounter: Encounter, side: Side, by: Actor) -> None:
    """Whoever locks late may play, and the acta says it. Written once, in the language of the acta."""
    due = queries.lock_due(encounter)
    if due is None or not line_up_order.is_late(due, clock.now()):
        return
    zone = encounter.venue.time_zone
    said = {
        "team": people.entries_of(encounter)[side].name,
        "at": f"{in_zone(clock.now(), zone):%d/%m/%Y %H:%M}",
        "due": f"{in_zone(due, zone):%d/%m/%Y %H:%M}",
    }
    with override(settings.LANGUAGE_CODE):
        text = _("%(team)s cerró su alineación el %(at)s. El plazo era hasta el %(due)s.") % said
    append_incident(
        encounter=encounter, partida=None, hand=None, kind="late_line_up", text=text, people_ids=(), by=by
    )


def _opened(encounter_id: int, by: Actor) -> tuple[Encounter, Side]:
    encounter = encounters.locked(encounter_id)
    side = require_side(by, encounter)
    if not is_of_teams(encounter):
        raise ConflictError("no_line_ups_here")
    if encounter.state == State.SCHEDULED:
        advance(encounter, Action.OPEN_LINE_UPS, Facts(by=CAPTAIN[side]), by=by.user)
    if encounter.state != State.LINE_UPS:
        raise ConflictError("line_ups_closed")
    return encounter, side


def _draft(encounter: Encounter, side: Side) -> LineUp:
    line_up, _made = LineUp.objects.get_or_create(
        encounter=encounter, side=side.value, defaults={"saved_at": clock.now()}
    )
    if line_up.state == "locked":
        raise ConflictError("line_up_locked")
    line_up.saved_at = clock.now()
    line_up.save(update_fields=["saved_at"])
    return line_up


def names_of(line_up: LineUp) -> Names:
    """The names of a stored line-up, as a captain would put them."""
    boards: dict[int, dict[int, int]] = {}
    bench: dict[int, int] = {}
    for slot in line_up.slots.all():
        (bench if slot.board is None else boards.setdefault(slot.board, {}))[slot.position] = slot.person_id
    return Names(
        boards={
            board: tuple(people.get(position) for position in range(1, max(people) + 1))
            for board, people in boards.items()
        },
        substitutes=tuple(bench[position] for position in sorted(bench)),
    )


def _require_not_overtaken(kept: Names, names: Names, seen: Names | None) -> None:
    """Refuse to undo what somebody else (the vice-captain) has put since this page was shown."""
    if seen is None:
        return
    stored, before, after = kept.places(), seen.places(), names.places()
    for place in {*stored, *before}:
        stands = stored.get(place)
        # The same change twice is no conflict: a page sends each change by itself and then all of it.
        if stands != before.get(place) and stands != after.get(place):
            raise ConflictError("line_up_changed")


def _write(
    encounter: Encounter,
    side: Side,
    line_up: LineUp,
    names: Names,
    boards: Sequence[FormatBoard],
    *,
    seen: Names | None,
) -> None:
    """Put the names in the place of those that are kept, but for the blocks that are locked."""
    kept = names_of(line_up)
    _require_not_overtaken(kept, names, seen)
    places = {board.number: board.players_per_side for board in boards}
    if set(names.boards) != set(places) or len(names.substitutes) > queries.SUBSTITUTE_PLACES:
        raise RuleError("line_up_shape")
    if any(len(names.boards[number]) != count for number, count in places.items()):
        raise RuleError("line_up_shape")
    lock_all_standing(names.people())
    locked = _locked_boards(line_up.blocks_locked, kept, names, boards)
    members = {member.person.pk: member for member in queries.squad(encounter, side)}
    if any(person not in members for person in names.people()):
        raise RuleError("not_in_this_squad")
    line_up.slots.exclude(board__in=locked).delete()
    LineUpSlot.objects.bulk_create(
        LineUpSlot(
            line_up=line_up,
            board=number,
            position=position,
            person_id=person,
            eligibility=_receipt(members[person]),
        )
        for number, position, person in _places(names)
        if number not in locked
    )


def _locked_boards(blocks: int, kept: Names, names: Names, boards: Sequence[FormatBoard]) -> set[int]:
    """The boards of the blocks that are locked, which must stay as they are."""
    found: set[int] = set()
    for block, numbers in enumerate(queries.blocks_in_order(boards)[:blocks], start=1):
        if any(kept.boards.get(number) != names.boards[number] for number in numbers):
            raise ConflictError("line_up_block_locked", block=block)
        found.update(numbers)
    return found


def _places(names: Names) -> list[tuple[int | None, int, int]]:
    on_boards = [
        (number, position, person)
        for number in sorted(names.boards)
        for position, person in enumerate(names.boards[number], start=1)
        if person is not None
    ]
    benched = [(None, position, person) for position, person in enumerate(names.substitutes, start=1)]
    return [*on_boards, *benched]


def _receipt(member: queries.Member) -> dict[str, object]:
    """The answer shown, with what it was made from (product spec, *Line-up*)."""
    return {
        "rules": RULES_VERSION,
        "at": clock.now().isoformat(),
        "licence": member.licence,
        "problems": [
            {"code": problem.code, "severity": problem.severity.value, "data": dict(problem.data)}
            for problem in member.problems
        ],
    }


def problems_of(encounter: Encounter, side: Side, names: Names) -> list[eligibility.Problem]:
    """Everything that speaks against the boards of a line-up that are named, as it stands."""
    facts = queries.people_facts(encounter, names.people())
    boards = [
        [str(person) for person in names.boards[number] if person is not None]
        for number in sorted(names.boards)
    ]
    substitutes = [str(person) for person in names.substitutes]
    places = queries.places_of(queries.boards_of_format(encounter))
    named = tuple(places[number] for number in sorted(names.boards))
    terms = replace(queries.line_up_terms(encounter, side), boards=len(boards), places=named)
    return eligibility.line_up_problems(boards, substitutes, facts, terms)


def _appear(
    encounter: Encounter, side: Side, names: Names, boards: Sequence[FormatBoard], *, after: int
) -> None:
    """Keep who plays where, for the boards of the blocks after those that were locked before."""
    blocks = {board.number: board.block.number for board in boards}
    before = {number for own in queries.blocks_in_order(boards)[:after] for number in own}
    known = Appearance.objects.filter(encounter=encounter, side=side.value)
    appearances = {each.person_id: each for each in known}
    for number, _position, person in _places(names):
        if number is None or number in before:
            continue
        if person not in appearances:
            appearances[person] = Appearance.objects.create(
                encounter=encounter, round_id=encounter.round_id, person_id=person, side=side.value
            )
        BoardAppearance.objects.create(appearance=appearances[person], block=blocks[number], board=number)


def _record(encounter: Encounter, verb: str, side: Side, by: Actor, data: dict[str, object]) -> None:
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb=verb,
        subject=f"line_up:{side.value}",
        by=by.user,
        data={**data, "device": by.device},
    )
