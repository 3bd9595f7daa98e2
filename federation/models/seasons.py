"""The federation itself and its seasons."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Federation(models.Model):
    """The one body that owns this installation."""

    only = models.PositiveSmallIntegerField(default=1, unique=True, editable=False)
    name = models.CharField(_("nombre"), max_length=120)
    short_name = models.CharField(_("nombre corto"), max_length=30)
    time_zone = models.CharField(_("zona horaria"), max_length=40, default="Europe/Madrid")

    class Meta:
        verbose_name = _("federación")
        constraints = [models.CheckConstraint(condition=models.Q(only=1), name="federation_is_one")]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """A season: licences and teams belong to one."""

    name = models.CharField(_("nombre"), max_length=20, unique=True)
    starts_on = models.DateField(_("empieza"))
    ends_on = models.DateField(_("acaba"))

    class Meta:
        verbose_name = _("temporada")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gt=models.F("starts_on")), name="season_ends_after_start"
            )
        ]

    def __str__(self) -> str:
        return self.name
