"""The words of the registry: how a licence stands, what is done with it, why one is not renewed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.rules.licences import LicenceAct, NotRenewed

STANDING_WORDS: Mapping[str, Promise] = {
    "requested": _("Solicitada"),
    "granted": _("En vigor"),
    "not_yet": _("Aún no vale"),
    "expired": _("Caducada"),
    "suspended": _("Suspendida"),
    "withdrawn": _("Retirada"),
    "refused": _("Denegada"),
}

# How each looks: the kind of a state and its icon (empty: that kind's own).
STANDING_SHAPES: Mapping[str, tuple[str, str]] = {
    "requested": ("propuesta", ""),
    "granted": ("conforme", ""),
    "not_yet": ("provisional", "calendar-clock"),
    "expired": ("", "history"),
    "suspended": ("suspendida", ""),
    "withdrawn": ("anulada", ""),
    "refused": ("anulada", "circle-x"),
}

ACT_WORDS: Mapping[LicenceAct, Promise] = {
    LicenceAct.GRANT: _("Conceder"),
    LicenceAct.REFUSE: _("Denegar"),
    LicenceAct.SUSPEND: _("Suspender"),
    LicenceAct.RESTORE: _("Levantar la suspensión"),
    LicenceAct.WITHDRAW: _("Retirar"),
}

# What happened, as the history of a licence says it: by the state that a step came to.
STEP_WORDS: Mapping[str, Promise] = {
    "requested": _("Solicitada"),
    "granted": _("Concedida"),
    "suspended": _("Suspendida"),
    "withdrawn": _("Retirada"),
    "refused": _("Denegada"),
}

NOT_RENEWED_WORDS: Mapping[NotRenewed, Promise] = {
    NotRenewed.NOT_GRANTED: _("No está concedida: está solicitada o suspendida."),
    NotRenewed.HAS_ONE: _("Ya tiene licencia de esa clase en la temporada nueva."),
    NotRenewed.CLUB_INACTIVE: _("Su club está de baja."),
    NotRenewed.ERASED: _("Sus datos se suprimieron."),
    NotRenewed.MERGED: _("Su ficha se unió a otra."),
    NotRenewed.NO_GUARDIAN: _("Será menor de edad y no consta cómo avisar a quien responde por él."),
}
