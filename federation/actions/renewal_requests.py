"""A club asks for many renewals at once; the office renews some, and says why not the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from federation import clock
from federation.actions import renewals, request_mail, requests
from federation.actions.requests import Asked
from federation.models import (
    Club,
    ClubRequest,
    Licence,
    Person,
    RequestKind,
    RequestState,
    Season,
    User,
)
from federation.permissions import require_office
from federation.queries.club_area import plan_of, renewable
from federation.rules.errors import RuleError
from federation.rules.requests import RequestAct


@transaction.atomic
def ask_renewals(
    *, club: Club, after: Season, licences: Collection[int], by: User | None
) -> list[ClubRequest]:
    """Ask to have licences of the season before renewed: one request a person, one mail for all.

    RuleError `nothing_chosen`, and `renewal_changed` when one of them cannot be asked for any more.
    Refusals as `requests.lock_club`.
    """
    requests.lock_club(club, by)
    if after.ends_on < clock.today():
        raise RuleError("renewal_changed")
    found, asked = renewable(club, after)
    open_ones = {
        each.licence.pk: each.licence
        for each in found
        if each.reason is None and each.licence.person_id not in asked
    }
    if not licences:
        raise RuleError("nothing_chosen")
    if not open_ones.keys() >= set(licences):
        raise RuleError("renewal_changed")
    whose: dict[int, list[int]] = defaultdict(list)
    for key in sorted(licences):
        whose[open_ones[key].person_id].append(key)
    people: dict[int, Person] = {each.person_id: each.person for each in open_ones.values()}
    wanted = [
        Asked(RequestKind.RENEWAL, after, {"licences": keys}, person=people[person])
        for person, keys in whose.items()
    ]
    return requests.send(club=club, asked=wanted, by=by)


@transaction.atomic
def decide_renewals(
    *, accepted: Sequence[ClubRequest], refused: Mapping[int, str], by: User | None
) -> list[ClubRequest]:
    """Accept some renewals of a club and season, and refuse others (by key, with the reason of each).

    All or nothing: RuleError `not_renewable` beside the first that cannot be renewed any more,
    `reason_missing`, `nothing_chosen`; ConflictError `request_moved_on` when one is not waiting
    any more. One mail for the accepted and one for the refused. Forbidden for whoever does not run
    the office.
    """
    require_office(by)
    if not accepted and not refused:
        raise RuleError("nothing_chosen")
    for key, reason in refused.items():
        if not reason.strip():
            raise RuleError("reason_missing", field=f"reason_{key}")
    requests.lock_people([each.person_id for each in accepted if each.person_id])
    keys = [each.pk for each in accepted]
    requests.locked_requests([*keys, *refused])
    granted = requests.move(keys, RequestAct.ACCEPT, dict.fromkeys(keys, ""), by)
    _renew(granted, by)
    ClubRequest.objects.bulk_update(granted, ["result"])
    turned_down = requests.move(list(refused), RequestAct.REFUSE, refused, by)
    for found, step in ((granted, RequestState.ACCEPTED), (turned_down, RequestState.REFUSED)):
        if found:
            request_mail.tell_club(found, step)
    return [*granted, *turned_down]


def _renew(granted: Sequence[ClubRequest], by: User | None) -> None:
    """Renew what the requests ask for, by the same act as the office's own renewal; note what each got."""
    if not granted:
        return
    wanted = {key: row for row in granted for key in row.data.get("licences", [])}
    planned = plan_of(Licence.objects.filter(pk__in=wanted), granted[0].season)
    fit = {each.licence.pk for each in planned if each.reason is None}
    for key, row in wanted.items():
        if key not in fit:
            raise RuleError("not_renewable", field=f"choice_{row.pk}")
    whole: dict[tuple[str, int], list[int]] = defaultdict(list)
    for each in planned:
        whole[each.licence.kind, each.licence.season_id].append(each.licence.pk)
    made: dict[int, list[int]] = defaultdict(list)
    for keys in whole.values():
        for licence in renewals.renew(licences=keys, after=granted[0].season, by=by):
            made[licence.person_id].append(licence.pk)
    for row in granted:
        row.result = {"person": row.person_id, "licences": made[row.person_id or 0]}
