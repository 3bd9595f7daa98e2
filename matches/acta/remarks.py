"""What the acta says under a sheet: everything in it that did not go without saying."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from matches.acta import words
from matches.acta.event_remarks import tell_event
from matches.acta.people import People
from matches.rules.sheet import HandRow, HandState


def remarks(
    partida: Mapping[str, Any], rows: Sequence[HandRow], people: People, zone: ZoneInfo
) -> Iterator[str]:
    """Say each draw, change, disagreement and rectification of a partida, in the order written."""
    teller = _Teller(partida["entries"], people, zone)
    for entry in partida["entries"]:
        yield from teller.tell(entry)
    for row in rows:
        yield from _row_remarks(row, people)
    note = partida["result"].get("note", "")
    if note:
        yield note


def _row_remarks(row: HandRow, people: People) -> Iterator[str]:
    if row.state is HandState.STRUCK:
        yield (
            _("Jugada %s: no cuenta; la partida había terminado antes, al resolverse otra jugada.")
            % row.number
        )
    if row.state is HandState.DISAGREED:
        yield _("Jugada %s: quedó sin acuerdo y no entra en el total.") % row.number
    if row.lead_mismatch:
        yield _("Jugada %(hand)s: salió %(person)s, a quien no correspondía la salida.") % {
            "hand": row.number,
            "person": people.name(row.leader_person),
        }


class _Teller:
    """Puts the entries of one sheet into words."""

    def __init__(self, entries: Sequence[Mapping[str, Any]], people: People, zone: ZoneInfo) -> None:
        self._people = people
        self._zone = zone
        self._hands = {(each["hand"], each["revision"]): each for each in entries if each["kind"] == "hand"}
        self._last_hand = 0
        self._is_named = False
        self._is_drawn = False

    def tell(self, entry: Mapping[str, Any]) -> Iterator[str]:
        """Say what this entry adds, nothing for what the lines show already."""
        if entry["kind"] == "hand":
            self._last_hand = entry["hand"]
        say = getattr(self, f"_{entry['kind']}", None)
        text = say(entry, entry["data"]) if say else tell_event(entry, self._people, self._at(entry))
        if text:
            yield text

    def _at(self, entry: Mapping[str, Any]) -> str:
        return datetime.fromisoformat(entry["server_time"]).astimezone(self._zone).strftime("%H:%M")

    def _names(self, persons: Sequence[str]) -> str:
        return ", ".join(self._people.name(person) for person in persons)

    def _draw(self, _entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        tiles = ", ".join(
            f"{self._people.name(person)} {tile}" for person, tile in sorted(data["tiles"].items())
        )
        text = _("Desempate del sorteo: %s.") if self._is_drawn else _("Sorteo: %s.")
        self._is_drawn = True
        return text % tiles

    def _seating(self, _entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        if not data.get("reason"):
            return ""
        return _("Asientos: %s") % str(data["reason"])

    def _naming(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        is_first, self._is_named = not self._is_named, True
        parts = []
        if not is_first:
            parts.append(
                _("Desde la jugada %(hand)s anota %(scorer)s y recuenta %(counter)s (%(at)s).")
                % {
                    "hand": self._last_hand + 1,
                    "scorer": self._people.name(data["scorer"]),
                    "counter": self._people.name(data["counter"]),
                    "at": self._at(entry),
                }
            )
        if data["done_by"] == "judge":
            parts.append(
                _("Anota y recuenta el juez árbitro, %s, con el conforme de ambos.")
                % self._people.name(data["judge"])
            )
        return " ".join(parts)

    def _hand(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        if not data.get("reason"):
            return ""
        return _("Jugada %(hand)s: se mantiene %(figures)s. %(reason)s") % {
            "hand": entry["hand"],
            "figures": self._figures(data),
            "reason": data["reason"],
        }

    def _figures(self, data: Mapping[str, Any]) -> str:
        if data["side"] is None:
            return _("cierre empatado")
        mark = str(words.ENDING_MARKS[data["ending"]])
        return f"{data['points']} {mark}".strip() + f" {words.SIDES[data['side']]}"

    def _settlement(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        who = self._people.name(data["judge"]) if data.get("judge") else self._names(data.get("persons", []))
        return _("Jugada %(hand)s: *resuelta en %(figures)s por %(who)s (%(at)s). %(reason)s") % {
            "hand": entry["hand"],
            "figures": self._figures(data),
            "who": who,
            "at": self._at(entry),
            "reason": data["reason"],
        }

    def _disagreement(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        proposed = self._hands.get((entry["hand"], entry["revision"]))
        return _(
            "Jugada %(hand)s: sin acuerdo; anotación, %(proposed)s; recuento de %(person)s, %(counted)s."
        ) % {
            "hand": entry["hand"],
            "proposed": self._figures(proposed["data"]) if proposed else "–",
            "person": self._people.name(data["person"]),
            "counted": self._figures(data),
        }

    def _retraction(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        persons = [*data.get("approved_by", []), *filter(None, [data.get("judge")])]
        agreed = _(" Conformes: %s.") % self._names(persons) if persons else ""
        text = _("Jugada %(hand)s: anotación rectificada a las %(at)s.") % {
            "hand": entry["hand"],
            "at": self._at(entry),
        }
        return f"{text}{agreed} {data.get('reason') or ''}".rstrip()

    def _substitution(self, entry: Mapping[str, Any], data: Mapping[str, Any]) -> str:
        when = _("antes de empezar") if data["before_start"] else _("tras la jugada %s") % self._last_hand
        return _("Sustitución %(when)s (%(at)s): entra %(entering)s por %(leaving)s. %(reason)s") % {
            "when": when,
            "at": self._at(entry),
            "entering": self._people.name(data["in"]),
            "leaving": self._people.name(data["out"]),
            "reason": data["reason"],
        }
