"""Forms of licences: what their list is narrowed to, what a licence says, its series. They never save."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.actions.licences import Terms, mark_of, terms_of
from federation.forms.fields import REASON_LENGTH, DayField, LongChoiceField
from federation.models import Club, ClubState, Licence, LicenceKind, Season
from federation.queries import seasons
from federation.queries.licences import STANDINGS, LicenceFilter
from federation.registry_words import STANDING_WORDS
from federation.rules.licences import normal_code

NUMBER = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9./-]*$", _("Escribe letras, cifras, guiones, puntos o barras, sin espacios.")
)
CATEGORY_LENGTH = 30


def kind_choices() -> list[tuple[str, Any]]:
    """Any kind of licence, or one."""
    return [("", _("Todas")), *LicenceKind.choices]


def standing_choices() -> list[tuple[str, Any]]:
    """Any way in which a licence stands, or one."""
    return [("", _("Cualquiera")), *((each, STANDING_WORDS[each]) for each in STANDINGS)]


def club_field(*, any_label: Any) -> forms.ModelChoiceField:
    """One of the clubs by name, or any."""
    return LongChoiceField(
        label=_("Club"),
        queryset=Club.objects.only("name").order_by("sort_key", "pk"),
        required=False,
        empty_label=any_label,
    )


def season_field(*, any_label: Any) -> forms.ModelChoiceField:
    """One of the seasons, the last first, or any."""
    return LongChoiceField(
        label=_("Temporada"), queryset=seasons.seasons(), required=False, empty_label=any_label
    )


def described(form: forms.Form) -> str:
    """What a list was narrowed to, in words; of the text only that there is one: it may be a name."""
    form.is_valid()
    data: Mapping[str, Any] = getattr(form, "cleaned_data", {})
    told = []
    for name, field in form.fields.items():
        value = data.get(name)
        if value and name != "q":
            choices = dict(getattr(field, "choices", ())) if isinstance(value, str) else {}
            told.append(f"{field.label}: {choices.get(value, value)}")
    if data.get("q"):
        told.append(gettext("con un texto"))
    return "; ".join(told) or gettext("todas")


class LicencesFilterForm(forms.Form):
    """What the list of licences is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(
        label=_("Nombre, licencia o documento"),
        max_length=80,
        required=False,
        help_text=_("Basta el principio de cada palabra, sin tildes, o las últimas cifras."),
    )
    temporada = season_field(any_label=_("Todas"))
    clase = forms.ChoiceField(label=_("Clase"), choices=kind_choices, required=False)
    estado = forms.ChoiceField(label=_("Estado"), choices=standing_choices, required=False)
    club = club_field(any_label=_("Todos"))
    categoria = forms.CharField(label=_("Categoría"), max_length=CATEGORY_LENGTH, required=False)

    def narrowed(self) -> bool:
        """Is anything chosen beside the text?"""
        return any(self.data.get(name) for name in self.fields if name != "q")

    def described(self) -> str:
        """Give what was chosen in words."""
        return described(self)

    def chosen(self) -> LicenceFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data: Mapping[str, Any] = getattr(self, "cleaned_data", {})
        season, club = data.get("temporada"), data.get("club")
        return LicenceFilter(
            text=data.get("q", ""),
            season=season.pk if season else None,
            kind=data.get("clase", ""),
            standing=data.get("estado", ""),
            club=club.pk if club else None,
            category=data.get("categoria", ""),
        )


class LicenceTermsForm(forms.Form):
    """What a licence that is granted is to say, and its number."""

    kind = forms.ChoiceField(label=_("Clase"), choices=LicenceKind.choices)
    category = forms.CharField(label=_("Categoría"), max_length=CATEGORY_LENGTH, required=False)
    valid_from = DayField(
        label=_("Válida desde"), required=False, help_text=_("Vacío: el primer día de la temporada.")
    )
    valid_to = DayField(
        label=_("Válida hasta"), required=False, help_text=_("Vacío: el último día de la temporada.")
    )
    number = forms.CharField(
        label=_("Número"),
        max_length=20,
        required=False,
        validators=[NUMBER],
        help_text=_("Vacío: el que ya tuvo, o el siguiente de la serie."),
    )

    def terms_of(self, club: Club | None, season: Season) -> Terms:
        """Give what a licence of this club and season is to say; without dates those of the season."""
        data = self.cleaned_data
        return Terms(
            LicenceKind(data["kind"]),
            club,
            data["category"],
            data["valid_from"] or season.starts_on,
            data["valid_to"] or season.ends_on,
        )


class NewLicenceForm(LicenceTermsForm):
    """A licence that is asked for or granted at once."""

    GRANT, REQUEST = "grant", "request"

    season = forms.ModelChoiceField(label=_("Temporada"), queryset=Season.objects.none(), empty_label=None)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("Ninguno")
    )
    act = forms.ChoiceField(
        label=_("Qué se hace"),
        choices=[(GRANT, _("Concederla ya")), (REQUEST, _("Dejarla solicitada"))],
        initial=GRANT,
        widget=forms.RadioSelect,
    )
    field_order = ("season", "kind", "club", "category", "valid_from", "valid_to", "act", "number")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "season", seasons.seasons())
        _offer(self, "club", open_clubs(None))

    def terms(self) -> Terms:
        """Give what the licence is to say."""
        return self.terms_of(self.cleaned_data["club"], self.cleaned_data["season"])


class CorrectLicenceForm(forms.Form):
    """What may be corrected of a licence; its kind, number and season stay.

    `read` carries the mark of what the licence said when the page was shown.
    """

    read = forms.CharField(max_length=16, widget=forms.HiddenInput)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("Ninguno")
    )
    category = forms.CharField(label=_("Categoría"), max_length=CATEGORY_LENGTH, required=False)
    valid_from = DayField(label=_("Válida desde"))
    valid_to = DayField(label=_("Válida hasta"))
    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, required=False, help_text=_("Queda en el historial.")
    )

    def __init__(self, data: Any, *, licence: Licence) -> None:
        shown = terms_of(licence)
        names = ("club", "category", "valid_from", "valid_to")
        initial = {"read": mark_of(licence), **{name: getattr(shown, name) for name in names}}
        super().__init__(data, initial=initial)
        _offer(self, "club", open_clubs(licence.club))
        self.kind = shown.kind

    def show_now(self, licence: Licence) -> None:
        """Keep what was typed, say beside it what the licence says now, and take that for read."""
        now = terms_of(licence)
        self.data = {**self.data.dict(), "read": mark_of(licence)}  # type: ignore[attr-defined]
        for name in ("club", "category", "valid_from", "valid_to"):
            if getattr(now, name) != self.cleaned_data[name]:
                said = localize(getattr(now, name) or gettext("nada"))
                self.add_error(name, gettext("Consta ahora: %(value)s") % {"value": said})

    def terms(self) -> Terms:
        """Give what the licence is to say from now on."""
        data = self.cleaned_data
        return Terms(self.kind, data["club"], data["category"], data["valid_from"], data["valid_to"])


class GrantForm(forms.Form):
    """With which number a licence that was asked for is granted."""

    number = forms.CharField(
        label=_("Número"),
        max_length=20,
        required=False,
        validators=[NUMBER],
        help_text=_("Vacío: el que ya tuvo, o el siguiente de la serie."),
    )


class CodeForm(forms.Form):
    """The code of a card, in any writing."""

    codigo = forms.CharField(
        label=_("Código de la tarjeta"),
        max_length=40,
        help_text=_("Dieciséis letras y cifras, junto al dibujo."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_codigo(self) -> str:
        """Give the code as it is kept."""
        code = normal_code(self.cleaned_data["codigo"])
        if code is None:
            raise forms.ValidationError(
                _("Un código tiene dieciséis letras y cifras, sin 0, O, 1, I, L ni U. Míralo otra vez.")
            )
        return code


class SeriesForm(forms.Form):
    """How the next numbers of a kind are made."""

    # Not `prefix`: that is the form's own.
    beginning = forms.CharField(label=_("Prefijo"), max_length=8, required=False)
    width = forms.IntegerField(label=_("Cifras"), min_value=1, max_value=10)
    following = forms.IntegerField(
        label=_("Siguiente"), min_value=1, help_text=_("Los números que ya tenga alguien se saltan.")
    )


class RenewalForm(forms.Form):
    """Which licences of which season are renewed in which; GET."""

    de = forms.TypedChoiceField(label=_("De la temporada"))
    a = forms.TypedChoiceField(label=_("A la temporada"))
    clase = forms.ChoiceField(label=_("Clase"), choices=LicenceKind.choices)
    club = club_field(any_label=_("Todos"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Read once for both.
        known = {str(each.pk): each for each in seasons.seasons()}
        for name in ("de", "a"):
            chooser = self.fields[name]
            assert isinstance(chooser, forms.TypedChoiceField)  # noqa: S101 - for the types
            chooser.choices = [(key, each.name) for key, each in known.items()]
            chooser.coerce = known.__getitem__

    def clean(self) -> dict[str, Any]:
        """Ask for a season that comes after."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        before, after = data.get("de"), data.get("a")
        if before and after and after.starts_on <= before.starts_on:
            self.add_error("a", _("Elige una temporada posterior a la otra."))
        return data


def open_clubs(held: Club | None) -> Any:
    """The clubs that a licence can be of: those that are active, and the one that it is of."""
    active = Club.objects.filter(state=ClubState.ACTIVE)
    return (active | Club.objects.filter(pk=held.pk) if held else active).order_by("sort_key", "pk")


def _offer(form: forms.Form, field: str, rows: Any) -> None:
    chooser = form.fields[field]
    assert isinstance(chooser, forms.ModelChoiceField)  # noqa: S101 - for the types
    chooser.queryset = rows
