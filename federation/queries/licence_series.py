"""Which number a series gives next."""

from __future__ import annotations

from collections.abc import Iterator

from federation.models import Licence, LicenceKind, LicenceSeries
from federation.rules.licences import number_of

DEFAULT_PREFIX = {LicenceKind.JUDGE: "J", LicenceKind.CAPTAIN: "C", LicenceKind.COACH: "T"}
# Candidates looked at together: whoever imported two thousand numbers does not wait for as many queries.
AT_ONCE = 500


def first_free(series: LicenceSeries) -> tuple[int, str]:
    """The first counter after the last one given whose number nobody has, and that number."""
    return next(free(series))


def free(series: LicenceSeries) -> Iterator[tuple[int, str]]:
    """Counters after the last one given whose numbers nobody has, with them. One query for hundreds."""
    start = series.last + 1
    while True:
        numbers = {
            number_of(series.prefix, series.width, counter): counter
            for counter in range(start, start + AT_ONCE)
        }
        taken = set(Licence.objects.filter(number__in=numbers).values_list("number", flat=True))
        for number, counter in numbers.items():
            if number not in taken:
                yield counter, number
        start += AT_ONCE


def series_of_all_kinds() -> list[LicenceSeries]:
    """Each kind's series in the order of kinds; one that has given no number yet as it would begin."""
    known = {row.kind: row for row in LicenceSeries.objects.all()}
    return [
        known.get(kind) or LicenceSeries(kind=kind, prefix=DEFAULT_PREFIX.get(LicenceKind(kind), ""))
        for kind in LicenceKind.values
    ]
