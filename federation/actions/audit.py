"""Writing the audit: one link of a chain per act, under the lock of what the chain belongs to."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F

from federation import clock
from federation.models import AuditDetail, AuditEntry, ChainHead, User
from federation.queries.audit import entry_digest
from federation.rules.chains import JOURNAL, detail_digest


def record(*, chain: str, verb: str, subject: str, by: User | None, data: Mapping[str, object]) -> AuditEntry:
    """Append one act to `chain` inside the caller's transaction; give the entry.

    `data` must be JSON-able; it goes to the erasable side table and only its salted
    digest to the chain (design, invariant 4).
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the audit is written in the transaction of the act that it records")
    heads = ChainHead.objects.select_for_update().filter(chain=chain)
    head = heads.first()
    if head is None:
        # Of two who begin a chain at once one makes its head; the other waits for it here.
        ChainHead.objects.bulk_create([ChainHead(chain=chain)], ignore_conflicts=True)
        (head,) = heads.all()
    entry, salt = _next(head, Act(chain, verb, subject, data), by)
    entry.save(force_insert=True)
    AuditDetail.objects.create(entry=entry, salt=salt, data=dict(data))
    ChainHead.objects.filter(chain=chain).update(seq=entry.seq, digest=entry.digest)
    return entry


@dataclass(frozen=True)
class Act:
    """One act to be recorded: `data` must be JSON-able."""

    chain: str
    verb: str
    subject: str
    data: Mapping[str, object]


def record_batch(acts: Sequence[Act], *, by: User | None) -> None:
    """Append many acts, each to its own chain, in a handful of queries; as `record` for each.

    ValueError when a chain comes twice: the order of its links would be left to chance.
    """
    if len({act.chain for act in acts}) != len(acts):
        raise ValueError("a batch holds one act of each chain")
    record_all(acts, by=by)


def record_all(acts: Sequence[Act], *, by: User | None) -> None:
    """`record_batch` for acts of which several may be of one chain: they are appended in their order."""
    if not connection.in_atomic_block:
        raise RuntimeError("the audit is written in the transaction of the act that it records")
    names = sorted({act.chain for act in acts})
    ChainHead.objects.bulk_create(
        [ChainHead(chain=name) for name in names], ignore_conflicts=True, batch_size=_BATCH
    )
    # In one order, so that two batches wait for each other and never cross.
    heads = {head.chain: head for head in _locked_heads(names)}
    entries, details = [], []
    for act in acts:
        entry, salt = _next(heads[act.chain], act, by)
        entries.append(entry)
        details.append(AuditDetail(entry=entry, salt=salt, data=dict(act.data)))
        heads[act.chain].seq, heads[act.chain].digest = entry.seq, entry.digest
    AuditEntry.objects.bulk_create(entries, batch_size=_BATCH)
    AuditDetail.objects.bulk_create(details, batch_size=_BATCH)
    # They are there and locked: each conflicts, and is updated in the same statement.
    ChainHead.objects.bulk_create(
        heads.values(),
        update_conflicts=True,
        update_fields=["seq", "digest"],
        unique_fields=["chain"],
        batch_size=_BATCH,
    )


_BATCH = 500


def _locked_heads(names: Sequence[str]) -> list[ChainHead]:
    found: list[ChainHead] = []
    for begin in range(0, len(names), _BATCH):
        some = ChainHead.objects.select_for_update().filter(chain__in=names[begin : begin + _BATCH])
        found += some.order_by("chain")
    return found


def _next(head: ChainHead, act: Act, by: User | None) -> tuple[AuditEntry, str]:
    """The link that follows a head, and the salt of its detail."""
    salt = secrets.token_hex(16)
    entry = AuditEntry(
        chain=head.chain,
        seq=head.seq + 1,
        at=clock.now(),
        actor=by,
        verb=act.verb,
        subject=act.subject,
        detail_digest=detail_digest(salt, act.data),
        previous=head.digest,
    )
    entry.digest = entry_digest(entry)
    return entry, salt


@transaction.atomic
def anchor_heads() -> AuditEntry | None:
    """Write the heads that moved since the last time into the journal; None when none did."""
    moved = list(
        ChainHead.objects.select_for_update()
        .exclude(chain=JOURNAL)
        .filter(seq__gt=F("anchored_seq"))
        .order_by("chain")
    )
    if not moved:
        return None
    heads = {head.chain: [head.seq, head.digest] for head in moved}
    entry = record(chain=JOURNAL, verb="audit.anchored", subject="chains", by=None, data={"heads": heads})
    for head in moved:
        ChainHead.objects.filter(chain=head.chain).update(anchored_seq=head.seq)
    return entry
