"""Clubs, the places where they play, and the tables there."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Discipline(models.TextChoices):
    """What is played."""

    DOMINO = "domino", _("dominó")
    POOL = "pool", _("bola 8")


class ClubState(models.TextChoices):
    """Does the club take part in the federation's life?"""

    ACTIVE = "active", _("activo")
    INACTIVE = "inactive", _("de baja")


class Club(models.Model):
    """A club of the federation.

    | constraint | what it holds |
    |---|---|
    | `club_tax_id_once` | two clubs never share a tax number |
    | `club_state_known` | active or not |
    """

    name = models.CharField(_("nombre"), max_length=80, unique=True)
    short_name = models.CharField(_("nombre corto"), max_length=24)
    # In its normal form (`federation.rules.identity`).
    tax_id = models.CharField(_("CIF"), max_length=9, blank=True)
    contact_name = models.CharField(_("persona de contacto"), max_length=120, blank=True)
    email = models.EmailField(_("correo"), blank=True)
    phone = models.CharField(_("teléfono"), max_length=20, blank=True)
    address = models.CharField(_("dirección"), max_length=160, blank=True)
    colours = models.CharField(_("colores"), max_length=60, blank=True)
    state = models.CharField(_("estado"), max_length=10, choices=ClubState.choices, default=ClubState.ACTIVE)
    # Normalised by the action that writes the club, so that both databases sort and find alike.
    sort_key = models.CharField(max_length=120, db_index=True, editable=False, default="")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubes")
        ordering = ["sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tax_id"], condition=~models.Q(tax_id=""), name="club_tax_id_once"
            ),
            models.CheckConstraint(condition=models.Q(state__in=ClubState.values), name="club_state_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Venue(models.Model):
    """A place where encounters are played; times are shown in its zone."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="venues")
    name = models.CharField(_("nombre"), max_length=80)
    address = models.CharField(_("dirección"), max_length=160, blank=True)
    time_zone = models.CharField(_("zona horaria"), max_length=40, default="Europe/Madrid")
    # What was played there keeps its place.
    closed_on = models.DateField(_("último día de juego"), null=True, blank=True)

    class Meta:
        verbose_name = _("sede")
        verbose_name_plural = _("sedes")
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="venue_name_once_per_club")]

    def __str__(self) -> str:
        return self.name


class VenueTable(models.Model):
    """A physical table of a venue."""

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("número"))
    discipline = models.CharField(_("disciplina"), max_length=10, choices=Discipline.choices)
    coin_operated = models.BooleanField(_("funciona con monedas"), default=False)

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")
        constraints = [
            models.UniqueConstraint(fields=["venue", "discipline", "number"], name="venue_table_number_once"),
            models.CheckConstraint(
                condition=models.Q(discipline=Discipline.POOL) | models.Q(coin_operated=False),
                name="only_pool_tables_take_coins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.venue}, {self.number}"
