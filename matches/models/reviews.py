"""The committee's looks at sealed actas: what each decided, and which version came of it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.entries import told_by_sides
from federation.models import AppendOnly, PersonTie
from federation.models.person_ties import ACTA

SUBJECTS = {
    "hand_stands": _("La jugada es válida"),
    "void_hand": _("La jugada es nula"),
    "replay_hand": _("Se repite la jugada"),
    "replay_partida": _("Se repite la partida"),
    "validate": _("Vale el tanteo que había"),
    "ahead_wins": _("Gana la pareja que iba por delante"),
    "resume": _("Se reanuda la partida"),
    "note": _("Se hace constar un hecho"),
    "name": _("Se corrige un nombre o una licencia"),
}
WAYS = {"correct": _("rectificación"), "reopen": _("reapertura")}


class ActaReview(AppendOnly):
    """One decision about a sealed version: `version` is the one that replaces it, once it is sealed.

    A correction has its text at once; after a reopening the text is that of the next close.
    """

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="acta_reviews"
    )
    version = models.PositiveSmallIntegerField()
    replaced = models.ForeignKey("matches.Acta", on_delete=models.PROTECT, related_name="reviews")
    way = models.CharField(max_length=8, choices=WAYS)
    subject = models.CharField(max_length=16, choices=SUBJECTS)
    partida = models.ForeignKey("matches.Partida", on_delete=models.PROTECT, null=True, related_name="+")
    hand = models.PositiveSmallIntegerField(null=True)
    # Whose name or licence number is printed as the registry has it now.
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=1000)
    decision = models.CharField(max_length=200, blank=True)
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    at = models.DateTimeField()

    person_tie = PersonTie(kept_because=ACTA)
    told_by = (*told_by_sides("encounter__"), "version")

    class Meta:
        verbose_name = _("revisión del acta")
        verbose_name_plural = _("revisiones del acta")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "version"], name="one_review_per_version"),
            models.CheckConstraint(condition=models.Q(version__gt=1), name="a_review_makes_a_later_version"),
            models.CheckConstraint(condition=models.Q(way__in=list(WAYS)), name="review_way_known"),
            models.CheckConstraint(
                condition=models.Q(subject__in=list(SUBJECTS)), name="review_subject_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(subject__in=["hand_stands", "void_hand", "replay_hand"])
                | models.Q(partida__isnull=False, hand__isnull=False),
                name="a_review_of_a_hand_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} v{self.version}"
