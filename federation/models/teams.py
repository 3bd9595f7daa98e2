"""Teams of a season and who is in them, from when to when."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import PersonTie


class Team(models.Model):
    """A club's team in a season."""

    club = models.ForeignKey("federation.Club", on_delete=models.PROTECT, related_name="teams")
    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("nombre"), max_length=60)
    venue = models.ForeignKey(
        "federation.Venue", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The team of the same club above this one: its players may help there (`reserve_team_rule`).
    reserve_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reserves"
    )
    # Normalised by the action that writes the team, so that both databases sort and find alike.
    sort_key = models.CharField(max_length=100, db_index=True, editable=False, default="")

    class Meta:
        verbose_name = _("equipo")
        verbose_name_plural = _("equipos")
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="team_name_once_per_season"),
            models.CheckConstraint(
                condition=models.Q(reserve_of__isnull=True) | ~models.Q(reserve_of=models.F("pk")),
                name="team_is_not_its_own_reserve",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RosterRole(models.TextChoices):
    """What a person is in a team. A captain may play or not."""

    PLAYER = "player", _("jugador")
    CAPTAIN = "captain", _("capitán")
    VICE_CAPTAIN = "vice_captain", _("subcapitán")
    NON_PLAYING_CAPTAIN = "non_playing_captain", _("capitán que no juega")


CAPTAINCY = (RosterRole.CAPTAIN, RosterRole.NON_PLAYING_CAPTAIN)
SPEAKS_FOR_TEAM = (*CAPTAINCY, RosterRole.VICE_CAPTAIN)
PLAYS = (RosterRole.PLAYER, RosterRole.CAPTAIN, RosterRole.VICE_CAPTAIN)


class RosterEntry(models.Model):
    """A person in a team's squad between two dates (an open end means still in it)."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="roster")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="roster_entries")
    role = models.CharField(_("función"), max_length=20, choices=RosterRole.choices)
    valid_from = models.DateField(_("desde"))
    valid_to = models.DateField(_("hasta"), null=True, blank=True)

    person_tie = PersonTie()

    class Meta:
        verbose_name = _("inscripción en la plantilla")
        verbose_name_plural = _("plantilla")
        constraints = [
            models.UniqueConstraint(
                fields=["team", "person"],
                condition=models.Q(valid_to__isnull=True),
                name="person_open_once_per_team",
            ),
            models.UniqueConstraint(
                fields=["team"],
                condition=models.Q(valid_to__isnull=True, role__in=["captain", "non_playing_captain"]),
                name="one_captain_per_team",
            ),
            models.CheckConstraint(
                condition=models.Q(valid_to__isnull=True) | models.Q(valid_to__gte=models.F("valid_from")),
                name="roster_ends_after_it_begins",
            ),
            models.CheckConstraint(condition=models.Q(role__in=RosterRole.values), name="roster_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.team})"
