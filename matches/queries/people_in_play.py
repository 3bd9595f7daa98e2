"""The encounters that people took part in, for the registry below (`federation.queries.in_play`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext

from competitions.models import Encounter, JudgeDesignation
from competitions.queries.entries import of_sides
from federation import clock
from federation.queries.in_play import Participation
from federation.rules.merging import Block
from matches.models import Acta, LineUpSlot, Signature
from matches.queries.actas import claim_deadline
from matches.queries.people import encounter_day

OVER = frozenset({"sealed", "homologated", "final", "not_played", "annulled"})
"""States in which nothing is written of an encounter any more, unless a committee opens it again."""
SIGNS = {"home_captain": "home", "away_captain": "away"}


@dataclass(frozen=True)
class _Part:
    person: int
    encounter: int
    role: str
    side: str


def participations(people: Collection[int]) -> list[Participation]:
    """As `federation.queries.in_play.participations`. Five queries."""
    parts = list(dict.fromkeys([*_players(people), *_judges(people), *_captains(people)]))
    encounters = {row.pk: row for row in _encounters({part.encounter for part in parts})}
    actas = dict(
        Acta.objects.filter(encounter__in=encounters)
        .order_by("version")
        .values_list("encounter", "content__number")
    )
    found = [_told(part, encounters[part.encounter], actas) for part in parts]
    return sorted(found, key=lambda each: (each.on, each.encounter), reverse=True)


def _players(people: Collection[int]) -> Iterable[_Part]:
    slots = LineUpSlot.objects.filter(person__in=people).order_by("pk")
    for person, encounter, side, board in slots.values_list(
        "person", "line_up__encounter", "line_up__side", "board"
    ):
        yield _Part(person, encounter, "substitute" if board is None else "player", side)


def _judges(people: Collection[int]) -> Iterable[_Part]:
    rows = JudgeDesignation.objects.filter(licence__person__in=people).exclude(state="replaced")
    for person, encounter in rows.order_by("pk").values_list("licence__person", "encounter"):
        yield _Part(person, encounter, "judge", "")


def _captains(people: Collection[int]) -> Iterable[_Part]:
    rows = Signature.objects.filter(person__in=people, role__in=SIGNS).order_by("pk")
    for person, encounter, role in rows.values_list("person", "content__encounter", "role"):
        yield _Part(person, encounter, "captain", SIGNS[role])


def _encounters(keys: Collection[int]) -> QuerySet[Encounter]:
    return Encounter.objects.filter(pk__in=keys).select_related("round__competition", *of_sides(), "venue")


def _told(part: _Part, encounter: Encounter, actas: dict[int, str]) -> Participation:
    teams = {"home": encounter.home.name, "away": encounter.away.name}
    is_open = encounter.state not in OVER
    return Participation(
        person=part.person,
        encounter=encounter.pk,
        label=_label(encounter),
        competition=encounter.round.competition.name,
        on=encounter_day(encounter),
        role=part.role,
        team=teams.get(part.side, ""),
        acta=actas.get(encounter.pk, ""),
        open=is_open,
        named=is_open and (encounter.started_at is not None or part.role in ("player", "substitute")),
    )


def erasure_obstacles(people: Collection[int]) -> list[Block]:
    """What of their encounters forbids erasing these people's data: protests and claims not decided.

    A protest is pending while it can become a claim (`claim_hours`), and a claim until its encounter is
    no longer disputed.
    """
    found = []
    protests = Signature.objects.filter(kind="protest", content__encounter__in=_taken_part_in(people))
    related = (*of_sides(), "round")
    for row in protests.select_related(*(f"content__encounter__{name}" for name in related)).order_by("pk"):
        encounter = row.content.encounter
        if encounter.state == "disputed" or clock.now() < claim_deadline(encounter, row.at):
            found.append(encounter)
    found += Encounter.objects.filter(pk__in=_taken_part_in(people), state="disputed").select_related(
        *related
    )
    return [
        Block("erasure_protest", {"what": _label(each)}) for each in {row.pk: row for row in found}.values()
    ]


def _taken_part_in(people: Collection[int]) -> set[int]:
    return {part.encounter for part in (*_players(people), *_judges(people), *_captains(people))}


def _label(encounter: Encounter) -> str:
    teams = {"home": encounter.home.name, "away": encounter.away.name}
    return gettext("%(home)s – %(away)s, jornada %(round)s") % {**teams, "round": encounter.round.number}
