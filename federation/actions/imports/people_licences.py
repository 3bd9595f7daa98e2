"""The licences that rows of people bring: made in bulk, numbers from the series, and what they change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from federation.actions import audit
from federation.actions.imports import written
from federation.actions.imports.targets import Scope
from federation.actions.licence_series import next_numbers
from federation.actions.licences import said
from federation.models import Licence, LicenceKind, LicenceState
from federation.queries.importing_people import batches
from federation.rules.importing import Plan
from federation.rules.importing_licences import LicenceFact
from federation.rules.searching import backwards

AT_ONCE = 500


def write(plans: Sequence[Plan], scope: Scope) -> None:
    """Grant and change licences; each person's row has its key by now."""
    granting = [plan for plan in plans if "licence" in plan.work]
    _give_numbers(granting)
    rows = [_licence_of(plan, scope) for plan in granting]
    Licence.objects.bulk_create(rows, batch_size=AT_ONCE)
    for plan, row in zip(granting, rows, strict=True):
        plan.work["granted"] = row
        written.note_made(plan, row)
    _change([plan for plan in plans if plan.work.get("licence_changes")])


def acts(plan: Plan, chain: str, source: int) -> list[audit.Act]:
    """What the person's chain tells of his licences."""
    granted: Licence | None = plan.work.get("granted")
    if granted is not None:
        data = {**said(granted), "import": source}
        return [audit.Act(chain, "licence.imported", f"licence:{granted.pk}", data)]
    told = plan.work.get("corrected")
    if told is None:
        return []
    return [
        audit.Act(chain, "licence.changed", f"licence:{plan.keys['licence']}", {**told, "import": source})
    ]


def _give_numbers(plans: Sequence[Plan]) -> None:
    waiting: dict[str, list[Plan]] = defaultdict(list)
    for plan in plans:
        fact: LicenceFact = plan.work["licence"]
        if not fact.number:
            waiting[fact.kind].append(plan)
    for kind, some in sorted(waiting.items()):
        for plan, number in zip(some, next_numbers(LicenceKind(kind), len(some)), strict=True):
            plan.work["licence"] = replace(plan.work["licence"], number=number)


def _licence_of(plan: Plan, scope: Scope) -> Licence:
    fact: LicenceFact = plan.work["licence"]
    return Licence(
        person_id=plan.work["person"].key,
        season=scope.season,
        club_id=fact.club,
        kind=fact.kind,
        number=fact.number,
        reversed_number=backwards(fact.number),
        category=fact.category,
        state=LicenceState.GRANTED,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
    )


def _change(plans: Sequence[Plan]) -> None:
    keys = {plan.keys["licence"] for plan in plans}
    rows = {row.pk: row for some in batches(keys) for row in Licence.objects.filter(pk__in=some)}
    for plan in plans:
        row = rows[plan.keys["licence"]]
        before = said(row)
        values: dict[str, Any] = dict(plan.work["licence_changes"])
        if "club" in values:
            values["club_id"] = values.pop("club")
        written.note_changed(plan, row, *written.assign(row, values))
        plan.work["corrected"] = {"before": before, "after": said(row), "reason": ""}
    Licence.objects.bulk_update(
        rows.values(), ["club", "category", "valid_from", "valid_to"], batch_size=AT_ONCE
    )
