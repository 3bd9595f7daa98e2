"""What the committee says of a partida (art. 20), and when a suspended encounter goes on.

A decision is sent twice, as what happens at a table: first to see what it changes, then to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from federation.forms.fields import DayField
from federation.models import Venue
from matches.forms import fields
from matches.forms.happenings import HappeningForm
from matches.queries.committee import Asked, Wanted
from matches.rules.resumptions import Appointment
from matches.rules.sides import Side

LONGEST_REASON = 1000
NOW, LATER = "now", "later"
IN_PLAY, NOBODY = "in_play", "nobody"
MISSING = {"day": _("Pon el día."), "hour": _("Pon la hora."), "venue": _("Elige la sede.")}
HAND = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


@dataclass(frozen=True)
class Question:
    """What a decision asks: which hands, which winners, the finding, the day; each where it has its place."""

    hands: tuple[tuple[str, Any], ...] = ()
    winners: tuple[tuple[str, Any], ...] = ()
    finding: bool = False
    day: bool = False


def as_sent(question: Question, data: Mapping[str, Any]) -> Question:
    """With what was sent: when somebody was first, or it comes again, the sheet answers and not the list."""
    hand = str(data.get("hand", ""))
    known = not hand or hand in dict(question.hands)
    return Question(
        hands=question.hands if known else (*question.hands, (hand, _("Una jugada que ha cambiado"))),
        winners=question.winners or (((data["winner"], data["winner"]),) if data.get("winner") else ()),
        finding=question.finding or "distorted" in data,
        day=question.day or "when" in data,
    )


class AppointmentFields(forms.Form):
    """Day, hour and venue; whether they are due is the affair of whoever asks for them."""

    day: Any = DayField(label=_("Día"), required=False)
    hour: Any = forms.TimeField(
        label=_("Hora"),
        required=False,
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("Escribe la hora como 20:30.")},
    )
    venue: Any = forms.ModelChoiceField(
        label=_("Sede"), queryset=Venue.objects.none(), required=False, empty_label=None
    )

    def offer_venues(self, venues: Iterable[Venue]) -> None:
        """The places to choose from."""
        field = self.fields["venue"]
        field.queryset = Venue.objects.filter(pk__in=[each.pk for each in venues]).order_by("name", "pk")  # type: ignore[attr-defined]

    @property
    def of_the_day(self) -> list[forms.BoundField]:
        """The three, where they are asked."""
        return [self[name] for name in ("day", "hour", "venue") if name in self.fields]

    def need_appointment(self, data: Mapping[str, Any]) -> None:
        """Each of the three, with a message beside the one that is missing."""
        for name, text in MISSING.items():
            if not data.get(name) and name not in self.errors:
                self.add_error(name, text)

    @property
    def appointment(self) -> Appointment:
        """What was said, on the clocks of the venue."""
        data = self.cleaned_data
        return Appointment(_moment(data["day"], data["hour"], data["venue"]), data["venue"].pk)


def _moment(day: date, hour: time, venue: Venue) -> datetime:
    return datetime.combine(day, hour, ZoneInfo(venue.time_zone))


class RulingForm(AppointmentFields, HappeningForm):
    """One decision with its reasons; `seen` is the last entry of the sheet that it was taken on."""

    field_order = ("hand", "winner", "distorted", "reason", "when", "day", "hour", "venue")
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Motivos"),
        max_length=LONGEST_REASON,
        help_text=_("Salen en el acta, con el artículo 20."),
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_REASON}),
        error_messages={
            "required": _("Escribe los motivos."),
            "max_length": _("El texto es demasiado largo: caben %(limit_value)s letras."),
        },
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        question: Question,
        venues: Iterable[Venue],
        seen: int,
        venue: int,
    ) -> None:
        super().__init__(data, initial={"seen": seen, "when": NOW, "venue": venue})
        question = as_sent(question, data or {})
        del self.fields["pin"]
        if question.hands:
            self.offer("hand", _("Jugada"), question.hands, _("Elige la jugada."))
        if question.winners:
            self.offer("winner", _("Gana"), question.winners, _("Indica qué pareja gana."))
        if question.finding:
            self.fields["distorted"] = forms.BooleanField(
                label=_("A juicio del comité, lo ocurrido ha tergiversado el resultado"), required=False
            )
        if question.day:
            moments = ((NOW, _("Ahora")), (LATER, _("Otro día")))
            self.fields["when"] = fields.one_of(_("Cuándo se juega"), moments, _("Indica cuándo se juega."))
            self.offer_venues(venues)
        else:
            for name in ("day", "hour", "venue"):
                del self.fields[name]
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        """With another day come its hour and its place."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("when") == LATER:
            self.need_appointment(data)
        return data

    @property
    def resumes(self) -> Appointment | None:
        """The day for what is left to play, where another day was chosen."""
        return self.appointment if self.cleaned_data.get("when") == LATER else None

    @property
    def row(self) -> tuple[int | None, int | None]:
        """The hand and the revision that it is about; none for the one in play, or for the whole partida."""
        found = HAND.fullmatch(self.cleaned_data.get("hand", ""))
        return (int(found[1]), int(found[2])) if found else (None, None)

    @property
    def winner(self) -> Side | None:
        """The pair that was named."""
        said = self.cleaned_data.get("winner")
        return next((side for side in Side if side.value == said), None)


class ResumptionForm(AppointmentFields):
    """When and where a suspended encounter goes on."""

    def __init__(self, data: Any = None, *, venues: Iterable[Venue], initial: dict[str, Any]) -> None:
        super().__init__(data, label_suffix="", initial=initial)
        self.offer_venues(venues)
        # Each has a message of its own where it is missing.
        for field in self.fields.values():
            field.required = True
        for name, text in MISSING.items():
            self.fields[name].error_messages["required"] = text


WANTED = (
    (Wanted.WAITING.value, _("Esperan decisión")),
    (Wanted.SUSPENDED.value, _("Suspendidas")),
    (Wanted.TOLD.value, _("Con un hecho que mirar")),
    (Wanted.RULED.value, _("Ya decididas")),
)


class CommitteeFilterForm(forms.Form):
    """What the list of the committee's partidas shows. A value that is not offered narrows nothing."""

    q = forms.CharField(label=_("Equipo"), max_length=80, required=False)
    competicion: Any = forms.ModelChoiceField(
        label=_("Competición"), queryset=Competition.objects.none(), required=False, empty_label=_("Todas")
    )
    ver = forms.ChoiceField(label=_("Ver"), choices=WANTED, required=False)

    def __init__(self, data: Any, competitions: Iterable[Competition]) -> None:
        super().__init__({"ver": Wanted.WAITING.value, **{key: data.get(key) for key in data}})
        known = Competition.objects.filter(pk__in=[each.pk for each in competitions]).order_by("name", "pk")
        self.fields["competicion"].queryset = known  # type: ignore[attr-defined]

    def chosen(self) -> Asked:
        """What was chosen, as far as it can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return Asked(
            wanted=Wanted(data.get("ver") or Wanted.WAITING),
            competition=data.get("competicion"),
            text=data.get("q", ""),
        )
