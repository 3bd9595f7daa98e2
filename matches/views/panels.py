"""The panel of a board's page: the one thing to do now, chosen by the phase and by who looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.forms import BaseForm

from matches.rules.sheet import Phase
from matches.views.table import Table

PLAY = "play"
PLAIN = "plain"


@dataclass(frozen=True)
class Panel:
    """A template of `matches/board/` with what it shows; `layout` says what stands around it."""

    name: str
    layout: str
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """The template's path."""
        return f"matches/board/{self.name}.html"


def layout_of(table: Table) -> str:
    """Around a hand: score and seats beside the panel; before and after: the panel alone."""
    return PLAY if table.sheet.phase in (Phase.PLAYING, Phase.SETTLEMENT) else PLAIN


def panel_of(table: Table, name: str, form: BaseForm | None, /, *, layout: str = "", **context: Any) -> Panel:
    """A panel around one form."""
    return Panel(name, layout or layout_of(table), {"form": form, **context})
