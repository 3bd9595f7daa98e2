"""The renewal of a whole season's licences in one act."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.models import Licence, LicenceState, LicenceStep, Person, Season, User
from federation.permissions import require_office
from federation.queries.renewals import plan
from federation.rules.errors import RuleError

BATCH = 500


@transaction.atomic
def renew(*, licences: Sequence[int], after: Season, by: User | None) -> list[Licence]:
    """Grant in season `after` what these licences (ids, of one kind and season) were; give the new ones.

    Number, club and category stay, the dates are the season's. Whoever cannot be renewed any
    more is left out (`queries.renewals` tells why), so that the same act twice renews once.
    RuleError `nothing_to_renew` when nobody is left, `kinds_mixed` for licences of several
    kinds or seasons. Forbidden for whoever does not run the office.
    """
    require_office(by)
    wanted = Licence.objects.filter(pk__in=list(licences))
    if wanted.values("kind", "season").distinct().count() > 1:
        raise RuleError("kinds_mixed")
    # Everybody's row in one order: two who renew at once wait for each other, and the second finds nothing.
    list(
        Person.objects.select_for_update()
        .filter(licences__in=wanted.values("pk"))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    good = [each.licence for each in plan(wanted, after) if each.reason is None]
    if not good:
        raise RuleError("nothing_to_renew")
    made = Licence.objects.bulk_create([_next(each, after) for each in good], batch_size=BATCH)
    now = clock.now()
    LicenceStep.objects.bulk_create(
        [LicenceStep(licence=each, state=each.state, by=by, at=now) for each in made], batch_size=BATCH
    )
    audit.record_batch([_act(each) for each in made], by=by)
    return made


def _next(licence: Licence, after: Season) -> Licence:
    return Licence(
        person=licence.person,
        season=after,
        club=licence.club,
        kind=licence.kind,
        number=licence.number,
        reversed_number=licence.reversed_number,
        category=licence.category,
        state=LicenceState.GRANTED,
        valid_from=after.starts_on,
        valid_to=after.ends_on,
    )


def _act(licence: Licence) -> audit.Act:
    data = {"number": licence.number, "kind": str(licence.kind), "season": licence.season.name}
    return audit.Act(f"person:{licence.person_id}", "licence.renewed", f"licence:{licence.pk}", data)
