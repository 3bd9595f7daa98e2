"""The public lists: what is played now, and a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Encounter, Round
from federation import clock
from matches.queries import live_lists
from matches.queries.live import AFTER_PLAY, IN_PLAY, OFFICIAL
from matches.queries.live_lists import Standing
from matches.queries.people import encounter_day
from matches.queries.public_acta import published_side
from matches.views import moments
from matches.views.live_part import Crumb
from matches.views.next_step import Chip, chip_of

OFTEN, SELDOM = 5, 30


@dataclass(frozen=True)
class Row:
    """One encounter of a list."""

    key: str
    url: str
    home: str
    away: str
    home_score: int | None
    away_score: int | None
    home_lead: bool
    away_lead: bool
    chip: Chip
    progress: str
    place: str


@dataclass(frozen=True)
class Group:
    """The encounters of one round."""

    title: str
    url: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class RoundPage:
    """Everything that a round's page shows."""

    title: str
    about: str
    crumbs: tuple[Crumb, ...]
    zone: str
    every: int
    name: str
    counts: str
    rows: tuple[Row, ...]
    previous: Crumb | None
    next: Crumb | None
    standings: str
    template: str = "matches/live/round.html"


@dataclass(frozen=True)
class IndexPage:
    """Everything that the index shows."""

    title: str
    about: str
    crumbs: tuple[Crumb, ...]
    zone: str
    every: int
    now: tuple[Group, ...]
    ahead: tuple[Group, ...]
    ahead_title: str
    done: tuple[Group, ...]
    template: str = "matches/live/index.html"


def round_page(pk: int) -> RoundPage:
    """Read and arrange a round. Constant queries; raises Round.DoesNotExist."""
    found = live_lists.live_round(pk)
    states = [each.encounter.state for each in found.standings]
    name = _name_of(found.round)
    return RoundPage(
        title=name,
        about=_("%(round)s: marcadores en directo y resultados.") % {"round": name},
        crumbs=(Crumb(_("En directo"), reverse("matches:live")),),
        zone=timezone.get_default_timezone_name(),
        every=OFTEN if set(states) & {"playing", *AFTER_PLAY} else SELDOM,
        name=name,
        counts=_counts(states),
        rows=tuple(_row(each) for each in found.standings),
        previous=_beside(found.previous),
        next=_beside(found.next),
        standings=reverse("matches:standings", args=[found.round.competition_id]),
    )


def index_page() -> IndexPage:
    """Read and arrange what is played now, next and last. Constant queries."""
    found = live_lists.today()
    return IndexPage(
        title=_("En directo"),
        about=_("Qué se juega ahora, qué viene después y los últimos resultados."),
        crumbs=(),
        zone=timezone.get_default_timezone_name(),
        every=OFTEN if found.now else SELDOM,
        now=_groups(found.now),
        ahead=_groups(found.ahead),
        ahead_title=_ahead_title(found.ahead),
        done=_groups(found.done),
    )


def _name_of(round_: Round) -> str:
    said = {"competition": round_.competition.name, "number": round_.number}
    return _("%(competition)s, jornada %(number)s") % said


def _beside(round_: Round | None) -> Crumb | None:
    if round_ is None:
        return None
    label = _("Jornada %(number)s") % {"number": round_.number}
    return Crumb(label, reverse("matches:live_round", args=[round_.pk]))


def _counts(states: Sequence[str]) -> str:
    playing, done = states.count("playing"), sum(state in (*AFTER_PLAY, *OFFICIAL) for state in states)
    waiting = sum(state in ("scheduled", "line_ups") for state in states)
    said = []
    if playing:
        said.append(ngettext("%(n)s en juego", "%(n)s en juego", playing) % {"n": playing})
    if done:
        said.append(ngettext("%(n)s terminado", "%(n)s terminados", done) % {"n": done})
    if waiting:
        said.append(ngettext("%(n)s por jugar", "%(n)s por jugar", waiting) % {"n": waiting})
    return " · ".join(said)


def _ahead_title(ahead: Sequence[Standing]) -> str:
    if not ahead:
        return ""
    day = timezone.localdate(ahead[0].encounter.scheduled_at)
    if day == clock.today():
        return _("Hoy")
    return _("Próximos: %(day)s") % {"day": date_format(day, _(r"l j \d\e F"))}


def _groups(standings: Sequence[Standing]) -> tuple[Group, ...]:
    """Gathered by round, in the order in which each round first comes."""
    places: dict[int, int] = {}
    for each in standings:
        places.setdefault(each.encounter.round_id, len(places))
    ordered = sorted(standings, key=lambda each: (places[each.encounter.round_id], each.encounter.number))
    return tuple(_group(list(rows)) for _key, rows in groupby(ordered, lambda each: each.encounter.round_id))


def _group(standings: Sequence[Standing]) -> Group:
    round_ = standings[0].encounter.round
    url = reverse("matches:live_round", args=[round_.pk])
    return Group(_name_of(round_), url, tuple(_row(each) for each in standings))


def _row(standing: Standing) -> Row:
    encounter = standing.encounter
    home, away = _score(standing)
    day = encounter_day(encounter)
    return Row(
        key=f"e{encounter.pk}",
        url=reverse("matches:live_encounter", args=[encounter.pk]),
        home=published_side(encounter.home, day),
        away=published_side(encounter.away, day),
        home_score=home,
        away_score=away,
        home_lead=home is not None and away is not None and home > away,
        away_lead=home is not None and away is not None and away > home,
        chip=chip_of(encounter.state),
        progress=_progress(standing),
        place=_place(encounter),
    )


def _score(standing: Standing) -> tuple[int | None, int | None]:
    if standing.outcome is not None:
        return standing.outcome.home_partidas, standing.outcome.away_partidas
    if standing.play is not None:
        return standing.play.home, standing.play.away
    return None, None


def _progress(standing: Standing) -> str:
    play = standing.play
    if play is None or standing.encounter.state not in IN_PLAY:
        return ""
    said = {"over": play.over, "all": len(play.boards)}
    return _("%(over)s de %(all)s mesas terminadas") % said


def _place(encounter: Encounter) -> str:
    if encounter.state == "postponed":
        return encounter.venue.name
    when = moments.short_day(encounter.scheduled_at, encounter.venue.time_zone)
    return f"{when} · {encounter.venue.name}"
