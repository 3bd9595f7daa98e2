"""What was decided of an encounter, in words: for everybody, and for the parties and the federation."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Encounter
from competitions.rules.lifecycle import Action
from federation.rules.errors import RuleError
from matches import messages
from matches.models import EncounterDecision
from matches.views import moments

# The states that come of each decision: only while it stands there is it told of the encounter.
STANDS_IN: Mapping[str, tuple[str, ...]] = {
    Action.POSTPONE: ("postponed",),
    Action.SET_DATE: ("scheduled", "line_ups"),
    Action.MARK_NOT_PLAYED: ("not_played",),
    Action.AWARD: ("final",),
    Action.UPHOLD: ("scheduled", "line_ups"),
    Action.ANNUL: ("annulled",),
    Action.REPLAY: ("scheduled", "line_ups"),
}


def stands(decision: EncounterDecision | None, encounter: Encounter) -> bool:
    """Is the encounter as this decision left it?"""
    return decision is not None and encounter.state in STANDS_IN[decision.action]


def told(decision: EncounterDecision | None, names: Mapping[str, str], encounter: Encounter) -> str:
    """For everybody: what was decided, with its reason where public; nothing when it stands no more."""
    if decision is None or not stands(decision, encounter):
        return ""
    said = sentence(decision, names)
    return f"{said} {_closed(decision.reason)}".strip() if decision.reach == "public" else said


def told_to_parties(decision: EncounterDecision | None, encounter: Encounter) -> str:
    """For those who may see the encounter's own page: with the reason, whoever else reads it."""
    if decision is None or not stands(decision, encounter):
        return ""
    names = {"home": encounter.home.name, "away": encounter.away.name}
    said = f"{sentence(decision, names)} {_closed(decision.reason)}".strip()
    return f"{said} {_closed(decision.decision)}".strip()


def sentence(decision: EncounterDecision, names: Mapping[str, str]) -> str:
    """What was decided, without its reason."""
    zone = decision.was_in.time_zone
    was = moments.day_and_hour(decision.was_at, zone)
    if decision.action == Action.POSTPONE:
        return _postponed(decision, names, was)
    if decision.action == Action.MARK_NOT_PLAYED:
        return _not_played(decision, names)
    if decision.action == Action.AWARD:
        return awarded(decision.awarded_to, names)
    if decision.action == Action.ANNUL:
        return _("Anulado por resolución: su resultado no vale.")
    assert decision.at is not None and decision.venue is not None  # noqa: S101 - a constraint says so
    said = {
        "when": moments.day_and_hour(decision.at, decision.venue.time_zone),
        "venue": decision.venue.name,
        "was": was,
    }
    if decision.action == Action.SET_DATE:
        return _("Nueva fecha: %(when)s, en %(venue)s. Era el %(was)s.") % said
    if decision.action == Action.UPHOLD:
        return _("El comité decide que se juegue: %(when)s, en %(venue)s.") % said
    return _("El comité ordena repetirlo: %(when)s, en %(venue)s.") % said


def awarded(to: str, names: Mapping[str, str]) -> str:
    """To whom a decision gives the encounter."""
    if to == "none":
        return _("Resultado por decisión: pierden los dos.")
    return _("Resultado por decisión: se da por ganado a %(name)s.") % {"name": names[to]}


def _postponed(decision: EncounterDecision, names: Mapping[str, str], was: str) -> str:
    if decision.asked_by == "both":
        who = _("los dos lados")
    else:
        who = names.get(decision.asked_by) or _("la federación")
    said = {"who": who, "was": was}
    return _("Aplazado a petición de %(who)s. Se jugaba el %(was)s.") % said


def _not_played(decision: EncounterDecision, names: Mapping[str, str]) -> str:
    if decision.cause == "other":
        return _("No se ha jugado.")
    if decision.cause == "both":
        said = _("No se ha jugado: no se presentó ninguno de los dos.")
    else:
        said = _("No se ha jugado: no se presentó %(name)s.") % {"name": names[decision.cause]}
    if decision.waited is None:
        return said
    waited = ngettext("Se esperó %(n)s minuto.", "Se esperaron %(n)s minutos.", decision.waited) % {
        "n": decision.waited
    }
    return f"{said} {waited}"


def _closed(text: str) -> str:
    """With its full stop."""
    return text if not text or text[-1] in ".!?…" else f"{text}."


def not_now() -> str:
    """That the encounter is not where this could be decided."""
    return messages.text(RuleError("action_not_in_state"))
