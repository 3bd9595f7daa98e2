"""The words of squads: what was done in them, and when a window is open."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.views.acts import day_in_words

ACTS: Mapping[str, Promise] = {
    "acting_captain.dismissed": _("%(person)s deja de ser capitán en funciones"),
    "acting_captain.named": _("%(person)s, capitán en funciones"),
    "import.undone": _("Se deshizo la importación n.º %(import)s"),
    "squad.copied": _("Plantilla copiada de la temporada anterior: %(count)s en total"),
    "squad.exception": _("Fuera de plazo o con efecto anterior: %(reason)s"),
    "squad.joined": _("%(person)s se inscribe como %(role)s desde el %(from)s"),
    "squad.left": _("%(person)s causa baja; último día, %(to)s"),
    "squad.role_changed": _("%(person)s pasa a %(role)s desde el %(from)s"),
    "squad.taken_out": _("%(person)s: se retira la inscripción prevista para el %(from)s"),
    "squad.transferred": _("%(person)s se va a otro equipo; último día, %(to)s"),
}


def window_in_words(window: Mapping[str, Any]) -> str:
    """From when to when a window is open."""
    begin, end = window["from"], window["to"]
    if isinstance(begin, int):
        return gettext("de la jornada %(begin)s a la %(end)s") % {"begin": begin, "end": end}
    days = {"begin": day_in_words(date.fromisoformat(begin)), "end": day_in_words(date.fromisoformat(end))}
    return gettext("del %(begin)s al %(end)s") % days
