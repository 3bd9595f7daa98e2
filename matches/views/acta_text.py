"""The frozen text of an acta as a page shows it: made from what was frozen, the same way as the PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.parameter_words import describe
from matches.acta import words
from matches.acta.context import acta_context
from matches.acta.sheets import BoardSheets
from matches.models import ActaContent
from matches.queries import actas

HASH_GROUPS = 4


@dataclass(frozen=True)
class TileSide:
    """One half of the result's tile."""

    name: str
    total: int
    lead: bool
    note: str


@dataclass(frozen=True)
class Cell:
    """The score of one partida in the table of results; None where it was not played."""

    home: int
    away: int
    winner: str | None


@dataclass(frozen=True)
class BoardRow:
    """A board in the table of results, and how it ended."""

    number: int
    cells: tuple[Cell | None, ...]
    ending: str


@dataclass(frozen=True)
class ActaText:
    """Everything that a signatory reads."""

    number: str
    version: int
    round: int
    hash: str
    home: TileSide
    away: TileSide
    columns: tuple[int, ...]
    rows: tuple[BoardRow, ...]
    boards: tuple[BoardSheets, ...]
    has_hands: bool
    has_frames: bool
    incidents: list[dict[str, Any]]
    line_ups: list[dict[str, Any]]
    options: dict[str, Any]
    players_head: str
    verdict: str
    when: str
    place: str
    closed: str
    chain: Mapping[str, Any]

    @property
    def hash_start(self) -> str:
        """The first figures of the hash, in groups, for the eye."""
        return grouped(self.hash, HASH_GROUPS)


def grouped(digest: str, groups: int) -> str:
    """The first groups of four figures of a digest."""
    return " ".join(digest[start : start + 4] for start in range(0, groups * 4, 4))


def tile_sides(data: Mapping[str, Any]) -> tuple[TileSide, TileSide]:
    """Both halves of the tile with the result of an acta's content."""
    home, away = (
        TileSide(
            name=data["teams"][side]["name"],
            total=data["result"]["partidas"][side],
            lead=data["result"]["winner"] == side,
            note=_figures(data, data["result"]["tantos"][side]),
        )
        for side in ("home", "away")
    )
    return home, away


def _figures(data: Mapping[str, Any], figure: int) -> str:
    return words.figures_in(data, figure, formats.number_format(figure, use_l10n=True, force_grouping=True))


def acta_text(content: ActaContent) -> ActaText:
    """Give the frozen text for the page. Asks the database for nothing."""
    data = actas.content_data(content)
    shown = acta_context(
        data,
        {"content_hash": content.content_hash, "signatures": []},
        at=content.at,
        verify_url="",
        demonstration=False,
        describe_parameter=describe,
    )
    home, away = tile_sides(data)
    columns = tuple(range(1, 1 + max((len(board["partidas"]) for board in data["boards"]), default=0)))
    return ActaText(
        number=content.number,
        version=content.version,
        round=data["round"]["number"],
        hash=content.content_hash,
        home=home,
        away=away,
        columns=columns,
        rows=tuple(_row(board, columns, data["incidents"]) for board in data["boards"]),
        boards=tuple(shown["boards"]),
        has_hands=shown["has_hands"],
        has_frames=shown["has_frames"],
        incidents=shown["incidents"],
        line_ups=[_labelled(line_up) for line_up in shown["line_ups"]],
        options=shown["options"],
        players_head=str(shown["players_head"]),
        verdict=shown["verdict"],
        when=shown["when"],
        place=shown["place"],
        closed=shown["closed"],
        chain=data["chain"],
    )


def _labelled(line_up: Mapping[str, Any]) -> dict[str, Any]:
    """The line-up with whole words where the paper has none: "Mesa 1" for "1"."""
    rows = [
        (_("Mesa %s") % label if label.isdigit() else _("Suplentes"), people)
        for label, people in line_up["rows"]
    ]
    return {**line_up, "rows": rows}


def _row(board: Mapping[str, Any], columns: tuple[int, ...], incidents: list[dict[str, Any]]) -> BoardRow:
    results = {partida["number"]: partida["result"] for partida in board["partidas"]}
    return BoardRow(
        number=board["number"],
        cells=tuple(_cell(results.get(number)) for number in columns),
        ending=_ending(board, sum(each["board"] == board["number"] for each in incidents)),
    )


def _cell(result: Mapping[str, Any] | None) -> Cell | None:
    if result is None or result.get("status") == "not_played":
        return None
    return Cell(result["home"], result["away"], result["winner"])


def _ending(board: Mapping[str, Any], incidents: int) -> str:
    """What did not go without saying at this board, in few words."""
    said = [
        str(words.PARTIDA_STATUS[partida["result"]["status"]])
        for partida in board["partidas"]
        if partida["result"].get("status") in words.PARTIDA_STATUS
    ]
    kinds = [entry["kind"] for partida in board["partidas"] for entry in partida["entries"]]
    rectified, substitutions = kinds.count("retraction"), kinds.count("substitution")
    if rectified:
        said.append(ngettext("%s rectificada", "%s rectificadas", rectified) % rectified)
    if substitutions:
        said.append(ngettext("%s sustitución", "%s sustituciones", substitutions) % substitutions)
    if incidents:
        said.append(ngettext("%s incidencia", "%s incidencias", incidents) % incidents)
    return ", ".join(said) or _("Normal")
