"""Who takes part in a competition: a team, a pair or a player."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.competitions import Entrants
from federation.models import PersonTie


def told_by_sides(path: str = "") -> tuple[str, ...]:
    """The columns by which an encounter is told to people: its sides, as far as no player names them."""
    return tuple(f"{path}{side}__{name}" for side in ("home", "away") for name in ("team__name", "pair_name"))


class Entry(models.Model):
    """A team, a pair or a player entered in a competition.

    `entrants` is a guarded copy of the competition's, so that the database can ask for exactly the columns
    of its kind. A pair may be called by a name of its own; without one it is called by its two players.

    | constraint | what it holds |
    |---|---|
    | `entry_is_of_one_kind` | a team; or two people; or one: never two kinds, never none |
    | `team_entered_once`, `entry_lot_once` | nobody enters twice, nobody shares a lot |

    That nobody plays in two entries of a competition is held by `EntryPlayer`.
    """

    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.PROTECT, related_name="entries"
    )
    entrants = models.CharField(
        _("participa"), max_length=10, choices=Entrants.choices, default=Entrants.TEAMS
    )
    team = models.ForeignKey(
        "federation.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    player = models.ForeignKey(
        "federation.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    partner = models.ForeignKey(
        "federation.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    pair_name = models.CharField(_("nombre de la pareja"), max_length=60, blank=True, default="")
    lot = models.PositiveSmallIntegerField(_("número de sorteo"))

    # What a pair calls itself may hold the names of its two.
    person_tie = PersonTie(emptied={"pair_name": ""})
    told_by = ("team__name", "competition__name")

    class Meta:
        verbose_name = _("inscripción")
        verbose_name_plural = _("inscripciones")
        constraints = [
            models.UniqueConstraint(fields=["competition", "team"], name="team_entered_once"),
            models.UniqueConstraint(fields=["competition", "lot"], name="entry_lot_once"),
            models.CheckConstraint(
                condition=models.Q(
                    entrants="teams",
                    team__isnull=False,
                    player__isnull=True,
                    partner__isnull=True,
                    pair_name="",
                )
                | models.Q(entrants="pairs", team__isnull=True, player__isnull=False, partner__isnull=False)
                & ~models.Q(player=models.F("partner"))
                | models.Q(
                    entrants="players",
                    team__isnull=True,
                    player__isnull=False,
                    partner__isnull=True,
                    pair_name="",
                ),
                name="entry_is_of_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The team's name, the pair's own or both of its players', the player's."""
        if self.team is not None:
            return self.team.name
        if self.pair_name:
            return self.pair_name
        return " / ".join(each.short_name for each in (self.player, self.partner) if each is not None)

    @property
    def is_team(self) -> bool:
        """Does a team with its squad and its captain stand behind it?"""
        return self.team_id is not None

    @property
    def people(self) -> tuple[int, ...]:
        """The keys of those who play for it, in order; nobody for a team, whose line-ups say it."""
        return tuple(each for each in (self.player_id, self.partner_id) if each is not None)


class EntryPlayer(models.Model):
    """A person who plays for a pair or for himself in a competition, once; competition is a guarded copy."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    competition = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="entries")

    person_tie = PersonTie()

    class Meta:
        verbose_name = _("jugador inscrito")
        verbose_name_plural = _("jugadores inscritos")
        constraints = [
            models.UniqueConstraint(fields=["competition", "person"], name="person_entered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.competition})"
