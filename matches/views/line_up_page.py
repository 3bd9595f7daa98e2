"""What the line-up page shows: places with their answers, what is missing, the rival's side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Encounter
from federation.models import User
from matches import messages
from matches.actions.line_ups import Names, names_of, part_of, problems_of
from matches.forms.line_ups import BENCH_PLACE, BOARD_PLACE, LineUpForm
from matches.models import LineUp
from matches.queries import agenda, day, line_ups
from matches.queries.line_ups import SUBSTITUTE_PLACES, Member
from matches.rules.eligibility import Problem
from matches.rules.line_up_order import LockOrder
from matches.rules.sides import Side
from matches.views import moments
from matches.views.line_up_turns import Rival, Row, Turns, rival_of, rows_of, turns_of
from matches.views.next_step import Chip

Place = tuple[int | None, int]
OPEN = ("scheduled", "line_ups")


@dataclass(frozen=True)
class Desk:
    """Everything that is read for one captain's line-up, once per request."""

    encounter: Encounter
    side: Side
    standing: agenda.Standing
    boards: Mapping[int, int]
    blocks: Sequence[Sequence[int]]
    order: LockOrder
    due: datetime | None
    members: Sequence[Member]
    line_ups: Mapping[Side, LineUp]
    earlier: LineUp | None

    @property
    def own(self) -> LineUp | None:
        """The side's own line-up, draft or locked."""
        return self.line_ups.get(self.side)

    @property
    def stored(self) -> Names | None:
        """The names that are kept."""
        return names_of(self.own) if self.own else None

    @property
    def open(self) -> bool:
        """May the line-up still be changed?"""
        return self.side not in self.standing.locked and self.encounter.state in OPEN

    @property
    def closed_boards(self) -> frozenset[int]:
        """The boards of the blocks that this side has locked."""
        return frozenset(number for own in self.blocks[: self.order.locked(self.side)] for number in own)

    def form(self, data: Mapping[str, object] | None = None) -> LineUpForm:
        """The form, as stored or as it was sent; what is locked stays as it is."""
        return LineUpForm(
            data,
            boards=self.boards,
            members=self.members,
            stored=self.stored,
            closed=self.closed_boards,
        )

    def to_lock(self, names: Names) -> Names:
        """What of a line-up would be locked now."""
        return part_of(names, self.blocks, self.order.next_block(self.side))


def read_desk(encounter: Encounter, side: Side, user: User) -> Desk:
    """Read what the page of a side's line-up needs. Constant queries."""
    boards = line_ups.boards_of_format(encounter)
    found = day.both_line_ups(encounter)
    return Desk(
        encounter=encounter,
        side=side,
        standing=agenda.standing_of(user, encounter),
        boards={board.number: board.players_per_side for board in boards},
        blocks=line_ups.blocks_in_order(boards),
        order=line_ups.lock_order(encounter, boards, found.values()),
        due=line_ups.lock_due(encounter),
        members=line_ups.squad(encounter, side),
        line_ups=found,
        earlier=day.last_line_up(encounter, side),
    )


@dataclass(frozen=True)
class Slot:
    """One place: its list, the answer for who is chosen, and why."""

    field: BoundField
    name: str
    licence: str
    chip: Chip | None
    reasons: tuple[tuple[str, str], ...]  # icon, words


@dataclass(frozen=True)
class Bench:
    """The places of one board, or of the bench."""

    title: str
    slots: tuple[Slot, ...]
    closed: bool = False


@dataclass(frozen=True)
class Gap:
    """Something that keeps the line-up from being locked, and where it is."""

    place: str
    where: str
    text: str


@dataclass(frozen=True)
class ShortBoard:
    """A board that lacks players, and the first empty place."""

    place: str
    text: str


@dataclass(frozen=True)
class Difference:
    """A place where what stands and what was sent are not the same."""

    place: str
    theirs: str
    mine: str


@dataclass(frozen=True)
class LineUpPage:
    """The whole page."""

    encounter: Encounter
    team: str
    rival: Rival
    turns: Turns
    when: str
    open: bool
    form: LineUpForm
    benches: tuple[Bench, ...] = ()
    gaps: tuple[Gap, ...] = ()
    short: tuple[ShortBoard, ...] = ()
    ready: str = ""
    saved_at: str = ""
    notes: tuple[str, ...] = ()
    out: tuple[tuple[str, str], ...] = ()
    draft: tuple[Row, ...] = ()
    rows: tuple[Row, ...] = ()
    locked_at: str = ""
    locked_by: str = ""
    may_repeat: bool = False
    differences: tuple[Difference, ...] = ()


def line_up_page(desk: Desk, form: LineUpForm, *, differences: tuple[Difference, ...] = ()) -> LineUpPage:
    """The page as the form stands."""
    encounter, own = desk.encounter, desk.own
    zone = encounter.venue.time_zone
    home, away = encounter.home.name, encounter.away.name
    page = LineUpPage(
        encounter=encounter,
        team=home if desk.side is Side.HOME else away,
        rival=rival_of(encounter, desk.side, desk.order, desk.blocks, desk.line_ups.get(desk.side.other)),
        turns=turns_of(encounter, desk.side, desk.order, desk.due),
        when=moments.day_and_hour(encounter.scheduled_at, zone),
        open=desk.open,
        form=form,
        differences=differences,
        saved_at=moments.hour(own.saved_at, zone) if own else "",
    )
    return _to_write(page, desk, form) if desk.open else _to_read(page, desk)


def _to_read(page: LineUpPage, desk: Desk) -> LineUpPage:
    own = desk.own
    if own is None or own.locked_at is None:
        return page
    return replace(
        page,
        rows=rows_of(own, [*desk.boards], bench=True),
        locked_at=moments.hour(own.locked_at, desk.encounter.venue.time_zone),
        locked_by=str(own.locked_by or ""),
    )


def _to_write(page: LineUpPage, desk: Desk, form: LineUpForm) -> LineUpPage:
    names = _names_in(form, desk)
    now = desk.to_lock(names)
    problems = problems_of(desk.encounter, desk.side, now)
    blocks = [problem for problem in problems if problem.blocks]
    return replace(
        page,
        benches=_benches(desk, form, problems),
        gaps=tuple(_gaps(desk, names, blocks)),
        short=tuple(_short(now)),
        ready="" if blocks or form.errors else _ready(now, warnings=len(problems)),
        notes=tuple(
            messages.problem_text(problem)
            for problem in problems
            if not problem.blocks and "person" not in problem.data
        ),
        draft=rows_of(desk.own, [*now.boards], bench=bool(now.substitutes)),
        out=_out(desk.members),
        may_repeat=desk.earlier is not None and not names.people(),
    )


def _names_in(form: LineUpForm, desk: Desk) -> Names:
    if form.is_bound:
        form.is_valid()
        return form.names()
    stored = desk.stored or Names(boards={}, substitutes=())
    # A stored line-up ends with the last name of each board; the page counts the empty places after it.
    boards = {
        number: (*stored.boards.get(number, ()), *(None,) * places)[:places]
        for number, places in desk.boards.items()
    }
    return Names(boards=boards, substitutes=stored.substitutes)


def _benches(desk: Desk, form: LineUpForm, problems: Sequence[Problem]) -> tuple[Bench, ...]:
    members = {str(member.person.pk): member for member in desk.members}

    def slot(name: str, *, due: bool) -> Slot:
        return _slot(form, name, members.get(form.chosen(name)), problems, due=due)

    boards = [
        Bench(
            _("Mesa %(board)s") % {"board": board},
            tuple(
                slot(BOARD_PLACE.format(board=board, position=position), due=True)
                for position in range(1, places + 1)
            ),
            closed=board in desk.closed_boards,
        )
        for board, places in desk.boards.items()
    ]
    bench = tuple(
        slot(BENCH_PLACE.format(position=position), due=False) for position in range(1, SUBSTITUTE_PLACES + 1)
    )
    return (*boards, Bench(_("Suplentes"), bench))


def _slot(
    form: LineUpForm, name: str, member: Member | None, problems: Sequence[Problem], *, due: bool
) -> Slot:
    form.fields[name].widget.attrs["aria-describedby"] = f"respuesta-{name}"
    if member is None:
        chip = Chip("pendiente", "circle-dashed", _("Falta")) if due else None
        return Slot(form[name], name, "", chip, ())
    own = [problem for problem in problems if problem.data.get("person") == str(member.person.pk)]
    reasons = tuple(
        dict.fromkeys(
            ("octagon-x" if problem.blocks else "triangle-alert", messages.problem_text(problem))
            for problem in own
        )
    )
    return Slot(form[name], name, member.licence, _verdict(own), reasons)


def _verdict(problems: Sequence[Problem]) -> Chip:
    if any(problem.blocks for problem in problems):
        return Chip("bloqueo", "octagon-x", _("Bloqueo"))
    if problems:
        return Chip("aviso", "triangle-alert", _("Aviso"))
    return Chip("conforme", "circle-check", _("Puede jugar"))


def _gaps(desk: Desk, names: Names, blocks: Iterable[Problem]) -> Iterable[Gap]:
    people = {str(member.person.pk): member.person.short_name for member in desk.members}
    first = {str(person): place for place, person in reversed(list(names.places().items()))}
    for problem in blocks:
        person = problem.data.get("person")
        if person is None:
            continue
        place = first.get(person, (None, 1))
        who = people.get(person, "")
        yield Gap(f"id_{_field(place)}", f"{place_label(place)}: {who}", messages.problem_text(problem))


def _short(names: Names) -> Iterable[ShortBoard]:
    for board in sorted(names.boards):
        people = names.boards[board]
        lacking = people.count(None)
        if lacking:
            said = {"board": board, "n": lacking}
            text = ngettext("mesa %(board)s (%(n)s jugador)", "mesa %(board)s (%(n)s jugadores)", lacking)
            yield ShortBoard(f"id_{_field((board, people.index(None) + 1))}", text % said)


def _field(place: Place) -> str:
    board, position = place
    if board is None:
        return BENCH_PLACE.format(position=position)
    return BOARD_PLACE.format(board=board, position=position)


def place_label(place: Place) -> str:
    """The board of a place, or that it is a substitute's."""
    board, position = place
    if board is None:
        return _("Suplente %(position)s") % {"position": position}
    return _("Mesa %(board)s") % {"board": board}


def _ready(names: Names, *, warnings: int) -> str:
    starters = sum(board is not None for board, _position in names.places())
    bench = len(names.substitutes)
    said = [
        ngettext("%(n)s titular", "%(n)s titulares", starters) % {"n": starters},
        ngettext("%(n)s suplente", "%(n)s suplentes", bench) % {"n": bench},
    ]
    tail = ngettext("con %(n)s aviso", "con %(n)s avisos", warnings) % {"n": warnings} if warnings else ""
    return _("%(people)s, sin bloqueos%(tail)s.") % {
        "people": _(" y ").join(said),
        "tail": f" {_('y')} {tail}" if tail else "",
    }


def _out(members: Sequence[Member]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (
            member.person.full_name,
            " ".join(messages.problem_text(problem) for problem in member.problems if problem.blocks),
        )
        for member in members
        if member.blocked and not member.helps_from
    )


def whole(line_up: LineUp | None) -> tuple[Row, ...]:
    """A line-up that is only read, board by board, whose boards are all filled."""
    if line_up is None:
        return ()
    boards = sorted({slot.board for slot in line_up.slots.all() if slot.board is not None})
    return rows_of(line_up, boards, bench=True)


def differences(desk: Desk, mine: Names) -> tuple[Difference, ...]:
    """Where the stored line-up and the one that was sent differ, place by place."""
    people = {member.person.pk: member.person.short_name for member in desk.members}
    stands = desk.stored.places() if desk.stored else {}
    sent = mine.places()
    places = sorted({*stands, *sent}, key=lambda place: (place[0] is None, place[0] or 0, place[1]))
    return tuple(
        Difference(
            place_label(place),
            people.get(stands.get(place, 0), "—"),
            people.get(sent.get(place, 0), "—"),
        )
        for place in places
        if stands.get(place) != sent.get(place)
    )
