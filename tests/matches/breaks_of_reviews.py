"""What the database refuses of a committee's looks at actas and of the texts that come of them."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from matches import models as matches
from tests.factories import world

NOW = timezone.now


def content(each: world.World, **values: object) -> matches.ActaContent:
    """A frozen text, its first attempt unless told otherwise."""
    fields = {
        "version": 1, "attempt": 1, "number": "D1-1", "code": "4KQ7-M2XR-9D", "content": "{}",
        "content_hash": "0" * 64, "at": NOW(), **values,
    }  # fmt: skip
    return matches.ActaContent.objects.create(encounter=each.encounter, **fields)


def review(each: world.World, acta: matches.Acta | None = None, **values: object) -> matches.ActaReview:
    """A decision about the first version."""
    acta = acta or matches.Acta.objects.create(
        encounter=each.encounter, version=1, content=content(each), attached="{}", sealed_at=NOW()
    )
    fields = {
        "version": 2, "way": "correct", "subject": "note", "reason": "x", "device": "d", "at": NOW(),
        **values,
    }  # fmt: skip
    return matches.ActaReview.objects.create(encounter=each.encounter, replaced=acta, **fields)


BREAKS: dict[str, Callable[[world.World], object]] = {
    "content_origin_known": lambda w: content(w, origin="typed"),
    "one_review_per_version": lambda w: [review(w, review(w).replaced)],
    "a_review_makes_a_later_version": lambda w: review(w, version=1),
    "review_way_known": lambda w: review(w, way="sideways"),
    "review_subject_known": lambda w: review(w, subject="weather"),
    "a_review_of_a_hand_names_it": lambda w: review(w, subject="void_hand"),
}
