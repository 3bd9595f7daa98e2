"""When a judge cannot be designated."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import PersonTie


class JudgeAbsence(models.Model):
    """Days on which a judge is not available, both ends included."""

    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="judge_absences")
    starts_on = models.DateField(_("desde"))
    ends_on = models.DateField(_("hasta"))
    note = models.CharField(_("nota"), max_length=120, blank=True)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"))

    person_tie = PersonTie(emptied={"note": ""})

    class Meta:
        verbose_name = _("ausencia de un juez árbitro")
        verbose_name_plural = _("ausencias de jueces árbitros")
        ordering = ["starts_on", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="absence_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.starts_on} – {self.ends_on}"
