"""The Hojas de Anotaciones of one board of domino as the acta prints them, made from their replay."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.acta import words
from matches.acta.people import People
from matches.acta.remarks import remarks
from matches.rules.domino.draw import draw_decided_by
from matches.rules.sheet import HandRow, HandState, SheetState

# Two sheets longer than this stand one under the other, where a page may break between hands.
LONG_SHEET = 55

_COUNTED = (HandState.APPROVED, HandState.SETTLED)
_NOT_COUNTED = (HandState.RETRACTED, HandState.STRUCK, HandState.ANNULLED, HandState.SET_ASIDE)


@dataclass(frozen=True)
class SheetLine:
    """One printed line: number and leader, both figures, the totals after it."""

    lead: str
    home: str
    away: str
    total: str
    is_struck: bool


@dataclass(frozen=True)
class Sheet:
    """One partida on paper; `acted` names the parameters that decided something in it."""

    title: str
    caption: str
    lines: tuple[SheetLine, ...]
    foot: tuple[str, ...]
    remarks: tuple[str, ...]
    acted: frozenset[str]
    all_approved: bool


@dataclass(frozen=True)
class BoardSheets:
    """A board: who met, and its sheets, two by two."""

    title: str
    who: str
    sheets: tuple[Sheet, ...]
    is_long: bool
    lead_word: str
    nothing: str

    @property
    def pairs(self) -> list[tuple[Sheet, ...]]:
        """The sheets as they stand side by side."""
        return [self.sheets[start : start + 2] for start in range(0, len(self.sheets), 2)]


def board_sheets(
    board: Mapping[str, Any],
    states: Sequence[SheetState | None],
    people: People,
    zone: ZoneInfo,
) -> BoardSheets:
    """Give the board as it is printed; `states` are the replays of its partidas, in order."""
    sheets = tuple(
        _sheet(partida, state, people, zone) for partida, state in zip(board["partidas"], states, strict=True)
    )
    return BoardSheets(
        title=title_of(board),
        who=who_met(board, people),
        sheets=sheets,
        is_long=any(len(sheet.lines) > LONG_SHEET for sheet in sheets),
        lead_word=_("N.º, sale"),
        nothing=_("Sin jugadas anotadas."),
    )


def title_of(board: Mapping[str, Any]) -> str:
    """Which board it is, and at which table where that is called otherwise."""
    title = _("Mesa %s") % board["number"]
    return f"{title} ({board['table']})" if board["table"] and board["table"] != title else title


def who_met(board: Mapping[str, Any], people: People) -> str:
    """Both sides as they began the board."""
    if not board["partidas"]:
        return ""
    starting = board["partidas"][0]["starting"]
    home, away = (", ".join(people.name(person) for person in starting[side]) for side in ("home", "away"))
    return _("%(home)s (local) – %(away)s (visitante)") % {"home": home, "away": away}


def _sheet(partida: Mapping[str, Any], state: SheetState | None, people: People, zone: ZoneInfo) -> Sheet:
    rows = state.hands if state else ()
    short = people.short_names(_persons(partida, state))
    return Sheet(
        title=_("Partida %s") % partida["number"],
        caption=caption_of(partida, people),
        lines=tuple(_line(row) for row in _in_order(rows)),
        foot=tuple(_foot(partida, state, short)) if state else (),
        remarks=tuple(remarks(partida, rows, people, zone)),
        acted=frozenset(_acted(state)) if state else frozenset(),
        all_approved=all(row.state in (*_COUNTED, *_NOT_COUNTED) for row in rows),
    )


def _in_order(rows: Iterable[HandRow]) -> list[HandRow]:
    """A rectified hand stands above the one that replaced it."""
    return sorted(rows, key=lambda row: (row.number, row.revision))


def _persons(partida: Mapping[str, Any], state: SheetState | None) -> list[str]:
    starting = partida["starting"]
    persons = [*starting["home"], *starting["away"]]
    if state:
        persons += [person for pair in state.sides.values() for person in pair]
    first = _first_naming(partida)
    return [*persons, *(first[role] for role in ("scorer", "counter") if role in first)]


def _first_naming(partida: Mapping[str, Any]) -> Mapping[str, str]:
    """Who began to write and to count; later namings are remarks under the sheet."""
    naming = next((entry for entry in partida["entries"] if entry["kind"] == "naming"), None)
    found: Mapping[str, str] = naming["data"] if naming else {}
    return found


def caption_of(partida: Mapping[str, Any], people: People) -> str:
    """Which partida, its result, who won it and how where that does not go without saying."""
    result = partida["result"]
    text = _("Partida %(number)s: %(home)s–%(away)s") % {"number": partida["number"], **result}
    if result["winner"]:
        text += ", " + _("gana %s") % people.team(result["winner"])
    status = words.PARTIDA_STATUS.get(result.get("status", "ended"))
    return f"{text}, {status}" if status else text


def _line(row: HandRow) -> SheetLine:
    mark = str(words.ENDING_MARKS[row.ending.value])
    figure = f"{row.points} {mark}".strip()
    if row.side is None:
        home = away = mark or "·"
    else:
        home, away = (figure if row.side.value == side else "·" for side in ("home", "away"))
    is_struck = row.state in _NOT_COUNTED
    return SheetLine(
        lead=f"{row.number} {words.SEAT_LETTERS[row.leader]}",
        home=home,
        away=away,
        total=_total(row, is_struck=is_struck),
        is_struck=is_struck,
    )


def _total(row: HandRow, *, is_struck: bool) -> str:
    if row.state is HandState.RETRACTED:
        return _("rectificada")
    if row.state is HandState.ANNULLED:
        return _("anulada")
    if row.state is HandState.SET_ASIDE:
        return _("se repite")
    if is_struck:
        return _("no cuenta")
    if row.state is HandState.DISAGREED:
        return _("sin acuerdo")
    if row.totals is None:
        return _("sin conforme")
    asterisk = "* " if row.state is HandState.SETTLED else ""
    return f"{asterisk}{row.totals.home}–{row.totals.away}"


def _foot(partida: Mapping[str, Any], state: SheetState, short: Mapping[str, str]) -> Iterable[str]:
    seating = next((each for each in reversed(partida["entries"]) if each["kind"] == "seating"), None)
    if seating:
        seats = " · ".join(
            f"{letter} {short.get(person, person)}"
            for letter, person in zip(words.SEAT_LETTERS, seating["data"]["seats"], strict=True)
        )
        yield f"{seats} ({words.SEATING_ORIGINS[seating['data']['origin']]})"
    named, officials = _first_naming(partida), []
    if named:
        officials.append(_("anota %s") % short[named["scorer"]])
        officials.append(_("recuento de %s") % short[named["counter"]])
    text = ", ".join(officials)
    counted = {(row.number, row.revision) for row in state.hands if row.state in _COUNTED}
    given = approvals(partida["entries"], counted)
    yield "; ".join(filter(None, [text[:1].upper() + text[1:], given]))


def approvals(entries: Iterable[Mapping[str, Any]], counted: Set[tuple[int, int]]) -> str:
    """How many of the rows that count were approved, and in which ways."""
    ways = Counter(
        entry["data"]["how"]
        for entry in entries
        if entry["kind"] == "approval" and (entry["hand"], entry["revision"]) in counted
    )
    if not ways:
        return ""
    total = sum(ways.values())
    count = ngettext("%s conforme", "%s conformes", total) % total
    if len(ways) == 1:
        (how,) = ways
        return f"{count} {words.APPROVED_HOW.get(how, how)}"
    detail = ", ".join(f"{times} {words.APPROVED_HOW.get(how, how)}" for how, times in ways.most_common())
    return f"{count}: {detail}"


def _acted(state: SheetState) -> Iterable[str]:
    """The open points of the regulation that decided something in this partida."""
    counted = [row for row in state.hands if row.state in _COUNTED]
    endings = {row.ending.value for row in counted}
    if "tied_block" in endings:
        yield "tied_block"
    if "block" in endings:
        yield "block_winner"
    if state.draw_result is not None:
        yield from draw_decided_by(state.facts.pairs, state.facts.rounds[0], state.terms.parameters)
    if state.terms.partida > 1:
        yield "seat_swap_scope"
        if state.draw_result is None:
            yield "second_partida_leader"
    if max(state.totals.home, state.totals.away) > state.terms.target:
        yield "points_over_target"
