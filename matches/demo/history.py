"""Evenings that are past: encounters played, signed and sealed at their own moments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from competitions.models import Encounter
from competitions.rules.lifecycle import State
from federation import clock
from federation.actions.audit import anchor_heads
from matches.actions import sealing, signing
from matches.demo.founding import Report
from matches.demo.moments import Moments
from matches.demo.play import DRAFTS, play_encounter
from matches.demo.press import Press, Printed
from matches.demo.scripts import Script
from matches.models import ActaContent
from matches.queries import actas, encounters
from matches.queries.people import encounter_day

Scripted = tuple[Encounter, Script]
# How many seconds the seal comes after the last signature, and the worker's look after a deadline.
SEALING, LOOKING = (4, 20), (5, 60)


@dataclass(frozen=True)
class _Signed:
    """An acta that is being printed, and when it will be sealed."""

    encounter: int
    content: ActaContent
    printing: sealing.Printing
    printed: Printed
    at: datetime


class Chronicle:
    """Plays past evenings up to the `present`, and says after each round how its actas stand."""

    def __init__(self, seed: int, present: datetime, press: Press, report: Report) -> None:
        self.seed, self.present, self.press, self.report = seed, present, press, report

    def evenings(
        self, number: int, scripted: Sequence[Scripted]
    ) -> Iterator[tuple[datetime, Callable[[], None]]]:
        """The evenings of a round, each with its moment; most have one, an encounter put off has its own."""
        days: dict[date, list[Scripted]] = defaultdict(list)
        for encounter, script in scripted:
            days[encounter_day(encounter)].append((encounter, script))
        last = max(days)
        everybody = [encounter.pk for encounter, _script in scripted]
        for day, of_the_day in sorted(days.items()):
            told = everybody if day == last else []

            def happen(of_the_day: list[Scripted] = of_the_day, told: list[int] = told) -> None:
                self._evening(number, of_the_day)
                if told:
                    self._tell(number, told)

            yield min(encounter.scheduled_at for encounter, _script in of_the_day), happen

    def _evening(self, number: int, scripted: Sequence[Scripted]) -> None:
        rng = Random(f"{self.seed}/evening/{number}/{scripted[0][0].number}")  # noqa: S311 - to be repeated
        signed, unsigned = [], []
        for encounter, script in scripted:
            moments = Moments(encounter.scheduled_at + timedelta(minutes=DRAFTS))
            with clock.standing_at(moments):
                played = play_encounter(encounter.pk, seed=self.seed, script=script, moments=moments)
            if played.state == State.SIGNED:
                signed.append(self._printed(played, moments.at + _seconds(rng, SEALING)))
            else:
                unsigned.append(played)
        self._seal(signed)
        # What is still unsigned when its time is over is closed by the worker, on the day after.
        for encounter in unsigned:
            deadline = actas.signing_deadline(encounter)
            if deadline is not None and (at := deadline + _seconds(rng, LOOKING)) < self.present:
                with clock.standing_at(Moments(at)):
                    signing.close_signing_at_deadline(encounter_id=encounter.pk)
                self._seal([self._printed(encounter, at + _seconds(rng, LOOKING))])

    def _printed(self, encounter: Encounter, at: datetime) -> _Signed:
        encounter = Encounter.objects.select_related(*encounters.RELATED).get(pk=encounter.pk)
        content = actas.current_content(encounter)
        if content is None:
            raise RuntimeError(f"{encounter} was played and not closed")
        printing = sealing.printing_of(encounter, content)
        return _Signed(encounter.pk, content, printing, self.press.order(sealing.printed, printing), at)

    def _seal(self, signed: Sequence[_Signed]) -> None:
        """Seal what has been printed, in the order of the moments, and anchor the audit after it."""
        last = None
        for each in sorted(signed, key=lambda one: one.at):
            if each.at > self.present:
                raise RuntimeError("the demonstration would write in the future")
            with clock.standing_at(Moments(each.at)):
                sealed = sealing.seal_printed(each.content, each.printing, each.printed())
                sealing.store(each.encounter, sealed)
            last = each.at
        if last is not None:
            with clock.standing_at(Moments(last + timedelta(seconds=LOOKING[1]))):
                anchor_heads()

    def _tell(self, number: int, encounter_ids: Sequence[int]) -> None:
        found = list(Encounter.objects.filter(pk__in=encounter_ids).values_list("state", flat=True))
        sealed, waiting = found.count(State.SEALED), found.count(State.CLOSING)
        told = [f"{len(found)} encuentros", f"{sealed} {'acta sellada' if sealed == 1 else 'actas selladas'}"]
        if waiting:
            told.append(f"{waiting} {'pendiente' if waiting == 1 else 'pendientes'} de firma")
        if State.SUSPENDED in found:
            told.append(f"{found.count(State.SUSPENDED)} ante el comité")
        self.report(f"Jornada {number}: {', '.join(told)}.")


def _seconds(rng: Random, limits: tuple[int, int]) -> timedelta:
    return timedelta(seconds=rng.uniform(*limits))
