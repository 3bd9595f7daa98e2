"""Forms about the version that a competition plays by. They clean and never save."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.rules.regulation_changes import Decision
from federation.forms.fields import REASON_LENGTH


class ChangeForm(forms.Form):
    """Why a competition is to play by another version; once it has begun the committee reads it."""

    # Whether the page asked for a choice or for a proposal: who sends it late is told that it began.
    begun = forms.ChoiceField(choices=[("no", ""), ("yes", "")], widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Motivo"), max_length=REASON_LENGTH, required=False)

    def __init__(self, data: Any, *, begun: bool) -> None:
        super().__init__(data, initial={"begun": "yes" if begun else "no"})
        self.fields["reason"].required = begun
        self.fields["reason"].help_text = (
            _("Lo lee el comité, y queda a la vista de quien lea el reglamento.")
            if begun
            else _("Queda en el historial de la competición.")
        )

    def asked_as_begun(self) -> bool:
        """Was it asked for a competition that had begun?"""
        return bool(self.cleaned_data["begun"] == "yes")


class DecisionForm(forms.Form):
    """What the committee says to a change."""

    decision = forms.ChoiceField(
        label=_("Decisión"),
        widget=forms.RadioSelect,
        choices=[
            (Decision.APPROVE.value, _("Aprobar el cambio")),
            (Decision.REFUSE.value, _("Rechazarlo")),
        ],
    )
    note = forms.CharField(
        label=_("Observación"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Si se rechaza, por qué."),
    )

    def chosen(self) -> Decision:
        """What was chosen."""
        return Decision(self.cleaned_data["decision"])
