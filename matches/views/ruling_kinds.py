"""The decisions of article 20: their words, where each has its place, and what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.forms.rulings import IN_PLAY, NOBODY, Question
from matches.rules.sheet import HandState, SheetState
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sheet_rulings import OF_A_HAND, OF_SUSPENDED, OPENS, is_undecided
from matches.rules.sides import Side
from matches.views import table_words
from matches.views.table import Table


@dataclass(frozen=True)
class Decision:
    """One decision as it is offered."""

    slug: str
    kind: RulingKind
    title: Any
    text: Any


DECISIONS = (
    Decision(
        "reanudar",
        RulingKind.RESUME,
        gettext_lazy("Se reanuda"),
        gettext_lazy("Con el mismo tanteo, los mismos asientos y la misma salida."),
    ),
    Decision(
        "validar",
        RulingKind.VALIDATE,
        gettext_lazy("Vale el tanteo que hay"),
        gettext_lazy("La partida termina como está: a nadie se le suma nada."),
    ),
    Decision(
        "ganador",
        RulingKind.AHEAD_WINS,
        gettext_lazy("Gana la pareja que va por delante"),
        gettext_lazy("Con el tanteo que hay, sin completarlo."),
    ),
    Decision(
        "repetir-jugada",
        RulingKind.REPLAY_HAND,
        gettext_lazy("Se repite la jugada"),
        gettext_lazy("La última anotada queda tachada, o se empieza otra vez la que se jugaba."),
    ),
    Decision(
        "repetir-partida",
        RulingKind.REPLAY_PARTIDA,
        gettext_lazy("Se repite la partida"),
        gettext_lazy(
            "De cero, con los mismos asientos y la misma primera salida. El tanteo queda en el acta."
        ),
    ),
    Decision(
        "nula",
        RulingKind.VOID_HAND,
        gettext_lazy("Una jugada es nula"),
        gettext_lazy("Guarda su sitio y no cuenta."),
    ),
    Decision(
        "valida",
        RulingKind.HAND_STANDS,
        gettext_lazy("Una jugada es válida"),
        gettext_lazy("Se miró y vale: nada cambia."),
    ),
)
BY_SLUG: Mapping[str, Decision] = {each.slug: each for each in DECISIONS}


def has_its_place(decision: Decision, state: SheetState) -> bool:
    """May it be taken of a partida as it stands?"""
    if decision.kind in OF_SUSPENDED:
        return is_undecided(state)
    if decision.kind in OF_A_HAND:
        return bool(_hands(state))
    return is_undecided(state) or state.ended_how is not None


def question_of(decision: Decision, table: Table, *, suspended: bool) -> Question:
    """What it asks here; `suspended`: the encounter is."""
    state = table.sheet
    undecided = is_undecided(state)
    kind = decision.kind
    opens = kind in OPENS or kind is RulingKind.RESUME
    return Question(
        hands=_hands_to_choose(table, kind, undecided=undecided),
        winners=_winners(table, kind),
        finding=kind in OPENS and not undecided,
        day=suspended and opens and not (undecided and kind is RulingKind.VOID_HAND),
    )


def _hands(state: SheetState) -> list[tuple[int, int]]:
    return [(row.number, row.revision) for row in state.facts.current if row.state is not HandState.ANNULLED]


def _hands_to_choose(table: Table, kind: RulingKind, *, undecided: bool) -> tuple[tuple[str, str], ...]:
    state = table.sheet
    found = _hands(state)
    if kind is RulingKind.REPLAY_HAND:
        last = state.ended_at_hand or len(state.facts.current)
        found = [row for row in found if row[0] >= last]
    elif kind not in OF_A_HAND:
        return ()
    choices = [(f"{hand}-{revision}", _label(table, hand, revision)) for hand, revision in found]
    if kind is RulingKind.REPLAY_HAND and undecided:
        number = len(state.facts.current) + 1
        choices.insert(0, (IN_PLAY, _("La %(hand)s, que no llegó a anotarse") % {"hand": number}))
    return tuple(choices)


def _label(table: Table, hand: int, revision: int) -> str:
    row = table.row(hand, revision)
    figures = table_words.figures(table, row) if row is not None else ""
    return _("La %(hand)s: %(figures)s") % {"hand": hand, "figures": figures}


def _winners(table: Table, kind: RulingKind) -> tuple[tuple[str, str], ...]:
    """The pairs that the body may name: where the regulation lets it, and only there."""
    parameters = table.sheet.terms.parameters
    sides = [(side.value, table.name_of_side(side)) for side in Side]
    if kind is RulingKind.VALIDATE and parameters["validated_score_winner"] == "none":
        return ((NOBODY, _("Ninguna: sin ganador")), *sides)
    level = table.sheet.totals.ahead is None
    if kind is RulingKind.AHEAD_WINS and level and parameters["level_ahead_decision"] == "free":
        return tuple(sides)
    return ()
