"""The public page of a competition's standings: rows, why the level ones stand so, what is pending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from competitions.models import Entrants
from competitions.queries.standings import League, Meeting, league
from competitions.rules.standings.counting import Ended
from competitions.rules.standings.facts import Standing
from competitions.rules.standings.lots import digest_of
from competitions.rules.standings.table import Row, Standings, positions, standings
from competitions.views import standings_words as words
from federation import clock
from matches.queries.public_acta import published_side
from matches.views.live_part import Crumb
from matches.views.next_step import Chip, chip_of
from matches.views.standings_chart import Chart, chart_of

SELDOM = 30
CHIPS = {
    Standing.PROVISIONAL: "sealed",
    Standing.HOMOLOGATED: "homologated",
    Standing.FINAL: "final",
}
# What a row is.
WHO = {
    Entrants.TEAMS: lambda: _("Equipo"),
    Entrants.PAIRS: lambda: _("Pareja"),
    Entrants.PLAYERS: lambda: _("Jugador"),
}
# Letter, shape and whole word of each result of the last five.
RUN = {
    Ended.WON: ("w", pgettext_lazy("result", "G"), gettext_lazy("ganó")),
    Ended.DRAWN: ("d", pgettext_lazy("result", "E"), gettext_lazy("empató")),
    Ended.LOST: ("l", pgettext_lazy("result", "P"), gettext_lazy("perdió")),
}


@dataclass(frozen=True)
class Mark:
    """One of the last five."""

    css: str
    letter: str


@dataclass(frozen=True)
class Line:
    """A row of the table; figures of whoever has not played are dashes, except its points."""

    key: str
    place: int | None
    name: str
    decider: str
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    partidas: str
    tantos: str
    run: tuple[Mark, ...]
    run_words: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class PendingLine:
    """An encounter of a round that has begun to count, without a result yet."""

    key: str
    url: str
    home: str
    away: str
    round: str
    chip: Chip


@dataclass(frozen=True)
class StandingsPage:
    """Everything that the page shows."""

    title: str
    about: str
    crumbs: tuple[Crumb, ...]
    zone: str
    name: str
    subtitle: str
    caption: str
    who: str
    chip: Chip | None
    firmness: str
    lines: tuple[Line, ...]
    has_notes: bool
    ties: tuple[words.TieWords, ...]
    criteria: tuple[str, ...]
    lots: str
    pending: tuple[PendingLine, ...]
    rounds: tuple[Crumb, ...]
    chart: Chart | None
    every: int = SELDOM
    template: str = "matches/live/standings.html"


def standings_page(pk: int) -> StandingsPage:
    """Read and arrange the standings. Constant queries; raises Competition.DoesNotExist."""
    return page_of(league(pk))


def page_of(found: League) -> StandingsPage:
    """Arrange the standings of a competition that was read."""
    made = standings(found.facts, found.terms)
    day = clock.today()
    names = {each.pk: published_side(each, day) for each in found.entered}
    last = max((each.round_number for each in found.meetings if each.fixture.result is not None), default=0)
    first = found.terms.criteria[0].code
    competition = found.competition
    lines = tuple(_line(row, names[row.key], first) for row in made.rows)
    return StandingsPage(
        title=_("Clasificación: %(competition)s") % {"competition": competition.name},
        about=_("Clasificación de %(competition)s, con lo que decide cada puesto.")
        % {"competition": competition.name},
        crumbs=(Crumb(_("En directo"), reverse("matches:live")),),
        zone=timezone.get_default_timezone_name(),
        name=competition.name,
        subtitle=_subtitle(found, last),
        caption=_("Clasificación tras la jornada %(number)s") % {"number": last}
        if last
        else _("Clasificación antes de empezar"),
        who=WHO[Entrants(competition.entrants)](),
        chip=chip_of(CHIPS[made.standing]) if last else None,
        firmness=_firmness(found.meetings),
        lines=lines,
        has_notes=any(line.notes for line in lines),
        ties=words.ties(made, names, found.facts.fixtures, found.terms.criteria),
        criteria=tuple(words.criterion_name(criterion.code) for criterion in found.terms.criteria),
        lots=_lots(found, made, names),
        pending=tuple(_pending(each, names) for each in found.meetings if _is_pending(each, last)),
        chart=_chart(found, made, names) if last > 1 else None,
        rounds=tuple(
            Crumb(str(each.number), reverse("matches:live_round", args=[each.pk])) for each in found.rounds
        ),
    )


def _chart(found: League, made: Standings, names: Mapping[int, str]) -> Chart:
    rounds = {each.key: each.round_number for each in found.meetings}
    order = [row.key for row in made.rows if row.place is not None]
    return chart_of(positions(found.facts, found.terms, rounds), names, order)


def _subtitle(found: League, last: int) -> str:
    competition = found.competition
    said = [_("Temporada %(season)s") % {"season": competition.season.name}]
    if found.rounds:
        rounds = {"number": last, "all": len(found.rounds)}
        said.append(_("jornada %(number)s de %(all)s") % rounds if last else _("sin empezar"))
    version = competition.regulation_version
    said.append(
        _("%(regulation)s, versión %(number)s")
        % {"regulation": version.regulation.name, "number": version.number}
    )
    return " · ".join(said)


def _firmness(meetings: Sequence[Meeting]) -> str:
    provisional = sum(
        1
        for each in meetings
        if each.fixture.result is not None and each.fixture.result.standing is Standing.PROVISIONAL
    )
    if not provisional:
        return ""
    return ngettext(
        "%(n)s resultado es provisional: su acta todavía se puede reclamar.",
        "%(n)s resultados son provisionales: sus actas todavía se pueden reclamar.",
        provisional,
    ) % {"n": provisional}


def _line(row: Row, name: str, first: str) -> Line:
    totals = row.totals
    has_played = totals.played > 0
    return Line(
        key=f"p{row.key}",
        place=row.place,
        name=name,
        decider=words.decider(row, first),
        points=totals.points,
        played=totals.played,
        won=totals.won,
        drawn=totals.drawn,
        lost=totals.lost,
        partidas=f"{totals.partidas_for}–{totals.partidas_against}" if has_played else "–",
        tantos=words.signed(totals.tantos_difference) if has_played else "–",
        run=tuple(Mark(RUN[each][0], str(RUN[each][1])) for each in row.form),
        run_words=", ".join(str(RUN[each][2]) for each in row.form),
        notes=_notes(row),
    )


def _notes(row: Row) -> tuple[str, ...]:
    notes = [
        ngettext("%(points)s punto: %(reason)s", "%(points)s puntos: %(reason)s", abs(each.points))
        % {"points": words.signed(each.points), "reason": each.reason}
        for each in row.adjustments
    ]
    return (*notes, _("retirado")) if row.place is None else tuple(notes)


def _is_pending(meeting: Meeting, last: int) -> bool:
    return meeting.round_number <= last and meeting.fixture.result is None


def _pending(meeting: Meeting, names: Mapping[int, str]) -> PendingLine:
    return PendingLine(
        key=f"x{meeting.key}",
        url=reverse("matches:live_encounter", args=[meeting.key]),
        home=names[meeting.fixture.home],
        away=names[meeting.fixture.away],
        round=_("Jornada %(number)s") % {"number": meeting.round_number},
        chip=chip_of(meeting.state),
    )


def _lots(found: League, made: Standings, names: Mapping[int, str]) -> str:
    """How anybody draws the lots again, told where they decided something."""
    decided = any(row.decided_by is not None and row.decided_by.criterion == "lots" for row in made.rows)
    if not decided or not found.entered:
        return ""
    first = found.entered[0]
    said = {
        "seed": found.terms.seed,
        "example": f"{found.terms.seed}:{first.lot}",
        "digest": digest_of(found.terms.seed, first.lot)[:8],
        "numbers": ", ".join(f"{names[each.pk]} {each.lot}" for each in found.entered),
    }
    return (
        _(
            "Sorteo con la semilla «%(seed)s»: se calcula el SHA-256 de la semilla, dos puntos y el número "
            "de cada uno, y va delante el menor. De «%(example)s» sale %(digest)s… Números: %(numbers)s."
        )
        % said
    )
