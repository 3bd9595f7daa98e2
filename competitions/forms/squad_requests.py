"""Forms of a squad that a club proposes, and of its acceptance. They never save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.forms.teams import REASON_HELP
from competitions.rules.squad_proposals import NOBODY, Proposal
from federation.forms.fields import REASON_LENGTH, DayField
from federation.forms.requests import text_field
from federation.models import Person

AS_IT_IS = ""


class SquadForm(forms.Form):
    """A tick for each member who leaves and for each person who joins, and who captains.

    Each person has a field of his own, so that what speaks against him stands beside him.
    """

    day: Any = DayField(label=_("Desde"))
    captain = forms.ChoiceField(label=_("Capitán"), required=False)
    vice_captain = forms.ChoiceField(label=_("Subcapitán"), required=False)
    text = text_field()

    def __init__(
        self,
        *args: Any,
        members: Sequence[Person],
        candidates: Sequence[Person],
        answers: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.leaving, self.joining = [who.pk for who in members], [who.pk for who in candidates]
        for name, people in (("leave", members), ("join", candidates)):
            for who in people:
                self.fields[f"{name}_{who.pk}"] = forms.BooleanField(label=str(who), required=False)
        offered = [(str(who.pk), str(who)) for who in (*members, *candidates)]
        as_it_is = (AS_IT_IS, _("Como está"))
        self.fields["captain"].choices = [as_it_is, *offered]  # type: ignore[attr-defined]
        nobody = (str(NOBODY), _("Nadie"))
        self.fields["vice_captain"].choices = [as_it_is, nobody, *offered]  # type: ignore[attr-defined]
        if not answers:
            del self.fields["text"]

    def proposal(self) -> Proposal:
        """Give what is proposed."""
        data = self.cleaned_data
        return Proposal(
            day=data["day"],
            joins=tuple(key for key in self.joining if data[f"join_{key}"]),
            leaves=tuple(key for key in self.leaving if data[f"leave_{key}"]),
            captain=_officer(data["captain"]),
            vice_captain=_officer(data["vice_captain"]),
        )

    @staticmethod
    def initial_of(proposal: Proposal) -> Mapping[str, object]:
        """Give what the form shows of a proposal that was sent."""
        return {
            "day": proposal.day,
            "captain": _shown(proposal.captain),
            "vice_captain": _shown(proposal.vice_captain),
            **{f"join_{key}": True for key in proposal.joins},
            **{f"leave_{key}": True for key in proposal.leaves},
        }


class AcceptSquadForm(forms.Form):
    """From which day on a proposed squad is written. Fields of people only carry what was refused."""

    read = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    day: Any = DayField(label=_("Desde"))
    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, required=False, help_text=REASON_HELP
    )

    def __init__(self, data: Any, *, proposal: Proposal, day: date) -> None:
        super().__init__(data, initial={"day": day})
        names = [f"leave_{key}" for key in proposal.leaves] + [f"join_{key}" for key in proposal.joins]
        for name in (*names, "captain", "vice_captain"):
            self.fields[name] = forms.CharField(required=False, widget=forms.HiddenInput)


def _officer(chosen: str) -> int | None:
    return None if chosen == AS_IT_IS else int(chosen)


def _shown(officer: int | None) -> str:
    return AS_IT_IS if officer is None else str(officer)
