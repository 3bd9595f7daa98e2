"""Forms that are sent twice: what is told, to be shown what it would change; then the same, confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from matches.forms import fields

Choices = Sequence[tuple[str, Any]]


@dataclass(frozen=True)
class Answered:
    """A question with what was answered."""

    label: str
    value: str


class TwoStepForm(forms.Form):
    """Facts first; `confirm` comes with the second sending, `change` when somebody goes back to them."""

    confirm = forms.CharField(required=False, max_length=4)
    change = forms.CharField(required=False, max_length=4)

    # What is asked in the second step and never written back to the page.
    proofs: ClassVar[tuple[str, ...]] = ()
    _steps: ClassVar[tuple[str, ...]] = ("confirm", "change")

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, label_suffix="", **kwargs)

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields of the first step, in order."""
        return [self[name] for name in self.fields if name not in (*self.proofs, *self._steps)]

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was answered in the first step, to be sent again with the second."""
        pairs: list[tuple[str, str]] = []
        for field in self.asked:
            value = field.value()
            several = value if isinstance(value, list) else [value]
            pairs.extend((field.html_name, str(each)) for each in several if each is not None)
        return pairs

    @property
    def answers(self) -> list[Answered]:
        """What was answered in the first step, in words."""
        found = []
        for field in self.asked:
            value = self.cleaned_data.get(field.name)
            if value in (None, "", [], False) or field.is_hidden:
                continue
            shown = _("Sí") if value is True else str(value)
            if isinstance(field.field, forms.ChoiceField):
                shown = _labels(field.field).get(shown, shown)
            found.append(Answered(str(field.label), str(shown)))
        return found

    @property
    def is_confirmed(self) -> bool:
        """Does this sending ask for the write?"""
        return bool(self.data.get("confirm")) and not self.data.get("change")

    def fails_in_facts(self) -> bool:
        """Does a refusal belong to the first step?"""
        return any(field.errors for field in self.asked)

    def offer(self, name: str, label: Any, choices: Choices, missing: Any, *, required: bool = True) -> None:
        """Add a question with a few answers."""
        self.fields[name] = fields.one_of(label, choices, missing, required=required)

    def need(self, data: Mapping[str, Any], name: str, missing: Any) -> None:
        """Ask for an answer that is due after what was answered before."""
        if not data.get(name) and name not in self.errors:
            self.add_error(name, missing)


def _labels(field: forms.ChoiceField) -> dict[str, str]:
    """The words of each answer, those in groups too."""
    choices: list[Any] = list(field.choices)  # type: ignore[arg-type]
    flat = [pair for key, label in choices for pair in (label if isinstance(label, list) else [(key, label)])]
    return {str(key): str(label) for key, label in flat}
