"""What the lists of a club's area are narrowed to."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.licences import season_field
from federation.models import Season
from federation.queries import seasons


class ClubPeopleForm(forms.Form):
    """A name or a licence's last figures, and the season whose licences are shown."""

    q = forms.CharField(
        label=_("Nombre o licencia"),
        max_length=80,
        required=False,
        help_text=_("Basta el principio de cada palabra, sin tildes, o las últimas cifras."),
    )
    temporada: Any = season_field(any_label=None)

    def __init__(self, data: Any) -> None:
        self.season = seasons.chosen(data.get("temporada", ""))
        super().__init__({"q": data.get("q", ""), "temporada": self.season.pk if self.season else ""})

    def chosen(self) -> tuple[str, Season | None]:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        return getattr(self, "cleaned_data", {}).get("q", ""), self.season
