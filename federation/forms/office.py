"""Forms of the office: whom to look for, invite, give a role or name delegate. They clean and never save."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField, today
from federation.models import Club, ClubState, Role
from federation.queries.accounts import Filter

ANY = [("", _("Todas"))]


class AccountsFilterForm(forms.Form):
    """What the list of accounts is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(label=_("Nombre o correo"), max_length=80, required=False)
    funcion = forms.ChoiceField(label=_("Función"), choices=ANY + Role.choices, required=False)
    estado = forms.ChoiceField(
        label=_("Estado"), choices=[*ANY, ("open", _("Abiertas")), ("closed", _("Cerradas"))], required=False
    )
    dos_pasos = forms.ChoiceField(
        label=_("Dos pasos"), choices=[*ANY, ("yes", _("Con ellos")), ("no", _("Sin ellos"))], required=False
    )

    def chosen(self) -> Filter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return Filter(
            text=data.get("q", ""),
            role=data.get("funcion", ""),
            state=data.get("estado", ""),
            factor=data.get("dos_pasos", ""),
        )


class InviteForm(forms.Form):
    """Where the invitation goes, and the role that it promises."""

    email = forms.EmailField(
        label=_("Correo"), max_length=254, help_text=_("Será el correo con el que entre.")
    )
    role = forms.ChoiceField(
        label=_("Función"),
        choices=[("", _("Ninguna: capitán, juez, delegado o jugador")), *Role.choices],
        required=False,
        help_text=_("La recibe al aceptar, y le obligará a la verificación en dos pasos."),
    )

    def clean_role(self) -> Role | None:
        """Give the role, or None."""
        chosen = self.cleaned_data["role"]
        return Role(chosen) if chosen else None


class RoleForm(forms.Form):
    """Which role, and between which days."""

    role = forms.ChoiceField(label=_("Función"), choices=Role.choices, widget=forms.RadioSelect)
    valid_from = DayField(label=_("Desde"), initial=today)
    valid_to = DayField(label=_("Hasta"), required=False, help_text=_("El último día. Vacío: sin fin."))

    def clean_valid_from(self) -> datetime | None:
        """Give when it begins; None for at once. A day that has passed is refused."""
        day = self.cleaned_data["valid_from"]
        if day < today():
            raise forms.ValidationError(_("Elige hoy o un día que venga."), code="day_past")
        return None if day == today() else _midnight(day)

    def clean_valid_to(self) -> datetime | None:
        """Give the moment after the last day; None for no end."""
        day = self.cleaned_data["valid_to"]
        return _midnight(day + timedelta(days=1)) if day else None


class DelegateForm(forms.Form):
    """Of which club, and between which days."""

    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.filter(state=ClubState.ACTIVE), empty_label=_("Elige")
    )
    valid_from = DayField(label=_("Desde"), initial=today)
    valid_to = DayField(label=_("Hasta"), required=False, help_text=_("El último día. Vacío: sin fin."))


def _midnight(day: Any) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
