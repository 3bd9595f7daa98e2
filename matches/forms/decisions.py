"""What is asked of whoever decides about a whole encounter; what the list of those that wait shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.rules.awards import AwardedTo
from competitions.rules.lifecycle import Action
from federation.models import Venue
from matches.forms import fields
from matches.forms.narrowing import EncounterFilterForm
from matches.forms.rulings import AppointmentFields
from matches.forms.two_steps import Choices, TwoStepForm
from matches.queries.decisions import WAITING
from matches.rules.decisions import (
    LONGEST_REASON,
    LONGEST_RESOLUTION,
    LONGEST_WAIT,
    WITH_DAY,
    AskedBy,
    Cause,
    Decision,
    Reach,
)

WHY = {
    Action.POSTPONE: _("Por qué se aplaza"),
    Action.SET_DATE: _("Motivo del cambio"),
    Action.MARK_NOT_PLAYED: _("Qué ha pasado"),
    Action.AWARD: _("Motivo de la decisión"),
    Action.UPHOLD: _("Por qué se tiene que jugar"),
    Action.ANNUL: _("Por qué se anula"),
    Action.REPLAY: _("Por qué se repite"),
}
NO_REASON = _("Escribe el motivo.")


class DecisionForm(AppointmentFields, TwoStepForm):
    """One kind of decision; `seen` is how often the encounter had moved when the page was shown."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    order: ClassVar[tuple[str, ...]] = (
        "seen", "asked_by", "cause", "waited", "awarded_to", "day", "hour", "venue",
        "reason", "resolution", "public",
    )  # fmt: skip

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        action: Action,
        sides: Mapping[str, str],
        venues: Iterable[Venue],
        initial: Mapping[str, Any],
        by_resolution: bool,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.action = action
        if action in WITH_DAY:
            self.offer_venues(venues)
            for name in ("day", "hour", "venue"):
                self.fields[name].required = True
            self.fields["day"].error_messages["required"] = _("Pon el día.")
            self.fields["hour"].error_messages["required"] = _("Pon la hora.")
        else:
            for name in ("day", "hour", "venue"):
                del self.fields[name]
        self._ask(sides)
        self._ask_reason(by_resolution=by_resolution)
        self.order_fields(self.order)

    def _ask(self, sides: Mapping[str, str]) -> None:
        if self.action is Action.POSTPONE:
            self.offer("asked_by", _("Quién lo pide"), _asked_by(sides), _("Di quién pide el aplazamiento."))
        if self.action is Action.MARK_NOT_PLAYED:
            self.offer(
                "cause", _("Por qué no se ha jugado"), _causes(sides), _("Di por qué no se ha jugado.")
            )
            self.fields["waited"] = fields.number(
                _("Minutos de espera"),
                minimum=0,
                maximum=LONGEST_WAIT,
                missing=_("Escribe los minutos con cifras."),
            )
        if self.action is Action.AWARD:
            self.offer("awarded_to", _("A quién se da"), _awarded(sides), _("Di a quién se da el resultado."))

    def _ask_reason(self, *, by_resolution: bool) -> None:
        self.fields["reason"] = forms.CharField(
            label=WHY[self.action],
            required=self.action is not Action.SET_DATE,
            max_length=LONGEST_REASON,
            help_text=_("Lo leen los dos lados y la federación."),
            widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_REASON}),
            error_messages={
                "required": NO_REASON,
                "max_length": _("El texto es demasiado largo: caben %(limit_value)s letras."),
            },
        )
        if by_resolution:
            self.fields["resolution"] = forms.CharField(
                label=_("Resolución"),
                max_length=LONGEST_RESOLUTION,
                help_text=_("Cómo se identifica."),
                widget=forms.TextInput(attrs={"maxlength": LONGEST_RESOLUTION, "autocomplete": "off"}),
                error_messages={
                    "required": _("Indica la resolución que lo ordena."),
                    "max_length": _("El texto es demasiado largo: caben %(limit_value)s letras."),
                },
            )
        self.fields["public"] = forms.BooleanField(
            required=False,
            label=_("Publicar el motivo en la página del encuentro"),
            help_text=_("Entonces no nombres en él a nadie."),
        )

    def decision(self) -> Decision:
        """What was decided, as far as the fields tell it."""
        data = self.cleaned_data
        return Decision(
            action=self.action,
            reason=data.get("reason", ""),
            resolution=data.get("resolution", ""),
            reach=Reach.PUBLIC if data.get("public") else Reach.PARTIES,
            asked_by=AskedBy(data["asked_by"]) if data.get("asked_by") else None,
            cause=Cause(data["cause"]) if data.get("cause") else None,
            waited=data.get("waited"),
            awarded_to=AwardedTo(data["awarded_to"]) if data.get("awarded_to") else None,
            day=self.appointment if self.action in WITH_DAY else None,
        )


def _asked_by(sides: Mapping[str, str]) -> Choices:
    both = (AskedBy.BOTH.value, _("Los dos lados"))
    return [*sides.items(), both, (AskedBy.FEDERATION.value, _("La federación"))]


def _causes(sides: Mapping[str, str]) -> Choices:
    absent = [(side, _("No se presentó %(name)s") % {"name": name}) for side, name in sides.items()]
    return [
        *absent,
        (Cause.BOTH_ABSENT.value, _("No se presentó ninguno")),
        (Cause.OTHER.value, _("Otra causa")),
    ]


def _awarded(sides: Mapping[str, str]) -> Choices:
    given = [(side, _("Se da por ganado a %(name)s") % {"name": name}) for side, name in sides.items()]
    return [*given, (AwardedTo.NONE.value, _("Pierden los dos"))]


class WaitingFilterForm(EncounterFilterForm):
    """What the list of those that wait is narrowed to."""

    states = WAITING
