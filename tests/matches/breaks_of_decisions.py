"""What the database refuses of the federation's decisions about whole encounters, and of their results."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from competitions import models as competitions
from matches import models as matches
from tests.factories import world

NOW = timezone.now


def decided(each: world.World, **values: object) -> matches.EncounterDecision:
    """A decision that nobody came, unless told otherwise."""
    fields = {
        "number": 1, "action": "mark_not_played", "made_as": "office", "reason": "x", "reach": "parties",
        "cause": "both", "was_at": NOW(), "was_in": each.encounter.venue, "device": "d", "made_at": NOW(),
        **values,
    }  # fmt: skip
    return matches.EncounterDecision.objects.create(encounter=each.encounter, **fields)


def both_lose(each: world.World) -> competitions.Outcome:
    """A sealed result that both have lost."""
    figures = {
        f"{side}_{name}": 0
        for side in ("home", "away")
        for name in ("partidas", "boards", "tantos", "points")
    }
    return competitions.Outcome.objects.create(
        encounter=each.encounter, version=1, kind="sealed", winner="none", at=NOW(), **figures
    )


BREAKS: dict[str, Callable[[world.World], object]] = {
    "both_lose_by_decision_alone": both_lose,
    "encounter_decision_number_once": lambda w: [decided(w), decided(w)],
    "encounter_decision_known": lambda w: decided(w, action="forget", cause=""),
    "encounter_decision_reach_known": lambda w: decided(w, reach="nobody"),
    "a_decision_has_its_reason": lambda w: decided(w, reason=""),
    "a_postponement_says_who_asked": lambda w: decided(w, action="postpone", cause=""),
    "an_encounter_not_played_says_why": lambda w: decided(w, cause=""),
    "an_award_has_its_outcome": lambda w: decided(w, action="award", cause="", awarded_to="home"),
    "what_is_to_be_played_has_its_day": lambda w: decided(w, action="uphold", cause=""),
}
