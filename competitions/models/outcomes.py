"""The official result, append-only: one row per version. Standings read these and nothing of `matches`."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import AppendOnly


class Outcome(AppendOnly):
    """One version of an encounter's result."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="outcomes")
    version = models.PositiveSmallIntegerField()
    kind = models.CharField(
        max_length=10,
        choices={
            "sealed": _("sellado"),
            "corrected": _("rectificado"),
            "awarded": _("adjudicado"),
            "annulled": _("anulado"),
        },
    )
    # A pending board moves no standings (design, Lifecycle).
    is_pending = models.BooleanField(default=False)
    winner = models.CharField(max_length=4, blank=True, choices={"home": _("local"), "away": _("visitante")})
    home_partidas = models.PositiveSmallIntegerField()
    away_partidas = models.PositiveSmallIntegerField()
    home_boards = models.PositiveSmallIntegerField()
    away_boards = models.PositiveSmallIntegerField()
    home_tantos = models.PositiveIntegerField()
    away_tantos = models.PositiveIntegerField()
    home_points = models.PositiveSmallIntegerField()
    away_points = models.PositiveSmallIntegerField()
    # Tantos with each partida cut at its target, and the home side's efectividad by target (the other's is
    # the opposite); null where nothing of its partidas is known.
    home_capped = models.PositiveIntegerField(null=True, blank=True)
    away_capped = models.PositiveIntegerField(null=True, blank=True)
    target_difference = models.IntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("resultado oficial")
        verbose_name_plural = _("resultados oficiales")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "version"], name="one_outcome_per_version"),
            models.CheckConstraint(
                condition=models.Q(winner__in=["", "home", "away"]), name="outcome_winner_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["sealed", "corrected", "awarded", "annulled"]),
                name="outcome_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} v{self.version}"
