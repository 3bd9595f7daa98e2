"""A club's requests: sent, answered and withdrawn by its delegates, decided by the office.

Nothing here changes a record: what an acceptance does is given by the module of its kind
(`licence_requests`, `change_requests`, `renewal_requests`, and those of the apps above), through the
same actions that the office's own pages use. Locks go from people to requests, as in a merge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from federation import clock
from federation.actions import audit, request_mail
from federation.models import (
    OPEN_REQUESTS,
    Club,
    ClubRequest,
    ClubState,
    Person,
    RequestKind,
    RequestState,
    RequestStep,
    Season,
    Team,
    User,
)
from federation.permissions import require_delegate, require_office
from federation.rules.errors import ConflictError, RuleError
from federation.rules.requests import RequestAct, next_state

ANSWERED = "answered"


@dataclass(frozen=True)
class Asked:
    """What a club asks for, as `ClubRequest` keeps it."""

    kind: RequestKind
    season: Season
    data: Mapping[str, Any]
    person: Person | None = None
    team: Team | None = None
    photo: bytes | None = None


@dataclass(frozen=True)
class Made:
    """What an acceptance made: `result` for the request, and the person that it was about."""

    result: Mapping[str, Any]
    person: Person | None = None


def lock_club(club: Club, by: User | None) -> Club:
    """The club's row, locked, for its delegates: two who ask for the same wait here for each other.

    RuleError `club_not_active`; Forbidden for whoever is no delegate of it.
    """
    require_delegate(by, club)
    # Several acts of one request may make one, and each locks for itself: a list, as for people.
    (locked,) = Club.objects.select_for_update(no_key=True).filter(pk=club.pk)
    if locked.state != ClubState.ACTIVE:
        raise RuleError("club_not_active")
    return locked


@transaction.atomic
def send(*, club: Club, asked: Sequence[Asked], by: User | None) -> list[ClubRequest]:
    """Send requests of one kind and season to the office, with one mail for all; refusals as `lock_club`.

    The modules of the kinds check first what is asked for.
    """
    locked, now = lock_club(club, by), clock.now()
    rows = ClubRequest.objects.bulk_create(
        [
            ClubRequest(
                club=locked,
                season=each.season,
                kind=each.kind,
                person=each.person,
                team=each.team,
                data=dict(each.data),
                photo=each.photo,
                sent_by=by,
                sent_at=now,
            )
            for each in asked
        ]
    )
    _note(rows, "request.sent", dict.fromkeys((row.pk for row in rows), ""), by)
    request_mail.tell_office(rows, RequestState.SENT)
    return rows


def refuse_twice(club: Club, kind: RequestKind, person: Person, season: Season, **data: object) -> None:
    """ConflictError `request_already` when the club waits for the same about the same person."""
    open_ones = ClubRequest.objects.filter(
        club=club, kind=kind, person=person, season=season, state__in=OPEN_REQUESTS, **data
    )
    if open_ones.exists():
        raise ConflictError("request_already")


@transaction.atomic
def answer(
    *,
    request: ClubRequest,
    data: Mapping[str, Any] | None = None,
    photo: bytes | None = None,
    text: str = "",
    by: User | None,
) -> ClubRequest:
    """Answer what the office asked, with corrected values, words, or both; it waits for the office again.

    RuleError `answer_missing` for neither; ConflictError `request_moved_on`. Forbidden for whoever
    is no delegate of the club.
    """
    require_delegate(by, request.club)
    (locked,) = locked_requests([request.pk])
    if data is None and not text.strip():
        raise RuleError("answer_missing", field="text")
    locked.state = next_state(locked.state, RequestAct.ANSWER, text)
    locked.data = locked.data if data is None else dict(data)
    locked.photo = photo or locked.photo
    locked.save(update_fields=["state", "data", "photo"])
    _note([locked], "request.answered", {locked.pk: text}, by)
    request_mail.tell_office([locked], ANSWERED)
    return locked


@transaction.atomic
def withdraw(*, request: ClubRequest, text: str = "", by: User | None) -> ClubRequest:
    """Take a request back; ConflictError `request_moved_on` once it is decided. For the club's delegates."""
    require_delegate(by, request.club)
    (locked,) = move([request.pk], RequestAct.WITHDRAW, {request.pk: text}, by)
    request_mail.tell_office([locked], RequestState.WITHDRAWN)
    return locked


@transaction.atomic
def reply(*, request: ClubRequest, act: RequestAct, text: str, by: User | None) -> ClubRequest:
    """Refuse a request, or ask the club for more, in words; RuleError `reason_missing` without them.

    ConflictError `request_moved_on`. Forbidden for whoever does not run the office.
    """
    require_office(by)
    (locked,) = move([request.pk], act, {request.pk: text}, by)
    request_mail.tell_club([locked], locked.state)
    return locked


@transaction.atomic
def accept(
    *,
    request: ClubRequest,
    read: int,
    fulfil: Callable[[ClubRequest], Made],
    people: Collection[int] = (),
    text: str = "",
    by: User | None,
) -> ClubRequest:
    """Accept a request: `fulfil` makes what it asks for, in this transaction, and says what it made.

    `read` is the last step that was seen: ConflictError `request_changed` when the club has sent
    other values since, `request_moved_on` when it is not waiting any more. `people` are locked first.
    Forbidden for whoever does not run the office.
    """
    require_office(by)
    lock_people(people)
    (locked,) = locked_requests([request.pk])
    after = next_state(locked.state, RequestAct.ACCEPT, text)
    if read != last_step(locked):
        raise ConflictError("request_changed")
    made = fulfil(locked)
    locked.state, locked.result = after, dict(made.result)
    locked.person = made.person or locked.person
    locked.save(update_fields=["state", "result", "person", "photo"])
    _note([locked], "request.accepted", {locked.pk: text}, by)
    request_mail.tell_club([locked], RequestState.ACCEPTED)
    return locked


def lock_people(people: Collection[int]) -> None:
    """The rows of people, locked in one order, before any request of theirs."""
    rows = Person.objects.select_for_update().filter(pk__in=people).order_by("pk")
    list(rows.values_list("pk", flat=True))


def locked_requests(keys: Collection[int]) -> list[ClubRequest]:
    """Requests with club, season, person and team, locked in one order."""
    rows = ClubRequest.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")
    return list(rows.select_related("club", "season", "person", "team"))


def last_step(request: ClubRequest) -> int:
    """The key of the last step of a request: what whoever decides says that he has read."""
    found = RequestStep.objects.filter(request=request).order_by("-pk").values_list("pk", flat=True).first()
    return found or 0


def move(
    keys: Collection[int], act: RequestAct, texts: Mapping[int, str], by: User | None
) -> list[ClubRequest]:
    """Take requests one step further, each with its words: behind their locks, and without any mail."""
    rows = locked_requests(keys)
    for row in rows:
        row.state = next_state(row.state, act, texts[row.pk])
    ClubRequest.objects.bulk_update(rows, ["state"])
    _note(rows, f"request.{PAST[act]}", texts, by)
    return rows


PAST: Mapping[RequestAct, str] = {
    RequestAct.WITHDRAW: "withdrawn",
    RequestAct.REFUSE: "refused",
    RequestAct.ASK_MORE: "more_asked",
    RequestAct.ACCEPT: "accepted",
}


def _note(rows: Iterable[ClubRequest], verb: str, texts: Mapping[int, str], by: User | None) -> None:
    """A step of each request, and its audit: which kind, and never what was asked or said."""
    rows, now = list(rows), clock.now()
    RequestStep.objects.bulk_create(
        [RequestStep(request=row, state=row.state, text=texts[row.pk].strip(), by=by, at=now) for row in rows]
    )
    chains = ((f"request:{row.pk}", row) for row in rows)
    audit.record_batch(
        [
            audit.Act(chain, verb, chain, {"club": row.club_id, "kind": str(row.kind)})
            for chain, row in chains
        ],
        by=by,
    )
