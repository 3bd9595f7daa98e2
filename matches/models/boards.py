"""Boards, partidas and the stream of what is written at them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models import FRAMES_ARE_OF_POOL
from competitions.models.entries import told_by_sides
from federation.models import AppendOnly, PersonTie
from federation.models.person_ties import ACTA, EVERY_ROW, Says


class EncounterVersion(models.Model):
    """One row per encounter, raised by each write at its tables: pages compare it before they read more."""

    encounter = models.OneToOneField(
        "competitions.Encounter", on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    version = models.PositiveBigIntegerField(default=1)


class Board(models.Model):
    """The two sides that meet at one table; made when the encounter starts."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField(_("mesa"))
    block = models.PositiveSmallIntegerField()
    discipline = models.CharField(max_length=10)
    weight = models.PositiveSmallIntegerField(default=1)
    table = models.CharField(max_length=40, blank=True)
    # Of 8-ball, as the format said at the start: the length of its partidas, whether its table takes
    # coins, and who breaks first where the board has no lag of its own.
    length = models.CharField(max_length=5, blank=True)
    frames = models.PositiveSmallIntegerField(null=True, blank=True)
    takes_coins = models.BooleanField(default=False)
    first_breaker = models.CharField(max_length=4, blank=True)
    # What opens this board on a phone; random, good until the encounter closes.
    code = models.CharField(max_length=12, unique=True)

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="board_number_once"),
            models.CheckConstraint(condition=FRAMES_ARE_OF_POOL, name="board_of_pool_has_frames"),
            models.CheckConstraint(
                condition=models.Q(first_breaker__in=["", "home", "away"]), name="first_breaker_is_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter}, {self.number}"


class Partida(models.Model):
    """One partida of a board. Its state is the replay of its entries, never stored."""

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="partidas")
    number = models.PositiveSmallIntegerField()

    told_by = (*told_by_sides("board__encounter__"), "number")

    class Meta:
        verbose_name = _("partida")
        verbose_name_plural = _("partidas")
        constraints = [models.UniqueConstraint(fields=["board", "number"], name="partida_number_once")]

    def __str__(self) -> str:
        return f"{self.board}, {self.number}"


class TableSession(models.Model):
    """A phone opened on one board, limited to that board until close, without anyone's account rights."""

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="sessions")
    # Only the digest is kept: whoever reads the database cannot write at the table.
    token_digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64)
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sesión de mesa")
        verbose_name_plural = _("sesiones de mesa")


class Pen(models.Model):
    """Who writes a partida, and on which device; at most one that has not been given up."""

    partida = models.ForeignKey(Partida, on_delete=models.PROTECT, related_name="pens")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=64)
    taken_at = models.DateTimeField()
    given_up_at = models.DateTimeField(null=True, blank=True)

    # A sheet names the record that it was written with; so does everything beside it.
    person_tie = PersonTie(stays=EVERY_ROW, kept_because=ACTA)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["partida"],
                condition=models.Q(given_up_at__isnull=True),
                name="one_writer_per_partida",
            )
        ]


class SheetEntry(AppendOnly):
    """One act written at a table (draw, hand, approval…). The stream is replayed, never edited."""

    partida = models.ForeignKey(Partida, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    revision = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField()
    # The person whose act it is (scorer, counter, judge), and the account that was used if any.
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    client_id = models.CharField(max_length=64)
    device_time = models.DateTimeField(null=True, blank=True)
    server_time = models.DateTimeField()

    person_tie = PersonTie(kept_because=ACTA)
    says_of_people = {"data": Says.SEALED}

    class Meta:
        verbose_name = _("anotación de la mesa")
        verbose_name_plural = _("anotaciones de la mesa")
        indexes = [
            # What waits for the committee is found among the few that were suspended or ruled on.
            models.Index(
                fields=["partida", "seq"],
                condition=models.Q(kind__in=["suspension", "ruling"]),
                name="entry_for_the_committee",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["partida", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(
                fields=["partida", "hand", "revision"],
                condition=models.Q(kind="hand"),
                name="one_revision_of_a_hand",
            ),
            # On a sheet of frames the same columns name the frame.
            models.UniqueConstraint(
                fields=["partida", "hand", "revision"],
                condition=models.Q(kind="frame"),
                name="one_revision_of_a_frame",
            ),
            # One tap may append two entries (a substitution and its naming): the kind tells them apart.
            models.UniqueConstraint(fields=["client_id", "kind"], name="entry_client_id_once"),
            models.CheckConstraint(
                condition=~models.Q(
                    kind__in=["hand", "frame", "approval", "disagreement", "settlement", "retraction"]
                )
                | models.Q(hand__isnull=False, revision__isnull=False),
                name="entry_about_a_hand_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partida_id}#{self.seq} {self.kind}"
