"""A club proposes a squad; the office accepts, and it is written by the same acts as the office's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q

from competitions.actions import squads
from competitions.queries import squads as queries
from competitions.rules.squad_proposals import Proposal, check_proposal, read_proposal
from competitions.rules.squads import Weight, objections_to_joining
from federation.actions import requests
from federation.actions.requests import Asked, Made
from federation.models import (
    OPEN_REQUESTS,
    ClubRequest,
    Person,
    RequestKind,
    RosterEntry,
    RosterRole,
    Team,
    User,
)
from federation.queries.club_area import people_of
from federation.rules.errors import ConflictError, RuleError

ONE_DAY = timedelta(days=1)


@transaction.atomic
def ask_squad(*, team: Team, proposal: Proposal, by: User | None) -> ClubRequest:
    """Propose who joins, leaves and captains a team from a day on.

    RuleError as `rules.squad_proposals.check_proposal`, what nobody may pass of `rules.squads`
    (beside the person, `join_<key>`), `not_of_the_club`; ConflictError `request_squad_open` while
    another proposal waits. Refusals as `requests.lock_club`.
    """
    requests.lock_club(team.club, by)
    waiting = ClubRequest.objects.filter(team=team, kind=RequestKind.SQUAD, state__in=OPEN_REQUESTS)
    if waiting.exists():
        raise ConflictError("request_squad_open")
    _check(team, proposal)
    asked = Asked(RequestKind.SQUAD, team.season, proposal.as_json(), team=team)
    (made,) = requests.send(club=team.club, asked=[asked], by=by)
    return made


@transaction.atomic
def answer_squad(*, request: ClubRequest, proposal: Proposal, text: str = "", by: User | None) -> ClubRequest:
    """Send a proposal again, corrected; refusals as `ask_squad` and `requests.answer`."""
    _check(_team_of(request), proposal)
    return requests.answer(request=request, data=proposal.as_json(), text=text, by=by)


@transaction.atomic
def accept_squad(
    *, request: ClubRequest, day: date, reason: str = "", read: int, by: User | None
) -> ClubRequest:
    """Write a proposed squad from a day on: who leaves, who joins, who captains, all or nothing.

    Refusals as `actions.squads`, each beside whom it is about (`leave_<key>`, `join_<key>`, `captain`,
    `vice_captain`) or the reason that an exception needs; and as `requests.accept`.
    """
    team = _team_of(request)
    # The team first, then people, then the request: the order of every act on a squad.
    list(Team.objects.select_for_update().filter(pk=team.pk))
    proposal = proposal_of(request)
    people = proposal.people if proposal else set()

    def fulfil(locked: ClubRequest) -> Made:
        wanted = proposal_of(locked)
        if wanted is None:
            raise ConflictError("request_changed")
        _write(team, wanted, day, reason, by)
        return Made({"team": team.pk, "people": sorted(wanted.people)})

    return requests.accept(request=request, read=read, fulfil=fulfil, people=people, by=by)


def proposal_of(request: ClubRequest) -> Proposal | None:
    """What a request proposes, with the records that stand today; None where it keeps nothing. One query."""
    data = request.data
    named = [*data.get("joins", []), *data.get("leaves", []), data.get("captain"), data.get("vice_captain")]
    merged = Person.objects.filter(pk__in=[key for key in named if key], merged_into__isnull=False)
    same = {gone: kept for gone, kept in merged.values_list("pk", "merged_into") if kept}
    return read_proposal(data, same)


def members_on(team: Team, day: date) -> dict[int, RosterEntry]:
    """The place of each person who is in a squad on a day, or is to be later, by the person's key."""
    rows = RosterEntry.objects.filter(Q(valid_to__isnull=True) | Q(valid_to__gte=day), team=team)
    return {row.person_id: row for row in rows.select_related("person", "team").order_by("-valid_from", "pk")}


def _team_of(request: ClubRequest) -> Team:
    if request.team_id is None:
        raise RuntimeError("a squad is of a team")
    return Team.objects.select_related("club", "season").get(pk=request.team_id)


def _check(team: Team, proposal: Proposal) -> None:
    members = members_on(team, proposal.day)
    check_proposal(proposal, members, (team.season.starts_on, team.season.ends_on))
    if people_of(team.club).filter(pk__in=proposal.joins).count() != len(set(proposal.joins)):
        raise RuleError("not_of_the_club")
    facts = queries.joining_all(
        team=team,
        people=proposal.joins,
        role=RosterRole.PLAYER,
        day=proposal.day,
        ended=ended_by(proposal, members),
    )
    for person, joining in facts.items():
        for objection in objections_to_joining(joining):
            if objection.weight is Weight.REFUSAL:
                raise RuleError(objection.code, field=f"join_{person}", **objection.data)


def ended_by(proposal: Proposal, members: Mapping[int, RosterEntry]) -> dict[int, date]:
    """The places that a proposal ends, with their last day."""
    return {members[key].pk: proposal.day - ONE_DAY for key in proposal.leaves if key in members}


def _write(team: Team, proposal: Proposal, day: date, reason: str, by: User | None) -> None:
    members = members_on(team, day)
    for key in proposal.leaves:
        with _beside(f"leave_{key}"):
            _take_leave(members.get(key), day, reason, by)
    people = Person.objects.in_bulk(list(proposal.people))
    for key in proposal.joins:
        with _beside(f"join_{key}"):
            squads.join_squad(
                team=team, person=people[key], role=RosterRole.PLAYER, day=day, reason=reason, by=by
            )
    roles = {"captain": RosterRole.CAPTAIN, "vice_captain": RosterRole.VICE_CAPTAIN}
    for name, role in roles.items():
        chosen = getattr(proposal, name)
        if chosen is not None and not _holds(team, chosen, role, day):
            with _beside(name):
                squads.appoint(team=team, person=people.get(chosen), role=role, day=day, reason=reason, by=by)


def _take_leave(entry: RosterEntry | None, day: date, reason: str, by: User | None) -> None:
    if entry is None:
        raise ConflictError("place_over")
    if entry.valid_from >= day:
        squads.take_out(entry=entry, by=by)
    else:
        squads.leave_squad(entry=entry, last_day=day - ONE_DAY, reason=reason, by=by)


def _holds(team: Team, person: int, role: RosterRole, day: date) -> bool:
    """Has somebody the office that day already?"""
    rows = RosterEntry.objects.filter(team=team, role=role, valid_from__lte=day).exclude(valid_to__lt=day)
    return rows.filter(person=person).exists()


@contextmanager
def _beside(field: str) -> Iterator[None]:
    """Tell a refusal beside the one whom it is about; a date and a reason have fields of their own."""
    try:
        yield
    except RuleError as error:
        if error.field not in ("day", "reason"):
            error.field = field
        raise
