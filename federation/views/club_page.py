"""What the pages of clubs show, ready for their templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from federation.models import (
    Club,
    ClubDelegation,
    ClubState,
    Discipline,
    LicenceKind,
    Season,
    Team,
    Venue,
    VenueTable,
)
from federation.queries import clubs as queries
from federation.queries.clubs import Tally
from federation.queries.seasons import current
from federation.views.acts import Act, acts_of


@dataclass(frozen=True)
class ClubRow:
    """A club in the list."""

    club: Club
    tally: Tally


@dataclass(frozen=True)
class VenueCard:
    """A venue on its club's page, its tables in words."""

    venue: Venue
    tables: tuple[str, ...]


@dataclass(frozen=True)
class SeasonTeams:
    """The teams of one season."""

    season: Season
    teams: list[Team] = field(default_factory=list)


@dataclass(frozen=True)
class SeasonLicences:
    """How many licences a season has, of each kind."""

    season: Season
    counts: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class ClubPage:
    """A club's whole page."""

    club: Club
    season: Season | None
    venues: tuple[VenueCard, ...]
    seasons: tuple[SeasonTeams, ...]
    delegates: Sequence[ClubDelegation]
    kinds: tuple[str, ...]
    licences: tuple[SeasonLicences, ...]
    acts: tuple[Act, ...]

    @property
    def may_have_teams(self) -> bool:
        """May the club enter teams?"""
        return self.club.state == ClubState.ACTIVE


def rows_of(clubs: Iterable[Club], tallies: Mapping[int, Tally]) -> list[ClubRow]:
    """The rows of the list."""
    return [ClubRow(club, tallies[club.pk]) for club in clubs]


def club_page(club: Club) -> ClubPage:
    """Read and arrange a club's page. Constant queries."""
    kinds = LicenceKind.values
    return ClubPage(
        club=club,
        season=current(),
        venues=tuple(VenueCard(venue, tables_in_words(venue.tables.all())) for venue in queries.venues(club)),
        seasons=tuple(_by_season(queries.teams(club))),
        delegates=queries.delegates(club),
        kinds=tuple(str(LicenceKind(kind).label) for kind in kinds),
        licences=tuple(
            SeasonLicences(season, tuple(counts[kind] for kind in kinds), total)
            for season, counts, total in queries.licence_counts(club)
        ),
        acts=tuple(acts_of(queries.history(club), ACTS)),
    )


def _by_season(teams: Iterable[Team]) -> list[SeasonTeams]:
    found: dict[int, SeasonTeams] = {}
    for team in teams:
        found.setdefault(team.season_id, SeasonTeams(team.season)).teams.append(team)
    return list(found.values())


def table_name(table: VenueTable) -> str:
    """A table in words: its number and what is played at it."""
    game = {Discipline.DOMINO: gettext("dominó"), Discipline.POOL: gettext("bola 8")}
    said = gettext("Mesa %(number)s de %(game)s") % {
        "number": table.number,
        "game": game[Discipline(table.discipline)],
    }
    return gettext("%(table)s, con monedas") % {"table": said} if table.coin_operated else said


def tables_in_words(tables: Iterable[VenueTable]) -> tuple[str, ...]:
    """How many tables of each kind: «6 mesas de dominó», «2 de bola 8 (1 con monedas)»."""
    kinds = [(table.discipline, table.coin_operated) for table in tables]
    domino = kinds.count((Discipline.DOMINO, False))
    pool = sum(discipline == Discipline.POOL for discipline, _coins in kinds)
    coins = kinds.count((Discipline.POOL, True))
    found = []
    if domino:
        found.append(ngettext("%(n)s mesa de dominó", "%(n)s mesas de dominó", domino) % {"n": domino})
    if pool:
        said = ngettext("%(n)s mesa de bola 8", "%(n)s mesas de bola 8", pool) % {"n": pool}
        if coins:
            said += " " + gettext("(%(n)s con monedas)") % {"n": coins}
        found.append(said)
    return tuple(found)


CLUB_COLUMNS: Mapping[str, Promise] = {
    "name": _("Nombre"),
    "short_name": _("Nombre corto"),
    "tax_id": _("CIF"),
    "contact_name": _("Persona de contacto"),
    "email": _("Correo"),
    "phone": _("Teléfono"),
    "address": _("Dirección"),
    "colours": _("Colores"),
    "state": _("Estado"),
}
"""What the columns of clubs are called where they are taken away."""

ACTS: Mapping[str, Promise] = {
    "club.changed": _("Datos del club cambiados"),
    "club.closed": _("Club dado de baja: %(reason)s"),
    "club.details_entered": _("Datos del club escritos"),
    "club.registered": _("Club dado de alta"),
    "club.reopened": _("Club dado de alta otra vez: %(reason)s"),
    "import.undone": _("Se deshizo la importación n.º %(import)s"),
    "team.changed": _("Equipo %(name)s: datos cambiados"),
    "team.registered": _("Equipo %(name)s inscrito"),
    "teams.copied": _("Equipos copiados de la temporada anterior: %(names)s"),
    "venue.changed": _("Sede %(name)s: datos cambiados"),
    "venue.closed": _("Sede %(name)s cerrada; último día, %(last_day)s"),
    "venue.registered": _("Sede %(name)s añadida"),
    "venue.reopened": _("Sede %(name)s abierta otra vez"),
    "venue.table_changed": _("Sede %(name)s: una mesa cambiada"),
    "venue.table_removed": _("Sede %(name)s: una mesa retirada"),
    "venue.tables_added": _("Sede %(name)s: mesas añadidas"),
}
