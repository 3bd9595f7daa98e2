"""Forms of what clubs ask for: by a delegate, and as the office accepts it. They never save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from federation import messages
from federation.actions.licence_requests import Newcomer, Wanted
from federation.actions.people import Name
from federation.actions.request_values import values_of
from federation.forms.fields import DayField
from federation.forms.licences import CATEGORY_LENGTH, LicenceTermsForm
from federation.forms.people import PersonForm
from federation.forms.photos import TOO_LARGE, PhotoForm
from federation.models import Club, ClubRequest, LicenceKind, RequestState, Season
from federation.photos.drawing import MOST_BYTES, draw_photo
from federation.queries.club_area import seasons_ahead
from federation.rules.errors import RuleError

TEXT_LENGTH = 500
NEW = "new"
ANSWER = _("Respuesta a la secretaría")


class WantedForm(forms.Form):
    """Which licence a club wants, and for which season."""

    season: Any = forms.ModelChoiceField(
        label=_("Temporada"), queryset=Season.objects.none(), empty_label=None
    )
    kind = forms.ChoiceField(label=_("Clase"), choices=LicenceKind.choices)
    category = forms.CharField(label=_("Categoría"), max_length=CATEGORY_LENGTH, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "season" in self.fields:
            self.fields["season"].queryset = seasons_ahead()  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        """Give which licence is wanted."""
        return Wanted(self.cleaned_data["kind"], self.cleaned_data["category"])


class NewcomerForm(PersonForm, WantedForm):
    """Everything about somebody whom the club does not have yet, and the licence that it wants for him."""

    birth_date = DayField(label=_("Fecha de nacimiento"))
    confirmed = None  # type: ignore[assignment]  # whoever is like him is the office's business
    photo = forms.FileField(
        label=_("Foto"),
        required=False,
        max_length=255,
        help_text=PhotoForm.base_fields["photo"].help_text,
        widget=PhotoForm.base_fields["photo"].widget,
    )

    def clean_photo(self) -> bytes | None:
        """Give the photo drawn anew, if there is one; refuse with the reason."""
        file: UploadedFile | None = self.cleaned_data["photo"]
        if file is None:
            return None
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(TOO_LARGE, code="too_large")
        try:
            return draw_photo(file.read(MOST_BYTES + 1), str(file.name))
        except RuleError as error:
            raise forms.ValidationError(messages.text(error), code=error.code) from None

    def newcomer(self) -> Newcomer:
        """Give who it is."""
        return Newcomer(self.name(), self.details(), self.cleaned_data["photo"])


def text_field(*, required: bool = False, label: Any = ANSWER) -> forms.CharField:
    """Some lines that go into the history of a request."""
    widget = forms.Textarea(attrs={"rows": 3})
    return forms.CharField(label=label, max_length=TEXT_LENGTH, required=required, widget=widget)


class AnswerForm(forms.Form):
    """What the club answers, in words."""

    text = text_field(required=True)


class WithdrawForm(forms.Form):
    """Why a request is taken back, if somebody wants to say it."""

    text = text_field(label=_("Motivo"))


class ReplyForm(forms.Form):
    """Why the office refuses, or what it asks for."""

    text = text_field(required=True, label=_("Texto para el club"))


class WantedAnswerForm(WantedForm):
    """The licence of somebody known, corrected; the season stays."""

    season = None
    text = text_field()


class NewcomerAnswerForm(NewcomerForm):
    """Somebody new, corrected; the season stays."""

    season = None
    text = text_field()


class ChangeForm(PersonForm):
    """What is to be corrected of a person: the name is shown, of the rest nothing; empty leaves it be."""

    confirmed = None  # type: ignore[assignment]
    text = text_field()

    def __init__(self, *args: Any, answers: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_date"].help_text = ""
        if not answers:
            del self.fields["text"]

    def values(self, name: Name) -> dict[str, Any]:
        """Give what differs from the name on record, and whatever else was filled in."""
        typed, sent = self.name(), values_of(self.name(), self.details())
        for part in ("given_name", "surname_1", "surname_2"):
            sent.pop(part, None)
            if getattr(typed, part) != getattr(name, part):
                sent[part] = getattr(typed, part)
        return sent


class AcceptTermsForm(LicenceTermsForm):
    """The licence of somebody known, as the office grants it. `read` is the last step that was seen."""

    read = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class AcceptNewcomerForm(PersonForm, AcceptTermsForm):
    """Somebody whom a club sends, as the office enters him; or it is somebody who is there."""

    confirmed = None  # type: ignore[assignment]
    who = forms.ChoiceField(label=_("¿Es alguna de estas personas?"), widget=forms.RadioSelect, initial=NEW)
    complete = forms.BooleanField(
        label=_("Completar su ficha con lo que le falta y el club ha enviado"), required=False
    )

    def __init__(self, *args: Any, alike: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[str, Any]] = [(NEW, _("Es otra persona: darla de alta"))]
        choices += [(str(key), label) for key, label in alike]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]

    def chosen(self) -> int | None:
        """Give the record that it is; None for somebody new."""
        who = self.cleaned_data["who"]
        return None if who == NEW else int(who)


class AcceptChangeForm(PersonForm):
    """A person's record as it will be; `version` is the record's and `read` the step that were seen."""

    confirmed = None  # type: ignore[assignment]
    read = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class RenewalsForm(forms.Form):
    """Which licences a club wants renewed."""

    licences = forms.MultipleChoiceField(
        label=_("Licencias"), error_messages={"required": messages.MESSAGES["nothing_chosen"]}
    )

    def __init__(self, *args: Any, licences: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["licences"].choices = [(str(key), "") for key in licences]  # type: ignore[attr-defined]

    def chosen(self) -> list[int]:
        """Give the licences that are ticked."""
        return [int(key) for key in self.cleaned_data["licences"]]


LATER, ACCEPT, REFUSE = "later", "accept", "refuse"


class DecideRenewalsForm(forms.Form):
    """For each renewal that waits: accept, refuse with a reason, or leave it."""

    def __init__(self, *args: Any, waiting: Sequence[ClubRequest], fit: set[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keys = [each.pk for each in waiting]
        for key in self.keys:
            self.fields[f"choice_{key}"] = forms.ChoiceField(
                label=_("Qué se hace"),
                choices=[(ACCEPT, _("Aceptar")), (REFUSE, _("Denegar")), (LATER, _("Dejarla"))],
                initial=ACCEPT if key in fit else LATER,
                required=False,
            )
            self.fields[f"reason_{key}"] = forms.CharField(
                label=_("Motivo"), max_length=TEXT_LENGTH, required=False
            )

    def accepted(self) -> list[int]:
        """Give the requests that are accepted."""
        return [key for key in self.keys if self.cleaned_data[f"choice_{key}"] == ACCEPT]

    def refused(self) -> dict[int, str]:
        """Give the requests that are refused, each with its reason."""
        data = self.cleaned_data
        return {key: data[f"reason_{key}"] for key in self.keys if data[f"choice_{key}"] == REFUSE}


class RequestsFilterForm(forms.Form):
    """What the office's list of requests is narrowed to. A value that is not offered narrows nothing."""

    WAITING = "sent"

    estado = forms.ChoiceField(
        label=_("Estado"),
        choices=[
            (WAITING, _("Esperan a la secretaría")),
            (RequestState.MORE_ASKED, _("Esperan al club")),
            (RequestState.ACCEPTED, _("Aceptadas")),
            (RequestState.REFUSED, _("Denegadas")),
            (RequestState.WITHDRAWN, _("Retiradas")),
        ],
        required=False,
    )
    club: Any = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.order_by("sort_key", "pk"),
        required=False,
        empty_label=_("Todos"),
    )

    def chosen(self) -> tuple[str, Club | None]:
        """Give the state and the club that were chosen, as far as they can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return data.get("estado") or self.WAITING, data.get("club")
