"""People and their licences."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Person(models.Model):
    """A human being. Birth date and consent decide how the name is shown in public."""

    given_name = models.CharField(_("nombre"), max_length=60)
    surname_1 = models.CharField(_("primer apellido"), max_length=60)
    surname_2 = models.CharField(_("segundo apellido"), max_length=60, blank=True)
    birth_date = models.DateField(_("nacimiento"), null=True, blank=True)
    # A date, not a yes or no: consent can be shown to have been given, and when.
    public_name_consent_on = models.DateField(_("consiente publicar su nombre desde"), null=True, blank=True)
    # Normalised by the action that writes the person, so that both databases sort alike.
    sort_key = models.CharField(max_length=200, db_index=True, editable=False)

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")
        ordering = ["sort_key", "pk"]

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


class LicenceKind(models.TextChoices):
    """What a licence allows."""

    PLAYER = "player", _("jugador")
    JUDGE = "judge", _("juez árbitro")
    CAPTAIN = "captain", _("capitán")
    COACH = "coach", _("técnico")


class LicenceState(models.TextChoices):
    """Where a licence stands."""

    REQUESTED = "requested", _("solicitada")
    GRANTED = "granted", _("concedida")
    SUSPENDED = "suspended", _("suspendida")
    WITHDRAWN = "withdrawn", _("retirada")


class Licence(models.Model):
    """Permission to play or to judge in a season; its number is the key for people at the table."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="licences")
    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(
        "federation.Club", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(_("clase"), max_length=10, choices=LicenceKind.choices)
    number = models.CharField(_("número"), max_length=20)
    category = models.CharField(_("categoría"), max_length=30, blank=True)
    state = models.CharField(_("estado"), max_length=10, choices=LicenceState.choices)
    valid_from = models.DateField(_("válida desde"))
    valid_to = models.DateField(_("válida hasta"))

    class Meta:
        verbose_name = _("licencia")
        verbose_name_plural = _("licencias")
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="licence_number_once_per_season"),
            models.UniqueConstraint(
                fields=["person", "season", "kind"],
                condition=~models.Q(state="withdrawn"),
                name="one_live_licence_per_person_season_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(valid_to__gte=models.F("valid_from")), name="licence_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=LicenceKind.values), name="licence_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=LicenceState.values), name="licence_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person}"
