"""Calendars and results, one encounter a row; a rest is no encounter and a blank score is never 0-0."""

import re
from datetime import date

from federation.files.results import Value
from federation.files.targets import Column, Finished, Kind, Target, UniqueRule, Values, folded, named

RESTS = frozenset({"descansa", "descanso", "descansan", "libre", "exento", "exenta", "bye", "rest", "rests"})
_ABSENT = re.compile(
    r"\b(?:no (?:se )?present\w*|incomparec\w*|w ?o|walk ?over|n ?p|no show|forfait|forfeit)\b"
)
_POSTPONED = re.compile(r"\b(?:aplazad\w+|aplazamiento|pospuest\w+|postpon\w+|pendiente de fecha)\b")


def state_of(home: Value, away: Value, remarks: Value, *, scored: bool) -> str:
    """What a row of results tells: played, rest, walkover, postponed, or scheduled."""
    if is_rest(home) or is_rest(away):
        return "rest"
    told = folded(str(remarks or ""))
    if _ABSENT.search(told):
        return "walkover"
    if _POSTPONED.search(told) and not scored:
        return "postponed"
    return "played" if scored else "scheduled"


def is_rest(team: Value) -> bool:
    """Whether a rest is written where a team's name should be."""
    return folded(str(team or "")).strip("- ") in RESTS


def _finish_encounter(values: dict[str, Value], today: date) -> Finished:
    del today
    home, away = values.get("home"), values.get("away")
    scores = (values.get("home_score"), values.get("away_score"))
    scored = None not in scores
    state = state_of(home, away, values.get("remarks"), scored=scored)
    values["state"] = state
    if state == "rest":
        # The word is no team, and nobody won anything.
        values |= {key: None for key in ("home", "away") if is_rest(values.get(key))}
        values |= {"home_score": None, "away_score": None}
        return Finished(values)
    problems: list[tuple[str | None, str]] = []
    if scores.count(None) == 1:
        problems.append(("home_score" if scores[0] is None else "away_score", "half_a_result"))
    if home and away and folded(str(home)) == folded(str(away)):
        problems.append(("away", "team_against_itself"))
    return Finished(values, tuple(problems))


def _encounter_key(values: Values) -> tuple[Value, ...] | None:
    if not values.get("home"):
        return None
    return (values.get("round"), *(folded(str(values.get(side) or "")) for side in ("home", "away")))


def _encounter_repeated(earlier: Values, later: Values) -> str:
    del earlier, later
    return "duplicate_row"


_ENCOUNTER = (
    Column("round", Kind.ORDINAL, named("jornada | jor | jda | ronda | j | round | matchday")),
    Column(
        "date",
        Kind.MOMENT,
        named(
            "fecha | día | fecha y hora | fecha/hora | fecha del partido | fecha del encuentro | "
            "date | day | data"
        ),
    ),
    Column("time", Kind.TIME, named("hora | hora de inicio | horario | time | kick-off")),
    Column(
        "home",
        Kind.TEXT,
        named("local | equipo local | equipo 1 | casa | en casa | home | home team"),
        required=True,
        longest=60,
    ),
    Column(
        "away",
        Kind.TEXT,
        named("visitante | equipo visitante | equipo 2 | fuera | visita | visitant | away | away team"),
        required=True,
        longest=60,
    ),
    Column(
        "venue",
        Kind.TEXT,
        named("sede | lugar | instalación | campo | local de juego | dónde | venue | place"),
        longest=80,
    ),
)
_RESULT = (
    Column(
        "home_score",
        Kind.COUNT,
        named(
            "partidas local | partidas del local | resultado local | puntos local | "
            "tantos local | pl | local partidas | marcador local | home score | home partidas"
        ),
    ),
    Column(
        "away_score",
        Kind.COUNT,
        named(
            "partidas visitante | partidas del visitante | resultado visitante | "
            "puntos visitante | tantos visitante | visitante partidas | marcador visitante | pv | "
            "away score | away partidas"
        ),
    ),
    Column("result", Kind.RESULT, named("resultado | marcador | result | score")),
    Column(
        "remarks",
        Kind.TEXT,
        named(
            "observaciones | obs | notas | nota | incidencias | estado | comentarios | remarks | "
            "notes | state"
        ),
        longest=500,
    ),
)
_ONCE = (UniqueRule("home", _encounter_key, _encounter_repeated),)

CALENDAR = Target(
    "calendar", _ENCOUNTER, needed=(("home",), ("away",)), finish=_finish_encounter, unique=_ONCE
)
RESULTS = Target(
    "results",
    _ENCOUNTER + _RESULT,
    needed=(("home",), ("away",), ("result", "home_score"), ("result", "away_score")),
    finish=_finish_encounter,
    unique=_ONCE,
)
