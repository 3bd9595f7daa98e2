"""Licences: who may play, judge, captain or coach in a season, and how each came to its state."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.append_only import AppendOnly
from federation.models.person_ties import PersonTie
from federation.rules.licences import CODE_ALPHABET, CODE_LENGTH


class LicenceKind(models.TextChoices):
    """What a licence allows."""

    PLAYER = "player", _("jugador")
    JUDGE = "judge", _("juez árbitro")
    CAPTAIN = "captain", _("capitán")
    COACH = "coach", _("técnico")


class LicenceState(models.TextChoices):
    """Where a licence stands. That it has expired is told by its dates, never stored."""

    REQUESTED = "requested", _("solicitada")
    GRANTED = "granted", _("concedida")
    SUSPENDED = "suspended", _("suspendida")
    WITHDRAWN = "withdrawn", _("retirada")
    REFUSED = "refused", _("denegada")


# In these a licence is no more: another of its kind may take its place.
ENDED_LICENCES = (LicenceState.WITHDRAWN, LicenceState.REFUSED)


def new_code() -> str:
    """What a card's QR carries: some 79 bits by chance, so that nobody comes upon somebody else's."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class Licence(models.Model):
    """Permission to play or to judge in a season; its number is the key for people at the table."""

    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="licences")
    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(
        "federation.Club", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(_("clase"), max_length=10, choices=LicenceKind.choices)
    # Given when it is granted; a person keeps it from season to season.
    number = models.CharField(_("número"), max_length=20, blank=True)
    # The number backwards, so that its last digits find it by an index.
    reversed_number = models.CharField(max_length=20, db_index=True, editable=False, default="")
    category = models.CharField(_("categoría"), max_length=30, blank=True)
    state = models.CharField(_("estado"), max_length=10, choices=LicenceState.choices)
    valid_from = models.DateField(_("válida desde"))
    valid_to = models.DateField(_("válida hasta"))
    # Opens the public page that tells whether the card is good today, and nothing else.
    code = models.CharField(_("código"), max_length=16, default=new_code, editable=False)

    person_tie = PersonTie()

    told_by = ("number", "season__name")

    class Meta:
        verbose_name = _("licencia")
        verbose_name_plural = _("licencias")
        constraints = [
            models.UniqueConstraint(
                fields=["season", "number"],
                # Whoever comes back after a withdrawal comes back with his number.
                condition=~models.Q(number="") & ~models.Q(state__in=["withdrawn", "refused"]),
                name="licence_number_once_per_season",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["requested", "refused"]) | ~models.Q(number=""),
                name="granted_licence_has_its_number",
            ),
            models.UniqueConstraint(
                fields=["person", "season", "kind"],
                condition=~models.Q(state__in=["withdrawn", "refused"]),
                name="one_live_licence_per_person_season_kind",
            ),
            models.UniqueConstraint(fields=["code"], name="licence_code_once"),
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


class LicenceStep(AppendOnly):
    """One step of a licence: the state that it came to, when, by whom and why. Never changed."""

    licence = models.ForeignKey(Licence, on_delete=models.PROTECT, related_name="steps")
    state = models.CharField(_("estado"), max_length=10, choices=LicenceState.choices)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"))

    told_with = ("licence__person",)

    class Meta:
        verbose_name = _("paso de una licencia")
        verbose_name_plural = _("pasos de licencias")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=LicenceState.values), name="licence_step_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.licence_id}: {self.state}"


class LicenceSeries(models.Model):
    """How the numbers of one kind of licence are made: a prefix and a counter of a fixed width.

    Its row is locked while a number is given, so that two at once get two numbers.
    """

    kind = models.CharField(_("clase"), max_length=10, choices=LicenceKind.choices, unique=True)
    prefix = models.CharField(_("prefijo"), max_length=8, blank=True)
    width = models.PositiveSmallIntegerField(_("cifras"), default=4)
    last = models.PositiveIntegerField(_("último número dado"), default=0)

    class Meta:
        verbose_name = _("serie de licencias")
        verbose_name_plural = _("series de licencias")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(width__gte=1, width__lte=10), name="licence_series_width"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=LicenceKind.values), name="licence_series_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.prefix}{self.last:0{self.width}d}"
