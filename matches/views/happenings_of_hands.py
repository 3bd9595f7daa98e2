"""What happens in a hand: infractions with their remedy, dropped tiles (art. 15, 16, 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from federation.actions.receipts import Answer
from federation.rules.errors import RuleError
from matches.actions import table_events
from matches.actions.identifying import identify
from matches.forms import happenings as forms
from matches.forms.happenings import HappeningForm
from matches.rules.domino.drops import DropDecision, DropMoment, ruling
from matches.rules.domino.infractions import Infraction, Moment, Remedy, is_admitted
from matches.rules.event_reports import DropReport, Effect, InfractionReport, effect, effect_of_infraction
from matches.rules.sheet import EntryKind, HandRow, HandState, Phase
from matches.rules.sheet_event_entries import MomentWord
from matches.rules.sheet_facts import AWAY
from matches.views.happening import JUDGE, PEN, Data, Happening, Proof, flag, players
from matches.views.table import Table


class InfractionHappening(Happening):
    """A false thinking or a false pass."""

    directed = False

    infraction: ClassVar[Infraction]

    def is_open(self) -> bool:
        """Once they sit, and while the end of the partida may still be asked about."""
        state = self.table.sheet
        return state.seats is not None and state.phase is not Phase.SUSPENDED and state.facts.end is None

    def form(self, data: Data = None) -> HappeningForm:
        """Offender, hand and moment, remedy, who asks, circumstances."""
        moments = self._moments()
        return forms.InfractionForm(
            data,
            players=players(self.table),
            moments=moments,
            of_thinking=self.infraction is Infraction.FALSE_THINKING,
            initial={"when": moments[0][0] if moments else ""},
        )

    def _moments(self) -> list[tuple[str, Any]]:
        """Each hand that may be spoken of now, with the moment of the request."""
        state, found = self.table.sheet, []
        if state.next_hand is not None and state.can_propose:
            key, said = f"{state.next_hand}-{state.next_revision}", {"hand": state.next_hand}
            found.append((f"now-{key}", _("En la %(hand)s, en el momento") % said))
            found.append((f"later-{key}", _("En la %(hand)s, pero se dice más tarde") % said))
        rows = self._rows()
        for row in reversed(rows):
            late = Moment.AFTER_HAND if row is rows[-1] else Moment.AFTER_NEXT_LEAD
            asked = row is rows[-1] or is_admitted(self.infraction, late, state.terms.parameters)
            if asked and row.state is not HandState.ANNULLED:
                label = _("En la %(hand)s, que ya ha terminado") % {"hand": row.number}
                found.append((f"ended-{row.number}-{row.revision}", label))
        return found

    def _rows(self) -> list[HandRow]:
        hands = self.table.sheet.hands
        return [row for row in hands if row.state not in (*AWAY, HandState.STRUCK)]

    def _moment(self, word: str, hand: int) -> MomentWord:
        if word != forms.ENDED:
            return MomentWord.AT_ONCE if word == forms.NOW else MomentWord.LATER_IN_HAND
        rows = self._rows()
        passed = bool(rows) and hand < rows[-1].number
        return MomentWord.AFTER_NEXT_LEAD if passed else MomentWord.AFTER_HAND

    def _report(self, form: HappeningForm) -> InfractionReport:
        data = form.cleaned_data
        word, hand, revision = forms.moment_of(data["when"])
        asks = data["remedy"] != forms.NOTHING
        return InfractionReport(
            infraction=self.infraction,
            offender=data["offender"],
            declared=flag(form, "declared"),
            hand=hand,
            revision=revision,
            when=self._moment(word, hand),
            remedy=Remedy(data["remedy"]) if asks else None,
            asked_by=(data["asked_by"] or None) if asks else None,
            text=data["text"],
            effect=data.get("effect", ""),
            tile=data["tile"],
            ends=data["ends"],
        )

    def effect(self, form: HappeningForm) -> Effect:
        """Totals and lead after the remedy."""
        by_judge = self.way() == JUDGE
        return effect_of_infraction(self.table.sheet, self._report(form), by_judge=by_judge)

    def prove(self, form: HappeningForm) -> Proof:
        """At the table, whoever asks and one of the other pair; nobody for a mere note."""
        if form.cleaned_data["remedy"] == forms.NOTHING and self.way() == PEN:
            return Proof()
        if self.way() != PEN:
            return super().prove(form)
        data = form.cleaned_data
        if not data["agreed_by"]:
            raise RuleError("annulment_needs_both", field="agreed_by")
        asker = identify(
            person_id=int(data["asked_by"]), pin=data["asker_pin"], by=self.table.actor, field="asker_pin"
        )
        agreed = identify(
            person_id=int(data["agreed_by"]), pin=data["agreed_pin"], by=self.table.actor, field="agreed_pin"
        )
        return Proof(players=(asker, agreed))

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """The remedy on the sheet and the note for the acta."""
        judge = self.way() == JUDGE
        incident = table_events.report_infraction(
            partida_id=self.table.partida_id,
            report=self._report(form),
            agreed=[int(person) for person in form.cleaned_data["agreed"]] if judge else [],
            identified=proof.players,
            rival=proof.rival,
            by=self.table.actor,
        )
        return {"incident": incident.pk}


class FalseThinkingHappening(InfractionHappening):
    """A false thinking."""

    infraction = Infraction.FALSE_THINKING
    slug, article, title = "pensada", "15", _("Se ha parado a pensar con una sola ficha")


class FalsePassHappening(InfractionHappening):
    """A false pass."""

    infraction = Infraction.FALSE_PASS
    slug, article, title = "paso", "16", _("Ha pasado teniendo ficha para jugar")


class DropHappening(Happening):
    """A tile that fell."""

    slug, article, title, directed = "ficha", "19", _("Se ha caído una ficha"), False

    def is_open(self) -> bool:
        """While the hands are played."""
        return self.table.sheet.phase is Phase.PLAYING

    def form(self, data: Data = None) -> HappeningForm:
        """Whose, when, and what the rivals decide."""
        return forms.DropForm(data, players=players(self.table), decisions=rivals_decide(self.table))

    def _report(self, form: HappeningForm) -> DropReport:
        data = form.cleaned_data
        side = self.table.sheet.side_of(data["person"])
        if side is None:
            raise RuleError("not_at_this_table", field="person")
        return DropReport(
            side=side,
            person=data["person"],
            moment=DropMoment(data["moment"]),
            face_up={forms.YES: True, forms.NO: False}.get(data["face_up"]),
            decision=DropDecision(data["decision"]) if data["decision"] else None,
            decided_by=data["decided_by"] or None,
        )

    def effect(self, form: HappeningForm) -> Effect:
        """The count of the pair, and what an annulled hand changes."""
        return effect(self.table.sheet, EntryKind.DROP, self._report(form).data())

    def prove(self, form: HappeningForm) -> Proof:
        """Only an annulment needs the rival who decides it, at the self.table."""
        data = form.cleaned_data
        if self.way() == JUDGE or data["decision"] != DropDecision.ANNUL.value:
            return Proof()
        return Proof(rival=identify(person_id=int(data["decided_by"]), pin=data["pin"], by=self.table.actor))

    def write(self, form: HappeningForm, proof: Proof) -> Answer:
        """On the sheet; an incident from the number that the article says."""
        entry = table_events.report_drop(
            partida_id=self.table.partida_id,
            report=self._report(form),
            rival=proof.rival,
            by=self.table.actor,
        )
        return {"entry": entry.pk}


def rivals_decide(table: Table) -> Mapping[str, bool]:
    """At which moments the rivals of the pair have something to decide (19.1 to 19.3)."""
    parameters = table.sheet.terms.parameters
    return {moment.value: ruling(moment, parameters).rivals_decide for moment in DropMoment}
