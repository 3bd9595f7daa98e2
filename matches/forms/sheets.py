"""Forms of what is written hand by hand: figures, approvals, settlements, what is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.actions.approvals import Count
from matches.forms import fields
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side

ENDINGS = {
    HandEnding.DOMINO: _("Dominó"),
    HandEnding.BLOCK: _("Cierre"),
    HandEnding.TIED_BLOCK: _("Cierre empatado"),
}
MOST_POINTS = 999
WRITE_POINTS = _("Escribe los tantos con cifras.")


class FiguresForm(forms.Form):
    """What a hand gave: who wins it, how many points, how it ended. `count` holds it."""

    side = fields.one_of(
        _("Gana"), [(side.value, side.value) for side in Side], _("Indica qué pareja gana."), required=False
    )
    points = fields.number(_("Tantos"), minimum=0, maximum=MOST_POINTS, missing=WRITE_POINTS)
    ending = fields.one_of(
        _("Cómo termina"),
        [(ending.value, words) for ending, words in ENDINGS.items()],
        _("Indica cómo termina la jugada."),
    )

    count: Count | None = None

    def clean(self) -> dict[str, Any]:
        """Put the figures together; a level block has no winner whatever button is still down."""
        data = super().clean() or {}
        ending = data.get("ending")
        if not ending or "points" in self.errors:
            return data
        points = data.get("points")
        level = ending == HandEnding.TIED_BLOCK
        if points is None and not level:
            self.add_error("points", WRITE_POINTS)
            return data
        side = None if level or not data.get("side") else Side(data["side"])
        self.count = Count(side=side, points=points or 0, ending=HandEnding(ending))
        return data


class HandForm(FiguresForm):
    """A hand as the scorer proposes it; `hand` and `revision` are those that the page showed."""

    hand = forms.IntegerField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput)
    reason = fields.reason(_("Motivo de la cifra"))
    confirmed = forms.CharField(required=False, max_length=8)
    # The revision on the sheet that this one corrects, when somebody else was first.
    replaces = forms.IntegerField(required=False)

    @property
    def is_confirmed(self) -> bool:
        """Was this very figure asked again? A confirmation of another one does not count."""
        return self.count is not None and self.cleaned_data.get("confirmed") == str(self.count.points)


class ApprovalForm(forms.Form):
    """Who approves, with his PIN; `mark` when the judge marks it."""

    person = forms.IntegerField(widget=forms.HiddenInput)
    pin = fields.pin(_("PIN de cuatro cifras"))
    mark = forms.BooleanField(required=False)


class DisagreementForm(FiguresForm):
    """The other count, and the PIN of whoever counted."""

    person = forms.IntegerField(widget=forms.HiddenInput)
    pin = fields.pin(_("PIN de cuatro cifras"))


class SettlementForm(FiguresForm):
    """The figure that stands, the reason, and without a judge the rival captain's PIN."""

    reason = fields.reason(_("Motivo"))
    pin = fields.pin(_("PIN"))


class RetractionForm(forms.Form):
    """Taking the last hand back; an approved one with both PINs."""

    reason = fields.reason(_("Motivo (si quieres)"))
    scorer_pin = fields.pin(_("PIN"))
    counter_pin = fields.pin(_("PIN"))


def figures_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody typed for a hand, to be shown beside the sheet's own; no more than it takes."""
    return {name: str(data.get(name) or "")[:20] for name in ("side", "points", "ending")}
