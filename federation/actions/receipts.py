"""One answer per write: the same id with the same body is the same write (product spec, *Table*)."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from federation.models import WriteReceipt
from federation.rules.chains import canonical
from federation.rules.errors import ConflictError, RuleError

Answer = dict[str, Any]


def once(*, client_id: str, author: str, body: Mapping[str, object], act: Callable[[], Answer]) -> Answer:
    """Run `act` in a transaction unless this write was already done; give its answer.

    `client_id` is the id that came with the form, `author` who sends it (account or
    table session), `body` what was sent. `act` gives a JSON-able answer.
    Raises ConflictError("client_id_reused") when the id was used for another body or
    by another author, and whatever `act` raises.
    """
    if not 8 <= len(client_id) <= 64:
        raise RuleError("client_id_missing")
    digest = hashlib.sha256(canonical(body).encode()).hexdigest()
    try:
        with transaction.atomic():
            answer = act()
            # Last, so that an ordinary write costs one insert; a repeat breaks here (or
            # in the rules, which see what the first one did) and is undone whole.
            WriteReceipt.objects.create(client_id=client_id, author=author, body_digest=digest, answer=answer)
            return answer
    except (IntegrityError, RuleError):
        receipt = WriteReceipt.objects.filter(client_id=client_id).first()
        if receipt is None:
            raise
    if (receipt.author, receipt.body_digest) != (author, digest):
        raise ConflictError("client_id_reused")
    answer_again: Answer = receipt.answer
    return answer_again
