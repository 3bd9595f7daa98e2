"""Who signs an acta, as lists on pages show it: what each has answered, and what is still awaited."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Encounter
from competitions.rules.lifecycle import State
from federation.models import User
from federation.rules.zones import in_zone
from matches.acta import words
from matches.models import Signature
from matches.permissions import may_hand_over, may_record_missing
from matches.queries import people
from matches.queries.actas import Signatory

# How each answer looks: the class of its shape, and its icon.
_SHAPES = {
    "plain": ("conforme", "circle-check"),
    "protest": ("protesta", "flag"),
    "refused": ("bloqueo", "octagon-x"),
    "absent": ("aviso", "user-x"),
}


@dataclass(frozen=True)
class SignatoryRow:
    """One line of "who has signed"."""

    role: str
    name: str
    office: str
    at: str
    shape: str
    icon: str
    state: str
    text: str
    how: str
    witness: str
    is_awaited: bool
    hand_over_url: str
    missing_url: str


def own_role(user: User, encounter: Encounter) -> str | None:
    """As what somebody signs this encounter's acta in his own account; None when he does not."""
    if people.is_judge(user, encounter):
        return "judge"
    side = people.side_of(user, encounter)
    return f"{side.value}_captain" if side else None


def signatory_rows(encounter: Encounter, signatories: list[Signatory], own: str | None) -> list[SignatoryRow]:
    """Give the lines for somebody whose own role is `own`."""
    roles = {each.role for each in signatories}
    return [_row(encounter, each, own, has_judge="judge" in roles) for each in signatories]


def _row(encounter: Encounter, signatory: Signatory, own: str | None, *, has_judge: bool) -> SignatoryRow:
    role, signature = signatory.role, signatory.signature
    awaited = signature is None and encounter.state == State.CLOSING
    shape, icon = _SHAPES[signature.kind] if signature else ("", "clock")
    mine = role == own
    hands = awaited and signatory.person is not None and may_hand_over(own, role)
    missing = awaited and may_record_missing(own, role, has_judge=has_judge)
    here = reverse("matches:signing", args=[encounter.pk])
    noted = reverse("matches:record_missing", args=[encounter.pk])
    return SignatoryRow(
        role=role,
        name=_name(signatory),
        office=words.office(role, encounter.home.entrants),
        at=in_zone(signature.at, encounter.venue.time_zone).strftime("%H:%M") if signature else "",
        shape=shape,
        icon=icon,
        state=_state(signature, mine=mine, is_open=encounter.state == State.CLOSING),
        text=signature.text if signature else "",
        how=str(words.IDENTIFIED[signature.identified]) if signature else "",
        witness=signature.witness if signature else "",
        is_awaited=awaited,
        hand_over_url=f"{here}?firmante={role}#firma" if hands else "",
        missing_url=f"{noted}?firmante={role}" if missing else "",
    )


def _name(signatory: Signatory) -> str:
    person = signatory.signature.person if signatory.signature else signatory.person
    return person.full_name if person else _("Sin designar")


def _state(signature: Signature | None, *, mine: bool, is_open: bool) -> str:
    if signature is not None:
        return str(words.SIGNATURE_KINDS[signature.kind])
    if not is_open:
        # A quorum of the others was enough.
        return _("No firmó")
    return _("Te toca") if mine else _("Falta")
