"""Changes of the version that a competition plays by."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.rules.regulation_changes import ChangeState

CHANGE_LABELS = {
    ChangeState.CHOSEN.value: _("elegida antes de empezar"),
    ChangeState.PROPOSED.value: _("espera al comité"),
    ChangeState.APPROVED.value: _("aprobado"),
    ChangeState.REFUSED.value: _("rechazado"),
    ChangeState.WITHDRAWN.value: _("retirado"),
}
_DECIDED = [ChangeState.APPROVED.value, ChangeState.REFUSED.value]


class RegulationChange(models.Model):
    """A competition's step from one version to another, done or proposed.

    | constraint | what it holds |
    |---|---|
    | `regulation_change_state_known` | one of the states |
    | `regulation_change_changes_something` | two different versions |
    | `one_open_regulation_change` | two who propose at once: one of them |
    | `season_change_has_a_reason` | after the start nothing changes without one |
    | `regulation_change_decided_by_another` | who approves or refuses is known and did not propose it |
    | `regulation_change_open_is_undecided` | what waits, or needed nobody, has no decision |
    """

    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.PROTECT, related_name="regulation_changes"
    )
    before = models.ForeignKey("federation.RegulationVersion", on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey("federation.RegulationVersion", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(_("estado"), max_length=10, choices=CHANGE_LABELS)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    proposed_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    proposed_at = models.DateTimeField(_("propuesto"))
    decided_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(_("decidido"), null=True)
    note = models.CharField(_("observación"), max_length=300, blank=True)

    told_with = ("proposed_by__person", "decided_by__person")
    told_by = ("competition__name", "proposed_at")

    class Meta:
        verbose_name = _("cambio de reglamento")
        verbose_name_plural = _("cambios de reglamento")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=list(CHANGE_LABELS)), name="regulation_change_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(before=models.F("after")), name="regulation_change_changes_something"
            ),
            models.UniqueConstraint(
                fields=["competition"],
                condition=models.Q(state=ChangeState.PROPOSED.value),
                name="one_open_regulation_change",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ChangeState.CHOSEN.value) | ~models.Q(reason=""),
                name="season_change_has_a_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=_DECIDED)
                | models.Q(decided_by__isnull=False, decided_at__isnull=False, proposed_by__isnull=True)
                | models.Q(decided_by__isnull=False, decided_at__isnull=False)
                & ~models.Q(decided_by=models.F("proposed_by")),
                name="regulation_change_decided_by_another",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=[ChangeState.CHOSEN.value, ChangeState.PROPOSED.value])
                | models.Q(decided_by__isnull=True, decided_at__isnull=True),
                name="regulation_change_open_is_undecided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition}: {self.before} → {self.after}"
