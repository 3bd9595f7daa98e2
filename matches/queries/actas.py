"""Reading actas: the current text, who has signed, what is sealed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet

from competitions.models import Encounter
from federation.models import Person
from federation.rules.zones import in_zone
from matches.models import Acta, ActaContent, Signature
from matches.queries import people
from matches.rules.sides import Side


@dataclass(frozen=True)
class Signatory:
    """Somebody who is to sign: role, person, and the signature when there is one.

    `partner` may sign in his place: the other of a pair.
    """

    role: str
    person: Person | None
    signature: Signature | None
    partner: Person | None = None

    @property
    def able(self) -> tuple[int, ...]:
        """The keys of those who may sign as this role."""
        return tuple(each.pk for each in (self.person, self.partner) if each is not None)


def current_content(encounter: Encounter) -> ActaContent | None:
    """The frozen text that is to be signed, or sealed, now: the last attempt of the last version."""
    return (
        ActaContent.objects.filter(encounter=encounter)
        .prefetch_related("signatures__person")
        .order_by("-version", "-attempt")
        .first()
    )


def signed_roles(encounter: Encounter) -> list[str]:
    """Roles that have answered on the current text: signed, refused or noted absent."""
    content = current_content(encounter)
    return [signature.role for signature in content.signatures.all()] if content else []


def signatories(encounter: Encounter) -> list[Signatory]:
    """Who is to sign, in the order of the acta: home captain, away captain, judge if there is one."""
    designation = people.designation(encounter)
    judges = {encounter.pk: designation.licence.person} if designation else {}
    return signatories_of([encounter], judges)[encounter.pk]


def signatories_of(
    encounters: Sequence[Encounter], judges: Mapping[int, Person]
) -> dict[int, list[Signatory]]:
    """Who is to sign each of these encounters, as `signatories`. Constant queries for any number.

    `judges` are those designated, by encounter.
    """
    given = _answers([encounter.pk for encounter in encounters])
    captains = people.captains_of(encounters)
    return {
        each.pk: [
            Signatory(role, person, given[each.pk].get(role), _partner(each, role))
            for role, person in _expected(captains[each.pk], judges.get(each.pk))
        ]
        for each in encounters
    }


def _expected(
    captains: Mapping[Side, Person | None], judge: Person | None
) -> list[tuple[str, Person | None]]:
    expected = [(f"{side.value}_captain", captains[side]) for side in Side]
    return [*expected, ("judge", judge)] if judge is not None else expected


def _partner(encounter: Encounter, role: str) -> Person | None:
    entries = {f"{side.value}_captain": entry for side, entry in people.entries_of(encounter).items()}
    entry = entries.get(role)
    return entry.partner if entry is not None else None


def current_contents(encounters: Sequence[int]) -> dict[int, int]:
    """The id of the text that is signed now, or was last, for each encounter that has one.

    What a committee corrects is signed by nobody: the signatures are those of the version before.
    """
    contents = ActaContent.objects.filter(encounter__in=encounters, origin="closing")
    contents = contents.order_by("version", "attempt")
    # The last attempt of the last version remains.
    return dict(contents.values_list("encounter", "pk"))


def _answers(encounters: Sequence[int]) -> dict[int, dict[str, Signature]]:
    """The signatures on the current text of each encounter, by role, without what was drawn."""
    rows = Signature.objects.filter(content__in=current_contents(encounters).values())
    found: dict[int, dict[str, Signature]] = {encounter: {} for encounter in encounters}
    for row in rows.select_related("person", "content").defer("strokes", "content__content"):
        found[row.content.encounter_id][row.role] = row
    return found


def signing_deadline(encounter: Encounter) -> datetime | None:
    """When refusals and absences stop being waited for (`acta_deadline_hours` after the close)."""
    if encounter.closed_at is None or encounter.terms is None:
        return None
    return encounter.closed_at + timedelta(hours=encounter.terms["parameters"]["acta_deadline_hours"])


def claim_deadline(encounter: Encounter, since: datetime) -> datetime:
    """Until when a protest can become a claim (`claim_hours`)."""
    hours = encounter.terms["parameters"]["claim_hours"] if encounter.terms else 0
    return since + timedelta(hours=hours)


def content_data(content: ActaContent) -> dict[str, Any]:
    """The frozen content as data."""
    loaded: dict[str, Any] = json.loads(content.content)
    return loaded


def signature_data(signature: Signature, zone: str) -> dict[str, Any]:
    """A signature as the acta's second part holds it."""
    return {
        "role": signature.role,
        "person": str(signature.person_id) if signature.person_id else None,
        "name": signature.person.full_name if signature.person else "",
        "kind": signature.kind,
        "text": signature.text,
        "strokes": signature.strokes,
        "identified": signature.identified,
        "witness": signature.witness or None,
        "at": in_zone(signature.at, zone).isoformat(timespec="seconds"),
        "device": signature.device,
        "content_hash": signature.content_hash,
    }


def current_acta(encounter: Encounter) -> Acta | None:
    """The last sealed version."""
    return (
        Acta.objects.filter(encounter=encounter)
        .select_related("content", "file")
        .order_by("-version")
        .first()
    )


def actas_of(encounter: Encounter) -> list[Acta]:
    """Every sealed version, the one in force first. One query, without the documents."""
    return list(_sealed(encounter).order_by("-version"))


def next_version(encounter: Encounter) -> int:
    """The version that the next close or correction makes."""
    last = Acta.objects.filter(encounter=encounter).aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


def acta_of_version(encounter: Encounter, version: int) -> Acta | None:
    """One sealed version, or None."""
    return _sealed(encounter).filter(version=version).first()


def _sealed(encounter: Encounter) -> QuerySet[Acta]:
    found = Acta.objects.filter(encounter=encounter).select_related("content", "file__certificate")
    return found.defer("file__pdf", "attached")
