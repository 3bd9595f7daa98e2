"""The series of licence numbers: the next one given behind a lock, and how numbers look from now on."""

from __future__ import annotations

from itertools import islice

from django.db import transaction

from federation.actions import audit
from federation.actions.registry import REGISTRY
from federation.models import LicenceKind, LicenceSeries, User
from federation.permissions import require_office
from federation.queries.licence_series import DEFAULT_PREFIX, free
from federation.rules import licences as rules


def locked_series() -> dict[str, LicenceSeries]:
    """Every series, locked in one order: whoever gives a number waits for whoever is giving one."""
    missing = set(LicenceKind.values) - set(LicenceSeries.objects.values_list("kind", flat=True))
    LicenceSeries.objects.bulk_create(
        [
            LicenceSeries(kind=kind, prefix=DEFAULT_PREFIX.get(LicenceKind(kind), ""))
            for kind in sorted(missing)
        ],
        ignore_conflicts=True,
    )
    return {row.kind: row for row in LicenceSeries.objects.select_for_update().order_by("kind")}


def next_number(kind: LicenceKind) -> str:
    """The next free number of a kind's series, whose row stays locked until the transaction ends."""
    return next_numbers(kind, 1)[0]


def next_numbers(kind: LicenceKind, count: int) -> list[str]:
    """So many numbers of a kind's series at once, in the same way."""
    series = locked_series()[kind]
    # Numbers that came from elsewhere (an import, the years before) are passed over.
    given = list(islice(free(series), count))
    if given:
        series.last = given[-1][0]
        series.save(update_fields=["last"])
    return [number for _counter, number in given]


@transaction.atomic
def change_series(
    *, kind: LicenceKind, prefix: str, width: int, following: int, by: User | None
) -> LicenceSeries:
    """Say how the next numbers of a kind are made: prefix, figures, and the counter that follows.

    Numbers that were given stay. RuleError `series_prefix`, `series_width`, `series_following`.
    Forbidden for whoever does not run the office.
    """
    require_office(by)
    rules.check_series(prefix, width, following)
    series = locked_series()[kind]
    before = _said(series)
    series.prefix, series.width, series.last = prefix, width, following - 1
    if before == _said(series):
        return series
    series.save(update_fields=["prefix", "width", "last"])
    audit.record(
        chain=REGISTRY,
        verb="series.changed",
        subject=f"series:{series.kind}",
        by=by,
        data={"before": before, "after": _said(series)},
    )
    return series


def _said(series: LicenceSeries) -> dict[str, object]:
    return {"kind": series.kind, "prefix": series.prefix, "width": series.width, "last": series.last}
