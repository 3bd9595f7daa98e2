"""People who may be entered twice: kept, so that looking for them costs the same however many there are."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import EVERY_ROW, PersonTie


class PersonKey(models.Model):
    """A digest of something that two records of one person would share (`rules.duplicates.keys`)."""

    person = models.ForeignKey("federation.Person", on_delete=models.CASCADE, related_name="likeness_keys")
    key = models.CharField(_("huella"), max_length=32, db_index=True)

    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        verbose_name = _("parecido de una ficha")
        verbose_name_plural = _("parecidos de las fichas")
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="likeness_key_once_per_person"),
        ]


class DuplicateReason(models.IntegerChoices):
    """Why two records may be one person's, the strongest reason first."""

    DOCUMENT = 1, _("el mismo número de documento")
    SAME = 2, _("mismo nombre y nacimiento")
    SWAPPED = 3, _("apellidos en otro orden y mismo nacimiento")
    SIMILAR = 4, _("nombres parecidos y mismo nacimiento")
    NAME = 5, _("mismo nombre; falta un nacimiento")


class PossibleDuplicate(models.Model):
    """Two records that may be one person's, until somebody merges them or says that they are two.

    | constraint | what it holds |
    |---|---|
    | `pair_of_two_people` | the lower key comes first, so that a pair is one row |
    | `pair_once` | and only one |
    | `duplicate_reason_known` | the reason is one of the list |
    """

    first = models.ForeignKey("federation.Person", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("federation.Person", on_delete=models.CASCADE, related_name="+")
    reason = models.PositiveSmallIntegerField(_("por qué"), choices=DuplicateReason.choices)
    found_at = models.DateTimeField(_("visto"))
    # Somebody looked and said that they are two people.
    dismissed_at = models.DateTimeField(_("son dos personas desde"), null=True, blank=True)
    dismissed_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        verbose_name = _("posible duplicado")
        verbose_name_plural = _("posibles duplicados")
        indexes = [
            models.Index(
                fields=["reason", "id"],
                name="duplicates_to_look_at",
                condition=models.Q(dismissed_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="pair_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="pair_of_two_people"
            ),
            models.CheckConstraint(
                condition=models.Q(reason__in=DuplicateReason.values), name="duplicate_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id}"
