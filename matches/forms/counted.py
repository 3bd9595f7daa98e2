"""A hand as the scorer proposes it by what each player has left: pips, or the tiles themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError
from matches import messages
from matches.forms import fields
from matches.forms.sheets import ENDINGS
from matches.rules.domino.counting import Counted, LeftOver, count
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Pair, Side
from matches.rules.tiles import SET_PIPS, TILES_PER_HAND, Tile, parse_tile

PIPS, TILES = "pips_per_player", "tiles"
SAID = (HandEnding.DOMINO, HandEnding.BLOCK)
BETWEEN = re.compile(r"[\s,;.·/|-]*")
WRITE_TILES = _("Escribe las dos cifras de cada ficha: 63 50.")
WRITE_PIPS = _("Escribe los puntos que le quedan, con cifras.")


class CountedForm(forms.Form):
    """What is left to each of the four; `counted` and `left` hold the hand once it is valid."""

    hand = forms.IntegerField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput)
    ending = fields.one_of(
        _("Cómo termina"),
        [(ending.value, ENDINGS[ending]) for ending in SAID],
        _("Indica cómo termina la jugada."),
    )
    side = fields.one_of(
        _("Gana"), [(side.value, side.value) for side in Side], _("Indica qué pareja gana."), required=False
    )
    reason = fields.reason(_("Motivo de la cifra"))
    confirmed = forms.CharField(required=False, max_length=8)

    counted: Counted | None = None
    left: LeftOver | None = None

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        mode: str,
        players: Sequence[tuple[str, str]],
        sides: Mapping[Side, Pair],
        parameters: Mapping[str, Any],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        self.mode, self._sides, self._parameters = mode, sides, parameters
        self._players = [person for person, _name in players]
        for person, name in players:
            self.fields[f"left_{person}"] = forms.CharField(
                label=name,
                required=False,
                max_length=80,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                error_messages={"max_length": WRITE_TILES if mode == TILES else WRITE_PIPS},
            )

    @property
    def hands(self) -> list[forms.BoundField]:
        """The field of each of the four, in the order of their seats."""
        return [self[f"left_{person}"] for person in self._players]

    @property
    def is_confirmed(self) -> bool:
        """Was this very figure asked again?"""
        return self.counted is not None and self.cleaned_data.get("confirmed") == str(self.counted.points)

    def clean(self) -> dict[str, Any]:
        """Read what is left to each, and work out what the hand gave."""
        data = super().clean() or {}
        read: dict[str, Any] = {}
        for person in self._players:
            name = f"left_{person}"
            if name in self.errors:
                continue
            try:
                read[person] = self._read(str(data.get(name, "")))
            except RuleError as error:
                self.add_error(name, messages.text(error))
            except ValueError:
                self.add_error(name, WRITE_TILES if self.mode == TILES else WRITE_PIPS)
        if self.errors or not data.get("ending"):
            return data
        try:
            self.counted = self._count(read, HandEnding(data["ending"]), data.get("side"))
            self.left = read
        except RuleError as error:
            self.add_error(error.field if error.field in self.fields else None, messages.text(error))
        return data

    def _read(self, typed: str) -> int | tuple[Tile, ...]:
        if self.mode == TILES:
            return tiles_of(typed)
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", typed) or int(typed) > SET_PIPS:
            raise ValueError(typed)
        return int(typed)

    def _count(self, left: LeftOver, ending: HandEnding, side: str | None) -> Counted:
        asked = Side(side) if side else None
        return count(self._sides, left, ending, self._parameters, asked=asked)


def tiles_of(typed: str) -> tuple[Tile, ...]:
    """Tiles as people write them: "63 50", "6-3, 5-0", "6350". ValueError, or RuleError `tile_not_valid`."""
    figures = BETWEEN.sub("", typed)
    if not re.fullmatch(r"[0-9]*", figures) or len(figures) % 2 or len(figures) > 2 * TILES_PER_HAND:
        raise ValueError(typed)
    return tuple(parse_tile(f"{figures[at]}-{figures[at + 1]}") for at in range(0, len(figures), 2))
