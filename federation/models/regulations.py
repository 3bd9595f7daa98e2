"""Versioned regulations: a name and, for each version, its whole set of parameters."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation import clock
from federation.models.append_only import AppendOnly
from federation.models.clubs import Discipline
from federation.models.person_ties import Says


class Regulation(models.Model):
    """A regulation of one discipline."""

    name = models.CharField(_("nombre"), max_length=80, unique=True)
    discipline = models.CharField(_("disciplina"), max_length=10, choices=Discipline.choices)

    class Meta:
        verbose_name = _("reglamento")
        verbose_name_plural = _("reglamentos")

    def __str__(self) -> str:
        return self.name


class RegulationVersion(AppendOnly):
    """One version: what differs from the defaults, from when, by whom and why. Append-only."""

    regulation = models.ForeignKey(Regulation, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField(_("versión"))
    valid_from = models.DateField(_("en vigor desde"))
    parameters = models.JSONField(_("parámetros"))
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    created_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    says_of_people = {"parameters": Says.NOBODY}

    class Meta:
        verbose_name = _("versión del reglamento")
        verbose_name_plural = _("versiones del reglamento")
        constraints = [
            models.UniqueConstraint(fields=["regulation", "number"], name="regulation_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.regulation} v{self.number}"
