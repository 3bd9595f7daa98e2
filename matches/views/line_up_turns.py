"""In which order line-ups are locked and until when, in the words of a captain's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from competitions.models import Encounter
from federation import clock
from matches.models import LineUp
from matches.rules.line_up_order import (
    LineUpMode,
    LockOrder,
    is_late,
    seen_of_rival,
    waits_for_rival,
)
from matches.rules.sides import Side
from matches.views import moments


@dataclass(frozen=True)
class Row:
    """A board of a line-up that is only read: who sits there."""

    title: str
    people: tuple[str, ...]


@dataclass(frozen=True)
class Rival:
    """What may be told of the rival's line-up, and when the rest is seen."""

    name: str
    locked: str
    rows: tuple[Row, ...]  # what this captain may see, and nothing else
    note: str


@dataclass(frozen=True)
class Turns:
    """The order of the locks as it stands for one side.

    `rule` says the order, where it is not the usual one; `waits` that the rival comes first; `due`
    until when, `late` that this is over; `button` and `warning` belong to the lock itself.
    """

    rule: str
    waits: str
    due: str
    late: bool
    button: str
    warning: str


def turns_of(encounter: Encounter, side: Side, order: LockOrder, due: datetime | None) -> Turns:
    """The words of the order for a captain."""
    rival = (encounter.away if side is Side.HOME else encounter.home).name
    waits = waits_for_rival(order, side)
    in_blocks = order.mode is LineUpMode.ALTERNATE and order.blocks > 1
    said = {"rival": rival, "block": order.next_block(side)}
    late = is_late(due, clock.now())
    return Turns(
        rule=_rule(order, side, rival),
        waits=_waits(in_blocks=in_blocks) % said if waits else "",
        due=_due(encounter, due, late=late) if due else "",
        late=late,
        button=_("Cerrar el bloque %(block)s") % said if in_blocks else _("Cerrar la alineación"),
        warning=_warning(order, in_blocks=in_blocks) % said,
    )


def _rule(order: LockOrder, side: Side, rival: str) -> str:
    if order.mode is LineUpMode.BLIND:
        return ""
    if order.mode is LineUpMode.OPEN:
        return _("Cada alineación se ve en cuanto se cierra.")
    if order.mode is LineUpMode.ALTERNATE and order.blocks > 1:
        return _(
            "Se cierra por bloques y por turnos: en el primero cierra antes el equipo local, en el segundo "
            "el visitante, y así hasta el último. Cada bloque se ve en cuanto se cierra."
        )
    if side is Side.HOME:
        return _("Cierras antes que %(rival)s, que la verá y después cerrará la suya.") % {"rival": rival}
    return _("%(rival)s cierra antes. Verás su alineación y después cierras la tuya.") % {"rival": rival}


def _waits(*, in_blocks: bool) -> str:
    if in_blocks:
        return _("Ahora le toca a %(rival)s cerrar el bloque %(block)s. Cuando cierre, cierras tú.")
    return _("Ahora le toca cerrar a %(rival)s. Cuando cierre, cierras tú.")


def _due(encounter: Encounter, due: datetime, *, late: bool) -> str:
    when = {"when": moments.lately(due, encounter.venue.time_zone, clock.now())}
    if late:
        said = _(
            "El plazo para cerrarla era hasta %(when)s. Puedes cerrarla, y el retraso consta en el acta."
        )
    else:
        said = _("Se cierra hasta %(when)s: después, el retraso consta en el acta.")
    return said % when


def _warning(order: LockOrder, *, in_blocks: bool) -> str:
    if in_blocks:
        return _("Cerrar el bloque %(block)s no se puede deshacer, y %(rival)s lo verá en seguida.")
    if order.mode is LineUpMode.BLIND:
        return _(
            "Cerrarla no se puede deshacer. Se ve en los dos equipos cuando ambos la hayan cerrado, "
            "y después solo hay sustituciones."
        )
    return _("Cerrarla no se puede deshacer, y %(rival)s la verá en seguida. Después solo hay sustituciones.")


def rival_of(
    encounter: Encounter,
    side: Side,
    order: LockOrder,
    blocks: Sequence[Sequence[int]],
    line_up: LineUp | None,
) -> Rival:
    """What this captain may be told of the rival's line-up."""
    rival = encounter.away if side is Side.HOME else encounter.home
    locked_at = line_up.locked_at if line_up else None
    locked = ""
    if locked_at is not None:
        said = {"hour": moments.hour(locked_at, encounter.venue.time_zone)}
        locked = _("Cerrada a las %(hour)s") % said
    elif order.locked(side.other):
        count = {"locked": order.locked(side.other), "all": order.blocks}
        locked = _("%(locked)s de %(all)s bloques cerrados") % count
    seen = seen_of_rival(order, side)
    shown = [number for own in blocks[:seen] for number in own]
    return Rival(
        name=rival.name,
        locked=locked,
        rows=rows_of(line_up, shown, bench=order.is_locked(side.other)) if seen else (),
        note=_note(order, locked=bool(locked_at), seen=seen),
    )


def _note(order: LockOrder, *, locked: bool, seen: int) -> str:
    if order.mode is not LineUpMode.BLIND:
        return "" if seen >= order.blocks else _("Lo que cierre se ve aquí en seguida.")
    if seen:
        return ""
    if locked:
        return _("La verás cuando cierres la tuya. Ellos tampoco ven la vuestra.")
    return _("Las dos se ven a la vez, cuando ambas estén cerradas.")


def rows_of(line_up: LineUp | None, boards: Sequence[int], *, bench: bool) -> tuple[Row, ...]:
    """Some boards of a line-up, and the substitutes when they are wanted."""
    if line_up is None:
        return ()
    slots = sorted(line_up.slots.all(), key=lambda slot: slot.position)
    rows = [
        Row(
            _("Mesa %(board)s") % {"board": board},
            tuple(slot.person.short_name for slot in slots if slot.board == board),
        )
        for board in boards
    ]
    substitutes = tuple(slot.person.short_name for slot in slots if slot.board is None)
    return (*rows, Row(_("Suplentes"), substitutes)) if substitutes and bench else tuple(rows)
