"""What the pages of teams show, ready for their templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions import messages
from competitions.queries import squads as squad_queries
from competitions.queries import teams as queries
from competitions.queries.teams import Standing
from competitions.rules.squads import Terms, is_open, too_small
from competitions.views.squad_words import ACTS, window_in_words
from federation.models import Licence, LicenceKind, Person, RosterEntry, RosterRole, Team
from federation.rules.licences import EXPIRED, GRANTED, NOT_YET, standing
from federation.views.acts import Act, acts_of


@dataclass(frozen=True)
class TeamRow:
    """A team in the list."""

    team: Team
    standing: Standing


@dataclass(frozen=True)
class Chip:
    """A state in a word, with its tone."""

    kind: str
    label: str


@dataclass(frozen=True)
class Member:
    """Somebody who is in the squad, or will be."""

    entry: RosterEntry
    role: str
    licence: str
    chip: Chip | None
    begun: bool


@dataclass(frozen=True)
class Rule:
    """What one competition asks of the squad."""

    competition: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TeamPage:
    """A team's whole page."""

    team: Team
    standing: Standing
    warnings: tuple[str, ...]
    members: tuple[Member, ...]
    past: tuple[Member, ...]
    captain: Person | None
    vice_captain: Person | None
    reserves: Sequence[Team]
    rules: tuple[Rule, ...]
    acts: tuple[Act, ...]


def rows_of(teams: Sequence[Team]) -> list[TeamRow]:
    """The rows of the list."""
    standings = queries.standings(teams)
    return [TeamRow(team, standings[team.pk]) for team in teams]


def team_page(team: Team) -> TeamPage:
    """Read and arrange a team's page. Constant queries."""
    today = timezone.localdate()
    entries = queries.squad(team)
    licences = queries.licences(team, (entry.person_id for entry in entries))
    members = [_member(entry, team, licences.get(entry.person_id), today) for entry in entries]
    now = [member for member in members if not _is_over(member.entry, today)]
    past = [member for member in members if _is_over(member.entry, today)]
    terms = squad_queries.terms_of([team.pk])
    found = queries.standings([team])[team.pk]
    acts, names = queries.history(team)
    return TeamPage(
        team=team,
        standing=found,
        warnings=tuple(_warnings(entries, terms, found, today)),
        members=tuple(sorted(now, key=lambda member: not member.begun)),
        past=tuple(sorted(past, key=lambda member: member.entry.valid_to or today, reverse=True)),
        captain=found.captain,
        vice_captain=_holder(now, (RosterRole.VICE_CAPTAIN,)),
        reserves=list(team.reserves.order_by("sort_key")),
        rules=tuple(_rule(each, today) for each in terms),
        acts=tuple(acts_of(acts, ACTS, _values(names))),
    )


def _is_over(entry: RosterEntry, day: date) -> bool:
    return entry.valid_to is not None and entry.valid_to < day


def _member(entry: RosterEntry, team: Team, licence: Licence | None, day: date) -> Member:
    return Member(
        entry=entry,
        role=str(RosterRole(entry.role).label),
        licence=licence.number if licence else "",
        chip=_chip(entry, team, licence, day),
        begun=entry.valid_from <= day,
    )


def _chip(entry: RosterEntry, team: Team, licence: Licence | None, day: date) -> Chip | None:
    """What is amiss with somebody's licence; nothing to say of one who captains and does not play."""
    if entry.role == RosterRole.NON_PLAYING_CAPTAIN:
        return None
    if licence is None or licence.kind != LicenceKind.PLAYER:
        return Chip("aviso", gettext("Sin licencia"))
    stands = standing(licence.state, licence.valid_from, licence.valid_to, day)
    if stands not in (GRANTED, NOT_YET):
        words = {EXPIRED: gettext("Licencia caducada")}
        return Chip(
            "aviso", words.get(stands, gettext("Licencia %(state)s") % {"state": licence.get_state_display()})
        )
    if licence.club_id not in (None, team.club_id):
        return Chip("aviso", gettext("Licencia de otro club"))
    return None


def _warnings(
    entries: Sequence[RosterEntry], terms: Sequence[Terms], found: Standing, day: date
) -> Iterable[str]:
    if entries:
        places = squad_queries.as_places(entries)
        yield from (messages.objection_text(each) for each in too_small(places, day, terms))
    if found.captain is None:
        yield gettext("El equipo no tiene capitán: mientras tanto habla por él el subcapitán, si lo hay.")


def _holder(members: Iterable[Member], roles: Iterable[str]) -> Person | None:
    return next((each.entry.person for each in members if each.entry.role in roles and each.begun), None)


def _rule(terms: Terms, day: date) -> Rule:
    lines = [_size(terms.asks("squad_min"), terms.asks("squad_max"))]
    for name, words in WINDOWS.items():
        window = terms.asks(name)
        if window is None:
            continue
        opened = (
            gettext("ahora, abierto") if is_open(window, day, terms.rounds) else gettext("ahora, cerrado")
        )
        lines.append(f"{words}: {window_in_words(window)} ({opened})")
    limit = terms.asks("reserve_team_rule")
    if limit is not None:
        lines.append(
            gettext("Filiales: cada jugador puede ayudar arriba %(n)s veces sin quedarse.") % {"n": limit}
        )
    return Rule(terms.name, tuple(lines))


WINDOWS: Mapping[str, Promise] = {
    "registration_window": _("Inscripciones"),
    "transfer_window": _("Traspasos"),
}


def _size(least: int | None, most: int | None) -> str:
    said = {"least": least, "most": most}
    if least is not None and most is not None:
        return gettext("Plantilla: entre %(least)s y %(most)s jugadores.") % said
    if least is not None:
        return gettext("Plantilla: como mínimo, %(least)s.") % said
    if most is not None:
        return gettext("Plantilla: como máximo, %(most)s.") % said
    return gettext("Plantilla: sin mínimo ni máximo.")


def _values(names: Mapping[int, str]) -> dict[str, Callable[[object], str]]:
    def person(key: object) -> str:
        return names.get(key, "") if isinstance(key, int) else ""

    def role(value: object) -> str:
        return str(RosterRole(value).label) if value in RosterRole.values else ""

    return {"person": person, "role": role, "before": role}
