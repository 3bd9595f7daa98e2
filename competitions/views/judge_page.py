"""What the pages of judges show, ready for their templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from competitions import messages as words
from competitions.models import Encounter, JudgeDesignation
from competitions.queries import judges as queries
from competitions.queries.captaincy import day_of
from competitions.queries.entries import clubs_of
from competitions.queries.judges import Candidate
from competitions.rules.judges import REFUSED, Remark, remarks
from federation.models import JudgeAbsence, Licence, Person, Season
from federation.queries import judges as below
from federation.rules.errors import RuleError
from federation.rules.zones import in_zone
from federation.views.acts import day_in_words


@dataclass(frozen=True)
class JudgeRow:
    """A judge in the list."""

    licence: Licence
    absences: str
    away_today: bool
    designations: int


@dataclass(frozen=True)
class AbsenceRow:
    """Some days on which a judge is away; `open` while they can be taken back."""

    absence: JudgeAbsence
    days: str
    open: bool


@dataclass(frozen=True)
class DesignationRow:
    """An encounter that a judge is or was designated to; `clash` when he is away that day."""

    encounter: Encounter
    day: date
    clash: bool


@dataclass(frozen=True)
class JudgePage:
    """A judge's own page, or the office's page of him."""

    person: Person
    licence: Licence | None
    season: Season | None
    absences: tuple[AbsenceRow, ...]
    designations: tuple[DesignationRow, ...]


@dataclass(frozen=True)
class Choice:
    """A judge who could be designated, and what is told of him."""

    licence: Licence
    label: str
    refused: str


def rows_of(licences: Sequence[Licence], season: Season) -> list[JudgeRow]:
    """The rows of the list. Two queries."""
    today = timezone.localdate()
    keys = [licence.person_id for licence in licences]
    absences, had = below.absences(keys, today), queries.counts(keys, season)
    return [
        JudgeRow(
            licence=each,
            absences="; ".join(days_in_words(absence) for absence in absences.get(each.person_id, ())),
            away_today=any(absence.starts_on <= today for absence in absences.get(each.person_id, ())),
            designations=had.get(each.person_id, 0),
        )
        for each in licences
    ]


def judge_page(person: Person, season: Season | None) -> JudgePage:
    """Read and arrange a judge's page. Constant queries."""
    today = timezone.localdate()
    absences = list(below.own_absences(person.pk))
    designated = queries.designations(person.pk, season) if season else []
    licence = _licence(person, season)
    return JudgePage(
        person=person,
        licence=licence,
        season=season,
        absences=tuple(AbsenceRow(each, days_in_words(each), each.ends_on >= today) for each in absences),
        designations=tuple(_designation(each, absences, today) for each in designated),
    )


def _licence(person: Person, season: Season | None) -> Licence | None:
    if season is None:
        return None
    return below.judges(season, below.JudgeFilter()).filter(person=person).first()


def _designation(
    designation: JudgeDesignation, absences: Sequence[JudgeAbsence], today: date
) -> DesignationRow:
    encounter = designation.encounter
    day = day_of(encounter)
    away = any(absence.starts_on <= day <= absence.ends_on for absence in absences)
    return DesignationRow(encounter, day, clash=away and day >= today)


def days_in_words(absence: JudgeAbsence) -> str:
    """From which day to which somebody is away."""
    if absence.starts_on == absence.ends_on:
        return gettext("el %(day)s") % {"day": day_in_words(absence.starts_on)}
    days = {"begin": day_in_words(absence.starts_on), "end": day_in_words(absence.ends_on)}
    return gettext("del %(begin)s al %(end)s") % days


def when(encounter: Encounter) -> str:
    """The moment of an encounter on the clocks of the place."""
    at = in_zone(encounter.scheduled_at, encounter.venue.time_zone)
    return date_format(at, gettext("j b Y, H:i"))


def choices(encounter: Encounter) -> list[Choice]:
    """Everybody who could judge an encounter: those with fewest designations and nothing told come first."""
    day = day_of(encounter)
    sides = clubs_of([encounter.home, encounter.away], encounter.round.competition.season_id)
    clubs = {club for own in sides.values() for club, _name in own}
    told = [(each, remarks(each.facts, day, clubs)) for each in queries.candidates(encounter)]
    told.sort(key=lambda pair: (len(pair[1]), pair[0].designations))
    return [_choice(each, found) for each, found in told]


def _choice(candidate: Candidate, found: Sequence[Remark]) -> Choice:
    licence, n = candidate.licence, candidate.designations
    parts = [str(licence.person), licence.category]
    parts.append(ngettext("%(n)s designación", "%(n)s designaciones", n) % {"n": n})
    parts += [_told(remark) for remark in found if remark not in REFUSED]
    refused = next((_told(remark) for remark in found if remark in REFUSED), "")
    return Choice(licence, " · ".join(part for part in parts if part), refused)


def _told(remark: Remark) -> str:
    return words.text(RuleError(remark.value)).rstrip(".")
