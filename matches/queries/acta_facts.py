"""Everything that the acta's content says, gathered from the tables (shape: docs/acta.schema.json)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from competitions.models import Encounter
from competitions.queries.entries import clubs_of, is_of_teams
from federation.models import ChainHead, Federation, Licence, Person
from federation.rules.chains import JOURNAL
from federation.rules.parameters import resolve
from federation.rules.zones import in_zone
from matches import messages
from matches.models import Incident, SheetEntry
from matches.queries import line_ups, people, sheets
from matches.queries.encounters import terms_of
from matches.queries.frames import FrameView
from matches.queries.sheets import AnyView, BoardView
from matches.rules.board import counted_hands, results, status_of
from matches.rules.domino.hands import Totals
from matches.rules.encounter import EncounterResult, EncounterTerms, PartidaResult, encounter_result
from matches.rules.frame_board import counted_frames, frames_of, results_of_frames, status_of_frames
from matches.rules.sides import Side


def result_of(encounter: Encounter, views: Sequence[AnyView]) -> EncounterResult:
    """The encounter's result as its boards stand (partidas in play count nothing yet)."""
    found = [result for view in views for result in _results(view)]
    weights = {view.board.number: view.board.weight for view in views}
    return encounter_result(found, EncounterTerms(terms_of(encounter).parameters, weights))


def _results(view: AnyView) -> list[PartidaResult]:
    if isinstance(view, FrameView):
        return results_of_frames(view.board.number, view.state)
    return results(view.board.number, view.state)


def content_of(
    encounter: Encounter,
    *,
    number: str,
    code: str,
    version: int,
    closed_by: list[int],
    how: str,
    replaces: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The content of an encounter's acta, ready to be cleaned, hashed and frozen.

    `closed_by` are the persons who closed it, `how` in which way ("judge" or "both_captains");
    `replaces` tells of the version before, where a committee has reopened the encounter.
    """
    views = sheets.board_views(encounter)
    terms = terms_of(encounter)
    designation = people.designation(encounter)
    zone = encounter.venue.time_zone
    competition = encounter.round.competition
    return {
        "schema": "acta/1",
        "number": number,
        "code": code,
        "version": version,
        "replaces": replaces,
        "federation": _federation(),
        "season": competition.season.name,
        "competition": {
            "name": competition.name,
            "code": competition.code,
            "discipline": competition.discipline,
        },
        "round": {
            "number": encounter.round.number,
            "name": "",
            "of": competition.rounds.count(),
        },
        "encounter": _encounter(encounter, views, zone),
        "regulation": {
            "name": terms.regulation,
            "version": terms.regulation_version,
            "parameters": _plain_parameters(encounter),
            "target": terms.target,
        },
        "judge": {"person": str(designation.licence.person_id)} if designation else None,
        "teams": {side.value: _team(encounter, side) for side in Side},
        "people": people_of(encounter, designation.licence if designation else None),
        "line_ups": {side.value: _line_up(encounter, side, zone) for side in Side},
        "closed_by": {"persons": [str(person) for person in closed_by], "how": how},
        **played(encounter, views),
        **anchors(encounter),
    }


def played(encounter: Encounter, views: Sequence[AnyView]) -> dict[str, Any]:
    """What happened at the tables and what it comes to: sheets, incidents, result."""
    zone = encounter.venue.time_zone
    return {
        "boards": [_board(view, zone) for view in views],
        "incidents": _incidents(encounter, zone),
        "result": _result(result_of(encounter, views)),
    }


def anchors(encounter: Encounter) -> dict[str, Any]:
    """The heads of the encounter's chain and of the journal as they stand now."""
    return {
        "chain": _chain(f"encounter:{encounter.pk}"),
        "journal": {key: value for key, value in _chain(JOURNAL).items() if key != "name"},
    }


def _federation() -> dict[str, str]:
    federation = Federation.objects.get()
    return {"name": federation.name, "short_name": federation.short_name}


def _moment(moment: datetime | None, zone: str) -> str | None:
    return None if moment is None else in_zone(moment, zone).isoformat(timespec="seconds")


def _encounter(encounter: Encounter, views: Sequence[AnyView], zone: str) -> dict[str, Any]:
    competition = encounter.round.competition
    return {
        "id": str(encounter.pk),
        "scheduled_at": _moment(encounter.scheduled_at, zone),
        "started_at": _moment(encounter.started_at, zone),
        "closed_at": _moment(encounter.closed_at, zone),
        "venue": encounter.venue.name,
        "time_zone": zone,
        "format": {
            "name": encounter.format.name,
            "boards": len(views),
            "partidas": sum(len(view.partidas) for view in views),
            "team_competition": terms_of(encounter).team_competition,
            "entrants": competition.entrants,
            "weights": {str(view.board.number): view.board.weight for view in views},
        },
    }


def _plain_parameters(encounter: Encounter) -> dict[str, Any]:
    # As they were stored at the start: already plain, and nothing that a later catalogue adds.
    stored: dict[str, Any] = dict(encounter.terms["parameters"]) if encounter.terms else {}
    resolve(stored)
    return stored


def _team(encounter: Encounter, side: Side) -> dict[str, Any]:
    entry, season = people.entries_of(encounter)[side], encounter.round.competition.season_id
    # In a pair each answers for himself: nobody is captain of the other.
    captain = people.captain_of(encounter, side) if entry.is_team else None
    return {
        "name": entry.name,
        "club": ", ".join(name for _key, name in clubs_of([entry], season)[entry.pk]),
        "captain": str(captain.pk) if captain else None,
    }


def people_of(encounter: Encounter, judge: Licence | None) -> dict[str, dict[str, Any]]:
    """Both line-ups, captains, the judge and whoever an incident names: name, licence, side, role."""
    sides = line_ups.sides_of_people(encounter)
    named = _named(encounter)
    licences = people.licence_numbers(encounter, named)
    found = {
        str(person.pk): {
            "name": person.full_name,
            "licence": licences.get(person.pk),
            "side": sides[person.pk].value if person.pk in sides else None,
            "role": "player",
        }
        for person in Person.objects.filter(pk__in=named)
    }
    for side in Side:
        captain = people.captain_of(encounter, side) if is_of_teams(encounter) else None
        if captain is not None:
            found[str(captain.pk)]["role"] = "captain"
    if judge is not None:
        found[str(judge.person_id)] = {
            "name": judge.person.full_name,
            "licence": judge.number,
            "side": None,
            "role": "judge",
        }
    return found


def _named(encounter: Encounter) -> set[int]:
    named: set[int] = set()
    for side in Side:
        captain = people.captain_of(encounter, side)
        if captain is not None:
            named.add(captain.pk)
        line_up = line_ups.line_up(encounter, side)
        if line_up is not None:
            named.update(slot.person_id for slot in line_up.slots.all())
    incidents = Incident.objects.filter(encounter=encounter)
    named.update(person for person in incidents.values_list("concerned__person", flat=True) if person)
    named.update(person for person in incidents.values_list("author", flat=True) if person)
    return named


def _line_up(encounter: Encounter, side: Side, zone: str) -> dict[str, Any]:
    line_up = line_ups.line_up(encounter, side)
    boards = line_ups.starters(encounter)
    return {
        "boards": [list(boards[number][side]) for number in sorted(boards)],
        "substitutes": [str(person.pk) for person in line_ups.substitutes(encounter, side)],
        "locked_at": _moment(line_up.locked_at if line_up else None, zone),
    }


def _board(view: AnyView, zone: str) -> dict[str, Any]:
    board = view.board
    series = {
        "length": board.length,
        "frames": board.frames,
        "takes_coins": board.takes_coins,
        "first_breaker": board.first_breaker or None,
    }
    return {
        "number": board.number,
        "table": board.table,
        # Only a board of 8-ball has one, and so it is told from one of domino.
        **({"series": series} if isinstance(view, FrameView) else {}),
        "partidas": [_partida(view, index, zone) for index in range(len(view.partidas))],
    }


def _partida(view: AnyView, index: int, zone: str) -> dict[str, Any]:
    number = view.partidas[index].number
    starting, result = _of_frames(view, number) if isinstance(view, FrameView) else _of_hands(view, number)
    return {
        "number": number,
        "starting": {side.value: list(starting[side]) for side in Side},
        "entries": [_entry(entry, zone) for entry in view.entries[number]],
        "result": result,
    }


Starting = Mapping[Side, Sequence[str]]
NOT_PLAYED = {"winner": None, "home": 0, "away": 0, "hands": 0, "status": "not_played"}


def _of_hands(view: BoardView, number: int) -> tuple[Starting, dict[str, Any]]:
    """Who starts a partida of domino, and its result."""
    state = view.state_of(number)
    if state is None:
        # Of one that cannot have begun nobody knows yet; those who started the board stand for them.
        return view.starters, dict(NOT_PLAYED)
    return state.facts.starting, {
        "winner": state.winner.value if state.winner else None,
        "home": state.totals.home,
        "away": state.totals.away,
        "hands": counted_hands(state),
        "status": status_of(state),
        "counted": {"home": state.counts_outside.home, "away": state.counts_outside.away},
    }


def _of_frames(view: FrameView, number: int) -> tuple[Starting, dict[str, Any]]:
    """Who plays a partida of 8-ball, and its result in frames."""
    state = view.state_of(number)
    if state is None:
        return view.starters, dict(NOT_PLAYED)
    score = frames_of(state)
    return view.starters, {
        "winner": state.winner.value if state.winner else None,
        "home": score.home,
        "away": score.away,
        "hands": counted_frames(state),
        "status": status_of_frames(state),
        "counted": {"home": score.home, "away": score.away},
    }


def _entry(entry: SheetEntry, zone: str) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "hand": entry.hand,
        "revision": entry.revision,
        "by": str(entry.person_id) if entry.person_id else None,
        "data": entry.data,
        "server_time": _moment(entry.server_time, zone),
        "device_time": _moment(entry.device_time, zone),
        "how": "own_account" if entry.account_id else "table_session",
    }


def _incidents(encounter: Encounter, zone: str) -> list[dict[str, Any]]:
    rows = (
        Incident.objects.filter(encounter=encounter)
        .select_related("partida__board")
        .prefetch_related("texts", "concerned")
        .order_by("number")
    )
    return [
        {
            "number": row.number,
            "article": row.article,
            "title": messages.incident_title(row.kind),
            "board": row.partida.board.number if row.partida else None,
            "partida": row.partida.number if row.partida else None,
            "hand": row.hand,
            "at": _moment(row.at, zone),
            "people": [str(each.person_id) for each in row.concerned.all()],
            "text": max(row.texts.all(), key=lambda text: text.revision).text,
            "author": str(row.author_id) if row.author_id else None,
            "kind": row.kind,
        }
        for row in rows
    ]


def _two(totals: Totals) -> dict[str, int]:
    return {"home": totals.home, "away": totals.away}


def _result(result: EncounterResult) -> dict[str, Any]:
    return {
        "partidas": _two(result.partidas),
        "boards": _two(result.boards),
        "tantos": _two(result.tantos),
        "points": _two(result.points),
        "weighted": _two(result.weighted),
        "winner": result.winner.value if result.winner else None,
        "needs": result.needs,
    }


def _chain(name: str) -> dict[str, Any]:
    head = ChainHead.objects.filter(chain=name).first()
    return {"name": name, "seq": head.seq if head else 0, "head": head.digest if head else ""}
