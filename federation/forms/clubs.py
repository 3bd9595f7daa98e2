"""Forms of clubs, their venues and the tables there. They clean and never save."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.actions.clubs import ClubDetails
from federation.actions.venues import VenueDetails
from federation.forms.fields import PHONE, DayField, today
from federation.models import Club, ClubState, Discipline, Federation, Venue
from federation.queries.clubs import ClubFilter
from federation.reading_messages import problem_text
from federation.rules.clubs import MOST_TABLES
from federation.rules.identity import IdentityKind, read_identity

ZONES = (
    ("Europe/Madrid", _("Península y Baleares")),
    ("Atlantic/Canary", _("Canarias")),
    ("Africa/Ceuta", _("Ceuta y Melilla")),
)


class ClubFilterForm(forms.Form):
    """What the list of clubs is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(label=_("Nombre"), max_length=80, required=False)
    estado = forms.ChoiceField(
        label=_("Estado"),
        choices=[("", _("Todos")), (ClubState.ACTIVE, _("Activos")), (ClubState.INACTIVE, _("De baja"))],
        required=False,
    )
    juego = forms.ChoiceField(
        label=_("Con mesas de"), choices=[("", _("Cualquiera")), *Discipline.choices], required=False
    )

    def chosen(self) -> ClubFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return ClubFilter(data.get("q", ""), data.get("estado", ""), data.get("juego", ""))


class ClubForm(forms.Form):
    """What is known of a club."""

    name = forms.CharField(label=_("Nombre"), max_length=80)
    short_name = forms.CharField(
        label=_("Nombre corto"), max_length=24, help_text=_("Para tablas y marcadores.")
    )
    tax_id = forms.CharField(label=_("CIF"), max_length=20, required=False)
    colours = forms.CharField(label=_("Colores"), max_length=60, required=False)
    contact_name = forms.CharField(label=_("Persona de contacto"), max_length=120, required=False)
    email = forms.EmailField(label=_("Correo"), max_length=254, required=False)
    phone = forms.CharField(label=_("Teléfono"), max_length=20, required=False, validators=[PHONE])
    address = forms.CharField(label=_("Dirección"), max_length=160, required=False)

    def clean_tax_id(self) -> str:
        """Give the number in its normal form; refuse one that is no entity's, saying why."""
        text = self.cleaned_data["tax_id"]
        if not text:
            return ""
        reading = read_identity(text)
        if reading.problem is not None or reading.normalised is None:
            raise forms.ValidationError(problem_text(reading.problem or "identity_not_understood"))
        if reading.kind is not IdentityKind.CIF:
            raise forms.ValidationError(_("Ese número es de una persona. Escribe el CIF del club."))
        return reading.normalised

    def details(self) -> ClubDetails:
        """Give what was typed."""
        return ClubDetails(**self.cleaned_data)

    @staticmethod
    def initial_of(club: Club) -> dict[str, str]:
        """Give what the form shows of a club that is there."""
        return {name: getattr(club, name) for name in ClubForm.base_fields}


class VenueForm(forms.Form):
    """Name, address and time zone of a venue."""

    name = forms.CharField(label=_("Nombre"), max_length=80)
    address = forms.CharField(label=_("Dirección"), max_length=160, required=False)
    time_zone = forms.ChoiceField(
        label=_("Hora local"), help_text=_("La hora en que se anuncian los encuentros de la sede.")
    )

    def __init__(self, *args: Any, venue: Venue | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("initial", _initial(venue))
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)  # noqa: S101 - for the types
        zone.choices = _zones(venue)

    def details(self) -> VenueDetails:
        """Give what was typed."""
        return VenueDetails(**self.cleaned_data)


def _initial(venue: Venue | None) -> dict[str, str]:
    if venue is not None:
        return {"name": venue.name, "address": venue.address, "time_zone": venue.time_zone}
    federation = Federation.objects.first()
    return {"time_zone": federation.time_zone} if federation else {}


def zone_name(zone: str) -> str:
    """A time zone as the office calls it."""
    return str(dict(ZONES).get(zone, zone))


def _zones(venue: Venue | None) -> list[tuple[str, Any]]:
    known = dict(ZONES)
    if venue is not None and venue.time_zone not in known and venue.time_zone in available_timezones():
        return [*ZONES, (venue.time_zone, venue.time_zone)]
    return list(ZONES)


class AddTablesForm(forms.Form):
    """How many more tables, of what, and whether they take coins."""

    discipline = forms.ChoiceField(label=_("De qué"), choices=Discipline.choices, widget=forms.RadioSelect)
    count = forms.IntegerField(label=_("Cuántas"), min_value=1, max_value=MOST_TABLES, initial=1)
    coin_operated = forms.BooleanField(
        label=_("Funcionan con monedas"), required=False, help_text=_("Solo las de bola 8.")
    )


class TableForm(forms.Form):
    """The number of a table, and whether it takes coins."""

    number = forms.IntegerField(label=_("Número"), min_value=1, max_value=MOST_TABLES)
    coin_operated = forms.BooleanField(label=_("Funciona con monedas"), required=False)

    def __init__(self, *args: Any, takes_coins: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not takes_coins:
            del self.fields["coin_operated"]


class LastDayForm(forms.Form):
    """The last day of something."""

    last_day: Any = DayField(label=_("Último día"), initial=today)

    def day(self) -> date:
        """Give the day."""
        chosen: date = self.cleaned_data["last_day"]
        return chosen
