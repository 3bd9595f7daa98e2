"""Encounters: who, when, where, judge, state. What happens at the tables belongs to `matches`."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.entries import told_by_sides
from federation.models.person_ties import Says

STATE_LABELS = {
    "scheduled": _("programado"),
    "line_ups": _("alineaciones"),
    "playing": _("en juego"),
    "suspended": _("suspendido"),
    "closing": _("cierre y firma"),
    "signed": _("firmado"),
    "sealed": _("provisional"),
    "homologated": _("homologado"),
    "final": _("firme"),
    "disputed": _("reclamado"),
    "postponed": _("aplazado"),
    "not_played": _("no disputado"),
    "annulled": _("anulado"),
}


class Encounter(models.Model):
    """Two entries that meet. `state` is written by `competitions.actions.lifecycle` alone."""

    round = models.ForeignKey("competitions.Round", on_delete=models.PROTECT, related_name="encounters")
    number = models.PositiveSmallIntegerField(_("número en la jornada"))
    home = models.ForeignKey("competitions.Entry", on_delete=models.PROTECT, related_name="+")
    away = models.ForeignKey("competitions.Entry", on_delete=models.PROTECT, related_name="+")
    venue = models.ForeignKey("federation.Venue", on_delete=models.PROTECT, related_name="+")
    scheduled_at = models.DateTimeField(_("fecha y hora"))
    format = models.ForeignKey("competitions.EncounterFormat", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(_("estado"), max_length=12, choices=STATE_LABELS, default="scheduled")
    # How many transitions there have been: confirmations by two captains belong to one of them.
    epoch = models.PositiveIntegerField(default=0)
    # Resolved when the encounter starts; replay and acta read only these (design, *Sheets are replayed*).
    terms = models.JSONField(null=True, blank=True)
    regulation_version = models.ForeignKey(
        "federation.RegulationVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    says_of_people = {"terms": Says.NOBODY}
    told_by = told_by_sides()
    # To whoever plays it in a pair, or for himself.
    told_with = ("home__player", "home__partner", "away__player", "away__partner")

    class Meta:
        verbose_name = _("encuentro")
        verbose_name_plural = _("encuentros")
        indexes = [models.Index(fields=["state", "scheduled_at"]), models.Index(fields=["scheduled_at"])]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="encounter_number_once_per_round"),
            models.UniqueConstraint(fields=["round", "home"], name="home_once_per_round"),
            models.UniqueConstraint(fields=["round", "away"], name="away_once_per_round"),
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=models.Q(state__in=list(STATE_LABELS)), name="encounter_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["scheduled", "line_ups", "postponed", "not_played", "annulled", "final"]
                )
                | models.Q(terms__isnull=False, regulation_version__isnull=False, started_at__isnull=False),
                name="a_started_encounter_has_its_terms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"


class DesignationState(models.TextChoices):
    """Where a judge's designation stands."""

    DESIGNATED = "designated", _("designado")
    IN_CHARGE = "in_charge", _("a cargo")
    REPLACED = "replaced", _("sustituido")


class JudgeDesignation(models.Model):
    """A judge (by licence) for an encounter; at most one that is not replaced."""

    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="designations")
    licence = models.ForeignKey("federation.Licence", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(_("estado"), max_length=12, choices=DesignationState.choices)
    designated_at = models.DateTimeField()
    took_charge_at = models.DateTimeField(null=True, blank=True)

    told_with = ("licence__person",)

    class Meta:
        verbose_name = _("designación")
        verbose_name_plural = _("designaciones")
        constraints = [
            models.UniqueConstraint(
                fields=["encounter"], condition=~models.Q(state="replaced"), name="one_judge_per_encounter"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=DesignationState.values), name="designation_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.licence} · {self.encounter}"


class TransitionConfirmation(models.Model):
    """One captain's yes to a transition where there is no judge; the second yes makes it."""

    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="confirmations")
    epoch = models.PositiveIntegerField()
    action = models.CharField(max_length=30)
    side = models.CharField(max_length=4, choices={"home": _("local"), "away": _("visitante")})
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    told_with = ("by__person",)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "epoch", "action", "side"], name="one_yes_per_side"),
            models.CheckConstraint(
                condition=models.Q(side__in=["home", "away"]), name="confirmation_side_known"
            ),
        ]
