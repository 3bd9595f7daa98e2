"""Giving a sealed acta to one of its parties: it holds personal data, so each time is written down.

It names everybody in full, minors too, with their licences: more than its public page says.
"""

from __future__ import annotations

import json

from django.db import transaction

from federation.actions import audit
from federation.actions.people import log_access
from matches.models import Acta
from matches.permissions import Actor
from matches.queries import encounters


@transaction.atomic
def record_download(*, acta: Acta, form: str, by: Actor) -> None:
    """Write into the encounter's chain that somebody took the acta, as "pdf" or "json", and into the log.

    In the log it counts for as many people as the acta names.
    """
    encounter = encounters.locked(acta.encounter_id)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="acta.downloaded",
        subject=f"acta:{acta.pk}",
        by=by.user,
        data={"form": form, "version": acta.version, "device": by.device},
    )
    people = len(json.loads(acta.content.content)["people"])
    detail = f"{acta.content.number}, v{acta.version} ({form})"
    log_access(kind="acta", by=by.user, detail=detail, count=people)
