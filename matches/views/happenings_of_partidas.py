"""What happens to a partida: it stands still, its time is over, it cannot go on, it is not played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_lazy as _

from federation.actions.receipts import Answer
from matches.actions import partida_events
from matches.forms import happenings as forms
from matches.forms.happenings import HappeningForm
from matches.models import SheetEntry
from matches.queries import line_ups
from matches.rules.event_reports import Effect, effect, effect_of_absence
from matches.rules.sheet import EntryKind, Phase
from matches.rules.sides import Side
from matches.views.happening import Data, Happening, Proof, flag, players, teams


class InterruptionHappening(Happening):
    """A partida that stood still."""

    slug, article, title, directed = "interrupcion", "17", _("La partida se ha interrumpido"), False
    needs_proof = False

    def form(self, data: Data = None) -> HappeningForm:
        """Cause, minutes, whether it had been announced, and the measure."""
        return forms.InterruptionForm(data, players=players(self.table))

    def effect(self, form: HappeningForm) -> Effect:
        """It changes nothing on the sheet."""
        data = form.cleaned_data
        entry = {
            "cause": data["cause"],
            "minutes": data["minutes"],
            "announced": flag(form, "announced"),
            "person": data["person"] or None,
            "measure": data["measure"],
        }
        return effect(self.table.sheet, EntryKind.INTERRUPTION, entry)

    def write(self, form: HappeningForm, _proof: Proof) -> Answer:
        """On the sheet and, always, as an incident."""
        data = form.cleaned_data
        entry = partida_events.report_interruption(
            partida_id=self.table.partida_id,
            person=int(data["person"]) if data["person"] else None,
            cause=data["cause"],
            minutes=data["minutes"],
            announced=flag(form, "announced"),
            measure=data["measure"],
            by=self.table.actor,
        )
        return {"entry": entry.pk}


class TimeHappening(Happening):
    """The time is over."""

    slug, title, directed = "tiempo", _("Se ha cumplido el tiempo de la partida"), False
    needs_proof = False

    def is_open(self) -> bool:
        """With a time limit whose end has not been marked."""
        state = self.table.sheet
        limited = state.terms.parameters["time_limit_minutes"] is not None
        return limited and state.phase is Phase.PLAYING and state.facts.time_mark is None

    def form(self, data: Data = None) -> HappeningForm:
        """Was a hand being played?"""
        return forms.TimeForm(data, hand=self.table.sheet.next_hand or 1)

    def effect(self, form: HappeningForm) -> Effect:
        """Which hand is the last."""
        return effect(self.table.sheet, EntryKind.TIME, {"hand_in_play": flag(form, "hand_in_play")})

    def write(self, form: HappeningForm, _proof: Proof) -> Answer:
        """The mark on the sheet."""
        hand_in_play = flag(form, "hand_in_play")
        entry = partida_events.mark_time(
            partida_id=self.table.partida_id, hand_in_play=hand_in_play, by=self.table.actor
        )
        return {"entry": entry.pk}


class SuspensionHappening(Happening):
    """A partida that cannot go on."""

    slug, article, title = "suspension", "20", _("La partida no puede seguir hoy")

    def is_open(self) -> bool:
        """Until it has ended."""
        return self.table.sheet.phase not in (Phase.ENDED, Phase.SUSPENDED)

    def form(self, data: Data = None) -> HappeningForm:
        """The reason."""
        return forms.SuspensionForm(data)

    def effect(self, form: HappeningForm) -> Effect:
        """Score, seats and lead stay."""
        return effect(self.table.sheet, EntryKind.SUSPENSION, {"reason": form.cleaned_data["reason"]})

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """The sheet stops."""
        entry = partida_events.suspend_partida(
            partida_id=self.table.partida_id,
            reason=form.cleaned_data["reason"],
            rival=proof.rival,
            by=self.table.actor,
        )
        return {"entry": entry.pk}


class _LeavingHappening(Happening):
    """A player goes, with a cause or without (art. 20)."""

    article = "20"
    justified: bool
    report: Callable[..., SheetEntry]

    def form(self, data: Data = None) -> HappeningForm:
        """Who, and the cause or the circumstances."""
        return forms.LeavingForm(data, players=players(self.table), justified=self.justified)

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """The end of the partida, or what the regulation makes of it."""
        entry = type(self).report(
            partida_id=self.table.partida_id,
            person=int(form.cleaned_data["person"]),
            reason=form.cleaned_data["reason"],
            rival=proof.rival,
            by=self.table.actor,
        )
        return {"entry": entry.pk}


class AbandonmentHappening(_LeavingHappening):
    """A player who left without cause."""

    slug, title = "abandono", _("Un jugador se ha marchado sin causa")
    justified, report = False, partida_events.report_abandonment

    def effect(self, form: HappeningForm) -> Effect:
        """The rival wins, filled up to the target."""
        data = form.cleaned_data
        entry = {"person": data["person"], "reason": data["reason"]}
        return effect(self.table.sheet, EntryKind.ABANDONMENT, entry)


class AbsenceHappening(_LeavingHappening):
    """A player who must go, and nobody to enter for him."""

    slug, title = "ausencia", _("Un jugador tiene que marcharse y no hay suplente")
    justified, report = True, partida_events.report_absence

    def effect(self, form: HappeningForm) -> Effect:
        """Suspended or lost, by the regulation."""
        data = form.cleaned_data
        side = self.table.sheet.side_of(data["person"])
        seated = [person for pair in self.table.sheet.sides.values() for person in pair]
        bench = (
            line_ups.free_substitutes(self.table.encounter, side, self.table.board, seated) if side else []
        )
        free = tuple(str(each.pk) for each in bench)
        return effect_of_absence(self.table.sheet, data["person"], data["reason"], free)


class _BeforePlay(Happening):
    def is_open(self) -> bool:
        """Before the first hand."""
        state = self.table.sheet
        return not state.facts.rows and state.phase not in (Phase.ENDED, Phase.SUSPENDED)


class NoShowHappening(_BeforePlay):
    """A pair that did not come."""

    slug, title = "incomparecencia", _("Una pareja no se ha presentado")

    def form(self, data: Data = None) -> HappeningForm:
        """Which."""
        return forms.NoShowForm(data, teams=teams(self.table))

    def _sides(self, form: HappeningForm) -> Sequence[Side]:
        assert isinstance(form, forms.NoShowForm)  # noqa: S101 - the form that this class made
        return form.sides

    def effect(self, form: HappeningForm) -> Effect:
        """The partida ends without a hand."""
        sides = [side.value for side in self._sides(form)]
        return effect(self.table.sheet, EntryKind.NO_SHOW, {"sides": sides})

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """On the sheet."""
        entry = partida_events.report_no_show(
            partida_id=self.table.partida_id, sides=self._sides(form), rival=proof.rival, by=self.table.actor
        )
        return {"entry": entry.pk}


class LateHappening(_BeforePlay):
    """A pair that came late."""

    slug, title = "retraso", _("Una pareja ha llegado tarde")

    def is_open(self) -> bool:
        """Where the regulation has a ladder, once."""
        state = self.table.sheet
        ladder = state.terms.parameters["late_arrival"]
        fresh = state.totals == state.facts.awarded and not any(state.facts.awarded.of(side) for side in Side)
        return bool(ladder) and fresh and super().is_open()

    def form(self, data: Data = None) -> HappeningForm:
        """Which, and by how much."""
        return forms.LateForm(data, teams=teams(self.table))

    def effect(self, form: HappeningForm) -> Effect:
        """Points for the rivals, or a no-show."""
        data = form.cleaned_data
        return effect(self.table.sheet, EntryKind.LATE, {"side": data["side"], "minutes": data["minutes"]})

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """On the sheet."""
        entry = partida_events.report_late(
            partida_id=self.table.partida_id,
            side=Side(form.cleaned_data["side"]),
            minutes=form.cleaned_data["minutes"],
            rival=proof.rival,
            by=self.table.actor,
        )
        return {"entry": entry.pk}
