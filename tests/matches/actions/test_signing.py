"""Who may sign as whom, on which text, and when the signing is over."""

import pytest

from federation.models import AuditEntry
from federation.queries import audit
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import encounter_day, pins, signing
from matches.actions.pins import Identified
from matches.models import Signature
from matches.permissions import Actor
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.views.after_close import PLAIN, closed, content_of, sign

pytestmark = pytest.mark.django_db


def attempt(each: world.World, role: str, who: Identified, by: Actor, seen: str = "") -> Signature:
    return signing.sign(
        encounter_id=each.encounter.pk,
        role=role,
        seen_hash=seen or content_of(each).content_hash,
        drawn=PLAIN,
        who=who,
        by=by,
    )


def refused(
    code: str, kind: type[RuleError], each: world.World, role: str, who: Identified, by: Actor
) -> None:
    with pytest.raises(kind) as raised:
        attempt(each, role, who, by)
    assert raised.value.code == code
    assert not Signature.objects.exists()


def test_each_signs_only_as_himself() -> None:
    each = closed()
    home, away = each.captains[Side.HOME].person_id, each.captains[Side.AWAY].person_id
    judge = each.judge.person_id if each.judge else None
    by = each.captain(Side.HOME)
    mine = Identified(home or 0, "password", "cuenta")
    refused("not_your_signature", RuleError, each, "away_captain", mine, by)
    refused("not_your_signature", RuleError, each, "judge", mine, by)
    refused("not_a_signatory", RuleError, each, "committee", mine, by)
    refused("not_your_signature", RuleError, each, "home_captain", Identified(away or 0, "password", "x"), by)
    stranger = Identified(each.stranger.person_id or 0, "password", "x")
    refused("not_your_signature", RuleError, each, "home_captain", stranger, world.actor(each.stranger))
    # A PIN signs in the judge's session alone, and each signs with his own.
    by_pin = Identified(away or 0, "pin", "x")
    refused("pin_signs_with_the_judge", ForbiddenError, each, "away_captain", by_pin, by)
    refused("not_your_signature", RuleError, each, "home_captain", by_pin, each.director())
    refused(
        "not_your_signature",
        RuleError,
        each,
        "away_captain",
        Identified(judge or 0, "pin", "x"),
        each.director(),
    )
    assert attempt(each, "away_captain", by_pin, each.director()).identified == "pin_in_judge_session"


def test_a_captain_without_a_pin_gets_one_from_the_judge_while_signing() -> None:
    each = closed()
    captain = each.person(Side.AWAY, 0)
    pins.check_in(encounter_id=each.encounter.pk, person_id=captain.pk, pin="8375", by=each.director())
    who = pins.verify_pin(person_id=captain.pk, pin="8375", device="cuenta-juez")
    assert attempt(each, "away_captain", who, each.director()).person_id == captain.pk


def test_only_the_text_that_was_seen() -> None:
    each = closed()
    seen = content_of(each).content_hash
    sign_again = Identified(each.captains[Side.HOME].person_id or 0, "password", "cuenta")
    encounter_day.back_to_play(encounter_id=each.encounter.pk, reason="Error", by=each.director())
    with pytest.raises(ConflictError) as raised:
        attempt(each, "home_captain", sign_again, each.captain(Side.HOME), seen)
    assert raised.value.code == "not_signing_now"
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    assert content_of(each).content_hash != seen
    with pytest.raises(ConflictError) as raised:
        attempt(each, "home_captain", sign_again, each.captain(Side.HOME), seen)
    assert raised.value.code == "acta_changed"


def test_no_way_back_to_play_once_somebody_has_signed() -> None:
    each = closed()
    sign(each, "home_captain")
    with pytest.raises(RuleError) as raised:
        encounter_day.back_to_play(encounter_id=each.encounter.pk, reason="Error", by=each.director())
    assert raised.value.code == "somebody_has_signed"


def test_a_signature_is_written_down_once() -> None:
    each = closed()
    sign(each, "home_captain")
    with pytest.raises(ConflictError) as raised:
        sign(each, "home_captain")
    assert raised.value.code == "signed_already"
    entry = AuditEntry.objects.get(verb="acta.signed")
    assert entry.detail.data["hash"] == content_of(each).content_hash
    assert entry.detail.data["identified"] == "password"
    assert list(audit.problems()) == []


def test_a_refusal_settles_at_once_and_never_blocks() -> None:
    each = closed()
    sign(each, "home_captain")
    sign(each, "judge")
    signing.record_missing(
        encounter_id=each.encounter.pk,
        role="away_captain",
        kind="refused",
        text="",
        witness="Rosa Testigo",
        seen_hash=content_of(each).content_hash,
        by=each.director(),
    )
    assert each.reload().state == "signed"


def test_a_quorum_of_the_regulation_is_enough() -> None:
    each = closed(parameters={"signature_quorum": 2})
    sign(each, "home_captain")
    assert each.reload().state == "closing"
    sign(each, "judge")
    assert each.reload().state == "signed"
