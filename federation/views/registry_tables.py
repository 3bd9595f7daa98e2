"""The lists of people and licences as files: exactly what the screen is narrowed to, in its order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from federation import clock
from federation.files.export import ExportValue
from federation.models import Licence, Person, Season
from federation.queries import seasons
from federation.queries.licences import shown_for
from federation.queries.people_list import PeopleFilter
from federation.rules.people import is_minor
from federation.views.downloads import Download
from federation.views.licence_page import chip_of

AT_ONCE = 1000


def season_shown(chosen: PeopleFilter) -> Season | None:
    """Whose licences a list of people shows: the season that was chosen, else the one that runs."""
    found = Season.objects.filter(pk=chosen.season).first() if chosen.season else None
    return found or seasons.current()


def people_table(found: QuerySet[Person], chosen: PeopleFilter, narrowed: str) -> Download:
    """A list of people with the licence of the season that says most about each."""
    return Download(
        title=gettext("Personas"),
        headers=(
            gettext("Primer apellido"),
            gettext("Segundo apellido"),
            gettext("Nombre"),
            gettext("Fecha de nacimiento"),
            gettext("Menor"),
            gettext("Licencia"),
            gettext("Clase"),
            gettext("Estado"),
            gettext("Club"),
            gettext("Categoría"),
            gettext("Temporada"),
            gettext("Foto"),
            gettext("Cuenta"),
        ),
        rows=_people_rows(found, season_shown(chosen), clock.today()),
        people=found.count(),
        narrowed=narrowed,
    )


def _people_rows(
    found: QuerySet[Person], season: Season | None, today: date
) -> Iterator[Sequence[ExportValue]]:
    ordered = found.order_by("sort_key", "pk").prefetch_related(None)
    walked = ordered.iterator(chunk_size=AT_ONCE)
    while some := list(islice(walked, AT_ONCE)):
        licences = shown_for(some, season)
        for who in some:
            yield _person_row(who, licences.get(who.pk), season, today)


def _person_row(who: Any, held: Licence | None, season: Season | None, today: date) -> Sequence[ExportValue]:
    licence = (
        (
            held.number,
            str(held.get_kind_display()),
            chip_of(held, today).label,
            held.club.name if held.club else "",
            held.category,
            season.name if season else "",
        )
        if held
        else ("", "", "", "", "", "")
    )
    return (
        who.surname_1,
        who.surname_2,
        who.given_name,
        who.birth_date,
        _yes(is_minor(who.birth_date, today)),
        *licence,
        _yes(who.has_photo),
        _yes(who.has_account),
    )


def licences_table(found: QuerySet[Licence], narrowed: str) -> Download:
    """A list of licences with what each says and how it stands today."""
    return Download(
        title=gettext("Licencias"),
        headers=(
            gettext("Licencia"),
            gettext("Primer apellido"),
            gettext("Segundo apellido"),
            gettext("Nombre"),
            gettext("Clase"),
            gettext("Estado"),
            gettext("Club"),
            gettext("Categoría"),
            gettext("Temporada"),
            gettext("Válida desde"),
            gettext("Válida hasta"),
        ),
        rows=_licence_rows(found, clock.today()),
        people=found.count(),
        narrowed=narrowed,
    )


def _licence_rows(found: QuerySet[Licence], today: date) -> Iterator[Sequence[ExportValue]]:
    for each in found.order_by("person__sort_key", "pk").iterator(chunk_size=AT_ONCE):
        yield (
            each.number,
            each.person.surname_1,
            each.person.surname_2,
            each.person.given_name,
            str(each.get_kind_display()),
            chip_of(each, today).label,
            each.club.name if each.club else "",
            each.category,
            each.season.name,
            each.valid_from,
            each.valid_to,
        )


def _yes(holds: bool) -> str:  # noqa: FBT001
    return gettext("sí") if holds else gettext("no")
