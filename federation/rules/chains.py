"""Hash chains of the audit, as plain arithmetic over texts and numbers."""

import hashlib
import json
from collections.abc import Mapping

JOURNAL = "journal"
GENESIS = "0" * 64


def canonical(data: object) -> str:
    """Text of JSON data that is the same whatever the order of keys."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def detail_digest(salt: str, data: Mapping[str, object]) -> str:
    """Digest of what an entry recorded: salted, so that a short value cannot be guessed from it."""
    return hashlib.sha256((salt + canonical(data)).encode()).hexdigest()


def link_digest(
    *, chain: str, seq: int, at: str, actor: int | None, verb: str, subject: str, detail: str, previous: str
) -> str:
    """Digest of one link: everything that it says and the digest of the link before it."""
    parts = [chain, seq, at, actor, verb, subject, detail, previous]
    return hashlib.sha256(canonical(parts).encode()).hexdigest()
