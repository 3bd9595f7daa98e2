"""The page on which a committee looks at a sealed acta: what it says, and what a decision changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from competitions.models import Encounter
from matches.forms.reviews import ReviewForm
from matches.models import Acta
from matches.queries import actas, sheets
from matches.queries.reviews import Effect, Ruled
from matches.queries.sheets import BoardView
from matches.rules.domino.hands import Totals
from matches.rules.encounter import EncounterResult
from matches.rules.reviews import Way
from matches.rules.sheet import HandState, Phase, SheetState
from matches.rules.sheet_facts import RowFacts
from matches.rules.sheet_rulings import is_undecided
from matches.rules.sides import Side
from matches.views import partida_words
from matches.views.acta_text import TileSide, tile_sides
from matches.views.acta_versions import VersionLine, version_lines
from matches.views.happening_words import Change
from matches.views.verification_page import long_moment


@dataclass(frozen=True)
class ReviewPage:
    """What the committee has before it: the version in force, its sheets, and what came before it."""

    encounter: Encounter
    acta: Acta
    views: tuple[BoardView, ...]
    content: Mapping[str, Any]
    teams: Mapping[Side, str]

    @property
    def tiles(self) -> tuple[TileSide, TileSide]:
        """The result that the version in force states."""
        return tile_sides(dict(self.content))

    @property
    def sealed_at(self) -> str:
        """When it was sealed."""
        return long_moment(self.acta.sealed_at, self.encounter.venue.time_zone)

    @property
    def versions(self) -> tuple[VersionLine, ...]:
        """Every sealed version, the one in force first."""
        return version_lines(self.encounter, actas.actas_of(self.encounter))

    @property
    def boards(self) -> list[tuple[str, list[str]]]:
        """Each board with where its partidas stand."""
        return [
            (_("Mesa %s") % view.board.number, [self.standing(view, each.number) for each in view.partidas])
            for view in self.views
        ]

    def standing(self, view: BoardView, number: int) -> str:
        """One partida with its score and how it ended."""
        state = view.state_of(number)
        if state is None:
            return _("Partida %(number)s, sin jugar") % {"number": number}
        said = {
            "number": number,
            "home": state.totals.home,
            "away": state.totals.away,
            "stands": partida_words.standing(state, self.teams),
        }
        return _("Partida %(number)s: %(home)s–%(away)s, %(stands)s") % said

    def form(self, data: Mapping[str, Any] | None = None) -> ReviewForm:
        """What is asked."""
        states = [state for view in self.views for state in view.state.partidas]
        return ReviewForm(
            data,
            about=[*self._about()],
            people=[*self._people()],
            teams=[(side.value, self.teams[side]) for side in Side],
            undecided=any(is_undecided(state) for state in states),
            initial={"version": self.acta.version},
        )

    def _about(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for view in self.views:
            for partida in view.partidas:
                state = view.state_of(partida.number)
                if state is None:
                    continue
                title = f"{_('Mesa %s') % view.board.number}. {self.standing(view, partida.number)}"
                hands = [
                    (f"{partida.pk}-{row.number}", self._hand(row))
                    for row in state.facts.current
                    if row.state is not HandState.ANNULLED
                ]
                whole = _("Mesa %(board)s, partida %(number)s entera") % {
                    "board": view.board.number,
                    "number": partida.number,
                }
                yield title, [(str(partida.pk), whole), *hands]

    def _hand(self, row: RowFacts) -> str:
        side = row.figures.side
        said = {"number": row.number, "points": row.figures.points, "team": self.teams[side] if side else ""}
        if side is None:
            return _("Jugada %(number)s: cierre empatado") % said
        return _("Jugada %(number)s: %(points)s para %(team)s") % said

    def _people(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        groups: dict[str, list[tuple[str, str]]] = {}
        for key, each in self.content["people"].items():
            team = self.content["teams"][each["side"]]["name"] if each["side"] else _("Juez árbitro")
            label = f"{each['name']}, {each['licence']}" if each["licence"] else each["name"]
            groups.setdefault(team, []).append((key, label))
        for team, people in groups.items():
            yield team, sorted(people, key=lambda pair: pair[1])


def review_page(encounter: Encounter, acta: Acta) -> ReviewPage:
    """Read what the committee has before it. Constant queries."""
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    return ReviewPage(
        encounter=encounter,
        acta=acta,
        views=tuple(sheets.domino_views(encounter)),
        content=actas.content_data(acta.content),
        teams=teams,
    )


# ------------------------------------------------------------------ what a decision changes
@dataclass(frozen=True)
class EffectShown:
    """The second step: what the decision changes, what follows, and the words of its button."""

    way: str
    changes: list[Change]
    sentences: list[str]
    button: str
    reopens: bool


def effect_shown(page: ReviewPage, found: Effect) -> EffectShown:
    """What the figures say before and after, and what follows."""
    reopens = found.way is Way.REOPEN
    return EffectShown(
        way=found.way.value,
        changes=[*_changes(page, found)],
        sentences=[*_sentences(page, found)],
        button=_("Reabrir el encuentro") if reopens else _("Rectificar el acta"),
        reopens=reopens,
    )


def _changes(page: ReviewPage, found: Effect) -> Iterator[Change]:
    if found.printed_before is not None and found.printed_after is not None:
        was, now = found.printed_before, found.printed_after
        yield Change(_("Nombre"), was.name, now.name)
        yield Change(_("Licencia"), was.licence or "–", now.licence or "–")
    if found.ruled is not None:
        yield from _of_partida(page, found.ruled)
    before, after, is_open = found.before, found.after, found.way is Way.REOPEN
    yield Change(_("Partidas"), _pair(before.partidas), _pair(after.partidas))
    yield Change(_("Tantos"), _pair(before.tantos), _pair(after.tantos))
    # What is still played gives nobody points or the encounter.
    yield Change(_("Puntos"), _pair(before.points), "–" if is_open else _pair(after.points))
    ends = _("por terminar") if is_open else _winner(page, after)
    yield Change(_("Encuentro"), _winner(page, before), ends)


def _of_partida(page: ReviewPage, ruled: Ruled) -> Iterator[Change]:
    said = {"board": ruled.view.board.number, "number": ruled.partida.number}
    where = _("Mesa %(board)s, partida %(number)s") % said
    before, after = ruled.sheet.before, ruled.sheet.after
    yield Change(where, _pair(before.totals), _pair(after.totals))
    stands = [partida_words.standing(state, page.teams) for state in (before, after)]
    yield Change(_("Cómo queda la partida"), *stands)
    leads = [_leader(page, state) for state in (before, after)]
    if any(leads):
        yield Change(_("Sale"), *(lead or "–" for lead in leads))


def _leader(page: ReviewPage, state: SheetState) -> str:
    person = state.next_leader_person
    if state.next_hand is None or person is None:
        return ""
    described = page.content["people"].get(person)
    said = {"name": described["name"] if described else person, "hand": state.next_hand}
    return _("%(name)s, la %(hand)s") % said


def _pair(totals: Totals) -> str:
    return f"{totals.home}–{totals.away}"


def _winner(page: ReviewPage, result: EncounterResult) -> str:
    if result.needs == "boards_pending":
        return _("parcial: queda algo pendiente")
    return _("gana %(team)s") % {"team": page.teams[result.winner]} if result.winner else _("empate")


def _sentences(page: ReviewPage, found: Effect) -> Iterator[str]:
    following = page.acta.version + 1
    if found.way is Way.REOPEN:
        yield _("Queda algo por jugar: el encuentro queda suspendido y su resultado deja de contar.")
        yield (
            _(
                "Cuando se juegue, se cierre y se firme otra vez, se sella la versión %s; la de ahora se "
                "conserva, con sus firmas."
            )
            % following
        )
    else:
        yield (
            _(
                "Se sella la versión %s, que nadie firma. La de ahora se conserva con sus firmas y "
                "consta como sustituida."
            )
            % following
        )
        if not found.moves_result:
            yield _("El resultado del encuentro no cambia.")
    if found.ruled is not None and _later_played(found.ruled):
        yield _("La partida siguiente de la mesa ya se jugó con los asientos de entonces: no se toca.")


def _later_played(ruled: Ruled) -> bool:
    later = ruled.view.state.partidas[ruled.partida.number :]
    return ruled.sheet.after.winner is not ruled.sheet.before.winner and any(
        state.facts.rows and state.phase in (Phase.ENDED, Phase.SUSPENDED) for state in later
    )
