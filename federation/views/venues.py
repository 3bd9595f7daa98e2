"""The office's pages of a club's venues and of the tables in them."""

from __future__ import annotations

from typing import cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from federation.actions import venues as actions
from federation.forms.clubs import AddTablesForm, TableForm, VenueForm, zone_name
from federation.models import Club, Discipline, User, Venue, VenueTable
from federation.views.club_page import table_name
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.office import office_only
from federation.views.writes import Question, ask

pages = require_http_methods(["GET", "HEAD", "POST"])


@pages
@office_only
def new_venue(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a venue of a club."""
    by, club = cast("User", request.user), get_object_or_404(Club, pk=pk)
    form = VenueForm(request.POST or None)
    page = FormPage(
        title=gettext("Nueva sede"),
        about=club.name,
        button=gettext("Añadir la sede"),
        back=reverse("federation:club", args=[club.pk]),
        said=gettext("Sede añadida. Ahora, sus mesas."),
    )
    return show_form(
        request,
        page,
        form,
        lambda: page_of(actions.enter_venue(club=club, details=form.details(), by=by)),
    )


@pages
@office_only
def venue(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a venue with its tables, and add some."""
    by, found = cast("User", request.user), _venue_or_404(pk)
    form = AddTablesForm(request.POST or None, initial={"discipline": Discipline.DOMINO, "count": 1})
    page = FormPage(
        title=found.name,
        button=gettext("Añadir"),
        back="",
        said=gettext("Mesas añadidas."),
        crumbs=_crumbs(found),
    )

    def act() -> str:
        data = form.cleaned_data
        actions.add_tables(
            venue=found,
            discipline=Discipline(data["discipline"]),
            count=data["count"],
            coin_operated=data["coin_operated"],
            by=by,
        )
        return page_of(found)

    tables = [(table, table_name(table)) for table in found.tables.order_by("discipline", "number")]
    extra = {"venue": found, "tables": tables, "zone": zone_name(found.time_zone)}
    return show_form(request, page, form, act, template="federation/venue.html", extra=extra)


@pages
@office_only
def edit_venue(request: HttpRequest, pk: int) -> HttpResponse:
    """Change name, address or time zone of a venue."""
    by, found = cast("User", request.user), _venue_or_404(pk)
    form = VenueForm(request.POST or None, venue=found)
    page = FormPage(
        title=gettext("Cambiar los datos de la sede"),
        about=found.name,
        button=gettext("Guardar"),
        back=page_of(found),
        said=gettext("Datos guardados."),
        note=gettext(
            "Si cambia la hora local, los encuentros se anuncian en la nueva; el momento es el mismo."
        ),
    )
    return show_form(
        request,
        page,
        form,
        lambda: page_of(actions.change_venue(venue=found, details=form.details(), by=by)),
    )


@pages
@office_only
def reopen_venue(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then open a closed venue again."""
    by, found = cast("User", request.user), _venue_or_404(pk)
    question = Question(
        title=gettext("Abrir la sede otra vez"),
        text=gettext("%(venue)s vuelve a valer para los encuentros.") % {"venue": found},
        button=gettext("Abrir la sede"),
        back=page_of(found),
    )
    form = forms.Form(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: actions.reopen_venue(venue=found, by=by),
        said=gettext("Sede abierta."),
    )


@pages
@office_only
def change_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a table another number, or say whether it takes coins."""
    by, found = cast("User", request.user), _table_or_404(pk)
    initial = {"number": found.number, "coin_operated": found.coin_operated}
    takes_coins = found.discipline == Discipline.POOL
    form = TableForm(request.POST or None, initial=initial, takes_coins=takes_coins)
    page = FormPage(
        title=table_name(found),
        about=found.venue.name,
        button=gettext("Guardar"),
        back=page_of(found.venue),
        said=gettext("Mesa guardada."),
        note=gettext("Lo ya jugado en ella conserva el número que tenía."),
    )

    def act() -> str:
        data = form.cleaned_data
        coins = data.get("coin_operated", False)
        actions.change_table(table=found, number=data["number"], coin_operated=coins, by=by)
        return page_of(found.venue)

    return show_form(request, page, form, act)


@pages
@office_only
def remove_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take a table out of its venue."""
    by, found = cast("User", request.user), _table_or_404(pk)
    question = Question(
        title=gettext("Quitar la mesa"),
        text=gettext("%(table)s deja de estar en %(venue)s. Lo jugado en ella conserva su nombre.")
        % {"table": table_name(found), "venue": found.venue},
        button=gettext("Quitar"),
        back=page_of(found.venue),
        danger=True,
    )
    form = forms.Form(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: actions.remove_table(table=found, by=by),
        said=gettext("Mesa retirada."),
    )


def page_of(found: Venue) -> str:
    """The address of a venue's page."""
    return reverse("federation:venue", args=[found.pk])


def _venue_or_404(pk: int) -> Venue:
    return get_object_or_404(Venue.objects.select_related("club"), pk=pk)


def _table_or_404(pk: int) -> VenueTable:
    return get_object_or_404(VenueTable.objects.select_related("venue__club"), pk=pk)


def _crumbs(found: Venue) -> tuple[Crumb, ...]:
    clubs = crumb(gettext("Clubes"), reverse("federation:clubs"))
    if found.club is None:
        return (clubs, crumb(found.name))
    own = crumb(found.club.name, reverse("federation:club", args=[found.club_id]))
    return (clubs, own, crumb(found.name))
