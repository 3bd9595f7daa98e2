"""Forms of teams and their squads. They clean and never save."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.actions.teams import TeamDetails
from competitions.models import Competition
from competitions.queries import teams as queries
from competitions.queries.captaincy import on_roster
from competitions.queries.teams import TeamFilter
from federation.forms.fields import REASON_LENGTH, DayField
from federation.models import Club, ClubState, Person, RosterEntry, RosterRole, Season, Team, Venue
from federation.queries import seasons

REASON_HELP = _("Solo si está fuera de plazo o vale desde antes. Queda en el historial.")


class TeamFilterForm(forms.Form):
    """A season, and what its list of teams is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(label=_("Equipo o club"), max_length=80, required=False)
    temporada: Any = forms.ModelChoiceField(
        label=_("Temporada"), queryset=Season.objects.none(), required=False, empty_label=None
    )
    competicion: Any = forms.ModelChoiceField(
        label=_("Competición"),
        queryset=Competition.objects.none(),
        required=False,
        empty_label=_("Todas"),
    )

    def __init__(self, data: Any) -> None:
        self.season = seasons.chosen(data.get("temporada", ""))
        shown = {**{key: data.get(key) for key in data}, "temporada": self.season.pk if self.season else ""}
        super().__init__(shown)
        self.fields["temporada"].queryset = seasons.seasons()  # type: ignore[attr-defined]
        if self.season is not None:
            self.fields["competicion"].queryset = queries.competitions_of(self.season)  # type: ignore[attr-defined]

    def chosen(self) -> TeamFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return TeamFilter(data.get("q", ""), data.get("competicion"))


class TeamForm(forms.Form):
    """What a team is called, where it plays, and whose reserve it is."""

    name = forms.CharField(label=_("Nombre"), max_length=60)
    venue: Any = forms.ModelChoiceField(
        label=_("Sede"),
        queryset=Venue.objects.none(),
        required=False,
        empty_label=_("Sin sede todavía"),
        help_text=_("Donde juega en casa."),
    )
    reserve_of: Any = forms.ModelChoiceField(
        label=_("Filial de"),
        queryset=Team.objects.none(),
        required=False,
        empty_label=_("De ninguno"),
        help_text=_("El equipo del club que está por encima: sus jugadores pueden ayudarle."),
    )

    def __init__(
        self, *args: Any, club: Club, season: Season, team: Team | None = None, **kwargs: Any
    ) -> None:
        if team is not None:
            kwargs["initial"] = {
                "name": team.name,
                "venue": team.venue_id,
                "reserve_of": team.reserve_of_id,
            }
        super().__init__(*args, **kwargs)
        venues = Venue.objects.filter(club=club).filter(
            Q(closed_on__isnull=True) | Q(closed_on__gte=timezone.localdate())
        )
        kept = Venue.objects.filter(pk=team.venue_id) if team and team.venue_id else Venue.objects.none()
        self.fields["venue"].queryset = (venues | kept).order_by("name", "pk")  # type: ignore[attr-defined]
        others = Team.objects.filter(club=club, season=season)
        if team is not None:
            others = others.exclude(pk=team.pk)
        self.fields["reserve_of"].queryset = others.order_by("sort_key", "pk")  # type: ignore[attr-defined]

    def details(self) -> TeamDetails:
        """Give what was typed."""
        return TeamDetails(**self.cleaned_data)


class ClubAndSeasonForm(forms.Form):
    """Of which club and for which season a new team is."""

    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.filter(state=ClubState.ACTIVE), empty_label=_("Elige")
    )
    season: Any = forms.ModelChoiceField(
        label=_("Temporada"), queryset=Season.objects.none(), empty_label=None
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        coming = Season.objects.filter(ends_on__gte=timezone.localdate()).order_by("starts_on")
        self.fields["season"].queryset = coming  # type: ignore[attr-defined]


class PersonSearchForm(forms.Form):
    """Whom to put in a squad."""

    q = forms.CharField(
        label=_("Nombre, apellidos o licencia"),
        max_length=80,
        required=False,
        help_text=_("Basta una parte; sin tildes. También vale el DNI."),
    )

    def text(self) -> str:
        """Give what is looked for; nothing when it cannot be read."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class _ReasonForm(forms.Form):
    """A reason that only an exception needs; last, whatever comes before it."""

    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, required=False, help_text=REASON_HELP
    )


class JoinForm(_ReasonForm):
    """As what somebody joins a squad, and from which day on."""

    role = forms.ChoiceField(
        label=_("Función"),
        choices=RosterRole.choices,
        widget=forms.RadioSelect,
        initial=RosterRole.PLAYER,
    )
    day: Any = DayField(label=_("Desde"))
    field_order = ("role", "day", "reason")


class LeaveForm(_ReasonForm):
    """The last day of somebody in a squad."""

    day: Any = DayField(label=_("Último día"))
    field_order = ("day", "reason")


class _TeamField(forms.ModelChoiceField):
    """A team told with its club."""

    def label_from_instance(self, obj: Team) -> str:
        """Give what the choice shows."""
        return f"{obj.name} ({obj.club.short_name})"


class TransferForm(_ReasonForm):
    """To which team somebody moves, from which day on, and whether his licence goes with him."""

    to: Any = _TeamField(label=_("A qué equipo"), queryset=Team.objects.none(), empty_label=_("Elige"))
    day: Any = DayField(label=_("Primer día en el nuevo equipo"))
    with_licence = forms.BooleanField(
        label=_("Pasar también su licencia al club del nuevo equipo"), required=False, initial=True
    )
    field_order = ("to", "day", "with_licence", "reason")

    def __init__(self, *args: Any, entry: RosterEntry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Team.objects.filter(season=entry.team.season_id).exclude(pk=entry.team_id)
        to = self.fields["to"]
        assert isinstance(to, forms.ModelChoiceField)  # noqa: S101 - for the types
        to.queryset = others.select_related("club").order_by("club__sort_key", "sort_key", "pk")


NOBODY = "nobody"


class CaptainForm(_ReasonForm):
    """Who captains or seconds a team, and from which day on; or that nobody seconds it."""

    role = forms.ChoiceField(
        label=_("Función"),
        choices=[
            *(choice for choice in RosterRole.choices if choice[0] != RosterRole.PLAYER),
            (NOBODY, _("dejar el equipo sin subcapitán")),
        ],
        widget=forms.RadioSelect,
        initial=RosterRole.CAPTAIN,
    )
    person: Any = forms.ModelChoiceField(
        label=_("Quién"), queryset=Person.objects.none(), empty_label=_("Elige")
    )
    day: Any = DayField(label=_("Desde"), help_text=_("Hoy o más tarde."))
    field_order = ("role", "person", "day", "reason")

    def __init__(self, data: Any = None, *, team: Team, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        today = timezone.localdate()
        rows = RosterEntry.objects.filter(team=team).filter(on_roster(today) | Q(valid_from__gt=today))
        person = self.fields["person"]
        assert isinstance(person, forms.ModelChoiceField)  # noqa: S101 - for the types
        person.queryset = Person.objects.filter(pk__in=rows.values("person")).order_by("sort_key", "pk")
        person.required = not data or data.get("role") != NOBODY

    def clean_person(self) -> Person | None:
        """Give who it is; nobody when the place is to be empty."""
        chosen: Person | None = self.cleaned_data["person"]
        return None if self.cleaned_data.get("role") == NOBODY else chosen

    def office(self) -> RosterRole:
        """Give what he becomes, or what nobody is to be."""
        chosen = self.cleaned_data["role"]
        return RosterRole.VICE_CAPTAIN if chosen == NOBODY else RosterRole(chosen)
