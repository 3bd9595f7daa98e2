"""The format of an encounter is data: blocks in order, boards in each."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Discipline


class SeriesLength(models.TextChoices):
    """How long a partida of frames is."""

    RACE = "race", _("al que llegue antes")
    FIXED = "fixed", _("juegos fijos")


# A partida of 8-ball is a series of frames; one of domino has none.
FRAMES_ARE_OF_POOL = models.Q(
    # Nothing is compared with no number, and what is not known would pass.
    discipline="pool",
    length__in=SeriesLength.values,
    frames__isnull=False,
    frames__gte=1,
    frames__lte=50,
) | (~models.Q(discipline="pool") & models.Q(length="", frames__isnull=True))


class EncounterFormat(models.Model):
    """A named format, such as four boards of two partidas."""

    name = models.CharField(_("nombre"), max_length=60, unique=True)

    class Meta:
        verbose_name = _("modalidad de encuentro")
        verbose_name_plural = _("modalidades de encuentro")

    def __str__(self) -> str:
        return self.name


class FormatBlock(models.Model):
    """A block of boards that share the limit of one board per player."""

    format = models.ForeignKey(EncounterFormat, on_delete=models.CASCADE, related_name="blocks")
    number = models.PositiveSmallIntegerField(_("orden"))

    class Meta:
        verbose_name = _("bloque")
        verbose_name_plural = _("bloques")
        constraints = [models.UniqueConstraint(fields=["format", "number"], name="block_number_once")]

    def __str__(self) -> str:
        return f"{self.format}, {self.number}"


class FormatBoard(models.Model):
    """One board: who meets there, how many partidas they play and, in 8-ball, of how many frames."""

    block = models.ForeignKey(FormatBlock, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("mesa"))
    discipline = models.CharField(_("disciplina"), max_length=10, choices=Discipline.choices)
    players_per_side = models.PositiveSmallIntegerField(_("jugadores por lado"))
    partidas = models.PositiveSmallIntegerField(_("partidas"))
    weight = models.PositiveSmallIntegerField(_("peso"), default=1)
    # Of 8-ball: to how many frames, or how many are played.
    length = models.CharField(_("duración"), max_length=5, choices=SeriesLength.choices, blank=True)
    frames = models.PositiveSmallIntegerField(_("juegos"), null=True, blank=True)

    class Meta:
        verbose_name = _("mesa de la modalidad")
        verbose_name_plural = _("mesas de la modalidad")
        constraints = [
            models.UniqueConstraint(fields=["block", "number"], name="board_number_once_per_block"),
            models.CheckConstraint(
                condition=models.Q(partidas__gte=1, partidas__lte=9, players_per_side__in=[1, 2]),
                name="board_of_one_to_nine_partidas",
            ),
            models.CheckConstraint(
                condition=~models.Q(discipline="domino") | models.Q(players_per_side=2),
                name="domino_is_by_pairs",
            ),
            models.CheckConstraint(condition=FRAMES_ARE_OF_POOL, name="frames_are_of_pool"),
        ]

    def __str__(self) -> str:
        return f"{self.block}, {self.number}"
