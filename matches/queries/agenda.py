"""The encounters that concern somebody, and where each stands for him. Constant queries for any number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from competitions.models import (
    ActingCaptain,
    Competition,
    Encounter,
    JudgeDesignation,
    Outcome,
    Round,
    TransitionConfirmation,
)
from competitions.queries import captaincy
from competitions.queries.entries import is_of_teams, of_sides, played_by
from competitions.queries.outcomes import results_of
from federation import clock
from federation.models import SPEAKS_FOR_TEAM, Person, RosterEntry, User
from federation.queries.roles import current_roles
from matches.models import LineUp, Signature
from matches.queries import actas
from matches.queries.people import OVERSEES, encounter_day, on_roster, side_of_player
from matches.queries.resumptions import Halt, halts_of
from matches.rules.line_up_order import LineUpMode
from matches.rules.sides import Side

# States in which something is still to be done by a captain or the judge.
OPEN_STATES = ("scheduled", "line_ups", "playing", "suspended", "closing", "signed", "postponed")
PLAYED_LATER = ("scheduled", "line_ups", "playing")
MOST_OPEN = 30
MOST_PAST = 10


@dataclass(frozen=True)
class Standing:
    """One encounter as it stands for one account.

    `side` is the one that the account speaks for; `confirmed` tells, by action of the
    lifecycle, which sides have said yes where there is no judge; `answered` the roles
    that have signed, refused or been noted absent on the current text; `halt` since when it is
    suspended and until when.
    """

    encounter: Encounter
    side: Side | None
    is_judge: bool
    designation: JudgeDesignation | None
    locked: Mapping[Side, datetime]
    confirmed: Mapping[str, frozenset[Side]]
    answered: frozenset[str]
    outcome: Outcome | None
    halt: Halt | None = None

    @property
    def judge(self) -> Person | None:
        """The designated judge."""
        return self.designation.licence.person if self.designation else None

    @property
    def in_charge(self) -> bool:
        """Has the judge taken charge?"""
        return self.designation is not None and self.designation.took_charge_at is not None

    @property
    def directs(self) -> bool:
        """Does this account direct the encounter: its judge, or a captain where there is none?"""
        return self.is_judge or (self.designation is None and self.side is not None)

    @property
    def role(self) -> str | None:
        """The role in which this account signs the acta."""
        if self.side is not None:
            return f"{self.side.value}_captain"
        return "judge" if self.is_judge else None

    @property
    def has_line_ups(self) -> bool:
        """Do captains say who plays? Of pairs and players it is known from the first."""
        return is_of_teams(self.encounter)

    @property
    def both_locked(self) -> bool:
        """Are both line-ups locked, and so revealed, or is there nothing to lock?"""
        return not self.has_line_ups or len(self.locked) == len(Side)

    @property
    def rival_locks_first(self) -> bool:
        """Must the away captain wait for the home line-up (`line_up_mode`)?"""
        version = self.encounter.round.competition.regulation_version
        in_order = version.parameters["line_up_mode"] == LineUpMode.HOME_FIRST
        return in_order and self.side is Side.AWAY and Side.HOME not in self.locked

    def yes_of(self, action: str) -> frozenset[Side]:
        """Sides that have confirmed an action that both captains must confirm."""
        return self.confirmed.get(action, frozenset())


def _related(encounters: QuerySet[Encounter]) -> QuerySet[Encounter]:
    return encounters.select_related(
        "round__competition__season",
        "round__competition__regulation_version",
        *of_sides(club=True),
        "venue",
        "format",
    )


def _concerning(user: User) -> QuerySet[Encounter]:
    """Encounters of the account's teams, its person's own, and those designated to it."""
    if user.person_id is None:
        return Encounter.objects.none()
    teams = (
        RosterEntry.objects.filter(person=user.person_id, role__in=SPEAKS_FOR_TEAM)
        .filter(on_roster(clock.today()))
        .values("team")
    )
    judged = JudgeDesignation.objects.filter(licence__person=user.person_id).exclude(state="replaced")
    acting = captaincy.encounters_visible_to(user.person_id, clock.today())
    mine = Q(home__team__in=teams) | Q(away__team__in=teams) | Q(pk__in=judged.values("encounter")) | acting
    mine |= played_by(user.person_id)
    return _related(Encounter.objects.filter(mine))


def own_agenda(user: User) -> tuple[list[Standing], list[Standing]]:
    """The account's own encounters: those with something to do, the next first, and the last ones done."""
    concerning = _concerning(user)
    ahead = list(concerning.filter(state__in=OPEN_STATES).order_by("scheduled_at", "pk")[:MOST_OPEN])
    past = list(concerning.exclude(state__in=OPEN_STATES).order_by("-scheduled_at", "pk")[:MOST_PAST])
    standings = standings_of(user, [*ahead, *past])
    return standings[: len(ahead)], standings[len(ahead) :]


def oversees(user: User) -> bool:
    """May the account see every encounter (office, committee, direction, administration)?"""
    return bool(current_roles(user) & OVERSEES)


def current_competitions() -> list[Competition]:
    """The competitions of the seasons that run today, by name."""
    today = clock.today()
    running = Competition.objects.filter(season__starts_on__lte=today, season__ends_on__gte=today)
    return list(running.order_by("name", "pk"))


def rounds_of(competition: Competition) -> list[Round]:
    """The rounds of a competition, in order."""
    return list(competition.rounds.order_by("number"))


def round_in_play(competition: Competition, rounds: Sequence[Round]) -> Round | None:
    """The first round with something to play, or of today with something to do.

    One that is over and only waits for a signature or a new date hides no other: it comes
    when there is nothing to play; when all is done, the last one.
    """
    undone = Q(encounters__state__in=OPEN_STATES)
    on_show = Q(encounters__state__in=PLAYED_LATER) | undone & Q(starts_on__gte=clock.today())
    own = Round.objects.filter(competition=competition).order_by("number")
    found = own.filter(on_show).first() or own.filter(undone).first()
    return found or (rounds[-1] if rounds else None)


def round_standings(user: User, round_: Round) -> list[Standing]:
    """Every encounter of a round."""
    return standings_of(user, list(_related(round_.encounters.all()).order_by("number")))


def standing_of(user: User, encounter: Encounter) -> Standing:
    """Where one encounter stands for an account."""
    return standings_of(user, [encounter])[0]


def standings_of(user: User, encounters: Sequence[Encounter]) -> list[Standing]:
    """Where each of these encounters stands for an account."""
    if not encounters:
        return []
    keys = [encounter.pk for encounter in encounters]
    roster = _roster_of(user)
    acting = _acting_of(user)
    designations = _designations(keys)
    locked = _locked(keys)
    confirmed = _confirmed(encounters)
    answered = _answered(keys)
    outcomes = results_of(keys)
    halts = halts_of(encounters)
    return [
        Standing(
            encounter=encounter,
            side=_side(user, roster, acting, encounter),
            is_judge=_judges(user, designations.get(encounter.pk)),
            designation=designations.get(encounter.pk),
            locked=locked[encounter.pk],
            confirmed=confirmed[encounter.pk],
            answered=answered[encounter.pk],
            outcome=outcomes.get(encounter.pk),
            halt=halts.get(encounter.pk),
        )
        for encounter in encounters
    ]


def _roster_of(user: User) -> list[RosterEntry]:
    if user.person_id is None:
        return []
    return list(RosterEntry.objects.filter(person=user.person_id, role__in=SPEAKS_FOR_TEAM))


def _acting_of(user: User) -> list[ActingCaptain]:
    return [] if user.person_id is None else list(captaincy.standing(user.person_id))


def _side(
    user: User, roster: Sequence[RosterEntry], acting: Sequence[ActingCaptain], encounter: Encounter
) -> Side | None:
    if not is_of_teams(encounter):
        return side_of_player(user.person_id, encounter) if user.person_id is not None else None
    day = encounter_day(encounter)
    teams = {encounter.home.team_id: Side.HOME, encounter.away.team_id: Side.AWAY}
    for entry in roster:
        in_force = entry.valid_from <= day and (entry.valid_to is None or entry.valid_to >= day)
        if in_force and entry.team_id in teams:
            return teams[entry.team_id]
    for row in acting:
        if row.team_id in teams and captaincy.counts_for(row, encounter, day):
            return teams[row.team_id]
    return None


def _judges(user: User, designation: JudgeDesignation | None) -> bool:
    return (
        designation is not None
        and user.person_id is not None
        and designation.licence.person_id == user.person_id
    )


def _designations(keys: Sequence[int]) -> dict[int, JudgeDesignation]:
    rows = JudgeDesignation.objects.filter(encounter__in=keys).exclude(state="replaced")
    return {row.encounter_id: row for row in rows.select_related("licence__person")}


def _locked(keys: Sequence[int]) -> dict[int, dict[Side, datetime]]:
    found: dict[int, dict[Side, datetime]] = defaultdict(dict)
    for row in LineUp.objects.filter(encounter__in=keys, locked_at__isnull=False):
        if row.locked_at is not None:
            found[row.encounter_id][Side(row.side)] = row.locked_at
    return found


def _confirmed(encounters: Sequence[Encounter]) -> dict[int, dict[str, frozenset[Side]]]:
    epochs = {encounter.pk: encounter.epoch for encounter in encounters}
    found: dict[int, dict[str, frozenset[Side]]] = defaultdict(dict)
    for row in TransitionConfirmation.objects.filter(encounter__in=epochs):
        if row.epoch == epochs[row.encounter_id]:
            sides = found[row.encounter_id].get(row.action, frozenset())
            found[row.encounter_id][row.action] = sides | {Side(row.side)}
    return found


def _answered(keys: Sequence[int]) -> dict[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = defaultdict(frozenset)
    signatures = Signature.objects.filter(content__in=actas.current_contents(keys).values())
    for encounter, role in signatures.values_list("content__encounter", "role"):
        found[encounter] |= {role}
    return found
