"""Hojas of paper that partidas were typed in from."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import AppendOnly
from federation.models.person_ties import Says


class PaperSheet(AppendOnly):
    """The photo of the Hoja of paper of one partida: drawn anew by us, stored once, never changed.

    The partida's sheet holds its digest in the entry that opens the typing in, and so does the acta.
    """

    partida = models.ForeignKey("matches.Partida", on_delete=models.PROTECT, related_name="paper_sheets")
    jpeg = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    told_with = ("by__person",)
    says_of_people = {"jpeg": Says.SEALED}

    class Meta:
        verbose_name = _("Hoja en papel")
        verbose_name_plural = _("Hojas en papel")
        constraints = [models.UniqueConstraint(fields=["partida"], name="paper_sheet_once")]

    def __str__(self) -> str:
        return f"{self.partida_id}"
