"""The office's pages of seasons: the list, opening the next one, copying teams into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions import next_season as actions
from federation.forms.seasons import CopyTeamsForm, SeasonForm
from federation.models import Season, User
from federation.queries import next_season as queries
from federation.queries.next_season import SeasonRow, TeamPlan
from federation.rules.next_season import TeamStays, next_dates, next_name
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.office import office_only

pages = require_http_methods(["GET", "HEAD", "POST"])
TEAM_STAYS: dict[TeamStays, Promise] = {
    TeamStays.HAS_ONE: _("Ya está en la temporada nueva"),
    TeamStays.CLUB_INACTIVE: _("Su club está de baja"),
}


@dataclass(frozen=True)
class SeasonLine:
    """A season in the list, how it stands today, and whether teams can be copied into it."""

    row: SeasonRow
    running: bool
    ahead: bool
    may_copy: bool


@dataclass(frozen=True)
class TeamLine:
    """A team of the season before in the preview."""

    plan: TeamPlan
    stays: str
    marked: bool
    people: int
    without: tuple[str, ...]


@require_safe
@office_only
def seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons, the last one first."""
    today = timezone.localdate()
    rows = queries.season_rows()
    lines = [
        SeasonLine(
            row,
            running=row.season.starts_on <= today <= row.season.ends_on,
            ahead=row.season.starts_on > today,
            # Into one that is over nobody goes any more; the first one has none before it.
            may_copy=row.season.ends_on >= today and number < len(rows) - 1,
        )
        for number, row in enumerate(rows)
    ]
    return render(request, "federation/seasons.html", {"lines": lines})


@pages
@office_only
def new_season(request: HttpRequest) -> HttpResponse:
    """Open the next season; its name and days are proposed from the last one's."""
    by = cast("User", request.user)
    last = Season.objects.order_by("-ends_on").first()
    initial: dict[str, object] = {}
    if last is not None:
        begins, ends = next_dates(last.ends_on)
        initial = {"name": next_name(last.name), "starts_on": begins, "ends_on": ends}
    form = SeasonForm(request.POST or None, initial=initial)
    page = FormPage(
        title=gettext("Abrir una temporada"),
        button=gettext("Abrir la temporada"),
        back=reverse("federation:seasons"),
        said=gettext("Temporada abierta. Ahora puedes renovar licencias y copiar los equipos."),
        note=gettext("Las licencias y los equipos son de una temporada. Las fechas no se pisan con otra."),
        crumbs=(crumb(gettext("Temporadas"), reverse("federation:seasons")), crumb(gettext("Nueva"))),
    )

    def act() -> str:
        actions.open_next(by=by, **form.cleaned_data)
        return reverse("federation:seasons")

    return show_form(request, page, form, act)


@pages
@office_only
def copy_teams(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview the teams of the season before with their squads, and copy those that are marked."""
    by, season = cast("User", request.user), get_object_or_404(Season, pk=pk)
    earlier = queries.before(season)
    plans = queries.plan(earlier, season) if earlier else []
    able = [plan.team.pk for plan in plans if plan.reason is None]
    # All of them are choices: the same form sent again finds its answer, and not its teams gone.
    known = [(plan.team.pk, plan.team.name) for plan in plans]
    form = CopyTeamsForm(request.POST or None, teams=known, initial={"teams": able})
    page = FormPage(
        title=gettext("Copiar los equipos"),
        button=gettext("Copiar los marcados"),
        back=reverse("federation:seasons"),
        said=gettext("Equipos copiados. Repasa cada plantilla antes de que empiece la temporada."),
        crumbs=(crumb(gettext("Temporadas"), reverse("federation:seasons")), crumb(gettext("Copiar"))),
    )

    def act() -> str:
        data = form.cleaned_data
        actions.copy_teams(teams=data["teams"], after=season, only_licensed=form.only_licensed(), by=by)
        return f"{reverse('competitions:teams')}?temporada={season.pk}"

    marked = form.chosen()
    lines = [_line(plan, marked) for plan in plans]
    extra = {
        "season": season,
        "earlier": earlier,
        "lines": lines,
        "able": len(able),
        "people": sum(line.people for line in lines if not line.stays),
        "without": sum(len(line.without) for line in lines if not line.stays),
    }
    return show_form(request, page, form, act, template="federation/copy_teams.html", extra=extra)


def _line(plan: TeamPlan, marked: set[str]) -> TeamLine:
    return TeamLine(
        plan=plan,
        stays=str(TEAM_STAYS[plan.reason]) if plan.reason is not None else "",
        marked=str(plan.team.pk) in marked,
        people=len(plan.copied(only_licensed=False)),
        without=tuple(str(member.entry.person) for member in plan.without_licence),
    )
