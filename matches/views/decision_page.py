"""The page of one decision about an encounter: its words, and what it changes before it is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.models import Encounter
from competitions.rules.lifecycle import Action, Actor
from competitions.rules.standings.table import Row
from federation.models import Venue
from matches.queries import decisions as queries
from matches.queries.decisions import Effect
from matches.rules.decisions import WITH_DAY, Decision
from matches.views import decision_words, moments
from matches.views.happening_words import Change


@dataclass(frozen=True)
class Kind:
    """The words and the address of one kind of decision."""

    action: Action
    slug: str
    title: Any
    text: Any
    done: Any
    icon: str
    danger: bool = False


KINDS = (
    Kind(
        Action.POSTPONE,
        "aplazar",
        gettext_lazy("Aplazar"),
        gettext_lazy("Queda sin fecha hasta que se ponga otra. Las alineaciones cerradas se abren."),
        gettext_lazy("Encuentro aplazado."),
        "calendar-clock",
    ),
    Kind(
        Action.SET_DATE,
        "fecha",
        gettext_lazy("Poner fecha"),
        gettext_lazy("Día, hora y sede en que se juega."),
        gettext_lazy("Fecha puesta. La ven los dos lados, el juez árbitro y el público."),
        "calendar",
    ),
    Kind(
        Action.MARK_NOT_PLAYED,
        "no-jugado",
        gettext_lazy("No se ha jugado"),
        gettext_lazy("Un lado no se presentó, o no pudo jugarse. El resultado lo decide la federación."),
        gettext_lazy("Consta que no se ha jugado."),
        "octagon-x",
    ),
    Kind(
        Action.AWARD,
        "resultado",
        gettext_lazy("Resultado por decisión"),
        gettext_lazy("Con el tanteo que dice el reglamento. Entra en la clasificación."),
        gettext_lazy("Resultado escrito: ya cuenta en la clasificación."),
        "gavel",
    ),
    Kind(
        Action.UPHOLD,
        "se-juega",
        gettext_lazy("Se tiene que jugar"),
        gettext_lazy("No se da por perdido a nadie: se juega otro día."),
        gettext_lazy("Se juega el día fijado."),
        "repeat",
    ),
    Kind(
        Action.ANNUL,
        "anular",
        gettext_lazy("Anular el resultado"),
        gettext_lazy("El resultado deja de contar. Después se repite, o se decide otro."),
        gettext_lazy("Resultado anulado."),
        "ban",
        danger=True,
    ),
    Kind(
        Action.REPLAY,
        "repetir",
        gettext_lazy("Repetir el encuentro"),
        gettext_lazy("Se juega desde el principio, otro día."),
        gettext_lazy("Se repite el día fijado."),
        "refresh-cw",
    ),
)
BY_SLUG: Mapping[str, Kind] = {each.slug: each for each in KINDS}
BY_ACTION: Mapping[Action, Kind] = {each.action: each for each in KINDS}


@dataclass(frozen=True)
class Offer:
    """A decision that somebody may take now."""

    url: str
    title: str
    icon: str


def offers(encounter: Encounter, powers: Collection[Actor]) -> tuple[Offer, ...]:
    """What whoever has these powers may decide of the encounter as it stands."""
    kinds = (BY_ACTION[action] for action in queries.actions_for(encounter, powers))
    return tuple(Offer(url_of(encounter, each), str(each.title), each.icon) for each in kinds)


def url_of(encounter: Encounter, kind: Kind) -> str:
    """Where it is decided."""
    return reverse("matches:decide", args=[encounter.pk, kind.slug])


@dataclass(frozen=True)
class TableRow:
    """One entrant in the standings before and after."""

    name: str
    place: Change
    points: Change
    played: Change
    partidas: Change
    own: bool

    @property
    def changed(self) -> bool:
        """Does anything of it differ?"""
        return any(each.changed for each in (self.place, self.points, self.played, self.partidas))


@dataclass(frozen=True)
class EffectShown:
    """What is shown before it is written."""

    changes: tuple[Change, ...]
    rows: tuple[TableRow, ...]
    sentences: tuple[str, ...]


def effect_shown(encounter: Encounter, decision: Decision) -> EffectShown:
    """Read and arrange what a decision changes. Constant queries."""
    found = queries.effect_of(encounter, decision.action, decision.awarded_to)
    return EffectShown(
        changes=tuple(_changes(encounter, found)),
        rows=tuple(_rows(encounter, found)),
        sentences=tuple(_sentences(encounter, decision)),
    )


def _changes(encounter: Encounter, found: Effect) -> list[Change]:
    """Partidas, tantos and points of the encounter, where it has a result or is given one."""
    before = found.before
    after = queries.as_outcome(found.award) if found.award is not None else None
    if before is None and after is None:
        return []

    def change(label: str, column: str) -> Change:
        was, will = (
            f"{getattr(each, f'home_{column}')}–{getattr(each, f'away_{column}')}" if each else "–"
            for each in (before, after)
        )
        return Change(label, was, will)

    return [
        change(_("Partidas"), "partidas"),
        change(_("Tantos"), "tantos"),
        change(_("Puntos en la clasificación"), "points"),
    ]


def _rows(encounter: Encounter, found: Effect) -> list[TableRow]:
    if found.table is None or found.league is None:
        return []
    names = {each.pk: each.name for each in found.league.entered}
    before = {row.key: row for row in found.table[0].rows}
    own = (encounter.home_id, encounter.away_id)
    return [_row(before[row.key], row, names[row.key], own=row.key in own) for row in found.table[1].rows]


def _row(before: Row, after: Row, name: str, *, own: bool) -> TableRow:
    was, will = before.totals, after.totals
    return TableRow(
        name=name,
        place=Change(_("Puesto"), _place(before), _place(after)),
        points=Change(_("Puntos"), str(was.points), str(will.points)),
        played=Change(_("Jugados"), str(was.played), str(will.played)),
        partidas=Change(
            _("Partidas"),
            f"{was.partidas_for}–{was.partidas_against}",
            f"{will.partidas_for}–{will.partidas_against}",
        ),
        own=own,
    )


def _place(row: Row) -> str:
    return str(row.place) if row.place is not None else "–"


def _sentences(encounter: Encounter, decision: Decision) -> list[str]:
    action, names = decision.action, {"home": encounter.home.name, "away": encounter.away.name}
    if action is Action.POSTPONE:
        return [
            _("Queda sin fecha. El día y la mesa que tenía quedan libres, y las demás jornadas siguen."),
            _("Las alineaciones cerradas vuelven a ser borradores."),
        ]
    if action is Action.MARK_NOT_PLAYED:
        return [_("Queda a la espera de que la federación decida el resultado. No mueve la clasificación.")]
    if action is Action.AWARD and decision.awarded_to is not None:
        return [decision_words.awarded(decision.awarded_to.value, names), _("El resultado es firme.")]
    if action is Action.ANNUL:
        return [_("El resultado deja de contar. Lo escrito se conserva.")]
    return _about_the_day(encounter, decision)


def _about_the_day(encounter: Encounter, decision: Decision) -> list[str]:
    if decision.action not in WITH_DAY or decision.day is None:
        return []
    day = decision.day
    venue = Venue.objects.get(pk=day.venue_id)
    when = moments.day_and_hour(day.at, venue.time_zone)
    said = [_("Se juega el %(when)s, en %(venue)s.") % {"when": when, "venue": venue.name}]
    for each in queries.clashes(encounter, day.at, venue.time_zone):
        clash = {
            "name": f"{each.home.name} – {each.away.name}",
            "when": moments.day_and_hour(each.scheduled_at, each.venue.time_zone),
        }
        said.append(_("Ojo: ese día también hay %(name)s (%(when)s).") % clash)
    return said
