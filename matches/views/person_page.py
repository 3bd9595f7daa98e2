"""What a person's page shows of his licences, teams and encounters, ready for its template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext

from competitions.models import Encounter
from federation import clock
from federation.models import Person, RosterEntry
from federation.queries import licences, person_record
from federation.queries.people import keys_of
from federation.rules.people import is_minor
from federation.rules.zones import in_zone
from federation.views.licence_page import LicenceRow, Step, day_text, licence_row, licence_steps
from federation.views.people_page import age_text
from matches.queries import person_history
from matches.queries.person_history import Played, Tally
from matches.views.next_step import Chip, chip_of


@dataclass(frozen=True)
class LicenceCard:
    """A licence with its steps."""

    row: LicenceRow
    steps: Sequence[Step]


@dataclass(frozen=True)
class SquadRow:
    """A team that the person is or was in."""

    team: str
    club: str
    season: str
    role: str
    dates: str
    now: bool


@dataclass(frozen=True)
class PlayedRow:
    """An encounter of the person."""

    url: str
    day: date
    team: str
    rival: str
    score: str
    result: str
    boards: str
    competition: str
    chip: Chip


@dataclass(frozen=True)
class JudgedRow:
    """An encounter that the person judged, or is to judge."""

    url: str
    day: date
    name: str
    competition: str
    chip: Chip


@dataclass(frozen=True)
class PersonPage:
    """Everything of a person but his rights and what was done to him."""

    born: str
    minor: bool
    consent: str
    photo: str
    licences: Sequence[LicenceCard]
    squads: Sequence[SquadRow]
    tallies: Sequence[Tally]
    played: Sequence[PlayedRow]
    more_played: bool
    judged: Sequence[JudgedRow]
    more_judged: bool


def person_page(person: Person) -> PersonPage:
    """Read and arrange a person's page. Constant queries."""
    today = clock.today()
    records = keys_of(person)
    played, more_played = person_history.played_by(records)
    judged, more_judged = person_history.judged_by(records)
    consent = person.public_name_consent_on
    return PersonPage(
        born=age_text(person.birth_date, today),
        minor=is_minor(person.birth_date, today),
        consent=gettext("desde el %(day)s") % {"day": day_text(consent)} if consent else "",
        photo=person_record.photo_mark(person),
        licences=_licence_cards(person, today),
        squads=[_squad_row(entry, today) for entry in person_record.squads_of(person)],
        tallies=person_history.tallies_of(records),
        played=[_played_row(each) for each in played],
        more_played=more_played,
        judged=[_judged_row(each) for each in judged],
        more_judged=more_judged,
    )


def _licence_cards(person: Person, today: date) -> list[LicenceCard]:
    histories = person_record.licence_histories(person)
    clubs = licences.club_names(row for rows in histories.values() for row in rows)
    return [
        LicenceCard(licence_row(each, today), licence_steps(histories.get(each.pk, ()), clubs))
        for each in person_record.licences_of(person)
    ]


def _squad_row(entry: RosterEntry, today: date) -> SquadRow:
    until = day_text(entry.valid_to) if entry.valid_to else ""
    since = day_text(entry.valid_from)
    return SquadRow(
        team=entry.team.name,
        club=entry.team.club.name,
        season=entry.team.season.name,
        role=str(entry.get_role_display()),
        dates=f"{since} – {until}" if until else gettext("desde el %(day)s") % {"day": since},
        now=entry.valid_from <= today and (entry.valid_to is None or entry.valid_to >= today),
    )


def _played_row(each: Played) -> PlayedRow:
    return PlayedRow(
        url=reverse("matches:encounter", args=[each.encounter.pk]),
        day=_day(each.encounter),
        team=each.own.name,
        rival=each.rival.name,
        score=_score(each),
        result=_result(each),
        boards=_boards(each.boards),
        competition=_competition(each.encounter),
        chip=chip_of(each.encounter.state),
    )


def _score(each: Played) -> str:
    """His team's partidas first."""
    if each.outcome is None:
        return ""
    own = (each.outcome.home_partidas, each.outcome.away_partidas)
    first, second = own if each.side == "home" else own[::-1]
    return f"{first}–{second}"


def _result(each: Played) -> str:
    if each.outcome is None or each.outcome.is_pending or each.outcome.kind == "annulled":
        return ""
    if not each.outcome.winner:
        return gettext("empató")
    return gettext("ganó") if each.outcome.winner == each.side else gettext("perdió")


def _boards(numbers: Sequence[int]) -> str:
    if not numbers:
        return gettext("suplente")
    return gettext("mesa %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}


def _judged_row(encounter: Encounter) -> JudgedRow:
    return JudgedRow(
        url=reverse("matches:encounter", args=[encounter.pk]),
        day=_day(encounter),
        name=str(encounter),
        competition=_competition(encounter),
        chip=chip_of(encounter.state),
    )


def _day(encounter: Encounter) -> date:
    return in_zone(encounter.scheduled_at, encounter.venue.time_zone).date()


def _competition(encounter: Encounter) -> str:
    round_ = encounter.round
    said = {"name": round_.competition.name, "season": round_.competition.season.name, "round": round_.number}
    return gettext("%(name)s %(season)s, jornada %(round)s") % said
