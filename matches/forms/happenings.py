"""What is asked of something that has happened at a table: exactly what its article wants, then the PINs.

Each form is sent twice: first its facts, to be shown what they would change; then the same
facts with `confirm` and whatever proves who agrees. People are offered in one order, home first:
the style sheet hides by it the pair that has nothing to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError
from matches import messages
from matches.forms import fields
from matches.forms.tables import as_tile
from matches.forms.two_steps import Choices, TwoStepForm
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.infractions import Remedy
from matches.rules.sheet_event_entries import LONGEST_MINUTES
from matches.rules.sides import Side
from matches.rules.tiles import parse_tile

LONGEST_FACTS = 900
NOTHING = "nothing"
BOTH = "both"
YES, NO = "yes", "no"
# When something is asked of a hand: while it is played (at once, or later in it), or after its end.
NOW, LATER, ENDED = "now", "later", "ended"
MOMENT = re.compile(rf"({NOW}|{LATER}|{ENDED})-([0-9]{{1,3}})-([0-9]{{1,3}})")
YES_NO = ((YES, _("Sí")), (NO, _("No")))
WHO = _("Elige al jugador.")
TILE_INPUT = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 3, "class": "tile-input"}
WRITE_MINUTES = _("Escribe los minutos con cifras.")


def facts(label: Any, hint: Any = "") -> forms.CharField:
    """Some sentences that reach the acta as they are written."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_FACTS,
        help_text=hint,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_FACTS}),
        error_messages={
            "required": _("Cuenta qué ha pasado."),
            "max_length": _("El texto es demasiado largo: caben %(limit_value)s letras."),
        },
    )


def moment_of(text: str) -> tuple[str, int, int]:
    """The word of a moment, with the hand and the revision that the page showed."""
    found = MOMENT.fullmatch(text)
    if found is None:
        raise RuleError("moment_wrong", field="when")
    return found[1], int(found[2]), int(found[3])


class HappeningForm(TwoStepForm):
    """Something that has happened at a table, as it is told there."""

    # The rival captain's, where both captains resolve.
    pin = fields.pin(_("PIN"))

    proofs: ClassVar[tuple[str, ...]] = ("pin",)
    # What may be left empty without being "if you like".
    known: ClassVar[tuple[str, ...]] = ()


class InfractionForm(HappeningForm):
    """A false thinking or a false pass (art. 15, 16)."""

    proofs = ("pin", "agreed", "agreed_by", "agreed_pin", "asker_pin")
    known = ("tile", "ends")

    asker_pin = fields.pin(_("PIN de quien lo pide"))
    agreed_pin = fields.pin(_("PIN de quien está conforme"))

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Choices,
        moments: Choices,
        of_thinking: bool,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.of_thinking = of_thinking
        self.offer("offender", _("¿Quién fue?"), players, WHO)
        when = str((data or {}).get("when", ""))
        if MOMENT.fullmatch(when) and when not in dict(moments):
            # Somebody was first, or this is the same sending again: the sheet answers, not the list.
            moments = [*moments, (when, _("En una jugada que ha cambiado"))]
        self.offer("when", _("¿En qué jugada, y cuándo se dice?"), moments, _("Indica en qué jugada fue."))
        if of_thinking:
            declared = _("¿Lo dijo él antes de que jugara el de su derecha?")
            self.offer("declared", declared, YES_NO, _("Indica si lo dijo a tiempo."))
        remedies = (
            (Remedy.ANNUL.value, _("Anular la jugada")),
            (Remedy.REPLAY.value, _("Seguir desde la infracción")),
            (NOTHING, _("Nada: la jugada vale")),
        )
        self.offer("remedy", _("¿Qué pide la pareja contraria?"), remedies, _("Indica qué piden."))
        self.offer("asked_by", _("¿Quién lo pide?"), players, WHO, required=False)
        for name, label in (("tile", _("Ficha que tenía que jugar")), ("ends", _("Puntas de la mesa"))):
            self.fields[name] = forms.CharField(
                label=label,
                required=False,
                max_length=12,
                widget=forms.TextInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "maxlength": 3,
                        "class": "tile-input",
                    }
                ),
                error_messages={"max_length": _("Escribe solo dos cifras, como 63.")},
            )
        self.fields["text"] = facts(_("Circunstancias"))
        if of_thinking:
            self.fields["effect"] = facts(_("¿Qué efecto tuvo en la jugada?"))
        self.offer("agreed_by", _("De la otra pareja está conforme"), players, WHO, required=False)
        self.fields["agreed"] = forms.MultipleChoiceField(
            label=_("Están conformes"),
            choices=list(players),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": WHO},
        )

    def clean(self) -> dict[str, Any]:
        """Who asks, where something is asked; tiles as they are written."""
        data = super().clean() or {}
        if data.get("remedy") not in (None, NOTHING):
            self.need(data, "asked_by", WHO)
        for name in ("tile", "ends"):
            data[name] = self._tile(name, data.get(name, ""))
        return data

    def _tile(self, name: str, typed: str) -> str:
        if not typed.strip():
            return ""
        try:
            return str(parse_tile(as_tile(typed)))
        except RuleError as error:
            self.add_error(name, messages.text(error))
            return ""


class DropForm(HappeningForm):
    """A tile that fell (art. 19)."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, players: Choices, decisions: Mapping[str, bool]
    ) -> None:
        super().__init__(data)
        self._decided_by_rule = decisions
        self.offer("person", _("¿A quién se le ha caído?"), players, WHO)
        moments = (
            (DropMoment.SHUFFLING.value, _("Al revolver")),
            (DropMoment.TAKING.value, _("Al coger las fichas")),
            (DropMoment.ALL_HAVE_SEVEN.value, _("Con las siete cogidas, antes de salir")),
            (DropMoment.DURING_HAND.value, _("Durante la jugada")),
        )
        self.offer("moment", _("¿Cuándo?"), moments, _("Indica cuándo se ha caído."))
        self.offer(
            "face_up", _("¿Se le ha visto la cara?"), YES_NO, _("Indica si se ha visto."), required=False
        )
        decided = (
            (DropDecision.SHUFFLE_AGAIN.value, _("Revolver otra vez")),
            (DropDecision.GO_ON.value, _("Seguir")),
            (DropDecision.ANNUL.value, _("Anular la jugada")),
        )
        missing = messages.MESSAGES["drop_decision_missing"]
        self.offer("decision", _("La pareja contraria decide"), decided, missing, required=False)
        self.offer("decided_by", _("¿Quién lo decide?"), players, WHO, required=False)

    def clean(self) -> dict[str, Any]:
        """What is asked at each moment, and nothing that is not."""
        data = super().clean() or {}
        moment = data.get("moment")
        if moment == DropMoment.SHUFFLING.value:
            self.need(data, "face_up", _("Indica si se ha visto."))
        else:
            data["face_up"] = ""
        if not self._decided_by_rule.get(moment or "", False):
            data["decision"] = ""
        if data.get("decision") == DropDecision.ANNUL.value:
            self.need(data, "decided_by", WHO)
        else:
            data["decided_by"] = ""
        return data


class InterruptionForm(HappeningForm):
    """A partida that stood still (art. 17)."""

    minutes = fields.number(
        _("¿Cuántos minutos ha durado?"), minimum=0, maximum=LONGEST_MINUTES, missing=WRITE_MINUTES
    )
    known = ("person",)

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Choices) -> None:
        super().__init__(data)
        self.fields["cause"] = facts(_("¿Por qué se ha parado?"))
        self.offer("announced", _("¿Se había avisado antes de la partida?"), YES_NO, _("Indica si se avisó."))
        self.offer(
            "person", _("¿Por quién?"), [("", _("Por nadie en concreto")), *players], WHO, required=False
        )
        self.fields["measure"] = forms.CharField(
            label=_("Medida adoptada"),
            required=False,
            max_length=fields.LONGEST_REASON,
            widget=forms.TextInput(attrs={"maxlength": fields.LONGEST_REASON, "autocomplete": "off"}),
            error_messages={"max_length": _("El texto es demasiado largo: caben %(limit_value)s letras.")},
        )
        self.order_fields(["cause", "minutes", "announced", "measure", "person"])

    def clean(self) -> dict[str, Any]:
        """The minutes are due."""
        data = super().clean() or {}
        if data.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", WRITE_MINUTES)
        return data


class TimeForm(HappeningForm):
    """The time is over."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, hand: int) -> None:
        super().__init__(data)
        label = _("¿Se estaba jugando la %(hand)s?") % {"hand": hand}
        self.offer("hand_in_play", label, YES_NO, _("Indica si había una jugada en curso."))


class SuspensionForm(HappeningForm):
    """A partida that cannot go on (art. 20)."""

    reason = facts(_("¿Por qué no puede seguir?"), _("Decide después el comité, con lo que aquí conste."))


class LeavingForm(HappeningForm):
    """A player who has left, or must go (art. 20)."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Choices, justified: bool) -> None:
        super().__init__(data)
        who = _("¿Quién tiene que marcharse?") if justified else _("¿Quién se ha marchado?")
        why = _("Causa justificada") if justified else _("¿Qué ha pasado?")
        self.offer("person", who, players, WHO)
        self.fields["reason"] = facts(why)


class NoShowForm(HappeningForm):
    """A pair, or both, that did not come."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, teams: Choices) -> None:
        super().__init__(data)
        choices = [*teams, (BOTH, _("Ninguna de las dos"))]
        self.offer("absent", _("¿Quién no está?"), choices, _("Indica qué pareja no está."))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that are not there."""
        absent = self.cleaned_data["absent"]
        return tuple(Side) if absent == BOTH else (Side(absent),)


class LateForm(HappeningForm):
    """A pair that came late."""

    minutes = fields.number(
        _("¿Cuántos minutos tarde?"), minimum=1, maximum=LONGEST_MINUTES, missing=WRITE_MINUTES
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, teams: Choices) -> None:
        super().__init__(data)
        self.offer("side", _("¿Quién llega tarde?"), teams, _("Indica qué pareja llega tarde."))
        self.order_fields(["side", "minutes"])

    def clean(self) -> dict[str, Any]:
        """The minutes are due."""
        data = super().clean() or {}
        if data.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", WRITE_MINUTES)
        return data
