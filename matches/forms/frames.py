"""Forms of a board of 8-ball: pen, lag, break, racks, frames, approvals, what ends a partida."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.actions.frames import Break
from matches.forms import fields
from matches.rules.pool.endings import LOSSES, Ending
from matches.rules.pool.frame_entries import Agreed, EightOnBreak, FrameFigures, Legality
from matches.rules.pool.shots import Choice
from matches.rules.sides import Side

SIDES = [(side.value, side.value) for side in Side]
LOSS = "loss"
LETTERS = {
    ending.value: (letter.value, label)
    for (ending, letter), label in zip(
        LOSSES.items(),
        (
            _("falta al entronerar la 8"),
            _("junto a la última"),
            _("la 8 fuera de la mesa"),
            _("otra tronera"),
            _("quedaban bolas"),
            _("con la blanca"),
        ),
        strict=True,
    )
}
# One line of help for each letter of article 20.
HELP = {
    "loss_a": _("Metió la 8 y en ese tiro hizo cualquier otra falta."),
    "loss_b": _("La 8 cayó en el mismo tiro que la última bola de su grupo."),
    "loss_c": _("La 8 saltó de la mesa, y no era la apertura."),
    "loss_d": _("La 8 cayó en una tronera distinta de la que señaló."),
    "loss_e": _("Metió la 8 cuando aún le quedaban bolas de su grupo."),
    "loss_f": _("La 8 y la blanca cayeron en el mismo tiro."),
}
ENDINGS = {
    Ending.EIGHT.value: _("8 entronerada"),
    LOSS: _("Pérdida, art. 20"),
    Ending.CONCEDED.value: _("Concedido"),
    Ending.NOT_NOTED.value: _("Sin anotar cómo"),
    Ending.DRAWN.value: _("Empatado, art. 21"),
}
LEGALITIES = {
    Legality.LEGAL.value: _("Legal: entró una bola o cuatro tocaron banda"),
    Legality.ILLEGAL.value: _("No legal: ni bola ni cuatro a banda (art. 7)"),
}
EIGHTS = {
    EightOnBreak.ON_TABLE.value: _("Sigue en la mesa"),
    EightOnBreak.POCKETED.value: _("Entró en una tronera (art. 6)"),
    EightOnBreak.OFF.value: _("Saltó de la mesa"),
}
CHOICES = {
    Choice.ACCEPT_TABLE.value: _("El rival acepta la mesa como está"),
    Choice.RACK_AND_BREAK.value: _("El rival vuelve a colocar las bolas y abre él"),
    Choice.RESTART.value: _("Vuelve a empezar quien abrió"),
    Choice.RESPOT.value: _("Se repone la 8 y sigue quien abrió"),
}
CAUSES = {
    Agreed.BOTH_AGREE.value: _("De acuerdo los dos: nadie puede mover sin perder (art. 21.2)"),
    Agreed.STALEMATE.value: _("Juego empatado: tres turnos cada uno sin intentarlo (art. 21.1)"),
}
MOST_MINUTES = 1440


class FramePenForm(forms.Form):
    """Who takes the pen, with his PIN."""

    pin = fields.pin(_("PIN de cuatro cifras"))

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"] = fields.one_of(_("Quién anota"), people, _("Elige quién anota."))


class LagForm(forms.Form):
    """Who won the lag and who breaks."""

    winner = fields.one_of(_("Gana el arrime"), SIDES, _("Indica quién gana el arrime."))
    breaks = fields.one_of(_("Abre"), SIDES, _("Indica quién abre, como eligió quien ganó."))


class BreakForm(forms.Form):
    """What a break was and what was chosen after it."""

    breaker = forms.ChoiceField(choices=SIDES, widget=forms.HiddenInput)
    legality = fields.one_of(_("La apertura"), LEGALITIES.items(), _("Indica si la apertura fue legal."))
    eight = fields.one_of(_("La bola 8"), EIGHTS.items(), _("Indica qué fue de la bola 8."))
    cue_ball_gone = forms.BooleanField(label=_("La blanca entró o saltó de la mesa"), required=False)
    choice = fields.one_of(
        _("Qué se elige"), CHOICES.items(), _("Elige una de las opciones."), required=False
    )

    @property
    def told(self) -> Break:
        """What it says, of a valid form."""
        data = self.cleaned_data
        return Break(
            breaker=Side(data["breaker"]),
            legality=Legality(data["legality"]),
            eight=EightOnBreak(data["eight"]),
            cue_ball_gone=data["cue_ball_gone"],
            choice=Choice(data["choice"]) if data["choice"] else None,
        )


class RackForm(forms.Form):
    """Why the frame is racked again, with the PIN of the other side."""

    cause = fields.one_of(_("Por qué"), CAUSES.items(), _("Indica por qué se vuelve a colocar."))
    pin = fields.pin(_("PIN"))


class FrameFiguresForm(forms.Form):
    """How a frame ended: the ending, its letter where article 20 gives it, and whose it is."""

    ending = fields.one_of(_("Cómo termina"), ENDINGS.items(), _("Indica cómo termina el juego."))
    letter = fields.one_of(
        _("Causa de la pérdida"),
        [(value, label) for value, (_letter, label) in LETTERS.items()],
        _("Indica la letra del artículo 20."),
        required=False,
    )
    side = fields.one_of(_("De quién"), SIDES, _("Indica de qué lado se trata."), required=False)
    run_out = forms.BooleanField(label=_("Tacada completa desde la apertura"), required=False)

    def clean(self) -> dict[str, Any]:
        """A loss needs its letter."""
        data = super().clean() or {}
        if data.get("ending") == LOSS and not data.get("letter") and "letter" not in self.errors:
            self.add_error("letter", _("Indica la letra del artículo 20."))
        return data

    @property
    def figures(self) -> FrameFigures:
        """How it ended, of a valid form.

        A drawn frame is nobody's, whatever button was pressed; of a conceded one the winner was pressed.
        """
        data = self.cleaned_data
        ending = Ending(data["letter"] if data["ending"] == LOSS else data["ending"])
        side = Side(data["side"]) if data["side"] and ending is not Ending.DRAWN else None
        if side is not None and ending is Ending.CONCEDED:
            side = side.other
        return FrameFigures(ending, side, data["run_out"] and ending is Ending.EIGHT)


class FrameForm(FrameFiguresForm):
    """A frame as it is written; `frame` and `revision` are those that the page showed."""

    frame = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=200)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=200)


class FrameApprovalForm(forms.Form):
    """Who approves, with his PIN; `mark` when the judge marks it."""

    pin = fields.pin(_("PIN de cuatro cifras"))
    mark = forms.BooleanField(required=False)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        missing = _("Elige quién da el conforme.")
        self.fields["person"] = fields.one_of(_("Da el conforme"), people, missing)


class FrameDisagreementForm(FrameFiguresForm, FrameApprovalForm):
    """What the other side saw, and the PIN of whoever says so."""


class FrameSettlementForm(FrameFiguresForm):
    """How the frame stands, the reason, and without a judge the rival captain's PIN."""

    reason = fields.reason(_("Motivo"))
    pin = fields.pin(_("PIN"))


class FrameRetractionForm(forms.Form):
    """Taking the last frame back; an approved one with the PIN of one of each side."""

    home_pin = fields.pin(_("PIN"))
    away_pin = fields.pin(_("PIN"))


class ConcessionForm(forms.Form):
    """Who gives up the partida, why, and without a judge the rival captain's PIN."""

    side = fields.one_of(_("Concede la partida"), SIDES, _("Indica quién la concede."))
    reason = fields.reason(_("Motivo"))
    pin = fields.pin(_("PIN"))


class AbsentForm(forms.Form):
    """Who did not come, and without a judge the rival captain's PIN."""

    sides = fields.one_of(
        _("Quién no se ha presentado"),
        [*SIDES, ("both", "both")],
        _("Indica quién no se ha presentado."),
    )
    pin = fields.pin(_("PIN"))

    @property
    def absent(self) -> list[Side]:
        """The sides, of a valid form."""
        said = self.cleaned_data["sides"]
        return list(Side) if said == "both" else [Side(said)]


class LateSideForm(forms.Form):
    """Who came late and by how much, and without a judge the rival captain's PIN."""

    side = fields.one_of(_("Quién llega tarde"), SIDES, _("Indica quién llega tarde."))
    minutes = fields.number(
        _("Minutos de retraso"), minimum=1, maximum=MOST_MINUTES, missing=_("Escribe los minutos con cifras.")
    )
    pin = fields.pin(_("PIN"))

    def clean_minutes(self) -> int:
        """A number there must be."""
        found: int | None = self.cleaned_data["minutes"]
        if found is None:
            raise forms.ValidationError(_("Escribe los minutos con cifras."))
        return found
