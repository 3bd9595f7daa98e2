"""Judges: the office's list and page of each, when one is away, and who judges an encounter."""

from __future__ import annotations

from typing import cast

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from competitions import messages as words
from competitions.actions.setup import designate_judge
from competitions.forms.judges import DesignationForm
from competitions.models import Encounter
from competitions.queries import judges as queries
from competitions.queries.captaincy import BEFORE_THE_CLOSE
from competitions.queries.entries import of_sides
from competitions.views.judge_page import choices, days_in_words, judge_page, rows_of, when
from federation.actions import judges as actions
from federation.forms.judges import AbsenceForm, JudgeFilterForm
from federation.models import JudgeAbsence, Licence, Person, Season, User
from federation.queries import judges as below
from federation.queries import seasons
from federation.views.downloads import Download, download, wanted
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.office import office_only
from federation.views.writes import Question, ask

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@require_safe
@office_only
def judges(request: HttpRequest) -> HttpResponseBase:
    """List the judges of a season with category, absences and designations; or give the list as a file."""
    form = JudgeFilterForm(request.GET)
    if form.season is None:
        return render(request, "competitions/judges.html", {"form": form, "season": None})
    found = below.judges(form.season, form.chosen())
    if wanted(request):
        return download(request, _table(list(found), form.season))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("pagina"))
    unjudged = queries.without_judge(form.season)
    context = {
        "form": form,
        "page": page,
        "rows": rows_of(list(page), form.season),
        "season": form.season,
        "unjudged": [(each, when(each)) for each in unjudged[: queries.WITHOUT_SHOWN]],
        "more": len(unjudged) > queries.WITHOUT_SHOWN,
    }
    return render(request, "competitions/judges.html", context)


@pages
@office_only
def judge(request: HttpRequest, person: int) -> HttpResponse:
    """Show a judge, and note when he is away."""
    found = get_object_or_404(Person.objects.filter(licences__kind="judge").distinct(), pk=person)
    page = FormPage(
        title=str(found),
        button=gettext("Anotar la ausencia"),
        back="",
        said=gettext("Ausencia anotada."),
        crumbs=(crumb(gettext("Jueces árbitros"), reverse("competitions:judges")), crumb(found)),
    )
    return _absences(request, found, page, reverse("competitions:judge", args=[found.pk]), own=False)


@pages
def own_absences(request: HttpRequest) -> HttpResponse:
    """Show a judge his own absences and designations, and let him note when he is away; 404 for others."""
    user = cast("User", request.user)
    if user.person is None or not below.is_judge(user.person.pk):
        raise Http404
    page = FormPage(
        title=gettext("Mis ausencias"),
        button=gettext("Anotar la ausencia"),
        back="",
        said=gettext("Ausencia anotada. La secretaría la tendrá en cuenta al designar."),
    )
    return _absences(request, user.person, page, reverse("competitions:own_absences"), own=True)


def _absences(request: HttpRequest, person: Person, page: FormPage, here: str, *, own: bool) -> HttpResponse:
    by, form = cast("User", request.user), AbsenceForm(request.POST or None)

    def act() -> str:
        actions.note_absence(person=person, by=by, **form.cleaned_data)
        return here

    extra = {
        "shown": judge_page(person, seasons.current()),
        "own": own,
        "take_back": "competitions:take_back_own_absence" if own else "competitions:take_back_absence",
    }
    return show_form(
        request, page, form, act, texts=words.text, template="competitions/judge.html", extra=extra
    )


@pages
@office_only
def take_back_absence(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take an absence of a judge back."""
    absence = get_object_or_404(JudgeAbsence.objects.select_related("person"), pk=pk)
    return _take_back(request, absence, reverse("competitions:judge", args=[absence.person_id]))


@pages
def take_back_own_absence(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take one's own absence back; somebody else's is not there (404)."""
    mine = JudgeAbsence.objects.select_related("person").filter(person=cast("User", request.user).person_id)
    return _take_back(request, get_object_or_404(mine, pk=pk), reverse("competitions:own_absences"))


def _take_back(request: HttpRequest, absence: JudgeAbsence, back: str) -> HttpResponse:
    by = cast("User", request.user)
    question = Question(
        title=gettext("Quitar una ausencia"),
        text=gettext("%(who)s vuelve a estar disponible %(days)s; si ya ha empezado, desde hoy.")
        % {"who": absence.person, "days": days_in_words(absence)},
        button=gettext("Quitar"),
        back=back,
    )
    form = forms.Form(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: actions.take_back_absence(absence=absence, by=by),
        said=gettext("Ausencia retirada."),
        texts=words.text,
    )


@pages
@office_only
def designate(request: HttpRequest, pk: int) -> HttpResponse:
    """Designate who judges an encounter: everybody who could, with what is told of each."""
    by = cast("User", request.user)
    related = Encounter.objects.select_related(*of_sides(club=True), "venue", "round__competition__season")
    encounter = get_object_or_404(related.filter(state__in=BEFORE_THE_CLOSE), pk=pk)
    offered = choices(encounter)
    able = [each for each in offered if not each.refused]
    form = DesignationForm(request.POST or None, choices=[(each.licence.pk, each.label) for each in able])
    held = queries.standing().filter(encounter=encounter).select_related("licence__person").first()
    page = FormPage(
        title=gettext("Designar juez árbitro"),
        button=gettext("Designar"),
        back=reverse("competitions:judges"),
        said=gettext("Juez árbitro designado."),
        crumbs=(
            crumb(gettext("Jueces árbitros"), reverse("competitions:judges")),
            crumb(gettext("Designar")),
        ),
    )

    def act() -> str:
        licence = Licence.objects.select_related("person").get(pk=form.cleaned_data["judge"])
        designate_judge(encounter=encounter, licence=licence, by=by)
        return reverse("competitions:judges")

    extra = {
        "encounter": encounter,
        "when": when(encounter),
        "held": held.licence.person if held else None,
        "refused": [(each.licence.person, each.refused) for each in offered if each.refused],
        "able": able,
    }
    return show_form(
        request, page, form, act, texts=words.text, template="competitions/designate.html", extra=extra
    )


def _table(found: list[Licence], season: Season) -> Download:
    headers = [
        gettext("Juez árbitro"),
        gettext("Licencia"),
        gettext("Categoría"),
        gettext("Club"),
        gettext("Designaciones"),
        gettext("Ausencias"),
    ]
    rows = [
        (
            str(row.licence.person),
            row.licence.number,
            row.licence.category,
            str(row.licence.club or ""),
            row.designations,
            row.absences,
        )
        for row in rows_of(found, season)
    ]
    return Download(f"{gettext('Jueces árbitros')} {season}", headers, rows, people=len(rows))
