"""What the rows of a file ask, answered on the page: one by one, or once for all that are alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.files.answers import WIDEST_CODE
from federation.files.results import AnswerWay
from federation.reading_messages import ANSWERS, OFFERS

LONGEST_ANSWER = 200
WAYS_OF: Mapping[tuple[str, str], Any] = {
    ("person_alike", "keep"): _("Es otra persona: darla de alta"),
    ("person_differs", "take"): _("Es la misma: cambiar su nombre"),
    ("team_not_entered", "take"): _("Inscribirlo"),
}
"""Ways whose words depend on what is asked."""
TAKE, WRITE, WIDTH = AnswerWay.TAKE.value, AnswerWay.WRITE.value, AnswerWay.WIDTH.value
CHOSEN = frozenset({"keep", "blank", "leave_out"})


@dataclass(frozen=True)
class Asked:
    """One question on the page: its words, its fields, and the line that asks (0: the whole column)."""

    shown: str
    row: int
    way: forms.BoundField
    text: forms.BoundField | None
    width: forms.BoundField | None


class AnswersForm(forms.Form):
    """The questions of one kind. `options` are further values that may be taken, with their words."""

    def __init__(
        self,
        *args: Any,
        group: Mapping[str, Any],
        options: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        self.code, self.column = str(group["code"]), str(group["column"])
        kwargs.setdefault("prefix", f"{self.code}-{self.column}")
        super().__init__(*args, **kwargs)
        self.asked: Sequence[Mapping[str, Any]] = group["asked"]
        self._options = list(options)
        if len(self.asked) > 1 and (ways := self._ways_for_all()):
            self.fields["all"] = forms.ChoiceField(
                label=_("Para todas"), required=False, choices=[("", _("Una por una")), *ways]
            )
        for number, each in enumerate(self.asked):
            self._add(number, each)

    def _ways_for_all(self) -> list[tuple[str, Any]]:
        ways = []
        if all(len(each["offers"]) == 1 and TAKE in each["ways"] for each in self.asked):
            ways.append((TAKE, _("Lo que se propone en cada una")))
        common = CHOSEN.intersection(*(each["ways"] for each in self.asked))
        return ways + [(way, self._words(way)) for way in ("keep", "blank", "leave_out") if way in common]

    def _add(self, number: int, each: Mapping[str, Any]) -> None:
        ways = each["ways"]
        choices: list[tuple[str, Any]] = []
        if TAKE in ways:
            choices += [(f"{TAKE}:{value}", self._offer(value, label)) for value, label in each["offers"]]
            held = {value for value, _label in each["offers"]}
            choices += [(f"{TAKE}:{value}", label) for value, label in self._options if value not in held]
        choices += [(way, self._words(way)) for way in ("keep", "blank", "leave_out") if way in ways]
        self.fields[f"way_{number}"] = forms.ChoiceField(
            label=_("Respuesta"), required=False, choices=[("", _("Sin responder")), *choices]
        )
        self.fields[f"key_{number}"] = forms.CharField(initial=each["key"], widget=forms.HiddenInput)
        if WRITE in ways:
            self.fields[f"text_{number}"] = forms.CharField(
                label=_("O escríbelo"), required=False, max_length=LONGEST_ANSWER
            )
        if WIDTH in ways:
            self.fields[f"width_{number}"] = forms.IntegerField(
                label=_("Completar con ceros hasta cuántas cifras"),
                required=False,
                min_value=1,
                max_value=WIDEST_CODE,
            )

    def _words(self, way: str) -> Any:
        return WAYS_OF.get((self.code, way), ANSWERS[way])

    def _offer(self, value: str, label: str) -> str:
        words = WAYS_OF.get((self.code, TAKE))
        if words is not None:
            return str(words)
        if value in OFFERS:
            return str(OFFERS[value])
        return gettext("Sí: %(offer)s") % {"offer": label or _readable(value)}

    def questions(self) -> Iterator[Asked]:
        """Each question with its fields, in order."""
        for number, each in enumerate(self.asked):
            yield Asked(
                str(each["shown"]),
                0 if ":*:" in each["key"] else int(each["row"]),
                self[f"way_{number}"],
                self[f"text_{number}"] if f"text_{number}" in self.fields else None,
                self[f"width_{number}"] if f"width_{number}" in self.fields else None,
            )

    def clean(self) -> dict[str, Any]:
        """Refuse answers to questions that are not these any more, and a form without any."""
        data: dict[str, Any] = super().clean() or {}
        if any(data.get(f"key_{number}") != each["key"] for number, each in enumerate(self.asked)):
            raise forms.ValidationError(
                _("Las preguntas han cambiado mientras respondías. Míralas otra vez."), code="moved_on"
            )
        if not self.errors and not self._answers():
            raise forms.ValidationError(_("Responde al menos a una."), code="no_answer")
        return data

    def choices(self) -> dict[str, Any]:
        """The answers, as the import keeps them."""
        return {"answers": self._answers()}

    def _answers(self) -> dict[str, Any]:
        for_all = self.cleaned_data.get("all")
        found = {f"{self.code}:*:{self.column}": {"way": for_all}} if for_all else {}
        for number, each in enumerate(self.asked):
            answer = self._answer(number)
            if answer is not None:
                found[each["key"]] = answer
        return found

    def _answer(self, number: int) -> dict[str, Any] | None:
        text, width = (self.cleaned_data.get(f"{name}_{number}") for name in ("text", "width"))
        if text:
            return {"way": WRITE, "value": text}
        if width:
            return {"way": WIDTH, "value": width}
        way, _colon, value = str(self.cleaned_data.get(f"way_{number}") or "").partition(":")
        if not way:
            return None
        return {"way": way, "value": value} if value else {"way": way}


def _readable(value: str) -> str:
    """An offer as people write it: a day as one."""
    try:
        return date_format(date.fromisoformat(value), "d/m/Y")
    except ValueError:
        return value
