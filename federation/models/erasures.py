"""Erasures of people's data: what is left to show that each was done, and what forbids one for a time."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.append_only import AppendOnly
from federation.models.person_ties import RECORD, PersonTie, Says


class ErasureBasis(models.TextChoices):
    """Why somebody's data are erased (article 17 of the General Data Protection Regulation)."""

    ASKED = "asked", _("lo ha pedido la persona")
    GUARDIAN = "guardian", _("lo ha pedido quien responde por ella")
    ENDED = "ended", _("ya no hacen falta")
    WRONG = "wrong", _("no debieron recogerse")


class Erasure(AppendOnly):
    """One erasure: whose record, why, by whom, and how many rows of each table. Never a value of the person.

    `counts` tells by table: {"deleted": {table: rows}, "emptied": {…}, "kept": {…}}.
    """

    person = models.OneToOneField("federation.Person", on_delete=models.PROTECT, related_name="erasure")
    basis = models.CharField(_("motivo legal"), max_length=10, choices=ErasureBasis.choices)
    reason = models.CharField(_("por qué"), max_length=300)
    counts = models.JSONField()
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"), db_index=True)

    person_tie = PersonTie(kept_because=RECORD)
    says_of_people = {"counts": Says.NOBODY}

    class Meta:
        verbose_name = _("supresión de datos")
        verbose_name_plural = _("supresiones de datos")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(basis__in=ErasureBasis.values), name="erasure_basis_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.basis}"


class ErasureHold(models.Model):
    """A duty to keep somebody's data: while it stands they are not erased, whoever asks.

    | constraint | what it holds |
    |---|---|
    | `one_open_hold_per_person` | two who order it at once: one of them |
    """

    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="erasure_holds")
    reason = models.CharField(_("por qué"), max_length=300)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"))
    lifted_at = models.DateTimeField(_("levantada"), null=True, blank=True)
    lifted_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    person_tie = PersonTie(yields=True, emptied={"reason": ""}, kept_because=RECORD)

    class Meta:
        verbose_name = _("obligación de conservar")
        verbose_name_plural = _("obligaciones de conservar")
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(lifted_at__isnull=True),
                name="one_open_hold_per_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.at}"
