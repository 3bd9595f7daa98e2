"""Squads of teams, written by the office: who joins, leaves, moves, and who captains from which day.

Every act locks the teams first and then the people, each in the order of their keys. What a rule refuses
stays refused; an exception (a window, an encounter played meanwhile) is made with a reason, which is
recorded. Rows that have been in force are ended, never rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from django.db import transaction

from competitions.models import ActingCaptain
from competitions.queries import squads as queries
from competitions.rules.captains import Change, appointment, joins_as, vacancy
from competitions.rules.squads import (
    PLAYING,
    Objection,
    Weight,
    objections_to_joining,
    objections_to_leaving,
)
from federation import clock
from federation.actions import audit, licences, registry
from federation.models import (
    ENDED_LICENCES,
    Licence,
    LicenceKind,
    Person,
    RosterEntry,
    RosterRole,
    Team,
    User,
)
from federation.permissions import require_office
from federation.rules.errors import ConflictError, RuleError

FIELDS: Mapping[str, str] = {
    "already_in_squad": "person",
    "squad_outside_season": "day",
    "two_squads": "person",
    "two_clubs": "person",
    "squad_full": "person",
}
"""The field of a form beside which a refusal is told; an exception is told beside its reason."""

ONE_DAY = timedelta(days=1)


@transaction.atomic
def join_squad(
    *, team: Team, person: Person, role: RosterRole, day: date, reason: str = "", by: User | None
) -> RosterEntry:
    """Put a person in a team's squad from a day on.

    RuleError with the code of the heaviest objection (`rules.squads`); an exception passes with a
    reason. ConflictError `person_gone`, `captain_already` (change it instead). Forbidden for
    whoever does not run the office.
    """
    require_office(by)
    _lock([team])
    _lock_person(person)
    facts = queries.joining(team=team, person=person, role=role, day=day)
    joins_as(facts.squad, facts.place)
    _pass(team, objections_to_joining(facts), reason, by)
    return registry.add_to_squad(team=team, person=person, role=role, valid_from=day, valid_to=None, by=by)


@transaction.atomic
def leave_squad(*, entry: RosterEntry, last_day: date, reason: str = "", by: User | None) -> RosterEntry:
    """End a person's place in a squad after a day.

    RuleError `dates_reversed`, `later_than_it_ends`, or an exception without its reason; ConflictError
    `place_over` for one that has ended, `acts_as_captain` while he is named to act for the captain.
    """
    require_office(by)
    _lock([entry.team])
    locked = _locked(entry)
    _check_last_day(locked, last_day)
    _refuse_acting(locked, last_day)
    (place,) = queries.places(RosterEntry.objects.filter(pk=locked.pk))
    others = queries.places(RosterEntry.objects.filter(team=locked.team_id).exclude(pk=locked.pk))
    played_on = queries.last_played_on(locked.team_id)
    terms = queries.terms_of([locked.team_id])
    found = objections_to_leaving(place, last_day, others, terms, played_on)
    _pass(locked.team, found, reason, by)
    _end(locked, last_day)
    _record(locked, by, "squad.left", {"to": last_day.isoformat()})
    return locked


@transaction.atomic
def take_out(*, entry: RosterEntry, by: User | None) -> None:
    """Take back a place that has not begun: it was never in force.

    ConflictError `place_begun`, and `place_follows_another` for one that goes on from a place in the
    same squad: there the office is changed back instead.
    """
    require_office(by)
    _lock([entry.team])
    locked = _locked(entry)
    if locked.valid_from <= clock.today():
        raise ConflictError("place_begun")
    before = RosterEntry.objects.filter(team=locked.team_id, person=locked.person_id)
    if before.filter(valid_to=locked.valid_from - ONE_DAY).exists():
        raise ConflictError("place_follows_another")
    _record(locked, by, "squad.taken_out", {"from": locked.valid_from.isoformat()})
    locked.delete()


@transaction.atomic
def appoint(
    *, team: Team, person: Person | None, role: RosterRole, day: date, reason: str = "", by: User | None
) -> None:
    """Make somebody of the squad captain or vice-captain from a day on, today or later.

    Whoever has the office goes on as a player; a captain who does not play leaves. Without a person
    the office of vice-captain stays empty. RuleError `dates_past`, `not_in_squad_that_day`,
    `holds_that_office`, `person_needed`; ConflictError `change_scheduled`, and
    `captain_has_played` when the team has played on that day or later.
    """
    require_office(by)
    _lock([team])
    _check_day(team, day)
    squad = queries.places(RosterEntry.objects.filter(team=team))
    if person is None:
        if role != RosterRole.VICE_CAPTAIN:
            raise RuleError("person_needed", field="person")
        changes = vacancy(squad, role, day)
    else:
        _lock_person(person)
        changes = appointment(squad, person.pk, role, day)
        _check_starts_playing(team, person, changes[-1], day, reason, by)
    rows = RosterEntry.objects.select_related("team", "person").in_bulk(
        [change.place.key for change in changes]
    )
    for change in changes:
        _make(rows[change.place.key], change.role, day, by)


@transaction.atomic
def transfer(
    *,
    entry: RosterEntry,
    to: Team,
    day: date,
    with_licence: bool = False,
    reason: str = "",
    by: User | None,
) -> RosterEntry:
    """Move a player from one team to another in one act: out until the day before, in from the day on.

    He joins as a player; `with_licence` gives the club of his player's licence with him. RuleError as
    `join_squad` and `leave_squad`, and `transfer_to_itself`, `team_of_another_season`.
    """
    require_office(by)
    if entry.team_id == to.pk:
        raise RuleError("transfer_to_itself", field="to")
    if entry.team.season_id != to.season_id:
        raise RuleError("team_of_another_season", field="to")
    _lock([entry.team, to])
    locked = _locked(entry)
    last_day = day - ONE_DAY
    _check_last_day(locked, last_day)
    _refuse_acting(locked, last_day)
    person, role = locked.person, RosterRole.PLAYER
    facts = queries.joining(team=to, person=person, role=role, day=day, ended={locked.pk: last_day})
    found = objections_to_joining(facts)
    played_on = queries.last_played_on(locked.team_id)
    if played_on is not None and played_on > last_day:
        found.append(Objection("team_has_played", {"day": played_on}))
    _pass(to, found, reason, by)
    _end(locked, last_day)
    made = registry.add_to_squad(team=to, person=person, role=role, valid_from=day, valid_to=None, by=by)
    _record(locked, by, "squad.transferred", {"to_team": to.pk, "to": last_day.isoformat()})
    if with_licence:
        _give_licence(person, to, by)
    return made


def _give_licence(person: Person, to: Team, by: User | None) -> None:
    held = Licence.objects.filter(person=person, season=to.season_id, kind=LicenceKind.PLAYER)
    licence = held.exclude(state__in=ENDED_LICENCES).select_related("season").first()
    if licence is None or licence.club_id == to.club_id:
        return
    terms = licences.Terms(
        LicenceKind.PLAYER, to.club, licence.category, licence.valid_from, licence.valid_to
    )
    licences.change_licence(licence=licence, terms=terms, by=by)


def _lock(teams: Sequence[Team]) -> None:
    keys = [team.pk for team in teams]
    list(Team.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk", flat=True))


def _lock_person(person: Person) -> None:
    locked = registry.lock_person(person)
    if locked.merged_into_id is not None or locked.erased_at is not None:
        raise ConflictError("person_gone", field="person")


def _locked(entry: RosterEntry) -> RosterEntry:
    """The entry as it stands, behind the locks of its team and its person."""
    registry.lock_person(entry.person)
    found = RosterEntry.objects.select_related("team__season", "person").filter(pk=entry.pk).first()
    if found is None:
        raise ConflictError("place_over")
    return found


def _pass(team: Team, found: Sequence[Objection], reason: str, by: User | None) -> None:
    """Refuse what cannot be, ask for a reason where one is needed, and record the exceptions made."""
    for objection in found:
        if objection.weight is Weight.REFUSAL:
            raise RuleError(objection.code, field=FIELDS.get(objection.code), **objection.data)
    exceptions = [objection for objection in found if objection.weight is Weight.EXCEPTION]
    if not exceptions:
        return
    if not reason.strip():
        raise RuleError(exceptions[0].code, field="reason", **exceptions[0].data)
    data = {"codes": [objection.code for objection in exceptions], "reason": reason.strip()}
    audit.record(chain=f"team:{team.pk}", verb="squad.exception", subject=f"team:{team.pk}", by=by, data=data)


def _check_last_day(entry: RosterEntry, last_day: date) -> None:
    if entry.valid_to is not None and entry.valid_to < clock.today():
        raise ConflictError("place_over")
    if last_day < entry.valid_from:
        raise RuleError("dates_reversed", field="day")
    if entry.valid_to is not None and last_day > entry.valid_to:
        raise RuleError("later_than_it_ends", field="day", day=entry.valid_to)


def _refuse_acting(entry: RosterEntry, last_day: date) -> None:
    """Whoever acts for the captain on a later day, or in an encounter still to come, is dismissed first."""
    acting = ActingCaptain.objects.filter(team=entry.team_id, person=entry.person_id, ended_at__isnull=True)
    standing = acting.filter(valid_to__gt=last_day) | acting.filter(
        encounter__scheduled_at__date__gt=last_day
    )
    if standing.exists():
        raise ConflictError("acts_as_captain")


def _check_day(team: Team, day: date) -> None:
    if day < clock.today():
        raise RuleError("dates_past", field="day")
    if day > team.season.ends_on:
        raise RuleError(
            "squad_outside_season", field="day", begin=team.season.starts_on, end=team.season.ends_on
        )
    played_on = queries.last_played_on(team)
    if played_on is not None and played_on >= day:
        # The acta names, or will name, who captained it.
        raise ConflictError("captain_has_played", field="day", day=played_on)


def _check_starts_playing(
    team: Team, person: Person, change: Change, day: date, reason: str, by: User | None
) -> None:
    """A captain who did not play and now does joins the players: windows and size are asked."""
    if change.place.role in PLAYING or change.role not in PLAYING:
        return
    facts = queries.joining(
        team=team, person=person, role=str(change.role), day=day, without=[change.place.key]
    )
    _pass(team, objections_to_joining(facts), reason, by)


def _make(entry: RosterEntry, role: str | None, day: date, by: User | None) -> None:
    """Let somebody go on in a role from a day on, or leave (None): see `rules.captains.Change`."""
    data = {"person": entry.person_id, "before": entry.role, "role": role, "from": day.isoformat()}
    if role is None:
        data["to"] = (day - ONE_DAY).isoformat()
    until = entry.valid_to
    if entry.valid_from < day:
        _end(entry, day - ONE_DAY)
        if role is not None:
            RosterEntry.objects.create(
                team=entry.team, person=entry.person, role=role, valid_from=day, valid_to=until
            )
    elif role is not None:
        # It begins on that very day: it has not been in force.
        entry.role = role
        entry.save(update_fields=["role"])
    else:
        entry.delete()
    verb = "squad.role_changed" if role is not None else "squad.left"
    audit.record(
        chain=f"team:{entry.team_id}", verb=verb, subject=f"person:{entry.person_id}", by=by, data=data
    )


def _end(entry: RosterEntry, last_day: date) -> None:
    entry.valid_to = last_day
    entry.save(update_fields=["valid_to"])


def _record(entry: RosterEntry, by: User | None, verb: str, data: Mapping[str, object]) -> None:
    audit.record(
        chain=f"team:{entry.team_id}",
        verb=verb,
        subject=f"roster:{entry.pk}",
        by=by,
        data={"person": entry.person_id, **data},
    )
