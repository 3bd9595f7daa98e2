"""Check-in at the encounter and the short PINs of people at tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import PersonTie
from federation.models.person_ties import ACTA, EVERY_ROW


class CheckIn(models.Model):
    """A person was seen at the encounter with the licence (or its absence was noted)."""

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="check_ins"
    )
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, related_name="+")

    person_tie = PersonTie(
        stays=models.Q(encounter__started_at__isnull=False), yields=True, kept_because=ACTA
    )

    class Meta:
        verbose_name = _("presencia")
        verbose_name_plural = _("presencias")
        constraints = [models.UniqueConstraint(fields=["encounter", "person"], name="checked_in_once")]


class TablePin(models.Model):
    """A person's short PIN: a keyed hash with a salt of the person's own; expires with the season."""

    person = models.OneToOneField("federation.Person", on_delete=models.PROTECT, related_name="+")
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    expires_on = models.DateField()
    set_at = models.DateTimeField()
    set_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, related_name="+")

    # Set anew at the next encounter.
    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        verbose_name = _("PIN de mesa")
        verbose_name_plural = _("PIN de mesa")


class PinMisses(models.Model):
    """Wrong PINs of one person on one device; at the limit that person waits on that device."""

    person = models.ForeignKey("federation.Person", on_delete=models.CASCADE, related_name="+")
    device = models.CharField(max_length=64)
    misses = models.PositiveSmallIntegerField(default=0)
    # Since the last right PIN on this device; not forgotten when a short block ends.
    total = models.PositiveSmallIntegerField(default=0)
    blocked_until = models.DateTimeField(null=True, blank=True)

    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "device"], name="misses_per_person_and_device")
        ]
