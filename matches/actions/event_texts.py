"""The texts of the incidents that arise by themselves: written once, in the language of the acta."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from federation.models import Person, Venue
from federation.rules.zones import in_zone
from matches.acta.event_remarks import DISTORTED, MOMENTS, RULINGS
from matches.rules.domino.drops import DropMoment
from matches.rules.domino.infractions import Infraction
from matches.rules.event_reports import InfractionReport, RulingReport

Names = Mapping[str, str]


def names_of(people: list[str]) -> Names:
    """Whole names, by the key that the rules use. One query."""
    found = Person.objects.in_bulk([int(key) for key in people if key.isdigit()])
    return {str(key): person.full_name for key, person in found.items()}


def infraction(report: InfractionReport, names: Names, *, licence: str, leader: str) -> str:
    """Licence number, whether it was declared, circumstances, effect, who led (art. 15)."""
    with override(settings.LANGUAGE_CODE):
        said = [_("Licencia %(number)s.") % {"number": licence} if licence else _("Sin licencia de jugador.")]
        if leader:
            said.append(_("Salía %(name)s.") % {"name": names.get(leader, leader)})
        if report.infraction is Infraction.FALSE_THINKING:
            declared = _("Lo señaló antes de que jugara quien estaba a su derecha.")
            kept = _("No lo señaló antes de que jugara quien estaba a su derecha.")
            said.append(declared if report.declared else kept)
        if report.tile and report.ends:
            said.append(_("Ficha %(tile)s; puntas %(ends)s.") % {"tile": report.tile, "ends": report.ends})
        said.extend(filter(None, (report.text.strip(), report.effect.strip())))
        if report.remedy is None:
            said.append(_("La pareja contraria no pide nada: la jugada vale."))
        return " ".join(said)


def dropped(team: str, ordinal: int, moment: DropMoment) -> str:
    """Which drop of the pair in the partida it was (19.4)."""
    with override(settings.LANGUAGE_CODE):
        ordinals = {2: _("segunda"), 3: _("tercera"), 4: _("cuarta"), 5: _("quinta"), 6: _("sexta")}
        which = ordinals.get(ordinal) or _("%(number)s.ª") % {"number": ordinal}
        said = {"team": team, "which": which, "when": MOMENTS[moment.value]}
        return _("%(team)s, por %(which)s vez en esta partida, %(when)s.") % said


def interrupted(cause: str, minutes: int, measure: str, *, announced: bool) -> str:
    """Cause, minutes, whether it had been announced and the measure taken (art. 17)."""
    with override(settings.LANGUAGE_CODE):
        lasted = ngettext("Dura %(minutes)s minuto.", "Dura %(minutes)s minutos.", minutes)
        said = [_sentence(cause), lasted % {"minutes": minutes}]
        said.append(
            _("Se había avisado antes de la partida.")
            if announced
            else _("No se había avisado antes de la partida.")
        )
        if measure.strip():
            said.append(_("Medida adoptada: %(measure)s") % {"measure": _sentence(measure)})
        return " ".join(said)


def late(team: str, minutes: int) -> str:
    """Who came late and by how much."""
    with override(settings.LANGUAGE_CODE):
        text = ngettext(
            "%(team)s llega con %(minutes)s minuto de retraso.",
            "%(team)s llega con %(minutes)s minutos de retraso.",
            minutes,
        )
        return text % {"team": team, "minutes": minutes}


def absent(teams: list[str]) -> str:
    """Who was not there."""
    with override(settings.LANGUAGE_CODE):
        return _("No comparece: %(teams)s.") % {"teams": ", ".join(teams)}


def ruled(report: RulingReport, winner: str, resumes: str) -> str:
    """What the competent body ruled, its finding and its reasons, and when it is played (art. 20)."""
    with override(settings.LANGUAGE_CODE):
        decision = _sentence(str(RULINGS[report.kind.value]))
        said = [decision[:1].upper() + decision[1:]]
        if report.hand is not None:
            said.append(_("Jugada %s.") % report.hand)
        if winner:
            said.append(_("Gana %s.") % winner)
        if report.distorted:
            said.append(str(DISTORTED))
        said.append(_sentence(report.reason))
        if resumes:
            said.append(resumes)
        return " ".join(said)


def resumed_on(at: datetime, venue: Venue) -> str:
    """When and where a suspended encounter goes on."""
    with override(settings.LANGUAGE_CODE):
        local = in_zone(at, venue.time_zone)
        said = {"day": date_format(local, "DATE_FORMAT"), "hour": f"{local:%H:%M}", "venue": venue.name}
        return _("Se reanuda el %(day)s a las %(hour)s en %(venue)s.") % said


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
