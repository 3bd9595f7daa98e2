"""Delegates of clubs."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import PersonTie


class ClubDelegation(models.Model):
    """A person who acts for a club before the federation, between two dates.

    | constraint | what it holds |
    |---|---|
    | `delegation_open_once_per_club` | a person holds one delegation without an end for a club |
    | `delegation_ends_after_it_begins` | its dates are the right way round |

    Dates of one person and club never overlap: the action looks under the lock of the person's row.
    """

    club = models.ForeignKey("federation.Club", on_delete=models.PROTECT, related_name="delegations")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="delegations")
    valid_from = models.DateField(_("desde"))
    # The last day.
    valid_to = models.DateField(_("hasta"), null=True, blank=True)
    given_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    given_at = models.DateTimeField(_("dada"))
    # Taken away: it counts no more, whatever its dates say.
    ended_at = models.DateTimeField(_("terminada"), null=True, blank=True)

    person_tie = PersonTie()

    class Meta:
        verbose_name = _("delegación de club")
        verbose_name_plural = _("delegaciones de club")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=models.Q(valid_to__isnull=True, ended_at__isnull=True),
                name="delegation_open_once_per_club",
            ),
            models.CheckConstraint(
                condition=models.Q(valid_to__isnull=True) | models.Q(valid_to__gte=models.F("valid_from")),
                name="delegation_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.club})"
