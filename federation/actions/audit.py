"""Writing the audit: one link of a chain per act, under the lock of what the chain belongs to."""

import secrets
from collections.abc import Mapping

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
    salt = secrets.token_hex(16)
    entry = AuditEntry(
        chain=chain,
        seq=head.seq + 1,
        at=clock.now(),
        actor=by,
        verb=verb,
        subject=subject,
        detail_digest=detail_digest(salt, data),
        previous=head.digest,
    )
    entry.digest = entry_digest(entry)
    entry.save(force_insert=True)
    AuditDetail.objects.create(entry=entry, salt=salt, data=dict(data))
    ChainHead.objects.filter(chain=chain).update(seq=entry.seq, digest=entry.digest)
    return entry


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
