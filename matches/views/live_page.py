"""The public page of an encounter: its score, its boards, the last that happened, where and before whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Encounter, Outcome
from competitions.queries.entries import is_of_teams
from competitions.rules.lifecycle import OPEN_AGAIN, State
from federation.models import Person
from matches.queries import live
from matches.queries.live import IN_PLAY, NOT_OFFICIAL, OFFICIAL, AnyBoard, LineUps, LiveEncounter, LiveFrames
from matches.queries.people import encounter_day, entries_of
from matches.queries.public_acta import published_name, published_side, short_published_name
from matches.rules.sides import Side
from matches.views import halt_words, moments, side_words
from matches.views.live_boards import LiveCard, hands_card
from matches.views.live_frames import frames_card
from matches.views.live_happenings import Happening, happenings_of
from matches.views.live_part import Crumb
from matches.views.next_step import Chip, chip_of
from matches.views.verification_page import RESULT_WORDS

# Seconds between two looks; where nothing is about to change, seldom.
OFTEN, SELDOM = 5, 60
FOLLOWED = ("line_ups", *NOT_OFFICIAL)


@dataclass(frozen=True)
class Half:
    """One half of the encounter's tile."""

    name: str
    total: int | None
    lead: bool


@dataclass(frozen=True)
class BoardLineUp:
    """Who starts at one board."""

    number: int
    title: str
    home: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """The official result in words, with the way to its acta."""

    stands: str
    winner: str
    tantos_word: str
    tantos: str
    code: str
    url: str


@dataclass(frozen=True)
class ActaLink:
    """One sealed version of the acta, and where it is verified."""

    label: str
    url: str


@dataclass(frozen=True)
class EncounterPage:
    """Everything that the page shows; `actas` once more than the version in force is to be told."""

    encounter: Encounter
    title: str
    about: str
    crumbs: tuple[Crumb, ...]
    zone: str
    every: int
    chip: Chip
    when: str
    told: str
    judge: str
    without_judge: str
    score: tuple[Half, Half]
    progress: str
    cards: tuple[LiveCard, ...]
    line_ups: tuple[BoardLineUp, ...]
    result: Result | None
    actas: tuple[ActaLink, ...]
    happenings: tuple[Happening, ...]
    template: str = "matches/live/encounter.html"

    @property
    def waits_for_line_ups(self) -> bool:
        """Is it still to be said who plays?"""
        before = self.encounter.state in ("scheduled", "line_ups") and not self.line_ups
        return before and is_of_teams(self.encounter)

    @property
    def has_boards(self) -> bool:
        """Is there something to say of its boards?"""
        return bool(self.cards or self.line_ups or self.waits_for_line_ups)


def encounter_page(pk: int) -> EncounterPage:
    """Read and arrange an encounter for spectators. Constant queries; raises Encounter.DoesNotExist."""
    found = live.encounter(pk)
    encounter = found.encounter
    day, zone = encounter_day(encounter), encounter.venue.time_zone
    teams = {side: published_side(entry, day) for side, entry in entries_of(encounter).items()}
    names = _names(found, day)
    title = f"{teams[Side.HOME]} – {teams[Side.AWAY]}"
    when = moments.day_and_hour(encounter.scheduled_at, zone)
    return EncounterPage(
        encounter=encounter,
        title=title,
        about=f"{title}. {encounter.round.competition.name}. {when}, {encounter.venue.name}.",
        crumbs=_crumbs(encounter),
        zone=zone,
        every=OFTEN if encounter.state in FOLLOWED else SELDOM,
        chip=chip_of(encounter.state),
        when=when,
        told=_told(found),
        judge=published_name(found.judge, day) if found.judge else "",
        without_judge=_("Sin designar: dirigen %(both)s") % {"both": side_words.both(encounter)},
        score=_score(found, teams),
        progress=_progress(found.boards) if encounter.state in IN_PLAY else "",
        cards=_cards(found, names, teams),
        line_ups=_line_ups(found.line_ups, names) if found.line_ups and not found.boards else (),
        result=_result(found, teams),
        actas=_actas(found),
        happenings=happenings_of(found, names, teams),
    )


def _cards(found: LiveEncounter, names: Mapping[str, str], teams: Mapping[Side, str]) -> tuple[LiveCard, ...]:
    """The boards as cards, in their order, each in the way of its sport."""
    playing = found.encounter.state == "playing"
    return tuple(
        frames_card(board, names, teams, playing=playing)
        if isinstance(board, LiveFrames)
        else hands_card(board, names, teams, playing=playing)
        for board in found.boards
    )


def _names(found: LiveEncounter, day: date) -> dict[str, str]:
    """Names by the key that the rules use: with one surname, or with both where two would read alike."""
    people: Mapping[str, Person] = found.line_ups.people() if found.line_ups else {}
    short = {key: short_published_name(person, day) for key, person in people.items()}
    alike = {name for name, times in Counter(short.values()).items() if times > 1}
    return {key: published_name(people[key], day) if name in alike else name for key, name in short.items()}


def _crumbs(encounter: Encounter) -> tuple[Crumb, ...]:
    said = {"competition": encounter.round.competition.name, "number": encounter.round.number}
    return (
        Crumb(_("En directo"), reverse("matches:live")),
        Crumb(
            _("%(competition)s, jornada %(number)s") % said,
            reverse("matches:live_round", args=[encounter.round_id]),
        ),
    )


def _score(found: LiveEncounter, teams: Mapping[Side, str]) -> tuple[Half, Half]:
    """Partidas won: as it was made official, or as the sheets say; a blank tile before play."""
    if found.encounter.state in OFFICIAL and found.outcome is not None:
        won = found.outcome.home_partidas, found.outcome.away_partidas
    elif found.boards:
        home, away = (sum(board.state.won(side) for board in found.boards) for side in Side)
        won = home, away
    else:
        return Half(teams[Side.HOME], None, lead=False), Half(teams[Side.AWAY], None, lead=False)
    home, away = won
    return Half(teams[Side.HOME], home, home > away), Half(teams[Side.AWAY], away, away > home)


def _progress(boards: Sequence[AnyBoard]) -> str:
    over = sum(board.state.ended for board in boards)
    said = {"over": over, "all": sum(board.state.terms.partidas for board in boards)}
    return _("%(over)s de %(all)s partidas terminadas") % said


def _line_ups(line_ups: LineUps, names: Mapping[str, str]) -> tuple[BoardLineUp, ...]:
    return tuple(
        BoardLineUp(
            number=number,
            title=_("Mesa %(number)s") % {"number": number},
            home=tuple(names[person] for person in sides[Side.HOME]),
            away=tuple(names[person] for person in sides[Side.AWAY]),
        )
        for number, sides in sorted(line_ups.starters().items())
    )


def _told(found: LiveEncounter) -> str:
    """A sentence on where the encounter stands, when its boards do not say it."""
    if found.actas and found.encounter.state in OPEN_AGAIN:
        return _("Reabierto por resolución del comité: habrá otra versión del acta, con su resultado.")
    sentences = {
        State.SUSPENDED: halt_words.told(found.halt, found.encounter.venue.time_zone),
        State.CLOSING: _("Ha terminado el juego y falta firmar el acta: el resultado aún no es oficial."),
        State.SIGNED: _("El acta está firmada y se está sellando."),
        State.POSTPONED: _("Está aplazado: la federación fijará la nueva fecha."),
        State.NOT_PLAYED: _("No se ha disputado: lo resuelve la federación."),
        State.ANNULLED: _("Está anulado por resolución: su resultado no vale."),
    }
    return sentences.get(State(found.encounter.state), "")


def _result(found: LiveEncounter, teams: Mapping[Side, str]) -> Result | None:
    outcome, state = found.outcome, State(found.encounter.state)
    if outcome is None or found.encounter.state not in OFFICIAL:
        return None
    code = found.actas[0].code if found.actas else ""
    return Result(
        stands=_stands(outcome, state),
        winner=_winner(outcome, teams),
        tantos_word=_tantos_word(found),
        tantos=f"{outcome.home_tantos}–{outcome.away_tantos}" if outcome.kind != "awarded" else "",
        code=code,
        url=reverse("matches:verify_code", args=[code]) if code else "",
    )


def _tantos_word(found: LiveEncounter) -> str:
    sports = {isinstance(board, LiveFrames) for board in found.boards}
    if sports == {True}:
        return _("Juegos")
    return _("Tantos y juegos") if len(sports) > 1 else _("Tantos")


def _actas(found: LiveEncounter) -> tuple[ActaLink, ...]:
    """Every sealed version, once one has replaced another or is about to."""
    is_open = found.encounter.state in OPEN_AGAIN
    if len(found.actas) < 2 and not is_open:
        return ()
    words = [_("versión %s") if is_open else _("versión %s, en vigor")]
    words += [_("versión %s, sustituida")] * (len(found.actas) - 1)
    return tuple(
        ActaLink(text % each.version, reverse("matches:verify_code", args=[each.code]))
        for text, each in zip(words, found.actas, strict=False)
    )


def _stands(outcome: Outcome, state: State) -> str:
    if outcome.is_pending:
        return _("Parcial: queda alguna partida pendiente")
    if outcome.kind == "awarded":
        return _("Adjudicado por resolución")
    if outcome.kind == "corrected":
        return _("Rectificado por resolución")
    return str(RESULT_WORDS[state])


def _winner(outcome: Outcome, teams: Mapping[Side, str]) -> str:
    if outcome.is_pending:
        return ""
    if not outcome.winner:
        return _("Empate")
    return _("Gana %(team)s") % {"team": teams[Side(outcome.winner)]}
