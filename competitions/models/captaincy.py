"""Acting captains (capitán en funciones): who speaks for a team in its captain's place."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import PersonTie


class ActingCaptain(models.Model):
    """A person of the squad who is captain for one encounter, or from one day to another.

    | constraint | what it holds |
    |---|---|
    | `acting_for_encounter_or_dates` | one encounter, or two dates: never both, never neither |
    | `acting_ends_after_it_begins` | the dates are the right way round |
    | `one_acting_captain_per_encounter` | two who name somebody for an encounter at once: one of them |

    Dates of one team never overlap: the action looks under the lock of the team's row.
    """

    team = models.ForeignKey("federation.Team", on_delete=models.PROTECT, related_name="acting_captains")
    person = models.ForeignKey(
        "federation.Person", on_delete=models.PROTECT, related_name="acting_captaincies"
    )
    encounter = models.ForeignKey(
        "competitions.Encounter",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="acting_captains",
    )
    valid_from = models.DateField(_("desde"), null=True, blank=True)
    # The last day.
    valid_to = models.DateField(_("hasta"), null=True, blank=True)
    given_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    given_at = models.DateTimeField(_("nombrado"))
    # Taken back: it counts no more, whatever its dates say.
    ended_at = models.DateTimeField(_("terminado"), null=True, blank=True)

    person_tie = PersonTie()

    class Meta:
        verbose_name = _("capitán en funciones")
        verbose_name_plural = _("capitanes en funciones")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(encounter__isnull=False, valid_from__isnull=True, valid_to__isnull=True)
                | models.Q(encounter__isnull=True, valid_from__isnull=False, valid_to__isnull=False),
                name="acting_for_encounter_or_dates",
            ),
            models.CheckConstraint(
                condition=models.Q(valid_to__isnull=True) | models.Q(valid_to__gte=models.F("valid_from")),
                name="acting_ends_after_it_begins",
            ),
            models.UniqueConstraint(
                fields=["team", "encounter"],
                condition=models.Q(ended_at__isnull=True, encounter__isnull=False),
                name="one_acting_captain_per_encounter",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.team})"
