"""The judge's help: a captain who cannot log in is admitted to one encounter, until its close."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models.line_ups import SIDE_KNOWN, SIDES


class CaptainAdmission(models.Model):
    """One admission: given by the judge, taken once on one phone, recorded, over at the close."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=4, choices=SIDES)
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, related_name="+")
    # Only the digest is kept, as with table sessions.
    token_digest = models.CharField(max_length=64, unique=True)
    given_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    device = models.CharField(max_length=64, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    told_with = ("account__person",)

    class Meta:
        verbose_name = _("ayuda del juez árbitro")
        verbose_name_plural = _("ayudas del juez árbitro")
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "account"],
                condition=Q(ended_at__isnull=True),
                name="one_open_admission_per_captain",
            ),
            models.CheckConstraint(condition=SIDE_KNOWN, name="admission_side_known"),
        ]

    def __str__(self) -> str:
        return f"{self.account} · {self.encounter}"
