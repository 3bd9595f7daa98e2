"""What the acta says of annulments, drops, interruptions, time, ends and rulings (art. 15 to 20)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.acta.people import People

Entry = Mapping[str, Any]

CAUSES = {
    "false_thinking": gettext_lazy("pensada en falso (art. 15)"),
    "false_pass": gettext_lazy("paso en falso (art. 16)"),
}
MOMENTS = {
    "while_shuffling": gettext_lazy("al revolver"),
    "while_taking": gettext_lazy("al coger las fichas"),
    "all_have_seven": gettext_lazy("antes de la salida"),
    "during_hand": gettext_lazy("durante la jugada"),
}
DECISIONS = {
    "shuffle_again": gettext_lazy("se revuelve otra vez"),
    "go_on": gettext_lazy("se sigue"),
    "annul": gettext_lazy("se anula la jugada"),
}
RULINGS = {
    "resume": gettext_lazy("se reanuda con el mismo tanteo, los mismos asientos y la misma salida"),
    "validate": gettext_lazy("vale el tanteo que había"),
    "ahead_wins": gettext_lazy("gana la pareja que iba por delante"),
    "replay_hand": gettext_lazy("se repite la jugada"),
    "replay_partida": gettext_lazy("se repite la partida; el tanteo anterior queda en el acta"),
    "void_hand": gettext_lazy("la jugada es nula"),
    "hand_stands": gettext_lazy("la jugada es válida"),
}
DISTORTED = gettext_lazy("A su juicio, lo ocurrido ha tergiversado el resultado.")


def is_told(kind: str) -> bool:
    """Has an entry of this kind something to say beside the hands?"""
    return kind in _TELLERS


def tell_event(entry: Entry, people: People, at: str) -> str:
    """Say what an entry beside the hands adds; nothing for any other kind. `at` is its hour."""
    say = _TELLERS.get(entry["kind"])
    return " ".join(say(entry, people, at).split()) if say else ""


def _annulment(entry: Entry, people: People, at: str) -> str:
    data = entry["data"]
    told = {
        "hand": entry["hand"],
        "cause": CAUSES[data["cause"]],
        "who": people.name(data["offender"]),
        "asked": people.name(data["asked_by"]),
        "at": at,
    }
    if data["remedy"] == "annul":
        text = _("Jugada %(hand)s, anulada: %(cause)s de %(who)s, a petición de %(asked)s (%(at)s).")
    else:
        text = _(
            "Jugada %(hand)s, reanudada desde la infracción: %(cause)s de %(who)s, "
            "a petición de %(asked)s (%(at)s)."
        )
    return f"{text % told} {_agreed(data, people)} {_tile(data)} {data['text']}"


def _agreed(data: Mapping[str, Any], people: People) -> str:
    """Who resolved it, and who agreed: kept apart (art. 15)."""
    said = [_directed(data, people)]
    names = _names(data.get("agreed", []), people)
    if names:
        said.append(_("Conformes: %s.") % names)
    return " ".join(said)


def _directed(data: Mapping[str, Any], people: People) -> str:
    if data.get("judge"):
        return _("Resuelve el juez árbitro.")
    captains = _names(data.get("captains", []), people)
    return _("Resuelven los capitanes: %s.") % captains if captains else ""


def _names(persons: Iterable[str], people: People) -> str:
    return ", ".join(people.name(person) for person in persons)


def _tile(data: Mapping[str, Any]) -> str:
    if not data.get("tile") or not data.get("ends"):
        return ""
    return _("Ficha %(tile)s; puntas %(ends)s.") % {"tile": data["tile"], "ends": data["ends"]}


def _drop(entry: Entry, people: People, at: str) -> str:
    data = entry["data"]
    who = people.name(data["person"]) if data.get("person") else people.team(data["side"])
    told = {"who": who, "when": MOMENTS[data["moment"]], "at": at}
    text = _("Ficha caída de %(who)s, %(when)s (art. 19, %(at)s).") % told
    decision, decided_by = data.get("decision"), data.get("decided_by")
    if decision:
        text = f"{text} {_('La pareja contraria decide: %s.') % DECISIONS[decision]}"
    return f"{text} {_('Lo dice %s.') % people.name(decided_by)}" if decided_by else text


def _interruption(entry: Entry, people: People, at: str) -> str:
    data = entry["data"]
    told = {
        "minutes": data["minutes"],
        "cause": data["cause"],
        "at": at,
        "who": people.name(data["person"]) if data.get("person") else "",
    }
    text = _("Interrupción de %(minutes)s minutos (art. 17, %(at)s): %(cause)s %(who)s") % told
    if data["announced"]:
        text = f"{text} {_('Se había avisado antes.')}"
    measure = data.get("measure")
    return f"{text} {_('Medida: %s') % measure}" if measure else text


def _time(entry: Entry, _people: People, at: str) -> str:
    if entry["data"]["hand_in_play"]:
        return _("Se cumple el tiempo con una jugada en curso (%s).") % at
    return _("Se cumple el tiempo entre dos jugadas (%s).") % at


def _suspension(entry: Entry, _people: People, at: str) -> str:
    return _("Partida suspendida (art. 20, %(at)s): %(reason)s") % {
        "at": at,
        "reason": entry["data"]["reason"],
    }


def _ruling(entry: Entry, people: People, _at: str) -> str:
    data = entry["data"]
    text = _("Decisión del órgano competente (art. 20): %s.") % RULINGS[data["kind"]]
    if entry["hand"] is not None:
        text += " " + _("Jugada %s.") % entry["hand"]
    if data.get("winner"):
        text += " " + _("Gana %s.") % people.team(data["winner"])
    if data.get("distorted"):
        text += f" {DISTORTED}"
    return f"{text} {data['reason']}"


def _abandonment(entry: Entry, people: People, at: str) -> str:
    told = {"who": people.name(entry["data"]["person"]), "at": at, "reason": entry["data"]["reason"]}
    return _("Abandono de %(who)s (art. 20, %(at)s): gana la pareja contraria. %(reason)s") % told


def _no_show(entry: Entry, people: People, _at: str) -> str:
    names = ", ".join(people.team(side) for side in entry["data"]["sides"])
    return _("Incomparecencia de %s.") % names


def _late(entry: Entry, people: People, at: str) -> str:
    data = entry["data"]
    told = {"team": people.team(data["side"]), "minutes": data["minutes"], "at": at}
    return _("%(team)s llega con %(minutes)s minutos de retraso (%(at)s).") % told


def _paper(entry: Entry, people: People, at: str) -> str:
    data = entry["data"]
    text = _("Transcrita de la Hoja en papel (%(at)s). Foto de la Hoja, SHA-256: %(photo)s.") % {
        "at": at,
        "photo": data["photo"],
    }
    if data.get("judge"):
        who = _("La pasa %s, juez árbitro.") % people.name(data["judge"])
    else:
        who = _("La pasan los capitanes: %s.") % _names(data["captains"], people)
    return f"{text} {who}"


_TELLERS: Mapping[str, Callable[[Entry, People, str], str]] = {
    "annulment": _annulment,
    "drop": _drop,
    "interruption": _interruption,
    "time": _time,
    "suspension": _suspension,
    "ruling": _ruling,
    "abandonment": _abandonment,
    "no_show": _no_show,
    "late": _late,
    "paper": _paper,
}
