"""Checking the audit from end to end."""

from collections.abc import Iterator
from datetime import UTC

from django.db import connection

from federation import triggers
from federation.models import AuditDetail, AuditEntry, ChainHead
from federation.rules.chains import GENESIS, JOURNAL, detail_digest, link_digest


def problems() -> Iterator[str]:
    """Give a line for each thing that does not agree: links, details, heads, anchors, triggers."""
    yield from (f"missing trigger {name}" for name in triggers.missing(connection))
    heads: dict[str, tuple[int, str]] = {}
    links: dict[tuple[str, int], str] = {}
    entries = AuditEntry.objects.select_related("detail").order_by("chain", "seq").iterator(chunk_size=2000)
    for entry in entries:
        seq, previous = heads.get(entry.chain, (0, GENESIS))
        if entry.seq != seq + 1:
            yield f"{entry.chain}: {entry.seq} follows {seq}"
        if entry.previous != previous:
            yield f"{entry}: does not continue the link before it"
        if entry.digest != entry_digest(entry):
            yield f"{entry}: the link does not have its digest"
        yield from _detail_problems(entry)
        heads[entry.chain] = (entry.seq, entry.digest)
        links[entry.chain, entry.seq] = entry.digest
    for head in ChainHead.objects.all():
        if (head.seq, head.digest) != heads.pop(head.chain, (0, GENESIS)):
            yield f"{head.chain}: the head is not the last link"
    yield from (f"{chain}: has links and no head" for chain in heads)
    yield from _anchor_problems(links)


def entry_digest(entry: AuditEntry) -> str:
    """The digest that an entry must have, from what it says."""
    return link_digest(
        chain=entry.chain,
        seq=entry.seq,
        at=entry.at.astimezone(UTC).isoformat(),
        actor=entry.actor_id,
        verb=entry.verb,
        subject=entry.subject,
        detail=entry.detail_digest,
        previous=entry.previous,
    )


def _detail_problems(entry: AuditEntry) -> Iterator[str]:
    detail = getattr(entry, "detail", None)
    if detail is None:
        yield f"{entry}: its detail is missing"
    elif detail.erased_at is None and detail_digest(detail.salt, detail.data) != entry.detail_digest:
        yield f"{entry}: the detail does not have its digest"


def _anchor_problems(links: dict[tuple[str, int], str]) -> Iterator[str]:
    for detail in (
        AuditDetail.objects.filter(entry__chain=JOURNAL).select_related("entry").iterator(chunk_size=500)
    ):
        for chain, (seq, digest) in detail.data.get("heads", {}).items():
            if links.get((chain, seq)) != digest:
                yield f"{detail.entry}: anchors {chain}#{seq}, which is not there or differs"
