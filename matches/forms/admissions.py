"""The form of the judge's help."""

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.queries.admissions import Admissible


class AdmissionForm(forms.Form):
    """Which captain is admitted."""

    person = forms.TypedChoiceField(
        label=_("A quién"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Elige a quién se ayuda."),
            "invalid_choice": _("Elige a alguien de la lista."),
        },
    )

    def __init__(self, data: object = None, *, people: list[Admissible]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["person"].choices = [  # type: ignore[attr-defined]
            (each.person.pk, each.person.full_name) for each in people if each.account is not None
        ]
