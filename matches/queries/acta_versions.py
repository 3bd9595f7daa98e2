"""How a version of an acta replaces the one before: what it says of it, and what it takes from it.

A correction is made of the sealed version itself: who played, who captained, how they were called then.
Only what was decided is read anew, so that nothing that the registry has changed since (a squad, a name,
data that were erased) slips into a document that it has nothing to do with.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from competitions.models import Encounter
from federation.models import Person, Role
from federation.rules.zones import in_zone
from matches.acta import document
from matches.models import Acta, ActaContent, ActaReview
from matches.queries import acta_facts, actas, people, sheets


def review_of(encounter: Encounter, version: int) -> ActaReview | None:
    """The decision from which a version came, or comes; None for the first one."""
    found = ActaReview.objects.filter(encounter=encounter, version=version)
    return found.select_related("replaced__content", "partida__board", "person").first()


def reviews_of(encounter: Encounter) -> dict[int, ActaReview]:
    """The decisions about an encounter's acta, by the version that each made, or is making. One query."""
    found = ActaReview.objects.filter(encounter=encounter).select_related("partida__board")
    return {each.version: each for each in found}


def awaits_seal(encounter: Encounter) -> bool:
    """Is a correction decided that is not sealed yet?"""
    return unsealed_corrections().filter(encounter=encounter).exists()


def unsealed_corrections() -> QuerySet[ActaContent]:
    """The texts of corrections that wait for the seal, of all encounters."""
    return ActaContent.objects.filter(origin="correction", acta__isnull=True)


def replaces_of(review: ActaReview) -> dict[str, Any]:
    """What the next version says of the one that it replaces: which, why, by whom, when, with what result."""
    before, zone = review.replaced, review.encounter.venue.time_zone
    data = actas.content_data(before.content)
    return {
        "version": before.version,
        "code": before.content.code,
        "content_hash": before.content.content_hash,
        "reason": review.reason,
        "decision": review.decision,
        "body": str(Role.COMMITTEE.label),
        "how": review.way,
        "decided_at": in_zone(review.at, zone).isoformat(timespec="seconds"),
        "result": data["result"],
        "signed": _signed(before, data),
    }


def _signed(before: Acta, data: dict[str, Any]) -> dict[str, Any]:
    """The last version that the parties signed, and how each answered, without what was drawn."""
    if before.content.origin != "closing":
        handed_on: dict[str, Any] = data["replaces"]["signed"]
        return handed_on
    _content, signed = document.read_attached(before.attached.encode())
    told = [{name: each[name] for name in _TOLD} for each in signed["signatures"]]
    return {"version": before.version, "signatures": told}


_TOLD = ("role", "person", "name", "kind", "text", "identified", "witness", "at", "content_hash")


def corrected(encounter: Encounter, review: ActaReview, *, code: str) -> dict[str, Any]:
    """The content of the version that a correction makes, ready to be cleaned, hashed and frozen."""
    before = actas.content_data(review.replaced.content)
    made = {
        **before,
        "code": code,
        "version": review.version,
        "replaces": replaces_of(review),
        **acta_facts.played(encounter, sheets.board_views(encounter)),
        **acta_facts.anchors(encounter),
    }
    made["people"] = {**_described(encounter, made), **before["people"]}
    if review.person is not None:
        key = str(review.person.pk)
        made["people"][key] = {**made["people"][key], **registered(encounter, review.person)}
    return made


def registered(encounter: Encounter, person: Person) -> dict[str, str | None]:
    """Name and licence number as the registry has them now, as an acta prints them."""
    number = people.licence_numbers(encounter, [person.pk]).get(person.pk)
    return {"name": document.clean_text(person.full_name), "licence": number}


def _described(encounter: Encounter, content: dict[str, Any]) -> dict[str, Any]:
    """Whoever the incidents name, as the registry has them: the version before describes the others."""
    named = {person for incident in content["incidents"] for person in incident["people"]}
    if named <= set(content["people"]):
        return {}
    return acta_facts.people_of(encounter, None)


def kept_names(content: dict[str, Any], before: Acta) -> dict[str, Any]:
    """The people of a content, those whose data were erased since as the version before calls them."""
    known = actas.content_data(before.content)["people"]
    keys = [int(key) for key in content["people"]]
    gone = Person.objects.filter(pk__in=keys, erased_at__isnull=False).values_list("pk", flat=True)
    return {**content["people"], **{str(pk): known[str(pk)] for pk in gone if str(pk) in known}}
