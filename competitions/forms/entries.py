"""Forms of who enters a competition, and of encounters. They clean and never save."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.actions.entries import Meeting
from competitions.models import Competition
from competitions.queries.competitions import MOST_ALIKE, entries, licensed_like
from federation.forms.fields import DayField, LongChoiceField, LongSelect
from federation.models import Person, Season, Venue

MOST_ROUNDS = 99


class SearchForm(forms.Form):
    """Whom the list of entries is narrowed to."""

    q = forms.CharField(label=_("Nombre o licencia"), max_length=80, required=False)

    def text(self) -> str:
        """Give what is looked for; nothing when it cannot be read."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class PlayerField(forms.CharField):
    """Somebody with a player's licence of the season, told by its number or by his name."""

    def __init__(self, *, label: Any, season: Season) -> None:
        super().__init__(
            label=label, max_length=80, help_text=_("Su número de licencia, o su nombre y apellidos.")
        )
        self.season = season

    def clean(self, value: Any) -> Any:
        """Give the one person who is meant; refuse what finds nobody, or several, naming them."""
        text = super().clean(value)
        found = licensed_like(text, self.season)
        if not found:
            raise forms.ValidationError(
                _("Nadie con licencia de jugador de esta temporada se llama así ni tiene ese número.")
            )
        if len(found) > 1:
            raise forms.ValidationError(_told(found))
        return found[0][0]


def _told(found: list[tuple[Person, str]]) -> str:
    said = "; ".join(f"{number} {person}" for person, number in found[:MOST_ALIKE])
    if len(found) > MOST_ALIKE:
        return gettext("Hay muchas personas así. Escribe el número de licencia.")
    return gettext("Puede ser: %(people)s. Escribe el número de licencia.") % {"people": said}


class PlayerForm(forms.Form):
    """Who enters a competition of players."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = PlayerField(label=_("Jugador"), season=season)


class PairForm(forms.Form):
    """Which two enter a competition of pairs, and what they call themselves."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = PlayerField(label=_("Primer jugador"), season=season)
        self.fields["partner"] = PlayerField(label=_("Segundo jugador"), season=season)
        self.fields["name"] = forms.CharField(
            label=_("Nombre de la pareja"),
            max_length=60,
            required=False,
            help_text=_("Si no tiene, se llama por sus dos jugadores."),
        )


class EncounterForm(forms.Form):
    """Who meets whom in which round, where and when."""

    round = forms.IntegerField(label=_("Jornada"), min_value=1, max_value=MOST_ROUNDS)
    home = forms.TypedChoiceField(label=_("Nombrado en primer lugar"), coerce=int, widget=LongSelect)
    away = forms.TypedChoiceField(label=_("Rival"), coerce=int, widget=LongSelect)
    venue: Any = LongChoiceField(label=_("Sede"), queryset=Venue.objects.none(), empty_label=_("Elige"))
    day: Any = DayField(label=_("Día"))
    time = forms.TimeField(
        label=_("Hora"),
        help_text=_("La de la sede."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.competition = competition
        able = Venue.objects.filter(Q(closed_on__isnull=True) | Q(closed_on__gte=timezone.localdate()))
        self.entered = {each.pk: each for each in entries(competition)}
        offered = [("", _("Elige")), *((key, each.name) for key, each in self.entered.items())]
        for name in ("home", "away"):
            self.fields[name].choices = offered  # type: ignore[attr-defined]
        self.fields["venue"].queryset = able.order_by("name", "pk")  # type: ignore[attr-defined]

    def clean_day(self) -> Any:
        """Give the day; it lies within the season."""
        day, season = self.cleaned_data["day"], self.competition.season
        if not season.starts_on <= day <= season.ends_on:
            raise forms.ValidationError(_("Está fuera de la temporada de la competición."))
        return day

    def meeting(self) -> Meeting:
        """Give what was chosen, its hour on the clocks of the venue."""
        data = self.cleaned_data
        zone = ZoneInfo(data["venue"].time_zone)
        return Meeting(
            round=data["round"],
            home=self.entered[data["home"]],
            away=self.entered[data["away"]],
            venue=data["venue"],
            at=datetime.combine(data["day"], data["time"], tzinfo=zone),
            day=data["day"],
        )
