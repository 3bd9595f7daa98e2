"""What a committee's decision about a sealed acta would change: replayed, not written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from competitions.models import Encounter, Entry
from competitions.queries.competitions import named
from competitions.queries.entries import of_sides
from competitions.rules.lifecycle import TRANSITIONS, Action
from federation.models import Person
from federation.rules.errors import RuleError
from federation.rules.searching import search_words
from matches.models import Acta, ActaContent, Partida, SheetEntry
from matches.queries import acta_versions, actas, sheets
from matches.queries.acta_facts import result_of
from matches.queries.frames import FrameView
from matches.queries.narrowing import EncounterFilter
from matches.queries.sheets import AnyView, BoardView
from matches.rules.encounter import EncounterResult
from matches.rules.event_reports import Effect as SheetEffect
from matches.rules.event_reports import RulingReport, effect_of_ruling
from matches.rules.reviews import ABOUT_A_HAND, Finding, Subject, Way, way_of
from matches.rules.sheet import EntryKind, SheetState
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sides import Side

# Where there is an acta in force that a committee may look at.
REVIEWABLE = tuple(state for state, action in TRANSITIONS if action is Action.CORRECT)


def sealed_encounters(chosen: EncounterFilter) -> QuerySet[Encounter]:
    """The encounters with an acta in force, narrowed by team or number, competition and state."""
    found = Encounter.objects.filter(state__in=[chosen.state] if chosen.state else REVIEWABLE)
    if chosen.competition is not None:
        found = found.filter(round__competition=chosen.competition)
    if chosen.text.strip():
        numbered = ActaContent.objects.filter(number__icontains=chosen.text.strip()).values("encounter")
        found = found.filter(met_by(chosen.text) | Q(pk__in=numbered))
    return found.select_related("round__competition", "venue", *of_sides())


def met_by(text: str) -> Q:
    """Each word of a text names one side or the other."""
    sides = Q()
    for word in search_words(text):
        entries = named(Entry.objects.all(), word).values("pk")
        sides &= Q(home__in=entries) | Q(away__in=entries)
    return sides or Q(pk__in=[])


def numbers_of(encounters: Collection[int]) -> dict[int, tuple[str, int]]:
    """Number and version of the acta in force of each of these encounters. One query."""
    rows = Acta.objects.filter(encounter__in=encounters).order_by("version")
    found = rows.values_list("encounter", "content__number", "version")
    return {encounter: (number, version) for encounter, number, version in found}


@dataclass(frozen=True)
class Ruled:
    """What a decision leaves on a sheet: the report, the sheet before and after it, its board."""

    view: BoardView
    partida: Partida
    report: RulingReport
    sheet: SheetEffect


@dataclass(frozen=True)
class Printed:
    """How an acta prints somebody: name and licence number."""

    name: str
    licence: str | None


@dataclass(frozen=True)
class Effect:
    """What a decision would change, and what follows from it."""

    way: Way
    before: EncounterResult
    after: EncounterResult
    ruled: Ruled | None = None
    printed_before: Printed | None = None
    printed_after: Printed | None = None

    @property
    def moves_result(self) -> bool:
        """Is the encounter's result another one?"""
        return self.before != self.after


def effect_of(encounter: Encounter, acta: Acta, finding: Finding) -> Effect:
    """What a decision would change in the version `acta`; RuleError when it may not be taken so.

    `review_partida_unknown`, `review_hand_unknown`, `replay_changes_nothing`, `review_person_unknown`,
    `review_name_erased`, `review_name_same`, and what the sheet's own rules refuse.
    """
    views = sheets.board_views(encounter)
    before = result_of(encounter, views)
    if finding.subject is Subject.NAME:
        return _renamed(encounter, acta, finding, before)
    if finding.ruling is None:
        return _noted(views, finding, before)
    ruled = _ruled(views, finding, finding.ruling)
    changed: list[AnyView] = [_after(ruled) if view is ruled.view else view for view in views]
    left = any(not view.state.is_done for view in changed)
    way = way_of(finding.subject, left_to_play=left)
    return Effect(way, before, result_of(encounter, changed), ruled)


def _ruled(views: Sequence[AnyView], finding: Finding, kind: RulingKind) -> Ruled:
    found = [(view, each) for view in views for each in view.partidas if each.pk == finding.partida]
    if not found:
        raise RuleError("review_partida_unknown", field="about")
    view, partida = found[0]
    if isinstance(view, FrameView):
        # What stands of frames is put right at the table; a decision about them is noted.
        raise RuleError("review_not_of_frames", field="about")
    state = view.state_of(partida.number)
    if state is None:
        raise RuleError("nothing_to_rule", field="about")
    hand, revision = _hand_of(state, finding)
    report = RulingReport(
        kind=kind,
        reason=finding.reason,
        winner=Side(finding.winner) if finding.winner else None,
        distorted=finding.distorted,
        hand=hand,
        revision=revision,
    )
    return Ruled(view, partida, report, effect_of_ruling(view.state, partida.number, report))


def _hand_of(state: SheetState, finding: Finding) -> tuple[int | None, int | None]:
    """The hand that is meant, with the revision that stands."""
    if finding.hand is None or finding.subject not in ABOUT_A_HAND:
        return None, None
    row = next((row for row in state.facts.current if row.number == finding.hand), None)
    if row is None:
        raise RuleError("review_hand_unknown", field="about")
    return row.number, row.revision


def _after(ruled: Ruled) -> BoardView:
    """The board with the ruling on it: the partidas that come later are replayed from there."""
    entry = SheetEntry(
        partida=ruled.partida,
        seq=ruled.sheet.before.facts.last_seq + 1,
        kind=EntryKind.RULING.value,
        hand=ruled.report.hand,
        revision=ruled.report.revision,
        data=dict(ruled.sheet.data),
    )
    return ruled.view.with_entry(ruled.partida.number, entry, ruled.sheet.after)


def _noted(views: Sequence[AnyView], finding: Finding, result: EncounterResult) -> Effect:
    partidas = {each.pk for view in views for each in view.partidas}
    if finding.partida is not None and finding.partida not in partidas:
        raise RuleError("review_partida_unknown", field="about")
    return Effect(Way.CORRECT, result, result)


def _renamed(encounter: Encounter, acta: Acta, finding: Finding, result: EncounterResult) -> Effect:
    printed = actas.content_data(acta.content)["people"].get(str(finding.person))
    person = Person.objects.filter(pk=finding.person or 0).first()
    if printed is None or person is None:
        raise RuleError("review_person_unknown", field="person")
    if person.erased_at is not None:
        raise RuleError("review_name_erased", field="person")
    before = Printed(printed["name"], printed["licence"])
    now = acta_versions.registered(encounter, person)
    after = Printed(now["name"] or "", now["licence"])
    if before == after:
        raise RuleError("review_name_same", field="person")
    return Effect(Way.CORRECT, result, result, printed_before=before, printed_after=after)
