"""What the acta's template shows, made from the content that was signed. Knows bytes and no tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import dateformat, formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from federation.printing.drawing import qr_drawing
from federation.rules.parameters import CATALOGUE, defaults, plain
from matches.acta import words
from matches.acta.drawing import signature_drawing
from matches.acta.frame_sheets import frame_sheets
from matches.acta.people import People
from matches.acta.recompute import Board, Frames, replayed
from matches.acta.replaced import replaced
from matches.acta.sheets import BoardSheets, board_sheets

# Puts a parameter's name and value into words: (what it is, what is in force).
ParameterWords = Callable[[str, Any], tuple[str, str]]

# What stands over those who play.
_HEADS = {"teams": _lazy("Alineaciones"), "pairs": _lazy("Parejas"), "players": _lazy("Jugadores")}
HASH_START = 16
PER_ROW = 3
# A text of this length or more may break over two pages.
LONG_TEXT = 900


def acta_context(
    content: Mapping[str, Any],
    signed: Mapping[str, Any],
    *,
    at: datetime,
    verify_url: str,
    demonstration: bool,
    describe_parameter: ParameterWords,
) -> dict[str, Any]:
    """Give everything that the template shows, in the current language; see `pdf.render`."""
    zone = ZoneInfo(content["encounter"]["time_zone"])
    people = People(content)
    boards = [
        _sheets_of(board, played, people, zone)
        for board, played in zip(content["boards"], replayed(content), strict=True)
    ]
    return {
        "acta": content,
        "moment": at.isoformat(),
        "hash": signed["content_hash"],
        "hash_start": signed["content_hash"][:HASH_START],
        "qr": qr_drawing(verify_url),
        "verify_url": verify_url.removeprefix("https://").removeprefix("http://"),
        "demonstration": demonstration,
        "sealed": _long_moment(at.astimezone(zone)),
        "when": _when(content["encounter"], zone),
        "place": _place(content),
        "judge": people.entry(content["judge"]["person"]) if content["judge"] else None,
        "totals": {side: _totals(content, side) for side in ("home", "away")},
        "verdict": _verdict(content),
        "line_ups": [_line_up(content, people, zone, side) for side in ("home", "away")],
        "boards": boards,
        "has_hands": any("series" not in board for board in content["boards"]),
        "has_frames": any("series" in board for board in content["boards"]),
        "all_approved": all(sheet.all_approved for board in boards for sheet in board.sheets),
        "incidents": [_incident(each, content, people, zone) for each in content["incidents"]],
        "signatures": _rows([_signature(content, each, people, zone) for each in signed["signatures"]]),
        "players_head": _HEADS[entrants_of(content)],
        "statements": _statements(content, signed["signatures"]),
        "replaced": replaced(content, zone, entrants_of(content)),
        "options": _options(content, boards, describe_parameter),
        "closed": _closed(content, people, zone),
    }


def _sheets_of(board: Mapping[str, Any], played: Board, people: People, zone: ZoneInfo) -> BoardSheets:
    if isinstance(played, Frames):
        return frame_sheets(board, played.states, people, zone)
    return board_sheets(board, played.states, people, zone)


def entrants_of(content: Mapping[str, Any]) -> str:
    """What meets: "teams", "pairs" or "players"."""
    return str(content["encounter"]["format"].get("entrants", "teams"))


def _local(text: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(text).astimezone(zone)


def clock(text: str, zone: ZoneInfo) -> str:
    """Give the hour and minute of a moment at the venue."""
    return _local(text, zone).strftime("%H:%M")


def _day(moment: datetime) -> str:
    return f"{dateformat.format(moment, 'l')} {formats.date_format(moment, 'DATE_FORMAT')}"


def _long_moment(moment: datetime) -> str:
    return _("%(day)s a las %(hour)s") % {
        "day": formats.date_format(moment, "DATE_FORMAT"),
        "hour": moment.strftime("%H:%M"),
    }


def _when(encounter: Mapping[str, Any], zone: ZoneInfo) -> str:
    closed = _local(encounter["closed_at"], zone)
    started = _local(encounter["started_at"] or encounter["closed_at"], zone)
    if started.date() != closed.date():
        return f"{_day(started)}, {started:%H:%M} – {_day(closed)}, {closed:%H:%M}"
    text = f"{_day(started)}, {started:%H:%M}–{closed:%H:%M}"
    return text[:1].upper() + text[1:]


def _place(content: Mapping[str, Any]) -> str:
    # A table that is called by its board's number needs no second mention.
    named = [
        board["table"] for board in content["boards"] if board["table"] != _("Mesa %s") % board["number"]
    ]
    tables = [table for table in named if table]
    return " · ".join(filter(None, [content["encounter"]["venue"], ", ".join(dict.fromkeys(tables))]))


def _totals(content: Mapping[str, Any], side: str) -> dict[str, Any]:
    result = content["result"]
    by = content["regulation"]["parameters"].get("encounter_result_by", "partidas")
    tantos, points, boards = (result[each][side] for each in ("tantos", "points", "boards"))
    figure = formats.number_format(tantos, use_l10n=True, force_grouping=tantos >= 10_000)
    figures = [
        ngettext("%s mesa", "%s mesas", boards) % boards if by == "boards" else "",
        _("%s ponderados") % result["weighted"][side] if by == "weighted" and "weighted" in result else "",
        words.figures_in(content, tantos, figure),
        ngettext("%s punto", "%s puntos", points) % points,
    ]
    return {
        "partidas": result["partidas"][side],
        "winner": result["winner"] == side,
        "words": " · ".join(filter(None, figures)),
    }


def _verdict(content: Mapping[str, Any]) -> str:
    pending = sum(
        partida["result"].get("status") == "pending"
        for board in content["boards"]
        for partida in board["partidas"]
    )
    if pending:
        return (
            ngettext(
                "Queda %s partida pendiente: el resultado es parcial y no mueve la clasificación.",
                "Quedan %s partidas pendientes: el resultado es parcial y no mueve la clasificación.",
                pending,
            )
            % pending
        )
    winner = content["result"]["winner"]
    if winner is None:
        return _("Encuentro empatado.")
    return _("Gana %(team)s.") % {"team": content["teams"][winner]["name"]}


def _line_up(content: Mapping[str, Any], people: People, zone: ZoneInfo, side: str) -> dict[str, Any]:
    line_up = content["line_ups"][side]
    locked = line_up["locked_at"]
    rows = [
        (str(number), [people.entry(person) for person in board])
        for number, board in enumerate(line_up["boards"], start=1)
    ]
    if line_up["substitutes"]:
        rows.append((_("Supl."), [people.entry(person) for person in line_up["substitutes"]]))
    captain = content["teams"][side]["captain"]
    return {
        "team": content["teams"][side],
        "side": words.SIDES[side],
        "rows": rows,
        "captain": people.entry(captain) if captain else None,
        # Whoever is entered plays: nobody set a line-up at any hour.
        "locked": clock(locked, zone) if locked and entrants_of(content) == "teams" else "",
    }


def _incident(
    incident: Mapping[str, Any], content: Mapping[str, Any], people: People, zone: ZoneInfo
) -> dict[str, Any]:
    where = [
        text % incident[key]
        for key, text in (("board", _("Mesa %s")), ("partida", _("partida %s")), ("hand", _("jugada %s")))
        if incident[key] is not None
    ]
    article = _("art. %s") % incident["article"] if incident["article"] else ""
    title = " ".join(filter(None, [article, incident["title"]]))
    head = " · ".join(filter(None, [", ".join(where), title, _at(incident["at"], content, zone)]))
    author = incident["author"]
    return {
        "head": f"{incident['number']}. {head}",
        "text": incident["text"],
        "short": len(incident["text"]) < LONG_TEXT,
        "people": [people.entry(person) for person in incident["people"]],
        "author": people.name(author) if author else "",
    }


def _at(text: str, content: Mapping[str, Any], zone: ZoneInfo) -> str:
    """The hour of a moment, with its day where that is not the one of the close."""
    moment = _local(text, zone)
    same = moment.date() == _local(content["encounter"]["closed_at"], zone).date()
    return clock(text, zone) if same else _long_moment(moment)


def _rows(signatures: Sequence[dict[str, Any]]) -> list[Sequence[dict[str, Any]]]:
    return [signatures[start : start + PER_ROW] for start in range(0, len(signatures), PER_ROW)]


def _signature(
    content: Mapping[str, Any], signature: Mapping[str, Any], people: People, zone: ZoneInfo
) -> dict[str, Any]:
    person, kind = signature["person"], signature["kind"]
    return {
        "name": signature["name"],
        "licence": people.licence(person) if person else "",
        "role": words.office(signature["role"], entrants_of(content)),
        "kind": words.SIGNATURE_KINDS[kind],
        "is_marked": kind != "plain",
        "is_signed": kind in {"plain", "protest"},
        "identified": words.IDENTIFIED.get(signature["identified"] or "", ""),
        "witness": signature["witness"] or "",
        "at": clock(signature["at"], zone),
        "drawing": signature_drawing(signature["strokes"]),
    }


def _statements(content: Mapping[str, Any], signatures: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """What signatories wrote: protests, with what they open, and the words of a refusal."""
    sides = {"home_captain": "home", "away_captain": "away"}
    statements = []
    for each in signatures:
        if not each["text"] and each["kind"] != "protest":
            continue
        side = sides.get(each["role"])
        who = content["teams"][side]["name"] if side else each["name"]
        is_protest = each["kind"] == "protest"
        head = _("Protesta de %s.") if is_protest else _("Manifestación de %s.")
        notice = _claim_notice(content) if is_protest else ""
        statements.append({"head": head % who, "text": each["text"], "notice": notice})
    return statements


def _claim_notice(content: Mapping[str, Any]) -> str:
    hours = content["regulation"]["parameters"].get("claim_hours")
    if not isinstance(hours, int):
        return ""
    text = ngettext(
        "La protesta abre el plazo de reclamación, de %s hora.",
        "La protesta abre el plazo de reclamación, de %s horas.",
        hours,
    )
    return text % hours


def _options(
    content: Mapping[str, Any], boards: Iterable[BoardSheets], describe: ParameterWords
) -> dict[str, list[tuple[str, str]]]:
    """The parameters that depart from the defaults, and those that decided something here."""
    values = content["regulation"]["parameters"]
    usual = plain(defaults())
    governing = [name for name in sorted(values) if _governs_encounters(name)]
    departing = [name for name in governing if name not in usual or values[name] != usual[name]]
    acted = sorted({name for board in boards for sheet in board.sheets for name in sheet.acted})
    return {
        "departing": [describe(name, values[name]) for name in departing],
        "acted": [describe(name, values[name]) for name in acted if name in values and name not in departing],
    }


def _governs_encounters(name: str) -> bool:
    """What orders a whole competition is in the data; on paper it would hide what matters here."""
    return name not in CATALOGUE or CATALOGUE[name].group not in ("competition", "discipline")


def _closed(content: Mapping[str, Any], people: People, zone: ZoneInfo) -> str:
    closed = content["closed_by"]
    how = words.closed_how(closed["how"], entrants_of(content)) or _("Cerrada")
    persons = closed.get("persons") or [person for person in [closed.get("person")] if person]
    names = ", ".join(people.name(person) for person in persons)
    at = _long_moment(_local(content["encounter"]["closed_at"], zone))
    return f"{how} ({names}), {at}." if names else f"{how}, {at}."
