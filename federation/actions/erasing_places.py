"""Where a person is named by words and not by a key: imported rows, requests, mail, receipts, the audit.

They are found by what they say (`rules.traces`), a batch at a time, and only what names the person
is emptied. Somebody of the same whole name may lose a row of an old import with him; nobody else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from federation import clock
from federation.models import (
    AuditDetail,
    ClubRequest,
    Import,
    ImportRow,
    ImportState,
    OutgoingMail,
    User,
    WriteReceipt,
)
from federation.rules.traces import Traces

AT_ONCE = 500
# Their file is not needed any more to go on.
IN_HAND = (ImportState.UPLOADED, ImportState.CHECKING, ImportState.READY, ImportState.FAILED)
Counts = Mapping[str, Mapping[str, int]]


def erase_mail(of: Traces, account: User | None) -> Counts:
    """Take away the mail that waits for the person, or speaks of him."""
    rows = OutgoingMail.objects.order_by("pk").iterator(chunk_size=AT_ONCE)
    gone = [
        row.pk
        for row in rows
        if (account is not None and row.user_id == account.pk) or of.in_text(row.to) or of.in_data(row.data)
    ]
    OutgoingMail.objects.filter(pk__in=gone).delete()
    return {"deleted": {"federation.outgoingmail": len(gone)}}


def erase_words(of: Traces) -> Counts:
    """Empty imported rows with their files, requests, receipts and Django's log where they name him."""
    rows, files = _imports(of)
    return {
        "emptied": {
            "federation.importrow": rows,
            "federation.import": files,
            "federation.clubrequest": _requests(of),
            "admin.logentry": _log(of),
        },
        "deleted": {"federation.writereceipt": _receipts(of)},
    }


def _imports(of: Traces) -> tuple[int, int]:
    columns = ("pk", "source", "values", "changes", "remarks", "written")
    rows = ImportRow.objects.order_by("pk").values_list(*columns).iterator(chunk_size=AT_ONCE)
    named = [(key, source) for key, source, *data in rows if of.in_data(data)]
    for some in _batches([key for key, _source in named]):
        ImportRow.objects.filter(pk__in=some).update(values={}, changes=[], remarks=[], written={})
    sources = {source for _key, source in named} | set(_headed(of))
    for some in _batches(sorted(sources)):
        held = Import.objects.filter(pk__in=some)
        held.filter(state__in=IN_HAND).update(state=ImportState.DISCARDED)
        held.update(file=None, file_name="", choices={}, detected={}, problem={})
    return len(named), len(sources)


def _headed(of: Traces) -> Iterator[int]:
    """Imports that name him beside their rows: in what somebody answered, or in the file's own name."""
    columns = ("pk", "file_name", "choices", "detected", "problem")
    for key, *told in Import.objects.order_by("pk").values_list(*columns).iterator(chunk_size=AT_ONCE):
        if of.in_words(told):
            yield key


def _requests(of: Traces) -> int:
    rows = ClubRequest.objects.order_by("pk").values_list("pk", "data", "result").iterator(chunk_size=AT_ONCE)
    named = [(key, of.in_words(result)) for key, data, result in rows if of.in_data([data, result])]
    for some in _batches([key for key, _in_result in named]):
        ClubRequest.objects.filter(pk__in=some).update(data={}, photo=None)
    for some in _batches([key for key, in_result in named if in_result]):
        ClubRequest.objects.filter(pk__in=some).update(result={})
    return len(named)


def _receipts(of: Traces) -> int:
    """Receipts whose answer names him; whoever sends that form once more is answered by the rules."""
    # Most answers are a key or an address of ours, and are told apart before they are looked at closely.
    said = WriteReceipt.objects.annotate(said=Cast("answer", TextField()))
    spoken = said.filter(Q(said__contains='"name"') | Q(said__contains="@"))
    rows = spoken.order_by("pk").values_list("pk", "answer").iterator(chunk_size=AT_ONCE)
    gone = [key for key, answer in rows if of.in_words(answer)]
    for some in _batches(gone):
        WriteReceipt.objects.filter(pk__in=some).delete()
    return len(gone)


def _log(of: Traces) -> int:
    rows = LogEntry.objects.order_by("pk").values_list("pk", "object_repr", "change_message")
    named = [key for key, *told in rows.iterator(chunk_size=AT_ONCE) if of.in_words(told)]
    for some in _batches(named):
        LogEntry.objects.filter(pk__in=some).update(object_repr="—", change_message="")
    return len(named)


def erase_details(
    of: Traces, *, records: Sequence[int], account: User | None, encounters: Sequence[int]
) -> int:
    """Erase what the audit keeps of him beside its chains: they verify without.

    All of his own chains; of his encounters, his clubs' requests and imports what names him.
    """
    own = [f"person:{key}" for key in records] + ([f"account:{account.pk}"] if account else [])
    found = set(AuditDetail.objects.filter(entry__chain__in=own).values_list("pk", flat=True))
    for some in _batches([f"encounter:{key}" for key in encounters]):
        found.update(_naming(of, AuditDetail.objects.filter(entry__chain__in=some)))
    spoken = Q(entry__chain__startswith="request:") | Q(entry__chain__startswith="import:")
    found.update(_naming(of, AuditDetail.objects.filter(spoken | Q(entry__chain="administration"))))
    for some in _batches(sorted(found)):
        AuditDetail.objects.filter(pk__in=some).update(data={}, salt="", erased_at=clock.now())
    return len(found)


def _naming(of: Traces, details: QuerySet[AuditDetail]) -> Iterator[int]:
    rows = details.filter(erased_at__isnull=True).order_by("pk").values_list("pk", "data")
    for key, data in rows.iterator(chunk_size=AT_ONCE):
        if of.in_words(data):
            yield key


def _batches(keys: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (keys[begin : begin + AT_ONCE] for begin in range(0, len(keys), AT_ONCE))
