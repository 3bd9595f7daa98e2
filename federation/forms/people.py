"""Forms of people: what their list is narrowed to, and what is known of a person. They never save."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.actions.people import DETAILS, Details, Name
from federation.forms.fields import PHONE, DayField
from federation.forms.licences import club_field, described, kind_choices, season_field, standing_choices
from federation.models import DocumentKind
from federation.queries.people_list import NO_LICENCE, PeopleFilter
from federation.reading_messages import change_text, problem_text
from federation.rules.identity import (
    IdentityKind,
    IdentityReading,
    looks_like_passport,
    read_passport,
    read_personal_identity,
)
from federation.rules.name_writing import tidy

SPANISH, FOREIGN = "es", "passport"
KEPT_AS = {
    IdentityKind.DNI: DocumentKind.DNI,
    IdentityKind.NIE: DocumentKind.NIE,
    IdentityKind.NIF_K: DocumentKind.NIF,
    IdentityKind.NIF_L: DocumentKind.NIF,
    IdentityKind.NIF_M: DocumentKind.NIF,
    IdentityKind.PASSPORT: DocumentKind.PASSPORT,
}


class PeopleFilterForm(forms.Form):
    """What the list of people is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(
        label=_("Nombre, licencia o documento"),
        max_length=80,
        required=False,
        help_text=_("Basta el principio de cada palabra, sin tildes, o las últimas cifras."),
    )
    club = club_field(any_label=_("Todos"))
    temporada = season_field(any_label=_("Cualquiera"))
    clase = forms.ChoiceField(label=_("Clase de licencia"), choices=kind_choices, required=False)
    licencia = forms.ChoiceField(
        label=_("Licencia"),
        choices=lambda: [*standing_choices(), (NO_LICENCE, _("Sin licencia"))],
        required=False,
    )
    edad = forms.ChoiceField(
        label=_("Edad"), choices=[("", _("Cualquiera")), ("menores", _("Menores"))], required=False
    )
    foto = forms.ChoiceField(
        label=_("Foto"),
        choices=[("", _("Con o sin")), ("with", _("Con foto")), ("without", _("Sin foto"))],
        required=False,
    )
    cuenta = forms.ChoiceField(
        label=_("Cuenta"),
        choices=[("", _("Con o sin")), ("with", _("Con cuenta")), ("without", _("Sin cuenta"))],
        required=False,
    )

    def narrowed(self) -> bool:
        """Is anything chosen beside the text?"""
        return any(self.data.get(name) for name in self.fields if name != "q")

    def described(self) -> str:
        """Give what was chosen in words."""
        return described(self)

    def chosen(self) -> PeopleFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data: Mapping[str, Any] = getattr(self, "cleaned_data", {})
        club, season = data.get("club"), data.get("temporada")
        return PeopleFilter(
            text=data.get("q", ""),
            club=club.pk if club else None,
            season=season.pk if season else None,
            kind=data.get("clase", ""),
            standing=data.get("licencia", ""),
            minors=data.get("edad", "") == "menores",
            photo=data.get("foto", ""),
            account=data.get("cuenta", ""),
        )


class PersonForm(forms.Form):
    """A person's record. `document_changes` says what was forgiven in the document, once it is clean."""

    given_name = forms.CharField(label=_("Nombre"), max_length=60)
    surname_1 = forms.CharField(label=_("Primer apellido"), max_length=60)
    surname_2 = forms.CharField(label=_("Segundo apellido"), max_length=60, required=False)
    birth_date = DayField(
        label=_("Fecha de nacimiento"),
        required=False,
        help_text=_("Sin ella se le trata como menor en las páginas públicas."),
    )
    document_type = forms.ChoiceField(
        label=_("Clase de documento"),
        choices=[(SPANISH, _("DNI, NIE o NIF")), (FOREIGN, _("Pasaporte o documento extranjero"))],
        initial=SPANISH,
    )
    document = forms.CharField(
        label=_("Número del documento"), max_length=40, required=False, help_text=_("Con su letra.")
    )
    document_country = forms.CharField(
        label=_("País del documento extranjero"),
        max_length=2,
        required=False,
        help_text=_("Dos letras: FR, MA, RO…"),
        validators=[RegexValidator(r"^[A-Za-z]{2}$", _("Escribe las dos letras del país."))],
    )
    email = forms.EmailField(label=_("Correo"), max_length=254, required=False)
    phone = forms.CharField(label=_("Teléfono"), max_length=20, required=False, validators=[PHONE])
    address = forms.CharField(label=_("Dirección"), max_length=160, required=False)
    guardian_name = forms.CharField(label=_("Madre, padre o tutor"), max_length=120, required=False)
    guardian_email = forms.EmailField(label=_("Su correo"), max_length=254, required=False)
    guardian_phone = forms.CharField(
        label=_("Su teléfono"), max_length=20, required=False, validators=[PHONE]
    )
    consent_on = DayField(
        label=_("Consiente publicar su nombre desde"),
        required=False,
        help_text=_("El día en que se firmó. Para un menor, quien responde por él."),
    )
    confirmed = forms.BooleanField(label=_("Es otra persona: darla de alta"), required=False)

    NAME = ("given_name", "surname_1", "surname_2", "birth_date")
    DOCUMENT = ("document_type", "document", "document_country")
    CONTACT = ("email", "phone", "address")
    GUARDIAN = ("guardian_name", "guardian_email", "guardian_phone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.document_changes: tuple[str, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Write names in one form and read the document."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for field in ("given_name", "surname_1", "surname_2", "guardian_name", "address"):
            if field in data:
                data[field] = tidy(data[field])
        if "document" in data and "document_type" in data:
            self._read_document(data)
        return data

    def _read_document(self, data: dict[str, Any]) -> None:
        text, foreign = data["document"], data["document_type"] == FOREIGN
        data["document_kind"] = ""
        country = data.get("document_country", "").upper()
        data["document_country"] = country if foreign and text else ""
        if not text:
            return
        reading = read_passport(text) if foreign else read_personal_identity(text)
        if reading.kind is None or reading.normalised is None:
            self.add_error("document", _why_not(reading, text))
            return
        data["document"], data["document_kind"] = reading.normalised, str(KEPT_AS[reading.kind])
        self.document_changes = tuple(change_text(code) for code in reading.changes if code not in SILENT)

    def name(self) -> Name:
        """Give the name, birth date and consent that were typed."""
        data = self.cleaned_data
        return Name(
            data["given_name"], data["surname_1"], data["surname_2"], data["birth_date"], data["consent_on"]
        )

    def details(self) -> Details:
        """Give document, contacts and guardian as they were typed."""
        return Details(**{name: self.cleaned_data[name] for name in DETAILS})

    @staticmethod
    def initial_of(name: Name, details: Details) -> dict[str, Any]:
        """Give what the form shows of a person who is there."""
        shown = {field: getattr(details, field) for field in DETAILS if field != "document_kind"}
        foreign = details.document_kind == DocumentKind.PASSPORT
        return {
            **shown,
            "document_type": FOREIGN if foreign else SPANISH,
            "given_name": name.given_name,
            "surname_1": name.surname_1,
            "surname_2": name.surname_2,
            "birth_date": name.birth_date,
            "consent_on": name.consent_on,
        }


# Spaces, hyphens and small letters are how people write a number: no one need be told.
SILENT = frozenset({"separators", "capitals"})


def _why_not(reading: IdentityReading, text: str) -> str:
    said = problem_text(reading.problem or "identity_not_understood")
    if reading.offer:
        return said + " " + gettext("¿Es %(offer)s?") % {"offer": reading.offer}
    if looks_like_passport(text):
        return said + " " + gettext("Si es un pasaporte, elige esa clase.")
    return said


def label_of(field: str) -> str:
    """The words of a field of a person, for pages that show it."""
    return str(PersonForm.base_fields[field].label)
