"""What whoever directs an encounter sees besides its page: presences, and who has confirmed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Encounter
from matches.forms.direction import CheckInForm
from matches.queries import day
from matches.queries.agenda import Standing
from matches.queries.day import Attendance
from matches.rules.sides import Side
from matches.views import moments
from matches.views.access import new_client_id
from matches.views.next_step import Chip

CHECK_IN_STATES = ("scheduled", "line_ups", "playing", "closing")


@dataclass(frozen=True)
class PersonRow:
    """One person at the check-in, with his form."""

    id: int
    name: str
    licence: str
    place: str
    seen: str
    chips: tuple[Chip, ...]
    blocked: bool
    has_pin: bool
    form: CheckInForm
    client_id: str

    @property
    def is_done(self) -> bool:
        """Present, with a PIN that works, and nothing refused: nothing is asked, a line is enough."""
        return bool(self.seen) and self.has_pin and not self.blocked and not self.form.errors


@dataclass(frozen=True)
class Squad:
    """One side at the check-in."""

    team: str
    rows: tuple[PersonRow, ...]
    all: int
    seen: int
    with_pin: int
    line_up_missing: int


@dataclass(frozen=True)
class CheckInPage:
    """The whole check-in page."""

    encounter: Encounter
    squads: tuple[Squad, ...]
    open: bool
    directs: bool


def sides_to_check(standing: Standing) -> tuple[Side, ...]:
    """Whose people this account may check in: both for the judge, the own side for a captain."""
    if standing.is_judge:
        return tuple(Side)
    return (standing.side,) if standing.side is not None else ()


def check_in_page(standing: Standing, *, bound: Mapping[int, CheckInForm] | None = None) -> CheckInPage:
    """The squads with presences and PINs; `bound` are forms that came back with an error."""
    encounter = standing.encounter
    sides = sides_to_check(standing)
    shown = tuple(Side) if standing.both_locked else tuple(side for side in sides if side is standing.side)
    squads = day.attendance(encounter, sides, line_ups_of=shown)
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    return CheckInPage(
        encounter=encounter,
        squads=tuple(_squad(teams[side], squads[side], encounter, bound or {}) for side in sides),
        open=encounter.state in CHECK_IN_STATES,
        directs=standing.directs,
    )


def counts_of(standing: Standing) -> tuple[Squad, ...]:
    """The squads of both sides as figures, for the page of whoever directs."""
    encounter = standing.encounter
    shown: Collection[Side] = tuple(Side) if standing.both_locked else ()
    squads = day.attendance(encounter, sides_to_check(standing), line_ups_of=shown)
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    return tuple(_figures(teams[side], rows) for side, rows in squads.items())


def _figures(team: str, people: Sequence[Attendance], rows: tuple[PersonRow, ...] = ()) -> Squad:
    named = [row for row in people if row.place is not None]
    return Squad(
        team=team,
        rows=rows,
        all=len(people),
        seen=sum(row.seen_at is not None for row in people),
        with_pin=sum(row.pin == "set" for row in people),
        line_up_missing=sum(row.seen_at is None for row in named),
    )


def _squad(
    team: str, people: Sequence[Attendance], encounter: Encounter, bound: Mapping[int, CheckInForm]
) -> Squad:
    return _figures(team, people, tuple(_person(row, encounter, bound) for row in people))


def _person(row: Attendance, encounter: Encounter, bound: Mapping[int, CheckInForm]) -> PersonRow:
    key = row.person.pk
    return PersonRow(
        id=key,
        name=row.person.full_name,
        licence=row.licence,
        place=_place(row),
        seen=moments.hour(row.seen_at, encounter.venue.time_zone) if row.seen_at else "",
        chips=_chips(row),
        blocked=row.blocked,
        has_pin=row.pin == "set",
        form=bound.get(key) or CheckInForm(person=key),
        client_id=new_client_id(),
    )


def _place(row: Attendance) -> str:
    if row.place is None:
        return ""
    board, _position = row.place
    return _("mesa %(board)s") % {"board": board} if board else _("suplente")


def _chips(row: Attendance) -> tuple[Chip, ...]:
    here = (
        Chip("conforme", "user-check", _("Presente"))
        if row.seen_at is not None
        else Chip("pendiente", "circle-dashed", _("Sin registrar"))
    )
    pins = {
        "set": Chip("conforme", "key-round", _("Con PIN")),
        "expired": Chip("aviso", "key-round", _("PIN caducado")),
        "none": Chip("", "key-round", _("Sin PIN")),
    }
    blocked = (Chip("bloqueo", "octagon-x", _("PIN bloqueado")),) if row.blocked else ()
    return (here, pins[row.pin], *blocked)
