"""People: their names here, what is only the office's business in `personal_data`."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import EVERY_ROW, PersonTie


class Person(models.Model):
    """A human being. Birth date and consent decide how the name is shown in public."""

    given_name = models.CharField(_("nombre"), max_length=60)
    surname_1 = models.CharField(_("primer apellido"), max_length=60)
    surname_2 = models.CharField(_("segundo apellido"), max_length=60, blank=True)
    birth_date = models.DateField(_("nacimiento"), null=True, blank=True, db_index=True)
    # A date, not a yes or no: consent can be shown to have been given, and when.
    public_name_consent_on = models.DateField(_("consiente publicar su nombre desde"), null=True, blank=True)
    # Normalised by the action that writes the person, so that both databases sort alike.
    sort_key = models.CharField(max_length=200, db_index=True, editable=False)
    # Set when this record was found to be another one twice; what cannot be moved still points here.
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged", editable=False
    )
    # Set when the person's data were erased: the name that is left is a pseudonym.
    erased_at = models.DateTimeField(_("datos suprimidos"), null=True, blank=True, editable=False)
    # How often the record was changed, document and contacts too: who changes it says which one he read.
    version = models.PositiveIntegerField(default=1, editable=False)

    # Records merged into one that is merged in its turn follow it.
    person_tie = PersonTie(watched=())

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")
        ordering = ["sort_key", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("pk")),
                name="person_not_merged_into_itself",
            )
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """Given name and surnames."""
        return " ".join(part for part in (self.given_name, self.surname_1, self.surname_2) if part)

    @property
    def short_name(self) -> str:
        """Given name and first surname, as tables show it."""
        return f"{self.given_name} {self.surname_1}"


class PersonWord(models.Model):
    """One word of a person's name as it is looked for (`names.search_key`): without case, accents or ñ.

    An index, written with the name by the same action; a prefix of a word is found in it on
    both databases whatever their collations.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="words")
    word = models.CharField(max_length=60, db_index=True)

    # Whoever looks for the record that is gone by its name shall find it, and go on to the other.
    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        verbose_name = _("palabra de un nombre")
        verbose_name_plural = _("palabras de los nombres")
        constraints = [models.UniqueConstraint(fields=["person", "word"], name="word_once_per_person")]
