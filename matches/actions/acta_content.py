"""Freezing the final text of an acta: at the close, and when a committee corrects it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import translation

from competitions.models import Encounter, TransitionConfirmation
from federation import clock
from federation.actions import audit
from matches.acta import document
from matches.models import ActaContent, ActaReview
from matches.permissions import Actor
from matches.queries import acta_facts, acta_versions, actas, people


def acta_number(encounter: Encounter) -> str:
    """The number printed on an acta, such as D1-2627-07-02: competition, season, round, encounter."""
    competition = encounter.round.competition
    season = "".join(sign for sign in competition.season.name if sign.isdigit())[2:]
    return f"{competition.code}-{season}-{encounter.round.number:02d}-{encounter.number:02d}"


def freeze_content(encounter: Encounter, *, by: Actor, how: str = "") -> ActaContent:
    """Store the content that will be shown, hashed and signed, under the encounter's lock.

    Going back to play and closing again makes the next attempt of the same version; closing after a
    committee has reopened the encounter makes the next version. `how` says who closed it where neither
    judge nor captains did: a committee's persons are not named.
    """
    version, code = actas.next_version(encounter), document.new_code()
    review = acta_versions.review_of(encounter, version)
    # In the federation's language, whichever one whoever closes reads pages in.
    with translation.override(settings.LANGUAGE_CODE):
        content = acta_facts.content_of(
            encounter,
            number=acta_number(encounter),
            code=code,
            version=version,
            replaces=acta_versions.replaces_of(review) if review else None,
            closed_by=[] if how else _closers(encounter, by),
            how=how or ("judge" if people.designation(encounter) else "both_captains"),
        )
    if review is not None:
        content["people"] = acta_versions.kept_names(content, review.replaced)
    return _freeze(encounter, content, origin="closing", at=encounter.closed_at or clock.now(), by=by)


def freeze_correction(encounter: Encounter, review: ActaReview, *, by: Actor) -> ActaContent:
    """Store the content of a correction's version, under the encounter's lock: nobody signs it."""
    with translation.override(settings.LANGUAGE_CODE):
        content = acta_versions.corrected(encounter, review, code=document.new_code())
    return _freeze(encounter, content, origin="correction", at=review.at, by=by)


def _freeze(
    encounter: Encounter, content: dict[str, Any], *, origin: str, at: datetime, by: Actor
) -> ActaContent:
    content, version = document.clean(content), content["version"]
    last = ActaContent.objects.filter(encounter=encounter, version=version).aggregate(last=Max("attempt"))
    attempt = (last["last"] or 0) + 1
    frozen = ActaContent.objects.create(
        encounter=encounter,
        version=version,
        attempt=attempt,
        origin=origin,
        number=content["number"],
        code=content["code"],
        content=document.canonical(content).decode(),
        content_hash=document.content_hash(content),
        at=at,
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="acta.frozen",
        subject=f"acta_content:{frozen.pk}",
        by=by.user,
        data={"hash": frozen.content_hash, "attempt": attempt, "version": version},
    )
    return frozen


def _closers(encounter: Encounter, by: Actor) -> list[int]:
    """The judge who closes, or both captains: the one who acts now and the one who confirmed before."""
    closers = [by.person_id] if by.person_id else []
    earlier = TransitionConfirmation.objects.filter(
        encounter=encounter, epoch=encounter.epoch - 1, action="close"
    ).values_list("by__person", flat=True)
    return list(dict.fromkeys([*earlier, *closers]))
