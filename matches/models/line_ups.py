"""Line-ups, and the guarded copies by which the database keeps a person in one encounter per round."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.entries import told_by_sides
from federation.models import PersonTie
from federation.models.person_ties import ACTA, Says

SIDES = {"home": _("local"), "away": _("visitante")}
SIDE_KNOWN = models.Q(side__in=list(SIDES))


class LineUp(models.Model):
    """Who sits at which board, for one side of an encounter; blind until both are locked."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="line_ups")
    side = models.CharField(max_length=4, choices=SIDES)
    state = models.CharField(
        max_length=6, choices={"draft": _("borrador"), "locked": _("cerrada")}, default="draft"
    )
    saved_at = models.DateTimeField()
    # How many blocks of the format are locked, from the first: all at once, or one by one in turns.
    blocks_locked = models.PositiveSmallIntegerField(default=0)
    locked_at = models.DateTimeField(null=True, blank=True)
    locked_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    told_by = told_by_sides("encounter__")

    class Meta:
        verbose_name = _("alineación")
        verbose_name_plural = _("alineaciones")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "side"], name="one_line_up_per_side"),
            models.CheckConstraint(condition=SIDE_KNOWN, name="line_up_side_known"),
            models.CheckConstraint(
                condition=models.Q(state="draft", locked_at__isnull=True)
                | models.Q(state="locked", locked_at__isnull=False),
                name="locked_line_up_says_when",
            ),
        ]


class LineUpSlot(models.Model):
    """One name in a line-up, at a board or a substitute (board null), with the eligibility answer given."""

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="slots")
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    # The receipt: problems, the rules' version, the data looked at and when.
    eligibility = models.JSONField()

    # What was played stays with the record that the sheets name.
    person_tie = PersonTie(stays=models.Q(line_up__encounter__started_at__isnull=False), kept_because=ACTA)
    says_of_people = {"eligibility": Says.KEYS}

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["line_up", "board", "position"],
                condition=models.Q(board__isnull=False),
                name="one_name_per_place",
            ),
            models.UniqueConstraint(
                fields=["line_up", "position"],
                condition=models.Q(board__isnull=True),
                name="one_substitute_per_place",
            ),
        ]


class Appearance(models.Model):
    """A person in one encounter per round: the round is a guarded copy for the sake of the constraint."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey("competitions.Round", on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=4, choices=SIDES)

    person_tie = PersonTie(
        stays=models.Q(encounter__started_at__isnull=False), yields=True, kept_because=ACTA
    )
    told_by = told_by_sides("encounter__")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "person"], name="one_encounter_per_person_and_round"),
            models.CheckConstraint(condition=SIDE_KNOWN, name="appearance_side_known"),
        ]


class BoardAppearance(models.Model):
    """A starter, or a substitute who has entered, at a board: once per block."""

    appearance = models.ForeignKey(Appearance, on_delete=models.PROTECT, related_name="boards")
    block = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()

    told_with = ("appearance__person",)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["appearance", "block"], name="one_board_per_person_and_block"),
        ]
