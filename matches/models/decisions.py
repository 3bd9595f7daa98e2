"""What was decided of whole encounters beside their tables: dated, reasoned, with author, never rewritten."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.entries import told_by_sides
from federation.models import AppendOnly

DECISIONS = {
    "postpone": _("aplazamiento"),
    "set_date": _("nueva fecha"),
    "mark_not_played": _("no disputado"),
    "award": _("resultado por decisión"),
    "uphold": _("se tiene que jugar"),
    "annul": _("anulación"),
    "replay": _("repetición"),
}
ASKED_BY = {
    "home": _("el local"),
    "away": _("el visitante"),
    "both": _("los dos"),
    "federation": _("la federación"),
}
CAUSES = {
    "home": _("No se presentó el local"),
    "away": _("No se presentó el visitante"),
    "both": _("No se presentó ninguno"),
    "other": _("Otra causa"),
}
AWARDED_TO = {"home": _("el local"), "away": _("el visitante"), "none": _("ninguno: pierden los dos")}
REACHES = {"public": _("todos"), "parties": _("las partes y la federación")}
WITH_DAY = ["set_date", "uphold", "replay"]


class EncounterDecision(AppendOnly):
    """One decision about an encounter; the last one says how it came to stand as it does."""

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="decisions"
    )
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=16, choices=DECISIONS)
    # As what: judge, office or committee.
    made_as = models.CharField(max_length=16)
    reason = models.CharField(max_length=1000, blank=True)
    reach = models.CharField(max_length=8, choices=REACHES)
    decision = models.CharField(max_length=200, blank=True)
    asked_by = models.CharField(max_length=10, blank=True, choices=ASKED_BY)
    cause = models.CharField(max_length=8, blank=True, choices=CAUSES)
    waited = models.PositiveSmallIntegerField(null=True, blank=True)
    awarded_to = models.CharField(max_length=4, blank=True, choices=AWARDED_TO)
    # Its result, where it gives one.
    outcome = models.OneToOneField(
        "competitions.Outcome", on_delete=models.PROTECT, null=True, blank=True, related_name="decision"
    )
    # The day and place before it, and those that it sets.
    was_at = models.DateTimeField()
    was_in = models.ForeignKey("federation.Venue", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey(
        "federation.Venue", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    told_with = ("account__person",)
    told_by = (*told_by_sides("encounter__"), "number")

    class Meta:
        verbose_name = _("decisión sobre un encuentro")
        verbose_name_plural = _("decisiones sobre encuentros")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="encounter_decision_number_once"),
            models.CheckConstraint(
                condition=models.Q(action__in=list(DECISIONS)), name="encounter_decision_known"
            ),
            models.CheckConstraint(
                condition=models.Q(reach__in=list(REACHES)), name="encounter_decision_reach_known"
            ),
            models.CheckConstraint(
                condition=models.Q(action="set_date") | ~models.Q(reason=""),
                name="a_decision_has_its_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(action="postpone", asked_by__in=list(ASKED_BY))
                | (~models.Q(action="postpone") & models.Q(asked_by="")),
                name="a_postponement_says_who_asked",
            ),
            models.CheckConstraint(
                condition=models.Q(action="mark_not_played", cause__in=list(CAUSES))
                | (~models.Q(action="mark_not_played") & models.Q(cause="", waited__isnull=True)),
                name="an_encounter_not_played_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(action="award", awarded_to__in=list(AWARDED_TO), outcome__isnull=False)
                | (~models.Q(action="award") & models.Q(awarded_to="", outcome__isnull=True)),
                name="an_award_has_its_outcome",
            ),
            models.CheckConstraint(
                condition=models.Q(action__in=WITH_DAY, at__isnull=False, venue__isnull=False)
                | (~models.Q(action__in=WITH_DAY) & models.Q(at__isnull=True, venue__isnull=True)),
                name="what_is_to_be_played_has_its_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} · {self.number}"
