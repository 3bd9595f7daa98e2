"""Standings in words: what decided each place, and why those that are level stand as they do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from competitions.rules.standings.criteria import HEAD_TO_HEAD, LOTS, POINTS
from competitions.rules.standings.facts import Criterion, Fixture
from competitions.rules.standings.ordering import Step, Verdict
from competitions.rules.standings.table import Row, Standings
from federation.parameter_words import option_words

Names = Mapping[int, str]
# More encounters than a reader goes through: then their number is told.
MOST_MEETINGS = 12
_SOUNDS_AS_I = re.compile("h?i(?![eao])")
SIGNED = frozenset({"h2h_gd", "gd", "td", "td_capped", "efectividad", "efectividad_target"})
HALVES = frozenset({"sonneborn_berger"})

_BECAUSE = {
    "h2h_pts": gettext_lazy("por los puntos entre ellos"),
    "h2h_gd": gettext_lazy("por la diferencia entre ellos"),
    "h2h_gf": gettext_lazy("por las partidas ganadas entre ellos"),
    "gd": gettext_lazy("por la diferencia de partidas"),
    "gf": gettext_lazy("por las partidas ganadas"),
    "td": gettext_lazy("por la diferencia de tantos"),
    "tf": gettext_lazy("por los tantos a favor"),
    "td_capped": gettext_lazy("por la diferencia de tantos hasta el límite"),
    "wins": gettext_lazy("por los encuentros ganados"),
    "away_wins": gettext_lazy("por las victorias fuera de casa"),
    "played": gettext_lazy("por tener menos encuentros jugados"),
    "efectividad": gettext_lazy("por la efectividad"),
    "efectividad_target": gettext_lazy("por la efectividad hasta el límite"),
    "buchholz": gettext_lazy("por el Buchholz"),
    "buchholz_median": gettext_lazy("por el Buchholz sin el mejor ni el peor"),
    "buchholz_cut1": gettext_lazy("por el Buchholz sin el peor"),
    "sonneborn_berger": gettext_lazy("por el Sonneborn-Berger"),
    "koya": gettext_lazy("por el Koya"),
    "direct_encounter": gettext_lazy("por lo que jugaron entre ellos"),
    "penalty_points": gettext_lazy("por tener menos puntos de sanción"),
    LOTS: gettext_lazy("por sorteo"),
    POINTS: gettext_lazy("por los puntos"),
}


@dataclass(frozen=True)
class StepWords:
    """One criterion of an explanation: its name, and what it said."""

    title: str
    text: str


@dataclass(frozen=True)
class TieWords:
    """Why some that are level stand as they do."""

    key: str
    title: str
    intro: str
    steps: tuple[StepWords, ...]
    rest: str


def decider(row: Row, first: str) -> str:
    """What parted this one from those level with it; nothing when the first criterion did."""
    step = row.decided_by
    if step is None or step.criterion == first or row.totals.played == 0:
        return ""
    return str(_BECAUSE[step.criterion])


def criterion_name(code: str) -> str:
    """A criterion by its name, with a capital."""
    return option_words("standings_criteria", code)


def figure(criterion: str, value: int) -> str:
    """A value of a criterion as people write it."""
    if criterion in HALVES:
        return number_format(value / 2, decimal_pos=value % 2, force_grouping=True)
    if criterion == LOTS:
        return _("%(place)s.º") % {"place": value}
    return signed(value) if criterion in SIGNED else number_format(value, force_grouping=True)


def signed(value: int) -> str:
    """A difference with its sign."""
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + str(number_format(abs(value), force_grouping=True))


def listed(names: Sequence[str]) -> str:
    """Names as a sentence joins them."""
    if len(names) < 2:
        return "".join(names)
    said = {"all": ", ".join(names[:-1]), "last": names[-1]}
    # Before the sound of an i, Spanish says "e".
    if (get_language() or "").startswith("es") and _SOUNDS_AS_I.match(_plain(names[-1])):
        return f"{said['all']} e {said['last']}"
    return _("%(all)s y %(last)s") % said


def _plain(name: str) -> str:
    """In small letters without accents."""
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().lower()


def ties(
    made: Standings, names: Names, fixtures: Sequence[Fixture], criteria: Sequence[Criterion]
) -> tuple[TieWords, ...]:
    """Why those stand so whom the first criterion leaves level, where somebody has played."""
    if not made.steps:
        return ()
    first, *later = made.steps
    rows = {row.key: row for row in made.rows}
    order = {row.key: place for place, row in enumerate(made.rows)}
    found = []
    for group in first.groups:
        if len(group) > 1 and any(rows[key].totals.played for key in group):
            own = [step for step in later if set(step.level) <= set(group)]
            ordered = sorted(group, key=order.__getitem__)
            found.append(_tie(ordered, first, own, names, fixtures, criteria))
    return tuple(found)


def _tie(
    group: Sequence[int],
    first: Step,
    steps: Sequence[Step],
    names: Names,
    fixtures: Sequence[Fixture],
    criteria: Sequence[Criterion],
) -> TieWords:
    reached = {step.criterion for step in steps}
    codes = [criterion.code for criterion in criteria]
    last = max((codes.index(code) for code in reached if code in codes), default=0)
    rest = [criterion_name(code).lower() for code in codes[last + 1 :]]
    intro = [_level(group, first, names)]
    if reached & HEAD_TO_HEAD:
        intro.append(_between(group, names, fixtures))
    return TieWords(
        key=f"e{group[0]}",
        title=_("Por qué %(team)s va por delante") % {"team": names[group[0]]},
        intro=" ".join(intro),
        steps=tuple(_step(step, group, names) for step in steps),
        rest=_("No hizo falta seguir: %(criteria)s.") % {"criteria": "; ".join(rest)} if rest else "",
    )


def _level(group: Sequence[int], first: Step, names: Names) -> str:
    who, value = listed([names[key] for key in group]), first.values.get(group[0], 0)
    if first.criterion == POINTS:
        return ngettext("%(teams)s tienen %(n)s punto.", "%(teams)s tienen %(n)s puntos.", value) % {
            "teams": who,
            "n": value,
        }
    said = {"teams": who, "criterion": criterion_name(first.criterion).lower(), "value": value}
    return _("%(teams)s tienen lo mismo en %(criterion)s: %(value)s.") % said


def _between(group: Sequence[int], names: Names, fixtures: Sequence[Fixture]) -> str:
    met = [
        fixture
        for fixture in fixtures
        if fixture.result is not None and {fixture.home, fixture.away} <= set(group)
    ]
    if not met:
        return _("Todavía no se han enfrentado.")
    if len(met) > MOST_MEETINGS:
        return _("Se compara lo que jugaron entre ellos: %(n)s encuentros.") % {"n": len(met)}
    scores = [_score(fixture, names) for fixture in met]
    return _("Se compara lo que jugaron entre ellos: %(scores)s.") % {"scores": "; ".join(scores)}


def _score(fixture: Fixture, names: Names) -> str:
    if fixture.result is None:
        return ""
    home, away = fixture.result.home.partidas, fixture.result.away.partidas
    # Joined, so that no line ends inside a score.
    return f"{names[fixture.home]} {home}\u2060–\u2060{away} {names[fixture.away]}"


def _step(step: Step, group: Sequence[int], names: Names) -> StepWords:
    level = [key for key in group if key in step.level]
    title = criterion_name(step.criterion)
    if len(level) < len(group):
        title = _("%(criterion)s, solo %(teams)s") % {
            "criterion": title,
            "teams": listed([names[key] for key in level]),
        }
    return StepWords(title, _verdict(step, level, names))


def _verdict(step: Step, level: Sequence[int], names: Names) -> str:
    if step.verdict is Verdict.NOT_USED:
        return _("No se usa: no todos se han enfrentado las mismas veces.")
    if step.verdict is Verdict.LEVEL:
        value = figure(step.criterion, step.values[level[0]])
        return _("Todos tienen %(value)s. Siguen iguales.") % {"value": value}
    values = ", ".join(f"{names[key]} {figure(step.criterion, step.values[key])}" for key in level)
    still = [listed([names[key] for key in level if key in part]) for part in step.groups if len(part) > 1]
    if not still:
        return _("%(values)s. Aquí se decide.") % {"values": values}
    return _("%(values)s. Siguen iguales %(teams)s.") % {"values": values, "teams": "; ".join(still)}
