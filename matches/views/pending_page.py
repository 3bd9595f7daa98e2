"""Everything that waits for an acta, a signature, a seal or an answer, in all current competitions."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Round
from federation import clock
from federation.models import User
from federation.views.office import Card
from matches.queries import agenda, overviews
from matches.views.overview_rows import Figure, Line, Queue, line_of, queue_of


@dataclass(frozen=True)
class Section:
    """One list of the page."""

    id: str
    title: str
    none: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class PendingPage:
    """The whole page."""

    figures: tuple[Figure, ...]
    sections: tuple[Section, ...]
    queue: Queue
    more: bool


def pending_page(user: User) -> PendingPage:
    """Read and arrange what waits. Constant queries for any number of encounters."""
    found = overviews.waiting(user)
    now = clock.now()
    queue = queue_of(found, now)
    late = [each for each in found if each.days_late]
    unsigned = [each for each in found if each.awaited]
    protested = [each for each in found if each.protests]
    lines = {each.encounter.pk: line_of(each, now) for each in found}

    def section(id_: str, title: str, none: str, chosen: list[overviews.Overview]) -> Section:
        return Section(id_, title, none, tuple(lines[each.encounter.pk] for each in chosen))

    return PendingPage(
        figures=(
            Figure(len(late), _("atrasadas"), "stop" if late else "", "#atrasadas"),
            Figure(len(unsigned), _("por firmar"), "warn" if unsigned else "", "#firmas"),
            Figure(len(protested), _("bajo protesta"), "warn" if protested else "", "#protestas"),
            Figure(len(queue.rows), _("en cola de sellado"), "stop" if queue.stopped else "", "#cola"),
        ),
        sections=(
            section("atrasadas", _("Actas atrasadas"), _("Ninguna."), late),
            section("firmas", _("Firmas que faltan"), _("Ninguna."), unsigned),
            section("protestas", _("Bajo protesta"), _("Ninguna."), protested),
        ),
        queue=queue,
        more=len(found) >= overviews.MOST_WAITING,
    )


def office_cards() -> list[Card]:
    """What the office's front page says of actas, of the round in play, and where blank Hojas are."""
    waits, late = overviews.count_waiting()
    said = ngettext("%(n)s encuentro espera.", "%(n)s encuentros esperan.", waits) % {"n": waits}
    overdue = ngettext("%(n)s acta atrasada.", "%(n)s actas atrasadas.", late) % {"n": late}
    actas = Card(
        id="actas",
        title=_("Actas pendientes"),
        icon="file-text",
        text=f"{said} {overdue}" if waits else _("Ningún encuentro espera acta, firma ni sello."),
        url=reverse("matches:pending_actas"),
        label=_("Ver lo pendiente"),
        tone="stop" if late else "",
    )
    hojas = Card(
        id="hojas",
        title=_("Hojas de Anotaciones"),
        icon="printer",
        text=_("En blanco, para tener en la mesa. Las de un encuentro, con sus nombres, están en su página."),
        url=reverse("matches:blank_sheets"),
        label=_("Imprimir en blanco"),
    )
    current = _round_in_play()
    if current is None:
        return [actas, hojas]
    where = {"competition": current.competition.name, "number": current.number}
    return [
        Card(
            id="jornada",
            title=_("Jornada"),
            icon="calendar",
            text=_("%(competition)s, jornada %(number)s: cada encuentro, y qué le falta.") % where,
            url=reverse("matches:round", args=[current.pk]),
            label=_("Ver la jornada"),
        ),
        actas,
        hojas,
    ]


def _round_in_play() -> Round | None:
    competitions = agenda.current_competitions()
    if not competitions:
        return None
    return agenda.round_in_play(competitions[0], agenda.rounds_of(competitions[0]))
