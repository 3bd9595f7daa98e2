"""What the judge types: a PIN beside a licence, a reason to go back to play."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches import messages
from matches.rules.pins import LENGTH

LONGEST_REASON = 500


class NoFieldsForm(forms.Form):
    """An act that asks for nothing; it only carries a refusal."""


class CheckInForm(forms.Form):
    """The presence of one person, and his new PIN when one is set."""

    pin = forms.CharField(
        label=_("PIN nuevo"),
        required=False,
        max_length=LENGTH,
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}
        ),
        error_messages={"max_length": messages.MESSAGES["pin_four_figures"]},
    )

    def __init__(self, data: QueryDict | None = None, *, person: int) -> None:
        super().__init__(data, label_suffix="", auto_id=f"id_%s_{person}")


class WithReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(
        label=_("Motivo"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": messages.MESSAGES["reason_required"]},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")


class BackToPlayForm(WithReasonForm):
    """Why a closed encounter goes back to play."""


class SuspendForm(WithReasonForm):
    """Why an encounter cannot be finished today; it reaches the acta."""
