"""The form that designates a judge: everybody who could be, with what is told of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class DesignationForm(forms.Form):
    """One of the judges who are there that day."""

    judge = forms.TypedChoiceField(label=_("Juez árbitro"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["judge"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - for the types
        field.choices = list(choices)
