"""Competitions, their rounds and who takes part."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Discipline


class Entrants(models.TextChoices):
    """Who enters a competition."""

    TEAMS = "teams", _("equipos")
    PAIRS = "pairs", _("parejas")
    PLAYERS = "players", _("jugadores")


class Competition(models.Model):
    """A competition of a season, with the version of the regulation that it is played by."""

    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("nombre"), max_length=80)
    code = models.CharField(_("clave"), max_length=8)
    discipline = models.CharField(_("disciplina"), max_length=10, choices=Discipline.choices)
    entrants = models.CharField(_("participan"), max_length=10, choices=Entrants.choices)
    regulation_version = models.ForeignKey(
        "federation.RegulationVersion", on_delete=models.PROTECT, related_name="+"
    )
    format = models.ForeignKey("competitions.EncounterFormat", on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("competición")
        verbose_name_plural = _("competiciones")
        constraints = [
            models.UniqueConstraint(fields=["season", "code"], name="competition_code_once_per_season"),
            models.CheckConstraint(condition=models.Q(entrants__in=Entrants.values), name="entrants_known"),
            # The chapter of the book is domino by pairs: who plays alone plays pool.
            models.CheckConstraint(
                condition=~models.Q(discipline="domino", entrants="players"), name="nobody_plays_domino_alone"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """A matchday (jornada)."""

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("número"))
    starts_on = models.DateField(_("fecha"))

    class Meta:
        verbose_name = _("jornada")
        verbose_name_plural = _("jornadas")
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.competition}, {self.number}"
