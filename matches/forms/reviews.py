"""What is asked of a committee that looks at a sealed acta, and by what the list of actas is narrowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.http import add_rule_error
from federation.rules.errors import RuleError
from matches import messages
from matches.forms.narrowing import EncounterFilterForm
from matches.forms.two_steps import Choices, TwoStepForm
from matches.models.reviews import SUBJECTS
from matches.queries.reviews import REVIEWABLE
from matches.rules.incidents import LONGEST_TEXT
from matches.rules.reviews import LONGEST_DECISION, LONGEST_REASON, Finding, Subject, check_finding

ABOUT = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,3}))?")
TOO_LONG = {"max_length": _("El texto es demasiado largo: caben %(limit_value)s letras.")}
# Asked only where a partida waits for a decision, or has ended by one.
OF_UNDECIDED = frozenset({Subject.VALIDATE, Subject.AHEAD_WINS, Subject.RESUME})

Groups = Sequence[tuple[str, Choices]]


def _text(label: Any, longest: int, hint: Any, *, rows: int = 3, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=required,
        max_length=longest,
        help_text=hint,
        widget=forms.Textarea(attrs={"rows": rows, "maxlength": longest}),
        error_messages={**TOO_LONG, "required": _("Escribe el motivo.")},
    )


class AboutField(forms.ChoiceField):
    """A partida or one of its hands. Whether it is still there is for the rule: a repeat comes as it was."""

    def valid_value(self, value: Any) -> bool:
        """Is it written as this page writes it?"""
        return ABOUT.fullmatch(str(value)) is not None


class ReviewForm(TwoStepForm):
    """The decision, what it is about, and why. `version` and `way` are those that the page showed."""

    version = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    way = forms.CharField(required=False, max_length=8, widget=forms.HiddenInput)

    # Due with some decisions and hidden with the others: never "if you like".
    due: ClassVar[tuple[str, ...]] = ("about", "person", "text")

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        about: Groups,
        people: Groups,
        teams: Choices,
        undecided: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        subjects = [(code, text) for code, text in SUBJECTS.items() if undecided or code not in OF_UNDECIDED]
        self.offer("subject", _("Qué decide el comité"), subjects, _("Elige qué se decide."))
        self.fields["about"] = AboutField(
            label=_("Sobre qué"),
            required=False,
            choices=[("", "—"), *about],
            help_text=_("Una partida entera, o una de sus jugadas."),
            error_messages={"invalid_choice": _("Elige una partida o una jugada de la lista.")},
        )
        if undecided:
            self.offer("winner", _("Gana"), teams, _("Indica qué pareja gana."), required=False)
        self.fields["distorted"] = forms.BooleanField(
            required=False, label=_("A juicio del comité, lo ocurrido ha tergiversado el resultado")
        )
        self.fields["person"] = forms.ChoiceField(
            label=_("De quién"),
            required=False,
            choices=[("", "—"), *people],
            help_text=_("Se imprimen el nombre y la licencia que dice hoy el registro."),
            error_messages={"invalid_choice": _("Elige a alguien de la lista.")},
        )
        self.fields["text"] = _text(
            _("Qué se hace constar"), LONGEST_TEXT, _("Sale en el acta como diligencia del comité.")
        )
        self.fields["reason"] = _text(
            _("Motivo"),
            LONGEST_REASON,
            _("Los hechos probados y por qué se decide así. Sale en el acta."),
            required=True,
        )
        self.fields["decision"] = forms.CharField(
            label=_("Resolución"),
            required=False,
            max_length=LONGEST_DECISION,
            help_text=_("Cómo se identifica. De un resultado firme hace falta siempre."),
            widget=forms.TextInput(attrs={"maxlength": LONGEST_DECISION, "autocomplete": "off"}),
            error_messages=TOO_LONG,
        )

    def clean(self) -> dict[str, Any]:
        """Ask the rule what is missing, beside what the fields have refused already."""
        data: dict[str, Any] = super().clean() or {}
        if "subject" in data:
            try:
                check_finding(self.finding())
            except RuleError as error:
                if error.field not in self.errors:
                    add_rule_error(self, error, messages.text)
        return data

    def finding(self) -> Finding:
        """The decision, as far as the fields tell it."""
        data = self.cleaned_data
        found = ABOUT.fullmatch(data.get("about", ""))
        return Finding(
            subject=Subject(data["subject"]),
            reason=data.get("reason", ""),
            decision=data.get("decision", ""),
            partida=int(found[1]) if found else None,
            hand=int(found[2]) if found and found[2] else None,
            winner=data.get("winner") or None,
            distorted=data.get("distorted", False),
            text=data.get("text", ""),
            person=int(data["person"]) if data.get("person") else None,
        )


class SealedFilterForm(EncounterFilterForm):
    """What the list of sealed actas is narrowed to."""

    words = _("Equipo o número de acta")
    states = REVIEWABLE
