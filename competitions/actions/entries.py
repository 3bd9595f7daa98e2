"""Pairs and players of a competition: entered with their licences, withdrawn, put into encounters."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.db.models import Max

from competitions.actions import setup
from competitions.models import Competition, Encounter, Entrants, Entry, EntryPlayer, Round
from competitions.permissions import require_competitions
from competitions.queries import entries as queries
from competitions.rules.entries import check_entering
from federation.actions import audit, registry
from federation.models import Person, User, Venue
from federation.rules.errors import ConflictError, RuleError


def enter_pair(
    *, competition: Competition, player: Person, partner: Person, name: str, by: User | None
) -> Entry:
    """Enter two people as a pair, with a name of their own if they have one.

    RuleError as `rules.entries.check_entering`; ConflictError `person_gone`, `entered_meanwhile`.
    Forbidden for whoever does not run competitions.
    """
    return _enter(competition, Entrants.PAIRS, [player, partner], name.strip(), by)


def enter_player(*, competition: Competition, player: Person, by: User | None) -> Entry:
    """Enter somebody who plays for himself; refusals as `enter_pair`."""
    return _enter(competition, Entrants.PLAYERS, [player], "", by)


@transaction.atomic
def _enter(
    competition: Competition, entrants: Entrants, people: Sequence[Person], name: str, by: User | None
) -> Entry:
    require_competitions(by)
    # Whoever enters somebody, or schedules an encounter, locks the competition first and then people.
    locked = Competition.objects.select_for_update().get(pk=competition.pk)
    registry.lock_all_standing([person.pk for person in people])
    if locked.entrants != entrants:
        raise RuleError("other_entrants")
    candidates = queries.candidates(locked, people)
    check_entering(entrants, candidates, queries.entered_people(locked))
    last = Entry.objects.filter(competition=locked).aggregate(last=Max("lot"))["last"] or 0
    try:
        with transaction.atomic():
            entry = Entry.objects.create(
                competition=locked,
                entrants=entrants,
                player=people[0],
                partner=people[1] if len(people) > 1 else None,
                pair_name=name,
                lot=last + 1,
            )
            EntryPlayer.objects.bulk_create(
                EntryPlayer(entry=entry, competition=locked, person=person) for person in people
            )
    except IntegrityError as error:
        raise ConflictError("entered_meanwhile") from error
    data = {"people": [person.pk for person in people], "lot": entry.lot}
    _record(locked, "entry.made", entry, data, by)
    return entry


@transaction.atomic
def withdraw(*, entry: Entry, by: User | None) -> None:
    """Take out a pair or a player who has no encounter; ConflictError `entry_has_encounters` otherwise."""
    require_competitions(by)
    locked = Competition.objects.select_for_update().get(pk=entry.competition_id)
    found = Entry.objects.select_for_update().get(pk=entry.pk)
    if found.is_team:
        raise RuleError("other_entrants")
    if Encounter.objects.filter(queries.of_entry(found)).exists():
        raise ConflictError("entry_has_encounters")
    _record(locked, "entry.withdrawn", found, {"people": list(found.people), "lot": found.lot}, by)
    found.delete()


@dataclass(frozen=True)
class Meeting:
    """An encounter to be made: in which round, who is named first, against whom, where and when."""

    round: int
    home: Entry
    away: Entry
    venue: Venue
    at: datetime
    day: date


@transaction.atomic
def make_encounter(*, competition: Competition, meeting: Meeting, by: User | None) -> Encounter:
    """Put an encounter in a round, which is added when it is its first; refusals as `schedule_encounter`.

    Where nobody plays at home, `home_pair_when_neutral` says whose pair gives the scorer: the one named
    first, or the lot that is drawn here and kept in the audit. Forbidden for whoever does not run
    competitions.
    """
    require_competitions(by)
    locked = Competition.objects.select_for_update().get(pk=competition.pk)
    found = Round.objects.filter(competition=locked, number=meeting.round).first()
    in_round = found or setup.add_round(
        competition=locked, number=meeting.round, starts_on=meeting.day, by=by
    )
    home, away = meeting.home, meeting.away
    lot = locked.regulation_version.parameters["home_pair_when_neutral"] == "lot"
    if lot and locked.entrants != Entrants.TEAMS and secrets.randbelow(2):
        home, away = away, home
    last = Encounter.objects.filter(round=in_round).aggregate(last=Max("number"))["last"] or 0
    encounter = setup.schedule_encounter(
        in_round=in_round, number=last + 1, home=home, away=away, venue=meeting.venue, at=meeting.at, by=by
    )
    if lot and locked.entrants != Entrants.TEAMS:
        chain = f"encounter:{encounter.pk}"
        audit.record(
            chain=chain, verb="encounter.home_drawn", subject=chain, by=by, data={"home": encounter.home_id}
        )
    return encounter


def _record(
    competition: Competition, verb: str, entry: Entry, data: dict[str, object], by: User | None
) -> None:
    audit.record(
        chain=f"competition:{competition.pk}", verb=verb, subject=f"entry:{entry.pk}", by=by, data=data
    )
