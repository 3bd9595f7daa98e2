"""When a suspended encounter is played on, as the committee has set it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import AppendOnly


class Resumption(AppendOnly):
    """A day, hour and place for what is left to play; the last one of a suspension is in force.

    `epoch` is the encounter's at that moment: whatever moves its state ends the appointment.
    """

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="resumptions"
    )
    number = models.PositiveSmallIntegerField()
    epoch = models.PositiveIntegerField()
    at = models.DateTimeField(_("fecha y hora"))
    venue = models.ForeignKey("federation.Venue", on_delete=models.PROTECT, related_name="+")
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    told_with = ("account__person",)
    told_by = ("encounter__home__team__name", "encounter__away__team__name", "number")

    class Meta:
        verbose_name = _("reanudación")
        verbose_name_plural = _("reanudaciones")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="resumption_number_once"),
            models.CheckConstraint(
                condition=models.Q(at__gt=models.F("made_at")), name="a_resumption_is_to_come"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.number}"
