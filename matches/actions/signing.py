"""Signing the acta: each on exactly the text shown; refusals and absences never block the seal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction

from competitions.actions.lifecycle import advance
from competitions.models import Encounter
from competitions.rules.lifecycle import Action, State
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.actions import audit
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.acta.document import clean_text
from matches.actions.encounter_day import facts_of
from matches.actions.pins import Identified
from matches.actions.versions import bump
from matches.models import ActaContent, Signature
from matches.permissions import Actor, may_record_missing, require_direction
from matches.queries import actas, encounters, people
from matches.rules import signing as rules


@dataclass(frozen=True)
class Drawn:
    """How somebody signs: plain or under protest with its text, strokes or none by choice."""

    kind: str
    text: str
    strokes: rules.Strokes
    without_drawing: bool


@transaction.atomic
def sign(
    *, encounter_id: int, role: str, seen_hash: str, drawn: Drawn, who: Identified, by: Actor
) -> Signature:
    """Sign the frozen text as `role`, having identified again.

    `who.how` is "password" in one's own account, or "pin" in the judge's session.
    RuleError from `rules.check_signature`, `not_your_signature`; ConflictError
    `acta_changed` when another text was shown, `signed_already`, `not_signing_now`.
    """
    encounter, content = _open(encounter_id)
    if content.content_hash != seen_hash:
        raise ConflictError("acta_changed")
    signatory = next((each for each in actas.signatories(encounter) if each.role == role), None)
    if signatory is None:
        raise RuleError("not_a_signatory")
    identified = _identified_as(encounter, signatory, who, by)
    # What is measured is what will be printed: cleaning can empty a text, and make it longer.
    text = clean_text(drawn.text) if drawn.kind == "protest" else ""
    rules.check_signature(drawn.kind, text=text, strokes=drawn.strokes, without_drawing=drawn.without_drawing)
    return _append(
        encounter,
        content,
        Signature(
            role=role,
            person_id=who.person_id,
            kind=drawn.kind,
            text=text,
            strokes=drawn.strokes,
            identified=identified,
        ),
        by,
    )


def _identified_as(encounter: Encounter, signatory: actas.Signatory, who: Identified, by: Actor) -> str:
    """How the acta says that a signatory was identified; refuses whoever is not that signatory."""
    if who.how == "password":
        if by.person_id != who.person_id:
            raise RuleError("not_your_signature")
        side = people.side_of(by.user, encounter) if by.user else None
        own = {"home_captain": "home", "away_captain": "away"}.get(signatory.role)
        if signatory.role == "judge":
            allowed = by.user is not None and people.is_judge(by.user, encounter)
        else:
            # The vice-captain signs in the captain's place in his own account.
            allowed = side is not None and side.value == own
        if not allowed:
            raise RuleError("not_your_signature")
        return "password"
    if by.user is None or not people.is_judge(by.user, encounter):
        raise ForbiddenError("pin_signs_with_the_judge")
    # Of a pair either of the two answers for it.
    if who.person_id not in signatory.able:
        raise RuleError("not_your_signature")
    return "pin_in_judge_session"


@transaction.atomic
def record_missing(
    *, encounter_id: int, role: str, kind: str, text: str, witness: str, seen_hash: str, by: Actor
) -> Signature:
    """Record that somebody refuses to sign, or is absent, with a witness.

    By the judge; without one by the rival captain. RuleError `missing_kind`,
    `witness_needed`, `protest_text_long`, `not_a_signatory`; Forbidden for anybody else.
    """
    encounter, content = _open(encounter_id)
    if content.content_hash != seen_hash:
        raise ConflictError("acta_changed")
    side = require_direction(by, encounter)
    if role not in [each.role for each in actas.signatories(encounter)]:
        raise RuleError("not_a_signatory")
    own = "judge" if side is None else f"{side.value}_captain"
    if not may_record_missing(own, role, has_judge=side is None):
        raise ForbiddenError("only_the_rival_records_it")
    if kind not in ("refused", "absent"):
        raise RuleError("missing_kind", field="kind")
    witness, text = clean_text(witness), clean_text(text)
    if not witness or len(witness) > rules.LONGEST_WITNESS:
        raise RuleError("witness_needed", field="witness")
    if len(text) > rules.LONGEST_PROTEST:
        raise RuleError("protest_text_long", field="text", most=rules.LONGEST_PROTEST)
    person = next(each.person for each in actas.signatories(encounter) if each.role == role)
    return _append(
        encounter,
        content,
        Signature(
            role=role,
            person=person,
            kind=kind,
            text=text,
            strokes=[],
            identified="judge" if side is None else "witness",
            witness=witness,
        ),
        by,
    )


def _open(encounter_id: int) -> tuple[Encounter, ActaContent]:
    encounter = encounters.locked(encounter_id)
    content = actas.current_content(encounter)
    if encounter.state != State.CLOSING or content is None:
        raise ConflictError("not_signing_now")
    return encounter, content


def _append(encounter: Encounter, content: ActaContent, signature: Signature, by: Actor) -> Signature:
    if Signature.objects.filter(content=content, role=signature.role).exists():
        raise ConflictError("signed_already")
    signature.content = content
    signature.content_hash = content.content_hash
    signature.account = by.user
    signature.device = by.device
    signature.at = clock.now()
    signature.save(force_insert=True)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="acta.signed",
        subject=f"acta_content:{content.pk}",
        by=by.user,
        data={
            "role": signature.role,
            "kind": signature.kind,
            "person": signature.person_id,
            "identified": signature.identified,
            "hash": content.content_hash,
            "text": signature.text,
        },
    )
    settle_signing(encounter, Who(signature.role), by=by)
    bump(encounter.pk)
    return signature


def settle_signing(encounter: Encounter, who: Who, *, by: Actor) -> State:
    """Move to signed when nobody is awaited any more, under the encounter's lock; give the state."""
    content = actas.current_content(encounter)
    given = {Who(each.role): each.kind for each in content.signatures.all()} if content else {}
    deadline = actas.signing_deadline(encounter)
    stored = encounter.terms["parameters"] if encounter.terms else {}
    facts = replace(
        facts_of(encounter, by=who),
        signed=frozenset(role for role, kind in given.items() if kind in ("plain", "protest")),
        refused=frozenset(role for role, kind in given.items() if kind == "refused"),
        absent=frozenset(role for role, kind in given.items() if kind == "absent"),
        quorum=stored.get("signature_quorum"),
        signing_deadline_passed=deadline is not None and clock.now() >= deadline,
    )
    return advance(encounter, Action.SIGN, facts, by=by.user)


@transaction.atomic
def close_signing_at_deadline(*, encounter_id: int) -> State:
    """When the deadline is over, note as absent whoever has not answered, and move on (for the worker)."""
    encounter = encounters.locked(encounter_id)
    content = actas.current_content(encounter)
    deadline = actas.signing_deadline(encounter)
    if encounter.state != State.CLOSING or content is None or deadline is None or clock.now() < deadline:
        return State(encounter.state)
    system = Actor(user=None, session=None, device="system", client_id="")
    for signatory in actas.signatories(encounter):
        if signatory.signature is None:
            Signature.objects.create(
                content=content,
                role=signatory.role,
                person=signatory.person,
                kind="absent",
                strokes=[],
                identified="deadline",
                device="system",
                content_hash=content.content_hash,
                at=clock.now(),
            )
    after = settle_signing(encounter, Who.SYSTEM, by=system)
    bump(encounter.pk)
    return after
