"""Freezing the final text of an acta at the close."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Max
from django.utils import translation

from competitions.models import Encounter, TransitionConfirmation
from federation import clock
from federation.actions import audit
from matches.acta import document
from matches.models import ActaContent
from matches.permissions import Actor
from matches.queries import acta_facts, people


def acta_number(encounter: Encounter) -> str:
    """The number printed on an acta, such as D1-2627-07-02: competition, season, round, encounter."""
    competition = encounter.round.competition
    season = "".join(sign for sign in competition.season.name if sign.isdigit())[2:]
    return f"{competition.code}-{season}-{encounter.round.number:02d}-{encounter.number:02d}"


def freeze_content(encounter: Encounter, *, by: Actor, version: int = 1, how: str = "") -> ActaContent:
    """Store the content that will be shown, hashed and signed, under the encounter's lock.

    Going back to play and closing again makes the next attempt of the same version. `how` says who
    closed it where neither judge nor captains did: a committee's persons are not named.
    """
    last = ActaContent.objects.filter(encounter=encounter, version=version).aggregate(last=Max("attempt"))
    attempt = (last["last"] or 0) + 1
    code = document.new_code()
    # In the federation's language, whichever one whoever closes reads pages in.
    with translation.override(settings.LANGUAGE_CODE):
        content = document.clean(
            acta_facts.content_of(
                encounter,
                number=acta_number(encounter),
                code=code,
                version=version,
                closed_by=[] if how else _closers(encounter, by),
                how=how or ("judge" if people.designation(encounter) else "both_captains"),
            )
        )
    frozen = ActaContent.objects.create(
        encounter=encounter,
        version=version,
        attempt=attempt,
        number=content["number"],
        code=code,
        content=document.canonical(content).decode(),
        content_hash=document.content_hash(content),
        at=encounter.closed_at or clock.now(),
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
