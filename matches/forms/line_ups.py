"""The line-up as a captain puts it: one list of the squad per place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.names import sort_key
from matches import messages
from matches.actions.line_ups import Names
from matches.queries.line_ups import SUBSTITUTE_PLACES, Member

BOARD_PLACE = "mesa{board}_{position}"
BENCH_PLACE = "suplente_{position}"


class LineUpForm(forms.Form):
    """Places of each board and of the bench; `base` carries the draft that the page showed."""

    base = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        boards: Mapping[int, int],
        members: Sequence[Member],
        stored: Names | None = None,
        closed: Collection[int] = (),
    ) -> None:
        """`boards`: places by board number; `members`: the squad; `stored`: the draft that is kept.

        The boards in `closed` are only shown, and not sent; whoever sends them all the same (his page
        is older) is answered by the action.
        """
        initial = values_of(stored) if stored else {}
        super().__init__(data, initial={**initial, "base": encoded(stored)}, label_suffix="")
        self.boards = boards
        choices = _choices(members)
        for board, places in boards.items():
            for position in range(1, places + 1):
                label = _("Mesa %(board)s, jugador %(position)s") % {"board": board, "position": position}
                name = BOARD_PLACE.format(board=board, position=position)
                self._add(name, label, choices, disabled=board in closed and name not in (data or {}))
        for position in range(1, SUBSTITUTE_PLACES + 1):
            label = _("Suplente %(position)s") % {"position": position}
            self._add(BENCH_PLACE.format(position=position), label, choices)

    def _add(
        self, name: str, label: str, choices: Sequence[tuple[str, Any]], *, disabled: bool = False
    ) -> None:
        self.fields[name] = forms.TypedChoiceField(
            label=label,
            choices=choices,
            coerce=int,
            empty_value=None,
            required=False,
            disabled=disabled,
            error_messages={"invalid_choice": messages.MESSAGES["not_in_this_squad"]},
        )

    def names(self) -> Names:
        """What was chosen; a place whose answer is not valid counts as empty."""
        chosen = self.cleaned_data
        bench = (chosen.get(BENCH_PLACE.format(position=n)) for n in range(1, SUBSTITUTE_PLACES + 1))
        return Names(
            boards={
                board: tuple(
                    chosen.get(BOARD_PLACE.format(board=board, position=position))
                    for position in range(1, places + 1)
                )
                for board, places in self.boards.items()
            },
            substitutes=tuple(person for person in bench if person is not None),
        )

    def seen(self) -> Names | None:
        """The draft that the page showed; None when it does not say (then nothing is compared)."""
        return decoded(self.cleaned_data.get("base", ""))

    def chosen(self, name: str) -> str:
        """The value that a place shows now, typed or stored."""
        value = self[name].value()
        return "" if value is None else str(value)


def _choices(members: Sequence[Member]) -> list[tuple[str, Any]]:
    """The squad by name; then those of each reserve team, in a group of its own."""
    named = sorted(members, key=lambda member: sort_key("", "", member.person.full_name))
    groups: dict[str, list[tuple[str, str]]] = {}
    for member in named:
        groups.setdefault(member.helps_from, []).append((str(member.person.pk), _option(member)))
    own = groups.pop("", [])
    return [("", "—"), *own, *sorted(groups.items())]


def _option(member: Member) -> str:
    name = member.person.full_name
    return str(_("%(name)s (no puede)") % {"name": name}) if member.blocked else name


def values_of(names: Names) -> dict[str, int]:
    """A line-up as values of the form's fields."""
    return {
        BENCH_PLACE.format(position=position)
        if board is None
        else BOARD_PLACE.format(board=board, position=position): person
        for (board, position), person in names.places().items()
    }


def encoded(names: Names | None) -> str:
    """A draft as the hidden field carries it ("-" for one that has nobody yet)."""
    if names is None:
        return "-"
    places = (f"{board or 0}.{position}.{person}" for (board, position), person in names.places().items())
    return " ".join(places) or "-"


def decoded(text: str) -> Names | None:
    """The draft that a hidden field carries; None when it cannot be read."""
    if not text:
        return None
    boards: dict[int, dict[int, int]] = {}
    bench: list[int] = []
    for part in text.split() if text != "-" else ():
        numbers = part.split(".")
        if len(numbers) != 3 or not all(each.isascii() and each.isdigit() for each in numbers):
            return None
        board, position, person = (int(each) for each in numbers)
        if board == 0:
            bench.append(person)
        elif position <= 2:
            boards.setdefault(board, {})[position] = person
        else:
            return None
    return Names(
        boards={board: (people.get(1), people.get(2)) for board, people in boards.items()},
        substitutes=tuple(bench),
    )
