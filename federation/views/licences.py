"""The office's pages of licences: the list, one licence with its steps, and what is done with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from federation import clock
from federation.actions import licences as actions
from federation.forms.fields import ReasonForm
from federation.forms.licences import CorrectLicenceForm, GrantForm, LicencesFilterForm, NewLicenceForm
from federation.models import Licence, Person, User
from federation.queries import licences as queries
from federation.queries import seasons
from federation.queries.cards import with_card
from federation.queries.pages import MOST_COUNTED, counted, sliced
from federation.rules.errors import ConflictError
from federation.rules.licences import LicenceAct, acts_open
from federation.views.downloads import download, wanted
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.licence_page import licence_facts, licence_row, licence_steps
from federation.views.office import office_only
from federation.views.paging import start_of
from federation.views.registry_tables import licences_table

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@require_safe
@office_only
def licences(request: HttpRequest) -> HttpResponseBase:
    """List licences by the name of their people, narrowed by what they say and how they stand."""
    form = LicencesFilterForm(request.GET)
    found = queries.licences(form.chosen())
    if wanted(request):
        return download(request, licences_table(found, form.described()))
    page = sliced(found, by="person__sort_key", start=start_of(request), size=PER_PAGE)
    today = clock.today()
    context = {
        "form": form,
        "page": page,
        "rows": [licence_row(each, today) for each in page.rows],
        "count": counted(found),
        "most": MOST_COUNTED,
    }
    return render(request, "federation/licences.html", context)


@require_safe
@office_only
def licence(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a licence: what it says, its steps with dates and authors, and what can be done with it."""
    found = _found(pk)
    today, history = clock.today(), queries.history(found)
    context = {
        "licence": found,
        "facts": licence_facts(found),
        "row": licence_row(found, today),
        "steps": licence_steps(history, queries.club_names(history)),
        "acts": [ACT_PAGES[act] for act in acts_open(found.state)],
        "has_card": with_card(Licence.objects.filter(pk=pk)).exists(),
        "crumbs": _crumbs(found),
    }
    return render(request, "federation/licence.html", context)


@pages
@office_only
def new_licence(request: HttpRequest, pk: int) -> HttpResponse:
    """Grant a person a licence, or enter that one was asked for."""
    by, who = cast("User", request.user), get_object_or_404(Person, pk=pk)
    form = NewLicenceForm(request.POST or None, initial=_proposed(who))

    def make() -> str:
        data, terms = form.cleaned_data, form.terms()
        if data["act"] == form.REQUEST:
            made = actions.request_licence(person=who, season=data["season"], terms=terms, by=by)
        else:
            made = actions.grant_licence(
                person=who,
                season=data["season"],
                club=terms.club,
                kind=terms.kind,
                number=data["number"],
                category=terms.category,
                valid_from=terms.valid_from,
                valid_to=terms.valid_to,
                by=by,
            )
        return page_of(made)

    back = reverse("matches:person", args=[who.pk])
    page = FormPage(
        title=gettext("Nueva licencia"),
        about=str(who),
        button=gettext("Guardar"),
        back=back,
        said=gettext("Licencia guardada."),
        crumbs=(
            crumb(gettext("Personas"), reverse("federation:people")),
            crumb(who, back),
            crumb(gettext("Nueva licencia")),
        ),
    )
    return show_form(request, page, form, make)


@pages
@office_only
def correct_licence(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct club, category and dates of a licence; what it said stays in its history."""
    by, found = cast("User", request.user), _found(pk)
    form = CorrectLicenceForm(request.POST or None, licence=found)

    def correct() -> str:
        said = {"reason": form.cleaned_data["reason"], "read": form.cleaned_data["read"]}
        try:
            actions.change_licence(licence=found, terms=form.terms(), by=by, **said)
        except ConflictError:
            found.refresh_from_db(from_queryset=Licence.objects.select_related("club"))
            form.show_now(found)
            raise
        return page_of(found)

    page = FormPage(
        title=gettext("Corregir la licencia"),
        about=f"{found.number} {found.person}".strip(),
        button=gettext("Guardar"),
        back=page_of(found),
        said=gettext("Licencia corregida."),
        note=gettext("El número, la clase y la temporada no cambian: para eso se retira y se hace otra."),
        crumbs=_crumbs(found, gettext("Corregir")),
    )
    return show_form(request, page, form, correct)


@dataclass(frozen=True)
class ActPage:
    """An act on a licence: its place in the address, the words of its page, and what it asks."""

    act: LicenceAct
    slug: str
    title: Promise
    note: Promise
    said: Promise
    icon: str
    form: type[forms.Form] = ReasonForm
    danger: bool = True


ACT_PAGES = {
    page.act: page
    for page in (
        ActPage(
            LicenceAct.GRANT,
            "conceder",
            _("Conceder"),
            _("Desde que se concede, vale entre sus dos fechas."),
            _("Licencia concedida."),
            "check",
            GrantForm,
            danger=False,
        ),
        ActPage(
            LicenceAct.REFUSE,
            "denegar",
            _("Denegar"),
            _("La solicitud termina aquí; después se puede pedir otra."),
            _("Licencia denegada."),
            "x",
        ),
        ActPage(
            LicenceAct.SUSPEND,
            "suspender",
            _("Suspender"),
            _("Mientras esté suspendida nadie puede alinearse ni arbitrar con ella."),
            _("Licencia suspendida."),
            "pause",
        ),
        ActPage(
            LicenceAct.RESTORE,
            "levantar",
            _("Levantar la suspensión"),
            _("Vuelve a valer, si no ha caducado."),
            _("Suspensión levantada."),
            "undo-2",
            forms.Form,
            danger=False,
        ),
        ActPage(
            LicenceAct.WITHDRAW,
            "retirar",
            _("Retirar"),
            _("No se puede deshacer. Quien vuelva recibe otra licencia, con el mismo número."),
            _("Licencia retirada."),
            "ban",
        ),
    )
}
_BY_SLUG = {page.slug: page for page in ACT_PAGES.values()}


@pages
@office_only
def act_on_licence(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Take a licence one step further: grant, refuse, suspend, restore or withdraw it."""
    chosen, found = _BY_SLUG.get(act), _found(pk)
    if chosen is None:
        raise Http404
    form = chosen.form(request.POST or None)

    def take() -> str:
        run = partial(actions.act_on_licence, licence=found, act=chosen.act, by=cast("User", request.user))
        run(**form.cleaned_data)
        return page_of(found)

    page = FormPage(
        title=str(chosen.title),
        about=f"{found.number} {found.person}".strip(),
        button=str(chosen.title),
        back=page_of(found),
        said=str(chosen.said),
        note=str(chosen.note),
        danger=chosen.danger,
        crumbs=_crumbs(found, str(chosen.title)),
    )
    return show_form(request, page, form, take)


def page_of(found: Licence) -> str:
    """The address of a licence's page."""
    return reverse("federation:licence", args=[found.pk])


def _found(pk: int) -> Licence:
    return get_object_or_404(Licence.objects.select_related("person", "club", "season"), pk=pk)


def _proposed(who: Person) -> dict[str, object]:
    """What a new licence of this person probably says: what his last one did, in the season that runs."""
    last = queries.last_of(who)
    proposed: dict[str, object] = {"season": seasons.current()}
    return proposed | ({"club": last.club, "category": last.category, "kind": last.kind} if last else {})


def _crumbs(found: Licence, last: str = "") -> tuple[Crumb, ...]:
    name = found.number or gettext("Licencia sin número")
    way = crumb(gettext("Licencias"), reverse("federation:licences"))
    return (way, crumb(name, page_of(found)), crumb(last)) if last else (way, crumb(name))
