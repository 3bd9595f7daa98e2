"""Forms of a table before and around its hands: code, officials, draw, seats, substitutes, incidents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError
from matches import messages
from matches.actions.sheets import WHO_SWAPS
from matches.actions.tables import normalised_code
from matches.forms import fields
from matches.rules.domino.officials import DoneBy
from matches.rules.incidents import LONGEST_TEXT, OFFERED
from matches.rules.tiles import Tile, parse_tile, repeated_tile

Choices = Iterable[tuple[str, Any]]

SEAT_CHOICES = [("0", _("N")), ("1", _("O")), ("2", _("S")), ("3", _("E"))]
TWO_HALVES = re.compile(r"\s*([0-9])\s*[-/.· ]?\s*([0-9])\s*")


class BoardCodeForm(forms.Form):
    """The code that opens a board."""

    code = forms.CharField(
        label=_("Código de la mesa"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "one-time",
            }
        ),
        error_messages={
            "required": _("Escribe el código de la mesa."),
            "max_length": _("El código tiene ocho letras y cifras."),
        },
    )

    def clean_code(self) -> str:
        """Give the code in the form that is stored, whatever blanks and dashes were typed."""
        code = normalised_code(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("El código tiene ocho letras y cifras."))
        return code


class NamingForm(forms.Form):
    """Who writes (home pair) and who counts (away pair); the judge may do both."""

    done_by = forms.ChoiceField(
        label=_("Quién cuenta"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            (DoneBy.PLAYERS.value, _("Los jugadores")),
            (DoneBy.JUDGE.value, _("El juez árbitro")),
        ],
        error_messages={"invalid_choice": _("Indica quién cuenta y anota.")},
    )
    scorer_pin = fields.pin(_("PIN de quien anota"))
    counter_pin = fields.pin(_("PIN de quien recuenta"))

    def __init__(self, *args: Any, scorers: Choices, counters: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        missing = _("Elige a una de las dos personas.")
        self.fields["scorer"] = fields.one_of(_("Anota"), scorers, missing)
        self.fields["counter"] = fields.one_of(_("Recuenta"), counters, missing)

    @property
    def done(self) -> DoneBy:
        """Who counts; the players unless said."""
        return DoneBy(self.cleaned_data.get("done_by") or DoneBy.PLAYERS.value)


class PinForm(forms.Form):
    """One person's PIN."""

    pin = fields.pin(_("PIN de cuatro cifras"))


class DrawForm(forms.Form):
    """The tile that each player lifted, typed as its two halves."""

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for person, name in players:
            self.fields[f"tile_{person}"] = forms.CharField(
                label=name,
                max_length=12,
                widget=forms.TextInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "maxlength": 3,
                        "class": "tile-input",
                    }
                ),
                error_messages={
                    "required": _("Falta su ficha."),
                    "max_length": _("Escribe solo las dos cifras de la ficha."),
                },
            )

    def clean(self) -> dict[str, Any]:
        """Read each tile beside its field, and find one that two players claim."""
        data = super().clean() or {}
        tiles: dict[str, Tile] = {}
        for name, typed in list(data.items()):
            try:
                tiles[name] = parse_tile(as_tile(typed))
            except RuleError as error:
                self.add_error(name, messages.text(error))
        twice = repeated_tile(tiles.values())
        if twice is not None:
            second = [name for name, tile in tiles.items() if tile == twice][-1]
            self.add_error(second, messages.text(RuleError("draw_tile_twice", tile=str(twice))))
        self.tiles = {int(name.removeprefix("tile_")): str(tile) for name, tile in tiles.items()}
        return data


def as_tile(typed: str) -> str:
    """A tile as people type it ("63", "6 3", "6/3") in the form "6-3"; anything else as it came."""
    match = TWO_HALVES.fullmatch(typed)
    return f"{match[1]}-{match[2]}" if match else typed.strip()


class SeatForm(forms.Form):
    """The seat that the winner of the draw takes."""

    seat = forms.TypedChoiceField(
        choices=SEAT_CHOICES,
        coerce=int,
        error_messages={
            "required": _("Elige el asiento."),
            "invalid_choice": _("Ese asiento no existe: elige N, O, S o E."),
        },
    )


class ManualSeatsForm(forms.Form):
    """The four seats by hand, who leads, and why."""

    reason = fields.reason(_("Motivo"))

    def __init__(self, *args: Any, players: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = list(players)
        missing = _("Elige quién se sienta ahí.")
        for index, (_seat, letter) in enumerate(SEAT_CHOICES):
            self.fields[f"seat_{index}"] = forms.TypedChoiceField(
                label=_("Asiento %(letter)s") % {"letter": letter},
                choices=[("", _("Elige…")), *listed],
                coerce=int,
                error_messages={"required": missing, "invalid_choice": missing},
            )
        self.fields["leader"] = forms.TypedChoiceField(
            label=_("Sale"),
            choices=[("", _("Elige…")), *listed],
            coerce=int,
            error_messages={"required": _("Elige quién sale."), "invalid_choice": _("Elige quién sale.")},
        )
        self.order_fields([*(f"seat_{index}" for index in range(4)), "leader", "reason"])

    def clean(self) -> dict[str, Any]:
        """Find a name that sits twice, and the leader's seat."""
        data = super().clean() or {}
        chosen = [data.get(f"seat_{index}") for index in range(4)]
        for index, person in enumerate(chosen):
            if person is not None and person in chosen[:index]:
                self.add_error(f"seat_{index}", _("Ya está en otro asiento."))
        self.seats: list[int] = [person for person in chosen if person is not None]
        leader = data.get("leader")
        if not self.errors and leader not in self.seats:
            self.add_error("leader", _("Quien sale ha de estar sentado."))
        self.leader: int = self.seats.index(leader) if leader in self.seats else 0
        return data


class SwapForm(forms.Form):
    """Sitting down for a later partida; an answer only where nobody lost the one before."""

    answer = forms.ChoiceField(
        required=False,
        widget=forms.RadioSelect,
        choices=[
            (WHO_SWAPS[0], _("Nadie: siguen como estaban")),
            (WHO_SWAPS[1], _("La pareja local")),
            (WHO_SWAPS[2], _("La pareja visitante")),
            (WHO_SWAPS[3], _("Las dos parejas")),
        ],
        label=_("¿Quién cambia de asiento?"),
        error_messages={"invalid_choice": _("Indica qué pareja cambia de asiento y el motivo.")},
    )
    reason = fields.reason(_("Motivo"))


class SubstitutionForm(forms.Form):
    """Who goes, who comes, and why (a reason only during the partida).

    During it, where there is no judge, also the rival captain's PIN.
    """

    reason = fields.reason(_("Causa justificada"))
    pin = fields.pin(_("PIN"))

    def __init__(self, *args: Any, players: Choices, bench: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label, choices, missing in (
            ("player_out", _("Sale de la mesa"), players, _("Elige quién deja la mesa.")),
            ("player_in", _("Entra"), bench, _("Elige al suplente que entra.")),
        ):
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                choices=[("", _("Elige…")), *choices],
                coerce=int,
                error_messages={"required": missing, "invalid_choice": missing},
            )
        self.order_fields(["player_out", "player_in", "reason", "pin"])


class IncidentForm(forms.Form):
    """What happened, to whom, in which hand, told in words."""

    hand = fields.number(_("Jugada"), minimum=1, maximum=200, missing=_("Escribe el número de la jugada."))
    text = forms.CharField(
        label=_("Qué ha pasado"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_TEXT}),
        error_messages={
            "required": _("Cuenta qué ha pasado."),
            "max_length": _("El texto es demasiado largo: caben %(limit_value)s letras."),
        },
    )

    def __init__(self, *args: Any, players: Choices, told: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        missing = _("Elige el tipo de incidencia de la lista.")
        self.fields["kind"] = forms.ChoiceField(
            label=_("Tipo"),
            choices=[("", _("Elige…")), *incident_choices()],
            error_messages={"required": missing, "invalid_choice": missing},
        )
        self.fields["people"] = forms.TypedMultipleChoiceField(
            label=_("A quién se refiere"),
            choices=list(players),
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": _("Esa persona no está en esta mesa.")},
        )
        if told:
            # Chosen before by what happened.
            self.fields["kind"].widget = forms.HiddenInput()
        self.order_fields(["kind", "people", "hand", "text"])


def incident_choices() -> list[tuple[str, str]]:
    """The kinds that the form offers, each with its article."""
    return [
        (kind.code, f"{messages.incident_title(kind.code)} (art. {kind.article})" if kind.article
         else messages.incident_title(kind.code))
        for kind in OFFERED
    ]  # fmt: skip
