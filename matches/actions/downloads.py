"""Giving a sealed acta to one of its parties: it holds personal data, so each time is written down."""

from __future__ import annotations

from django.db import transaction

from federation.actions import audit
from matches.models import Acta
from matches.permissions import Actor
from matches.queries import encounters


@transaction.atomic
def record_download(*, acta: Acta, form: str, by: Actor) -> None:
    """Write into the encounter's chain that somebody took the acta, as "pdf" or "json"."""
    encounter = encounters.locked(acta.encounter_id)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="acta.downloaded",
        subject=f"acta:{acta.pk}",
        by=by.user,
        data={"form": form, "version": acta.version, "device": by.device},
    )
