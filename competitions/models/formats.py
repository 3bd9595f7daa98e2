"""The format of an encounter is data: blocks in order, boards in each."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Discipline


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
    """One board: who meets there and how many partidas they play."""

    block = models.ForeignKey(FormatBlock, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("mesa"))
    discipline = models.CharField(_("disciplina"), max_length=10, choices=Discipline.choices)
    players_per_side = models.PositiveSmallIntegerField(_("jugadores por lado"))
    partidas = models.PositiveSmallIntegerField(_("partidas"))
    weight = models.PositiveSmallIntegerField(_("peso"), default=1)

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
        ]

    def __str__(self) -> str:
        return f"{self.block}, {self.number}"
